#include "properties/exhaustive/exhaustion.h"

#include <algorithm>
#include <iterator>

#include "properties/campaign/part.h"
#include "properties/campaign/results_file.h"
#include "properties/campaign/searcher.h"
#include "properties/exhaustive/state_walk.h"
#include "properties/generate/alphabet.h"
#include "properties/process/interrupt.h"
#include "properties/process/shared_flags.h"

namespace modecheck::properties {
namespace {

double seconds_since(std::int64_t start_ns) { return static_cast<double>(steady_ns() - start_ns) * 1e-9; }

void add(CampaignResult& sum, CampaignResult&& more) {
  sum.counts.add(more.counts);
  sum.subjects.resize(more.subjects.size());
  for (std::size_t i = 0; i < more.subjects.size(); ++i) sum.subjects[i].add(more.subjects[i]);
  for (std::size_t i = 0; i < kRuleCount; ++i) sum.rule_hits[i] += more.rule_hits[i];
  std::move(more.findings.begin(), more.findings.end(), std::back_inserter(sum.findings));
  if (sum.known.empty()) {
    sum.known = std::move(more.known);
  } else {
    for (std::size_t i = 0; i < sum.known.size(); ++i) {
      sum.known[i].shown.add(more.known[i].shown);
      sum.known[i].mismatches = sum.known[i].mismatches && more.known[i].mismatches;
    }
  }
  std::vector<Transition> transitions;
  std::set_union(sum.transitions.begin(), sum.transitions.end(), more.transitions.begin(), more.transitions.end(),
                 std::back_inserter(transitions),
                 [](const Transition& a, const Transition& b) { return a.code() < b.code(); });
  sum.transitions = std::move(transitions);
  sum.not_judged.add(more.not_judged);
  sum.findings_not_shrunk += more.findings_not_shrunk;
  sum.crashes += more.crashes;
  sum.lost += more.lost;
  sum.seconds += more.seconds;
  sum.replay_seconds += more.replay_seconds;
  sum.shrink_seconds += more.shrink_seconds;
  sum.interrupted = more.interrupted;
}

// Records which programs between two numbers mismatch, because the next length needs to know.
void record_mismatching(ResultsFile& record, const SharedFlags& mismatched, std::uint64_t begin, std::uint64_t end) {
  std::vector<std::uint64_t> programs;
  for (std::uint64_t program = begin; program < end; ++program)
    if (mismatched.raised(index_in_part(program))) programs.push_back(program);
  record.add_mismatching(programs);
}

}  // namespace

ExhaustionResult exhaust(const ExhaustionOptions& options,
                         const std::function<void(int depth, const Progress&)>& progress) {
  const std::int64_t start = steady_ns();
  StateWalk walk(alphabet(), options.pruning ? StateWalk::Pruning::On : StateWalk::Pruning::Off, options.campaign.jobs);
  CampaignOptions campaign = options.campaign;
  campaign.seeded = false;
  campaign.program_into = [&](spec::Program& program, std::uint64_t index) { walk.program_into(program, index); };
  ExhaustionResult result;
  while (walk.depth() < options.depth && result.campaign.findings.empty()) {
    const std::int64_t level_start = steady_ns();
    ExhaustionLevel level;
    level.depth = walk.depth() + 1;
    const SharedFlags mismatched(walk.programs());
    campaign.mismatched = [&](std::uint64_t index) { mismatched.raise(index); };
    campaign.programs = walk.programs();
    const bool is_last = level.depth == options.depth;
    campaign.part = static_cast<std::uint64_t>(level.depth);
    campaign.shard = is_last ? options.campaign.shard : Shard{};
    campaign.before_record = [&](std::uint64_t begin, std::uint64_t end) {
      record_mismatching(*campaign.record, mismatched, begin, end);
    };
    const std::uint64_t before = result.campaign.counts.programs;
    add(result.campaign, run_campaign(campaign, [&](const Progress& now) {
          if (progress) progress(level.depth, now);
        }));
    campaign.replays_known = false;  // known mismatches need to be replayed only once
    if (interrupt_signal() != 0) break;
    level.walked = campaign.shard.count == 1;
    if (level.walked) {
      const StateWalk::Level walked = walk.advance({}, [&](std::uint64_t index) {
        return mismatched.raised(index) ||
               (campaign.record != nullptr &&
                campaign.record->results().mismatching().contains(first_of_part(campaign.part) + index));
      });
      if (interrupt_signal() != 0) break;  // the walk is not complete, so the next level would be this one again
      level.programs = walked.programs;
      level.new_states = walked.new_states;
      level.pruned = walked.pruned;
    } else {
      level.programs = result.campaign.counts.programs - before;
    }
    level.seconds = seconds_since(level_start);
    result.levels.push_back(level);
    if (!level.walked) break;
  }
  result.states = walk.states();
  result.seconds = seconds_since(start);
  return result;
}

}  // namespace modecheck::properties
