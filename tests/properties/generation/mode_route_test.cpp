// Tests that the guards of a route lead to the modes that were asked for, according to the model.
#include "properties/generate/mode_route.h"

#include <gtest/gtest.h>

#include "reference/run/rehearsal.h"
#include "spec/model/queries.h"

namespace modecheck::properties {
namespace {

constexpr int kInferenceMode = 1;
constexpr int kAutogradExcluded = 4;

// Enters the guards of the route in the model, and returns the modes that come.
int follow(int to, reference::Rehearsal& rehearsal, int& guards) {
  rehearsal.begin();
  const spec::Queries queries(rehearsal.model());
  while (const std::optional<GuardToEnter> next = guard_towards(mode_bits(queries.mode(0)), to)) {
    spec::Record record;
    record.operation = spec::id_of(next->guard);
    record.immediates[0] = next->enabled ? 1 : 0;
    EXPECT_EQ(rehearsal.step(record), spec::OutcomeKind::Ok);
    rehearsal.keep();
    if (++guards > 8) break;
  }
  return mode_bits(queries.mode(0));
}

TEST(ModeRoute, LeadsToAllModesThatGuardsLeadTo) {
  reference::Rehearsal rehearsal(spec::DeviceKind::Cpu);
  int reached = 0;
  for (int to = 0; to < kModeStates; ++to) {
    int guards = 0;
    // Entering InferenceMode excludes Autograd, and no guard that is entered later includes it again without leaving
    // the mode.
    if ((to & kInferenceMode) != 0 && (to & kAutogradExcluded) == 0) {
      EXPECT_NE(follow(to, rehearsal, guards), to);
      EXPECT_EQ(guards, 0) << to;
      continue;
    }
    EXPECT_EQ(follow(to, rehearsal, guards), to);
    EXPECT_LE(guards, 3) << to;
    ++reached;
  }
  EXPECT_EQ(reached, 12);
}

TEST(ModeRoute, EndsWhereItLeads) {
  for (int modes = 0; modes < kModeStates; ++modes) EXPECT_FALSE(guard_towards(modes, modes).has_value());
}

}  // namespace
}  // namespace modecheck::properties
