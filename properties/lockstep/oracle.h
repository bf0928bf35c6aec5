// An Oracle provides the run that the specification expects of a program.
#pragma once

#include <functional>
#include <memory>

#include "properties/lockstep/expected.h"
#include "spec/model/rules.h"
#include "spec/program/program.h"

namespace modecheck::properties {

class Oracle {
 public:
  Oracle() = default;
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;
  virtual ~Oracle() = default;

  // Runs the specification on the program. The result is valid until the next call.
  virtual const Expected& run(const spec::Program& program) = 0;

  // Returns the rules that decided something in the program that ran last.
  virtual spec::RuleSet rules() const = 0;
};

using OracleFactory = std::function<std::unique_ptr<Oracle>(spec::DeviceKind device)>;

}  // namespace modecheck::properties
