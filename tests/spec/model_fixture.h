// Defines ModelFixture, with which a test runs single commands on the model and reads its answers, for example:
//
//   ModelFixture fixture;
//   fixture("r3 = mul.Tensor(r0, r1)");
//   EXPECT_TRUE(fixture.tensor(3).requires_grad);
//   EXPECT_EQ(fixture.error("add_.Scalar(r0, other=1, alpha=1)"), ErrorClass::LeafInPlace);
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "spec/model/model.h"
#include "spec/program/text.h"

namespace modecheck::spec {

class ModelFixture {
 public:
  explicit ModelFixture(DeviceKind device = DeviceKind::Cpu) : model_({device}, nullptr, nullptr) {
    model_.reset();
    model_.observe(0, step_.observation);
  }

  // Runs one command; a line that ends with `{` enters a guard, and `}` leaves the innermost guard.
  const Outcome& run(const std::string& line) {
    const Program program = parse_program("modecheck 1\n" + line + "\n");
    EXPECT_EQ(program.records.size(), 1u) << line;
    model_.step(program.records.at(0), step_);
    return step_.outcome;
  }
  // Runs a command that must succeed.
  void operator()(const std::string& line) {
    const Outcome& outcome = run(line);
    EXPECT_EQ(outcome.kind, OutcomeKind::Ok) << line << ": " << name_of(outcome.error);
  }
  // Runs a command that must be rejected, and returns the class of its error.
  ErrorClass error(const std::string& line) {
    const Outcome& outcome = run(line);
    EXPECT_EQ(outcome.kind, OutcomeKind::Error) << line;
    return outcome.error;
  }
  bool dropped(const std::string& line) { return run(line).kind == OutcomeKind::Dropped; }

  const TensorObservation& tensor(std::size_t reg) const { return step_.observation.registers.at(reg).tensor; }
  const GradObservation& grad(std::size_t reg) const { return step_.observation.registers.at(reg).grad; }
  const ModeObservation& mode() const { return step_.observation.mode; }
  const Observation& observation() const { return step_.observation; }
  // Returns the route of the last command, for example "AVB" for Autograd, ADInplaceOrView and backend.
  std::string route() const {
    std::string out;
    for (std::size_t i = 0; i < step_.observation.route.length; ++i) {
      const std::uint8_t key = step_.observation.route.keys.at(i);
      out += key == kKeyAutograd ? "A" : key == kKeyADInplaceOrView ? "V" : "B";
    }
    return out;
  }
  const Model& model() const { return model_; }

 private:
  Model model_;
  Step step_;
};

}  // namespace modecheck::spec
