// The verb `modecheck findings`: prints the known mismatches as a document (docs/FINDINGS.md), with a section for each
// root cause.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <sstream>

#include "cli/options/known_choice.h"
#include "cli/options/usage_error.h"
#include "cli/output/files.h"
#include "cli/verbs/verbs.h"
#include "properties/report/rule_text.h"
#include "spec/program/text.h"
#include "subjects/emit/python.h"

namespace modecheck::cli {
namespace {

using properties::Cause;
using properties::KnownMismatch;

// A section of the document: a root cause with its entries, the most severe entry first.
struct Section {
  const Cause* cause;
  std::vector<const KnownMismatch*> entries;

  const KnownMismatch& example() const {
    return **std::find_if(entries.begin(), entries.end(), [&](const auto* one) { return one->id == cause->example; });
  }
  properties::Severity severity() const { return entries.front()->severity; }
};

// Returns the sections by severity. They need no sorting, because the entries are sorted by severity.
std::vector<Section> sections_of(const std::vector<KnownMismatch>& all, Cause::Kind kind) {
  std::vector<Section> out;
  for (const KnownMismatch& entry : all) {
    if (entry.cause.kind != kind) continue;
    auto at = std::find_if(out.begin(), out.end(), [&](const Section& one) { return one.cause->id == entry.cause.id; });
    if (at == out.end()) at = out.insert(at, {&entry.cause, {}});
    at->entries.push_back(&entry);
  }
  return out;
}

std::string found_text(const KnownMismatch& entry) {
  if (!entry.found) return "written by hand";
  return fmt::format("seed {}, program {}{}", entry.found->seed, entry.found->program,
                     entry.found->with.empty() ? "" : fmt::format(" ({})", entry.found->with));
}

// Compares versions by number: 1.13.1 < 2.9.0 < 2.15.0.
struct OlderFirst {
  bool operator()(const std::string& a, const std::string& b) const { return numbers(a) < numbers(b); }
  static std::vector<int> numbers(const std::string& version) {
    std::vector<int> out;
    std::istringstream parts(version);
    for (std::string part; std::getline(parts, part, '.');) out.push_back(std::atoi(part.c_str()));
    return out;
  }
};
using Versions = std::set<std::string, OlderFirst>;

// Returns the versions in which at least one of the entries mismatches.
Versions versions_of(const std::vector<const KnownMismatch*>& entries) {
  Versions out;
  for (const KnownMismatch* entry : entries) out.insert(entry->versions.begin(), entry->versions.end());
  return out;
}

// Returns the versions of the subject that at least one entry names, whether the entry mismatches in all of them or
// not.
Versions versions_of(const std::vector<KnownMismatch>& all, const std::string& subject) {
  Versions out;
  for (const KnownMismatch& entry : all)
    if (entry.subject() == subject) out.insert(entry.versions.begin(), entry.versions.end());
  return out;
}

// Returns where the cause shows and where not, for example "torch:cpu 1.13.1; not in 2.15.0".
std::string versions_text(const Section& section, const std::vector<KnownMismatch>& all) {
  const std::string& subject = section.example().subject();
  const Versions in = versions_of(section.entries);
  std::vector<std::string> without;
  for (const std::string& version : versions_of(all, subject))
    if (!in.contains(version)) without.push_back(version);
  return fmt::format("{} {}{}", subject, fmt::join(in, ", "),
                     without.empty() ? "" : fmt::format("; not in {}", fmt::join(without, ", ")));
}

std::string overview(const std::vector<Section>& sections) {
  std::string out = "| | severity | rule | patterns | in | found |\n|---|---|---|---|---|---|\n";
  for (const Section& one : sections)
    out += fmt::format("| [{}](#{}) | {} | {} | {} | {} | {} |\n", one.cause->title, one.cause->id,
                       name_of(one.severity()), one.cause->rule, one.entries.size(),
                       fmt::join(versions_of(one.entries), ", "), found_text(one.example()));
  return out;
}

// Returns a table with a row for each version. A row has the number of causes of each kind, and the number of causes
// that no older version has.
std::string by_version(const std::vector<KnownMismatch>& all, const std::vector<Section>& findings,
                       const std::vector<Section>& differences) {
  Versions versions;
  for (const KnownMismatch& entry : all) versions.insert(entry.versions.begin(), entry.versions.end());
  std::string out =
      "| version | findings | of these new in it | differences | of these new in it |\n|---|---|---|---|---|\n";
  for (const std::string& version : versions) {
    const auto counted = [&](const std::vector<Section>& sections) {
      std::size_t in = 0;
      std::size_t fresh = 0;
      for (const Section& one : sections) {
        const Versions its = versions_of(one.entries);
        in += its.contains(version) ? 1 : 0;
        fresh += *its.begin() == version ? 1 : 0;
      }
      return fmt::format("{} | {}", in, version == *versions.begin() ? "" : fmt::format("{}", fresh));
    };
    out += fmt::format("| {} | {} | {} |\n", version, counted(findings), counted(differences));
  }
  return out;
}

std::string program_text(const KnownMismatch& entry) {
  std::string text = spec::to_text(entry.program);
  return text.substr(text.find('\n') + 1);  // leaves out the header line, which is the same for all programs
}

std::string others(const Section& section) {
  std::string out;
  for (const KnownMismatch* entry : section.entries)
    if (entry->id != section.cause->example)
      out += fmt::format("{}`{}`{}", out.empty() ? "" : ", ",
                         section.entries.front()->subject() == entry->subject()
                             ? fmt::format("{} {}{}{}", entry->signature.rule, entry->signature.operation,
                                           entry->signature.error.empty() ? "" : ": ", entry->signature.error)
                             : to_text(entry->signature),
                         entry->found ? fmt::format(" ({}:{})", entry->found->seed, entry->found->program) : "");
  return out;
}

std::string chapter(const Section& section, const std::vector<KnownMismatch>& all) {
  const Cause& cause = *section.cause;
  const KnownMismatch& example = section.example();
  const properties::RuleText rule = properties::rule_text(cause.rule);
  std::string out = fmt::format("<a id=\"{}\"></a>\n### {}\n\n", cause.id, cause.title);
  out += fmt::format("{}\n\n{}\n\n{}\n\n", cause.what, cause.why, cause.fix);
  out += fmt::format("- {}, {}\n", name_of(section.severity()), versions_text(section, all));
  if (!rule.statement.empty()) out += fmt::format("- {}: {} [{}]\n", cause.rule, rule.statement, rule.source);
  out += fmt::format("- signature: `{}`\n", to_text(example.signature));
  out += fmt::format("- found: {}\n", found_text(example));
  // If the installed library does not show the mismatch, name the subject for which a user must emit the stand-alone
  // file.
  const Versions in = versions_of({&example});
  const bool installed = in.contains(*versions_of(all, example.subject()).begin());
  std::string whose;
  if (!installed) {
    whose = example.subject();
    whose.insert(whose.find(':'), "-" + *in.begin());
    whose = " --subjects " + whose;
  }
  const auto not_in_python = subjects::not_in_python(example.program);
  out += fmt::format("- program: `{0}`; stand-alone: `modecheck emit {0} --as cpp{1}`{2}\n",
                     fmt::format("known/{}/{}.prog", cause.id, example.id), whose,
                     not_in_python ? fmt::format("; {}", *not_in_python) : ", or `--as python`");
  if (!cause.link.empty()) out += fmt::format("- see {}\n", cause.link);
  out += fmt::format("\n```\n{}```\n\n", program_text(example));
  if (section.entries.size() > 1) out += fmt::format("Also met as (seed:program): {}.\n\n", others(section));
  return out;
}

std::string document(const std::vector<KnownMismatch>& all) {
  const auto findings = sections_of(all, Cause::Kind::Finding);
  const auto differences = sections_of(all, Cause::Kind::Difference);
  std::string out = fmt::format(
      "# Findings\n\nMade by `modecheck findings` from `known/`; each entry's program is run again at the start of "
      "every campaign.\n\nIn {} root causes a document or the mathematics decides against libtorch (findings). In "
      "{} more neither does, and the specification follows one version or a decision of our own (differences). {} "
      "patterns, each with its program, tell them apart. The most severe come first.\n\n",
      findings.size(), differences.size(), all.size());
  out += fmt::format(
      "An entry says in which versions of the subject it was seen to hold; there its program is run again, and not in "
      "the others. Seed and program say where it was found, by the modecheck of that day: a later one makes other "
      "programs of the same seed. `scripts/check-python` runs the Python forms on PyPI's torch, and lists what "
      "Python cannot show.\n\n{}\n",
      by_version(all, findings, differences));
  out += fmt::format("## Findings\n\n{}\n", overview(findings));
  for (const Section& section : findings) out += chapter(section, all);
  out += fmt::format("## Differences\n\n{}\n", overview(differences));
  for (const Section& section : differences) out += chapter(section, all);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

void findings(const std::string& file) {
  if (known_folder().empty()) throw UsageError("there is no folder of known mismatches to read");
  require_writable(file, "--out");
  const std::string text = document(properties::load_known(known_folder()));
  if (file.empty())
    fmt::print("{}", text);
  else
    write_text(file, text);
}

}  // namespace

void add_findings(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand(
      "findings", "Prints all known findings and differences, the most severe first, as docs/FINDINGS.md.");
  const auto file = std::make_shared<std::string>();
  verb->add_option("-o,--out", *file, "file that the text is written to (default: standard output)")->type_name("FILE");
  verb->callback([file] { findings(*file); });
}

}  // namespace modecheck::cli
