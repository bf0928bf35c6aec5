// Writes the campaign's result as JSON, for machines. "gravity", "programs_departed" and "departs" are the names that
// "severity", "programs_with_mismatch" and "mismatches" had in the last version; the next version leaves them out.

#include <nlohmann/json.hpp>
#include <set>

#include "cli/output/numbers.h"
#include "cli/report/known_causes.h"
#include "cli/report/run_report.h"
#include "cli/report/unmet_known.h"
#include "properties/report/build_text.h"
#include "spec/model/rules.h"
#include "spec/program/operation.h"

namespace modecheck::cli {
namespace {

using nlohmann::ordered_json;

ordered_json findings_json(const properties::CampaignResult& result) {
  ordered_json out = ordered_json::array();
  for (const properties::Finding& finding : result.findings)
    out.push_back({{"signature", to_text(finding.signature)},
                   {"rule", finding.signature.rule},
                   {"subject", finding.signature.subject},
                   {"operation", finding.signature.operation},
                   {"error", finding.signature.error},
                   {"severity", std::string(name_of(finding.severity))},
                   {"gravity", std::string(name_of(finding.severity))},
                   {"sentence", finding.sentence},
                   {"commands", finding.commands},
                   {"program", finding.index},
                   {"text", finding.program_text},
                   {"file", finding.program_file.string()},
                   {"cpp", finding.cpp_file.string()},
                   {"not_written", finding.not_written},
                   {"resembles", properties::near_json(finding.near)}});
  return out;
}

ordered_json subjects_json(const RunFacts& run, const std::vector<SubjectState>& subjects) {
  ordered_json out = ordered_json::array();
  for (const SubjectState& subject : subjects) {
    ordered_json item{{"name", subject.name}, {"version", subject.version}, {"available", subject.available}};
    bool judged = false;
    for (std::size_t i = 0; i < run.options.subjects.size(); ++i) {
      if (run.options.subjects[i].name != subject.name) continue;
      judged = true;
      const properties::SubjectCounts& counts = run.result.subjects[i];
      item["commands_judged"] = counts.judged;
      item["programs_with_mismatch"] = counts.mismatched;
      item["programs_departed"] = counts.mismatched;
      item["other_reason"] = counts.order;
      item["cut_short"] = counts.unsupported;
      item["commands_not_judged"] = counts.cut_short;
      item["workers_lost"] = counts.lost;
    }
    item["judged"] = judged;
    out.push_back(std::move(item));
  }
  return out;
}

// Returns the operations that programs named, with how often each ran, was dropped, and was missing in a subject. A
// subject that lacks an operation is judged no further in that program.
ordered_json operations_json(const RunFacts& run) {
  const properties::Counts& counts = run.result.counts;
  ordered_json out = ordered_json::array();
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    if (counts.run_of[id] + counts.dropped_of[id] == 0) continue;
    ordered_json item{{"name", std::string(spec::operations()[id].name)},
                      {"run", counts.run_of[id]},
                      {"dropped", counts.dropped_of[id]}};
    for (std::size_t i = 0; i < run.options.subjects.size(); ++i)
      if (run.result.subjects[i].unsupported_of[id] > 0)
        item["unsupported"][run.options.subjects[i].name] = run.result.subjects[i].unsupported_of[id];
    out.push_back(std::move(item));
  }
  return out;
}

ordered_json known_json(const RunFacts& run) {
  ordered_json out = ordered_json::array();
  for (const properties::KnownCount& known : run.result.known) {
    if (!known.relevant) continue;
    ordered_json item{{"id", known.id},
                      {"cause", known.cause},
                      {"count", known.shown.programs},
                      {"mismatches", known.mismatches},
                      {"departs", known.mismatches}};
    if (known.shown.programs > 0) item["first"] = known.shown.first;
    if (run.findability)
      if (const auto rate = rate_of(run, entry_of(run, known))) {
        item["measured_programs"] = rate->programs;
        item["measured_met"] = rate->met;
        item["gone_after"] = rate->met == 0 ? ordered_json() : ordered_json(*rate->programs_until_gone(kGone));
      }
    out.push_back(std::move(item));
  }
  return out;
}

ordered_json discovery_json(const properties::Discovery& discovery) {
  const properties::Chance chance = properties::chance_of_new(discovery);
  return {{"programs", discovery.programs},
          {"shown", discovery.shown},
          {"once", discovery.once},
          {"twice", discovery.twice},
          {"alone", discovery.alone},
          {"chance", chance.estimate},
          {"low", chance.low},
          {"high", chance.high}};
}

// Returns the numbers behind the sentences on the next program. "first" lists the programs that were the first to show
// a signature.
ordered_json risk_json(const properties::CampaignResult& result) {
  ordered_json out;
  out["confidence"] = properties::kConfidence;
  out["signatures"] = discovery_json(properties::discovery_of(result.signatures, result.counts.programs));
  out["signatures"]["left_out"] = result.signatures_left_out;
  std::set<std::uint64_t> first;
  for (const auto& [id, shown] : result.signatures) first.insert(shown.first);
  out["signatures"]["first"] = first;
  if (result.transition_discovery) out["transitions"] = discovery_json(*result.transition_discovery);
  return out;
}

}  // namespace

std::string to_json(const RunFacts& run, const std::vector<SubjectState>& subjects) {
  const properties::CampaignResult& result = run.result;
  const properties::Counts& counts = result.counts;
  ordered_json out;
  out["version"] = properties::build_text();
  out["seed"] = run.options.seed;
  out["programs"] = counts.programs;
  out["commands"] = counts.commands;
  out["seconds"] = result.seconds;
  out["commands_per_second"] = result.seconds > 0 ? static_cast<double>(counts.commands) / result.seconds : 0;
  out["replay_seconds"] = result.replay_seconds;
  out["shrink_seconds"] = result.shrink_seconds;
  out["control_seconds"] = run.control_seconds;
  out["interrupted"] = result.interrupted;
  out["barely_judged"] = run.barely_judged();
  out["profile"] = std::string(name_of(run.profile));
  out["not_judged"] = ordered_json::array();
  for (const auto& [rule, mismatches] : result.not_judged.by_rule())
    out["not_judged"].push_back({{"rule", rule}, {"mismatches", mismatches}});
  out["jobs"] = run.options.jobs;
  out["clean"] = run.clean();
  out["subjects"] = subjects_json(run, subjects);
  out["findings"] = findings_json(result);
  out["known"] = known_json(run);
  out["residual_risk"] = risk_json(result);
  out["rules"] = ordered_json::array();
  for (std::size_t i = 0; i < spec::rules().size(); ++i)
    out["rules"].push_back({{"id", std::string(spec::rules()[i].id)}, {"hits", result.rule_hits[i]}});
  out["shares"] = {{"dropped", share(counts.dropped, counts.commands)},
                   {"rejected", share(counts.rejected(), counts.commands)},
                   {"in_inference_mode", share(counts.programs_inside, counts.programs)},
                   {"backward_returned", share(counts.programs_with_backward, counts.programs)},
                   {"run_twice", share(counts.repeated, counts.programs)}};
  out["dropped"] = ordered_json::array();
  for (std::size_t i = 0; i < counts.dropped_for.size(); ++i)
    if (counts.dropped_for[i] > 0)
      out["dropped"].push_back(
          {{"reason", std::string(spec::unspecified_reasons()[i].id)}, {"commands", counts.dropped_for[i]}});
  out["operations"] = operations_json(run);
  out["controls"] = ordered_json::array();
  for (const properties::Control& control : run.controls) {
    ordered_json item{{"name", control.name},
                      {"wanted", control.wanted},
                      {"found", control.program.has_value()},
                      {"limit", control.limit}};
    item["programs"] = control.program.value_or(control.tried);
    if (!control.not_run.empty()) item["not_run"] = control.not_run;
    if (!control.text.empty()) item["text"] = control.text;
    out["controls"].push_back(std::move(item));
  }
  out["crashes"] = result.crashes;
  out["lost"] = result.lost;
  return out.dump(2) + "\n";
}

}  // namespace modecheck::cli
