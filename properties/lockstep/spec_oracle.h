// An oracle that uses the model for metadata and the reference for values. A program that a generator has just written
// in this thread has been run on both already, and is not run again.
#pragma once

#include <memory>

#include "properties/lockstep/oracle.h"
#include "reference/run/rehearsal.h"

namespace modecheck::properties {

class SpecOracle final : public Oracle {
 public:
  explicit SpecOracle(spec::DeviceKind device,
                      reference::SanctionedHoles sanctioned_holes = reference::SanctionedHoles::Exempt);

  const Expected& run(const spec::Program& program) override;
  spec::RuleSet rules() const override { return rehearsal_->expected_run().rules_hit(); }

 private:
  const spec::DeviceKind device_;
  const reference::SanctionedHoles sanctioned_holes_;
  std::unique_ptr<reference::Rehearsal> rehearsal_;
  Expected expected_;
};

// `sanctioned_holes`: Judged also judges gradients that G5's guards spoil; the control needs this to show the
// sanctioned hole.
OracleFactory spec_oracle(reference::SanctionedHoles sanctioned_holes = reference::SanctionedHoles::Exempt);

}  // namespace modecheck::properties
