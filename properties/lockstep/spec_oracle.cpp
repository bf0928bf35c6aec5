#include "properties/lockstep/spec_oracle.h"

#include <utility>

namespace modecheck::properties {

using reference::Rehearsal;
using reference::SanctionedHoles;

SpecOracle::SpecOracle(spec::DeviceKind device, SanctionedHoles sanctioned_holes)
    : device_(device),
      sanctioned_holes_(sanctioned_holes),
      rehearsal_(std::make_unique<Rehearsal>(device, sanctioned_holes)) {}

const Expected& SpecOracle::run(const spec::Program& program) {
  // If a generator has just written this program, it has also run the model. Take the generator's run, and give the
  // generator the memory of this oracle's previous run. So the taken run stays valid while the generator writes the
  // next program. The generator judges no gradients behind sanctioned holes such as `.data` (rule H), so the run serves
  // only an oracle that does not judge them either.
  std::unique_ptr<Rehearsal>& generated = Rehearsal::of_this_thread(device_);
  if (sanctioned_holes_ == SanctionedHoles::Exempt && generated->is_of(program))
    std::swap(rehearsal_, generated);
  else
    rehearsal_->run(program);
  const reference::ExpectedRun& run = rehearsal_->expected_run();
  expected_.trace = &rehearsal_->trace();
  expected_.dropped = rehearsal_->dropped().data();
  expected_.dropped_proposals = &rehearsal_->dropped_proposals();
  expected_.bytes = &run.expectations();
  expected_.rules = run.rules_by_command().data();
  expected_.unspecified = run.unspecified().data();
  expected_.count = static_cast<std::uint32_t>(program.records.size());
  expected_.judged = run.trusted();
  return expected_;
}

OracleFactory spec_oracle(SanctionedHoles sanctioned_holes) {
  return [sanctioned_holes](spec::DeviceKind device) { return std::make_unique<SpecOracle>(device, sanctioned_holes); };
}

}  // namespace modecheck::properties
