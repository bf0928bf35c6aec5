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
#define MODECHECK_ABSENT_OPTIMIZER(name)                                                                             \
  MODECHECK_ABSENT("optim", name, "update the parameters under a torch::NoGradGuard, as in p.sub_(p.grad() * rate)") \
  MODECHECK_ABSENT("optim", name##Options,                                                                           \
                   "update the parameters under a torch::NoGradGuard, as in p.sub_(p.grad() * rate)")

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

MODECHECK_ABSENT_LAYER(Linear)
MODECHECK_ABSENT_LAYER(Bilinear)
MODECHECK_ABSENT_LAYER(Identity)
MODECHECK_ABSENT_LAYER(Flatten)
MODECHECK_ABSENT_LAYER(Unflatten)
MODECHECK_ABSENT_LAYER(Conv1d)
MODECHECK_ABSENT_LAYER(Conv2d)
MODECHECK_ABSENT_LAYER(Conv3d)
MODECHECK_ABSENT_LAYER(ConvTranspose1d)
MODECHECK_ABSENT_LAYER(ConvTranspose2d)
MODECHECK_ABSENT_LAYER(ConvTranspose3d)
MODECHECK_ABSENT_LAYER(BatchNorm1d)
MODECHECK_ABSENT_LAYER(BatchNorm2d)
MODECHECK_ABSENT_LAYER(BatchNorm3d)
MODECHECK_ABSENT_LAYER(InstanceNorm1d)
MODECHECK_ABSENT_LAYER(InstanceNorm2d)
MODECHECK_ABSENT_LAYER(InstanceNorm3d)
MODECHECK_ABSENT_LAYER(LayerNorm)
MODECHECK_ABSENT_LAYER(GroupNorm)
MODECHECK_ABSENT_LAYER(Dropout)
MODECHECK_ABSENT_LAYER(Dropout2d)
MODECHECK_ABSENT_LAYER(Dropout3d)
MODECHECK_ABSENT_LAYER(Embedding)
MODECHECK_ABSENT_LAYER(EmbeddingBag)
MODECHECK_ABSENT_LAYER(MaxPool1d)
MODECHECK_ABSENT_LAYER(MaxPool2d)
MODECHECK_ABSENT_LAYER(MaxPool3d)
MODECHECK_ABSENT_LAYER(AvgPool1d)
MODECHECK_ABSENT_LAYER(AvgPool2d)
MODECHECK_ABSENT_LAYER(AvgPool3d)
MODECHECK_ABSENT_LAYER(AdaptiveAvgPool1d)
MODECHECK_ABSENT_LAYER(AdaptiveAvgPool2d)
MODECHECK_ABSENT_LAYER(AdaptiveMaxPool2d)
MODECHECK_ABSENT_LAYER(ReLU)
MODECHECK_ABSENT_LAYER(GELU)
MODECHECK_ABSENT_LAYER(SiLU)
MODECHECK_ABSENT_LAYER(Sigmoid)
MODECHECK_ABSENT_LAYER(Tanh)
MODECHECK_ABSENT_LAYER(Softmax)
MODECHECK_ABSENT_LAYER(LogSoftmax)
MODECHECK_ABSENT_LAYER(LeakyReLU)
MODECHECK_ABSENT_LAYER(ELU)
MODECHECK_ABSENT_LAYER(RNN)
MODECHECK_ABSENT_LAYER(LSTM)
MODECHECK_ABSENT_LAYER(GRU)
MODECHECK_ABSENT_LAYER(MultiheadAttention)
MODECHECK_ABSENT_LAYER(Transformer)
MODECHECK_ABSENT_LAYER(TransformerEncoder)
MODECHECK_ABSENT_LAYER(TransformerDecoder)
MODECHECK_ABSENT_LAYER(Sequential)
MODECHECK_ABSENT_LAYER(ModuleList)
MODECHECK_ABSENT_LAYER(ModuleDict)
MODECHECK_ABSENT_LAYER(CrossEntropyLoss)
MODECHECK_ABSENT_LAYER(MSELoss)
MODECHECK_ABSENT_LAYER(L1Loss)
MODECHECK_ABSENT_LAYER(NLLLoss)
MODECHECK_ABSENT_LAYER(BCELoss)
MODECHECK_ABSENT_LAYER(BCEWithLogitsLoss)

}  // namespace nn

namespace optim {

MODECHECK_ABSENT_OPTIMIZER(SGD)
MODECHECK_ABSENT_OPTIMIZER(Adam)
MODECHECK_ABSENT_OPTIMIZER(AdamW)
MODECHECK_ABSENT_OPTIMIZER(Adagrad)
MODECHECK_ABSENT_OPTIMIZER(RMSprop)
MODECHECK_ABSENT_OPTIMIZER(LBFGS)

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch

#undef MODECHECK_ABSENT_OPTIMIZER
#undef MODECHECK_ABSENT_LAYER
#undef MODECHECK_ABSENT
#undef MODECHECK_UNAVAILABLE
#undef MODECHECK_UNAVAILABLE_MADE
