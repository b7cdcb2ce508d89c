// SPDX-License-Identifier: Apache-2.0
// Our declarations against the vendor's own, where its headers are at hand. Compiled, never run.
#include "core/probe/gpu/blaslt_calls.hpp"
#include "core/probe/gpu/cuda_calls.hpp"
#include "core/probe/gpu/nccl_calls.hpp"
#include "signatures.hpp"

#include <cublasLt.h>
#include <cuda.h>
#if __has_include(<nccl.h>)
#include <nccl.h>
#endif

#include <cstddef>

using namespace llmsize;

static_assert(
    sizeof(CUdeviceptr) == 8 && sizeof(CUdevice) == 4 && sizeof(CUcontext) == sizeof(void*) && sizeof(CUresult) == 4);
static_assert(sizeof(CUuuid) == sizeof(CudaUuid));
static_assert(CUDA_ERROR_STUB_LIBRARY == cuda_stub && CUDA_ERROR_NO_DEVICE == cuda_no_device);
static_assert(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED == cuda_peer_known);
static_assert((CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP) == cuda_host_portable_mapped);
static_assert(CU_STREAM_NON_BLOCKING == cuda_non_blocking);
static_assert(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT == static_cast<int>(CudaAttribute::processors));
static_assert(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE == static_cast<int>(CudaAttribute::memory_kilohertz));
static_assert(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH == static_cast<int>(CudaAttribute::bus_bits));
static_assert(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE == static_cast<int>(CudaAttribute::cache_bytes));
static_assert(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR == static_cast<int>(CudaAttribute::major));
static_assert(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR == static_cast<int>(CudaAttribute::minor));
static_assert(
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES ==
    static_cast<int>(CudaAttribute::host_page_tables));

static_assert(sizeof(cublasLtMatmulAlgo_t) == sizeof(CublasLt::Algorithm) && sizeof(CublasLt::Algorithm) == 64);
static_assert(
    sizeof(cublasLtMatmulHeuristicResult_t) == sizeof(BlasLtHeuristic<CublasLt>) &&
    sizeof(BlasLtHeuristic<CublasLt>) == 96);
static_assert(
    offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize) == offsetof(BlasLtHeuristic<CublasLt>, workspace));
static_assert(offsetof(cublasLtMatmulHeuristicResult_t, state) == offsetof(BlasLtHeuristic<CublasLt>, status));
static_assert(CUDA_R_16BF == CublasLt::bf16 && CUDA_R_16F == CublasLt::fp16 && CUDA_R_32F == CublasLt::fp32);
static_assert(CUBLAS_COMPUTE_32F == CublasLt::compute_fp32 && CUBLAS_OP_T == CublasLt::transposed);
static_assert(
    CUBLASLT_MATMUL_DESC_TRANSA == CublasLt::transpose_a &&
    CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES == CublasLt::most_workspace);

#if __has_include(<nccl.h>)
static_assert(ncclFloat32 == nccl_float && ncclSum == nccl_sum && ncclSuccess == 0);
static_assert(ncclBfloat16 == 9 && sizeof(ncclUniqueId) == 128);
#endif

using Cuda = CudaCalls;
static_assert(
    same<decltype(Cuda::allocate), decltype(&cuMemAlloc_v2)> &&
    same<decltype(Cuda::allocate_host), decltype(&cuMemHostAlloc)>);
static_assert(
    same<decltype(Cuda::memory), decltype(&cuMemGetInfo_v2)> &&
    same<decltype(Cuda::launch), decltype(&cuLaunchKernel)>);
static_assert(same<decltype(Cuda::to_device), decltype(&cuMemcpyHtoDAsync_v2)>);
static_assert(same<decltype(Cuda::to_host), decltype(&cuMemcpyDtoHAsync_v2)>);
static_assert(
    same<decltype(Cuda::to_peer), decltype(&cuMemcpyPeerAsync)> &&
    same<decltype(Cuda::fill), decltype(&cuMemsetD8Async)>);
static_assert(
    same<decltype(Cuda::retain), decltype(&cuDevicePrimaryCtxRetain)> &&
    same<decltype(Cuda::attribute), decltype(&cuDeviceGetAttribute)>);
static_assert(
    same<decltype(Cuda::create_stream), decltype(&cuStreamCreate)> &&
    same<decltype(Cuda::create_event), decltype(&cuEventCreate)>);
static_assert(
    same<decltype(Cuda::load_module), decltype(&cuModuleLoadData)> &&
    same<decltype(Cuda::function), decltype(&cuModuleGetFunction)>);
static_assert(
    same<decltype(Cuda::enable_peer), decltype(&cuCtxEnablePeerAccess)> &&
    same<decltype(Cuda::address_of_host), decltype(&cuMemHostGetDevicePointer_v2)>);
static_assert(same<decltype(BlasLtCalls<CublasLt>::matmul), decltype(&cublasLtMatmul)>);
static_assert(same<decltype(BlasLtCalls<CublasLt>::heuristic), decltype(&cublasLtMatmulAlgoGetHeuristic)>);
static_assert(same<decltype(BlasLtCalls<CublasLt>::create_layout), decltype(&cublasLtMatrixLayoutCreate)>);
static_assert(same<decltype(BlasLtCalls<CublasLt>::create_product), decltype(&cublasLtMatmulDescCreate)>);
static_assert(same<decltype(BlasLtCalls<CublasLt>::set_product), decltype(&cublasLtMatmulDescSetAttribute)>);
#if __has_include(<nccl.h>)
static_assert(
    same<decltype(NcclCalls::all_reduce), decltype(&ncclAllReduce)> &&
    same<decltype(NcclCalls::all_gather), decltype(&ncclAllGather)>);
static_assert(
    same<decltype(NcclCalls::reduce_scatter), decltype(&ncclReduceScatter)> &&
    same<decltype(NcclCalls::send), decltype(&ncclSend)>);
static_assert(
    same<decltype(NcclCalls::receive), decltype(&ncclRecv)> &&
    same<decltype(NcclCalls::init), decltype(&ncclCommInitAll)>);
#endif
