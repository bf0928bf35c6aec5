// Reads docs/FAULTS.md, which lists the faults that scripts/faults planted and found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace modecheck::tests {

struct Planted {
  std::string name;
  std::string what;
  std::vector<std::string> rules;      // the rules that the fault breaks, which `what` names in brackets at its end
  std::optional<std::uint64_t> found;  // the number of the program that found the fault; std::nullopt if none did
  std::string as;                      // the signature of the finding that showed the fault

  bool breaks(std::string_view rule) const;
};

// Returns the rows of the table in docs/FAULTS.md.
std::vector<Planted> read_planted(const std::string& file);

// Returns the rules in brackets: K1 and K5 for "The engine forgets it (K1, K5)."
std::vector<std::string> rules_named(const std::string& what);

}  // namespace modecheck::tests
