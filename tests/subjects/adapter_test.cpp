// Tests what the adapter observes of programs with a clear meaning, on every plug-in that was built with the adapter.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "subjects/loading/in_process.h"
#include "tests/subjects/programs.h"

namespace modecheck::subjects {
namespace {

using spec::ErrorClass;
using spec::OutcomeKind;

class Adapter : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    setenv("MODECHECK_SUBJECT_PATH", MODECHECK_SUBJECT_FOLDER, 1);
    if (find_plugin(GetParam()).empty()) GTEST_SKIP() << "the plug-in '" << GetParam() << "' was not built";
    runner_ = std::make_unique<InProcess>(Plugin::load(GetParam()), spec::SubjectOptions{});
  }
  std::unique_ptr<spec::Trace> run(const std::string& lines) { return subjects::run(*runner_, program(lines)); }

  static const spec::TensorObservation& tensor(const spec::Trace& trace, int step, int reg) {
    return trace.steps[static_cast<std::size_t>(step)].observation.registers[static_cast<std::size_t>(reg)].tensor;
  }
  static std::vector<float> floats(const spec::Trace& trace, spec::ByteRange range) {
    std::vector<float> out(range.size / sizeof(float));
    if (!out.empty()) std::memcpy(out.data(), trace.bytes.data() + range.begin, range.size);
    return out;
  }

  std::unique_ptr<InProcess> runner_;
};

INSTANTIATE_TEST_SUITE_P(Plugins, Adapter, testing::Values("torch", "engine"),
                         [](const auto& parameter) { return parameter.param; });

TEST_P(Adapter, StartsWithTheInitialRegisters) {
  const auto trace = run("");
  EXPECT_EQ(trace->completed, 0U);
  for (int i = 0; i < spec::kRegisters; ++i) {
    const spec::RegisterObservation& seen = trace->initial.observation.registers[static_cast<std::size_t>(i)];
    const spec::LeafSpec leaf = spec::initial_leaf(i);
    EXPECT_EQ(seen.tensor.dtype, leaf.dtype);
    EXPECT_EQ(seen.tensor.rank, leaf.rank);
    EXPECT_EQ(seen.tensor.requires_grad, leaf.requires_grad ? 1 : 0);
    EXPECT_EQ(seen.tensor.keys, spec::kKeyBackend | spec::kKeyADInplaceOrView | spec::kKeyAutograd);
    EXPECT_EQ(seen.tensor.version, 0);
    EXPECT_EQ(seen.tensor.is_leaf, 1);
    EXPECT_EQ(seen.tensor.storage, i);
    EXPECT_EQ(seen.grad.defined, 0);
    EXPECT_EQ(seen.storage.size, seen.tensor.storage_bytes);
    if (leaf.dtype == spec::DType::Float32) {
      EXPECT_EQ(floats(*trace, seen.storage)[1], static_cast<float>(spec::leaf_value(leaf.dtype, leaf.seed, 1)));
    }
  }
}

TEST_P(Adapter, GuardsAreScopes) {
  const auto trace =
      run("InferenceMode(enabled=true) {\n"
          "r0 = add.Tensor(r3, r3, alpha=1)\n"
          "AutoGradMode(enabled=true) {\n"
          "}\n"
          "}\n"
          "}\n");
  const auto mode = [&](int step) { return trace->steps[static_cast<std::size_t>(step)].observation.mode; };
  EXPECT_EQ(mode(0).inference_mode, 1);
  EXPECT_EQ(mode(0).grad_mode, 0);
  EXPECT_EQ(mode(0).adinplaceorview_included, 0);
  EXPECT_EQ(mode(0).autograd_excluded, 1);
  EXPECT_EQ(tensor(*trace, 1, 0).is_inference, 1);
  EXPECT_EQ(tensor(*trace, 1, 0).version, spec::kNoVersion);
  EXPECT_EQ(mode(2).grad_mode, 1);
  EXPECT_EQ(mode(3).grad_mode, 0);
  EXPECT_EQ(mode(4).inference_mode, 0);
  EXPECT_EQ(mode(4).grad_mode, 1);
  EXPECT_EQ(trace->steps[5].outcome.kind, OutcomeKind::Dropped);
}

TEST_P(Adapter, ExceptionsUnwindAsManyGuardsAsAsked) {
  const auto trace =
      run("NoGradGuard() {\n"
          "InferenceMode(enabled=true) {\n"
          "NoGradGuard() {\n"
          "leave_by_exception(count=2)\n"
          "neg_(r3)\n"
          "leave_by_exception(count=3)\n");
  EXPECT_EQ(trace->steps[2].observation.mode.inference_mode, 1);
  EXPECT_EQ(trace->steps[3].outcome.kind, OutcomeKind::Ok);
  EXPECT_EQ(trace->steps[3].observation.mode.inference_mode, 0);
  EXPECT_EQ(trace->steps[3].observation.mode.grad_mode, 0);
  EXPECT_EQ(trace->steps[5].observation.mode.grad_mode, 1);
}

// The hooks of a program get what autograd saves, and the next program has none.
TEST_P(Adapter, HooksPackWhatIsSaved) {
  const auto trace =
      run("saved_tensors_hooks(kind=2) {\n"
          "r3 = mul.Tensor(r0, r0)\n"
          "saved_tensors_hooks(kind=1) {\n"
          "r3 = mul.Tensor(r0, r2)\n"
          "}\n"
          "r4 = mul.Tensor(r0, r0)\n"
          "mul_.Scalar(r2, other=2)\n"
          "r4 = grad(r3, r0, seeding=1)\n");
  EXPECT_EQ(trace->steps[1].outcome.kind, OutcomeKind::Error);
  EXPECT_EQ(trace->steps[1].outcome.error, ErrorClass::HookRaised);
  EXPECT_EQ(trace->steps[3].outcome.kind, OutcomeKind::Ok);
  EXPECT_EQ(trace->steps[5].outcome.error, ErrorClass::HookRaised);
  EXPECT_EQ(trace->steps[7].outcome.kind, OutcomeKind::Ok);
  EXPECT_EQ(run("r3 = mul.Tensor(r0, r0)\n")->steps[0].outcome.kind, OutcomeKind::Ok);
}

// Guards that a program leaves behind do not affect the next program.
TEST_P(Adapter, GuardsAreDestroyedOutOfOrder) {
  const auto trace =
      run("InferenceMode(enabled=true) {\n"
          "NoGradGuard() {\n"
          "destroy_outer()\n"
          "destroy_outer()\n"
          "}\n"
          "}\n");
  EXPECT_EQ(trace->steps[2].observation.mode.inference_mode, 0);
  EXPECT_EQ(trace->steps[2].observation.mode.grad_mode, 1);
  EXPECT_EQ(trace->steps[3].outcome.kind, OutcomeKind::Dropped);
  EXPECT_EQ(trace->steps[4].observation.mode.grad_mode, 0);
  EXPECT_EQ(trace->steps[5].observation.mode.grad_mode, 0);
  EXPECT_EQ(run("neg_(r3)\n")->initial.observation.mode.grad_mode, 1);
}

TEST_P(Adapter, GuardsOfTheSecondThreadDoNotAffectTheNextProgram) {
  const auto trace =
      run("[t1] InferenceMode(enabled=true) {\n"
          "[t1] NoGradGuard() {\n"
          "[t1] destroy_outer()\n"
          "[t1] }\n");
  EXPECT_EQ(trace->steps[3].observation.mode.grad_mode, 0);
  const auto next = run("[t1] r0 = neg(r3)\n");
  EXPECT_EQ(next->steps[0].observation.mode.grad_mode, 1);
  EXPECT_EQ(next->steps[0].observation.mode.inference_mode, 0);
}

TEST_P(Adapter, ThreadsHaveGuardsOfTheirOwn) {
  const auto trace =
      run("InferenceMode(enabled=true) {\n"
          "[t1] r0 = neg(r3)\n"
          "[t1] NoGradGuard() {\n"
          "r1 = neg(r3)\n"
          "}\n"
          "[t1] r2 = neg(r3)\n"
          "[t1] }\n"
          "[t1] leave_by_exception(count=1)\n");
  EXPECT_EQ(trace->steps[1].observation.mode.inference_mode, 0);
  EXPECT_EQ(tensor(*trace, 1, 0).is_inference, 0);
  EXPECT_EQ(trace->steps[2].observation.mode.grad_mode, 0);
  EXPECT_EQ(tensor(*trace, 3, 1).is_inference, 1);
  EXPECT_EQ(trace->steps[4].observation.mode.grad_mode, 1);
  EXPECT_EQ(trace->steps[5].observation.mode.grad_mode, 0);
  EXPECT_EQ(trace->steps[6].observation.mode.grad_mode, 1);
  EXPECT_EQ(trace->steps[7].outcome.kind, OutcomeKind::Dropped);
}

TEST_P(Adapter, CapturedStateMovesToAnotherThread) {
  const auto trace =
      run("[t1] ThreadLocalStateGuard() {\n"
          "InferenceMode(enabled=true) {\n"
          "capture_state()\n"
          "[t1] ThreadLocalStateGuard() {\n"
          "}\n");
  EXPECT_EQ(trace->steps[0].outcome.kind, OutcomeKind::Dropped);
  EXPECT_EQ(trace->steps[3].observation.mode.inference_mode, 1);
  EXPECT_EQ(trace->steps[4].observation.mode.inference_mode, 0);
}

TEST_P(Adapter, BackwardFillsGradients) {
  const auto trace =
      run("r3 = mul.Tensor(r0, r2)\n"
          "r3 = sum(r3, dtype=None)\n"
          "backward(r3, r3, seeding=0, retain_graph=false)\n"
          "backward(r3, r3, seeding=0, retain_graph=false)\n");
  EXPECT_EQ(tensor(*trace, 1, 3).has_grad_fn, 1);
  EXPECT_EQ(tensor(*trace, 1, 3).is_leaf, 0);
  const spec::RegisterObservation& r0 = trace->steps[2].observation.registers[0];
  const spec::RegisterObservation& r2 = trace->steps[2].observation.registers[2];
  ASSERT_EQ(r0.grad.defined, 1);
  EXPECT_EQ(floats(*trace, r0.grad_values), floats(*trace, r2.storage));
  EXPECT_EQ(trace->steps[3].outcome.error, ErrorClass::BackwardFreed);
  EXPECT_GT(trace->steps[3].outcome.text_size, 0);
}

TEST_P(Adapter, ViewsShareAndAreTracked) {
  const auto trace =
      run("r1 = view(r3, size=[4])\n"
          "neg_(r1)\n"
          "r4, r5 = unbind.int(r3, dim=0)\n"
          "r3 = detach(r1)\n");
  EXPECT_EQ(tensor(*trace, 0, 1).is_view, 1);
  EXPECT_EQ(tensor(*trace, 0, 1).base, 3);
  EXPECT_EQ(tensor(*trace, 0, 3).storage, 1);
  EXPECT_EQ(tensor(*trace, 1, 3).version, 1);
  EXPECT_EQ(tensor(*trace, 1, 1).version, 1);
  EXPECT_EQ(tensor(*trace, 2, 5).creation_meta, spec::CreationMeta::MultiOutputNode);
  EXPECT_EQ(tensor(*trace, 2, 5).storage_offset, 2);
  EXPECT_EQ(tensor(*trace, 3, 3).is_view, 0);
  EXPECT_EQ(tensor(*trace, 3, 3).version, 0) << "counted from when the register took it";
  EXPECT_EQ(tensor(*trace, 3, 1).base, spec::kElsewhere);
}

TEST_P(Adapter, SeveralResultsGoToSeveralRegisters) {
  const auto trace =
      run("r4, r5 = max.dim(r0, dim=1)\n"
          "r5, r0 = std_mean.correction(r2, dim=[0], correction=None)\n"
          "r3, r4 = kthvalue(r2, k=3, dim=0)\n");
  EXPECT_EQ(tensor(*trace, 0, 4).requires_grad, 1);
  EXPECT_EQ(tensor(*trace, 0, 5).requires_grad, 0);
  EXPECT_EQ(tensor(*trace, 0, 5).dtype, spec::DType::Int64);
  EXPECT_EQ(tensor(*trace, 0, 5).storage, 5);
  EXPECT_EQ(tensor(*trace, 1, 0).node, 0);
  EXPECT_EQ(tensor(*trace, 1, 5).node, 0);
  EXPECT_EQ(tensor(*trace, 1, 5).output_nr, 0);
  EXPECT_EQ(tensor(*trace, 1, 0).output_nr, 1);
  EXPECT_EQ(trace->steps[2].outcome.error, ErrorClass::Argument);
  EXPECT_EQ(tensor(*trace, 2, 3).rank, 2);
}

TEST_P(Adapter, RejectionsHaveClasses) {
  const auto trace =
      run("neg_(r0)\n"
          "r3 = mm(r4, r0)\n"
          "InferenceMode(enabled=true) {\n"
          "r3 = neg(r4)\n"
          "version(r3)\n"
          "}\n"
          "neg_(r3)\n"
          "r1 = mul.Tensor(r1, r3)\n");
  EXPECT_EQ(trace->steps[0].outcome.error, ErrorClass::LeafInPlace);
  EXPECT_EQ(trace->steps[1].outcome.error, ErrorClass::Shape);
  EXPECT_EQ(trace->steps[4].outcome.error, ErrorClass::InferenceVersion);
  EXPECT_EQ(trace->steps[6].outcome.error, ErrorClass::InferenceInPlace);
  EXPECT_EQ(trace->steps[7].outcome.error, ErrorClass::InferenceSaved);
}

TEST_P(Adapter, DroppedCommandsAreNotRun) {
  const spec::Program text = program("neg_(r3)\nneg_(r3)\n");
  const std::uint8_t dropped[] = {1, 0};
  spec::Trace& trace = *std::make_unique<spec::Trace>().release();
  const std::unique_ptr<spec::Trace> owner(&trace);
  runner_->run({text.records.data(), dropped, 2}, trace);
  EXPECT_EQ(trace.steps[0].outcome.kind, OutcomeKind::Dropped);
  EXPECT_EQ(tensor(trace, 0, 3).version, 0);
  EXPECT_EQ(tensor(trace, 1, 3).version, 1);
}

TEST_P(Adapter, MemoryThatNobodyWroteIsZero) {
  const auto trace =
      run("r0 = empty.memory_format(size=[3], dtype=float32)\n"
          "resize_(r3, size=[2, 4])\n");
  EXPECT_EQ(floats(*trace, trace->steps[0].observation.registers[0].storage), std::vector<float>(3, 0.0F));
  const std::vector<float> grown = floats(*trace, trace->steps[1].observation.registers[3].storage);
  ASSERT_EQ(grown.size(), 8U);
  EXPECT_EQ(grown[4], 0.0F);
}

// A program that runs again must give the same trace, in the same process and after any other programs.
TEST_P(Adapter, RunsRepeat) {
  const spec::Program text = program(
      "r0 = rand(size=[2, 2], dtype=float32)\n"
      "r3 = empty.memory_format(size=[2], dtype=float64)\n"
      "[t1] InferenceMode(enabled=true) {\n"
      "[t1] r1 = mul.Tensor(r2, r0)\n"
      "r4 = sum(r2, dtype=None)\n"
      "backward(r4, r4, seeding=1, retain_graph=false)\n");
  const auto first = subjects::run(*runner_, text);
  run("r0 = rand(size=[3], dtype=float32)\nInferenceMode(enabled=true) {\n");
  const auto second = subjects::run(*runner_, text);
  ASSERT_EQ(first->bytes_used, second->bytes_used);
  EXPECT_EQ(std::memcmp(first->bytes.data(), second->bytes.data(), first->bytes_used), 0);
  for (std::size_t i = 0; i < text.records.size(); ++i)
    EXPECT_EQ(std::memcmp(first->steps[i].observation.registers.data(), second->steps[i].observation.registers.data(),
                          sizeof(first->steps[i].observation.registers)),
              0)
        << "step " << i;
}

TEST_P(Adapter, NothingIsLeftAlive) {
  const char* const programs[] = {
      "r0 = neg(r1)\nr1 = view(r0, size=[2])\nbackward(r0, r0, seeding=1, retain_graph=true)\n",
      "r3 = mm(r3, r4)\n",  // the rejected command must keep none of its arguments alive
      "[t1] r3 = mul.Tensor(r0, r2)\n[t1] r3 = mm(r3, r4)\n",
  };
  for (const char* const lines : programs) {
    const auto trace = run(lines);
    if (trace->live_objects < 0) GTEST_SKIP() << "this subject cannot count";
    EXPECT_EQ(trace->live_objects, 0) << lines;
  }
}

// A dropped command does not run, but its step still shows the modes of its own thread.
TEST_P(Adapter, ADroppedCommandShowsTheModeOfItsThread) {
  const auto trace = run("[t1] InferenceMode(enabled=true) {\n}\n[t1] }\n[t1] }\n");
  EXPECT_EQ(trace->steps[1].outcome.kind, OutcomeKind::Dropped);
  EXPECT_EQ(trace->steps[1].observation.mode.inference_mode, 0);
  EXPECT_EQ(trace->steps[3].outcome.kind, OutcomeKind::Dropped);
  EXPECT_EQ(trace->steps[3].observation.mode.inference_mode, 0);
}

}  // namespace
}  // namespace modecheck::subjects
