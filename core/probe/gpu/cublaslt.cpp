// SPDX-License-Identifier: Apache-2.0
// cuBLASLt stores columns one after another: it computes Y^T = W X^T, with W transposed, the form that all its kernels support.
#include "core/probe/gpu/cublaslt_calls.hpp"
#include "core/probe/gpu/matmul.hpp"

#include <array>

namespace llmsize {
namespace {

constexpr std::size_t workspace_bytes = std::size_t{32} << 20;

/// One of the library's descriptors, given back at the end.
class Descriptor {
 public:
  using Destroy = VendorCall<CublasCodes, void*>;
  Descriptor(void* handle, const Destroy& destroy) : handle_(handle), destroy_(destroy) {}
  ~Descriptor() { destroy_.status(handle_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  void* get() const { return handle_; }

 private:
  void* handle_;
  const Destroy& destroy_;
};

class CublasLtMatmul : public Matmul {
 public:
  CublasLtMatmul(const CublasLtCalls& calls, void* library, const DeviceBuffer& workspace, const MatmulShape& shape)
      : calls_(calls),
        library_(library),
        workspace_(workspace),
        type_(shape.half ? cublas_fp16 : cublas_bf16),
        product_(product(), calls.destroy_product),
        w_(layout(shape.k, shape.n), calls.destroy_layout),
        x_(layout(shape.k, shape.m), calls.destroy_layout),
        y_(layout(shape.n, shape.m), calls.destroy_layout) {
    calls_.set_product(product_.get(), cublaslt_transpose_a, &cublas_transposed, sizeof cublas_transposed);
    const Descriptor preference(make(calls_.create_preference), calls_.destroy_preference);
    const std::size_t room = workspace_.bytes();
    calls_.set_preference(preference.get(), cublaslt_workspace, &room, sizeof room);
    calls_.heuristic(
        library_, product_.get(), w_.get(), x_.get(), y_.get(), y_.get(), preference.get(), most_algorithms, found_.data(), &count_);
    if (count_ <= 0) throw ProbeFailure(ProbeFailure::Kind::failed, "cuBLASLt knows no algorithm for this product");
  }

  int algorithms() const override { return count_; }

  void queue(int algorithm, DeviceAddress x, DeviceAddress w, DeviceAddress y, Stream stream) override {
    const float one = 1, zero = 0;
    calls_.matmul(
        library_, product_.get(), &one, pointer_of(w), w_.get(), pointer_of(x), x_.get(), &zero, pointer_of(y), y_.get(), pointer_of(y),
        y_.get(), &found_[static_cast<std::size_t>(algorithm)].algorithm, pointer_of(workspace_.address()), workspace_.bytes(), stream);
  }

 private:
  template <class Create, class... Arguments>
  static void* make(const Create& create, Arguments... arguments) {
    void* handle = nullptr;
    create(&handle, arguments...);
    return handle;
  }
  void* product() const { return make(calls_.create_product, cublas_compute_fp32, cublas_fp32); }
  void* layout(std::size_t rows, std::size_t columns) const {
    return make(calls_.create_layout, type_, std::uint64_t{rows}, std::uint64_t{columns}, static_cast<std::int64_t>(rows));
  }

  const CublasLtCalls& calls_;
  void* library_;
  const DeviceBuffer& workspace_;
  int type_;
  Descriptor product_, w_, x_, y_;
  std::array<CublasLtHeuristic, most_algorithms> found_{};
  int count_ = 0;
};

class CublasLt : public MatmulLibrary {
 public:
  CublasLt(GpuRuntime& gpu, const std::string& folder)
      : library_({"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11"}, folder, "no cuBLASLt"), workspace_(gpu, workspace_bytes) {
    calls_.find_in(library_);
    calls_.create(&handle_);
  }
  std::string name() const override { return "cublasLt"; }
  int version() override { return static_cast<int>(calls_.version()); }
  std::unique_ptr<Matmul> prepare(const MatmulShape& shape) override {
    return std::make_unique<CublasLtMatmul>(calls_, handle_, workspace_, shape);
  }

 private:
  Library library_;
  CublasLtCalls calls_;
  DeviceBuffer workspace_;
  void* handle_ = nullptr;
};

}  // namespace

std::string CublasCodes::name(int code) {
  static const std::vector<CodeName> names{
      {1, "CUBLAS_STATUS_NOT_INITIALIZED"}, {3, "CUBLAS_STATUS_ALLOC_FAILED"},   {7, "CUBLAS_STATUS_INVALID_VALUE"},
      {8, "CUBLAS_STATUS_ARCH_MISMATCH"},   {11, "CUBLAS_STATUS_MAPPING_ERROR"}, {13, "CUBLAS_STATUS_EXECUTION_FAILED"},
      {14, "CUBLAS_STATUS_INTERNAL_ERROR"}, {15, "CUBLAS_STATUS_NOT_SUPPORTED"}, {16, "CUBLAS_STATUS_LICENSE_ERROR"},
  };
  return code_name(names, code);
}

void CublasLtCalls::find_in(const Library& library) {
  const auto find = [&](auto&... calls) { (library.find(calls), ...); };
  find(create, create_product, set_product, destroy_product, create_layout, destroy_layout, create_preference, set_preference);
  find(destroy_preference, heuristic, matmul);
  library.find("cublasLtGetVersion", version);
}

std::unique_ptr<MatmulLibrary> open_cublaslt(GpuRuntime& gpu, const std::string& library_folder) {
  return std::make_unique<CublasLt>(gpu, library_folder);
}

}  // namespace llmsize
