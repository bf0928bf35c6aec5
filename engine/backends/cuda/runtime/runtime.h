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

// The number of a stream: a queue of work on the device. The default stream always exists.
using Stream = int;
inline constexpr Stream default_stream = 0;

// A point in a stream. It is reached when all work that was given to the stream before `record` is done.
using Event = std::uint64_t;

// A block of device memory that a kernel reads or writes. `data` may be any address in the block.
struct Touch {
  const void* data;
  Access access;
};

// A kernel with its arguments. The arguments are plain bytes, which are copied.
struct Launch {
  // A function that does on the host what the kernel does on the device. It returns nullptr, or an error text that says
  // which values of the arguments are wrong.
  using OnHost = const char* (*)(const void* arguments);
  // A function that launches the kernel on a stream of the GPU.
  using OnDevice = void (*)(const void* arguments, void* stream);

  const char* name;  // the name of the operator, for error messages
  OnHost on_host;
  OnDevice on_device;
  const void* arguments;
  std::size_t argument_bytes;
  const Touch* touches;
  std::size_t touch_count;
  // the kernel's operands, for error messages; the launch copies the object, as it copies the arguments
  const Operands* operands = nullptr;
};

enum class CopyKind : std::uint8_t {
  HostToDevice,        // a copy for which the host's bytes are read before the call returns
  PinnedToDevice,      // a copy for which the host's bytes are read when the stream reaches it
  DeviceToHost,        // a copy whose bytes have arrived on the host when the call returns
  DeviceToPinnedHost,  // a copy whose bytes have arrived on the host when the stream has done it
  DeviceToDevice,
};

// Statistics of the device memory. Sizes are in bytes.
struct MemoryStatistics {
  std::size_t in_use = 0;
  std::size_t peak = 0;
  std::size_t limit = 0;     // the limit on memory in use; 0 means no limit
  std::size_t given = 0;     // the total of all allocations since the runtime was made
  std::size_t reserved = 0;  // the memory that the device has reserved, in use or not
  std::size_t blocks = 0;    // the number of memory blocks in use
  std::size_t refusals = 0;  // the number of requests for memory that were refused
};

// The number of a captured CUDA graph.
using Graph = int;

class Runtime {
 public:
  Runtime() = default;
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  virtual ~Runtime() = default;

  // Allocates memory that work given to `stream` from now on may use. If it raises OutOfMemory, nothing has changed.
  virtual void* allocate(std::size_t bytes, Stream stream) = 0;
  // Frees a memory block when all work given to `stream` so far is done. If other streams use the block, the caller
  // must make `stream` wait for them first.
  virtual void release(void* block, Stream stream) = 0;
  virtual void copy(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream stream) = 0;
  virtual void launch(const Launch& launch, Stream stream) = 0;

  // Returns the functions that give workspace to GPU libraries such as cuBLASLt, or null if this runtime cannot run
  // their work.
  virtual const StreamMemory* library_memory() const { return nullptr; }

  // Returns true if the device can run host work: a host function that runs in the order of the stream and may use
  // device memory. The simulated device runs host work for operators that have no kernel of their own. A GPU cannot run
  // host work.
  virtual bool has_host_work() const { return false; }
  struct HostWork {
    const char* name;                  // the name of the operator, for error messages
    std::function<const char*()> run;  // does the work; returns nullptr, or an error text as Launch::on_host does
    const Touch* touches;
    std::size_t touch_count;
    const Operands* operands = nullptr;  // the operands for error messages, as Launch::operands
  };
  virtual void launch(HostWork work, Stream stream) = 0;

  virtual Stream create_stream() = 0;
  virtual Event record(Stream stream) = 0;
  // Makes work that is given to `stream` from now on run after the event.
  virtual void wait(Stream stream, Event event) = 0;
  virtual bool is_done(Event event) = 0;

  // synchronize, synchronize_event and synchronize_device block the host. They raise the first error on the device
  // since the last synchronising call.
  virtual void synchronize(Stream stream) = 0;
  virtual void synchronize_event(Event event) = 0;
  virtual void synchronize_device() = 0;

  // Allocate and release pinned host memory. Copies from and to pinned memory run while the host does something else.
  // Release a block only when no copy uses it any more.
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void release_pinned(void* block) noexcept = 0;

  // From now on, work that is given to `stream` is recorded in a graph and not done. The work may be kernels, and
  // copies within the device or with pinned memory. First the host waits for all work given before. The default stream
  // cannot be captured, and there is one capture at a time. During a capture nothing may wait for the device: such a
  // call is rejected and makes the graph invalid. Memory that is allocated during the capture, on any stream, is kept
  // until the graph is dropped, because captured work may use it.
  virtual void begin_capture(Stream stream) = 0;
  virtual Graph end_capture() = 0;
  // Ends the capture and discards the work that it has recorded.
  virtual void abandon_capture() noexcept = 0;
  virtual bool is_capturing() const = 0;
  // Gives the captured work to `stream` once more, with the same arguments and the same memory. The caller must order
  // other streams' uses of that memory.
  virtual void replay(Graph graph, Stream stream) = 0;
  // Deletes the graph. Memory blocks of the graph that tensors still use stay allocated. The graph's other blocks are
  // freed after all work that was given to the streams that released them. The caller must order the default stream
  // after the graph's last replay.
  virtual void drop(Graph graph) noexcept = 0;

  virtual int stream_count() const = 0;

  virtual std::size_t total_memory() const = 0;
  virtual MemoryStatistics memory() const = 0;
  // Sets the peak of the memory statistics to the amount of memory in use now.
  virtual void reset_peak() = 0;
  // Returns device memory that is reserved and not in use to the system.
  virtual void release_reserved() = 0;
  // Refuses allocations that would exceed `bytes` in total. 0 means no limit.
  virtual void limit_memory(std::size_t bytes) = 0;
};

}  // namespace modecheck::engine::cuda
