// Declares torch::nn::Functional, a module that calls a function of a tensor.
#pragma once

#include <functional>
#include <ostream>
#include <utility>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

class FunctionalImpl : public Cloneable<FunctionalImpl> {
 public:
  using Function = std::function<at::Tensor(at::Tensor)>;

  explicit FunctionalImpl(Function function);
  // Calls `function` with the input and these further arguments.
  template <typename SomeFunction, typename... Arguments, typename = std::enable_if_t<(sizeof...(Arguments) > 0)>>
  explicit FunctionalImpl(SomeFunction function, Arguments&&... arguments)
      : function_(std::bind(function, std::placeholders::_1, std::forward<Arguments>(arguments)...)) {}

  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  at::Tensor forward(at::Tensor input);
  at::Tensor operator()(at::Tensor input);
  // Returns false: a function is no part of an archive.
  bool is_serializable() const override;

 private:
  Function function_;
};
TORCH_MODULE(Functional);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
