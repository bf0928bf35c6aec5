// Declares Finding, what a fuzz target throws when an input shows a fault, and how the target then ends.
#pragma once

#include <stdexcept>
#include <string>

namespace modecheck::fuzz {

// The message names what the input shows, such as "the program's text is read as another program". It is the same for
// every input with the same fault, because outer systems group findings by it. `details` may say more.
struct Finding : std::runtime_error {
  explicit Finding(const std::string& message, std::string more = {})
      : std::runtime_error(message), details(std::move(more)) {}
  std::string details;
};

// Returns what a target prints about a finding. The last line is "ASSERTION FAILED: ", 16 letters that stand for the
// message, and the message: ClusterFuzz takes two crashes for the same if this line is the same.
std::string text_of(const std::string& target, const std::string& message, const std::string& details);

}  // namespace modecheck::fuzz
