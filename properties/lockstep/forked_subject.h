// A subject that runs every program in a process of its own: a crash, a hang or an exhausted memory ends that process
// and is an outcome of the command that was in flight.
//
// A fork costs milliseconds, so this is for replaying and shrinking what killed a campaign's process, not for
// campaigns.
#pragma once

#include <chrono>
#include <string>

#include "properties/process/shared_memory.h"
#include "subjects/interface/runner.h"
#include "subjects/loading/plugin.h"

namespace modecheck::properties {

class ForkedSubject final : public subjects::Runner {
 public:
  // No thread but the calling one may run when a program is run.
  ForkedSubject(subjects::Plugin plugin, spec::DeviceKind device, std::chrono::milliseconds limit);

  std::string name() const override { return plugin_.name(); }
  std::string version() const override { return plugin_.version(); }
  std::string identity() const override { return plugin_.identity(); }
  spec::DeviceKind device() const override { return device_; }
  bool supports(spec::OperationId operation) const override { return plugin_.supports(operation, device_); }
  void run(const spec::ProgramView& program, spec::Trace& trace) override;

 private:
  subjects::Plugin plugin_;
  spec::DeviceKind device_;
  std::chrono::milliseconds limit_;
  Shared<spec::Trace> shared_;
};

}  // namespace modecheck::properties
