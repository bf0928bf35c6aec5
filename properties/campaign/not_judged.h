// Counts the mismatches that a campaign met and did not judge, because CampaignOptions::wanted left them out.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

// An object of this class lies in memory that processes share, so it holds no pointer.
class NotJudged {
 public:
  // Counts mismatches that were not judged. `rule` is the rule of their signature, or the name of the field if no rule
  // covers the field.
  void add(std::string_view rule, std::uint64_t mismatches = 1);
  void add(const NotJudged& other);

  std::uint64_t total() const;

  // Returns the rules with their counts, the most frequent first.
  std::vector<std::pair<std::string, std::uint64_t>> by_rule() const;

 private:
  // The counts of all rules in the order of spec::rules(), then of all fields in the order of Field.
  std::array<std::uint64_t, kRuleCount + static_cast<std::size_t>(kFields)> counts_{};
};

}  // namespace modecheck::properties
