// The faults of docs/FAULTS.md: what scripts/faults planted and found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace modecheck::tests {

struct Planted {
  std::string name;
  std::string what;
  std::vector<std::string> rules;      // that it breaks: what stands in brackets at the end of `what`
  std::optional<std::uint64_t> found;  // at which program; nothing: it was not found
  std::string as;                      // the signature that it was found as

  bool breaks(std::string_view rule) const;
};

// The rows of the table.
std::vector<Planted> read_planted(const std::string& file);

// "The engine forgets it (K1, K5)." names K1 and K5.
std::vector<std::string> rules_named(const std::string& what);

}  // namespace modecheck::tests
