// Measures what generated programs do when the model runs them, because this is part of what the harness promises. The
// shares are printed. A change of the generator or of the model thus shows before a share crosses its bound.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "properties/campaign/transition_set.h"
#include "properties/exhaustive/state_walk.h"
#include "properties/generate/alphabet.h"
#include "properties/generate/generator.h"
#include "reference/run/expected_run.h"
#include "reference/run/rehearsal.h"
#include "spec/program/operator_id.h"
#include "spec/rules/double_backward_table.h"

namespace modecheck::properties {
namespace {

using spec::OutcomeKind;

struct OperationCounts {
  int all = 0;
  int ok = 0;
  int dropped = 0;
};

struct Shares {
  int programs = 0;
  int commands = 0;
  int ok = 0;
  int error = 0;
  int dropped = 0;
  int judged = 0;  // the number of commands that do not depend on uncertain values
  int inside = 0;  // the number of commands that run inside InferenceMode
  int programs_inside = 0;
  int programs_with_backward = 0;
  std::array<int, spec::kErrorClasses> errors{};
  std::array<OperationCounts, spec::kMostOperations> of{};
};

void count(const spec::Program& program, const spec::Trace& trace, Shares& out) {
  bool inside = false;
  bool backward = false;
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const spec::Record& record = program.records[i];
    const spec::Step& step = trace.steps[i];
    OperationCounts& of = out.of[record.operation];
    ++out.commands;
    ++of.all;
    const bool in_mode = step.observation.mode.inference_mode != 0 &&
                         spec::operation(record.operation).kind != spec::CommandKind::EnterGuard;
    out.inside += in_mode ? 1 : 0;
    if (step.outcome.kind == OutcomeKind::Dropped) {
      ++out.dropped;
      ++of.dropped;
    } else if (step.outcome.kind == OutcomeKind::Error) {
      ++out.error;
      ++out.errors[static_cast<std::size_t>(step.outcome.error)];
    } else {
      ++out.ok;
      ++of.ok;
      inside = inside || in_mode;
      backward = backward || record.operation == spec::id_of(spec::BuiltinCommand::Backward);
    }
  }
  out.programs_inside += inside ? 1 : 0;
  out.programs_with_backward += backward ? 1 : 0;
}

Shares measure(const GeneratorOptions& options, int programs) {
  const Generator generator(options);
  reference::ExpectedRun run(options.device, /*values=*/true);
  const auto trace = std::make_unique<spec::Trace>();
  reference::ExpectedRun::DroppedFlags dropped{};
  spec::Program program;
  Shares out;
  out.programs = programs;
  for (int i = 0; i < programs; ++i) {
    generator.program_into(program, 1, static_cast<std::uint64_t>(i));
    run.run(program, *trace, dropped);
    out.judged += static_cast<int>(run.trusted());
    count(program, *trace, out);
  }
  return out;
}

double share(int part, int whole) { return static_cast<double>(part) / whole; }

TEST(GeneratorQuality, SharesAtDefaultSettings) {
  const Shares found = measure({}, 4000);
  std::printf("commands a program %.2f; ok %.3f, rejected %.3f, dropped %.4f; inside the mode %.3f of the commands\n",
              share(found.commands, found.programs), share(found.ok, found.commands),
              share(found.error, found.commands), share(found.dropped, found.commands),
              share(found.inside, found.commands));
  std::printf("commands that can be judged %.4f\n", share(found.judged, found.commands));
  std::printf("programs that run commands inside InferenceMode %.3f, with a backward that returns %.3f\n",
              share(found.programs_inside, found.programs), share(found.programs_with_backward, found.programs));
  for (std::size_t error = 0; error < spec::kErrorClasses; ++error)
    if (found.errors[error] > 0)
      std::printf("  %s %d\n", std::string(spec::name_of(static_cast<spec::ErrorClass>(error))).c_str(),
                  found.errors[error]);
  EXPECT_GE(share(found.commands, found.programs), 16);
  EXPECT_LE(share(found.dropped, found.commands), 0.03);
  EXPECT_GE(share(found.ok, found.commands), 0.6);
  EXPECT_GE(share(found.error, found.commands), 0.02);
  EXPECT_GE(share(found.programs_inside, found.programs), 0.5);
  EXPECT_GE(share(found.programs_with_backward, found.programs), 0.2);
}

TEST(GeneratorQuality, EveryOperationMostlySucceedsAndIsSeldomDropped) {
  const Shares found = measure({}, 120000);
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    const OperationCounts& of = found.of[id];
    const std::string name(spec::operations()[id].name);
    if (!operations_of_one_device().test(id)) continue;
    ASSERT_GT(of.all, 0) << name;
    // Transposed convolutions are left out, because few tensors have the number of channels that their kernels need.
    if (name.rfind("conv_transpose", 0) == 0) continue;
    // One program in four aims at an operation and a kind of tensor, whether they fit or not. So what needs a complex
    // tensor is rejected more often. So is aminmax.out, which needs two outputs of its argument's dtype.
    const double least = name == "view_as_real" ? 0.15 : name == "aminmax.out" ? 0.2 : 0.28;
    // Some operations are rare, so allow two standard errors for chance.
    EXPECT_GE(share(of.ok, of.all) + 2 * std::sqrt(0.4 * 0.6 / of.all), least) << name;
    EXPECT_LE(share(of.dropped, of.all) - 2 * std::sqrt(0.22 * 0.78 / of.all), 0.22) << name;
  }
}

TEST(GeneratorQuality, ReasonsThatModesAndAutogradGiveAllOccur) {
  const Shares found = measure({}, 8000);
  using spec::ErrorClass;
  for (const ErrorClass error :
       {ErrorClass::InferenceInPlace, ErrorClass::InferenceSaved, ErrorClass::InferenceRequiresGrad,
        ErrorClass::InferenceVersion, ErrorClass::KindMismatch, ErrorClass::LeafInPlace, ErrorClass::ViewOfLeafInPlace,
        ErrorClass::ViewMadeInInference, ErrorClass::ViewMadeInNoGrad, ErrorClass::ViewFromMultiOutput,
        ErrorClass::OutRequiresGrad, ErrorClass::ResizeRequiresGrad, ErrorClass::BackwardFreed,
        ErrorClass::BackwardVersion, ErrorClass::BackwardNoGraph})
    EXPECT_GE(found.errors[static_cast<std::size_t>(error)], 3) << spec::name_of(error);
}

// Short programs over the alphabet reach certain transitions: pairs of modes and operation, with a kind of tensor and
// an outcome. Random programs must reach most of them, whatever guards they need.
TEST(GeneratorQuality, ProgramsReachMostTransitionsOfShortPrograms) {
  StateWalk walk(alphabet(), StateWalk::Pruning::On);
  const auto reachable = std::make_unique<TransitionSet>();
  while (walk.depth() < 4) walk.advance([&](const Transition& one, spec::RuleSet) { reachable->add(one); });
  const Generator generator({});
  const auto reached = std::make_unique<TransitionSet>();
  spec::Program program;
  for (std::uint64_t i = 0; i < 40000; ++i) {
    generator.program_into(program, 1, i);
    Expected expected;
    expected.trace = &reference::Rehearsal::of_this_thread(spec::DeviceKind::Cpu)->trace();
    reached->add_run(program, expected);
  }
  int met = 0;
  int all = 0;
  for (const Transition& one : reachable->all()) {
    ++all;
    met += reached->contains(one) ? 1 : 0;
  }
  std::printf("transitions reached: %d of %d, %.3f\n", met, all, share(met, all));
  EXPECT_GE(share(met, all), 0.65);
}

// Returns the operator whose result the double backward of command `i` differentiates: one that ran just before, or
// just before its result was multiplied. Returns 0 if there is none.
spec::OperationId differentiated_twice(const spec::Program& program, const spec::Trace& trace, std::size_t i) {
  const auto ok = [&](std::size_t at) { return trace.steps[at].outcome.kind == OutcomeKind::Ok; };
  if (program.records[i].operation != spec::id_of(spec::BuiltinCommand::DoubleBackward) || !ok(i)) return 0;
  std::uint8_t root = program.records[i].operands[0];
  while (i-- > 0 && ok(i) && program.records[i].destination == root) {
    const spec::Record& maker = program.records[i];
    if (maker.operation != spec::id_of<spec::operators::mul_Tensor>()) return maker.operation;
    root = maker.operands[0];
  }
  return 0;
}

// The derivative of a derivative has code of its own in every engine. So each operator must be differentiated twice,
// and not only those that programs often call.
TEST(GeneratorQuality, MostOperatorsAreDifferentiatedTwice) {
  const Generator generator({});
  std::array<int, spec::kMostOperations> times{};
  spec::Program program;
  for (std::uint64_t i = 0; i < 40000; ++i) {
    generator.program_into(program, 1, i);
    const spec::Trace& trace = reference::Rehearsal::of_this_thread(spec::DeviceKind::Cpu)->trace();
    for (std::size_t at = 0; at < program.records.size(); ++at) ++times[differentiated_twice(program, trace, at)];
  }
  int often = 0;
  int all = 0;
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    const spec::Operation& row = spec::operations()[id];
    if (row.kind != spec::CommandKind::Operator || row.alias_of != 0 || row.foreach_of != 0) continue;
    // A product counts for the operator that made its factor.
    if (id == spec::id_of<spec::operators::mul_Tensor>()) continue;
    if (!spec::keeps_result(row) || !spec::has_double_backward(static_cast<spec::OperationId>(id))) continue;
    ++all;
    often += times[id] >= 10 ? 1 : 0;
    if (times[id] < 10) std::printf("  %s %d\n", std::string(row.name).c_str(), times[id]);
  }
  std::printf("operators that were differentiated twice at least 10 times: %d of %d\n", often, all);
  EXPECT_GE(share(often, all), 0.9);
}

}  // namespace
}  // namespace modecheck::properties
