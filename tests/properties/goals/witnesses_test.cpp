// The known departures, on the subject that they speak of: each entry's own program shows it and is recognised, and no
// other cause would have excused it.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "properties/campaign/campaign.h"
#include "properties/known/excuser.h"
#include "properties/lockstep/spec_oracle.h"

namespace modecheck::properties {
namespace {

class Witnesses : public ::testing::Test {
 protected:
  void SetUp() override {
    if (subjects::find_plugin("torch").empty()) GTEST_SKIP() << "there is no plug-in for libtorch";
    const auto plugin = subjects::Plugin::load("torch");
    known_ = load_known(MODECHECK_KNOWN);
    lockstep_ =
        make_lockstep(spec_oracle(), {{"torch:cpu", plugin, spec::DeviceKind::Cpu}}, true, std::chrono::seconds(30));
    std::erase_if(known_, [&](const KnownDeparture& entry) { return !entry.covers(plugin.version()); });
    if (known_.empty()) GTEST_SKIP() << "no entry speaks of libtorch " << plugin.version();
  }

  std::vector<KnownDeparture> known_;
  std::unique_ptr<Lockstep> lockstep_;
};

TEST_F(Witnesses, AreRecognisedByTheirCauseAlone) {
  for (const KnownDeparture& entry : known_) {
    SCOPED_TRACE(entry.id);
    const std::vector<Departure> departures = lockstep_->check(entry.program).departures;
    ASSERT_EQ(departures.size(), 1U);
    EXPECT_EQ(departures[0].signature, entry.signature);
    EXPECT_EQ(departures[0].gravity, entry.gravity);
    const auto excuse = [&](const std::vector<KnownDeparture>& by) {
      lockstep_->check(entry.program);  // the traces, which a cure's run overwrote
      const KnownDeparture* const found = Excuser(by, *lockstep_).excuses(entry.program, departures).front();
      return found == nullptr ? "" : found->id;
    };
    std::vector<KnownDeparture> others;
    for (const KnownDeparture& other : known_)
      if (other.cause.id != entry.cause.id) others.push_back(other);
    EXPECT_EQ(excuse({entry}), entry.id);
    EXPECT_EQ(excuse(others), "");
  }
}

// What is not the witness's own departure is not excused, by any entry.
TEST_F(Witnesses, ExcuseNoNeighbour) {
  for (const KnownDeparture& entry : known_) {
    SCOPED_TRACE(entry.id);
    const auto excuse = [&](void (*change)(Departure&)) {
      std::vector<Departure> departures = lockstep_->check(entry.program).departures;
      change(departures.at(0));
      return Excuser(known_, *lockstep_).excuses(entry.program, departures).front() != nullptr;
    };
    EXPECT_TRUE(excuse([](Departure&) {}));
    // Another field differs as well.
    EXPECT_FALSE(excuse([](Departure& one) {
      one.differences.push_back(one.main());
      one.differences.back().field = Field::Device;
      one.differences.back().reg = 0;
    }));
    // The subject raises something else.
    EXPECT_FALSE(excuse([](Departure& one) {
      one.differences.front().field = Field::Outcome;
      one.differences.front().reg = -1;
      one.observed.kind = spec::OutcomeKind::Error;
      one.observed.error = spec::ErrorClass::Device;
      one.message = "";
    }));
    // Another rejection is missing.
    EXPECT_FALSE(excuse([](Departure& one) {
      one.expected.kind = spec::OutcomeKind::Error;
      one.expected.error = spec::ErrorClass::Device;
      one.expected.reasons = 0;
      one.observed = {};
      one.observed.kind = spec::OutcomeKind::Ok;
    }));
  }
}

// Where a cause is told by a cure, the departure alone is not enough.
TEST_F(Witnesses, AreNotRecognisedWithoutTheirCure) {
  for (KnownDeparture entry : known_) {
    if (entry.pattern.cures.empty()) continue;
    SCOPED_TRACE(entry.id);
    for (Cure& cure : entry.pattern.cures) cure.operations.reset();
    const std::vector<Departure> departures = lockstep_->check(entry.program).departures;
    const std::vector<KnownDeparture> alone{entry};
    EXPECT_EQ(Excuser(alone, *lockstep_).excuses(entry.program, departures).front(), nullptr);
  }
}

TEST_F(Witnesses, WereFoundBySearch) {
  for (const KnownDeparture& entry : known_) EXPECT_TRUE(entry.found) << entry.id << " names no seed and program";
}

}  // namespace
}  // namespace modecheck::properties
