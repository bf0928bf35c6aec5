// Runs a model in one mode, and describes what happened.
#pragma once

#include <torch/script.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "audit/model/mode.h"
#include "audit/model/request.h"

namespace modecheck::audit {

class Workload {
 public:
  // Loads the model once, to see that it can be loaded. Throws what the library throws.
  explicit Workload(Request request);

  // Runs the model twice in the mode, then outside the mode, on a fresh copy of the model. Returns an object:
  //   error          the message if a run in the mode failed, else null
  //   outputs        dtype, sizes, and whether each is an inference tensor, a view, and requires grad
  //   against_normal the comparison with the outputs of normal mode; null if one of the two failed
  //   held           what the runs changed of the tensors that the model holds
  //   nodes          nodes of the autograd graph of the outputs
  //   later          the errors of normal mode, of NoGradGuard and of backward after the runs, each null if none
  //   seconds        the median time of a run; instructions: the least of a run, or null without a counter
  // Call this for normal mode first.
  nlohmann::json in_mode(Mode mode);

  // Loads and runs the model inside InferenceMode, and then runs it outside.
  nlohmann::json loaded_inside() const;

  // The facts of the model itself: whether it is in training mode, and its inputs.
  nlohmann::json facts() const;

  const std::vector<at::Tensor>& normal_outputs() const { return normal_outputs_; }

 private:
  struct Run;

  Run run(torch::jit::Module& module, Mode mode) const;
  nlohmann::json later(torch::jit::Module& module) const;
  void time(Mode mode, nlohmann::json& result) const;

  Request request_;
  std::vector<c10::IValue> inputs_;
  bool training_ = false;
  std::vector<at::Tensor> normal_outputs_;
  bool normal_failed_ = true;
};

}  // namespace modecheck::audit
