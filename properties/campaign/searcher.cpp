#include "properties/campaign/searcher.h"

#include <unistd.h>

#include <algorithm>

#include "properties/known/circumstances.h"
#include "properties/known/excuser.h"
#include "spec/program/text.h"

namespace modecheck::properties {

std::int64_t steady_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Searcher::Searcher(const CampaignOptions& options, SearchState& state, int out, TransitionSet* transitions,
                   Census* census)
    : options_(options), state_(state), out_(out), transitions_(transitions), census_(census) {}

void Searcher::run(std::uint64_t first, std::uint64_t stride, std::uint64_t end, std::int64_t deadline_ns) {
  const auto lockstep = make_lockstep(options_.oracle, options_.subjects, false, options_.program_limit);
  for (std::uint64_t index = first; index < end; index += stride) {
    const std::int64_t now = steady_ns();
    if (now >= deadline_ns) break;
    state_.current.store(index, std::memory_order_relaxed);
    judge(index, *lockstep);
    publish(*lockstep);
  }
  state_.started_ns.store(0);
}

void Searcher::run_isolated(std::uint64_t index) {
  const auto lockstep = make_lockstep(options_.oracle, options_.subjects, true, options_.program_limit);
  judge(index, *lockstep);
  publish(*lockstep);
}

void Searcher::judge(std::uint64_t index, Lockstep& lockstep) {
  // One program of the campaign may be run many times, and the time limit holds for each run.
  const auto starts = [&] { state_.started_ns.store(steady_ns(), std::memory_order_release); };
  starts();
  options_.program_into(program_, index);
  lockstep.set_repeats(index % kRepeated == 0);
  Excuser excuser(options_.known, lockstep, starts);
  std::set<std::ptrdiff_t> met;  // the known mismatches that occurred
  std::vector<Departure> departures = lockstep.check(program_).departures;
  if (!departures.empty() && options_.departed) options_.departed(index);
  if (transitions_ != nullptr) transitions_->add_run(program_, lockstep.expected());
  if (census_ != nullptr) census_->add_run(program_, lockstep.expected());
  // In every other program, remove a command with a known mismatch and judge the rest again, so that common mismatches
  // do not hide rare ones.
  const bool avoids_known = index % 2 == 1;
  while (!departures.empty()) {
    if (options_.wanted)
      std::erase_if(departures, [&](const Departure& departure) {
        const Expected& expected = lockstep.expected_of(static_cast<std::size_t>(departure.subject));
        const bool at_command = Circumstances::at_command(program_, departure) && expected.rules != nullptr;
        return !options_.wanted(departure, at_command ? expected.rules[departure.step] : spec::RuleSet());
      });
    const auto excuses = excuser.excuses(program_, departures);
    int known_step = spec::kMaxCommands;
    for (std::size_t i = 0; i < departures.size(); ++i) {
      if (excuses[i] != nullptr) {
        const std::ptrdiff_t entry = excuses[i] - options_.known.data();
        if (entry < static_cast<std::ptrdiff_t>(kMaxKnown) && met.insert(entry).second)
          ++state_.known[static_cast<std::size_t>(entry)];
        known_step = std::min(known_step, departures[i].step);
        continue;
      }
      const Departure& departure = departures[i];
      if (!told_.insert(departure.signature).second) continue;
      const std::string line = to_line({departure.signature, departure.gravity,
                                        std::string(name_of(departure.main().field)), index, spec::to_text(program_)});
      if (write(out_, line.data(), line.size()) < 0) _exit(4);  // the reading process has gone
    }
    if (!avoids_known || known_step >= static_cast<int>(program_.records.size())) return;
    program_.records.erase(program_.records.begin() + known_step);
    starts();
    departures = lockstep.check(program_, false).departures;
  }
}

void Searcher::publish(const Lockstep& lockstep) {
  state_.counts = lockstep.counts();
  std::copy(lockstep.subject_counts().begin(), lockstep.subject_counts().end(), state_.subjects.begin());
  state_.rule_hits = lockstep.rule_hits();
}

}  // namespace modecheck::properties
