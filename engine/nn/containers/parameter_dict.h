// Declares torch::nn::ParameterDict, a dictionary of parameters in the order in which they were added.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/ordered_dict.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

class ParameterDictImpl : public Cloneable<ParameterDictImpl> {
 public:
  using Iterator = OrderedDict<std::string, at::Tensor>::Iterator;
  using ConstIterator = OrderedDict<std::string, at::Tensor>::ConstIterator;

  ParameterDictImpl();
  explicit ParameterDictImpl(const OrderedDict<std::string, at::Tensor>& parameters);

  // The parameters are registered when they are added, and so there is nothing to reset.
  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  // Adds a parameter, whose requires_grad flag stays. Raises an Argument error if the key is there.
  at::Tensor& insert(std::string key, at::Tensor tensor);
  // Removes the parameter and returns it.
  at::Tensor pop(const std::string& key);
  void clear();
  // Replaces parameters. Raises an Argument error at the first key that is not there.
  template <typename Container>
  void update(const Container& container) {
    for (auto& item : container) parameters_[item.key()] = item.value();
  }

  std::vector<std::string> keys() const;
  std::vector<at::Tensor> values() const;
  Iterator begin() { return parameters_.begin(); }
  ConstIterator begin() const { return parameters_.begin(); }
  Iterator end() { return parameters_.end(); }
  ConstIterator end() const { return parameters_.end(); }
  std::size_t size() const noexcept { return parameters_.size(); }
  bool empty() const noexcept { return parameters_.is_empty(); }
  bool contains(const std::string& key) const noexcept { return parameters_.contains(key); }
  // These functions return the parameter of a key. They raise an Argument error if there is none.
  at::Tensor& get(const std::string& key) { return parameters_[key]; }
  const at::Tensor& get(const std::string& key) const { return parameters_[key]; }
  at::Tensor& operator[](const std::string& key) { return parameters_[key]; }
  const at::Tensor& operator[](const std::string& key) const { return parameters_[key]; }
};
TORCH_MODULE(ParameterDict);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
