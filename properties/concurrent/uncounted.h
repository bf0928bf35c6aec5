// Declares Uncounted, a subject without the count of live objects. The process counts the objects of all threads
// together, so the count says nothing about one program if other threads run programs as well.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "subjects/interface/runner.h"

namespace modecheck::properties {

class Uncounted final : public subjects::Runner {
 public:
  explicit Uncounted(std::unique_ptr<subjects::Runner> runner) : runner_(std::move(runner)) {}

  std::string name() const override { return runner_->name(); }
  std::string version() const override { return runner_->version(); }
  std::string identity() const override { return runner_->identity(); }
  spec::DeviceKind device() const override { return runner_->device(); }
  bool supports(spec::OperationId operation) const override { return runner_->supports(operation); }
  void run(const spec::ProgramView& program, spec::Trace& trace) override {
    runner_->run(program, trace);
    trace.live_objects = -1;
  }

 private:
  std::unique_ptr<subjects::Runner> runner_;
};

}  // namespace modecheck::properties
