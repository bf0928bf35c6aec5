// modecheck findings: the known departures as a document (docs/FINDINGS.md), a section for each root cause.

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

using properties::Cause;
using properties::KnownDeparture;

// A root cause with its entries, the gravest first.
struct Section {
  const Cause* cause;
  std::vector<const KnownDeparture*> entries;

  const KnownDeparture& example() const {
    return **std::find_if(entries.begin(), entries.end(), [&](const auto* one) { return one->id == cause->example; });
  }
  properties::Gravity gravity() const { return entries.front()->gravity; }
};

// The entries come by gravity, so the sections do too.
std::vector<Section> sections_of(const std::vector<KnownDeparture>& all, Cause::Kind kind) {
  std::vector<Section> out;
  for (const KnownDeparture& entry : all) {
    if (entry.cause.kind != kind) continue;
    auto at = std::find_if(out.begin(), out.end(), [&](const Section& one) { return one.cause->id == entry.cause.id; });
    if (at == out.end()) at = out.insert(at, {&entry.cause, {}});
    at->entries.push_back(&entry);
  }
  return out;
}

std::string found_text(const KnownDeparture& entry) {
  return entry.found ? fmt::format("seed {}, program {}", entry.found->seed, entry.found->program) : "written by hand";
}

std::string overview(const std::vector<Section>& sections) {
  std::string out = "| | gravity | rule | patterns | found |\n|---|---|---|---|---|\n";
  for (const Section& one : sections)
    out += fmt::format("| [{}](#{}) | {} | {} | {} | {} |\n", one.cause->title, one.cause->id, name_of(one.gravity()),
                       one.cause->rule, one.entries.size(), found_text(one.example()));
  return out;
}

std::string program_text(const KnownDeparture& entry) {
  std::string text = spec::to_text(entry.program);
  return text.substr(text.find('\n') + 1);  // without the header: a reader knows what it is
}

std::string others(const Section& section) {
  std::string out;
  for (const KnownDeparture* entry : section.entries)
    if (entry->id != section.cause->example)
      out += fmt::format("{}`{}`{}", out.empty() ? "" : ", ",
                         section.entries.front()->subject() == entry->subject()
                             ? fmt::format("{} {}{}{}", entry->signature.rule, entry->signature.operation,
                                           entry->signature.error.empty() ? "" : ": ", entry->signature.error)
                             : to_text(entry->signature),
                         entry->found ? fmt::format(" ({}:{})", entry->found->seed, entry->found->program) : "");
  return out;
}

std::string chapter(const Section& section) {
  const Cause& cause = *section.cause;
  const KnownDeparture& example = section.example();
  const properties::RuleText rule = properties::rule_text(cause.rule);
  std::string versions;
  for (const std::string& version : example.versions) versions += (versions.empty() ? "" : ", ") + version;
  std::string out = fmt::format("<a id=\"{}\"></a>\n### {}\n\n", cause.id, cause.title);
  out += fmt::format("{}\n\n{}\n\n{}\n\n", cause.what, cause.why, cause.fix);
  out += fmt::format("- {}, {} {}\n", name_of(section.gravity()), example.subject(), versions);
  if (!rule.statement.empty()) out += fmt::format("- {}: {} [{}]\n", cause.rule, rule.statement, rule.source);
  out += fmt::format("- signature: `{}`\n", to_text(example.signature));
  out += fmt::format("- found: {}\n", found_text(example));
  out += fmt::format("- program: `known/{0}.prog`; stand-alone C++: `modecheck emit known/{0}.prog --as cpp`\n",
                     example.program_file.stem().string());
  if (!cause.link.empty()) out += fmt::format("- see {}\n", cause.link);
  out += fmt::format("\n```\n{}```\n\n", program_text(example));
  if (section.entries.size() > 1) out += fmt::format("Also met as (seed:program): {}.\n\n", others(section));
  return out;
}

std::string document(const std::vector<KnownDeparture>& all) {
  const auto findings = sections_of(all, Cause::Kind::Finding);
  const auto differences = sections_of(all, Cause::Kind::Difference);
  std::string out = fmt::format(
      "# Findings\n\nMade by `modecheck findings` from `known/`; each entry's program is run again at the start of "
      "every campaign.\n\n{} root causes break a documented rule (findings), {} depart from a decision of our own or "
      "from what libtorch itself does elsewhere (differences); {} patterns, each with its "
      "program, tell them apart. The gravest come first.\n\n",
      findings.size(), differences.size(), all.size());
  out += fmt::format("## Findings\n\n{}\n", overview(findings));
  for (const Section& section : findings) out += chapter(section);
  out += fmt::format("## Differences\n\n{}\n", overview(differences));
  for (const Section& section : differences) out += chapter(section);
  while (out.ends_with("\n\n")) out.pop_back();
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
