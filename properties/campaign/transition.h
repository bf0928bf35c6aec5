// A Transition says what a command was applied to and how the command ended. Coverage is counted in transitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "spec/interface/observation.h"
#include "spec/interface/outcome.h"
#include "spec/program/operation.h"
#include "spec/program/record.h"

namespace modecheck::properties {

// A Transition consists of a kind of target, an operation, the modes, and the class of the outcome. The target is the
// first tensor that the command names. Its kind says whether the tensor is an inference tensor, whether it is a tracked
// view, and how the view was made. It also says whether the tensor requires grad, and whether it is a leaf.
struct Transition {
  static constexpr int kTargets = 64;
  static constexpr int kModes = 16;
  static constexpr int kOutcomes = 64;
  static constexpr std::uint32_t kPerOperation = kTargets * kModes * kOutcomes;

  // The kind of the first tensor that the command names, as a number that `target_of` in transition.cpp computes.
  // 0: the command names no tensor.
  std::uint8_t target = 0;
  std::uint8_t mode = 0;  // one bit each for InferenceMode, grad mode, Autograd excluded and ADInplaceOrView excluded
  std::uint8_t outcome = 0;
  spec::OperationId operation = 0;

  std::uint32_t code() const {
    return ((static_cast<std::uint32_t>(operation) * kTargets + target) * kModes + mode) * kOutcomes + outcome;
  }
  static Transition of_code(std::uint32_t code);

  bool ok() const;
  bool dropped() const;
  bool names_no_tensor() const { return target == 0; }
  bool on_inference() const;
  bool on_view() const;  // whether the target is a view that autograd tracks
};

// Returns the transition of the command `record`. `before` holds the registers before the command; `mode` holds the
// modes of the command's thread at that time.
Transition transition_of(const spec::Record& record, const spec::Observation& before, const spec::ModeObservation& mode,
                         const spec::Outcome& outcome);

// Returns a text that no other transition has, for example "mul_.Tensor on an inference tensor, normal mode:
// InferenceInPlace".
std::string to_text(const Transition& transition);

}  // namespace modecheck::properties
