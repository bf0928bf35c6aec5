#include "cli/operators/operator_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/output/numbers.h"
#include "cli/output/terminal.h"
#include "cli/report/screen.h"
#include "properties/report/build_text.h"
#include "properties/report/table.h"

namespace modecheck::cli {
namespace {

constexpr std::size_t kFullReports = 6;  // operators whose violations are printed in full without --verbose

// The text without the names of arguments, so that operators which do the same stand together.
std::string without_names(const std::string& text) {
  std::string out;
  bool name = false;
  for (const char c : text) {
    if (c == '`') {
      if (!name) out += "an argument";
      name = !name;
    } else if (!name) {
      out += c;
    }
  }
  return out;
}

struct Group {
  std::string rule;
  std::string what;
  std::string missing;
  std::vector<std::string> operators;
};

std::vector<Group> groups_of(const OperatorRun& run) {
  std::vector<Group> out;
  std::map<std::string, std::size_t> places;
  for (const OperatorReport& report : run.reports)
    for (const OperatorViolation& one : report.violations) {
      if (!one.known.empty()) continue;
      const std::string what = without_names(one.what);
      const auto [place, fresh] = places.emplace(one.rule + what, out.size());
      if (fresh) out.push_back({one.rule, what, without_names(one.missing), {}});
      std::vector<std::string>& operators = out[place->second].operators;
      if (operators.empty() || operators.back() != report.name) operators.push_back(report.name);
    }
  std::stable_sort(out.begin(), out.end(),
                   [](const Group& a, const Group& b) { return a.operators.size() > b.operators.size(); });
  return out;
}

std::string names_text(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 3); ++i) out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > 3) out += fmt::format(" and {} more", grouped(names.size() - 3));
  return out;
}

std::string full_text(const OperatorReport& report, const properties::Style& style) {
  std::string out = style.bold(report.name) + "\n";
  if (!report.schema.empty()) out += "  " + report.schema + "\n";
  if (!report.judged()) return out + fmt::format("  not judged: {}\n", report.not_judged);
  for (const OperatorViolation& one : report.violations) {
    if (!one.known.empty()) continue;
    out += fmt::format("  {}  {}\n", style.red(one.rule), one.what);
    if (!one.missing.empty()) out += fmt::format("      missing    {}\n", one.missing);
    if (!one.situation.empty()) out += fmt::format("      situation  {}\n", one.situation);
    if (!one.call.empty()) out += fmt::format("      call       {}\n", one.call);
  }
  if (!report.broken()) out += fmt::format("  no rule is broken in {} calls\n", report.calls);
  for (const std::string& one : report.skipped) out += fmt::format("  not judged: {}\n", one);
  return out;
}

// Names what operators inherit from libtorch's own, which is not counted.
std::string known_text(const OperatorRun& run) {
  std::map<std::string, std::size_t> counts;
  for (const OperatorReport& report : run.reports) {
    std::set<std::string> entries;
    for (const OperatorViolation& one : report.violations)
      if (!one.known.empty()) entries.insert(one.known);
    for (const std::string& entry : entries) ++counts[entry];
  }
  std::string out;
  for (const auto& [entry, count] : counts)
    out += paragraph(fmt::format("{} operator{} known of libtorch itself and not counted: {} (docs/FINDINGS.md).",
                                 grouped(count), count == 1 ? " shows what is" : "s show what is", entry),
                     properties::Style{}.width);
  return out.empty() ? out : out + "\n";
}

std::string reasons_text(const OperatorRun& run, const properties::Style& style) {
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const OperatorReport& report : run.reports)
    if (!report.judged())
      by_reason[report.not_judged.starts_with("no arguments fit") ? "no drawn arguments fit" : report.not_judged]
          .push_back(report.name);
  if (by_reason.empty()) return "";
  std::vector<std::pair<std::string, std::vector<std::string>>> sorted(by_reason.begin(), by_reason.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  properties::Table table({"not judged because", "operators", "such as"});
  std::size_t rest = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i < 6)
      table.add({sorted[i].first, grouped(sorted[i].second.size()), sorted[i].second.front()});
    else
      rest += sorted[i].second.size();
  }
  std::string out = table.text(style);
  if (rest != 0) out += fmt::format("  and {} more for other reasons: see --json\n", grouped(rest));
  return out + "\n";
}

}  // namespace

std::size_t OperatorRun::judged() const {
  return static_cast<std::size_t>(
      std::count_if(reports.begin(), reports.end(), [](const OperatorReport& one) { return one.judged(); }));
}

std::size_t OperatorRun::broken() const {
  return static_cast<std::size_t>(
      std::count_if(reports.begin(), reports.end(), [](const OperatorReport& one) { return one.broken(); }));
}

std::string text_of(const OperatorRun& run, bool verbose, const properties::Style& style) {
  std::string out =
      style.bold(fmt::format("{}: {} operators of {} {}, seed {}, {:.1f} s", properties::build_text(),
                             grouped(run.reports.size()), run.subject, run.version, run.seed, run.seconds)) +
      "\n\n";
  out +=
      fmt::format("  {} judged ({:.0f} %), {} break{} a rule.\n\n", grouped(run.judged()),
                  100 * share(run.judged(), run.reports.size()), grouped(run.broken()), run.broken() == 1 ? "s" : "");
  properties::Table table({"rule", "what an operator does", "what is missing", "operators"});
  for (const Group& group : groups_of(run))
    table.add({group.rule, group.what, group.missing, names_text(group.operators)});
  if (!table.empty()) out += table.text(style) + "\n";
  out += known_text(run) + reasons_text(run, style);
  const bool few = run.reports.size() <= kFullReports;
  for (const OperatorReport& report : run.reports)
    if (few || (verbose && report.broken())) out += full_text(report, style) + "\n";
  if (!few && !verbose && run.broken() != 0)
    out += "  modecheck operator NAME prints the calls of one operator; --verbose prints all.\n";
  return out;
}

std::string json_of(const OperatorRun& run) {
  nlohmann::ordered_json out;
  out["subject"] = run.subject;
  out["version"] = run.version;
  out["seed"] = run.seed;
  out["seconds"] = run.seconds;
  out["judged"] = run.judged();
  out["operators"] = nlohmann::ordered_json::array();
  for (const OperatorReport& report : run.reports) {
    nlohmann::ordered_json one;
    one["name"] = report.name;
    one["schema"] = report.schema;
    one["judged"] = report.judged();
    one["not_judged"] = report.not_judged;
    one["calls"] = report.calls;
    one["skipped"] = report.skipped;
    one["violations"] = nlohmann::ordered_json::array();
    for (const OperatorViolation& violation : report.violations)
      one["violations"].push_back({{"rule", violation.rule},
                                   {"what", violation.what},
                                   {"missing", violation.missing},
                                   {"situation", violation.situation},
                                   {"call", violation.call},
                                   {"known", violation.known}});
    out["operators"].push_back(std::move(one));
  }
  return out.dump(2) + "\n";
}

}  // namespace modecheck::cli
