#include "engine/core/tensor/require_values.h"

#include <string>

#include "engine/core/errors/data_dependent_error.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine {

void require_values(const char* op, const at::Tensor& tensor) {
  if (tensor.is_fake())
    throw DataDependentError(std::string(op) + ": the result depends on the values, which a fake tensor does not have");
  MODECHECK_CHECK(tensor.has_bytes(), ErrorClass::Unsupported, op,
                  ": the result depends on the values, which a meta tensor does not have; use a CPU tensor");
}

}  // namespace modecheck::engine
