// Creation operators without tensor arguments have only the backend's kernel. No gradient flows through those that
// make a tensor like another one.
#include "spec/operators/creation.h"

#include "engine/kernels/register.h"
#include "spec/operators/random.h"

namespace modecheck::engine {

MODECHECK_REGISTER(empty_memory_format);
MODECHECK_REGISTER(empty_strided);
MODECHECK_REGISTER(zeros);
MODECHECK_REGISTER(ones);
MODECHECK_REGISTER(full);
MODECHECK_REGISTER(arange_start_step);
MODECHECK_REGISTER(rand);
MODECHECK_REGISTER(randn);
MODECHECK_REGISTER(randint);
MODECHECK_REGISTER(randint_low);
MODECHECK_REGISTER(randperm);
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(rand_like);
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(randn_like);
MODECHECK_REGISTER(scalar_tensor);
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(full_like);

}  // namespace modecheck::engine
