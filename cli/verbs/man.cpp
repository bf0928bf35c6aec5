// The verb `modecheck man`: prints the manual page.

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include "cli/options/app_facts.h"
#include "cli/output/man_page.h"
#include "cli/verbs/verbs.h"
#include "properties/report/build_text.h"

namespace modecheck::cli {
namespace {

// Returns today's date. If SOURCE_DATE_EPOCH is set, returns that date, so that a package is the same whenever it is
// built.
std::string date_of_page() {
  std::time_t now = std::time(nullptr);
  if (const char* const epoch = std::getenv("SOURCE_DATE_EPOCH")) {
    const std::string_view text(epoch);
    std::from_chars(text.data(), text.data() + text.size(), now);
  }
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(now));
}

}  // namespace

void add_man(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand("man", "Prints the manual page: modecheck man | man -l -");
  verb->callback([&app] {
    fmt::print("{}", man_page(app.get_description(), verbs_of(app), properties::build_text(), date_of_page()));
  });
}

}  // namespace modecheck::cli
