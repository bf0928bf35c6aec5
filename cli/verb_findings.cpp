// modecheck findings: the known departures as a document (docs/FINDINGS.md).

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/files.h"
#include "cli/known_choice.h"
#include "cli/usage_error.h"
#include "cli/verbs.h"
#include "properties/rule_text.h"
#include "spec/program_text.h"

namespace modecheck::cli {
namespace {

using properties::KnownDeparture;

std::string found_text(const KnownDeparture& entry) {
  return entry.found ? fmt::format("seed {}, program {}", entry.found->seed, entry.found->program) : "written by hand";
}

// A name that is a link inside the document.
std::string anchor(const std::string& id) {
  std::string out = id;
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string overview(const std::vector<KnownDeparture>& all, KnownDeparture::Kind kind) {
  std::string out = "| | gravity | rule | command | found |\n|---|---|---|---|---|\n";
  for (const KnownDeparture& entry : all)
    if (entry.kind == kind)
      out += fmt::format("| [{}](#{}) | {} | {} | `{}` | {} |\n", entry.id, anchor(entry.id), name_of(entry.gravity),
                         entry.rule, entry.signature.operation, found_text(entry));
  return out;
}

std::string chapter(const KnownDeparture& entry) {
  const properties::RuleText rule = properties::rule_text(entry.rule);
  std::string versions;
  for (const std::string& version : entry.versions) versions += (versions.empty() ? "" : ", ") + version;
  std::string out = fmt::format("### {}\n\n{}\n\n", entry.id, entry.reason);
  out += fmt::format("- {}, {} {}\n", name_of(entry.gravity), entry.subject(), versions);
  if (!rule.statement.empty()) out += fmt::format("- {}: {} [{}]\n", entry.rule, rule.statement, rule.source);
  out += fmt::format("- signature: `{}`\n", to_text(entry.signature));
  out += fmt::format("- found: {}\n", found_text(entry));
  const std::string stem = entry.program_file.stem().string();
  out += fmt::format("- program: `known/{0}.prog`; stand-alone C++: `modecheck emit known/{0}.prog --as cpp`\n", stem);
  if (!entry.link.empty()) out += fmt::format("- see {}\n", entry.link);
  out += fmt::format("\n```\n{}```\n\n", spec::to_text(entry.program));
  return out;
}

std::string document(const std::vector<KnownDeparture>& all) {
  const auto count = [&](KnownDeparture::Kind kind) {
    return std::count_if(all.begin(), all.end(), [&](const KnownDeparture& entry) { return entry.kind == kind; });
  };
  const auto findings = count(KnownDeparture::Kind::Finding);
  const auto differences = count(KnownDeparture::Kind::Difference);
  std::string out = fmt::format(
      "# Findings\n\nMade by `modecheck findings` from `known/`; each entry's program is run again at the start of "
      "every "
      "campaign.\n\n{} findings break a documented rule, {} differences one of our own decisions; the gravest come "
      "first.\n\n",
      findings, differences);
  out += fmt::format("## Findings\n\n{}\n", overview(all, KnownDeparture::Kind::Finding));
  for (const KnownDeparture& entry : all)
    if (entry.kind == KnownDeparture::Kind::Finding) out += chapter(entry);
  out += fmt::format("## Differences\n\n{}\n", overview(all, KnownDeparture::Kind::Difference));
  for (const KnownDeparture& entry : all)
    if (entry.kind == KnownDeparture::Kind::Difference) out += chapter(entry);
  return out;
}

void findings(const std::string& file) {
  if (known_folder().empty()) throw UsageError("there is no folder of known departures to read");
  require_writable(file, "--out");
  const std::string text = document(properties::load_known(known_folder()));
  if (file.empty())
    fmt::print("{}", text);
  else
    write_text(file, text);
}

}  // namespace

void add_findings(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand("findings", "Writes docs/FINDINGS.md: all known departures, the gravest first.");
  const auto file = std::make_shared<std::string>();
  verb->add_option("-o,--out", *file, "where it is written (default: standard output)");
  verb->callback([file] { findings(*file); });
}

}  // namespace modecheck::cli
