#include "properties/report/report_parts.h"

#include <nlohmann/json.hpp>

namespace modecheck::properties {
namespace {

using nlohmann::json;

json json_of(const ReportParts::Step& step) {
  return {{"command", step.command}, {"outcome", step.outcome}, {"changes", step.changes}, {"subjects", step.subjects}};
}

ReportParts::Step step_of(const json& from) {
  return {from.at("command").get<std::string>(), from.at("outcome").get<std::string>(),
          from.at("changes").get<std::vector<std::string>>(), from.at("subjects").get<std::vector<std::string>>()};
}

}  // namespace

void to_json(json& out, const ReportParts& parts) {
  out = {{"headline", parts.headline},
         {"severity", parts.severity},
         {"sentence", parts.sentence},
         {"rule", parts.rule},
         {"statement", parts.statement},
         {"source", parts.source},
         {"vote", parts.vote},
         {"start", parts.start},
         {"subject", parts.subject},
         {"subjects", parts.subjects},
         {"steps", json::array()},
         {"mismatches", parts.mismatches},
         {"differences", json::array()},
         {"reasons", parts.reasons},
         {"said", parts.said},
         {"does_not_matter", parts.does_not_matter},
         {"provenance", parts.provenance}};
  for (const ReportParts::Step& step : parts.steps) out["steps"].push_back(json_of(step));
  for (const ReportParts::Differs& one : parts.differences)
    out["differences"].push_back({one.what, one.rule, one.expected, one.observed});
}

void from_json(const json& from, ReportParts& parts) {
  parts.headline = from.at("headline");
  parts.severity = from.at("severity");
  parts.sentence = from.at("sentence");
  parts.rule = from.at("rule");
  parts.statement = from.at("statement");
  parts.source = from.at("source");
  parts.vote = from.at("vote");
  from.at("start").get_to(parts.start);
  parts.subject = from.at("subject");
  from.at("subjects").get_to(parts.subjects);
  for (const auto& step : from.at("steps")) parts.steps.push_back(step_of(step));
  parts.mismatches = from.at("mismatches");
  for (const auto& one : from.at("differences"))
    parts.differences.push_back({one.at(0).get<std::string>(), one.at(1).get<std::string>(),
                                 one.at(2).get<std::string>(), one.at(3).get<std::string>()});
  from.at("reasons").get_to(parts.reasons);
  parts.said = from.at("said");
  from.at("does_not_matter").get_to(parts.does_not_matter);
  from.at("provenance").get_to(parts.provenance);
}

}  // namespace modecheck::properties
