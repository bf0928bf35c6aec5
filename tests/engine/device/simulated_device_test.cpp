// Tests the simulated device: its rules one by one, and random programs. The device must accept programs that keep the
// stream order. If a test injects a fault in streams, events, releases or copies, some program must find the fault.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/backends/cuda/runtime/device_memory.h"
#include "engine/backends/simulated/simulated_runtime.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine::cuda {
namespace {

constexpr std::size_t kNumbers = 8;
constexpr std::size_t kBytes = kNumbers * sizeof(std::uint64_t);

// Arguments of a kernel that computes to[i] = to[i] * keep + from[i] + add, modulo 2^64. If kernels run in a wrong
// order, these numbers change.
struct Combine {
  std::uint64_t* to;
  const std::uint64_t* from;
  std::uint64_t keep;
  std::uint64_t add;
};

const char* combine_on_host(const void* arguments) {
  Combine work{};
  std::memcpy(&work, arguments, sizeof work);
  for (std::size_t i = 0; i < kNumbers; ++i)
    work.to[i] = work.to[i] * work.keep + (work.from != nullptr ? work.from[i] : 0) + work.add;
  return nullptr;
}

const char* fail_on_host(const void* /*arguments*/) { return "index 7 is out of range"; }

void combine(Runtime& runtime, const Combine& work, Stream stream) {
  const Touch touches[] = {{work.to, Access::Writes}, {work.from, Access::Reads}};
  const std::size_t count = work.from != nullptr && work.from != work.to ? 2 : 1;
  runtime.launch({"combine", &combine_on_host, nullptr, &work, sizeof work, touches, count}, stream);
}

std::uint64_t* numbers(void* data) { return static_cast<std::uint64_t*>(data); }

TEST(SimulatedDevice, WorksOffAStreamInOrder) {
  SimulatedRuntime runtime(1);
  auto* const block = numbers(runtime.allocate(kBytes, default_stream));
  combine(runtime, {block, nullptr, 0, 3}, default_stream);
  combine(runtime, {block, block, 1, 1}, default_stream);
  std::uint64_t read[kNumbers];
  runtime.copy(read, block, kBytes, CopyKind::DeviceToHost, default_stream);
  EXPECT_EQ(read[0], 7);
  EXPECT_EQ(read[kNumbers - 1], 7);
  EXPECT_EQ(runtime.memory().in_use, kBytes);
  runtime.release(block, default_stream);
  runtime.synchronize_device();
  EXPECT_EQ(runtime.memory().in_use, 0u);
  EXPECT_EQ(runtime.memory().peak, kBytes);
  EXPECT_TRUE(runtime.misuses().empty());
}

TEST(SimulatedDevice, CopiesToPinnedMemoryAreLate) {
  SimulatedRuntime runtime(1);
  auto* const block = numbers(runtime.allocate(kBytes, default_stream));
  combine(runtime, {block, nullptr, 0, 3}, default_stream);
  std::uint64_t read[kNumbers] = {};
  bool early = false;
  // The simulated device delays a copy at random, but nearly always. So copy up to 16 times, until one copy is late.
  for (int i = 0; i < 16 && !early; ++i) {
    runtime.copy(read, block, kBytes, CopyKind::DeviceToPinnedHost, default_stream);
    early = read[0] != 3;
    runtime.synchronize(default_stream);
    EXPECT_EQ(read[0], 3);
  }
  EXPECT_TRUE(early);
}

TEST(SimulatedDevice, FindsAMissingWaitWithoutAWrongValue) {
  SimulatedRuntime runtime(1);
  const Stream other = runtime.create_stream();
  auto* const block = numbers(runtime.allocate(kBytes, default_stream));
  combine(runtime, {block, nullptr, 0, 3}, default_stream);
  combine(runtime, {block, nullptr, 0, 3}, other);
  ASSERT_FALSE(runtime.misuses().empty());
  EXPECT_NE(runtime.misuses()[0].find("combine on stream 1: does not wait for combine on stream 0"), std::string::npos)
      << runtime.misuses()[0];
  EXPECT_THROW(runtime.synchronize_device(), c10::Error);
  runtime.synchronize_device();  // the device reports an error only once
}

TEST(SimulatedDevice, AWaitMakesTheOrder) {
  SimulatedRuntime runtime(1);
  const Stream other = runtime.create_stream();
  auto* const block = numbers(runtime.allocate(kBytes, default_stream));
  combine(runtime, {block, nullptr, 0, 3}, default_stream);
  runtime.wait(other, runtime.record(default_stream));
  combine(runtime, {block, nullptr, 2, 1}, other);
  const Event event = runtime.record(other);
  runtime.synchronize_event(event);
  EXPECT_TRUE(runtime.is_done(event));
  // The host has waited for the event, so all later work comes after the work before the event.
  std::uint64_t read[kNumbers];
  runtime.copy(read, block, kBytes, CopyKind::DeviceToHost, default_stream);
  EXPECT_EQ(read[3], 7);
  EXPECT_TRUE(runtime.misuses().empty());
}

TEST(SimulatedDevice, ErrorsOfKernelsComeLaterAndSpoilNothing) {
  SimulatedRuntime runtime(1);
  auto* const block = numbers(runtime.allocate(kBytes, default_stream));
  const Touch touch{block, Access::Writes};
  runtime.launch({"index", &fail_on_host, nullptr, nullptr, 0, &touch, 1}, default_stream);
  combine(runtime, {block, nullptr, 0, 5}, default_stream);
  try {
    runtime.synchronize(default_stream);
    FAIL() << "not raised";
  } catch (const c10::Error& error) {
    EXPECT_NE(std::string(error.what()).find("index: index 7 is out of range"), std::string::npos) << error.what();
  }
  std::uint64_t read[kNumbers];
  runtime.copy(read, block, kBytes, CopyKind::DeviceToHost, default_stream);
  EXPECT_EQ(read[0], 5);
}

TEST(SimulatedDevice, MemoryHasALimitAndARejectedCallChangesNothing) {
  SimulatedRuntime runtime(1);
  runtime.limit_memory(2 * kBytes);
  void* const first = runtime.allocate(kBytes, default_stream);
  EXPECT_THROW(static_cast<void>(runtime.allocate(2 * kBytes, default_stream)), c10::Error);
  EXPECT_EQ(runtime.memory().in_use, kBytes);
  void* const second = runtime.allocate(kBytes, default_stream);
  EXPECT_NE(first, second);
  runtime.release(first, default_stream);
  // A later allocation on the same stream may get a released block at once, before the device has really released it.
  EXPECT_EQ(runtime.allocate(kBytes, default_stream), first);
  runtime.synchronize_device();
}

TEST(SimulatedDevice, FindsPinnedMemoryThatIsReleasedTooEarly) {
  SimulatedRuntime runtime(1);
  void* const block = runtime.allocate(kBytes, default_stream);
  void* const pinned = runtime.allocate_pinned(kBytes);
  std::memset(pinned, 1, kBytes);
  // The stream first waits for another stream, so that the copy is not done at once.
  const Stream other = runtime.create_stream();
  runtime.wait(default_stream, runtime.record(other));
  runtime.copy(block, pinned, kBytes, CopyKind::PinnedToDevice, default_stream);
  if (!runtime.is_done(runtime.record(default_stream))) {
    runtime.release_pinned(pinned);
    ASSERT_EQ(runtime.misuses().size(), 1U);
    EXPECT_NE(runtime.misuses()[0].find("pinned memory is released while a copy uses it"), std::string::npos);
    EXPECT_THROW(runtime.synchronize_device(), c10::Error);
  }
  runtime.synchronize_device();
  runtime.release_pinned(pinned);
}

TEST(SimulatedDevice, AGraphUsesTheMemoryThatItWasGiven) {
  SimulatedRuntime runtime(1);
  const Stream stream = runtime.create_stream();
  auto* const block = numbers(runtime.allocate(kBytes, stream));
  runtime.begin_capture(stream);
  combine(runtime, {block, nullptr, 0, 3}, stream);
  EXPECT_THROW(runtime.synchronize(stream), c10::Error);
  EXPECT_THROW(static_cast<void>(runtime.end_capture()), c10::Error) << "something was refused";
  runtime.begin_capture(stream);
  combine(runtime, {block, nullptr, 0, 3}, stream);
  const Graph graph = runtime.end_capture();
  runtime.replay(graph, stream);
  std::uint64_t read[kNumbers];
  runtime.copy(read, block, kBytes, CopyKind::DeviceToHost, stream);
  EXPECT_EQ(read[0], 3);
  // The device reports the next two replays of the graph. The first uses a stream that does not wait for earlier work,
  // and the second uses memory that has been released.
  const Stream other = runtime.create_stream();
  combine(runtime, {block, nullptr, 0, 4}, stream);
  runtime.replay(graph, other);
  ASSERT_EQ(runtime.misuses().size(), 1U);
  EXPECT_NE(runtime.misuses()[0].find("does not wait for combine"), std::string::npos) << runtime.misuses()[0];
  EXPECT_THROW(runtime.synchronize_device(), c10::Error);
  runtime.forget_misuses();
  runtime.release(block, stream);
  runtime.replay(graph, stream);
  ASSERT_EQ(runtime.misuses().size(), 1U);
  EXPECT_NE(runtime.misuses()[0].find("uses memory that was released"), std::string::npos) << runtime.misuses()[0];
  EXPECT_THROW(runtime.synchronize_device(), c10::Error);
  runtime.drop(graph);
}

// Work that a CUDA graph captured may use memory that another stream allocates during the capture, also after the
// release of that memory.
TEST(SimulatedDevice, AGraphKeepsWhatOtherStreamsAllocateMeanwhile) {
  SimulatedRuntime runtime(1);
  const Stream stream = runtime.create_stream();
  const Stream other = runtime.create_stream();
  auto* const block = numbers(runtime.allocate(kBytes, stream));
  runtime.begin_capture(stream);
  auto* const beside = numbers(runtime.allocate(kBytes, other));
  combine(runtime, {beside, nullptr, 0, 3}, other);
  combine(runtime, {block, beside, 0, 4}, stream);
  runtime.release(beside, other);
  const Graph graph = runtime.end_capture();
  EXPECT_EQ(runtime.memory().in_use, 2 * kBytes);
  runtime.wait(stream, runtime.record(other));
  runtime.replay(graph, stream);
  std::uint64_t read[kNumbers];
  runtime.copy(read, block, kBytes, CopyKind::DeviceToHost, stream);
  EXPECT_EQ(read[0], 7);
  runtime.drop(graph);
  EXPECT_EQ(runtime.memory().in_use, kBytes);
  runtime.release(block, stream);
  runtime.synchronize_device();
  EXPECT_TRUE(runtime.misuses().empty()) << runtime.misuses()[0];
}

// A stream that released a block may still use the block when the CUDA graph that kept the block is dropped.
TEST(SimulatedDevice, WhatAGraphKeptIsFreedAfterTheStreamThatReleasedIt) {
  SimulatedRuntime runtime(1);
  const Stream stream = runtime.create_stream();
  const Stream other = runtime.create_stream();
  for (const bool abandoned : {false, true}) {
    runtime.begin_capture(stream);
    auto* const block = numbers(runtime.allocate(kBytes, other));
    combine(runtime, {block, nullptr, 0, 3}, other);
    runtime.release(block, other);
    if (abandoned)
      runtime.abandon_capture();
    else
      runtime.drop(runtime.end_capture());
    EXPECT_EQ(runtime.memory().in_use, 0U);
    EXPECT_TRUE(runtime.misuses().empty()) << runtime.misuses()[0];
    runtime.synchronize_device();
  }
}

TEST(SimulatedDevice, TheHostMayNotTouchItsMemory) {
  EXPECT_DEATH(
      {
        SimulatedRuntime runtime(1);
        auto* const block = numbers(runtime.allocate(kBytes, default_stream));
        runtime.synchronize_device();
        block[0] = 1;
      },
      "");
}

// --- random programs for the simulated device

// Names the fault that a test injects into the calls to the simulated device.
enum class Fault {
  None,
  WaitsAreForgotten,
  EveryThirdWaitIsForgotten,
  WaitsAreMadeByAnotherStream,
  EventsAreRecordedOnAnotherStream,
  EventsAreRecordedTooEarly,
  ReleasedOnAnotherStream,
  ReleasedTwice,
  ReleasedBeforeTheLastKernel,
  StreamsAreNotSynchronised,
  CopiesToTheHostAreNotAwaited,
  HostMemoryIsReusedTooEarly,
  KernelsRunOnAnotherStream,
  CopiesAreTooLong,
  CopiesAreOneElementOff,
  AllocatedOnAnotherStream,
  Count,
};

// Forwards all calls to the simulated device, and injects the fault into them.
class FaultyRuntime final : public Runtime {
 public:
  FaultyRuntime(SimulatedRuntime& runtime, Fault fault) : runtime_(runtime), fault_(fault) {}

  void* allocate(std::size_t bytes, Stream stream) override {
    return runtime_.allocate(bytes, fault_ == Fault::AllocatedOnAnotherStream ? other(stream) : stream);
  }
  void release(void* block, Stream stream) override {
    runtime_.release(block, fault_ == Fault::ReleasedOnAnotherStream ? other(stream) : stream);
    if (fault_ == Fault::ReleasedTwice) runtime_.release(block, stream);
  }
  void copy(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream stream) override {
    if (fault_ == Fault::CopiesToTheHostAreNotAwaited && kind == CopyKind::DeviceToHost)
      kind = CopyKind::DeviceToPinnedHost;
    if (fault_ == Fault::HostMemoryIsReusedTooEarly && kind == CopyKind::HostToDevice) kind = CopyKind::PinnedToDevice;
    if (fault_ == Fault::CopiesAreTooLong && kind == CopyKind::DeviceToDevice) bytes += sizeof(std::uint64_t);
    if (fault_ == Fault::CopiesAreOneElementOff && kind == CopyKind::DeviceToDevice) {
      from = static_cast<const std::uint64_t*>(from) + 1;
      bytes -= sizeof(std::uint64_t);
    }
    runtime_.copy(to, from, bytes, kind, stream);
  }
  void launch(const Launch& launch, Stream stream) override {
    if (fault_ == Fault::ReleasedBeforeTheLastKernel && ++calls_ % 5 == 0 && launch.touch_count == 2) {
      runtime_.release(const_cast<void*>(launch.touches[1].data), stream);
      runtime_.launch(launch, stream);
      return;
    }
    runtime_.launch(launch, fault_ == Fault::KernelsRunOnAnotherStream ? other(stream) : stream);
  }
  void launch(HostWork work, Stream stream) override { runtime_.launch(std::move(work), stream); }
  Stream create_stream() override { return runtime_.create_stream(); }
  Event record(Stream stream) override {
    if (fault_ == Fault::EventsAreRecordedOnAnotherStream) return runtime_.record(other(stream));
    const Event now = runtime_.record(stream);
    if (fault_ != Fault::EventsAreRecordedTooEarly) return now;
    const Event before = std::exchange(earlier_, now);
    return before != 0 ? before : now;
  }
  void wait(Stream stream, Event event) override {
    ++calls_;
    if (fault_ == Fault::WaitsAreForgotten) return;
    if (fault_ == Fault::EveryThirdWaitIsForgotten && calls_ % 3 == 0) return;
    runtime_.wait(fault_ == Fault::WaitsAreMadeByAnotherStream ? other(stream) : stream, event);
  }
  bool is_done(Event event) override { return runtime_.is_done(event); }
  void synchronize(Stream stream) override {
    if (fault_ != Fault::StreamsAreNotSynchronised) runtime_.synchronize(stream);
  }
  void synchronize_event(Event event) override { runtime_.synchronize_event(event); }
  void synchronize_device() override { runtime_.synchronize_device(); }
  void* allocate_pinned(std::size_t bytes) override { return runtime_.allocate_pinned(bytes); }
  void release_pinned(void* block) noexcept override { runtime_.release_pinned(block); }
  void begin_capture(Stream stream) override { runtime_.begin_capture(stream); }
  Graph end_capture() override { return runtime_.end_capture(); }
  void abandon_capture() noexcept override { runtime_.abandon_capture(); }
  bool is_capturing() const override { return runtime_.is_capturing(); }
  void replay(Graph graph, Stream stream) override { runtime_.replay(graph, stream); }
  void drop(Graph graph) noexcept override { runtime_.drop(graph); }
  int stream_count() const override { return runtime_.stream_count(); }
  std::size_t total_memory() const override { return runtime_.total_memory(); }
  MemoryStatistics memory() const override { return runtime_.memory(); }
  void limit_memory(std::size_t bytes) override { runtime_.limit_memory(bytes); }
  void reset_peak() override { runtime_.reset_peak(); }
  void release_reserved() override { runtime_.release_reserved(); }

 private:
  static Stream other(Stream stream) { return (stream + 1) % 3; }

  SimulatedRuntime& runtime_;
  Fault fault_;
  int calls_ = 0;
  Event earlier_ = 0;
};

// Holds a random program, which allocates some blocks and runs commands on them on three streams. The class knows the
// numbers that must result.
class DeviceProgram {
 public:
  DeviceProgram(Runtime& runtime, std::uint64_t seed) : runtime_(runtime), state_(seed * 2 + 1) {}

  // Runs the program, and returns whether every number that it read back was right.
  bool run() {
    for (int i = 0; i < 3; ++i) make();
    for (int i = 0; i < 24; ++i) command();
    for (std::size_t i = 0; i < blocks_.size(); ++i) check(i);
    blocks_.clear();
    runtime_.synchronize_device();
    return right_;
  }

 private:
  struct Block {
    std::unique_ptr<DeviceMemory> memory;
    std::vector<std::uint64_t> expected;
  };

  std::uint64_t draw(std::uint64_t below) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % below;
  }
  Stream stream() { return static_cast<Stream>(draw(3)); }

  void make() {
    Block& block = blocks_.emplace_back();
    block.memory = std::make_unique<DeviceMemory>(runtime_, kBytes, stream());
    block.expected.assign(kNumbers, 0);
    fill(blocks_.size() - 1);
  }

  void fill(std::size_t i) {
    const Stream on = stream();
    const auto number = static_cast<std::uint64_t>(draw(1000));
    blocks_[i].memory->use(on, Access::Writes);
    combine(runtime_, {numbers(blocks_[i].memory->data()), nullptr, 0, number}, on);
    blocks_[i].expected.assign(kNumbers, number);
  }

  void add(std::size_t to, std::size_t from) {
    const Stream on = stream();
    if (from != to) blocks_[from].memory->use(on, Access::Reads);
    blocks_[to].memory->use(on, Access::Writes);
    combine(runtime_, {numbers(blocks_[to].memory->data()), numbers(blocks_[from].memory->data()), 3, 1}, on);
    for (std::size_t k = 0; k < kNumbers; ++k)
      blocks_[to].expected[k] = blocks_[to].expected[k] * 3 + blocks_[from].expected[k] + 1;
  }

  void copy(std::size_t to, std::size_t from) {
    if (from == to) return;
    const Stream on = stream();
    blocks_[from].memory->use(on, Access::Reads);
    blocks_[to].memory->use(on, Access::Writes);
    runtime_.copy(blocks_[to].memory->data(), blocks_[from].memory->data(), kBytes, CopyKind::DeviceToDevice, on);
    blocks_[to].expected = blocks_[from].expected;
  }

  void send(std::size_t to) {
    const Stream on = stream();
    std::vector<std::uint64_t> values(kNumbers);
    for (std::uint64_t& value : values) value = static_cast<std::uint64_t>(draw(1000));
    blocks_[to].expected = values;
    blocks_[to].memory->use(on, Access::Writes);
    runtime_.copy(blocks_[to].memory->data(), values.data(), kBytes, CopyKind::HostToDevice, on);
    values.assign(kNumbers, -1);
    kept_.push_back(std::move(values));  // the host keeps this memory, because a late copy may still write to it
  }

  void check(std::size_t i) {
    const Stream on = stream();
    std::vector<std::uint64_t> values(kNumbers);
    blocks_[i].memory->use(on, Access::Reads);
    const bool pinned = draw(2) == 0;
    runtime_.copy(values.data(), blocks_[i].memory->data(), kBytes,
                  pinned ? CopyKind::DeviceToPinnedHost : CopyKind::DeviceToHost, on);
    if (pinned) runtime_.synchronize(on);
    right_ = right_ && values == blocks_[i].expected;
    kept_.push_back(std::move(values));
  }

  void command() {
    const std::size_t one = draw(blocks_.size());
    const std::size_t two = draw(blocks_.size());
    switch (draw(8)) {
      case 0:
        return fill(one);
      case 1:
      case 2:
        return add(one, two);
      case 3:
        return copy(one, two);
      case 4:
        return send(one);
      case 5:
        return check(one);
      case 6:
        return make();
      default:
        if (blocks_.size() > 2) blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(one));
    }
  }

  Runtime& runtime_;
  std::uint64_t state_;
  std::vector<Block> blocks_;
  std::vector<std::vector<std::uint64_t>> kept_;  // host memory to which late copies may still write
  bool right_ = true;
};

// Returns how many programs ran before one of them found the fault, or -1 if all `most` programs found nothing.
int programs_until_found(Fault fault, int most) {
  SimulatedRuntime simulated(1);
  simulated.create_stream();
  simulated.create_stream();
  for (int i = 0; i < most; ++i) {
    simulated.reseed(static_cast<std::uint64_t>(i) + 1);
    FaultyRuntime runtime(simulated, fault);
    bool right = false;
    try {
      right = DeviceProgram(runtime, static_cast<std::uint64_t>(i)).run();
    } catch (const c10::Error&) {
      // The check below finds this error, because misuses() lists the error, too.
    }
    if (!right || !simulated.misuses().empty()) return i;
  }
  return -1;
}

TEST(SimulatedDevice, ProgramsOverSeveralStreamsAreClean) { EXPECT_EQ(programs_until_found(Fault::None, 3000), -1); }

TEST(SimulatedDevice, EveryFaultIsFound) {
  for (int fault = 1; fault < static_cast<int>(Fault::Count); ++fault) {
    const int found = programs_until_found(static_cast<Fault>(fault), 300);
    EXPECT_GE(found, 0) << "fault " << fault;
  }
}

}  // namespace
}  // namespace modecheck::engine::cuda
