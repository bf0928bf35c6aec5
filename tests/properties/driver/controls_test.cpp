// Tests the controls on a subject that reports nothing about any tensor, and therefore mismatches at once.

#include "properties/campaign/controls.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

extern "C" {
void* silent_open(const spec::SubjectOptions*) { return new int; }
void silent_close(void* session) { delete static_cast<int*>(session); }
bool silent_supports(spec::OperationId, spec::DeviceKind) { return true; }
bool silent_has_device(spec::DeviceKind device) { return device == spec::DeviceKind::Cpu; }
void silent_run(void* /*session*/, const spec::ProgramView* view, spec::Trace* trace) {
  trace->clear();
  trace->completed = view->count;
}
void hanging_run(void* /*session*/, const spec::ProgramView* /*view*/, spec::Trace* /*trace*/) {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}
}

const spec::SubjectTable kHangingTable{spec::kSubjectAbi, "hanging",   "1",          "test",     silent_supports,
                                       silent_has_device, silent_open, silent_close, hanging_run};
const spec::SubjectTable kSilentTable{spec::kSubjectAbi, "silent",    "1",          "test",    silent_supports,
                                      silent_has_device, silent_open, silent_close, silent_run};

constexpr const char* kText = "modecheck 1\nr3 = ones(size=[2, 2])\n";

ControlOptions options() {
  ControlOptions out;
  out.program_into = [](spec::Program& program, std::uint64_t) { program = spec::parse_program(kText); };
  out.canary = SubjectHandle{"silent:cpu", subjects::Plugin::linked([] { return &kSilentTable; })};
  out.sanctioned_hole = false;
  return out;
}

ControlOptions sweep_of(const SubjectHandle& starved) {
  ControlOptions out = options();
  out.alone = false;
  out.sweep = true;
  out.starved = starved;
  return out;
}

TEST(Controls, WhatMustBeFoundIs) {
  const std::vector<Control> controls = run_controls(options());
  ASSERT_EQ(controls.size(), 1U);
  EXPECT_EQ(controls[0].program, 0U);
  EXPECT_FALSE(controls[0].failed());
  EXPECT_EQ(controls[0].text, "");
}

TEST(Controls, WhatMustNotBeFoundFailsAndIsShown) {
  ControlOptions wanted = sweep_of(*options().canary);
  const std::vector<Control> controls = run_controls(wanted);
  ASSERT_EQ(controls.size(), 1U);
  EXPECT_EQ(controls[0].program, 0U);
  EXPECT_TRUE(controls[0].failed());
  EXPECT_EQ(controls[0].text, kText);
}

TEST(Controls, AProgramThatDoesNotEndIsFoundWhereNothingMustBe) {
  ControlOptions wanted =
      sweep_of(SubjectHandle{"hanging:cpu", subjects::Plugin::linked([] { return &kHangingTable; })});
  wanted.time = std::chrono::milliseconds(100);
  wanted.patience = std::chrono::milliseconds(100);
  const std::vector<Control> controls = run_controls(wanted);
  ASSERT_EQ(controls.size(), 1U);
  EXPECT_EQ(controls[0].program, 0U);
  EXPECT_TRUE(controls[0].failed());
  EXPECT_EQ(controls[0].text, kText);
}

TEST(Controls, ASweepThatTriedNothingFails) {
  ControlOptions wanted = sweep_of(*options().canary);
  wanted.time = std::chrono::milliseconds(0);
  const std::vector<Control> controls = run_controls(wanted);
  ASSERT_EQ(controls.size(), 1U);
  EXPECT_TRUE(controls[0].failed());
  EXPECT_EQ(controls[0].not_run, "there was no time for a single program");
}

TEST(Controls, TheSanctionedHoleHasProgramsOfItsOwn) {
  ControlOptions wanted = options();
  wanted.alone = false;
  wanted.sanctioned_hole = true;
  wanted.engine = wanted.canary;
  wanted.sanctioned_hole_limit = 1;
  wanted.program_into = [](spec::Program&, std::uint64_t) { std::abort(); };
  wanted.sanctioned_hole_program_into = [](spec::Program& program, std::uint64_t) {
    program = spec::parse_program(kText);
  };
  const std::vector<Control> controls = run_controls(wanted);
  ASSERT_EQ(controls.size(), 1U);
  EXPECT_EQ(controls[0].tried, 1U);
  // The control must find a program that mismatches only because the oracle judges the sanctioned hole (behaviour that
  // rule H exempts). This program mismatches in any case, so it is not such a program.
  EXPECT_FALSE(controls[0].program.has_value());
  EXPECT_TRUE(controls[0].failed());
}

TEST(Controls, WithoutItsSubjectOneFails) {
  ControlOptions wanted = options();
  wanted.canary.reset();
  const std::vector<Control> controls = run_controls(wanted);
  ASSERT_EQ(controls.size(), 1U);
  EXPECT_TRUE(controls[0].failed());
  EXPECT_EQ(controls[0].not_run, "its subject is not there");
}

}  // namespace
}  // namespace modecheck::properties
