// Names the optimizers of libtorch's C++ frontend that this engine does not have. A program that uses one gets a
// compile error there, which says what to do instead and comes before other errors.
#pragma once

#include <vector>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// Declares the members of optimizers that programs use. No member is defined. The declarations only keep
// compilers from reporting an error for every further line.
struct AbsentParts {
  template <typename... Arguments>
  at::Tensor forward(Arguments&&... arguments);
  std::vector<at::Tensor> parameters(bool recurse = true) const;
  void to(c10::Device device);
  void train(bool on = true);
  void eval();
  void zero_grad();
  at::Tensor step();
  at::Tensor weight;
  at::Tensor bias;
};

// Is always false, but depends on template arguments, so that a static_assert fails only when the template is
// instantiated.
template <typename... Any>
constexpr bool is_built = sizeof...(Any) == static_cast<unsigned>(-1);

}  // namespace modecheck::engine

// Marks a name as unavailable. g++ 12 and clang report every use of the name. Older compilers report only where an
// object is constructed.
#if defined(__has_attribute) && __has_attribute(unavailable)
#define MODECHECK_UNAVAILABLE(text) __attribute__((unavailable(text)))
#define MODECHECK_UNAVAILABLE_MADE(text)
#else
#define MODECHECK_UNAVAILABLE(text)
#define MODECHECK_UNAVAILABLE_MADE(text) static_assert(modecheck::engine::is_built<Arguments...>, text);
#endif

#define MODECHECK_ABSENT(space, name, instead)                                                 \
  struct MODECHECK_UNAVAILABLE("torch::" space "::" #name " is not built: " instead) name      \
      : modecheck::engine::AbsentParts {                                                       \
    template <typename... Arguments>                                                           \
    name(Arguments&&... /*any*/){                                                              \
        MODECHECK_UNAVAILABLE_MADE("torch::" space "::" #name                                  \
                                   " is not built: " instead)} modecheck::engine::AbsentParts* \
    operator->() const;                                                                        \
    template <typename... Arguments>                                                           \
    at::Tensor operator()(Arguments&&... arguments);                                           \
  };
#define MODECHECK_ABSENT_OPTIMIZER(name)                                                                             \
  MODECHECK_ABSENT("optim", name, "update the parameters under a torch::NoGradGuard, as in p.sub_(p.grad() * rate)") \
  MODECHECK_ABSENT("optim", name##Options,                                                                           \
                   "update the parameters under a torch::NoGradGuard, as in p.sub_(p.grad() * rate)")

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

MODECHECK_ABSENT_OPTIMIZER(LBFGS)

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch

#undef MODECHECK_ABSENT_OPTIMIZER
#undef MODECHECK_ABSENT
#undef MODECHECK_UNAVAILABLE
#undef MODECHECK_UNAVAILABLE_MADE
