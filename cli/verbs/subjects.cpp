// The verb `modecheck subjects`: lists the subjects.

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/options/subject_choice.h"
#include "cli/output/terminal.h"
#include "cli/verbs/verbs.h"
#include "properties/report/table.h"

namespace modecheck::cli {
namespace {

void print_subjects() {
  properties::Table table({"subject", "version", "available"});
  for (const SubjectState& subject : all_subjects())
    table.add({subject.name, subject.version, subject.available ? "yes: " + subject.file : "no: " + subject.why});
  fmt::print("{}", table.text(style_of(stdout), 0));
}

}  // namespace

void add_subjects(CLI::App& app, Exit&) {
  app.add_subcommand("subjects", "Lists the subjects that can be judged, and why others cannot.")
      ->callback(print_subjects);
}

}  // namespace modecheck::cli
