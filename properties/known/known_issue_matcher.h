// Decides which mismatches of a program are known, that is, covered by an entry of known/.
#pragma once

#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "properties/known/known.h"
#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

class KnownIssueMatcher {
 public:
  // Both references must outlive this object. The matcher calls `before_run` before each further program that it runs.
  KnownIssueMatcher(const std::vector<KnownMismatch>& known, Lockstep& lockstep, std::function<void()> before_run = {})
      : known_(known), lockstep_(lockstep), before_run_(std::move(before_run)) {}

  // Returns, for each mismatch that the lockstep has just found in `program`, the entry that covers it, or null.
  // Entries with counterfactuals make the lockstep run further programs, which invalidates its earlier verdict.
  std::vector<const KnownMismatch*> matches(const spec::Program& given, const std::vector<Mismatch>& mismatches);

 private:
  // A known entry that may cover the mismatch. The entry covers the mismatch only if one of its counterfactuals removes
  // the mismatch.
  struct Candidate {
    const KnownMismatch* entry;
    std::vector<Counterfactual::Changes> counterfactuals;
  };

  // A mismatch with copies of the data that the lockstep's next run overwrites.
  struct Sought {
    const Mismatch* mismatch;
    std::vector<Difference> differences;  // the differences that no entry without counterfactuals explains
    spec::Observation expected;           // the state that the specification expects after the command
    // Changes that remove earlier commands without effects (E1). The second element also removes failed backwards.
    std::array<Counterfactual::Changes, 2> without_idle;
  };

  // Returns the first candidate whose counterfactual removes the mismatch, or null. `beside` holds further changes that
  // are applied together with the counterfactual.
  const KnownMismatch* removed_by(const std::vector<Candidate>& candidates, const spec::Program& program,
                                  const Sought& sought, const Counterfactual::Changes& beside);

  // Whether the changed program shows the mismatch of the original program: the same subject mismatches at the same
  // command with the same signature.
  bool is_there(const Counterfactual::Changes& changes, const spec::Program& program, const Sought& sought);

  // Whether the changed program lacks the mismatch: the subject agrees at the command, or differs there only in other
  // ways that known entries cover. Returns false if the command has another outcome than before, or if the differing
  // gradient or values no longer exist.
  bool is_gone(const Counterfactual::Changes& changes, const spec::Program& program, const Sought& sought);

  // Whether the command still mismatches in the changed program, but only in ways that entries without counterfactuals
  // cover. Two causes may coincide in a command, and removing one of them leaves the other.
  bool mismatches_without(const Sought& sought, const Counterfactual::Altered& altered, const Verdict& verdict) const;

  bool concerns(const KnownMismatch& entry, const Mismatch& mismatch) const;

  const std::vector<KnownMismatch>& known_;
  Lockstep& lockstep_;
  std::function<void()> before_run_;
};

}  // namespace modecheck::properties
