// The verb `modecheck audit` has two forms. `modecheck audit --python SCRIPT [ARGUMENT...]` runs a Python script and
// tells where inference tensors were made when PyTorch rejects them. audit/modecheck_audit.py does the work; this verb
// starts it with the user's python3. `modecheck audit MODEL.pt` runs a saved model in four modes (cli/model_audit).

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/model_audit/model_audit.h"
#include "cli/options/usage_error.h"
#include "cli/verbs/verbs.h"
#include "spec/program/quoted.h"
#include "subjects/loading/plugin.h"

namespace modecheck::cli {
namespace {

struct AuditOptions {
  std::string script;
  std::string json;
  std::string sarif;
  std::string html;
  ModelRequest model;
};

// Returns the recorder, which lies in share/modecheck beside the folder of this program, built or installed.
std::string audit_recorder() {
  std::error_code error;
  for (const std::string& own : subjects::own_folders()) {
    const std::filesystem::path file =
        std::filesystem::path(own).parent_path() / "share/modecheck/audit/modecheck_audit.py";
    if (std::filesystem::is_regular_file(file, error)) return file.string();
  }
  throw UsageError(
      "share/modecheck/audit/modecheck_audit.py is not beside this program, and it runs the script; install modecheck "
      "again");
}

// Replaces this process by the recorder. The first of the remaining words is empty and separates those of the script
// from the command's own (words_for_parser in cli/main.cpp). Python and the script then have the terminal, and the exit
// code is theirs.
void audit(const AuditOptions& options, const std::vector<std::string>& remaining) {
  if (options.script.empty())
    throw UsageError(
        "audit needs a Python script or a saved model: modecheck audit --python SCRIPT [ARGUMENT...], or modecheck "
        "audit "
        "MODEL.pt");
  if (std::error_code error; !std::filesystem::is_regular_file(options.script, error))
    throw UsageError(
        fmt::format("--python: there is no file {}; name the Python script to run", spec::quoted(options.script)));
  const char* const chosen = std::getenv("MODECHECK_PYTHON");
  const std::string python = chosen != nullptr && *chosen != '\0' ? chosen : "python3";
  std::vector<std::string> words{python, audit_recorder()};
  if (!options.json.empty()) words.insert(words.end(), {"--json", options.json});
  if (!options.sarif.empty()) words.insert(words.end(), {"--sarif", options.sarif});
  if (!options.html.empty()) words.insert(words.end(), {"--html", options.html});
  words.push_back(options.script);
  if (!remaining.empty()) words.insert(words.end(), remaining.begin() + 1, remaining.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::fflush(nullptr);
  ::execvp(python.c_str(), arguments.data());
  throw UsageError(
      fmt::format("{} cannot be started, and it runs the script: {}; install python3, or set MODECHECK_PYTHON to a "
                  "python3 that has "
                  "torch",
                  spec::quoted(python), std::strerror(errno)));
}

void add_model_options(CLI::App& verb, AuditOptions& options) {
  verb.add_option("--inputs", options.model.inputs,
                  "with MODEL: file of torch.save that holds the inputs, as a tensor or a list of tensors")
      ->type_name("FILE");
  verb.add_option("--shape", options.model.shapes,
                  "with MODEL: sizes of a random float32 input, such as 1,3,224,224; "
                  "once for each input")
      ->type_name("SIZES")
      ->allow_extra_args(false);
  verb.add_option("--library", options.model.libraries,
                  "with MODEL: shared library that registers the model's custom operators; NAME is engine, torch or "
                  "torch-VERSION")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  verb.add_option("--seconds", options.model.seconds, "with MODEL: time to spend on timing one mode (default: 0.5)")
      ->type_name("N")
      ->check(CLI::Range(0.0, 3600.0));
}

// Runs the form for models. `words` are the words from MODEL on, which CLI11 has not read: a script's words must reach
// the script, so the verb leaves everything after the first word alone.
Exit audit_saved_model(AuditOptions options, std::vector<std::string> words) {
  if (words.front().starts_with('-'))
    throw UsageError(
        fmt::format("audit has no option {}; `modecheck audit --help` lists its options", spec::quoted(words.front())));
  options.model.model = words.front();
  words.erase(words.begin());
  CLI::App rest("options of modecheck audit MODEL");
  add_model_options(rest, options);
  rest.add_option("--json", options.json);
  std::reverse(words.begin(), words.end());
  rest.parse(std::move(words));
  return audit_model(options.model, options.json);
}

}  // namespace

void add_audit(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand("audit",
                                      "Tells where a Python script made the inference tensors that PyTorch rejects "
                                      "(--python SCRIPT), or whether a saved "
                                      "model can move to InferenceMode (MODEL).");
  const auto options = std::make_shared<AuditOptions>();
  verb->add_option("--python", options->script,
                   "script to run; the words after it are the script's; MODECHECK_PYTHON names the python3")
      ->type_name("SCRIPT");
  verb->add_option("--json", options->json, "also write the stories to FILE as JSON")->type_name("FILE");
  verb->add_option("--sarif", options->sarif, "also write the stories to FILE as SARIF")->type_name("FILE");
  verb->add_option("--html", options->html, "also write the stories to FILE as an HTML page")->type_name("FILE");
  add_model_options(*verb, *options);
  verb->footer("MODEL is a TorchScript archive: modecheck audit MODEL [--inputs FILE | --shape SIZES ...]");
  verb->prefix_command();
  verb->callback([verb, options, &exit] {
    const std::vector<std::string> words = verb->remaining();
    if (options->script.empty() && !words.empty())
      exit = audit_saved_model(*options, words);
    else
      audit(*options, words);
  });
}

}  // namespace modecheck::cli
