#include "properties/known/known_issue_matcher.h"

#include <algorithm>
#include <utility>

namespace modecheck::properties {

namespace {

using spec::OutcomeKind;

spec::ErrorSet reasons_of(const spec::Outcome& outcome) { return outcome.reasons | spec::set_of(outcome.error); }

// Collects which differences of one mismatch the known entries explain.
class Explained {
 public:
  explicit Explained(const Mismatch& mismatch) : mismatch_(mismatch) {}

  void add(const Pattern& pattern, const DifferenceSet& part) {
    parts_ |= part;
    if (part.any()) reasons_ |= pattern.expected.errors;
  }

  bool is_all() const {
    if (mismatch_.differences.size() > parts_.size() || parts_.count() != mismatch_.differences.size()) return false;
    // If a command succeeds that the specification rejects, the known entries must together name all reasons for the
    // rejection. The subject lacks each of these rejections.
    if (!mismatch_.rejected() || mismatch_.observed.kind == OutcomeKind::Error) return true;
    return (reasons_of(mismatch_.expected) & ~reasons_) == 0;
  }

  std::vector<Difference> rest() const {
    std::vector<Difference> out;
    for (std::size_t i = 0; i < mismatch_.differences.size(); ++i)
      if (i >= parts_.size() || !parts_.test(i)) out.push_back(mismatch_.differences[i]);
    // Known entries may explain every difference, but not every rejection that the subject lacks. The mismatch is then
    // not known, so report all its differences.
    return out.empty() ? mismatch_.differences : out;
  }

 private:
  const Mismatch& mismatch_;
  DifferenceSet parts_;
  spec::ErrorSet reasons_ = 0;
};

// Returns changes that remove the commands before `step` that were dropped or rejected. A failed backward may have had
// effects (E1), so the changes remove it only if `backward` is true.
Counterfactual::Changes without_idle(const spec::Program& program, const Expected& expected, int step, bool backward) {
  Counterfactual::Changes out;
  for (int i = 0; i < step; ++i) {
    const spec::OperationId id = program.records[static_cast<std::size_t>(i)].operation;
    const OutcomeKind kind = expected.step(i).outcome.kind;
    if (kind == OutcomeKind::Dropped ||
        (kind == OutcomeKind::Error && (backward || spec::operation(id).group != spec::Group::Backward)))
      out[i] = std::nullopt;
  }
  return out;
}

Counterfactual::Changes without(Counterfactual::Changes changes, int command) {
  changes.erase(command);
  return changes;
}

// Whether the outcomes of a command in the original and in the changed program can be compared. If both are rejections,
// they must have a reason in common.
bool same_course(const spec::Outcome& before, const spec::Outcome& now) {
  if (before.kind != now.kind) return false;
  return before.kind != OutcomeKind::Error || (reasons_of(before) & reasons_of(now)) != 0;
}

// Whether the gradient or the values that differed still exist in the changed program. If not, they cannot differ
// again, and their absence proves nothing.
bool can_differ(Field field, const spec::RegisterObservation& before, const spec::RegisterObservation& now) {
  if (row_of(field).scope == FieldScope::Gradient) return now.grad.defined >= before.grad.defined;
  return field != Field::Values || now.tensor.storage_bytes != 0;
}

}  // namespace

std::vector<const KnownMismatch*> KnownIssueMatcher::matches(const spec::Program& given,
                                                             const std::vector<Mismatch>& mismatches) {
  // Resolve aliases first, so that an entry about an operator also covers its aliases.
  const spec::Program program = spec::meant(given);
  std::vector<const KnownMismatch*> out(mismatches.size(), nullptr);
  // Match all patterns before any counterfactual runs. A counterfactual overwrites the traces of the subjects, which
  // patterns read.
  std::vector<std::vector<Candidate>> candidates(mismatches.size());
  std::vector<Sought> sought(mismatches.size());
  for (std::size_t i = 0; i < mismatches.size(); ++i) {
    const Mismatch& mismatch = mismatches[i];
    if (!MismatchContext::at_command(program, mismatch)) continue;
    const Expected& expected = lockstep_.expected_of(static_cast<std::size_t>(mismatch.subject));
    const MismatchContext context(program, expected, mismatch);
    // Several known mismatches may coincide in one step. Then each known mismatch explains some of the differences.
    Explained explained(mismatch);
    std::vector<std::pair<const KnownMismatch*, DifferenceSet>> with_counterfactual;
    for (const KnownMismatch& entry : known_) {
      if (!concerns(entry, mismatch)) continue;
      const DifferenceSet part = entry.pattern.explains(context);
      if (!entry.pattern.counterfactuals.empty()) {
        if (part.any()) with_counterfactual.emplace_back(&entry, part);
        continue;
      }
      if (part.test(0) && out[i] == nullptr) out[i] = &entry;
      explained.add(entry.pattern, part);
    }
    if (explained.is_all()) continue;
    out[i] = nullptr;
    sought[i] = {
        &mismatch,
        explained.rest(),
        expected.step(mismatch.step).observation,
        {without_idle(program, expected, mismatch.step, false), without_idle(program, expected, mismatch.step, true)}};
    for (const auto& [entry, part] : with_counterfactual) {
      Explained with = explained;
      with.add(entry->pattern, part);
      if (!with.is_all()) continue;
      Candidate candidate{entry, {}};
      for (const Counterfactual& counterfactual : entry->pattern.counterfactuals)
        if (auto changes = counterfactual.changes(program, expected, mismatch.step); !changes.empty())
          candidate.counterfactuals.push_back(std::move(changes));
      if (!candidate.counterfactuals.empty()) candidates[i].push_back(std::move(candidate));
    }
  }
  for (std::size_t i = 0; i < mismatches.size(); ++i) {
    if (out[i] != nullptr || candidates[i].empty()) continue;
    out[i] = removed_by(candidates[i], program, sought[i], {});
    // In a changed program, a command that was rejected or dropped may run and have effects. If the mismatch also shows
    // without such commands, try the counterfactuals on the program without them.
    std::size_t tried = 0;
    for (const Counterfactual::Changes& idle : sought[i].without_idle) {
      if (out[i] == nullptr && idle.size() > tried && is_there(idle, program, sought[i]))
        out[i] = removed_by(candidates[i], program, sought[i], idle);
      tried = idle.size();
    }
  }
  return out;
}

const KnownMismatch* KnownIssueMatcher::removed_by(const std::vector<Candidate>& candidates,
                                                   const spec::Program& program, const Sought& sought,
                                                   const Counterfactual::Changes& beside) {
  const auto helps = [&](Counterfactual::Changes changes) {
    changes.insert(beside.begin(), beside.end());
    return is_gone(changes, program, sought);
  };
  for (const Candidate& candidate : candidates)
    for (const Counterfactual::Changes& counterfactual : candidate.counterfactuals) {
      if (helps(counterfactual)) return candidate.entry;
      // All changes of a counterfactual together may change the program too much. So also try each change alone, and
      // try all changes except one.
      for (auto one = counterfactual.begin(); counterfactual.size() > 1 && one != counterfactual.end(); ++one)
        if (helps({*one}) || (counterfactual.size() > 2 && helps(without(counterfactual, one->first))))
          return candidate.entry;
    }
  if (candidates.size() < 2) return nullptr;
  // Several causes may act in one program. Then only the counterfactuals of all candidates together remove the
  // mismatch.
  Counterfactual::Changes first;
  Counterfactual::Changes last;
  for (const Candidate& candidate : candidates) {
    first.insert(candidate.counterfactuals.front().begin(), candidate.counterfactuals.front().end());
    last.insert(candidate.counterfactuals.back().begin(), candidate.counterfactuals.back().end());
  }
  return helps(first) || helps(last) ? candidates.front().entry : nullptr;
}

bool KnownIssueMatcher::is_there(const Counterfactual::Changes& changes, const spec::Program& program,
                                 const Sought& sought) {
  const Counterfactual::Altered altered = Counterfactual::apply(changes, program, sought.mismatch->step);
  if (before_run_) before_run_();
  const std::vector<Mismatch>& mismatches = lockstep_.check(altered.program, false).mismatches;
  return std::any_of(mismatches.begin(), mismatches.end(), [&](const Mismatch& mismatch) {
    return mismatch.subject == sought.mismatch->subject && mismatch.step == altered.step &&
           mismatch.signature == sought.mismatch->signature;
  });
}

bool KnownIssueMatcher::is_gone(const Counterfactual::Changes& changes, const spec::Program& program,
                                const Sought& sought) {
  const Mismatch& mismatch = *sought.mismatch;
  const auto subject = static_cast<std::size_t>(mismatch.subject);
  const Counterfactual::Altered altered = Counterfactual::apply(changes, program, mismatch.step);
  if (before_run_) before_run_();
  const Verdict& verdict = lockstep_.check(altered.program, false);
  // If the changed program did not reach the command, or the command mismatches in another way than before, the change
  // proves nothing.
  if (verdict.judged[subject] <= static_cast<std::uint32_t>(altered.step) &&
      !mismatches_without(sought, altered, verdict))
    return false;
  // If the command now has another outcome, the change proves nothing either: the command leaves another tensor in its
  // register.
  const spec::Step& now = lockstep_.expected_of(subject).step(altered.step);
  if (!same_course(mismatch.expected, now.outcome)) return false;
  return std::all_of(sought.differences.begin(), sought.differences.end(), [&](const Difference& one) {
    const auto reg = static_cast<std::size_t>(one.reg);
    return one.reg < 0 || can_differ(one.field, sought.expected.registers[reg], now.observation.registers[reg]);
  });
}

bool KnownIssueMatcher::mismatches_without(const Sought& sought, const Counterfactual::Altered& altered,
                                           const Verdict& verdict) const {
  const auto at = std::find_if(verdict.mismatches.begin(), verdict.mismatches.end(), [&](const Mismatch& mismatch) {
    return mismatch.subject == sought.mismatch->subject && mismatch.step == altered.step;
  });
  if (at == verdict.mismatches.end()) return false;
  for (const Difference& one : at->differences)
    for (const Difference& other : sought.differences)
      if (one.field == other.field && one.reg == other.reg) return false;
  const MismatchContext context(altered.program, lockstep_.expected_of(static_cast<std::size_t>(at->subject)), *at);
  Explained explained(*at);
  for (const KnownMismatch& entry : known_)
    if (concerns(entry, *at) && entry.pattern.counterfactuals.empty())
      explained.add(entry.pattern, entry.pattern.explains(context));
  return explained.is_all();
}

bool KnownIssueMatcher::concerns(const KnownMismatch& entry, const Mismatch& mismatch) const {
  return entry.speaks_of(mismatch.signature.subject,
                         lockstep_.subject(static_cast<std::size_t>(mismatch.subject)).version());
}

}  // namespace modecheck::properties
