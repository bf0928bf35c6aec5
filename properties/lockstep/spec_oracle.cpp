#include "properties/lockstep/spec_oracle.h"

namespace modecheck::properties {

SpecOracle::SpecOracle(spec::DeviceKind device, reference::Holes holes)
    : run_(device, true, holes), trace_(std::make_unique<spec::Trace>()) {
  expected_.trace = trace_.get();
  expected_.dropped = dropped_.data();
  expected_.bytes = &run_.expectations();
  expected_.rules = run_.rules_by_command().data();
  expected_.unspecified = run_.unspecified().data();
}

const Expected& SpecOracle::run(const spec::Program& program) {
  run_.run(program, *trace_, dropped_);
  expected_.count = static_cast<std::uint32_t>(program.records.size());
  expected_.judged = run_.trusted();
  return expected_;
}

OracleFactory spec_oracle(reference::Holes holes) {
  return [holes](spec::DeviceKind device) { return std::make_unique<SpecOracle>(device, holes); };
}

}  // namespace modecheck::properties
