// A FindingMessage is a mismatch as one process reports it to another: a line of JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "properties/lockstep/mismatch.h"
#include "spec/program/program.h"

namespace modecheck::properties {

struct FindingMessage {
  Signature signature;
  Severity severity = Severity::WrongState;
  std::string field;        // the name of the field that differs, for example "version"
  std::uint64_t index = 0;  // the program's number in the campaign
  std::string program;      // the text of the program that mismatches
};

std::string to_line(const FindingMessage& finding_message);
FindingMessage finding_message_of(const nlohmann::json& line);

// Removes the complete lines from the front of `text` and returns those that hold a JSON object. A process that dies
// while it writes leaves half a line.
std::vector<nlohmann::json> take_lines(std::string& text);

}  // namespace modecheck::properties
