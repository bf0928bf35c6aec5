// Expected is what a comparison needs to know about a run of the specification. `reference::ExpectedRun` computes it
// from the model and the reference values; tests write it by hand.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/run/dropped_proposal.h"
#include "reference/values/expectation.h"
#include "spec/interface/trace.h"
#include "spec/limits/unspecified.h"
#include "spec/model/rules.h"

namespace modecheck::properties {

struct Expected {
  const spec::Trace* trace = nullptr;
  const std::uint8_t* dropped = nullptr;  // a flag for each command that is dropped; null: no command is dropped
  // for each command, the rules that decided something; null: the rules are unknown
  const spec::RuleSet* rules = nullptr;
  const spec::Unspecified* unspecified = nullptr;  // for each command, why it is dropped; null: the reasons are unknown
  std::uint32_t count = 0;                         // the number of commands of the program
  // The commands that the generator of the program proposed and the model dropped; null: the program was not generated.
  const std::vector<reference::DroppedProposal>* dropped_proposals = nullptr;
  // the number of commands that can be judged; less than `count` if the later commands depend on uncertain values
  std::uint32_t judged = 0;
  // how exactly the specification determines the bytes; null: it determines all bytes exactly
  const reference::Expectations* bytes = nullptr;
  bool live_objects_known = true;  // false: the comparison ignores how many objects are left after the program

  // Returns the expectation for the gradient that the register's tensor holds (`gradient`), or for the tensor's
  // storage. `bytes` must not be null.
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
