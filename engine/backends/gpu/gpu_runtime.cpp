// The runtime of a GPU, by way of the CUDA runtime library.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/backends/cuda/gpu_library.h"
#include "engine/backends/gpu/kernels.h"

namespace modecheck::engine::cuda {
namespace {

ModecheckGpuFail the_fail = nullptr;

[[noreturn]] void fail(GpuFailure failure, const std::string& message) {
  the_fail(failure, message.c_str());
  __builtin_unreachable();
}

void check(const char* call, cudaError_t error) {
  if (error == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // an error that is no lasting one is over
  fail(error == cudaErrorMemoryAllocation ? GpuFailure::OutOfMemory : GpuFailure::Driver,
       std::string(call) + " failed: " + cudaGetErrorString(error) + " (" + cudaGetErrorName(error) + ")");
}

class GpuRuntime final : public Runtime {
 public:
  GpuRuntime() {
    check("cudaSetDevice", cudaSetDevice(device));
    check("cudaDeviceGetDefaultMemPool", cudaDeviceGetDefaultMemPool(&pool_, device));
    // What was released stays with the pool: the next one who asks for it waits for nobody.
    std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
    check("cudaMemPoolSetAttribute", cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep));
    streams_.push_back(nullptr);  // the default stream
  }

  void* allocate(std::size_t bytes, Stream stream) override {
    reserve(bytes);
    void* out = nullptr;
    const cudaError_t error = cudaMallocFromPoolAsync(&out, bytes, pool_, handle(stream));
    if (error != cudaSuccess) unreserve(bytes);
    check(("cudaMallocFromPoolAsync of " + std::to_string(bytes) + " bytes").c_str(), error);
    const std::scoped_lock lock(mutex_);
    sizes_.emplace_back(out, bytes);
    return out;
  }

  void release(void* block, Stream stream) override {
    {
      const std::scoped_lock lock(mutex_);
      const auto found =
          std::find_if(sizes_.begin(), sizes_.end(), [&](const auto& one) { return one.first == block; });
      if (found != sizes_.end()) {
        memory_.in_use -= found->second;
        *found = sizes_.back();
        sizes_.pop_back();
      }
    }
    // A block goes in a destructor: what is wrong shows at the next synchronising call.
    static_cast<void>(cudaFreeAsync(block, handle(stream)));
  }

  void copy(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream stream) override {
    if (bytes == 0) return;
    constexpr cudaMemcpyKind kinds[] = {cudaMemcpyHostToDevice, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                                        cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice};
    // Bytes of pageable memory are read before the call returns.
    check("cudaMemcpyAsync", cudaMemcpyAsync(to, from, bytes, kinds[static_cast<int>(kind)], handle(stream)));
    if (kind == CopyKind::DeviceToHost) synchronize(stream);
  }

  void launch(const Launch& launch, Stream stream) override {
    if (launch.on_device == nullptr)
      fail(GpuFailure::Driver, std::string(launch.name) + ": libmodecheck_gpu has no kernel for it; build it again");
    launch.on_device(launch.arguments, handle(stream));
    const cudaError_t error = cudaGetLastError();
    check(launch.name, error);
  }
  void launch(HostWork work, Stream /*stream*/) override {
    fail(GpuFailure::Misuse, std::string(work.name) + ": a GPU runs no work of the host");
  }

  Stream create_stream() override {
    cudaStream_t stream = nullptr;
    check("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const std::scoped_lock lock(mutex_);
    streams_.push_back(stream);
    return static_cast<Stream>(streams_.size() - 1);
  }

  Event record(Stream stream) override {
    cudaEvent_t event = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      reuse_events();
      if (!spare_.empty()) {
        event = spare_.back();
        spare_.pop_back();
      }
    }
    if (event == nullptr) check("cudaEventCreateWithFlags", cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    check("cudaEventRecord", cudaEventRecord(event, handle(stream)));
    const std::scoped_lock lock(mutex_);
    events_.push_back(event);
    return first_event_ + events_.size() - 1;
  }

  void wait(Stream stream, Event event) override {
    // Under the lock, so that nobody records the event anew meanwhile. One that is over needs no wait.
    const std::scoped_lock lock(mutex_);
    if (const cudaEvent_t known = find(event); known != nullptr)
      check("cudaStreamWaitEvent", cudaStreamWaitEvent(locked_handle(stream), known, 0));
  }

  bool is_done(Event event) override {
    const std::scoped_lock lock(mutex_);
    const cudaEvent_t known = find(event);
    if (known == nullptr) return true;
    const cudaError_t state = cudaEventQuery(known);
    if (state == cudaErrorNotReady) {
      static_cast<void>(cudaGetLastError());
      return false;
    }
    check("cudaEventQuery", state);
    return true;
  }

  void synchronize(Stream stream) override { check("cudaStreamSynchronize", cudaStreamSynchronize(handle(stream))); }
  void synchronize_event(Event event) override {
    cudaEvent_t known = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      known = find(event);
    }
    if (known != nullptr) check("cudaEventSynchronize", cudaEventSynchronize(known));
  }
  void synchronize_device() override { check("cudaDeviceSynchronize", cudaDeviceSynchronize()); }

  MemoryStatistics memory() const override {
    const std::scoped_lock lock(mutex_);
    return memory_;
  }
  void limit_memory(std::size_t bytes) override {
    const std::scoped_lock lock(mutex_);
    memory_.limit = bytes;
  }

 private:
  static constexpr int device = 0;

  void reserve(std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    if (memory_.limit != 0 && bytes > memory_.limit - std::min(memory_.limit, memory_.in_use))
      fail(GpuFailure::OutOfMemory, "cannot allocate " + std::to_string(bytes) +
                                        " bytes: " + std::to_string(memory_.in_use) + " of " +
                                        std::to_string(memory_.limit) + " are in use");
    memory_.in_use += bytes;
    memory_.peak = std::max(memory_.peak, memory_.in_use);
  }
  void unreserve(std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    memory_.in_use -= bytes;
  }

  cudaStream_t handle(Stream stream) const {
    const std::scoped_lock lock(mutex_);
    return locked_handle(stream);
  }
  cudaStream_t locked_handle(Stream stream) const {
    if (stream < 0 || static_cast<std::size_t>(stream) >= streams_.size())
      fail(GpuFailure::Misuse,
           "there is no stream " + std::to_string(stream) + "; there are " + std::to_string(streams_.size()));
    return streams_[static_cast<std::size_t>(stream)];
  }

  // Null: it is over.
  cudaEvent_t find(Event event) const {
    if (event == 0 || event >= first_event_ + events_.size())
      fail(GpuFailure::Misuse, "there is no event " + std::to_string(event));
    return event < first_event_ ? nullptr : events_[event - first_event_];
  }
  void reuse_events() {
    while (!events_.empty() && cudaEventQuery(events_.front()) == cudaSuccess) {
      spare_.push_back(events_.front());
      events_.pop_front();
      ++first_event_;
    }
    static_cast<void>(cudaGetLastError());  // "not ready" is no error
  }

  mutable std::mutex mutex_;
  cudaMemPool_t pool_ = nullptr;
  std::vector<cudaStream_t> streams_;
  std::deque<cudaEvent_t> events_;  // from first_event_ on; those before are over
  std::vector<cudaEvent_t> spare_;
  Event first_event_ = 1;
  std::vector<std::pair<void*, std::size_t>> sizes_;
  MemoryStatistics memory_;
};

Runtime* runtime(ModecheckGpuFail fail_with, const char** why) {
  the_fail = fail_with;
  static std::string reason;
  static Runtime* const out = []() -> Runtime* {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count > 0) return new GpuRuntime;
    static_cast<void>(cudaGetLastError());
    reason = error == cudaSuccess ? "there is no GPU" : std::string("there is no GPU: ") + cudaGetErrorString(error);
    return nullptr;
  }();
  *why = reason.c_str();
  return out;
}

constexpr ModecheckGpuTable kTable{kGpuAbi, &runtime, &kernel};

}  // namespace
}  // namespace modecheck::engine::cuda

extern "C" __attribute__((visibility("default"))) const modecheck::engine::cuda::ModecheckGpuTable* modecheck_gpu_v1() {
  return &modecheck::engine::cuda::kTable;
}
