// Declares a group of parameters that an optimizer updates with the same options.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/optim/optimizer_options.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

class OptimizerParamGroup {
 public:
  // A group without options gets the optimizer's.
  OptimizerParamGroup(std::vector<at::Tensor> params);
  OptimizerParamGroup(std::vector<at::Tensor> params, std::unique_ptr<OptimizerOptions> options);
  // A copy has the same parameters and a copy of the options.
  OptimizerParamGroup(const OptimizerParamGroup& other);
  ~OptimizerParamGroup();

  bool has_options() const { return options_ != nullptr; }
  // Returns the options. Raises an Argument error if there are none.
  OptimizerOptions& options();
  const OptimizerOptions& options() const;
  void set_options(std::unique_ptr<OptimizerOptions> options);
  std::vector<at::Tensor>& params() { return params_; }
  const std::vector<at::Tensor>& params() const { return params_; }

 protected:
  std::vector<at::Tensor> params_;
  std::unique_ptr<OptimizerOptions> options_;
};

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
