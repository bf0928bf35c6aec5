// Declares torch::nn::ParameterList, a list of parameters that it registers under their positions.
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

class ParameterListImpl : public Cloneable<ParameterListImpl> {
 public:
  using Item = OrderedDict<std::string, at::Tensor>::Item;
  using Iterator = std::vector<Item>::iterator;
  using ConstIterator = std::vector<Item>::const_iterator;

  ParameterListImpl();
  template <typename... Tensors>
  explicit ParameterListImpl(Tensors&&... tensors) {
    parameters_.reserve(sizeof...(Tensors));
    (append(std::forward<Tensors>(tensors)), ...);
  }

  // The parameters are registered when they are added, and so there is nothing to reset.
  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  // Adds a parameter, whose requires_grad flag stays.
  void append(const at::Tensor& tensor);
  void append(const Item& item) { append(item.value()); }
  template <typename Container>
  void extend(const Container& container) {
    for (const auto& tensor : container) append(tensor);
  }
  template <typename Container>
  ParameterListImpl& operator+=(const Container& container) {
    extend(container);
    return *this;
  }

  Iterator begin() { return parameters_.begin(); }
  ConstIterator begin() const { return parameters_.begin(); }
  Iterator end() { return parameters_.end(); }
  ConstIterator end() const { return parameters_.end(); }
  // These functions return the parameter at a position. They raise an Argument error if there is none.
  at::Tensor& at(std::size_t index) { return const_cast<at::Tensor&>(std::as_const(*this).at(index)); }
  const at::Tensor& at(std::size_t index) const;
  at::Tensor& operator[](std::size_t index) { return at(index); }
  const at::Tensor& operator[](std::size_t index) const { return at(index); }
  std::size_t size() const noexcept { return parameters_.size(); }
  bool is_empty() const noexcept { return parameters_.is_empty(); }
};
TORCH_MODULE(ParameterList);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
