// SPDX-License-Identifier: Apache-2.0
// RCCL, AMD's, has the names and numbers of NCCL.
#include "core/probe/gpu/nccl_calls.hpp"
#include "core/probe/gpu/vendor.hpp"

#include <numeric>

namespace llmsize {
namespace {

class Nccl : public CollectiveLibrary {
 public:
  Nccl(std::string name, Library library, int gpus)
      : name_(std::move(name)), library_(std::move(library)), communicators_(static_cast<std::size_t>(gpus)) {
    calls_.find_in(library_);
    std::vector<int> devices(communicators_.size());
    std::iota(devices.begin(), devices.end(), 0);
    calls_.init(communicators_.data(), gpus, devices.data());
  }

  std::string name() const override { return name_; }
  int version() override {
    int number = 0;
    calls_.version(&number);
    return number;
  }

  void queue(Collective collective, const std::vector<Rank>& ranks, std::size_t floats) override {
    calls_.group_start();
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) queue_rank(collective, ranks[rank], rank, floats);
    calls_.group_end();
  }

 private:
  void queue_rank(Collective collective, const Rank& rank, std::size_t number, std::size_t floats) {
    void* communicator = communicators_[number];
    const std::size_t share = floats / communicators_.size();
    float* send = static_cast<float*>(pointer_of(rank.send));
    float* receive = static_cast<float*>(pointer_of(rank.receive));
    switch (collective) {
      case Collective::all_reduce:
        calls_.all_reduce(send, receive, floats, nccl_float, nccl_sum, communicator, rank.stream);
        break;
      case Collective::all_gather:
        calls_.all_gather(send, receive, share, nccl_float, communicator, rank.stream);
        break;
      case Collective::reduce_scatter:
        calls_.reduce_scatter(send, receive, share, nccl_float, nccl_sum, communicator, rank.stream);
        break;
      case Collective::all_to_all:
        for (std::size_t peer = 0; peer < communicators_.size(); ++peer) {
          calls_.send(send + peer * share, share, nccl_float, static_cast<int>(peer), communicator, rank.stream);
          calls_.receive(receive + peer * share, share, nccl_float, static_cast<int>(peer), communicator, rank.stream);
        }
        break;
    }
  }

  std::string name_;
  Library library_;
  NcclCalls calls_;
  std::vector<void*> communicators_;
};

}  // namespace

std::string NcclCodes::name(int code) {
  static const std::vector<CodeName> names{
      {1, "ncclUnhandledCudaError"}, {2, "ncclSystemError"}, {3, "ncclInternalError"}, {4, "ncclInvalidArgument"},
      {5, "ncclInvalidUsage"},       {6, "ncclRemoteError"}, {7, "ncclInProgress"},
  };
  return code_name(names, code);
}

void NcclCalls::find_in(const Library& library) {
  const auto find = [&](auto&... calls) { (library.find(calls), ...); };
  find(version, init, all_reduce, all_gather, reduce_scatter, send, receive, group_start, group_end);
}

const char* collective_name(Collective collective) {
  switch (collective) {
    case Collective::all_reduce: return "all_reduce";
    case Collective::all_gather: return "all_gather";
    case Collective::reduce_scatter: return "reduce_scatter";
    case Collective::all_to_all: return "alltoall";
  }
  return "";
}

std::unique_ptr<CollectiveLibrary> open_nccl(int gpus, const std::string& folder) {
  return std::make_unique<Nccl>("nccl", Library({"libnccl.so.2"}, folder, "no NCCL"), gpus);
}

std::unique_ptr<CollectiveLibrary> open_rccl(int gpus, const std::string& folder) {
  return std::make_unique<Nccl>("rccl", Library({"librccl.so.1"}, folder, "no RCCL"), gpus);
}

}  // namespace llmsize
