// The verb `modecheck known`: tells which of the known mismatches a subject has.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/options/known_choice.h"
#include "cli/options/subject_choice.h"
#include "cli/options/suggestion.h"
#include "cli/options/usage_error.h"
#include "cli/output/files.h"
#include "cli/output/progress_line.h"
#include "cli/output/terminal.h"
#include "cli/verbs/verbs.h"
#include "properties/known/known_replay.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/report/build_text.h"
#include "properties/report/table.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

using properties::KnownAnswer;
using properties::KnownMismatch;

struct KnownOptions {
  std::vector<std::string> causes;
  std::vector<std::string> subjects{"torch:cpu"};
  std::string json;
};

// A root cause in one subject: what the subject does with each of the cause's programs.
struct CauseAnswers {
  const KnownMismatch* worst = nullptr;  // the most severe entry that shows, or else the most severe one
  std::size_t programs = 0;
  std::map<KnownAnswer::Kind, std::size_t> counts;
  std::string mismatch;  // the first mismatch that is not the known one

  // A cause shows if one of its programs shows it.
  KnownAnswer::Kind kind() const {
    for (const auto kind : {KnownAnswer::Kind::Shows, KnownAnswer::Kind::Otherwise, KnownAnswer::Kind::Agrees})
      if (counts.contains(kind)) return kind;
    return KnownAnswer::Kind::NotJudged;
  }
  std::size_t count(KnownAnswer::Kind kind) const { return counts.contains(kind) ? counts.at(kind) : 0; }
};

// The entries of the causes with these names, or of all causes. Throws UsageError for a name that no cause has.
std::vector<KnownMismatch> choose_entries(const std::vector<std::string>& causes) {
  std::vector<KnownMismatch> all = choose_known(false);
  if (all.empty()) throw UsageError("known: this installation has no folder share/modecheck/known; install it again");
  if (causes.empty()) return all;
  std::vector<std::string> names;
  for (const KnownMismatch& entry : all) names.push_back(entry.cause.id);
  for (const std::string& cause : causes)
    if (std::find(names.begin(), names.end(), cause) == names.end())
      throw UsageError(fmt::format("known: there is no root cause {}{}; docs/FINDINGS.md lists all",
                                   spec::quoted(cause), suggestion(cause, names)));
  std::erase_if(all, [&](const KnownMismatch& entry) {
    return std::find(causes.begin(), causes.end(), entry.cause.id) == causes.end();
  });
  return all;
}

std::vector<KnownAnswer> answers_of(const std::vector<KnownMismatch>& entries,
                                    const properties::SubjectHandle& subject) {
  const auto lockstep = properties::make_lockstep(properties::spec_oracle(), {subject}, true, std::chrono::seconds(5));
  ProgressLine line;
  std::vector<KnownAnswer> out;
  for (const KnownMismatch& entry : entries) {
    if (line.shown()) line.show(fmt::format("{}: program {} of {}", subject.name, out.size() + 1, entries.size()));
    out.push_back(properties::answer_to(entry, *lockstep));
  }
  return out;
}

// The causes in the order of their most severe entry.
std::vector<CauseAnswers> by_cause(const std::vector<KnownMismatch>& entries, const std::vector<KnownAnswer>& answers) {
  std::vector<CauseAnswers> out;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const KnownMismatch& entry = entries[i];
    auto at = std::find_if(out.begin(), out.end(),
                           [&](const CauseAnswers& one) { return one.worst->cause.id == entry.cause.id; });
    if (at == out.end()) at = out.insert(at, CauseAnswers{&entry, 0, {}, ""});
    const KnownAnswer& answer = answers[i];
    if (answer.kind == KnownAnswer::Kind::Shows && at->count(answer.kind) == 0) at->worst = &entry;
    if (answer.kind == KnownAnswer::Kind::Otherwise && at->mismatch.empty()) at->mismatch = answer.mismatch;
    ++at->programs;
    ++at->counts[answer.kind];
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const CauseAnswers& a, const CauseAnswers& b) { return a.worst->severity < b.worst->severity; });
  return out;
}

std::string counted(std::size_t number, const std::string& thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

void print_causes(const std::vector<CauseAnswers>& causes, KnownAnswer::Kind kind, const std::string& title) {
  const bool otherwise = kind == KnownAnswer::Kind::Otherwise;
  properties::Table table({"severity", "programs", "cause", otherwise ? "mismatch" : "what"});
  std::size_t findings = 0;
  std::size_t all = 0;
  for (const CauseAnswers& one : causes) {
    if (one.kind() != kind) continue;
    ++all;
    findings += one.worst->cause.kind == properties::Cause::Kind::Finding ? 1 : 0;
    table.add({std::string(name_of(one.worst->severity)), fmt::format("{} of {}", one.count(kind), one.programs),
               one.worst->cause.id, otherwise ? one.mismatch : one.worst->cause.title});
  }
  if (all == 0) return;
  std::vector<std::string> kinds;
  if (findings != 0) kinds.push_back(counted(findings, "finding"));
  if (all != findings) kinds.push_back(counted(all - findings, "difference"));
  fmt::print("\n{}: {} of {} ({})\n\n{}", title, all, counted(causes.size(), "root cause"), fmt::join(kinds, ", "),
             table.text(style_of(stdout)));
}

nlohmann::ordered_json json_of(const properties::SubjectHandle& subject, const std::vector<KnownMismatch>& entries,
                               const std::vector<KnownAnswer>& answers) {
  nlohmann::ordered_json out{{"name", subject.name}, {"version", subject.plugin.version()}};
  for (std::size_t i = 0; i < entries.size(); ++i)
    out["programs"].push_back({{"cause", entries[i].cause.id},
                               {"program", entries[i].id},
                               {"severity", name_of(entries[i].severity)},
                               {"answer", name_of(answers[i].kind)},
                               {"mismatch", answers[i].mismatch}});
  return out;
}

Exit known(const KnownOptions& options) {
  require_writable(options.json, "--json");
  const std::vector<KnownMismatch> entries = choose_entries(options.causes);
  nlohmann::ordered_json json{{"modecheck", properties::build_text()}};
  bool judged = false;
  for (const properties::SubjectHandle& subject : choose_subjects(options.subjects)) {
    const std::vector<KnownAnswer> answers = answers_of(entries, subject);
    const std::vector<CauseAnswers> causes = by_cause(entries, answers);
    fmt::print("{}{}, version {}\n", json.contains("subjects") ? "\n" : "", subject.name, subject.plugin.version());
    print_causes(causes, KnownAnswer::Kind::Shows, "Shows");
    print_causes(causes, KnownAnswer::Kind::Otherwise, "Mismatches in another way");
    print_causes(causes, KnownAnswer::Kind::Agrees, "Agrees with the specification");
    print_causes(causes, KnownAnswer::Kind::NotJudged, "Not judged, because the subject does not support a command");
    json["subjects"].push_back(json_of(subject, entries, answers));
    judged = judged || std::any_of(answers.begin(), answers.end(),
                                   [](const KnownAnswer& one) { return one.kind != KnownAnswer::Kind::NotJudged; });
  }
  if (!options.json.empty()) write_text(options.json, json.dump(2) + "\n");
  return judged ? Exit::Clean : Exit::NothingJudged;
}

}  // namespace

void add_known(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand("known", "Tells which of the known mismatches a subject has.");
  const auto options = std::make_shared<KnownOptions>();
  verb->add_option("CAUSE", options->causes, "root causes by name, as docs/FINDINGS.md lists them (default: all)")
      ->type_name("");
  verb->add_option("--subjects", options->subjects,
                   "subjects to ask, separated by commas; `modecheck subjects` lists them")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  verb->add_option("--json", options->json, "file that the answers are written to as JSON")->type_name("FILE");
  verb->callback([options, &exit] { exit = known(*options); });
}

}  // namespace modecheck::cli
