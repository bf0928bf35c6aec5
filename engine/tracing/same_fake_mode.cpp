#include "engine/tracing/same_fake_mode.h"

#include "engine/core/errors/error.h"

namespace modecheck::engine {

void check_same_fake_mode(std::string_view what, const at::Tensor& a, const at::Tensor& b) {
  if (!a.is_fake() || !b.is_fake()) [[likely]]
    return;
  const std::uint32_t one = a.unsafeGetTensorImpl()->storage()->fake_mode();
  const std::uint32_t other = b.unsafeGetTensorImpl()->storage()->fake_mode();
  MODECHECK_CHECK(
      one == other || one == 0 || other == 0, ErrorClass::Argument, what,
      ": Mixing fake modes is not allowed: the two tensors belong to different FakeTensorModes. Make both by "
      "from_tensor() of one mode");
}

}  // namespace modecheck::engine
