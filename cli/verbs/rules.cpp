// The verb `modecheck rules [NAME...]`: prints rules of the specification.

#include "spec/model/rules.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/options/suggestion.h"
#include "cli/options/usage_error.h"
#include "cli/output/terminal.h"
#include "cli/verbs/verbs.h"
#include "properties/report/table.h"
#include "spec/interface/error_class.h"
#include "spec/limits/unspecified.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

std::vector<std::string> string_arguments_of(std::string_view ids) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin < ids.size();) {
    const std::size_t end = std::min(ids.find(' ', begin), ids.size());
    out.emplace_back(ids.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

// Returns the rules that an id or an error class names, and prints the sentence of an error class. Returns none for an
// unknown name.
std::vector<std::string> rules_named(const std::string& name) {
  for (const spec::RuleFacts& rule : spec::rules())
    if (rule.id == name) return {name};
  for (int i = 1; i < spec::kErrorClasses; ++i) {
    const spec::ErrorFacts& facts = spec::facts_of(static_cast<spec::ErrorClass>(i));
    if (facts.name != name) continue;
    fmt::print("{}: {}\n\n", facts.name, facts.sentence);
    return string_arguments_of(facts.rules);
  }
  return {};
}

std::vector<std::string> all_names() {
  std::vector<std::string> out;
  for (const spec::RuleFacts& rule : spec::rules()) out.emplace_back(rule.id);
  for (int i = 1; i < spec::kErrorClasses; ++i) out.emplace_back(spec::name_of(static_cast<spec::ErrorClass>(i)));
  return out;
}

void print_rules(const std::vector<std::string>& names) {
  const std::vector<std::string> known = all_names();
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw UsageError(fmt::format("there is no rule and no error class {}{}; `modecheck rules` lists the rules",
                                   spec::quoted(name), suggestion(name, known)));
  std::vector<std::string> wanted;
  for (const std::string& name : names)
    for (std::string& id : rules_named(name)) wanted.push_back(std::move(id));
  properties::Table table({"rule", "source", "what it says"});
  for (const spec::RuleFacts& rule : spec::rules())
    if (names.empty() || std::find(wanted.begin(), wanted.end(), rule.id) != wanted.end())
      table.add({std::string(rule.id), std::string(rule.source), std::string(rule.statement)});
  fmt::print("{}", table.text(style_of(stdout), 0));
  fmt::print(
      "\nSources: R RFC-0011, P pull request 54403, N PyTorch's notes, L libtorch 1.13.1 as measured, O our own "
      "decision.\n");
}

std::string kind_of(const spec::UnspecifiedFacts& reason) {
  using Kind = spec::UnspecifiedFacts::Kind;
  return reason.kind == Kind::Limit ? "limit" : reason.kind == Kind::Open ? "open" : "not yet";
}

void print_unspecified(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const spec::UnspecifiedFacts& reason : spec::unspecified_reasons())
    if (!reason.id.empty()) known.emplace_back(reason.id);
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw UsageError(fmt::format("there is no reason {}{}; `modecheck rules --unspecified` lists the reasons",
                                   spec::quoted(name), suggestion(name, known)));
  properties::Table table({"reason", "kind", "what is not specified, and why", "example"});
  for (const spec::UnspecifiedFacts& reason : spec::unspecified_reasons())
    if (!reason.id.empty() && (names.empty() || std::find(names.begin(), names.end(), reason.id) != names.end()))
      table.add({std::string(reason.id), kind_of(reason), fmt::format("{} {}", reason.statement, reason.source),
                 std::string(reason.example)});
  fmt::print("{}", table.text(style_of(stdout), 0));
  fmt::print(
      "\nA command is dropped, and no subject runs it, if a reason holds.\n"
      "limit    The harness could not hold the result, or not tell it apart.\n"
      "open     PyTorch's documentation does not decide it, and neither does mathematics.\n"
      "not yet  A document, upstream's words or mathematics decides it; the specification does not follow them yet.\n");
}

}  // namespace

void add_rules(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand("rules", "Lists the rules that are checked, and where each comes from.");
  const auto names = std::make_shared<std::vector<std::string>>();
  const auto unspecified = std::make_shared<bool>(false);
  verb->add_option("NAME", *names,
                   "rule (M2) or error class (InferenceInPlace) to print; with --unspecified, a reason (default: all)")
      ->type_name("NAME");
  verb->add_flag("--unspecified", *unspecified, "print the reasons why commands are dropped, and not the rules");
  verb->callback([names, unspecified] { *unspecified ? print_unspecified(*names) : print_rules(*names); });
}

}  // namespace modecheck::cli
