#include "cli/report/finding_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace modecheck::cli {
namespace {

using properties::Finding;

}  // namespace

std::vector<FindingGroup> groups_of(const std::vector<Finding>& findings) {
  std::map<std::tuple<std::string, std::string, properties::Severity, std::string, std::string>, FindingGroup> groups;
  for (const Finding& finding : findings) {
    const properties::Signature& signature = finding.signature;
    FindingGroup& group = groups[{signature.subject, signature.rule, finding.severity, signature.error, finding.field}];
    group.what = finding.field;
    group.findings.push_back(&finding);
  }
  std::vector<FindingGroup> out;
  for (auto& [key, group] : groups) {
    std::stable_sort(group.findings.begin(), group.findings.end(), [](const Finding* a, const Finding* b) {
      return std::make_tuple(!a->shrunk, a->commands) < std::make_tuple(!b->shrunk, b->commands);
    });
    out.push_back(std::move(group));
  }
  std::stable_sort(out.begin(), out.end(), [](const FindingGroup& a, const FindingGroup& b) {
    if (a.first().severity != b.first().severity) return a.first().severity < b.first().severity;
    return a.findings.size() > b.findings.size();
  });
  return out;
}

std::string commands_of(const FindingGroup& group, std::size_t shown) {
  std::vector<std::string> names;
  for (const Finding* finding : group.findings)
    if (std::find(names.begin(), names.end(), finding->signature.operation) == names.end())
      names.push_back(finding->signature.operation);
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i) out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > shown) out += fmt::format(" and {} more", names.size() - shown);
  return out;
}

}  // namespace modecheck::cli
