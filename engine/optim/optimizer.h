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

  // The parameters of the first group.
  void add_parameters(const std::vector<at::Tensor>& parameters);
  const std::vector<at::Tensor>& parameters() const noexcept { return param_groups_.at(0).params(); }
  std::vector<at::Tensor>& parameters() noexcept { return param_groups_.at(0).params(); }
  // Returns the number of parameters of all groups.
  std::size_t size() const noexcept;

  OptimizerOptions& defaults() noexcept { return *defaults_; }
  const OptimizerOptions& defaults() const noexcept { return *defaults_; }
  std::vector<OptimizerParamGroup>& param_groups() noexcept { return param_groups_; }
  const std::vector<OptimizerParamGroup>& param_groups() const noexcept { return param_groups_; }
  // What is remembered of each parameter. The key is the address of its TensorImpl as text.
  States& state() noexcept { return state_; }
  const States& state() const noexcept { return state_; }

  // Archives of optimizers are not built: these functions raise Unsupported.
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

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
