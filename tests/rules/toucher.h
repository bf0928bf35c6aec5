// Finds the rules that a program touches, which are those that the model cites while it runs the program.
#pragma once

#include <memory>

#include "reference/run/expected_run.h"
#include "spec/interface/trace.h"
#include "spec/model/rules.h"
#include "spec/program/program.h"

namespace modecheck::tests {

class Toucher {
 public:
  // Returns the rules that the program touches. Runs the program on the CPU and, for rule P7, also on the Meta device.
  spec::RuleSet touched_by(const spec::Program& program);

 private:
  reference::ExpectedRun cpu_{spec::DeviceKind::Cpu, true};
  reference::ExpectedRun meta_{spec::DeviceKind::Meta, false};
  std::unique_ptr<spec::Trace> trace_ = std::make_unique<spec::Trace>();
  std::array<std::uint8_t, spec::kMaxCommands> dropped_{};
};

}  // namespace modecheck::tests
