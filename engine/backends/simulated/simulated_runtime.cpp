#include "engine/backends/simulated/simulated_runtime.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "engine/core/errors/error.h"

namespace modecheck::engine::cuda {
namespace {

constexpr unsigned char kFence = 0xFE;
constexpr unsigned char kReleased = 0xDB;
constexpr unsigned char kFresh = 0xCD;
constexpr unsigned char kNotYet = 0xAB;  // a device-to-host copy that is not done yet leaves these bytes in host memory

std::string described(const char* name, Stream stream) {
  return std::string(name) + " on stream " + std::to_string(stream);
}

}  // namespace

SimulatedRuntime::SimulatedRuntime(std::uint64_t seed, std::size_t arena_bytes) : arena_bytes_(arena_bytes) {
  reseed(seed);
  void* const arena =
      mmap(nullptr, arena_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, /*fd=*/-1, /*offset=*/0);
  MODECHECK_CHECK(arena != MAP_FAILED, ErrorClass::OutOfMemory, "simulated device: cannot reserve ", arena_bytes,
                  " bytes of addresses; ask for fewer");
  arena_ = static_cast<char*>(arena);
  create_stream();
}

SimulatedRuntime::~SimulatedRuntime() { munmap(arena_, arena_bytes_); }

std::uint64_t SimulatedRuntime::draw(std::uint64_t below) {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return (state_ * 0x2545F4914F6CDD1Du >> 11) % below;
}

// --- Device memory: allocation and release.

void SimulatedRuntime::open() {
  if (open_++ == 0 && arena_used_ > 0) mprotect(arena_, arena_used_, PROT_READ | PROT_WRITE);
}
void SimulatedRuntime::close() {
  if (--open_ == 0 && arena_used_ > 0) mprotect(arena_, arena_used_, PROT_NONE);
}

void* SimulatedRuntime::allocate(std::size_t bytes, Stream stream) {
  if (!memory_.has_room(bytes))
    throw c10::OutOfMemoryError(ErrorClass::OutOfMemory, "simulated device: " + memory_.refusal(bytes));
  const std::size_t room = (bytes + fence + granule - 1) / granule * granule;
  MODECHECK_CHECK(room <= arena_bytes_ - arena_used_, ErrorClass::OutOfMemory, "simulated device: cannot allocate ",
                  bytes, " bytes: ", arena_used_, " of ", arena_bytes_, " addresses are taken");
  const Graph keeper = is_capturing() ? static_cast<Graph>(graphs_.size()) + 1 : 0;
  // A block that a CUDA graph keeps exists before the graph runs. Its allocation therefore goes to the default stream,
  // and not to the captured one.
  if (captures(stream)) stream = default_stream;
  const std::uint64_t number = begin(stream);
  const Clock& clock = queue(stream).clock;
  // Reuse a released block as soon as the order of the streams allows. This is the worst case for a program that waits
  // too little.
  auto found = std::find_if(blocks_.begin(), blocks_.end(), [&](const auto& entry) {
    return entry.second.released && entry.second.room == room && comes_before(entry.second.write, clock);
  });
  if (found == blocks_.end()) {
    found = blocks_.emplace(arena_ + arena_used_, Block{}).first;
    found->second.room = room;
    arena_used_ += room;
    if (open_ > 0) mprotect(arena_, arena_used_, PROT_READ | PROT_WRITE);
  }
  Block& block = found->second;
  block.bytes = bytes;
  block.released = false;
  block.graph = keeper;
  block.let_go = false;
  block.reads.clear();
  block.write = {stream, number, "allocate"};
  memory_.take(bytes);
  char* const data = found->first;
  give(stream, {0,
                [data, bytes, room] {
                  std::memset(data, kFresh, bytes);
                  std::memset(data + bytes, kFence, room - bytes);
                  return static_cast<const char*>(nullptr);
                },
                "allocate",
                {}});
  return data;
}

std::map<char*, SimulatedRuntime::Block>::iterator SimulatedRuntime::find(const void* address) {
  auto after = blocks_.upper_bound(const_cast<char*>(static_cast<const char*>(address)));
  if (after == blocks_.begin()) return blocks_.end();
  --after;
  return static_cast<const char*>(address) < after->first + after->second.room ? after : blocks_.end();
}

void SimulatedRuntime::release(void* data, Stream stream) {
  const auto found = find(data);
  if (found == blocks_.end() || found->first != data)
    return misuse(described("release", stream) + ": releases what is no block");
  Block& block = found->second;
  if (block.released || block.let_go)
    return misuse(described("release", stream) + ": releases memory that was released before");
  if (block.graph != 0) {
    block.let_go = true;
    block.let_go_on = stream;
    return;
  }
  // The default stream releases the block if `stream` is being captured. That order is correct, because all work given
  // to `stream` before the capture is done.
  release_now(found->first, block, captures(stream) ? default_stream : stream);
}

void SimulatedRuntime::release_now(char* data, Block& block, Stream stream) {
  const std::uint64_t number = begin(stream);
  touch(data, block.bytes, Access::Writes, "release", stream, number);
  block.released = true;
  memory_.give_back(block.bytes);
  give(stream, {0,
                [this, data, bytes = block.bytes, room = block.room] {
                  Block as_it_was;
                  as_it_was.bytes = bytes;
                  as_it_was.room = room;
                  check_fence(data, as_it_was);
                  std::memset(data, kReleased, bytes);
                  return static_cast<const char*>(nullptr);
                },
                "release",
                {}});
}

MemoryStatistics SimulatedRuntime::memory() const {
  MemoryStatistics out = memory_.now();
  out.reserved = arena_used_;
  return out;
}

// --- Pinned host memory.

void* SimulatedRuntime::allocate_pinned(std::size_t bytes) {
  char* const out = new char[std::max<std::size_t>(bytes, 1)];
  pinned_[out].bytes = bytes;
  return out;
}

void SimulatedRuntime::release_pinned(void* block) noexcept {
  const auto found = pinned_.find(static_cast<char*>(block));
  if (found == pinned_.end()) return misuse("releases what is no pinned memory");
  // If a copy still uses the pinned block, the block is leaked and not freed: the copy would write to freed memory.
  if (found->second.copies != 0) return misuse("pinned memory is released while a copy uses it");
  pinned_.erase(found);
  delete[] static_cast<char*>(block);
}

SimulatedRuntime::PinnedBlock* SimulatedRuntime::pinned_around(const void* address) {
  auto after = pinned_.upper_bound(const_cast<char*>(static_cast<const char*>(address)));
  if (after == pinned_.begin()) return nullptr;
  --after;
  return static_cast<const char*>(address) < after->first + after->second.bytes ? &after->second : nullptr;
}

void SimulatedRuntime::check_fence(char* data, const Block& block) {
  for (std::size_t i = block.bytes; i < block.room; ++i)
    if (static_cast<unsigned char>(data[i]) != kFence) {
      misuse("written behind the end of a block of " + std::to_string(block.bytes) + " bytes, at byte " +
             std::to_string(i));
      return;
    }
}

// --- The order of operations on streams, recorded by vector clocks.

bool SimulatedRuntime::comes_before(const Use& use, const Clock& clock) const {
  if (use.stream < 0) return true;
  const auto stream = static_cast<std::size_t>(use.stream);
  return stream < clock.size() && use.number <= clock[stream];
}

bool SimulatedRuntime::touch(const void* address, std::size_t bytes, Access access, const char* name, Stream stream,
                             std::uint64_t number, const Operands& operands) {
  const auto wrong = [&](const std::string& what) {
    misuse(described(name, stream) + ": " + what + operands.text());
    return false;
  };
  const auto found = find(address);
  if (found == blocks_.end()) return wrong("uses an address that is no device memory");
  Block& block = found->second;
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - found->first);
  if (block.released) return wrong("uses memory that was released on stream " + std::to_string(block.write.stream));
  if (bytes > block.bytes || offset > block.bytes - bytes)
    return wrong("uses bytes " + std::to_string(offset) + " to " + std::to_string(offset + bytes) + " of a block of " +
                 std::to_string(block.bytes));
  const Clock& clock = queue(stream).clock;
  if (!comes_before(block.write, clock))
    wrong("does not wait for " + described(block.write.name, block.write.stream) + ", which writes what it uses");
  if (access == Access::Reads) {
    const auto same =
        std::find_if(block.reads.begin(), block.reads.end(), [&](const Use& read) { return read.stream == stream; });
    if (same == block.reads.end())
      block.reads.push_back({stream, number, name});
    else
      *same = {stream, number, name};
    return true;
  }
  for (const Use& read : block.reads)
    if (!comes_before(read, clock))
      wrong("does not wait for " + described(read.name, read.stream) + ", which reads what it overwrites");
  block.reads.clear();
  block.write = {stream, number, name};
  return true;
}

void SimulatedRuntime::misuse(std::string what) {
  pending_.push_back(what);
  misuses_.push_back(std::move(what));
}

// --- Streams and events.

SimulatedRuntime::Queue& SimulatedRuntime::queue(Stream stream) {
  MODECHECK_CHECK(stream >= 0 && static_cast<std::size_t>(stream) < queues_.size(), ErrorClass::Argument,
                  "simulated device: there is no stream ", stream, "; there are ", queues_.size());
  return queues_[static_cast<std::size_t>(stream)];
}

Stream SimulatedRuntime::create_stream() {
  queues_.emplace_back();
  for (Queue& one : queues_) one.clock.resize(queues_.size());
  host_.resize(queues_.size());
  queues_.back().clock = host_;
  return static_cast<Stream>(queues_.size() - 1);
}

// begin() starts an operation of a stream. Everything that the host has waited for comes before that operation.
std::uint64_t SimulatedRuntime::begin(Stream stream) {
  Queue& one = queue(stream);
  for (std::size_t i = 0; i < host_.size(); ++i) one.clock[i] = std::max(one.clock[i], host_[i]);
  one.clock[static_cast<std::size_t>(stream)] = ++one.given;
  return one.given;
}

void SimulatedRuntime::give(Stream stream, Task task) {
  queue(stream).tasks.push_back(std::move(task));
  let_pass();
}

void SimulatedRuntime::let_pass() {
  if (draw(8) != 0) return;
  for (std::uint64_t left = draw(4); left > 0; --left) {
    Queue& one = queues_[draw(queues_.size())];
    if (!one.tasks.empty() && ready(one)) run_head(one);
  }
}

bool SimulatedRuntime::done(Event event) const {
  if (event < first_event_) return true;
  const Recorded& recorded = events_.at(event - first_event_);
  return queues_[static_cast<std::size_t>(recorded.stream)].done >= recorded.number;
}

bool SimulatedRuntime::ready(const Queue& one) const {
  return one.tasks.front().waits_for == 0 || done(one.tasks.front().waits_for);
}

void SimulatedRuntime::run_head(Queue& one) {
  const Task task = std::move(one.tasks.front());
  one.tasks.pop_front();
  if (task.run) {
    open();
    const char* const wrong = task.run();
    close();
    if (wrong != nullptr) pending_.push_back(std::string(task.name) + ": " + wrong + task.operands.text());
  }
  ++one.done;
}

template <typename Done>
void SimulatedRuntime::run_until(const Done& is_enough) {
  open();
  while (!is_enough()) {
    // This loop ends, because at least one stream can always run: an event is recorded before any stream waits for the
    // event.
    Queue& one = queues_[draw(queues_.size())];
    if (!one.tasks.empty() && ready(one)) run_head(one);
  }
  close();
}

Event SimulatedRuntime::record(Stream stream) {
  const Queue& one = queue(stream);
  events_.push_back({stream, one.given, one.clock});
  return first_event_ + events_.size() - 1;
}

const SimulatedRuntime::Clock& SimulatedRuntime::clock_of(Event event) const {
  return event < first_event_ ? host_ : events_.at(event - first_event_).clock;
}

void SimulatedRuntime::wait(Stream stream, Event event) {
  MODECHECK_CHECK(event > 0 && event < first_event_ + events_.size(), ErrorClass::Argument,
                  "simulated device: there is no event ", event);
  begin(stream);
  Queue& one = queue(stream);
  const Clock& before = clock_of(event);
  for (std::size_t i = 0; i < before.size(); ++i) one.clock[i] = std::max(one.clock[i], before[i]);
  give(stream, {event, nullptr, "wait", {}});
}

bool SimulatedRuntime::is_done(Event event) {
  let_pass();
  return done(event);
}

void SimulatedRuntime::synchronize(Stream stream) {
  refuse_in_capture("waiting");
  const Queue& one = queue(stream);
  run_until([&] { return one.tasks.empty(); });
  for (std::size_t i = 0; i < host_.size(); ++i) host_[i] = std::max(host_[i], one.clock[i]);
  raise_pending();
}

void SimulatedRuntime::synchronize_event(Event event) {
  refuse_in_capture("waiting");
  run_until([&] { return done(event); });
  const Clock& before = clock_of(event);
  for (std::size_t i = 0; i < before.size(); ++i) host_[i] = std::max(host_[i], before[i]);
  raise_pending();
}

void SimulatedRuntime::synchronize_device() {
  refuse_in_capture("waiting");
  run_until(
      [&] { return std::all_of(queues_.begin(), queues_.end(), [](const Queue& one) { return one.tasks.empty(); }); });
  for (const Queue& one : queues_)
    for (std::size_t i = 0; i < host_.size(); ++i) host_[i] = std::max(host_[i], one.clock[i]);
  first_event_ += events_.size();
  events_.clear();
  open();
  for (const auto& [data, block] : blocks_)
    if (!block.released) check_fence(data, block);
  close();
  raise_pending();
}

void SimulatedRuntime::raise_pending() {
  if (pending_.empty()) return;
  const std::string first = pending_.front();
  pending_.clear();
  raise(ErrorClass::Internal, "simulated device: ", first);
}

// --- Copies between host and device.

void SimulatedRuntime::copy(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream stream) {
  if (bytes == 0) return;
  const bool from_host = kind == CopyKind::HostToDevice || kind == CopyKind::PinnedToDevice;
  const bool to_host = kind == CopyKind::DeviceToHost || kind == CopyKind::DeviceToPinnedHost;
  const auto move = [to, from, bytes] {
    std::memmove(to, from, bytes);
    return static_cast<const char*>(nullptr);
  };
  if (captures(stream)) {
    if (kind == CopyKind::HostToDevice || kind == CopyKind::DeviceToHost)
      refuse_in_capture("a copy that is waited for");
    Operation operation{"copy", {}, move, {}};
    if (!from_host) operation.uses.push_back({from, bytes, Access::Reads});
    if (!to_host) operation.uses.push_back({to, bytes, Access::Writes});
    captured_.push_back(std::move(operation));
    return;
  }
  const std::uint64_t number = begin(stream);
  const bool can_read = from_host || touch(from, bytes, Access::Reads, "copy", stream, number);
  const bool can_write = to_host || touch(to, bytes, Access::Writes, "copy", stream, number);
  if (to_host) std::memset(to, kNotYet, bytes);
  if (!can_read || !can_write) {
    give(stream, {0, nullptr, "copy", {}});
  } else if (kind == CopyKind::HostToDevice) {
    auto kept =
        std::make_shared<std::vector<char>>(static_cast<const char*>(from), static_cast<const char*>(from) + bytes);
    give(stream, {0,
                  [to, kept] {
                    std::memcpy(to, kept->data(), kept->size());
                    return static_cast<const char*>(nullptr);
                  },
                  "copy",
                  {}});
  } else if (PinnedBlock* const pinned = from_host || to_host ? pinned_around(from_host ? from : to) : nullptr;
             pinned != nullptr) {
    ++pinned->copies;
    give(stream, {0,
                  [move, pinned] {
                    --pinned->copies;
                    return move();
                  },
                  "copy",
                  {}});
  } else {
    give(stream, {0, move, "copy", {}});
  }
  if (kind == CopyKind::DeviceToHost) synchronize(stream);
}

// --- Capture and replay of CUDA graphs.

void SimulatedRuntime::refuse_in_capture(const char* what) {
  if (!is_capturing()) return;
  broken_ = true;
  raise(ErrorClass::Argument, "simulated device: ", what, " is not permitted while a stream is captured");
}

void SimulatedRuntime::begin_capture(Stream stream) {
  queue(stream);
  MODECHECK_CHECK(stream != default_stream, ErrorClass::Argument,
                  "simulated device: the default stream cannot be captured; change to another one");
  refuse_in_capture("a second capture");
  synchronize_device();
  capturing_ = stream;
  broken_ = false;
}

Graph SimulatedRuntime::end_capture() {
  MODECHECK_CHECK(is_capturing(), ErrorClass::Argument, "simulated device: nothing is captured");
  const bool broken = broken_;
  if (broken) abandon_capture();
  MODECHECK_CHECK(!broken, ErrorClass::Argument,
                  "simulated device: the capture is worth nothing, for something was not permitted in it");
  capturing_ = -1;
  graphs_.push_back(std::move(captured_));
  captured_.clear();
  return static_cast<Graph>(graphs_.size());
}

void SimulatedRuntime::abandon_capture() noexcept {
  if (!is_capturing()) return;
  capturing_ = -1;
  captured_.clear();
  graphs_.emplace_back();
  drop(static_cast<Graph>(graphs_.size()));
}

void SimulatedRuntime::replay(Graph graph, Stream stream) {
  refuse_in_capture("a replay");
  MODECHECK_CHECK(graph > 0 && static_cast<std::size_t>(graph) <= graphs_.size(), ErrorClass::Argument,
                  "simulated device: there is no graph ", graph);
  for (const Operation& operation : graphs_[static_cast<std::size_t>(graph) - 1]) {
    const std::uint64_t number = begin(stream);
    bool runs = true;
    for (const Operation::Used& used : operation.uses)
      runs = touch(used.data, used.bytes, used.access, operation.name, stream, number, operation.operands) && runs;
    give(stream, {0, runs ? operation.run : nullptr, operation.name, operation.operands});
  }
}

void SimulatedRuntime::drop(Graph graph) noexcept {
  for (auto& [data, block] : blocks_) {
    if (block.graph != graph) continue;
    block.graph = 0;
    if (!block.let_go) continue;
    block.let_go = false;
    // A stream on which a block of the graph was released may still have pending work. The default stream waits for
    // that work before it releases the block. A stream that is being captured has no pending work: all work given to it
    // before the capture is done.
    if (block.let_go_on != default_stream && !captures(block.let_go_on)) wait(default_stream, record(block.let_go_on));
    release_now(data, block, default_stream);
  }
  graphs_[static_cast<std::size_t>(graph) - 1].clear();
}

// --- Kernel launches.

void SimulatedRuntime::launch(const char* name, const Touch* touches, std::size_t count, const Operands* operands,
                              std::function<const char*()> run, Stream stream) {
  const Operands kept = operands == nullptr ? Operands() : *operands;
  if (captures(stream)) {
    Operation operation{name, {}, std::move(run), kept};
    for (std::size_t i = 0; i < count; ++i) operation.uses.push_back({touches[i].data, 0, touches[i].access});
    captured_.push_back(std::move(operation));
    return;
  }
  const std::uint64_t number = begin(stream);
  bool runs = true;
  for (std::size_t i = 0; i < count; ++i)
    runs = touch(touches[i].data, 0, touches[i].access, name, stream, number, kept) && runs;
  if (!runs) run = nullptr;
  give(stream, {0, std::move(run), name, kept});
}

void SimulatedRuntime::launch(const Launch& launch, Stream stream) {
  if (like_a_gpu_ && launch.on_device == nullptr)
    misuse(described(launch.name, stream) + ": libmodecheck_gpu has no kernel for it" +
           (launch.operands == nullptr ? std::string() : launch.operands->text()));
  const auto* const bytes = static_cast<const char*>(launch.arguments);
  auto arguments = std::make_shared<std::vector<char>>(bytes, bytes + launch.argument_bytes);
  this->launch(
      launch.name, launch.touches, launch.touch_count, launch.operands,
      [run = launch.on_host, arguments] { return run(arguments->data()); }, stream);
}

void SimulatedRuntime::launch(HostWork work, Stream stream) {
  if (like_a_gpu_) misuse(described(work.name, stream) + ": a GPU does no work of the host");
  if (captures(stream)) refuse_in_capture("work of the host");
  launch(work.name, work.touches, work.touch_count, work.operands, std::move(work.run), stream);
}

}  // namespace modecheck::engine::cuda
