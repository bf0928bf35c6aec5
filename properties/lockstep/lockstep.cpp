#include "properties/lockstep/lockstep.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "properties/lockstep/repetition.h"

namespace modecheck::properties {

using spec::OutcomeKind;

std::string full_name(const subjects::Runner& subject) {
  return subject.name() + ":" + std::string(spec::name_of(subject.device()));
}

Lockstep::Lockstep(const OracleFactory& oracle, std::vector<std::unique_ptr<subjects::Runner>> subjects, bool fresh)
    : subjects_(std::move(subjects)), fresh_(fresh), live_(subjects_.size()), subject_counts_(subjects_.size()) {
  for (std::size_t i = 0; i < subjects_.size(); ++i) {
    names_.push_back(full_name(*subjects_[i]));
    traces_.push_back(std::make_unique<spec::Trace>());
    if (oracles_[device_of(i)] == nullptr) oracles_[device_of(i)] = oracle(subjects_[i]->device());
  }
  if (subjects_.empty())
    oracles_[main_device_] = oracle(spec::DeviceKind::Cpu);
  else
    main_device_ = device_of(0);
  verdict_.mismatches.reserve(subjects_.size());
}

namespace {

// Subtracts the objects that earlier programs left behind in this process from the count of live objects, so that only
// the last program counts.
void since_before(std::int64_t& live, std::int64_t& before) {
  const std::int64_t now = live;
  if (now > 0) live -= before;
  before = now;
}

std::uint32_t dropped_among(const Expected& expected, std::uint32_t first_commands) {
  if (expected.dropped == nullptr) return 0;
  return static_cast<std::uint32_t>(std::count(expected.dropped, expected.dropped + first_commands, 1));
}

bool goes_back(spec::OperationId id) {
  using spec::BuiltinCommand;
  return id == spec::id_of(BuiltinCommand::Backward) || id == spec::id_of(BuiltinCommand::Grad) ||
         id == spec::id_of(BuiltinCommand::DoubleBackward);
}

// Removes differences that rule E1 leaves unspecified. A failed backward may have accumulated into leaves that it had
// reached, and may have freed buffers. So the state after it is not judged, except for a written inference tensor (P3)
// and a wrong outcome. Returns false if no difference is left.
bool without_unspecified(const spec::Program& program, Mismatch& mismatch) {
  if (!mismatch.rejected() || mismatch.step < 0 || mismatch.step >= static_cast<int>(program.records.size()))
    return true;
  const spec::OperationId id = program.records[static_cast<std::size_t>(mismatch.step)].operation;
  if (!goes_back(id)) return true;
  const auto judged = [](const Difference& one) { return one.field == Field::Outcome || one.rule == "P3"; };
  if (!judged(mismatch.main())) return false;
  std::erase_if(mismatch.differences, [&](const Difference& one) { return !judged(one); });
  return true;
}

}  // namespace

const Verdict& Lockstep::check(const spec::Program& program, bool counted) {
  verdict_.mismatches.clear();
  verdict_.judged.assign(subjects_.size(), 0);
  verdict_.compared.assign(subjects_.size(), 0);
  verdict_.steps = static_cast<std::uint32_t>(program.records.size());
  for (std::size_t i = 0; i < kDevices; ++i)
    if (oracles_[i] != nullptr) expected_[i] = &oracles_[i]->run(program);
  verdict_.dropped = dropped_among(expected(), verdict_.steps);
  if (counted) count(program);
  if (counted && repeats_) ++counts_.repeated;
  for (std::size_t i = 0; i < subjects_.size(); ++i) {
    spec::Trace& trace = *traces_[i];
    const Expected& want = expected_of(i);
    // Do not run the commands after the first uncertain value: a crash there could be right or wrong.
    const spec::ProgramView view{program.records.data(), want.dropped, std::min(verdict_.steps, want.judged)};
    trace.clear();
    subjects_[i]->run(view, trace);
    if (!fresh_) since_before(trace.live_objects, live_[i]);
    const Comparison comparison = compare(want, trace);
    verdict_.judged[i] = comparison.judged;
    bool mismatched = comparison.mismatched != Comparison::none;
    Mismatch mismatch;
    if (mismatched) {
      mismatch = mismatch_at(program, want, trace, comparison.mismatched, static_cast<int>(i), names_[i]);
      mismatched = without_unspecified(program, mismatch);
      // A mismatch may consist only of differences that the specification leaves open. The command then counts as
      // judged.
      if (!mismatched) verdict_.judged[i] = comparison.judged + 1;
    } else if (repeats_) {
      if (auto other = repeat(program, view, i, comparison.judged)) {
        mismatched = true;
        mismatch = std::move(*other);
        verdict_.judged[i] = static_cast<std::uint32_t>(std::max(0, mismatch.step));
      }
    }
    verdict_.compared[i] = comparison.judged - dropped_among(want, comparison.judged);
    if (comparison.mismatched >= 0 && comparison.mismatched < static_cast<int>(verdict_.steps)) ++verdict_.compared[i];
    if (counted) {
      SubjectCounts& counts = subject_counts_[i];
      counts.judged += verdict_.compared[i];
      counts.cut_short += verdict_.steps - dropped_among(want, verdict_.steps) - verdict_.compared[i];
      counts.lost = subjects_[i]->lost();
      counts.order += comparison.order;
      if (comparison.unsupported) {
        ++counts.unsupported;
        ++counts.unsupported_of[program.records[comparison.judged].operation];
      }
      counts.mismatched += mismatched ? 1 : 0;
    }
    if (mismatched) verdict_.mismatches.push_back(std::move(mismatch));
  }
  return verdict_;
}

std::optional<Mismatch> Lockstep::repeat(const spec::Program& program, const spec::ProgramView& view,
                                         std::size_t subject, std::uint32_t judged) {
  if (again_ == nullptr) again_ = std::make_unique<spec::Trace>();
  again_->clear();
  subjects_[subject]->run(view, *again_);
  if (!fresh_) since_before(again_->live_objects, live_[subject]);
  return second_run_mismatch(program, expected_of(subject), *traces_[subject], *again_, judged,
                             static_cast<int>(subject), names_[subject]);
}

void Lockstep::count(const spec::Program& program) {
  for (std::uint64_t left = rules().bits(); left != 0; left &= left - 1)
    ++rule_hits_[static_cast<std::size_t>(std::countr_zero(left))];
  ++counts_.programs;
  counts_.commands += program.records.size();
  ++counts_.programs_of[std::min(program.records.size(), counts_.programs_of.size() - 1)];
  bool inside = false;
  bool backward = false;
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const spec::Step& step = expected().trace->steps[i];
    const spec::OperationId id = program.records[i].operation;
    if (step.outcome.kind == OutcomeKind::Dropped) {
      count_dropped(id, expected().unspecified == nullptr ? std::nullopt : std::optional(expected().unspecified[i]));
      continue;
    }
    ++counts_.run_of[id];
    const bool ok = step.outcome.kind == OutcomeKind::Ok;
    if (ok)
      ++counts_.ok;
    else
      ++counts_.errors[static_cast<std::size_t>(step.outcome.error)];
    if (step.observation.mode.inference_mode != 0) {
      ++counts_.inside;
      inside = inside || spec::operation(id).kind != spec::CommandKind::EnterGuard;
    }
    backward = backward || (ok && goes_back(id));
  }
  counts_.programs_inside += inside ? 1 : 0;
  counts_.programs_with_backward += backward ? 1 : 0;
  // A generator proposes commands that the model may drop. Look for such proposals in the runs for all devices, because
  // the generator's device may differ from the first subject's device.
  for (const Expected* const one : expected_) {
    if (one == nullptr || one->dropped_proposals == nullptr) continue;
    for (const reference::DroppedProposal& proposal : *one->dropped_proposals) {
      ++counts_.commands;
      count_dropped(proposal.operation, proposal.reason);
    }
  }
}

void Lockstep::count_dropped(spec::OperationId operation, std::optional<spec::Unspecified> reason) {
  ++counts_.dropped;
  ++counts_.dropped_of[operation];
  if (reason) ++counts_.dropped_for[static_cast<std::size_t>(*reason)];
}

void Lockstep::reset_counts() {
  counts_ = {};
  rule_hits_ = {};
  std::fill(subject_counts_.begin(), subject_counts_.end(), SubjectCounts{});
}

namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i)
    out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return out;
}

}  // namespace

bool Verdict::judged_nothing() const {
  return mismatches.empty() && std::all_of(compared.begin(), compared.end(), [](std::uint32_t n) { return n == 0; });
}

std::string extent(const Lockstep& lockstep, const Verdict& verdict) {
  std::string out = fmt::format("{} command{}", verdict.steps, verdict.steps == 1 ? "" : "s");
  if (verdict.dropped > 0) out += fmt::format(", {} dropped", verdict.dropped);
  if (verdict.compared.empty()) return out + ", no subject";
  const std::uint32_t most = *std::max_element(verdict.compared.begin(), verdict.compared.end());
  std::string fewer;
  for (std::size_t i = 0; i < verdict.compared.size(); ++i)
    if (verdict.compared[i] < most)
      fewer += fmt::format("{}{} {}", fewer.empty() ? "" : ", ", lockstep.name(i), verdict.compared[i]);
  return out + fmt::format(", {} judged{}", most, fewer.empty() ? "" : " (" + fewer + ")");
}

std::string why_nothing_was_judged(const Verdict& verdict) {
  if (verdict.steps == 0) return "the program has no commands, so this is no agreement.";
  if (verdict.dropped == verdict.steps)
    return "every command was dropped: the specification leaves open what it does, or it cannot be expressed as a "
           "call, "
           "so nobody ran it and this is no agreement.";
  return "no subject has the operations that come first, so this is no agreement.";
}

std::string vote(const Lockstep& lockstep, const Verdict& verdict) {
  std::vector<std::string> agree{"the specification"};
  std::vector<std::string> others;
  for (std::size_t i = 0; i < lockstep.size(); ++i) {
    const bool mismatched = std::any_of(verdict.mismatches.begin(), verdict.mismatches.end(),
                                        [&](const Mismatch& d) { return d.subject == static_cast<int>(i); });
    // Leave a subject out if none of its answers were compared, because it neither agrees nor mismatches.
    if (!mismatched && i < verdict.compared.size() && verdict.compared[i] == 0) continue;
    (mismatched ? others : agree).push_back(lockstep.name(i));
  }
  std::string out;
  if (others.empty())
    out = joined(agree) + (agree.size() == 1 ? " stands alone." : " agree.");
  else if (agree.size() == 1)
    out = fmt::format("the specification stands against {}.", joined(others));
  else
    out = fmt::format("{} agree; {} {}.", joined(agree), joined(others),
                      others.size() == 1 ? "stands alone" : "disagree");
  out[0] = 'T';
  return out;
}

}  // namespace modecheck::properties
