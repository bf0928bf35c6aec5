// An oracle that uses the model for metadata and the reference for values.
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

// `holes`: Judged also judges gradients that G5's guards spoil; the control needs this to show the sanctioned hole.
OracleFactory spec_oracle(reference::Holes holes = reference::Holes::Exempt);

}  // namespace modecheck::properties
