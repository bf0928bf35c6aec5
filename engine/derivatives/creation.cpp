// Defines the dispatch tables of creation operators. Operators without tensor arguments have only the backend's kernel.
// Operators such as rand_like take sizes and dtype from a tensor, but no gradient flows to it.
#include "spec/operators/creation.h"

#include "engine/kernels/register.h"
#include "spec/operators/random.h"

namespace modecheck::engine {

MODECHECK_REGISTER(empty_memory_format, empty_strided, zeros, ones, full, arange_start_step, rand, randn, randint,
                   randint_low, randperm, scalar_tensor)
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(rand_like, randn_like, full_like)

}  // namespace modecheck::engine
