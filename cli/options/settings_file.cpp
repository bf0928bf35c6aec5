#include "cli/options/settings_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

std::size_t line_of(const toml::node& node) { return node.source().begin.line; }

[[noreturn]] void fail(const std::filesystem::path& file, std::size_t line, const std::string& what) {
  throw UsageError(fmt::format("{}:{}: {}", file.string(), line, what));
}

// Returns the text of a TOML string, whole number or truth value, and "" for anything else.
std::string text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  return "";
}

Setting setting_of(const std::filesystem::path& file, const std::string& key, const toml::node& node) {
  Setting out{key, Setting::Kind::Text, {}, line_of(node)};
  const auto wrong = [&] {
    fail(file, out.line,
         fmt::format("{} must be a string, a whole number, true, false, or a list of strings", spec::quoted(key)));
  };
  if (const toml::array* const list = node.as_array()) {
    out.kind = Setting::Kind::List;
    for (const toml::node& one : *list) {
      if (!one.is_string() && !one.is_integer()) wrong();
      out.values.push_back(text_of(one));
    }
    return out;
  }
  if (!node.is_string() && !node.is_integer() && !node.is_boolean()) wrong();
  if (node.is_integer()) out.kind = Setting::Kind::Number;
  if (node.is_boolean()) out.kind = Setting::Kind::Truth;
  out.values.push_back(text_of(node));
  return out;
}

toml::table parsed(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) throw UsageError(fmt::format("--config: {} cannot be read", file.string()));
  try {
    return toml::parse(text.str());
  } catch (const toml::parse_error& error) {
    fail(file, error.source().begin.line, fmt::format("this is not TOML: {}", error.description()));
  }
}

}  // namespace

std::vector<Settings> read_settings(const std::filesystem::path& file) {
  std::vector<Settings> out;
  for (const auto& [name, node] : parsed(file)) {
    const toml::table* const table = node.as_table();
    if (table == nullptr)
      fail(file, line_of(node),
           fmt::format("{} stands outside any settings; write it below a line with a name, such as [smoke]",
                       spec::quoted(std::string(name.str()))));
    Settings settings{std::string(name.str()), line_of(node), {}};
    for (const auto& [key, value] : *table) settings.all.push_back(setting_of(file, std::string(key.str()), value));
    std::stable_sort(settings.all.begin(), settings.all.end(),
                     [](const Setting& a, const Setting& b) { return a.line < b.line; });
    out.push_back(std::move(settings));
  }
  std::stable_sort(out.begin(), out.end(), [](const Settings& a, const Settings& b) { return a.line < b.line; });
  return out;
}

}  // namespace modecheck::cli
