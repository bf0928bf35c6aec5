// Implements the Runtime of a real GPU on top of the CUDA runtime library.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <iterator>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/backends/cuda/runtime/gpu_library.h"
#include "engine/backends/cuda/runtime/launch_ledger.h"
#include "engine/backends/cuda/runtime/memory_ledger.h"
#include "engine/backends/cuda/toolkit/kernels.h"

namespace modecheck::engine::cuda {
namespace {

ModecheckGpuFail the_fail = nullptr;

[[noreturn]] void fail(GpuFailure failure, const std::string& message) {
  the_fail(failure, message.c_str());
  __builtin_unreachable();
}

// Returns the ledger of the last kernels given to the GPU. The ledger is never destroyed.
LaunchLedger& given() {
  static auto* const out = new LaunchLedger;
  return *out;
}

std::string described(cudaError_t error) {
  return std::string(cudaGetErrorString(error)) + " (" + cudaGetErrorName(error) + ')';
}

// Returns true if the error code means that a running kernel failed. CUDA may first report such an error in any later
// call, and then reports it in every call.
bool is_of_a_kernel(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorIllegalInstruction:
    case cudaErrorInvalidPc:
    case cudaErrorHardwareStackError:
    case cudaErrorAssert:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorECCUncorrectable:
      return true;
    default:
      return false;
  }
}

void check(const char* call, cudaError_t error) {
  if (error == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // clears the error, so that later calls do not report it again
  if (is_of_a_kernel(error)) fail(GpuFailure::Driver, given().blamed(described(error) + ", which " + call + " said"));
  fail(error == cudaErrorMemoryAllocation ? GpuFailure::OutOfMemory : GpuFailure::Driver,
       std::string(call) + " failed: " + described(error));
}

void* take_memory(std::size_t bytes, void* stream) {
  void* out = nullptr;
  if (cudaMallocAsync(&out, bytes, static_cast<cudaStream_t>(stream)) == cudaSuccess) return out;
  static_cast<void>(cudaGetLastError());  // clears the error, so that no later call reports it
  return nullptr;
}
void give_memory_back(void* block, void* stream) {
  static_cast<void>(cudaFreeAsync(block, static_cast<cudaStream_t>(stream)));
}

constexpr StreamMemory kLibraryMemory{&take_memory, &give_memory_back};

class GpuRuntime final : public Runtime {
 public:
  GpuRuntime() {
    check("cudaSetDevice", cudaSetDevice(device));
    check("cudaDeviceGetDefaultMemPool", cudaDeviceGetDefaultMemPool(&pool_, device));
    // Released memory stays in the pool, so that the next allocation does not have to wait for the system.
    std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
    check("cudaMemPoolSetAttribute", cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep));
    streams_.push_back(nullptr);  // null is CUDA's handle of the default stream
    check("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&beside_, cudaStreamNonBlocking));
  }

  void* allocate(std::size_t bytes, Stream stream) override {
    {
      const std::scoped_lock lock(mutex_);
      if (!memory_.has_room(bytes)) fail(GpuFailure::OutOfMemory, memory_.refusal(bytes));
      memory_.take(bytes);
    }
    // A captured allocation would run only when the graph runs. The block must exist now, so it is allocated on a
    // stream that is not being captured.
    const bool captured = captures(stream);
    void* out = nullptr;
    const cudaError_t error = cudaMallocFromPoolAsync(&out, bytes, pool_, captured ? beside_ : handle(stream));
    if (error != cudaSuccess) {
      const std::scoped_lock lock(mutex_);
      memory_.refuse(bytes);
    }
    check(("cudaMallocFromPoolAsync of " + std::to_string(bytes) + " bytes").c_str(), error);
    if (captured) check("cudaStreamSynchronize", cudaStreamSynchronize(beside_));
    // During a capture, the graph keeps every new block of memory, on whichever stream it is allocated, because
    // captured work may use it.
    const std::scoped_lock lock(mutex_);
    blocks_[out] = {bytes, is_capturing() ? static_cast<Graph>(graphs_.size()) + 1 : 0, false, default_stream};
    return out;
  }

  void release(void* block, Stream stream) override {
    {
      const std::scoped_lock lock(mutex_);
      const auto found = blocks_.find(block);
      if (found != blocks_.end()) {
        if (found->second.graph != 0) {
          found->second.let_go = true;
          found->second.let_go_on = stream;
          return;
        }
        memory_.give_back(found->second.bytes);
        blocks_.erase(found);
      }
    }
    // Destructors call this function, so an error is not raised: the next synchronising call reports it. During a
    // capture, all work given before is done, so another stream may release the block.
    static_cast<void>(cudaFreeAsync(block, captures(stream) ? beside_ : handle(stream)));
  }

  void* allocate_pinned(std::size_t bytes) override {
    void* out = nullptr;
    check("cudaHostAlloc", cudaHostAlloc(&out, bytes, cudaHostAllocDefault));
    return out;
  }
  void release_pinned(void* block) noexcept override { static_cast<void>(cudaFreeHost(block)); }

  void copy(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream stream) override {
    if (bytes == 0) return;
    if (captures(stream) && (kind == CopyKind::HostToDevice || kind == CopyKind::DeviceToHost))
      refuse_in_capture("a copy that is waited for");
    constexpr cudaMemcpyKind kinds[] = {cudaMemcpyHostToDevice, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                                        cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice};
    // cudaMemcpyAsync has read all bytes of pageable host memory when it returns.
    check("cudaMemcpyAsync", cudaMemcpyAsync(to, from, bytes, kinds[static_cast<int>(kind)], handle(stream)));
    if (kind == CopyKind::DeviceToHost) synchronize(stream);
  }

  const StreamMemory* library_memory() const override { return &kLibraryMemory; }
  void launch(const Launch& launch, Stream stream) override {
    const auto refused = [&](const std::string& why, GpuFailure failure = GpuFailure::Driver) {
      fail(failure,
           std::string(launch.name) + ": " + why + (launch.operands == nullptr ? "" : launch.operands->text()));
    };
    if (launch.on_device == nullptr) refused("libmodecheck_gpu has no kernel for it; build it again");
    const bool captured = captures(stream);
    const std::uint64_t number = captured ? 0 : given().note(launch.name, launch.operands, stream);
    launch.on_device(launch.arguments, handle(stream));
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    if (!captured) given().take_back(number);
    // An error of a running kernel comes from an earlier launch. Only if CUDA_LAUNCH_BLOCKING makes every launch wait
    // does the error come from this launch.
    if (is_of_a_kernel(error) && !waits_for_each_) check("a launch", error);
    refused("the kernel did not run: " + described(error),
            error == cudaErrorMemoryAllocation ? GpuFailure::OutOfMemory : GpuFailure::Driver);
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
    // During a capture, all work given before the capture is done, and captured work has not been given yet. The event
    // is therefore complete.
    if (captures(stream)) return over;
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
    if (captures(stream)) return;
    // The lock keeps another thread from reusing the event while this stream starts to wait for it. If the event is
    // complete, no wait is needed.
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

  void synchronize(Stream stream) override {
    refuse_in_capture("waiting");
    const std::uint64_t before = given().now();
    check("cudaStreamSynchronize", cudaStreamSynchronize(handle(stream)));
    given().forget(stream, before);
  }
  void synchronize_event(Event event) override {
    refuse_in_capture("waiting");
    cudaEvent_t known = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      known = find(event);
    }
    if (known != nullptr) check("cudaEventSynchronize", cudaEventSynchronize(known));
  }
  void synchronize_device() override {
    refuse_in_capture("waiting");
    const std::uint64_t before = given().now();
    check("cudaDeviceSynchronize", cudaDeviceSynchronize());
    given().forget_all(before);
  }

  void begin_capture(Stream stream) override {
    if (stream == default_stream)
      fail(GpuFailure::Misuse, "the default stream cannot be captured; change to another one");
    refuse_in_capture("a second capture");
    synchronize_device();
    // The relaxed mode lets other threads allocate during the capture. This class itself rejects calls that must not be
    // captured.
    check("cudaStreamBeginCapture", cudaStreamBeginCapture(handle(stream), cudaStreamCaptureModeRelaxed));
    broken_ = false;
    capturing_ = stream;
  }
  Graph end_capture() override {
    if (!is_capturing()) fail(GpuFailure::Misuse, "nothing is captured");
    if (broken_) {
      abandon_capture();
      fail(GpuFailure::Misuse, "the capture is worth nothing, for something was not permitted in it");
    }
    cudaGraph_t captured = nullptr;
    cudaGraphExec_t ready = nullptr;
    const cudaStream_t stream = handle(capturing_);
    capturing_ = -1;
    const cudaError_t ended = cudaStreamEndCapture(stream, &captured);
    const cudaError_t made = ended != cudaSuccess ? ended : cudaGraphInstantiate(&ready, captured, 0);
    if (captured != nullptr) static_cast<void>(cudaGraphDestroy(captured));
    const Graph out = keep(made == cudaSuccess ? ready : nullptr);
    if (made != cudaSuccess) drop(out);
    check("cudaGraphInstantiate", made);
    return out;
  }
  void abandon_capture() noexcept override {
    if (!is_capturing()) return;
    cudaGraph_t captured = nullptr;
    cudaStream_t stream = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      stream = streams_[static_cast<std::size_t>(capturing_.load())];
    }
    capturing_ = -1;
    static_cast<void>(cudaStreamEndCapture(stream, &captured));
    if (captured != nullptr) static_cast<void>(cudaGraphDestroy(captured));
    static_cast<void>(cudaGetLastError());
    drop(keep(nullptr));
  }
  bool is_capturing() const override { return capturing_ >= 0; }
  void replay(Graph graph, Stream stream) override {
    refuse_in_capture("a replay");
    cudaGraphExec_t ready = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      if (graph > 0 && static_cast<std::size_t>(graph) <= graphs_.size())
        ready = graphs_[static_cast<std::size_t>(graph) - 1];
    }
    if (ready == nullptr) fail(GpuFailure::Misuse, "there is no graph " + std::to_string(graph));
    given().note("a graph", nullptr, stream);
    check("cudaGraphLaunch", cudaGraphLaunch(ready, handle(stream)));
  }
  void drop(Graph graph) noexcept override {
    const std::scoped_lock lock(mutex_);
    Stream after = default_stream;
    for (auto block = blocks_.begin(); block != blocks_.end();) {
      const bool gone = block->second.graph == graph && block->second.let_go;
      if (block->second.graph == graph) block->second.graph = 0;
      if (gone) {
        if (block->second.let_go_on != after) order_default_stream(after = block->second.let_go_on);
        memory_.give_back(block->second.bytes);
        static_cast<void>(cudaFreeAsync(block->first, nullptr));
      }
      block = gone ? blocks_.erase(block) : std::next(block);
    }
    cudaGraphExec_t& ready = graphs_[static_cast<std::size_t>(graph) - 1];
    if (ready != nullptr) static_cast<void>(cudaGraphExecDestroy(ready));
    ready = nullptr;
  }

  int stream_count() const override {
    const std::scoped_lock lock(mutex_);
    return static_cast<int>(streams_.size());
  }

  std::size_t total_memory() const override {
    std::size_t free = 0;
    std::size_t total = 0;
    check("cudaMemGetInfo", cudaMemGetInfo(&free, &total));
    return total;
  }
  MemoryStatistics memory() const override {
    const std::scoped_lock lock(mutex_);
    MemoryStatistics out = memory_.now();
    std::uint64_t reserved = 0;
    if (cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrReservedMemCurrent, &reserved) == cudaSuccess)
      out.reserved = static_cast<std::size_t>(reserved);
    return out;
  }
  void limit_memory(std::size_t bytes) override {
    const std::scoped_lock lock(mutex_);
    memory_.limit(bytes);
  }
  void reset_peak() override {
    const std::scoped_lock lock(mutex_);
    memory_.reset_peak();
  }
  void release_reserved() override { check("cudaMemPoolTrimTo", cudaMemPoolTrimTo(pool_, 0)); }

 private:
  static constexpr int device = 0;

  // The event that record() returns if all work is known to be done. All other events have greater numbers.
  static constexpr Event over = 1;

  struct Block {
    std::size_t bytes;
    Graph graph;  // the graph that keeps the block, or 0 if no graph does
    bool let_go;  // true if the user has released the block while a graph still keeps it
    Stream let_go_on;
  };

  static bool is_set(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && value[0] != '\0' && std::string_view(value) != "0";
  }
  bool captures(Stream stream) const { return is_capturing() && capturing_ == stream; }
  void refuse_in_capture(const char* what) {
    if (!is_capturing()) return;
    broken_ = true;
    fail(GpuFailure::Misuse, std::string(what) + " is not permitted while a stream is captured");
  }
  Graph keep(cudaGraphExec_t ready) {
    const std::scoped_lock lock(mutex_);
    graphs_.push_back(ready);
    return static_cast<Graph>(graphs_.size());
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

  // Orders the default stream after all work given to `stream`. Destructors call this function, so an error is not
  // raised: the next synchronising call reports it. If `stream` is being captured, all work given to it before is done,
  // so no wait is needed.
  void order_default_stream(Stream stream) const {
    if (stream == default_stream || captures(stream)) return;
    cudaEvent_t event = nullptr;
    const bool recorded = cudaEventCreateWithFlags(&event, cudaEventDisableTiming) == cudaSuccess &&
                          cudaEventRecord(event, locked_handle(stream)) == cudaSuccess &&
                          cudaStreamWaitEvent(nullptr, event, 0) == cudaSuccess;
    if (event != nullptr) static_cast<void>(cudaEventDestroy(event));
    if (!recorded) static_cast<void>(cudaStreamSynchronize(locked_handle(stream)));
  }

  // Returns the CUDA event with this number, or null if the event is complete.
  cudaEvent_t find(Event event) const {
    if (event == 0 || event >= first_event_ + events_.size())
      fail(GpuFailure::Misuse, "there is no event " + std::to_string(event));
    return event < first_event_ ? nullptr : events_[event - first_event_];
  }
  void reuse_events() {
    while (!events_.empty()) {
      const cudaError_t state = cudaEventQuery(events_.front());
      if (state == cudaErrorNotReady) static_cast<void>(cudaGetLastError());  // clears "not ready", which is no error
      if (state != cudaSuccess) return;
      spare_.push_back(events_.front());
      events_.pop_front();
      ++first_event_;
    }
  }

  mutable std::mutex mutex_;
  cudaMemPool_t pool_ = nullptr;
  std::vector<cudaStream_t> streams_;
  std::deque<cudaEvent_t> events_;  // the events with number first_event_ and above; all earlier events are complete
  std::vector<cudaEvent_t> spare_;
  Event first_event_ = over + 1;
  std::unordered_map<void*, Block> blocks_;
  MemoryLedger memory_;
  // the stream on which memory is allocated and released while another stream is captured
  cudaStream_t beside_ = nullptr;
  std::atomic<Stream> capturing_{-1};
  std::atomic<bool> broken_{false};  // true if the capture in progress is invalid
  const bool waits_for_each_ = is_set("CUDA_LAUNCH_BLOCKING");
  std::vector<cudaGraphExec_t> graphs_;
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
