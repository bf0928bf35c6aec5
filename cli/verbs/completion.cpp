// The verb `modecheck completion SHELL`: prints a completion script for the shell.

#include "cli/output/completion.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/options/app_facts.h"
#include "cli/options/subject_choice.h"
#include "cli/options/suggestion.h"
#include "cli/options/usage_error.h"
#include "cli/verbs/verbs.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

// Adds the names of the subjects that are available now to the options that take subjects.
std::vector<VerbFacts> with_subjects(std::vector<VerbFacts> verbs) {
  std::vector<std::string> subjects;
  for (const SubjectState& subject : all_subjects())
    if (subject.available) subjects.push_back(subject.name);
  for (VerbFacts& verb : verbs)
    for (OptionFacts& option : verb.options)
      if (option.names.front() == "--subjects" || option.names.front() == "--subject") option.choices = subjects;
  return verbs;
}

void print_completion(const CLI::App& app, const std::string& shell) {
  const std::vector<std::string> shells{"bash", "zsh", "fish"};
  if (std::find(shells.begin(), shells.end(), shell) == shells.end())
    throw UsageError(fmt::format("completion: {} is no shell that is known here{}; there are: bash, zsh, fish",
                                 spec::quoted(shell), suggestion(shell, shells)));
  const std::vector<VerbFacts> verbs = with_subjects(verbs_of(app));
  fmt::print("{}", shell == "bash"  ? bash_completion(verbs)
                   : shell == "zsh" ? zsh_completion(verbs)
                                    : fish_completion(verbs));
}

}  // namespace

void add_completion(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand(
      "completion", "Prints a script with which a shell completes verbs, options and subjects: source it.");
  const auto shell = std::make_shared<std::string>();
  verb->add_option("SHELL", *shell, "the shell: bash, zsh or fish")->type_name("{bash,zsh,fish}")->required();
  verb->callback([shell, &app] { print_completion(app, *shell); });
}

}  // namespace modecheck::cli
