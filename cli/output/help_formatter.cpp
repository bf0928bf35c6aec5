#include "cli/output/help_formatter.h"

#include <sstream>

#include "cli/options/app_facts.h"
#include "properties/report/table.h"

namespace modecheck::cli {
namespace {

constexpr int kColumn = 28;  // the column in which the descriptions of options begin

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : "\n") + line;
  return out;
}

}  // namespace

HelpFormatter::HelpFormatter(int width) : width_(width) {
  column_width(kColumn);
  label("SUBCOMMAND", "VERB");
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return joined_lines(properties::wrapped(app->get_description(), width_)) + "\n\n";
}

std::string HelpFormatter::make_subcommand(const CLI::App* verb) const {
  std::ostringstream out;
  CLI::detail::format_help(out, verb->get_name(), wrapped_text(verb->get_description()), kColumn);
  return out.str();
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool) const {
  std::string out;
  for (const std::string& name : facts_of(*option).names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const OptionFacts facts = facts_of(*option);
  return (facts.value.empty() ? "" : " " + facts.value) +
         (facts.is_required && !facts.value.empty() ? " (needed)" : "");
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return wrapped_text(facts_of(*option).text);
}

std::string HelpFormatter::wrapped_text(const std::string& text) const {
  return joined_lines(properties::wrapped(text, width_ - kColumn));
}

}  // namespace modecheck::cli
