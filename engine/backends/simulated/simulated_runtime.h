// A simulated CUDA device that runs in this process. It makes stream errors show that a GPU shows once in a thousand
// runs: a missing wait, memory released too early, a copy read before it is done.
//
//   * Device memory is closed to the host. Touching it outside of a kernel ends the process, and AddressSanitizer says
//     where.
//   * Work is done as late as possible, and sometimes earlier; which stream runs next is drawn at random. A value that
//     is read too early is therefore a different value.
//   * Vector clocks record exactly which stream waited for which, so a missing wait is found even where the values
//     happen to be right. Blocks count as a whole: two streams may not write two halves of one block at the same time,
//     and the backend never does.
//   * Released memory is overwritten, and given out again as early as the order of the streams allows.
//   * The bytes between blocks are fences that nobody may write.
//
// Each error that the simulated device finds is a misuse: a text that names the kernel and its operands. The next
// synchronising call raises the first misuse; misuses() keeps all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/backends/cuda/runtime/memory_ledger.h"
#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::cuda {

class SimulatedRuntime final : public Runtime {
 public:
  // Reserves `arena_bytes` of address space for the device. Pages get physical memory only when they are first used.
  explicit SimulatedRuntime(std::uint64_t seed, std::size_t arena_bytes = std::size_t{1} << 30);
  ~SimulatedRuntime() override;

  // Restarts the random choice of which stream runs next.
  void reseed(std::uint64_t seed) { state_ = seed * 0x9E3779B97F4A7C15u + 1; }

  void* allocate(std::size_t bytes, Stream stream) override;
  void release(void* block, Stream stream) override;
  void copy(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream stream) override;
  void launch(const Launch& launch, Stream stream) override;
  bool has_host_work() const override { return !like_a_gpu_; }
  // From now on the simulated device offers no more than a GPU does. It reports host work as a misuse, and also a
  // kernel that libmodecheck_gpu lacks. The host still runs all other kernels.
  void behave_like_a_gpu() { like_a_gpu_ = true; }
  void launch(HostWork work, Stream stream) override;
  Stream create_stream() override;
  Event record(Stream stream) override;
  void wait(Stream stream, Event event) override;
  bool is_done(Event event) override;
  void synchronize(Stream stream) override;
  void synchronize_event(Event event) override;
  void synchronize_device() override;
  void* allocate_pinned(std::size_t bytes) override;
  void release_pinned(void* block) noexcept override;
  void begin_capture(Stream stream) override;
  Graph end_capture() override;
  void abandon_capture() noexcept override;
  bool is_capturing() const override { return capturing_ >= 0; }
  void replay(Graph graph, Stream stream) override;
  void drop(Graph graph) noexcept override;
  int stream_count() const override { return static_cast<int>(queues_.size()); }
  std::size_t total_memory() const override { return arena_bytes_; }
  MemoryStatistics memory() const override;
  void limit_memory(std::size_t bytes) override { memory_.limit(bytes); }
  void reset_peak() override { memory_.reset_peak(); }
  void release_reserved() override {}

  // The number of operations given to the stream so far.
  std::uint64_t given_to(Stream stream) { return queue(stream).given; }

  const std::vector<std::string>& misuses() const { return misuses_; }
  void forget_misuses() { misuses_.clear(); }

 private:
  // A vector clock: for each stream, the number of its operations that are known to come before a given point.
  using Clock = std::vector<std::uint64_t>;
  static constexpr std::size_t granule = 256;
  static constexpr std::size_t fence = 64;  // the number of bytes behind each block that no kernel may write

  struct Use {
    Stream stream = -1;
    std::uint64_t number = 0;  // the index of the operation in its stream
    const char* name = "";
  };
  struct Block {
    std::size_t bytes = 0;  // the size that the caller requested; `room` also counts the fence
    std::size_t room = 0;
    bool released = false;
    Graph graph = 0;      // the CUDA graph that keeps the block, or 0 if no graph does
    bool let_go = false;  // true if the user has released the block while a graph still keeps it
    Stream let_go_on = default_stream;
    Use write;  // the last write to the block; if the block is released, its release
    std::vector<Use> reads;
  };
  // One operation that a CUDA graph has captured, to be run at each replay.
  struct Operation {
    struct Used {
      const void* data;
      std::size_t bytes;
      Access access;
    };
    const char* name;
    std::vector<Used> uses;
    std::function<const char*()> run;
    Operands operands;
  };
  struct PinnedBlock {
    std::size_t bytes = 0;
    std::uint64_t copies = 0;  // the number of copies from or to this block that are given to a stream and not yet done
  };
  struct Task {
    Event waits_for = 0;               // the event that this task waits for, or 0 if it waits for none
    std::function<const char*()> run;  // runs the task; returns an error message, or nullptr if all is well
    const char* name = "";
    Operands operands;
  };
  struct Queue {
    std::deque<Task> tasks;
    std::uint64_t given = 0;
    std::uint64_t done = 0;
    Clock clock;
  };
  struct Recorded {
    Stream stream = 0;
    std::uint64_t number = 0;
    Clock clock;
  };

  std::uint64_t draw(std::uint64_t below);
  Queue& queue(Stream stream);
  // Adds one to the number of operations given to `stream`, and returns that number.
  std::uint64_t begin(Stream stream);
  void give(Stream stream, Task task);
  void launch(const char* name, const Touch* touches, std::size_t count, const Operands* operands,
              std::function<const char*()> run, Stream stream);
  // Marks the capture in progress as invalid and raises. Does nothing if no capture is in progress.
  void refuse_in_capture(const char* what);
  bool captures(Stream stream) const { return capturing_ >= 0 && capturing_ == stream; }
  // Queues the release of the block on `stream`, so that it happens after the work given to that stream before.
  void release_now(char* data, Block& block, Stream stream);
  PinnedBlock* pinned_around(const void* address);
  // Runs some pending tasks of the streams, or none. The number of tasks is drawn at random.
  void let_pass();
  bool ready(const Queue& queue) const;
  bool done(Event event) const;
  const Clock& clock_of(Event event) const;
  void run_head(Queue& queue);
  template <typename Done>
  void run_until(const Done& is_enough);
  void raise_pending();

  std::map<char*, Block>::iterator find(const void* address);
  // Records that an operation of `stream` uses the block around `address`. Reports a misuse if the use is not ordered
  // after earlier uses. Returns false if the operation cannot be run.
  bool touch(const void* address, std::size_t bytes, Access access, const char* name, Stream stream,
             std::uint64_t number, const Operands& operands = {});
  bool comes_before(const Use& use, const Clock& clock) const;
  void misuse(std::string what);
  void check_fence(char* data, const Block& block);
  void open();
  void close();

  char* arena_;
  std::size_t arena_bytes_;
  std::size_t arena_used_ = 0;
  int open_ = 0;
  std::map<char*, Block> blocks_;
  std::vector<Queue> queues_;
  // Events by number, from first_event_ on. The host knows that all events before first_event_ are done.
  std::vector<Recorded> events_;
  Event first_event_ = 1;
  Clock host_;  // the vector clock of the work that the host has waited for
  MemoryLedger memory_;
  std::map<char*, PinnedBlock> pinned_;
  Stream capturing_ = -1;
  bool broken_ = false;  // true if the CUDA graph capture in progress is invalid
  std::vector<Operation> captured_;
  // the operations of each graph; the graph with number n is at index n - 1
  std::vector<std::vector<Operation>> graphs_;
  std::vector<std::string> misuses_;
  std::vector<std::string> pending_;  // error messages of kernels and misuses, which the next synchronising call raises
  std::uint64_t state_ = 1;
  bool like_a_gpu_ = false;
};

}  // namespace modecheck::engine::cuda
