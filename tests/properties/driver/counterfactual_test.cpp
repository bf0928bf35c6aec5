// Tests how a counterfactual (the change of a program that should remove a known mismatch) changes a program.

#include "properties/known/counterfactual.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/properties/driver/fakes.h"

namespace modecheck::properties {
namespace {

using nlohmann::json;

// Returns the program as the counterfactual changes it. The last of the commands is the one that mismatches.
std::string altered(const json& counterfactual, const std::string& commands, FakeOracle::Edit edit = {}) {
  const spec::Program program = spec::parse_program("modecheck 1\n" + commands);
  FakeOracle oracle(std::move(edit));
  const Expected& expected = oracle.run(program);
  const int step = static_cast<int>(program.records.size()) - 1;
  const Counterfactual::Changes changes = counterfactual_of(counterfactual).changes(program, expected, step);
  return changes.empty() ? "nothing to do" : spec::to_text(Counterfactual::apply(changes, program, step).program);
}

std::string text(const std::string& commands) { return spec::to_text(spec::parse_program("modecheck 1\n" + commands)); }

constexpr const char* kBackward = "backward(r2, seeding=1, retain_graph=false)\n";

// Makes r1 a view of r0 that begins at r0's second element.
void with_view(spec::Trace& trace) {
  for (spec::Observation* one : {&trace.initial.observation, &trace.steps[0].observation}) {
    spec::TensorObservation& view = one->registers[1].tensor;
    view.is_view = 1;
    view.base = view.storage = 0;
    view.storage_offset = 1;
    view.sizes[0] = 1;
  }
}

const json kOfTheBase{{"operations", {"as_strided"}}, {"how", "of the base"}};

TEST(Counterfactual, OfTheBaseNamesTheSameElements) {
  const std::string own_offset =
      std::string("r2 = as_strided(r0, size=[2], stride=[1], storage_offset=1)\n") + kBackward;
  EXPECT_EQ(altered(kOfTheBase, std::string("r2 = as_strided(r1, size=[2], stride=[1])\n") + kBackward, with_view),
            text(own_offset));
  EXPECT_EQ(
      altered(kOfTheBase, std::string("r2 = as_strided(r1, size=[2], stride=[1], storage_offset=1)\n") + kBackward,
              with_view),
      text(own_offset));
}

TEST(Counterfactual, OfTheBaseNeedsABaseInARegister) {
  const std::string program = std::string("r2 = as_strided(r1, size=[2], stride=[1])\n") + kBackward;
  EXPECT_EQ(altered(kOfTheBase, program), "nothing to do");
  EXPECT_EQ(altered(kOfTheBase, program,
                    [](spec::Trace& trace) {
                      with_view(trace);
                      trace.initial.observation.registers[1].tensor.base = spec::kElsewhere;
                    }),
            "nothing to do");
  EXPECT_THROW(counterfactual_of({{"operations", {"t"}}, {"how", "of the base"}}), std::invalid_argument);
}

TEST(Counterfactual, AlsoIsAppliedWithTheOther) {
  const json both{
      {"operations", {"t"}}, {"how", "same tensor"}, {"also", {{"operations", {"zero_"}}, {"how", "take out"}}}};
  EXPECT_EQ(altered(both, std::string("r1 = t(r0)\nzero_(r1)\n") + kBackward),
            text(std::string("r1 = assign(r0)\n") + kBackward));
  EXPECT_EQ(altered(both, std::string("zero_(r1)\n") + kBackward), "nothing to do");
}

TEST(Counterfactual, OnlyWhatReachesBeyondItsArgument) {
  const json beyond{
      {"operations", {"as_strided"}}, {"how", "take out"}, {"predicates", {"its result reaches beyond its argument"}}};
  const std::string program = std::string("r2 = as_strided(r1, size=[2], stride=[1])\n") + kBackward;
  EXPECT_EQ(altered(beyond, program), "nothing to do");
  EXPECT_EQ(altered(beyond, program,
                    [](spec::Trace& trace) { trace.steps[0].observation.registers[2].tensor.storage_offset = 1; }),
            text(kBackward));
}

}  // namespace
}  // namespace modecheck::properties
