// A subject that runs every program in a process of its own. A crash, a hang or exhausted memory ends that process
// only, and is the outcome of the command that was running. In that process freed memory is overwritten, so most
// programs that use freed memory crash.
//
// A fork costs milliseconds. This class is for replaying and shrinking programs that killed a campaign's process, not
// for campaigns.
#pragma once

#include <chrono>
#include <string>

#include "properties/process/shared_memory.h"
#include "subjects/interface/runner.h"
#include "subjects/loading/plugin.h"

namespace modecheck::properties {

class ForkedSubject final : public subjects::Runner {
 public:
  // This process must have no other running thread while a program starts, because the subject forks.
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
