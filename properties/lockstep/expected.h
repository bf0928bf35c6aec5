// What a comparison needs to know of a run on the specification. `reference::ExpectedRun` makes it from the model and
// the reference values; tests make it by hand.
#pragma once

#include <cstdint>

#include "reference/values/expectation.h"
#include "spec/interface/trace.h"
#include "spec/limits/unspecified.h"
#include "spec/model/rules.h"

namespace modecheck::properties {

struct Expected {
  const spec::Trace* trace = nullptr;
  const std::uint8_t* dropped = nullptr;           // a flag per command; null: none is dropped
  const spec::RuleSet* rules = nullptr;            // that decided something, per command; null: nobody knows
  const spec::Unspecified* unspecified = nullptr;  // why a command is dropped, per command; null: nobody knows
  std::uint32_t count = 0;                         // commands
  std::uint32_t judged = 0;  // commands that can be judged; fewer if the rest hangs on numbers that are uncertain
  const reference::Expectations* bytes = nullptr;  // how far they are determined; null: all exactly
  bool live_objects_known = true;                  // false: whether something is left after the program is not judged

  // `gradient`: of the gradient that the register's tensor holds, else of its storage. `bytes` must be there.
  const reference::Expectation& expectation(int step, int reg, bool gradient) const {
    const reference::StepExpectation& at = step < 0 ? bytes->initial : bytes->steps[static_cast<std::size_t>(step)];
    const reference::RegisterExpectation& of = at.registers[static_cast<std::size_t>(reg)];
    return gradient ? of.grad : of.storage;
  }
  const spec::Step& step(int index) const {
    return index < 0 ? trace->initial : trace->steps[static_cast<std::size_t>(index)];
  }
};

}  // namespace modecheck::properties
