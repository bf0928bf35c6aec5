#include "properties/known/excuser.h"

#include <algorithm>
#include <utility>

namespace modecheck::properties {

namespace {

using spec::OutcomeKind;

spec::ErrorSet reasons_of(const spec::Outcome& outcome) { return outcome.reasons | spec::set_of(outcome.error); }

// Collects which differences of one mismatch the known entries explain.
class Explained {
 public:
  explicit Explained(const Departure& departure) : departure_(departure) {}

  void add(const Pattern& pattern, const DifferenceSet& part) {
    parts_ |= part;
    if (part.any()) reasons_ |= pattern.expected.errors;
  }

  bool is_all() const {
    if (departure_.differences.size() > parts_.size() || parts_.count() != departure_.differences.size()) return false;
    // A command that wrongly succeeds misses every rejection that is due. The entries must therefore name all its
    // reasons.
    if (!departure_.rejected() || departure_.observed.kind == OutcomeKind::Error) return true;
    return (reasons_of(departure_.expected) & ~reasons_) == 0;
  }

  std::vector<Difference> rest() const {
    std::vector<Difference> out;
    for (std::size_t i = 0; i < departure_.differences.size(); ++i)
      if (i >= parts_.size() || !parts_.test(i)) out.push_back(departure_.differences[i]);
    // Every difference is explained, but not every missing rejection: report all differences.
    return out.empty() ? departure_.differences : out;
  }

 private:
  const Departure& departure_;
  DifferenceSet parts_;
  spec::ErrorSet reasons_ = 0;
};

// Removes the commands before `step` that were dropped or rejected. A failed backward may have had effects (E1), so it
// is removed only if `backward` is true.
Cure::Changes without_idle(const spec::Program& program, const Expected& expected, int step, bool backward) {
  Cure::Changes out;
  for (int i = 0; i < step; ++i) {
    const spec::OperationId id = program.records[static_cast<std::size_t>(i)].operation;
    const OutcomeKind kind = expected.step(i).outcome.kind;
    if (kind == OutcomeKind::Dropped ||
        (kind == OutcomeKind::Error && (backward || spec::operation(id).group != spec::Group::Backward)))
      out[i] = std::nullopt;
  }
  return out;
}

Cure::Changes without(Cure::Changes changes, int command) {
  changes.erase(command);
  return changes;
}

// Whether both outcomes answer the same question. A command that is rejected for another reason never got that far.
bool same_course(const spec::Outcome& before, const spec::Outcome& now) {
  if (before.kind != now.kind) return false;
  return before.kind != OutcomeKind::Error || (reasons_of(before) & reasons_of(now)) != 0;
}

// Whether the gradient or the values that differed still exist in the changed program, so that they could differ again.
bool can_differ(Field field, const spec::RegisterObservation& before, const spec::RegisterObservation& now) {
  if (row_of(field).scope == FieldScope::Gradient) return now.grad.defined >= before.grad.defined;
  return field != Field::Values || now.tensor.storage_bytes != 0;
}

}  // namespace

std::vector<const KnownDeparture*> Excuser::excuses(const spec::Program& given,
                                                    const std::vector<Departure>& departures) {
  // Resolve aliases first, so that an entry about an operator also covers its aliases.
  const spec::Program program = spec::meant(given);
  std::vector<const KnownDeparture*> out(departures.size(), nullptr);
  // Match all patterns first: running a counterfactual overwrites the traces that patterns look at.
  std::vector<std::vector<Candidate>> candidates(departures.size());
  std::vector<Sought> sought(departures.size());
  for (std::size_t i = 0; i < departures.size(); ++i) {
    const Departure& departure = departures[i];
    if (!Circumstances::at_command(program, departure)) continue;
    const Expected& expected = lockstep_.expected_of(static_cast<std::size_t>(departure.subject));
    const Circumstances circumstances(program, expected, departure);
    // Several known mismatches may coincide in one step: each explains its part.
    Explained explained(departure);
    std::vector<std::pair<const KnownDeparture*, DifferenceSet>> with_cure;
    for (const KnownDeparture& entry : known_) {
      if (!concerns(entry, departure)) continue;
      const DifferenceSet part = entry.pattern.explains(circumstances);
      if (!entry.pattern.cures.empty()) {
        if (part.any()) with_cure.emplace_back(&entry, part);
        continue;
      }
      if (part.test(0) && out[i] == nullptr) out[i] = &entry;
      explained.add(entry.pattern, part);
    }
    if (explained.is_all()) continue;
    out[i] = nullptr;
    sought[i] = {&departure,
                 explained.rest(),
                 expected.step(departure.step).observation,
                 {without_idle(program, expected, departure.step, false),
                  without_idle(program, expected, departure.step, true)}};
    for (const auto& [entry, part] : with_cure) {
      Explained with = explained;
      with.add(entry->pattern, part);
      if (!with.is_all()) continue;
      Candidate candidate{entry, {}};
      for (const Cure& cure : entry->pattern.cures)
        if (auto changes = cure.changes(program, expected, departure.step); !changes.empty())
          candidate.cures.push_back(std::move(changes));
      if (!candidate.cures.empty()) candidates[i].push_back(std::move(candidate));
    }
  }
  for (std::size_t i = 0; i < departures.size(); ++i) {
    if (out[i] != nullptr || candidates[i].empty()) continue;
    out[i] = cured_by(candidates[i], program, sought[i], {});
    // A rejected or dropped command may run once the program is changed, and lead elsewhere. If the mismatch is there
    // without such commands, try the counterfactuals without them.
    std::size_t tried = 0;
    for (const Cure::Changes& idle : sought[i].without_idle) {
      if (out[i] == nullptr && idle.size() > tried && is_there(idle, program, sought[i]))
        out[i] = cured_by(candidates[i], program, sought[i], idle);
      tried = idle.size();
    }
  }
  return out;
}

const KnownDeparture* Excuser::cured_by(const std::vector<Candidate>& candidates, const spec::Program& program,
                                        const Sought& sought, const Cure::Changes& beside) {
  const auto helps = [&](Cure::Changes changes) {
    changes.insert(beside.begin(), beside.end());
    return is_gone(changes, program, sought);
  };
  for (const Candidate& candidate : candidates)
    for (const Cure::Changes& cure : candidate.cures) {
      if (helps(cure)) return candidate.entry;
      // All changes together may lead elsewhere where a single one, or all but one, would be enough.
      for (auto one = cure.begin(); cure.size() > 1 && one != cure.end(); ++one)
        if (helps({*one}) || (cure.size() > 2 && helps(without(cure, one->first)))) return candidate.entry;
    }
  if (candidates.size() < 2) return nullptr;
  // Several causes may act in one program. Then only all counterfactuals together remove the mismatch.
  Cure::Changes first;
  Cure::Changes last;
  for (const Candidate& candidate : candidates) {
    first.insert(candidate.cures.front().begin(), candidate.cures.front().end());
    last.insert(candidate.cures.back().begin(), candidate.cures.back().end());
  }
  return helps(first) || helps(last) ? candidates.front().entry : nullptr;
}

bool Excuser::is_there(const Cure::Changes& changes, const spec::Program& program, const Sought& sought) {
  const Cure::Cured cured = Cure::apply(changes, program, sought.departure->step);
  if (before_run_) before_run_();
  const std::vector<Departure>& departures = lockstep_.check(cured.program, false).departures;
  return std::any_of(departures.begin(), departures.end(), [&](const Departure& departure) {
    return departure.subject == sought.departure->subject && departure.step == cured.step &&
           departure.signature == sought.departure->signature;
  });
}

bool Excuser::is_gone(const Cure::Changes& changes, const spec::Program& program, const Sought& sought) {
  const Departure& departure = *sought.departure;
  const auto subject = static_cast<std::size_t>(departure.subject);
  const Cure::Cured cured = Cure::apply(changes, program, departure.step);
  if (before_run_) before_run_();
  const Verdict& verdict = lockstep_.check(cured.program, false);
  // A command that was not reached, or that mismatches in another way now, proves nothing.
  if (verdict.judged[subject] <= static_cast<std::uint32_t>(cured.step) && !departs_without(sought, cured, verdict))
    return false;
  // Neither does a command with another outcome: a changed command leaves another tensor in its register.
  const spec::Step& now = lockstep_.expected_of(subject).step(cured.step);
  if (!same_course(departure.expected, now.outcome)) return false;
  return std::all_of(sought.differences.begin(), sought.differences.end(), [&](const Difference& one) {
    const auto reg = static_cast<std::size_t>(one.reg);
    return one.reg < 0 || can_differ(one.field, sought.expected.registers[reg], now.observation.registers[reg]);
  });
}

bool Excuser::departs_without(const Sought& sought, const Cure::Cured& cured, const Verdict& verdict) const {
  const auto at = std::find_if(verdict.departures.begin(), verdict.departures.end(), [&](const Departure& departure) {
    return departure.subject == sought.departure->subject && departure.step == cured.step;
  });
  if (at == verdict.departures.end()) return false;
  for (const Difference& one : at->differences)
    for (const Difference& other : sought.differences)
      if (one.field == other.field && one.reg == other.reg) return false;
  const Circumstances circumstances(cured.program, lockstep_.expected_of(static_cast<std::size_t>(at->subject)), *at);
  Explained explained(*at);
  for (const KnownDeparture& entry : known_)
    if (concerns(entry, *at) && entry.pattern.cures.empty())
      explained.add(entry.pattern, entry.pattern.explains(circumstances));
  return explained.is_all();
}

bool Excuser::concerns(const KnownDeparture& entry, const Departure& departure) const {
  return entry.speaks_of(departure.signature.subject,
                         lockstep_.subject(static_cast<std::size_t>(departure.subject)).version());
}

}  // namespace modecheck::properties
