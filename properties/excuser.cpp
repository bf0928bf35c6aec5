#include "properties/excuser.h"

#include <algorithm>
#include <utility>

namespace modecheck::properties {

namespace {

std::uint64_t all_of(const Departure& departure) {
  const std::size_t count = departure.differences.size();
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

std::vector<const KnownDeparture*> Excuser::excuses(const spec::Program& program,
                                                    const std::vector<Departure>& departures) {
  std::vector<const KnownDeparture*> out(departures.size(), nullptr);
  // All patterns first: they look at traces that a cure's run overwrites.
  std::vector<std::vector<const KnownDeparture*>> candidates(departures.size());
  for (std::size_t i = 0; i < departures.size(); ++i) {
    const Departure& departure = departures[i];
    if (!Circumstances::at_command(program, departure)) continue;
    const auto subject = static_cast<std::size_t>(departure.subject);
    const std::string version = lockstep_.subject(subject).version();
    const Circumstances circumstances(program, lockstep_.expected_of(subject), departure);
    // Several known departures may meet in one step: each explains its part.
    std::uint64_t explained = 0;
    std::vector<std::pair<const KnownDeparture*, std::uint64_t>> with_cure;
    for (const KnownDeparture& entry : known_) {
      if (entry.subject() != departure.signature.subject || !entry.covers(version)) continue;
      const std::uint64_t part = entry.pattern.explains(circumstances);
      if (entry.pattern.cure) {
        with_cure.emplace_back(&entry, part);
        continue;
      }
      if ((part & 1) != 0 && out[i] == nullptr) out[i] = &entry;
      explained |= part;
    }
    if (explained == all_of(departure)) continue;
    out[i] = nullptr;
    for (const auto& [entry, part] : with_cure)
      if (part != 0 && (part | explained) == all_of(departure)) candidates[i].push_back(entry);
  }
  for (std::size_t i = 0; i < departures.size(); ++i)
    if (out[i] == nullptr) out[i] = cured_by(candidates[i], program, departures[i]);
  return out;
}

const KnownDeparture* Excuser::cured_by(const std::vector<const KnownDeparture*>& candidates,
                                        const spec::Program& program, const Departure& departure) {
  Cure::Cured all{program, departure.step};
  std::vector<const KnownDeparture*> tried;
  for (const KnownDeparture* entry : candidates) {
    if (const auto cured = entry->pattern.cure->apply(program, departure.step)) {
      if (is_gone(*cured, departure)) return entry;
      tried.push_back(entry);
    }
    if (auto both = entry->pattern.cure->apply(all.program, all.step)) all = std::move(*both);
  }
  // Several causes may be at work in one program: then only all cures together help.
  return tried.size() > 1 && is_gone(all, departure) ? tried.front() : nullptr;
}

bool Excuser::is_gone(const Cure::Cured& cured, const Departure& departure) {
  const Verdict& verdict = lockstep_.check(cured.program, false);
  return std::none_of(verdict.departures.begin(), verdict.departures.end(), [&](const Departure& still) {
    return still.subject == departure.subject && still.step <= cured.step && still.signature == departure.signature;
  });
}

}  // namespace modecheck::properties
