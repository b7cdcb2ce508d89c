// SPDX-License-Identifier: Apache-2.0
// These libraries store columns one after another: they compute Y^T = W X^T, with W transposed, the form that all their
// kernels support.
#include "core/probe/gpu/blaslt_calls.hpp"
#include "core/probe/gpu/vendor.hpp"

#include <array>

namespace llmsize {
namespace {

/// One of the library's descriptors, given back at the end.
template <class Api>
class Descriptor {
 public:
  using Destroy = VendorCall<typename Api::Codes, void*>;
  Descriptor(void* handle, const Destroy& destroy) : handle_(handle), destroy_(destroy) {}
  ~Descriptor() { destroy_.status(handle_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  void* get() const { return handle_; }

 private:
  void* handle_;
  const Destroy& destroy_;
};

template <class Api>
class BlasLtMatmul : public Matmul {
 public:
  BlasLtMatmul(const BlasLtCalls<Api>& calls, void* library, const DeviceBuffer& workspace, const MatmulShape& shape)
      : calls_(calls),
        library_(library),
        workspace_(workspace),
        type_(shape.half ? Api::fp16 : Api::bf16),
        product_(product(), calls.destroy_product),
        w_(layout(shape.k, shape.n), calls.destroy_layout),
        x_(layout(shape.k, shape.m), calls.destroy_layout),
        y_(layout(shape.n, shape.m), calls.destroy_layout) {
    const std::int32_t transposed = Api::transposed;
    calls_.set_product(product_.get(), Api::transpose_a, &transposed, sizeof transposed);
    const Descriptor<Api> preference(make(calls_.create_preference), calls_.destroy_preference);
    const std::size_t room = workspace_.bytes();
    calls_.set_preference(preference.get(), Api::most_workspace, &room, sizeof room);
    calls_.heuristic(
        library_, product_.get(), w_.get(), x_.get(), y_.get(), y_.get(), preference.get(), most_algorithms,
        found_.data(), &count_);
    if (count_ <= 0)
      throw ProbeFailure(ProbeFailure::Kind::failed, fmt::format("{} has no algorithm for this GEMM", Api::name));
  }

  int algorithms() const override { return count_; }

  void queue(int algorithm, DeviceAddress x, DeviceAddress w, DeviceAddress y, Stream stream) override {
    const float one = 1, zero = 0;
    calls_.matmul(
        library_, product_.get(), &one, pointer_of(w), w_.get(), pointer_of(x), x_.get(), &zero, pointer_of(y),
        y_.get(), pointer_of(y), y_.get(), &found_[static_cast<std::size_t>(algorithm)].algorithm,
        pointer_of(workspace_.address()), workspace_.bytes(), stream);
  }

 private:
  template <class Create, class... Arguments>
  static void* make(const Create& create, Arguments... arguments) {
    void* handle = nullptr;
    create(&handle, arguments...);
    return handle;
  }
  void* product() const { return make(calls_.create_product, Api::compute_fp32, Api::fp32); }
  void* layout(std::size_t rows, std::size_t columns) const {
    return make(
        calls_.create_layout, type_, std::uint64_t{rows}, std::uint64_t{columns}, static_cast<std::int64_t>(rows));
  }

  const BlasLtCalls<Api>& calls_;
  void* library_;
  const DeviceBuffer& workspace_;
  int type_;
  Descriptor<Api> product_, w_, x_, y_;
  std::array<BlasLtHeuristic<Api>, most_algorithms> found_{};
  int count_ = 0;
};

template <class Api>
class BlasLt : public MatmulLibrary {
 public:
  BlasLt(GpuRuntime& gpu, const std::string& folder)
      : library_(Api::libraries(), folder, Api::absent), workspace_(gpu, Api::workspace) {
    const auto find = [&](auto&... calls) { (library_.find(calls), ...); };
    find(
        calls_.create, calls_.create_product, calls_.set_product, calls_.destroy_product, calls_.create_layout,
        calls_.destroy_layout);
    find(calls_.create_preference, calls_.set_preference, calls_.destroy_preference, calls_.heuristic, calls_.matmul);
    calls_.create(&handle_);
  }
  std::string name() const override { return Api::name; }
  int version() override;
  std::unique_ptr<Matmul> prepare(const MatmulShape& shape) override {
    return std::make_unique<BlasLtMatmul<Api>>(calls_, handle_, workspace_, shape);
  }

 private:
  Library library_;
  BlasLtCalls<Api> calls_;
  DeviceBuffer workspace_;
  void* handle_ = nullptr;
};

template <>
int BlasLt<CublasLt>::version() {
  std::size_t (*version)() = nullptr;
  library_.find("cublasLtGetVersion", version);
  return static_cast<int>(version());
}

template <>
int BlasLt<HipblasLt>::version() {
  VendorCall<HipblasLt::Codes, void*, int*> version{"hipblasLtGetVersion"};
  library_.find(version);
  int number = 0;
  version(handle_, &number);
  return number;
}

}  // namespace

std::string CublasLt::Codes::name(int code) {
  static const std::vector<CodeName> names{
      {1, "CUBLAS_STATUS_NOT_INITIALIZED"}, {3, "CUBLAS_STATUS_ALLOC_FAILED"},   {7, "CUBLAS_STATUS_INVALID_VALUE"},
      {8, "CUBLAS_STATUS_ARCH_MISMATCH"},   {11, "CUBLAS_STATUS_MAPPING_ERROR"}, {13, "CUBLAS_STATUS_EXECUTION_FAILED"},
      {14, "CUBLAS_STATUS_INTERNAL_ERROR"}, {15, "CUBLAS_STATUS_NOT_SUPPORTED"}, {16, "CUBLAS_STATUS_LICENSE_ERROR"},
  };
  return code_name(names, code);
}

std::string HipblasLt::Codes::name(int code) {
  static const std::vector<CodeName> names{
      {1, "HIPBLAS_STATUS_NOT_INITIALIZED"},   {2, "HIPBLAS_STATUS_ALLOC_FAILED"},
      {3, "HIPBLAS_STATUS_INVALID_VALUE"},     {4, "HIPBLAS_STATUS_MAPPING_ERROR"},
      {5, "HIPBLAS_STATUS_EXECUTION_FAILED"},  {6, "HIPBLAS_STATUS_INTERNAL_ERROR"},
      {7, "HIPBLAS_STATUS_NOT_SUPPORTED"},     {8, "HIPBLAS_STATUS_ARCH_MISMATCH"},
      {9, "HIPBLAS_STATUS_HANDLE_IS_NULLPTR"}, {10, "HIPBLAS_STATUS_INVALID_ENUM"},
      {11, "HIPBLAS_STATUS_UNKNOWN"},
  };
  return code_name(names, code);
}

std::unique_ptr<MatmulLibrary> open_cublaslt(GpuRuntime& gpu, const std::string& folder) {
  return std::make_unique<BlasLt<CublasLt>>(gpu, folder);
}

std::unique_ptr<MatmulLibrary> open_hipblaslt(GpuRuntime& gpu, const std::string& folder) {
  return std::make_unique<BlasLt<HipblasLt>>(gpu, folder);
}

}  // namespace llmsize
