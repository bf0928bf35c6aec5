// A subject whose threads disturb one another, which G6 rules out. A search for such faults must find it.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "subjects/interface/runner.h"

namespace modecheck::properties {

class RaceCanary final : public subjects::Runner {
 public:
  // Behaves like `right` while it runs alone. Behaves like `wrong` while another RaceCanary with the same counter
  // `running` runs a program.
  RaceCanary(std::unique_ptr<subjects::Runner> right, std::unique_ptr<subjects::Runner> wrong,
             std::atomic<int>& running);

  std::string name() const override { return right_->name(); }
  std::string version() const override { return right_->version(); }
  std::string identity() const override { return right_->identity(); }
  spec::DeviceKind device() const override { return right_->device(); }
  bool supports(spec::OperationId operation) const override { return right_->supports(operation); }
  void run(const spec::ProgramView& program, spec::Trace& trace) override;

 private:
  std::unique_ptr<subjects::Runner> right_;
  std::unique_ptr<subjects::Runner> wrong_;
  std::atomic<int>& running_;
};

}  // namespace modecheck::properties
