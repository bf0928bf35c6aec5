// An oracle that uses the model for metadata and the reference for values. If a generator has just written the program
// in this thread, it has run both already, and the oracle does not run them again.
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

// Makes oracles. Rule H exempts gradients that become wrong under guards that exclude dispatch keys (rule G5), the
// sanctioned holes. With `sanctioned_holes` Judged, the oracles judge such gradients, too, as a control in
// properties/campaign/controls.h needs.
OracleFactory spec_oracle(reference::SanctionedHoles sanctioned_holes = reference::SanctionedHoles::Exempt);

}  // namespace modecheck::properties
