// The oracle: the model for metadata, the reference for numbers.
#pragma once

#include <array>
#include <memory>

#include "properties/lockstep/oracle.h"
#include "reference/run/expected_run.h"

namespace modecheck::properties {

class SpecOracle final : public Oracle {
 public:
  explicit SpecOracle(spec::DeviceKind device, reference::Holes holes = reference::Holes::Exempt);

  const Expected& run(const spec::Program& program) override;
  spec::RuleSet rules() const override { return run_.rules_hit(); }

 private:
  reference::ExpectedRun run_;
  std::unique_ptr<spec::Trace> trace_;
  std::array<std::uint8_t, spec::kMaxCommands> dropped_{};
  Expected expected_;
};

// `holes`: Judged makes the guards of G5 answer for the gradients they spoil (the control that shows the hole).
OracleFactory spec_oracle(reference::Holes holes = reference::Holes::Exempt);

}  // namespace modecheck::properties
