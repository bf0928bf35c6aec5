// What the CUDA backend needs of a device, and no more: memory, copies, kernels, streams and events. Two things
// implement it: a GPU, and a simulation of one in this process (simulated_runtime.h) that makes the order of everything
// which is not ordered as bad as it can be.
//
// Work is given to a stream and done later, in that stream's order. Between streams there is no order but that of
// `wait` and of the host's `synchronize`. What goes wrong on the device is raised by the next synchronising call: with
// the operator, and the sizes and dtypes of what its kernel was given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "engine/backends/cuda/runtime/operands.h"
#include "engine/backends/cuda/runtime/stream_memory.h"

namespace modecheck::engine::cuda {

// A queue of work. The default stream is always there.
using Stream = int;
inline constexpr Stream default_stream = 0;

// A moment in a stream: when all is done that was given to it before `record`.
using Event = std::uint64_t;

// A block that a kernel uses, by any address in it.
struct Touch {
  const void* data;
  Access access;
};

// A kernel with its arguments, which are copied: plain bytes.
struct Launch {
  // Does on the host what the kernel does on the device. Returns nullptr, or what is wrong with the arguments' values.
  using OnHost = const char* (*)(const void* arguments);
  // Gives the kernel to a GPU's stream.
  using OnDevice = void (*)(const void* arguments, void* stream);

  const char* name;  // the operator, for messages
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
  PinnedToDevice,      // they are read when the stream comes to it
  DeviceToHost,        // the bytes are there when the call returns
  DeviceToPinnedHost,  // they are there when the stream has come to it
  DeviceToDevice,
};

// In bytes, but for what is counted.
struct MemoryStatistics {
  std::size_t in_use = 0;
  std::size_t peak = 0;
  std::size_t limit = 0;     // 0: none
  std::size_t given = 0;     // all that was ever given out
  std::size_t reserved = 0;  // what the device has set apart, in use or not
  std::size_t blocks = 0;    // how many are in use
  std::size_t refusals = 0;  // how often there was not enough
};

// What was captured of a stream.
using Graph = int;

class Runtime {
 public:
  Runtime() = default;
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  virtual ~Runtime() = default;

  // Memory that work given to `stream` from now on may use. Raises OutOfMemory, and then nothing has changed.
  virtual void* allocate(std::size_t bytes, Stream stream) = 0;
  // The memory is gone when `stream` comes to it. Whatever other streams do with it has to be ordered before.
  virtual void release(void* block, Stream stream) = 0;
  virtual void copy(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream stream) = 0;
  virtual void launch(const Launch& launch, Stream stream) = 0;

  // For libraries that are made for a GPU; null: they may not be given work here.
  virtual const StreamMemory* library_memory() const { return nullptr; }

  // Work of the host that takes its turn in the stream as a kernel does, and may touch device memory meanwhile: what a
  // simulated device offers for operators that have no kernel of their own. A GPU does not: false.
  virtual bool has_host_work() const { return false; }
  struct HostWork {
    const char* name;                  // the operator, for messages
    std::function<const char*()> run;  // as Launch::on_host
    const Touch* touches;
    std::size_t touch_count;
    const Operands* operands = nullptr;  // as Launch::operands
  };
  virtual void launch(HostWork work, Stream stream) = 0;

  virtual Stream create_stream() = 0;
  virtual Event record(Stream stream) = 0;
  // What is given to `stream` from now on is done after the event.
  virtual void wait(Stream stream, Event event) = 0;
  virtual bool is_done(Event event) = 0;

  // These wait on the host, and raise what went wrong on the device since the last of them.
  virtual void synchronize(Stream stream) = 0;
  virtual void synchronize_event(Event event) = 0;
  virtual void synchronize_device() = 0;

  // Memory of the host that copies may go to and from while the host does something else. It may be released when no
  // copy uses it any more.
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void release_pinned(void* block) noexcept = 0;

  // From here on work that is given to the stream is not done but noted down, in one graph for the whole device: copies
  // within the device or with pinned memory, and kernels. All that was given before is done. The default stream cannot
  // be captured, there is one capture at a time, and as long as there is nothing may be waited for: such a call is
  // refused, and so is the graph then. Memory that is allocated meanwhile is kept until the graph is dropped.
  virtual void begin_capture(Stream stream) = 0;
  virtual Graph end_capture() = 0;
  // Forgets what was noted down.
  virtual void abandon_capture() noexcept = 0;
  virtual bool is_capturing() const = 0;
  // What was captured is done once more, with the same arguments and the same memory. What other streams do with that
  // is the caller's to order.
  virtual void replay(Graph graph, Stream stream) = 0;
  // Whoever still uses the graph's memory keeps it. The default stream has to come after its last replay.
  virtual void drop(Graph graph) noexcept = 0;

  virtual int stream_count() const = 0;

  virtual std::size_t total_memory() const = 0;
  virtual MemoryStatistics memory() const = 0;
  // The peak is what is in use now.
  virtual void reset_peak() = 0;
  // Gives back to the system what is reserved and not in use.
  virtual void release_reserved() = 0;
  // More than `bytes` are not given out; 0: no limit.
  virtual void limit_memory(std::size_t bytes) = 0;
};

}  // namespace modecheck::engine::cuda
