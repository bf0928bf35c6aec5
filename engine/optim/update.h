// Defines the templates with which an optimizer visits its parameters. Only .cpp files include this header.
#pragma once

#include "engine/nn/operators.h"
#include "engine/optim/optimizer.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

template <typename Options, typename Update>
void Optimizer::for_each(const Update& update) {
  for (OptimizerParamGroup& group : param_groups_) {
    auto* const options = dynamic_cast<Options*>(&group.options());
    MODECHECK_ARGUMENT(options != nullptr, "the options of a group of parameters are of another optimizer's class");
    for (const at::Tensor& parameter : group.params())
      if (parameter.grad().defined()) update(parameter, parameter.data(), parameter.grad().data(), *options);
  }
}

template <typename State, typename Create>
State& Optimizer::state_of(const std::string& key, const Create& create) {
  const auto found = state_.find(key);
  if (found != state_.end()) {
    auto* const state = dynamic_cast<State*>(found->second.get());
    MODECHECK_ARGUMENT(state != nullptr, "the state of a parameter is of another optimizer's class");
    return *state;
  }
  auto made = std::make_unique<State>();
  create(*made);
  State& out = *made;
  state_[key] = std::move(made);
  return out;
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
