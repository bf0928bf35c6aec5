// The verb `modecheck audit` has three forms. `modecheck audit --python SCRIPT [ARGUMENT...]` runs a Python script and
// tells where inference tensors were made when PyTorch rejects them. audit/modecheck_audit.py does the work; this verb
// starts it with the user's python3. `modecheck audit MODEL.pt` runs a saved model in four modes (cli/model_audit).
// `modecheck audit --stories FILE` tells the stories that a C++ program has written.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/model_audit/model_audit.h"
#include "cli/model_audit/python_program.h"
#include "cli/options/usage_error.h"
#include "cli/verbs/verbs.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

struct AuditOptions {
  std::string script;
  std::string stories;
  ReportFiles files;
  ModelRequest model;
};

void add_files(const ReportFiles& files, std::vector<std::string>& words) {
  if (!files.json.empty()) words.insert(words.end(), {"--json", files.json});
  if (!files.sarif.empty()) words.insert(words.end(), {"--sarif", files.sarif});
  if (!files.html.empty()) words.insert(words.end(), {"--html", files.html});
}

// Replaces this process by the recorder. The first of the remaining words is empty and separates those of the script
// from the command's own (words_for_parser in cli/main.cpp). Python and the script then have the terminal, and the exit
// code is theirs.
void audit(const AuditOptions& options, const std::vector<std::string>& remaining) {
  if (options.script.empty())
    throw UsageError(
        "audit needs a Python script or a saved model: modecheck audit --python SCRIPT [ARGUMENT...], or modecheck "
        "audit MODEL.pt; or the stories of a C++ program: modecheck audit --stories FILE");
  if (std::error_code error; !std::filesystem::is_regular_file(options.script, error))
    throw UsageError(
        fmt::format("--python: there is no file {}; name the Python script to run", spec::quoted(options.script)));
  constexpr const char* purpose = "runs the script";
  std::vector<std::string> words{audit_program("modecheck_audit.py", purpose)};
  add_files(options.files, words);
  words.push_back(options.script);
  if (!remaining.empty()) words.insert(words.end(), remaining.begin() + 1, remaining.end());
  become_python_program(std::move(words), purpose);
}

// Replaces this process by the program that tells the stories of a C++ program once more.
void tell_stories(const AuditOptions& options, const std::vector<std::string>& remaining) {
  if (!remaining.empty())
    throw UsageError(fmt::format("--stories FILE is the whole form, so {} has no meaning; leave it out",
                                 spec::quoted(remaining.front())));
  if (!options.script.empty()) throw UsageError("--stories and --python are two forms of audit; leave one of them out");
  if (std::error_code error; !std::filesystem::is_regular_file(options.stories, error))
    throw UsageError(fmt::format(
        "--stories: there is no file {}; name the FILE of MODECHECK_PROVENANCE=json:FILE. The program makes "
        "it when it starts",
        spec::quoted(options.stories)));
  constexpr const char* purpose = "tells the stories";
  std::vector<std::string> words{audit_program("modecheck_audit_pages.py", purpose), "stories", options.stories};
  add_files(options.files, words);
  become_python_program(std::move(words), purpose);
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
                  "with MODEL: shared library that registers the model's custom operators; NAME is torch or "
                  "torch-VERSION; for NAME engine a program that is linked with them")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  verb.add_option("--seconds", options.model.seconds, "with MODEL: time to spend on timing one mode (default: 0.5)")
      ->type_name("N")
      ->check(CLI::Range(0.0, 3600.0));
  verb.add_option("--time-limit", options.model.time_limit,
                  "with MODEL: seconds after which the run on one library is ended (default: 600)")
      ->type_name("N")
      ->check(CLI::Range(0.001, 1e6));
}

void add_file_options(CLI::App& verb, AuditOptions& options) {
  verb.add_option("--json", options.files.json, "also write the stories or the model's report to FILE as JSON")
      ->type_name("FILE");
  verb.add_option("--sarif", options.files.sarif, "also write them to FILE as SARIF")->type_name("FILE");
  verb.add_option("--html", options.files.html, "also write them to FILE as an HTML page")->type_name("FILE");
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
  add_file_options(rest, options);
  std::reverse(words.begin(), words.end());
  rest.parse(std::move(words));
  return audit_model(options.model, options.files);
}

}  // namespace

void add_audit(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand("audit",
                                      "Tells where a Python script made the inference tensors that PyTorch rejects "
                                      "(--python SCRIPT), or whether a saved model can move to InferenceMode (MODEL).");
  const auto options = std::make_shared<AuditOptions>();
  verb->add_option("--python", options->script,
                   "script to run; the words after it are the script's; MODECHECK_PYTHON names the python3")
      ->type_name("SCRIPT");
  verb->add_option("--stories", options->stories,
                   "tell the stories of a C++ program once more, from the FILE of MODECHECK_PROVENANCE=json:FILE")
      ->type_name("FILE");
  add_file_options(*verb, *options);
  add_model_options(*verb, *options);
  verb->footer("MODEL is a TorchScript archive: modecheck audit MODEL [--inputs FILE | --shape SIZES ...]");
  verb->prefix_command();
  verb->callback([verb, options, &exit] {
    const std::vector<std::string> words = verb->remaining();
    if (!options->stories.empty())
      tell_stories(*options, words);
    else if (options->script.empty() && !words.empty())
      exit = audit_saved_model(*options, words);
    else
      audit(*options, words);
  });
}

}  // namespace modecheck::cli
