// Tests how well the reducer shrinks: whatever random program shows a failure, the reducer must find the known smallest
// program. The failures are made up, so that the tests need neither subjects nor a model.
#include "properties/shrink/reducer.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "properties/generate/decoder.h"
#include "properties/generate/generator.h"
#include "properties/shrink/simplicity.h"
#include "spec/program/slots.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

using spec::BuiltinCommand;
using spec::Program;
using spec::Record;

using Fails = std::function<bool(const Program&)>;

// Lists the guards that are open at a command, while a test reads a program's commands in order.
struct Scene {
  std::vector<spec::OperationId> guards;
  void apply(const Record& record) {
    const spec::Operation& row = spec::operation(record.operation);
    if (row.kind == spec::CommandKind::EnterGuard) guards.push_back(record.operation);
    const int leaves = record.operation == spec::id_of(BuiltinCommand::Leave)              ? 1
                       : record.operation == spec::id_of(BuiltinCommand::LeaveByException) ? record.immediates[0]
                                                                                           : 0;
    for (int i = 0; i < leaves && !guards.empty(); ++i) guards.pop_back();
  }
  bool inside(BuiltinCommand guard) const {
    return std::find(guards.begin(), guards.end(), spec::id_of(guard)) != guards.end();
  }
};

spec::Group group_of(const Record& record) { return spec::operation(record.operation).group; }

// Expects that the reducer turns each of the first `count` random programs that fail into `smallest`.
void expect_smallest(const Fails& fails, const std::string& smallest, int count = 12) {
  GeneratorOptions options;
  options.min_commands = 20;
  options.max_commands = 40;
  const Generator generator(options);
  int found = 0;
  for (std::uint64_t index = 0; found < count; ++index) {
    ASSERT_LT(index, 200000u) << "no program fails";
    const Program program = generator.program_of(3, index);
    if (!fails(program)) continue;
    ++found;
    const ReduceResult result = reduce(program, fails);
    EXPECT_EQ(result.end, ReduceResult::End::Minimal);
    EXPECT_EQ(spec::to_text(result.program), "modecheck 1\n" + smallest) << "from\n" << spec::to_text(program);
    EXPECT_LT(result.checks, 3000u);
  }
}

bool any(const Program& program, const std::function<bool(const Record&)>& holds) {
  return std::any_of(program.records.begin(), program.records.end(), holds);
}

TEST(ShrinkQuality, OneCommand) {
  const int id = spec::find_operation("exp_");
  expect_smallest([&](const Program& p) { return any(p, [&](const Record& r) { return r.operation == id; }); },
                  "exp_(r0)\n");
}

TEST(ShrinkQuality, AnyWriteBecomesTheSimplestWrite) {
  expect_smallest(
      [](const Program& p) { return any(p, [](const Record& r) { return group_of(r) == spec::Group::InPlace; }); },
      "zero_(r0)\n");
}

TEST(ShrinkQuality, AnImmediateThatMattersStaysAlone) {
  const int id = spec::find_operation("slice.Tensor");
  expect_smallest(
      [&](const Program& p) {
        return any(p, [&](const Record& r) { return r.operation == id && r.immediates[5] == 2; });
      },
      "r0 = slice.Tensor(r0, step=2)\n");
}

TEST(ShrinkQuality, AListOfAsManyAsAreNeeded) {
  const int id = spec::find_operation("cat");
  expect_smallest(
      [&](const Program& p) {
        return any(p, [&](const Record& r) { return r.operation == id && r.immediates[0] >= 2; });
      },
      "r0 = cat([r0, r0])\n");
}

TEST(ShrinkQuality, AWriteInsideTheModeBehindAView) {
  expect_smallest(
      [](const Program& p) {
        Scene scene;
        std::array<bool, spec::kRegisters> viewed{};
        for (const Record& r : p.records) {
          scene.apply(r);
          if (group_of(r) == spec::Group::InPlace && scene.inside(BuiltinCommand::EnterInferenceMode) &&
              viewed[r.operands[0]])
            return true;
          if (group_of(r) == spec::Group::View) viewed[r.operands[0]] = true;
        }
        return false;
      },
      "r0 = t(r0)\n"
      "InferenceMode(enabled=true) {\n"
      "  zero_(r0)\n");
}

TEST(ShrinkQuality, AWriteBehindAGuardThatWasClosed) {
  expect_smallest(
      [](const Program& p) {
        Scene scene;
        bool made = false;
        for (const Record& r : p.records) {
          scene.apply(r);
          if (spec::keeps_result(spec::operation(r.operation)) && scene.inside(BuiltinCommand::EnterInferenceMode))
            made = true;
          if (made && group_of(r) == spec::Group::InPlace && scene.guards.empty()) return true;
        }
        return false;
      },
      "InferenceMode(enabled=true) {\n"
      "  r0 = ones(size=[2])\n"
      "}\n"
      "zero_(r0)\n");
}

TEST(ShrinkQuality, SaveThenWriteThenBackward) {
  const int mul = spec::find_operation("mul.Tensor");
  expect_smallest(
      [&](const Program& p) {
        for (std::size_t i = 0; i < p.records.size(); ++i) {
          const Record& made = p.records[i];
          if (made.operation != mul || made.destination == made.operands[1] || made.operands[0] == made.operands[1])
            continue;
          bool written = false;
          for (std::size_t j = i + 1; j < p.records.size(); ++j) {
            const Record& r = p.records[j];
            if (group_of(r) == spec::Group::InPlace && r.operands[0] == made.operands[1]) written = true;
            if (r.operation == spec::id_of(BuiltinCommand::Backward) && r.operands[0] == made.destination && written)
              return true;
          }
        }
        return false;
      },
      "r0 = mul.Tensor(r0, r1)\n"
      "zero_(r1)\n"
      "backward(r0, seeding=1, retain_graph=false)\n");
}

TEST(ShrinkQuality, ChainsOfResultsAreBypassed) {
  // The failure needs a write to a view of r2, however long the chain of results between r2 and the view is. The
  // reducer must remove the chain.
  expect_smallest(
      [](const Program& p) {
        std::array<bool, spec::kRegisters> from{};
        std::array<bool, spec::kRegisters> view{};
        from[2] = true;
        for (const Record& r : p.records) {
          if (group_of(r) == spec::Group::InPlace && from[r.operands[0]] && view[r.operands[0]]) return true;
          const spec::Operation& row = spec::operation(r.operation);
          if (!spec::keeps_result(row)) continue;
          const bool of = row.kind == spec::CommandKind::Operator && from[r.operands[0]];
          view[r.destination] = of && (view[r.operands[0]] || group_of(r) == spec::Group::View);
          from[r.destination] = of;
        }
        return false;
      },
      "r0 = t(r2)\n"
      "zero_(r0)\n");
}

TEST(ShrinkQuality, ThreadsOnlyWhereTheyMatter) {
  expect_smallest(
      [](const Program& p) {
        bool opened = false;
        for (const Record& r : p.records) {
          if (r.operation == spec::id_of(BuiltinCommand::EnterInferenceMode) && r.thread == 1) opened = true;
          if (opened && group_of(r) == spec::Group::InPlace) return true;
        }
        return false;
      },
      "[t1] InferenceMode(enabled=true) {\n"
      "zero_(r0)\n");
}

TEST(ShrinkQuality, NestedGuardsThatAreNotNeededAreUnwrapped) {
  expect_smallest(
      [](const Program& p) {
        Scene scene;
        for (const Record& r : p.records) {
          if (r.operation == spec::id_of(BuiltinCommand::Backward) && scene.inside(BuiltinCommand::EnterNoGrad))
            return true;
          scene.apply(r);
        }
        return false;
      },
      "NoGradGuard() {\n"
      "  backward(r0, seeding=1, retain_graph=false)\n");
}

TEST(Reducer, SaysWhenTheProgramDoesNotFail) {
  const Program program = Generator({}).program_of(1, 1);
  const ReduceResult result = reduce(program, [](const Program&) { return false; });
  EXPECT_EQ(result.end, ReduceResult::End::DoesNotFail);
  EXPECT_EQ(result.program, program);
  EXPECT_EQ(result.checks, 1u);
}

TEST(Reducer, SaysWhenNoCommandIsToBlame) {
  const ReduceResult result = reduce(Generator({}).program_of(1, 1), [](const Program&) { return true; });
  EXPECT_EQ(result.end, ReduceResult::End::EmptyFails);
  EXPECT_TRUE(result.program.records.empty());
}

TEST(Reducer, KeepsToItsLimitsAndStillGivesTheBestItFound) {
  const Program program = Generator({}).program_of(1, 4);
  const Fails fails = [](const Program& p) { return p.records.size() > 3; };
  ASSERT_TRUE(fails(program));
  ReduceOptions few;
  few.max_checks = 7;
  const ReduceResult result = reduce(program, fails, few);
  EXPECT_EQ(result.end, ReduceResult::End::OutOfChecks);
  EXPECT_EQ(result.checks, 7u);
  EXPECT_TRUE(fails(result.program));
  EXPECT_LT(result.program.records.size(), program.records.size());
  ReduceOptions none;
  none.max_seconds = 0;
  EXPECT_EQ(reduce(program, fails, none).end, ReduceResult::End::OutOfTime);
}

TEST(Reducer, NeverTriesAProgramTwiceNorOneThatIsNotCanonical) {
  const Program program = Generator({}).program_of(1, 6);
  std::vector<Program> seen;
  reduce(program, [&](const Program& p) {
    EXPECT_EQ(std::find(seen.begin(), seen.end(), p), seen.end());
    for (const Record& record : p.records) EXPECT_TRUE(spec::is_canonical(record));
    seen.push_back(p);
    return any(p, [](const Record& r) { return group_of(r) == spec::Group::Pointwise; });
  });
}

TEST(ReducerOrder, IsAStrictOrder) {
  const Generator generator({});
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Program a = generator.program_of(5, i);
    const Program b = generator.program_of(5, i + 1);
    EXPECT_FALSE(simpler(a, a));
    EXPECT_FALSE(simpler(a, b) && simpler(b, a));
    EXPECT_TRUE(a == b || simpler(a, b) || simpler(b, a));
    EXPECT_TRUE(simpler(Program{}, a));
  }
}

}  // namespace
}  // namespace modecheck::properties
