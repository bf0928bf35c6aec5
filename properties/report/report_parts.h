// The content of a report on a mismatch, without layout. The terminal, a file and an HTML page show the same content.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace modecheck::properties {

struct ReportParts {
  struct Step {
    std::string command;                // the command as the program's text has it, indented within open guards
    std::string outcome;                // the outcome that the specification gives the command
    std::vector<std::string> changes;   // the changes that the command makes, according to the specification
    std::vector<std::string> subjects;  // the subjects' outcomes; empty for a subject that is no longer judged
  };
  struct Differs {
    std::string what;
    std::string rule;
    std::string expected;
    std::string observed;
  };

  std::string headline;
  std::string severity;
  std::string sentence;
  std::string rule;       // the id of the rule that is broken
  std::string statement;  // the statement of the rule; empty if no rule covers the mismatch
  std::string source;
  std::string vote;
  // The initial contents of the registers that the program names; printed on request.
  std::vector<std::string> start;
  std::string subject;                // the name of the subject that mismatches
  std::vector<std::string> subjects;  // all subjects, in the order of the steps' columns
  std::vector<Step> steps;
  int mismatches = 0;  // the mismatching step; -1: before the first command; the number of commands: after the program
  std::vector<Differs> differences;
  // why the specification rejects commands: the error class, its rules and a sentence
  std::vector<std::string> reasons;
  std::string said;  // the error message of the subject that mismatches
  std::vector<std::string> does_not_matter;
  // pairs of a label and a text, for example "replay" and "modecheck replay FILE"
  std::vector<std::pair<std::string, std::string>> provenance;
};

void to_json(nlohmann::json& json, const ReportParts& parts);
void from_json(const nlohmann::json& json, ReportParts& parts);

}  // namespace modecheck::properties
