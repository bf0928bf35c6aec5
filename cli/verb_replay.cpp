// modecheck replay FILE...

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/files.h"
#include "cli/known_choice.h"
#include "cli/subject_choice.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "properties/report.h"
#include "properties/spec_oracle.h"

namespace modecheck::cli {
namespace {

struct Options {
  std::vector<std::string> files;
  std::vector<std::string> subjects;
  bool ignore_known = false;
};

const properties::KnownDeparture* excuse(const std::vector<properties::KnownDeparture>& known,
                                         const properties::Departure& departure, const std::string& version) {
  const auto at = std::find_if(known.begin(), known.end(), [&](const auto& entry) {
    return entry.signature == departure.signature && entry.covers(version);
  });
  return at == known.end() ? nullptr : &*at;
}

Exit replay(const Options& options) {
  // Every file is read before the first is run: a bad one is no half-done work.
  std::vector<spec::Program> programs;
  for (const std::string& file : options.files) programs.push_back(read_program(file));
  const auto known = choose_known(options.ignore_known);
  const auto lockstep = properties::make_lockstep(properties::spec_oracle(), choose_subjects(options.subjects), true,
                                                  std::chrono::seconds(5));
  const properties::Style style = style_of(stdout);
  Exit exit = Exit::Clean;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const properties::Verdict& verdict = lockstep->check(programs[i]);
    if (verdict.clean()) {
      fmt::print("{}: {} {} commands. {}\n", options.files[i], style.green("nothing departs."),
                 programs[i].records.size(), properties::vote(*lockstep, verdict));
      continue;
    }
    for (const properties::Departure& departure : verdict.departures) {
      properties::Provenance provenance;
      provenance.file = options.files[i];
      fmt::print("{}", properties::report(programs[i], *lockstep, verdict, departure, provenance, style));
      const auto* entry =
          excuse(known, departure, lockstep->subject(static_cast<std::size_t>(departure.subject)).version());
      if (entry != nullptr)
        fmt::print("  {} {}: {}\n", style.yellow("known as"), entry->id, entry->cause.title);
      else
        exit = Exit::Findings;
      fmt::print("\n");
    }
  }
  return exit;
}

}  // namespace

void add_replay(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand("replay", "Runs programs (.prog files) and reports what departs.");
  const auto options = std::make_shared<Options>();
  verb->add_option("FILE", options->files, "programs written by hand or by `run`")->required();
  verb->add_option("--subjects", options->subjects, "who is judged, separated by commas (default: all there are)")
      ->delimiter(',');
  verb->add_flag("--ignore-known", options->ignore_known, "known departures count as new ones");
  verb->callback([options, &exit] { exit = replay(*options); });
}

}  // namespace modecheck::cli
