#include "properties/campaign/searcher.h"

#include <algorithm>

#include "properties/campaign/part.h"
#include "properties/campaign/results_file.h"
#include "properties/known/known_issue_matcher.h"
#include "properties/known/mismatch_context.h"
#include "properties/process/write_all.h"
#include "spec/program/text.h"

namespace modecheck::properties {

bool is_wanted(const CampaignOptions& options, const spec::Program& program, const Lockstep& lockstep,
               const Mismatch& mismatch) {
  if (!options.wanted) return true;
  const Expected& expected = lockstep.expected_of(static_cast<std::size_t>(mismatch.subject));
  const bool at_command = MismatchContext::at_command(program, mismatch) && expected.rules != nullptr;
  return options.wanted(mismatch, at_command ? expected.rules[mismatch.step] : spec::RuleSet());
}

std::int64_t steady_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void SearchState::clear_counts() {
  counts = {};
  subjects = {};
  rule_hits = {};
  known = {};
  signatures.clear();
  not_judged = {};
}

void add(Slice& slice, const SearchState& state, std::size_t subjects) {
  add(slice, state.counts);
  add(slice, {state.subjects.begin(), state.subjects.begin() + static_cast<std::ptrdiff_t>(subjects)});
  add_rule_hits(slice, state.rule_hits);
  add_known(slice, state.known.data(), state.known.size());
  add(slice, state.signatures);
  add(slice, state.not_judged);
}

Searcher::Searcher(const CampaignOptions& options, SearchState& state, int out, Reached reached)
    : options_(options), state_(state), out_(out), reached_(reached) {}

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

void Searcher::run_slices(std::uint64_t job, std::uint64_t end, std::int64_t deadline_ns) {
  const auto lockstep = make_lockstep(options_.oracle, options_.subjects, false, options_.program_limit);
  const Results& known = options_.record->results();
  const std::uint64_t size = known.slice_size();
  const std::uint64_t part = first_of_part(options_.part);
  for (std::uint64_t i = job;; i += static_cast<std::uint64_t>(options_.jobs)) {
    const std::uint64_t number = options_.shard.number + options_.shard.count * i;
    if (number > end / size || number * size >= end) break;
    Slice slice = known.slice(part / size + number);
    state_.counted_from.store(slice.done);
    const std::uint64_t begin = part + number * size;
    if (!run_slice(slice, begin, std::min(part + end, begin + size), *lockstep, deadline_ns)) break;
  }
  state_.started_ns.store(0);
}

bool Searcher::run_slice(Slice& slice, std::uint64_t begin, std::uint64_t end, Lockstep& lockstep,
                         std::int64_t deadline_ns) {
  constexpr std::int64_t kBetweenWrites = 2'000'000'000;
  std::int64_t written = steady_ns();
  for (std::uint64_t index = begin + slice.done; index < end; ++index) {
    const std::int64_t now = steady_ns();
    if (now >= deadline_ns) {
      write_slice(slice, index - begin, lockstep);
      return false;
    }
    if (now - written > kBetweenWrites) {
      write_slice(slice, index - begin, lockstep);
      written = now;
    }
    state_.current.store(index, std::memory_order_relaxed);
    judge(index, lockstep);
    publish(lockstep);
  }
  if (begin + slice.done < end) write_slice(slice, end - begin, lockstep);
  return true;
}

void Searcher::write_slice(Slice& slice, std::uint64_t done, Lockstep& lockstep) {
  if (done == slice.done) return;
  add(slice, state_, options_.subjects.size());
  slice.done = done;
  // Whoever takes the line knows by counted_from whether the counts of the state are in it (Campaign::record_crash).
  write(to_line(slice));
  lockstep.reset_counts();
  state_.clear_counts();
  state_.counted_from.store(done);
}

void Searcher::write(const std::string& line) {
  state_.started_ns.store(kWriting, std::memory_order_release);
  write_all(out_, line);
}

void Searcher::run_isolated(std::uint64_t index) {
  const auto lockstep = make_lockstep(options_.oracle, options_.subjects, true, options_.program_limit);
  judge(index, *lockstep);
  publish(*lockstep);
}

void Searcher::judge(std::uint64_t index, Lockstep& lockstep) {
  const Shown shown = shown_by(index, lockstep);
  for (const std::string& rule : shown.not_judged) state_.not_judged.add(rule);
  for (const std::uint64_t id : shown.signatures) state_.signatures.add(id, index);
  for (const std::size_t entry : shown.known) state_.known[entry].add(index);
}

Searcher::Shown Searcher::shown_by(std::uint64_t index, Lockstep& lockstep) {
  // Start the clock again before each run: the same program may run many times, and each run has the whole time limit.
  const auto starts = [&] { state_.started_ns.store(steady_ns(), std::memory_order_release); };
  starts();
  options_.program_into(program_, index_in_part(index));
  lockstep.set_repeats(index % kRepeated == 0);
  KnownIssueMatcher matcher(options_.known, lockstep, starts);
  Shown shown;
  std::vector<Mismatch> mismatches = lockstep.check(program_).mismatches;
  if (!mismatches.empty() && options_.mismatched) options_.mismatched(index_in_part(index));
  reached_.add_run(program_, lockstep.expected());
  // In every other program, remove a command whose mismatch is known or not to be judged, and judge the rest of the
  // program again. Common mismatches then do not hide rare ones.
  const bool avoids_known = index % 2 == 1;
  while (!mismatches.empty()) {
    // The number of the first command with a mismatch that is known, or that is not to be judged.
    int first_step = spec::kMaxCommands;
    std::erase_if(mismatches, [&](const Mismatch& mismatch) {
      if (is_wanted(options_, program_, lockstep, mismatch)) return false;
      shown.not_judged.push_back(mismatch.signature.rule);
      if (mismatch.step >= 0) first_step = std::min(first_step, mismatch.step);
      return true;
    });
    const auto matches = matcher.matches(program_, mismatches);
    for (std::size_t i = 0; i < mismatches.size(); ++i) {
      shown.signatures.insert(SignatureCounts::id_of(mismatches[i].signature));
      if (matches[i] != nullptr) {
        const auto entry = static_cast<std::size_t>(matches[i] - options_.known.data());
        if (entry < kMaxKnown) shown.known.insert(entry);
        first_step = std::min(first_step, mismatches[i].step);
        continue;
      }
      const Mismatch& mismatch = mismatches[i];
      if (!told_.insert(mismatch.signature).second) continue;
      write(to_line({mismatch.signature, mismatch.severity, std::string(name_of(mismatch.main().field)), index,
                     spec::to_text(program_)}));
      starts();
    }
    if (!avoids_known || first_step >= static_cast<int>(program_.records.size())) break;
    program_.records.erase(program_.records.begin() + first_step);
    starts();
    mismatches = lockstep.check(program_, false).mismatches;
  }
  return shown;
}

void Searcher::publish(const Lockstep& lockstep) {
  state_.counts = lockstep.counts();
  std::copy(lockstep.subject_counts().begin(), lockstep.subject_counts().end(), state_.subjects.begin());
  state_.rule_hits = lockstep.rule_hits();
}

}  // namespace modecheck::properties
