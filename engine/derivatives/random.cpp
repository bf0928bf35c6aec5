// Defines the derivatives and dispatch tables of operators that draw random numbers.
#include "engine/derivatives/gradient.h"
#include "engine/dispatch/internal_operators.h"
#include "engine/dispatch/library_rows.h"

namespace modecheck::engine {

// The derivatives of operators that overwrite a tensor with random numbers. The result does not depend on the
// overwritten elements, and the gradient with respect to probabilities is zero.
#define MODECHECK_DRAWN(row, node)                   \
  template <>                                        \
  struct Derivative<internal::row> : ZeroGradients { \
    static constexpr const char* name = node;        \
  };                                                 \
  MODECHECK_REGISTER_ROW(internal::row)
MODECHECK_DRAWN(normal_, "NormalBackward0")
MODECHECK_DRAWN(uniform_, "UniformBackward0")
MODECHECK_DRAWN(random__from, "RandomBackward0")
MODECHECK_DRAWN(random_, "RandomBackward2")
MODECHECK_DRAWN(bernoulli__float, "BernoulliBackward2")
MODECHECK_DRAWN(bernoulli__Tensor, "BernoulliBackward1")
MODECHECK_DRAWN(bernoulli, "BernoulliBackward0")
MODECHECK_DRAWN(exponential_, "ExponentialBackward0")
#undef MODECHECK_DRAWN
// _multinomial_with_replacement draws indices, so it is not differentiable.
MODECHECK_REGISTER_TABLE(internal::_multinomial_with_replacement)

}  // namespace modecheck::engine
