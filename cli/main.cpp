#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "cli/options/suggestion.h"
#include "cli/options/usage_error.h"
#include "cli/output/exit_codes.h"
#include "cli/output/help_formatter.h"
#include "cli/output/terminal.h"
#include "cli/output/version_text.h"
#include "cli/verbs/verbs.h"
#include "properties/campaign/results_file.h"
#include "properties/known/known.h"
#include "properties/known/known_error.h"
#include "properties/process/interrupt.h"
#include "spec/program/quoted.h"
#include "subjects/loading/plugin.h"

namespace {

using modecheck::cli::Exit;

// Reports a verb that does not exist, with its name. CLI11 would say instead that the command lacks a verb.
void require_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  if (std::find(verbs.begin(), verbs.end(), argv[1]) != verbs.end()) return;
  throw modecheck::cli::UsageError(fmt::format("there is no verb {}{}; see modecheck --help",
                                               modecheck::spec::quoted(argv[1]),
                                               modecheck::cli::suggestion(argv[1], verbs)));
}

// Returns how many words of the command line are the command's own: all of them, or those up to SCRIPT in
// `audit --python SCRIPT`. The words after SCRIPT belong to the script, even if they look like options of audit.
int count_own_words(int argc, char** argv) {
  if (argc < 2 || std::strcmp(argv[1], "audit") != 0) return argc;
  for (int i = 2; i < argc; ++i) {
    if (std::strcmp(argv[i], "--python") == 0) return std::min(i + 2, argc);
    if (std::strncmp(argv[i], "--python=", 9) == 0) return i + 1;
  }
  return argc;
}

// Returns the words of the command line, the last one first, as CLI11 takes them. An empty word stands before those of
// a script: CLI11 takes it for no option, and passes on whatever follows it.
std::vector<std::string> words_for_parser(int argc, char** argv, int own) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (own < argc) words.insert(words.begin() + (own - 1), "");
  std::reverse(words.begin(), words.end());
  return words;
}

// Returns an error message for the first option that the verb does not have, or "" if there is none.
std::string wrong_option(const CLI::App& app, int argc, char** argv) {
  const std::vector<const CLI::App*> verbs = app.get_subcommands({});
  const auto at = std::find_if(verbs.begin(), verbs.end(),
                               [&](const CLI::App* one) { return argc > 1 && one->get_name() == argv[1]; });
  if (at == verbs.end()) return "";
  const CLI::App* const verb = *at;
  std::vector<std::string> names;
  for (const CLI::Option* option : verb->get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (int i = 2; i < argc; ++i) {
    const std::string name = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (name.size() > 2 && name.rfind("--", 0) == 0 && verb->get_option_no_throw(name) == nullptr)
      return fmt::format("{} has no option {}{}; see modecheck {} --help", argv[1], modecheck::spec::quoted(name),
                         modecheck::cli::suggestion(name, names), argv[1]);
  }
  return "";
}

// Prints an error message. The message may quote any input, so control characters are made harmless, and long text is
// cut.
int complain(const std::string& what, Exit exit = Exit::Usage) {
  constexpr std::size_t most = 4'000;
  const std::string text = modecheck::spec::printable(std::string_view(what).substr(0, most), "\n");
  fmt::print(stderr, "modecheck: {}{}\n", text, what.size() > most ? "..." : "");
  return static_cast<int>(exit);
}

// Flushes the standard output, whose last part may still be in the buffer. If flushing fails, the result is lost, and
// so the command fails.
int finish(Exit exit) {
  if (std::fflush(stdout) != 0)
    return complain(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
  if (std::ferror(stdout) != 0) return complain("standard output: cannot be written: an earlier part of it was lost");
  // After a signal, exit with the status that shells expect: 130 for Ctrl-C, 143 for SIGTERM.
  const int signal = modecheck::properties::interrupt_signal();
  return signal != 0 ? 128 + signal : static_cast<int>(exit);
}

std::string exit_code_lines() {
  std::string out = "Exit codes:";
  for (const modecheck::cli::ExitCode& one : modecheck::cli::kExitCodes)
    out += fmt::format("\n    {:<4} {}", one.code, one.meaning);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  Exit exit = Exit::Clean;
  CLI::App app{
      "Checks tensor engines against the rules of PyTorch's InferenceMode. It runs random programs of operators on an "
      "executable specification and on each subject, compares every answer, and shrinks what breaks a rule.",
      "modecheck"};
  app.set_version_flag("--version", modecheck::cli::version_text,
                       "print the version, and those of the subjects that are available");
  app.set_help_flag("-h,--help", "print this text; with a verb, print its options");
  app.require_subcommand(1);
  app.formatter(std::make_shared<modecheck::cli::HelpFormatter>(modecheck::cli::style_of(stdout).width));
  modecheck::cli::add_run(app, exit);
  modecheck::cli::add_exhaust(app, exit);
  modecheck::cli::add_sweep(app, exit);
  modecheck::cli::add_explore(app, exit);
  modecheck::cli::add_merge(app, exit);
  modecheck::cli::add_compare(app, exit);
  modecheck::cli::add_parallel(app, exit);
  modecheck::cli::add_replay(app, exit);
  modecheck::cli::add_reduce(app, exit);
  modecheck::cli::add_explain(app, exit);
  modecheck::cli::add_draw(app, exit);
  modecheck::cli::add_pack(app, exit);
  modecheck::cli::add_emit(app, exit);
  modecheck::cli::add_rules(app, exit);
  modecheck::cli::add_operators(app, exit);
  modecheck::cli::add_operator(app, exit);
  modecheck::cli::add_subjects(app, exit);
  modecheck::cli::add_findings(app, exit);
  modecheck::cli::add_known(app, exit);
  modecheck::cli::add_audit(app, exit);
  modecheck::cli::add_completion(app, exit);
  modecheck::cli::add_man(app, exit);
  for (CLI::App* verb : app.get_subcommands({})) verb->group("Verbs");
  app.footer(exit_code_lines());
  const int own = count_own_words(argc, argv);
  try {
    require_verb(app, argc, argv);
    app.parse(words_for_parser(argc, argv, own));
  } catch (const CLI::ParseError& error) {
    // CLI11 throws an error for --help and --version, too; its exit code is 0.
    if (error.get_exit_code() == 0) {
      app.exit(error);
      std::cout.flush();
      return finish(Exit::Clean);
    }
    const std::string option = wrong_option(app, own, argv);
    return complain(option.empty() ? fmt::format("{}; see modecheck --help", error.what()) : option);
  } catch (const modecheck::cli::UsageError& error) {
    return complain(error.what());
  } catch (const modecheck::subjects::PluginError& error) {
    return complain(error.what());
  } catch (const modecheck::properties::KnownError& error) {
    return complain(error.what());
  } catch (const modecheck::properties::ResultsError& error) {
    return complain(fmt::format("{}; the same command goes on with --resume", error.what()), Exit::MachineFailed);
  } catch (const std::bad_alloc&) {
    return complain("there is no memory left", Exit::MachineFailed);
  } catch (const std::filesystem::filesystem_error& error) {
    return complain(error.what());
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) != 0) return complain(fmt::format("standard output: {}", error.what()));
    return complain(fmt::format("the system refuses what the search needs: {}", error.what()), Exit::MachineFailed);
  } catch (const std::exception& error) {
    return complain(std::ferror(stdout) != 0 ? fmt::format("standard output: {}", error.what()) : error.what());
  }
  return finish(exit);
}
