// Defines FORWARD_HAS_DEFAULT_ARGS, with which a module tells AnyModule the default arguments of its forward(): pairs
// of an argument's place and its AnyValue.
#pragma once

#include <utility>
#include <vector>

#include "engine/nn/containers/any_value.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace detail {
// Appends the default arguments whose places are not among the arguments.
std::vector<AnyValue> with_defaults(std::vector<AnyValue>&& arguments,
                                    std::vector<std::pair<unsigned int, AnyValue>>&& defaults);
}  // namespace detail

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch

#define FORWARD_HAS_DEFAULT_ARGS(...)                                                                               \
  template <typename ModuleType, typename... ArgumentTypes>                                                         \
  friend class ::torch::nn::AnyModuleHolder;                                                                        \
  bool _forward_has_default_args() override { return true; }                                                        \
  unsigned int _forward_num_required_args() override {                                                              \
    std::vector<std::pair<unsigned int, ::torch::nn::AnyValue>> defaults = {__VA_ARGS__};                           \
    return defaults[0].first;                                                                                       \
  }                                                                                                                 \
  std::vector<::torch::nn::AnyValue> _forward_populate_default_args(std::vector<::torch::nn::AnyValue>&& arguments) \
      override {                                                                                                    \
    return ::torch::nn::detail::with_defaults(                                                                      \
        std::move(arguments), std::vector<std::pair<unsigned int, ::torch::nn::AnyValue>>{__VA_ARGS__});            \
  }

// Declares the functions that FORWARD_HAS_DEFAULT_ARGS defines. MODECHECK_DEFAULT_ARGS defines them in a .cpp file, for
// less work of the compiler in programs that do not call them.
#define MODECHECK_HAS_DEFAULT_ARGS                                                                                  \
  bool _forward_has_default_args() override;                                                                        \
  unsigned int _forward_num_required_args() override;                                                               \
  std::vector<::torch::nn::AnyValue> _forward_populate_default_args(std::vector<::torch::nn::AnyValue>&& arguments) \
      override;
#define MODECHECK_DEFAULT_ARGS(Class, ...)                                                                           \
  bool Class::_forward_has_default_args() { return true; }                                                           \
  unsigned int Class::_forward_num_required_args() {                                                                 \
    return std::vector<std::pair<unsigned int, AnyValue>>{__VA_ARGS__}[0].first;                                     \
  }                                                                                                                  \
  std::vector<AnyValue> Class::_forward_populate_default_args(std::vector<AnyValue>&& arguments) {                   \
    return detail::with_defaults(std::move(arguments), std::vector<std::pair<unsigned int, AnyValue>>{__VA_ARGS__}); \
  }
