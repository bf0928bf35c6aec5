#include "cli/options/app_facts.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

namespace modecheck::cli {
namespace {

// The help shows a range only if its text is at most this long. The ends of a longer range are so far apart that nobody
// reaches them.
constexpr std::size_t kLongestRange = 14;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, at);) out.push_back(part);
  return out;
}

// Returns, for example, "1 to 256" for "INT:1..256", or "" if the option has no range.
std::string range_of(const std::string& type) {
  const std::size_t colon = type.find(':');
  const std::size_t dots = type.find("..");
  if (colon == std::string::npos || dots == std::string::npos || type.size() - colon > kLongestRange) return "";
  return type.substr(colon + 1, dots - colon - 1) + " to " + type.substr(dots + 2);
}

}  // namespace

OptionFacts facts_of(const CLI::Option& option) {
  OptionFacts out;
  if (option.get_positional()) out.names.push_back(option.get_name(true));
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  out.is_list = option.get_delimiter() != '\0';
  out.is_repeated = option.get_expected_max() == CLI::detail::expected_max_vector_size && !out.is_list;
  out.is_required = option.get_required();
  out.text = option.get_description();
  if (option.get_type_size() == 0) return out;
  const std::string type = option.get_type_name();
  if (!type.empty() && type.front() == '{') {
    out.choices = split(type.substr(1, type.size() - 2), ',');
    for (const std::string& choice : out.choices) out.value += (out.value.empty() ? "" : "|") + choice;
  } else {
    out.value = type.substr(0, type.find(':'));
    if (out.value == "INT" || out.value == "UINT") out.value = "N";
  }
  std::string limits = range_of(type);
  if (!option.get_default_str().empty())
    limits += fmt::format("{}default: {}", limits.empty() ? "" : "; ", option.get_default_str());
  if (limits.empty()) return out;
  // If the description has a bracket such as "(default: 1)", put the range into this bracket.
  const std::size_t named = out.text.rfind("(default:");
  if (named == std::string::npos)
    out.text += fmt::format(" ({})", limits);
  else
    out.text.insert(named + 1, limits + "; ");
  return out;
}

std::vector<VerbFacts> verbs_of(const CLI::App& app) {
  std::vector<VerbFacts> out;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    VerbFacts facts{verb->get_name(), verb->get_description(), {}, {}};
    for (const CLI::Option* option : verb->get_options())
      (option->get_positional() ? facts.arguments : facts.options).push_back(facts_of(*option));
    out.push_back(std::move(facts));
  }
  return out;
}

}  // namespace modecheck::cli
