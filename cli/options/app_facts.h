// Reads the command's verbs and options from CLI11's tree, so that help, completion and man page agree.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace modecheck::cli {

struct OptionFacts {
  std::vector<std::string> names;  // the names, for example "--out" and "-o", or "FILE" for an argument without dashes
  std::string value;               // the value that follows the option: "FILE", "N", "cpp|python"; empty for a flag
  std::string text;                // what the option does, with its range and its default
  std::vector<std::string> choices;  // all possible values, if they are few
  bool is_list = false;              // whether the value is a list with commas
  bool is_repeated = false;          // whether an argument may be given several times
  bool is_required = false;
};

struct VerbFacts {
  std::string name;
  std::string text;
  std::vector<OptionFacts> options;
  std::vector<OptionFacts> arguments;
};

OptionFacts facts_of(const CLI::Option& option);

// Returns the verbs in the order in which --help lists them.
std::vector<VerbFacts> verbs_of(const CLI::App& app);

}  // namespace modecheck::cli
