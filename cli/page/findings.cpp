// The HTML page's section on new findings. Each finding has its steps, as in the report on the terminal.

#include <fmt/format.h>

#include "cli/output/markup.h"
#include "cli/output/numbers.h"
#include "cli/page/parts.h"
#include "cli/report/finding_groups.h"
#include "properties/report/report_parts.h"

namespace modecheck::cli {
namespace {

constexpr std::size_t kNames = 8;  // the number of commands that the page names for a group of similar findings

using properties::Finding;
using properties::ReportParts;

std::string step_table(const ReportParts& parts) {
  std::string out = "<div class=wide><table class=steps><thead><tr><th><th>command<th>the specification";
  for (const std::string& subject : parts.subjects) out += "<th>" + escaped(subject);
  out += "</thead><tbody>\n";
  for (std::size_t i = 0; i < parts.steps.size(); ++i) {
    const ReportParts::Step& step = parts.steps[i];
    const bool mismatches = static_cast<int>(i) == parts.mismatches;
    out += fmt::format("<tr{}><td class=num>{}<td class=\"mono cmd\">{}<td class=spec>{}",
                       mismatches ? " class=mismatches" : "", i + 1, escaped(step.command), escaped(step.outcome));
    if (!step.changes.empty()) {
      out += "<ul>";
      for (const std::string& change : step.changes) out += "<li>" + escaped(change);
      out += "</ul>";
    }
    for (const std::string& cell : step.subjects) {
      const std::size_t end = cell.find("  <-- mismatch");
      out += "<td>" + escaped(cell.substr(0, end)) +
             (end == std::string::npos ? "" : " <span class=tag>mismatches</span>");
    }
    out += "\n";
  }
  return out + "</table></div>\n";
}

std::string difference_table(const ReportParts& parts) {
  std::string out = fmt::format(
      "<div class=wide><table><thead><tr><th>what differs<th>rule<th>the specification<th>{}</thead><tbody>\n",
      escaped(parts.subject));
  for (const ReportParts::Differs& one : parts.differences)
    out += fmt::format("<tr><td>{}<td>{}<td class=expected>{}<td class=observed>{}\n", escaped(one.what),
                       escaped(one.rule), escaped(one.expected), escaped(one.observed));
  return out + "</table></div>\n";
}

std::string text_of_program(const Finding& finding) {
  return fmt::format(
      "<details><summary>the program, for <code>modecheck replay FILE.prog</code></summary><pre>{}</pre></details>\n",
      escaped(finding.program_text));
}

// `id` is the id attribute of the HTML element, or empty if no link leads to the element.
std::string card(const Finding& finding, const std::string& id) {
  const ReportParts& parts = finding.parts;
  std::string out = fmt::format("<article class=finding{}>\n<h3>{} &middot; {} &middot; <code>{}</code> {} ", id,
                                escaped(finding.signature.rule), escaped(finding.signature.subject),
                                escaped(finding.signature.operation), escaped(finding.signature.error));
  out += fmt::format("<span class=tag>{}</span></h3>\n", name_of(finding.severity));
  out += fmt::format("<p class=what>{}</p>\n", escaped(finding.sentence));
  if (parts.steps.empty() && parts.differences.empty())  // the campaign did not shrink the finding
    return out + text_of_program(finding) + "</article>\n";
  if (!parts.statement.empty())
    out += fmt::format("<blockquote><b>{}</b> {} <span class=dim>[{}]</span></blockquote>\n", escaped(parts.rule),
                       escaped(parts.statement), escaped(parts.source));
  out += fmt::format("<p>{}</p>\n", escaped(parts.vote));
  out += difference_table(parts) + step_table(parts);
  if (!parts.start.empty()) {
    out += "<details><summary>what the registers hold at the start</summary><ul>";
    for (const std::string& line : parts.start) out += "<li>" + escaped(line);
    out += "</ul></details>\n";
  }
  if (!parts.said.empty()) out += fmt::format("<pre class=said>{}</pre>\n", escaped(parts.said));
  if (!parts.does_not_matter.empty()) {
    out +=
        "<details><summary>what does not matter: in its place everything else that was tried shows the same</summary>"
        "<ul>";
    for (const std::string& line : parts.does_not_matter) out += "<li>" + escaped(line);
    out += "</ul></details>\n";
  }
  out += text_of_program(finding) + "<dl>";
  for (const auto& [name, text] : parts.provenance) out += fmt::format("<dt>{}<dd>{}", escaped(name), escaped(text));
  return out + "</dl></article>\n";
}

}  // namespace

std::string findings_section(const PageFacts& page) {
  const std::vector<Finding>& findings = page.run.result.findings;
  if (findings.empty()) return "";
  const std::vector<FindingGroup> groups = groups_of(findings);
  const bool alike = groups.size() < findings.size();
  std::string out =
      fmt::format("<h2 id=findings>{} new finding{}{}</h2>\n", findings.size(), findings.size() == 1 ? "" : "s",
                  alike ? fmt::format(", of {} kind{}", groups.size(), groups.size() == 1 ? "" : "s") : "");
  if (findings.size() > 1) {
    out +=
        "<p class=dim>The most severe first. Of one kind are those in which the same subject breaks the same rule in "
        "the same field: often they are one fault. The shortest program of each kind is shown whole.</p>\n"
        "<div class=wide><table class=kinds><thead><tr><th>severity<th>rule<th>subject<th>what<th>error<th class=num>"
        "findings<th>commands</thead><tbody>\n";
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const Finding& first = groups[i].first();
      out += fmt::format(
          "<tr><td><a href=\"#finding-{}\"><span class=tag>{}</span></a><td>{}<td>{}<td>{}<td>{}"
          "<td class=num>{}<td class=names><code>{}</code>\n",
          i + 1, name_of(first.severity), escaped(first.signature.rule), escaped(first.signature.subject),
          escaped(groups[i].what), escaped(first.signature.error), groups[i].findings.size(),
          escaped(commands_of(groups[i], kNames)));
    }
    out += "</table></div>\n";
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i == kOpenFindings) out += fmt::format("<details><summary>{} more</summary>\n", groups.size() - i);
    out += card(groups[i].first(), fmt::format(" id=finding-{}", i + 1));
    if (groups[i].findings.size() == 1) continue;
    out += fmt::format("<details><summary>{} more of this kind</summary>\n", groups[i].findings.size() - 1);
    for (std::size_t j = 1; j < groups[i].findings.size(); ++j) out += card(*groups[i].findings[j], "");
    out += "</details>\n";
  }
  return out + (groups.size() > kOpenFindings ? "</details>\n" : "");
}

}  // namespace modecheck::cli
