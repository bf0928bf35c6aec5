// Names the layers, optimizers and data loaders of libtorch's C++ frontend, which this engine does not have. A program
// that uses one gets a compile error there, which says what to do instead and comes before other errors.
#pragma once

#include <vector>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// Declares the members of layers and optimizers that programs use. No member is defined. The declarations only keep
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
#define MODECHECK_ABSENT_LAYER(name)                                                                              \
  MODECHECK_ABSENT("nn", name,                                                                                    \
                   "hold the weights as parameters of a torch::nn::Module of yours and call the operator, as in " \
                   "torch::linear(x, weight, bias)")                                                              \
  MODECHECK_ABSENT("nn", name##Options,                                                                           \
                   "hold the weights as parameters of a torch::nn::Module of yours and call the operator, as in " \
                   "torch::linear(x, weight, bias)")

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

MODECHECK_ABSENT_LAYER(FractionalMaxPool2d)
MODECHECK_ABSENT_LAYER(FractionalMaxPool3d)
MODECHECK_ABSENT_LAYER(AdaptiveLogSoftmaxWithLoss)
MODECHECK_ABSENT_LAYER(RNN)
MODECHECK_ABSENT_LAYER(LSTM)
MODECHECK_ABSENT_LAYER(GRU)
MODECHECK_ABSENT_LAYER(RNNCell)
MODECHECK_ABSENT_LAYER(LSTMCell)
MODECHECK_ABSENT_LAYER(GRUCell)
MODECHECK_ABSENT_LAYER(MultiheadAttention)
MODECHECK_ABSENT_LAYER(Transformer)
MODECHECK_ABSENT_LAYER(TransformerEncoder)
MODECHECK_ABSENT_LAYER(TransformerEncoderLayer)
MODECHECK_ABSENT_LAYER(TransformerDecoder)
MODECHECK_ABSENT_LAYER(TransformerDecoderLayer)

}  // namespace nn

}  // namespace modecheck_v1
}  // namespace torch

#undef MODECHECK_ABSENT_LAYER
#undef MODECHECK_ABSENT
#undef MODECHECK_UNAVAILABLE
#undef MODECHECK_UNAVAILABLE_MADE
