// Where the expected run of a program comes from.
#pragma once

#include <bitset>

#include "properties/expected.h"
#include "spec/program.h"

namespace modecheck::properties {

constexpr std::size_t kMaxRules = 128;
using RuleSet = std::bitset<kMaxRules>;  // by the number of the rule in spec's list

class Oracle {
 public:
  Oracle() = default;
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;
  virtual ~Oracle() = default;

  // Valid until the next call.
  virtual const Expected& run(const spec::Program& program) = 0;

  // The rules that decided something in the last run.
  virtual const RuleSet& rules() const = 0;
};

}  // namespace modecheck::properties
