// Lays out --help: a column of options, and a column of descriptions that fit the terminal.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace modecheck::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  // `width` is the width of the terminal in characters.
  explicit HelpFormatter(int width);

  std::string make_description(const CLI::App* app) const override;
  std::string make_subcommand(const CLI::App* verb) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;

 private:
  std::string wrapped_text(const std::string& text) const;

  int width_;
};

}  // namespace modecheck::cli
