// Declares the base class of optimizers.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/nn/archives.h"
#include "engine/optim/optimizer_param_group.h"
#include "engine/optim/optimizer_param_state.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

class Optimizer {
 public:
  using LossClosure = std::function<at::Tensor()>;
  using States = std::unordered_map<std::string, std::unique_ptr<OptimizerParamState>>;

  Optimizer(const Optimizer&) = delete;
  Optimizer(Optimizer&&);
  explicit Optimizer(std::vector<OptimizerParamGroup> param_groups, std::unique_ptr<OptimizerOptions> defaults);
  explicit Optimizer(std::vector<at::Tensor> parameters, std::unique_ptr<OptimizerOptions> defaults);
  virtual ~Optimizer();

  // Adds parameters. Raises an Argument error for a parameter that is no leaf, or that is in another group.
  void add_param_group(const OptimizerParamGroup& param_group);
  // Updates the parameters by their gradients, without recording. A parameter that has no gradient stays. `closure`
  // computes the loss and its gradients anew; step() then returns the loss.
  virtual at::Tensor step(LossClosure closure = nullptr) = 0;
  // Detaches the gradients of all parameters and fills them with zeros.
  void zero_grad();

  // The parameters of the first group, and the number of parameters of all groups. These functions are older than
  // groups of parameters. As in libtorch, each call warns.
  void add_parameters(const std::vector<at::Tensor>& parameters);
  const std::vector<at::Tensor>& parameters() const;
  std::vector<at::Tensor>& parameters();
  std::size_t size() const;

  OptimizerOptions& defaults() noexcept { return *defaults_; }
  const OptimizerOptions& defaults() const noexcept { return *defaults_; }
  std::vector<OptimizerParamGroup>& param_groups() noexcept { return param_groups_; }
  const std::vector<OptimizerParamGroup>& param_groups() const noexcept { return param_groups_; }
  // What is remembered of each parameter. The key is the address of its TensorImpl as text.
  States& state() noexcept { return state_; }
  const States& state() const noexcept { return state_; }

  // save() writes the state and the options into an archive in libtorch's format. load() reads the state, also from
  // archives of PyTorch before version 1.5.0. As in libtorch, the options stay those of this optimizer. load() raises
  // an Argument error for an archive of another optimizer or of other groups, and then changes nothing. A class that
  // does not override these functions raises Unsupported.
  virtual void save(serialize::OutputArchive& archive) const;
  virtual void load(serialize::InputArchive& archive);

 protected:
  // Calls the closure in grad mode. Returns an undefined tensor if there is none.
  static at::Tensor loss_of(const LossClosure& closure);
  // Returns the key of a parameter in state().
  static std::string key_of(const at::Tensor& parameter);
  // Calls `update` for each parameter that has a gradient: with the parameter's data, the gradient's and the options of
  // the group. Raises an Argument error for options of another class.
  template <typename Options, typename Update>
  void for_each(const Update& update);
  // Returns what is remembered of the parameter, and makes it by `create` if it is not there.
  template <typename State, typename Create>
  State& state_of(const std::string& key, const Create& create);

  std::vector<OptimizerParamGroup> param_groups_;
  States state_;
  std::unique_ptr<OptimizerOptions> defaults_;
};

// These functions call the optimizer's save() or load(), for torch::save and torch::load.
serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const Optimizer& optimizer);
serialize::InputArchive& operator>>(serialize::InputArchive& archive, Optimizer& optimizer);

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
