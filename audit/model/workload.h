// Runs a model in one mode, and describes what happened.
#pragma once

#include <torch/script.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "audit/model/mode.h"
#include "audit/model/request.h"

namespace modecheck::audit {

class Workload {
 public:
  // Loads the model once, to see that it can be loaded. Throws what the library throws.
  Workload(Request request, std::vector<c10::IValue> inputs);

  // Runs the model twice in the mode, then outside the mode, on a fresh copy of the model. Returns an object:
  //   error          the message if a run in the mode failed, else null
  //   outputs        dtype, sizes, and whether each is an inference tensor, a view, and requires grad
  //   against_normal the comparison with what normal mode returned; null if one of the two failed or they cannot be
  //                  compared, for the reason `not_compared`
  //   input_version_bumps  how often the runs bumped the versions of the inputs' tensors
  //   run            what the second run did: `operators` and `views` (null if the library does not tell), and
  //                  `version_bumps` (of the inputs and of what the model holds if it does not tell)
  //   repeats        of normal mode only: whether another copy of the model returned the same
  //   held           what the runs changed of the tensors that the model holds
  //   state          how the changed tensors differ from those after the same runs in normal mode
  //   nodes          nodes of the autograd graph of the outputs
  //   later          the errors of normal mode, of NoGradGuard and of backward after the runs, each null if none, and
  //   of
  //                  the methods without arguments
  //   seconds        the median time of a run; instructions: the least of a run, or null without a counter
  // Call this for normal mode first.
  nlohmann::json in_mode(Mode mode);

  // Loads and runs the model inside InferenceMode, and then runs it outside.
  nlohmann::json loaded_inside() const;

  // The facts of the model itself: whether it is in training mode, its inputs, and how many its forward takes.
  nlohmann::json facts() const;

  // The tensors that normal mode returned. There are none if it failed.
  const std::vector<at::Tensor>& normal_outputs() const { return normal_.tensors; }
  bool normal_failed() const { return normal_failed_; }

 private:
  struct Run;

  // What forward returned.
  struct Returned {
    nlohmann::json frame;             // frame_of()
    std::vector<at::Tensor> tensors;  // with the floating-point numbers of `frame` as the last one, if there are any
  };

  static Returned returned_by(const Run& run);
  static nlohmann::json counted_of(const Run& run, const nlohmann::json& changes);
  void compare_with_normal(const Run& run, nlohmann::json& described) const;
  nlohmann::json state_against_normal(const nlohmann::json& changes, const torch::jit::Module& module) const;
  nlohmann::json failing_methods(Mode mode) const;
  bool repeats() const;
  Run run(torch::jit::Module& module, Mode mode) const;
  nlohmann::json later(torch::jit::Module& module) const;
  void time(Mode mode, nlohmann::json& result) const;

  Request request_;
  std::vector<c10::IValue> inputs_;
  bool training_ = false;
  std::size_t parameters_ = 0;                      // of forward, without self
  Returned normal_;                                 // what normal mode returned
  std::map<std::string, at::Tensor> normal_state_;  // copies of what the runs in normal mode changed
  bool normal_failed_ = true;
};

}  // namespace modecheck::audit
