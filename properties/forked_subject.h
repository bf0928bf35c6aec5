// A subject that runs every program in a process of its own: a crash, a hang or an exhausted memory ends that process
// and is an outcome of the command that was in flight.
//
// A fork costs milliseconds, so this is for replaying and shrinking what killed a campaign's process, not for
// campaigns.
#pragma once

#include <chrono>
#include <string>

#include "properties/shared_memory.h"
#include "properties/subject_runner.h"

namespace modecheck::properties {

class ForkedSubject final : public SubjectRunner {
 public:
  // `table` outlives the subject. No thread but the calling one may run when a program is run.
  ForkedSubject(std::string name, const spec::SubjectTable& table, spec::DeviceKind device,
                std::chrono::milliseconds limit);

  std::string name() const override { return name_; }
  std::string version() const override { return table_.version; }
  spec::DeviceKind device() const override { return device_; }
  bool supports(spec::OperationId operation) const override { return table_.supports(operation, device_); }
  void run(const spec::ProgramView& program, spec::Trace& trace) override;

 private:
  std::string name_;
  const spec::SubjectTable& table_;
  spec::DeviceKind device_;
  std::chrono::milliseconds limit_;
  Shared<spec::Trace> shared_;
};

}  // namespace modecheck::properties
