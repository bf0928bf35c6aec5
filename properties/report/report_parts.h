// What a report says about a departure, before anybody lays it out: the terminal, a file and a page show the same.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace modecheck::properties {

struct ReportParts {
  struct Step {
    std::string command;                // as in the program's text, indented by the guards that are open
    std::string outcome;                // the specification's
    std::vector<std::string> changes;   // that it makes
    std::vector<std::string> subjects;  // their outcomes; empty where they are judged no more
  };
  struct Differs {
    std::string what;
    std::string rule;
    std::string expected;
    std::string observed;
  };

  std::string headline;
  std::string gravity;
  std::string sentence;
  std::string rule;       // its id
  std::string statement;  // empty: no rule speaks of it
  std::string source;
  std::string vote;
  std::vector<std::string> start;     // what the registers hold that the program names; for those who ask
  std::string subject;                // that departs
  std::vector<std::string> subjects;  // all, as the columns of the steps
  std::vector<Step> steps;
  int departs = 0;  // the step; before the first: -1, after the program: their number
  std::vector<Differs> differences;
  std::vector<std::string> reasons;  // for which the specification rejects commands: the class, its rules, a sentence
  std::string said;                  // by the subject itself
  std::vector<std::string> does_not_matter;
  std::vector<std::pair<std::string, std::string>> provenance;  // "replay", "modecheck replay FILE"
};

void to_json(nlohmann::json& json, const ReportParts& parts);
void from_json(const nlohmann::json& json, ReportParts& parts);

}  // namespace modecheck::properties
