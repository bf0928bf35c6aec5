// The device interface of the CUDA backend: memory, copies, kernels, streams and events. Two classes implement it: the
// runtime of a GPU, and a simulation in this process (simulated_runtime.h). The simulation runs unordered work in a
// deliberately bad order.
//
// Work is given to a stream and done later, in that stream's order. Streams are ordered only by `wait` and by the
// host's `synchronize`. The next synchronising call raises errors of the device; the message names the operator and the
// sizes and dtypes of its kernel's operands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "engine/backends/cuda/runtime/operands.h"
#include "engine/backends/cuda/runtime/stream_memory.h"

namespace modecheck::engine::cuda {

// A queue of work. The default stream always exists.
using Stream = int;
inline constexpr Stream default_stream = 0;

// A point in a stream: reached when all work given to the stream before `record` is done.
using Event = std::uint64_t;

// A block that a kernel uses, given by any address in it.
struct Touch {
  const void* data;
  Access access;
};

// A kernel with its arguments: plain bytes, which are copied.
struct Launch {
  // Does on the host what the kernel does on the device. Returns nullptr, or a text that says which values of the
  // arguments are wrong.
  using OnHost = const char* (*)(const void* arguments);
  // Launches the kernel on a stream of the GPU.
  using OnDevice = void (*)(const void* arguments, void* stream);

  const char* name;  // name of the operator, for messages
  OnHost on_host;
  OnDevice on_device;
  const void* arguments;
  std::size_t argument_bytes;
  const Touch* touches;
  std::size_t touch_count;
  const Operands* operands = nullptr;  // for messages; copied, as the arguments are
};

enum class CopyKind : std::uint8_t {
  HostToDevice,        // the host's bytes are read before the call returns
  PinnedToDevice,      // the host's bytes are read when the stream reaches the copy
  DeviceToHost,        // the bytes have arrived when the call returns
  DeviceToPinnedHost,  // the bytes have arrived when the stream has done the copy
  DeviceToDevice,
};

// Sizes are in bytes.
struct MemoryStatistics {
  std::size_t in_use = 0;
  std::size_t peak = 0;
  std::size_t limit = 0;     // 0: no limit
  std::size_t given = 0;     // total ever allocated
  std::size_t reserved = 0;  // what the device has reserved, in use or not
  std::size_t blocks = 0;    // number of blocks in use
  std::size_t refusals = 0;  // number of requests that were refused
};

// A captured graph, by number.
using Graph = int;

class Runtime {
 public:
  Runtime() = default;
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  virtual ~Runtime() = default;

  // Allocates memory for work given to `stream` from now on. Raises OutOfMemory, and then nothing has changed.
  virtual void* allocate(std::size_t bytes, Stream stream) = 0;
  // Frees the memory when `stream` reaches this point. The caller orders uses on other streams before it.
  virtual void release(void* block, Stream stream) = 0;
  virtual void copy(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream stream) = 0;
  virtual void launch(const Launch& launch, Stream stream) = 0;

  // Memory for GPU libraries such as cuBLASLt; null if this runtime cannot run their work.
  virtual const StreamMemory* library_memory() const { return nullptr; }

  // Host work takes its turn in the stream as a kernel does, and may touch device memory meanwhile. The simulated
  // device offers it for operators that have no kernel of their own; a GPU returns false.
  virtual bool has_host_work() const { return false; }
  struct HostWork {
    const char* name;                  // name of the operator, for messages
    std::function<const char*()> run;  // as Launch::on_host
    const Touch* touches;
    std::size_t touch_count;
    const Operands* operands = nullptr;  // as Launch::operands
  };
  virtual void launch(HostWork work, Stream stream) = 0;

  virtual Stream create_stream() = 0;
  virtual Event record(Stream stream) = 0;
  // Work given to `stream` from now on runs after the event.
  virtual void wait(Stream stream, Event event) = 0;
  virtual bool is_done(Event event) = 0;

  // These block the host, and raise the first error on the device since the last synchronising call.
  virtual void synchronize(Stream stream) = 0;
  virtual void synchronize_event(Event event) = 0;
  virtual void synchronize_device() = 0;

  // Pinned host memory, which copies may use while the host does something else. Release it only when no copy uses it
  // any more.
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void release_pinned(void* block) noexcept = 0;

  // From now on, work given to `stream` is not done but recorded in a graph: kernels, and copies within the device or
  // with pinned memory. Waits first for all work given before. The default stream cannot be captured, and there is one
  // capture at a time. During a capture nothing may wait for the device: such a call is rejected and makes the graph
  // invalid. Memory allocated meanwhile, on any stream, is kept until the graph is dropped, because captured work may
  // use it.
  virtual void begin_capture(Stream stream) = 0;
  virtual Graph end_capture() = 0;
  // Ends the capture and discards what was recorded.
  virtual void abandon_capture() noexcept = 0;
  virtual bool is_capturing() const = 0;
  // Gives the captured work to `stream` once more, with the same arguments and the same memory. The caller orders other
  // streams' uses of that memory.
  virtual void replay(Graph graph, Stream stream) = 0;
  // Deletes the graph. Blocks that tensors still use stay allocated. The others are freed after all work that was given
  // to the streams that released them. The default stream must be ordered after the graph's last replay.
  virtual void drop(Graph graph) noexcept = 0;

  virtual int stream_count() const = 0;

  virtual std::size_t total_memory() const = 0;
  virtual MemoryStatistics memory() const = 0;
  // Sets the peak to what is in use now.
  virtual void reset_peak() = 0;
  // Returns memory that is reserved and not in use to the system.
  virtual void release_reserved() = 0;
  // Refuses allocations beyond `bytes` in total; 0: no limit.
  virtual void limit_memory(std::size_t bytes) = 0;
};

}  // namespace modecheck::engine::cuda
