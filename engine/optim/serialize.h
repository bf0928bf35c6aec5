// Declares torch::optim::serialize, with which optimizers of programs write their state into archives and read it back.
#pragma once

#include <functional>
#include <memory>

#include "engine/optim/optimizer.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

namespace detail {
using MakeState = std::function<std::unique_ptr<OptimizerParamState>()>;
void save_optimizer(serialize::OutputArchive& archive, const Optimizer& optimizer);
void load_optimizer(serialize::InputArchive& archive, Optimizer& optimizer, const MakeState& make_state);
}  // namespace detail

// Writes the state and the options of the optimizer, in libtorch's format.
template <typename State, typename Options>
void serialize(serialize::OutputArchive& archive, const Optimizer& optimizer) {
  detail::save_optimizer(archive, optimizer);
}

// Reads the state of the optimizer. The options are read and checked, but stay as they are. Raises an Argument error
// for an archive of another optimizer or of other groups, and then changes nothing.
template <typename State, typename Options>
void serialize(serialize::InputArchive& archive, Optimizer& optimizer) {
  detail::load_optimizer(archive, optimizer, [] { return std::make_unique<State>(); });
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
