// Writes the campaign's findings as SARIF 2.1.0, the format of static analysers that GitHub's code scanning reads.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/report/run_report.h"
#include "properties/report/build_text.h"
#include "spec/model/rules.h"

namespace modecheck::cli {
namespace {

using nlohmann::ordered_json;
using properties::Finding;
using properties::Severity;

// Returns one descriptor for each rule of the specification, and for each other name that a finding has instead of a
// rule.
ordered_json rules_json(const std::vector<Finding>& findings) {
  ordered_json out = ordered_json::array();
  for (const spec::RuleFacts& rule : spec::rules())
    out.push_back({{"id", std::string(rule.id)}, {"shortDescription", {{"text", std::string(rule.statement)}}}});
  for (const Finding& finding : findings) {
    const std::string& id = finding.signature.rule;
    if (std::none_of(out.begin(), out.end(), [&](const ordered_json& rule) { return rule.at("id") == id; }))
      out.push_back({{"id", id}, {"shortDescription", {{"text", "No rule of the specification covers this: " + id}}}});
  }
  return out;
}

std::size_t index_of(const ordered_json& rules, const std::string& id) {
  const auto at =
      std::find_if(rules.begin(), rules.end(), [&](const ordered_json& rule) { return rule.at("id") == id; });
  return static_cast<std::size_t>(at - rules.begin());
}

// A wrong reason or a wrong dispatch route harms nobody who uses the engine, so such a finding is only a note.
const char* level_of(const Finding& finding) { return finding.severity >= Severity::WrongReason ? "warning" : "error"; }

// Returns the file at which GitHub shows a finding: the program's file or, if there is none, the plug-in, because the
// source is unknown.
std::string file_of(const RunFacts& run, const Finding& finding) {
  if (!finding.program_file.empty()) return finding.program_file.generic_string();
  for (const properties::SubjectHandle& subject : run.options.subjects)
    if (subject.name == finding.signature.subject && !subject.plugin.file().empty())
      return std::filesystem::path(subject.plugin.file()).filename().string();
  return finding.signature.subject;
}

ordered_json result_json(const RunFacts& run, const Finding& finding, const ordered_json& rules) {
  const std::string& rule = finding.signature.rule;
  return {{"ruleId", rule},
          {"ruleIndex", index_of(rules, rule)},
          {"level", level_of(finding)},
          {"message", {{"text", finding.sentence + "\n\n" + finding.program_text}}},
          {"locations",
           {{{"physicalLocation",
              {{"artifactLocation", {{"uri", file_of(run, finding)}}}, {"region", {{"startLine", 1}}}}}}}},
          {"partialFingerprints", {{"modecheckSignature/v1", to_text(finding.signature)}}},
          {"properties",
           {{"subject", finding.signature.subject},
            {"operation", finding.signature.operation},
            {"severity", std::string(name_of(finding.severity))},
            {"report", finding.report}}}};
}

}  // namespace

std::string to_sarif(const RunFacts& run) {
  const ordered_json rules = rules_json(run.result.findings);
  ordered_json results = ordered_json::array();
  for (const Finding& finding : run.result.findings) results.push_back(result_json(run, finding, rules));
  const ordered_json driver{{"name", "modecheck"}, {"fullName", properties::build_text()}, {"rules", rules}};
  const ordered_json sarif_run{{"tool", {{"driver", driver}}}, {"results", results}};
  const ordered_json out{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                         {"version", "2.1.0"},
                         {"runs", ordered_json::array({sarif_run})}};
  // Replace bytes that are no UTF-8, which a subject's error message may hold.
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace modecheck::cli
