// Tests that the crash or hang of a broken engine becomes an outcome, and that the next program runs all the same.
#include "subjects/loading/worker.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "spec/program/operator_id.h"
#include "subjects/loading/in_process.h"

namespace modecheck::subjects {
namespace {

using spec::OutcomeKind;

template <typename... Rows>
std::vector<spec::Record> program_of() {
  return {spec::Record{spec::id_of<Rows>(), 0, 0, {}, {}}...};
}

class WorkerTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { setenv("MODECHECK_SUBJECT_PATH", MODECHECK_SUBJECT_FOLDER, 1); }

  void run(const std::vector<spec::Record>& records) {
    worker_.run({records.data(), nullptr, static_cast<std::uint32_t>(records.size())}, *trace_);
  }
  OutcomeKind kind(std::size_t step) const { return trace_->steps[step].outcome.kind; }
  std::string text(std::size_t step) const {
    const spec::Outcome& outcome = trace_->steps[step].outcome;
    return {reinterpret_cast<const char*>(trace_->bytes.data()) + outcome.text_begin, outcome.text_size};
  }

  static WorkerLimits limits() {
    WorkerLimits out;
    out.time = std::chrono::milliseconds(200);
    out.memory = std::size_t{256} << 20U;
    return out;
  }
  Worker worker_{MODECHECK_HOSTILE_PLUGIN, spec::SubjectOptions{}, limits()};
  std::unique_ptr<spec::Trace> trace_ = std::make_unique<spec::Trace>();
};

using spec::operators::abs;
using spec::operators::add_Tensor;
using spec::operators::exp;
using spec::operators::mul_Tensor;
using spec::operators::neg;
using spec::operators::sin;
using spec::operators::tanh;

TEST_F(WorkerTest, RunsWhatBehaves) {
  for (int i = 0; i < 100; ++i) {
    run(program_of<add_Tensor, mul_Tensor>());
    ASSERT_EQ(trace_->completed, 2U);
    EXPECT_EQ(kind(0), OutcomeKind::Ok);
    EXPECT_EQ(trace_->steps[1].observation.registers[0].tensor.storage_offset, 2);
  }
  EXPECT_EQ(worker_.starts(), 1);
  EXPECT_EQ(worker_.name(), "hostile");
}

TEST_F(WorkerTest, ACrashIsTheOutcomeOfTheCommandInFlight) {
  run(program_of<add_Tensor, neg, mul_Tensor>());
  EXPECT_EQ(kind(0), OutcomeKind::Ok);
  EXPECT_EQ(kind(1), OutcomeKind::Crash);
  EXPECT_EQ(kind(2), OutcomeKind::NotReached);
  EXPECT_EQ(trace_->completed, 2U);
  EXPECT_NE(text(1).find("signal 11"), std::string::npos) << text(1);
  // The crashed command shows no observation, so its step has the observation of the previous step.
  EXPECT_EQ(trace_->steps[1].observation.registers[0].tensor.storage_offset, 1);
}

TEST_F(WorkerTest, AHangIsATimeout) {
  run(program_of<abs>());
  EXPECT_EQ(kind(0), OutcomeKind::Timeout);
  EXPECT_EQ(text(0), "no end within 200 ms");
}

TEST_F(WorkerTest, MemoryIsLimited) {
  WorkerLimits patient = limits();
  patient.time = std::chrono::milliseconds(20000);
  Worker worker(MODECHECK_HOSTILE_PLUGIN, spec::SubjectOptions{}, patient);
  const auto records = program_of<exp>();
  worker.run({records.data(), nullptr, 1}, *trace_);
  EXPECT_EQ(kind(0), OutcomeKind::Crash) << text(0);
}

TEST_F(WorkerTest, AnExitIsACrash) {
  run(program_of<tanh>());
  EXPECT_EQ(kind(0), OutcomeKind::Crash);
  EXPECT_EQ(text(0), "exit status 7");
}

TEST_F(WorkerTest, StartsAgain) {
  run(program_of<neg>());
  run(program_of<add_Tensor>());
  EXPECT_EQ(kind(0), OutcomeKind::Ok);
  EXPECT_EQ(worker_.starts(), 2);
}

TEST_F(WorkerTest, ADeathThatIsNotTheProgramsOwnIsNotTold) {
  run(program_of<sin>());
  EXPECT_EQ(kind(0), OutcomeKind::Ok);
  EXPECT_EQ(worker_.lost(), 0U);
  run(program_of<add_Tensor>());
  EXPECT_EQ(kind(0), OutcomeKind::Ok) << text(0);
  EXPECT_EQ(worker_.starts(), 2);
  EXPECT_EQ(worker_.lost(), 1U) << "a worker that was replaced in silence is counted";
}

TEST_F(WorkerTest, EachProgramMayHaveAProcessOfItsOwn) {
  Worker apart(MODECHECK_HOSTILE_PLUGIN, spec::SubjectOptions{}, limits(), WorkerManner::Apart);
  const auto run_apart = [&](const std::vector<spec::Record>& records) {
    apart.run({records.data(), nullptr, static_cast<std::uint32_t>(records.size())}, *trace_);
  };
  run_apart(program_of<sin>());
  EXPECT_EQ(kind(0), OutcomeKind::Ok);
  run_apart(program_of<add_Tensor, neg>());
  EXPECT_EQ(kind(0), OutcomeKind::Ok);
  EXPECT_EQ(kind(1), OutcomeKind::Crash);
  EXPECT_NE(text(1).find("signal 11"), std::string::npos) << text(1);
  run_apart(program_of<tanh>());
  EXPECT_EQ(text(0), "exit status 7");
  run_apart(program_of<add_Tensor>());
  EXPECT_EQ(kind(0), OutcomeKind::Ok);
  EXPECT_EQ(apart.starts(), 1) << "the worker itself lives on";
  run_apart(program_of<abs>());
  EXPECT_EQ(kind(0), OutcomeKind::Timeout);
}

TEST_F(WorkerTest, DroppedCommandsAreNotRun) {
  const auto records = program_of<neg, add_Tensor>();
  const std::uint8_t dropped[] = {1, 0};
  worker_.run({records.data(), dropped, 2}, *trace_);
  EXPECT_EQ(trace_->completed, 2U);
  EXPECT_EQ(worker_.starts(), 1);
}

TEST(Worker, SaysWhyItCannotStart) {
  setenv("MODECHECK_SUBJECT_PATH", MODECHECK_SUBJECT_FOLDER, 1);
  try {
    const Worker worker("/nowhere/modecheck_subject_x.so", {});
    FAIL() << "a plug-in that does not exist was started";
  } catch (const PluginError& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere/modecheck_subject_x.so"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace modecheck::subjects
