// Writes the campaign's result as JUnit XML: a test case for each subject, each known mismatch and each finding.

#include <fmt/format.h>

#include "cli/output/markup.h"
#include "cli/report/run_report.h"

namespace modecheck::cli {
namespace {

std::string failure(const std::string& message, const std::string& text) {
  return fmt::format("      <failure message=\"{}\">{}</failure>\n", escaped(message), escaped(text));
}

}  // namespace

std::string to_junit(const RunFacts& run) {
  const properties::CampaignResult& result = run.result;
  std::string cases;
  int tests = 0;
  int failures = 0;
  const auto add = [&](const std::string& group, const std::string& name, const std::string& body) {
    ++tests;
    failures += body.empty() ? 0 : 1;
    cases += fmt::format("    <testcase classname=\"modecheck.{}\" name=\"{}\"", escaped(group), escaped(name));
    cases += body.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", body);
  };
  for (const properties::SubjectHandle& subject : run.options.subjects) {
    std::string body;
    for (const properties::Finding& finding : result.findings)
      if (finding.signature.subject == subject.name) body += failure(to_text(finding.signature), finding.report);
    add("subject", subject.name, body);
  }
  for (const properties::KnownCount& known : result.known)
    if (known.relevant)
      add("known", known.id,
          known.mismatches ? "" : failure("no longer occurs", "The entry's own program shows it no longer."));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"modecheck\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{:.3f}\">\n{}  </testsuite>\n"
      "</testsuites>\n",
      tests, failures, result.seconds, cases);
}

}  // namespace modecheck::cli
