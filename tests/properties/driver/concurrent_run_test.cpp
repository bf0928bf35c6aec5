#include "properties/concurrent/concurrent_run.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "tests/properties/driver/fakes.h"

namespace modecheck::properties {
namespace {

constexpr std::uint64_t kPrograms = 40;

// Returns options for three threads. The subject of each thread gives the answer that the oracle expects, after `fault`
// has changed that answer.
ConcurrentRunOptions sessions_with(FakeSubject::Fault fault) {
  // holds the oracle of the session that this thread has just opened
  static thread_local std::unique_ptr<FakeOracle> of_this_thread;
  ConcurrentRunOptions out;
  out.open = [fault = std::move(fault)] {
    of_this_thread = std::make_unique<FakeOracle>();
    return std::make_unique<FakeSubject>("engine", *of_this_thread, fault);
  };
  out.oracle = [](spec::DeviceKind) { return std::unique_ptr<Oracle>(std::move(of_this_thread)); };
  out.program_into = [](spec::Program& program, std::uint64_t) {
    program = spec::parse_program("modecheck 1\nr3 = add.Tensor(r0, r1)\n");
  };
  out.programs = kPrograms;
  out.threads = 3;
  return out;
}

void bump(spec::Trace& trace) { ++trace.steps[0].observation.registers[0].tensor.version; }

TEST(ConcurrentRun, RunsEachProgramOnce) {
  std::atomic<std::uint64_t> runs = 0;
  const ConcurrentRunResult result =
      run_concurrently(sessions_with([&](const spec::ProgramView&, spec::Trace&) { ++runs; }));
  EXPECT_EQ(runs, kPrograms);
  EXPECT_EQ(result.programs, kPrograms);
  EXPECT_EQ(result.commands, kPrograms);
  EXPECT_EQ(result.alone_as_well, 0U);
  EXPECT_TRUE(result.disturbed.empty());
}

TEST(ConcurrentRun, G6WhatHappensOnlyInConcurrentRunsIsFound) {
  std::atomic<std::uint64_t> runs = 0;
  const ConcurrentRunResult result = run_concurrently(sessions_with([&](const spec::ProgramView&, spec::Trace& trace) {
    if (++runs == 7) bump(trace);
  }));
  ASSERT_EQ(result.disturbed.size(), 1U);
  EXPECT_NE(result.disturbed[0].headline.find("engine:cpu"), std::string::npos);
  EXPECT_EQ(result.disturbed[0].alone, "");
  EXPECT_EQ(result.alone_as_well, 0U);
}

TEST(ConcurrentRun, WhatMismatchesAloneIsCountedOnly) {
  const ConcurrentRunResult result =
      run_concurrently(sessions_with([](const spec::ProgramView&, spec::Trace& trace) { bump(trace); }));
  EXPECT_TRUE(result.disturbed.empty());
  EXPECT_EQ(result.alone_as_well, kPrograms);
}

TEST(ConcurrentRun, ObjectsOfOtherThreadsAreNotCounted) {
  const ConcurrentRunResult result =
      run_concurrently(sessions_with([](const spec::ProgramView&, spec::Trace& trace) { trace.live_objects = 5; }));
  EXPECT_TRUE(result.disturbed.empty());
  EXPECT_EQ(result.alone_as_well, 0U);
}

TEST(ConcurrentRun, ThrowsWhatAThreadThrew) {
  EXPECT_THROW(run_concurrently(
                   sessions_with([](const spec::ProgramView&, spec::Trace&) { throw std::runtime_error("no more"); })),
               std::runtime_error);
}

}  // namespace
}  // namespace modecheck::properties
