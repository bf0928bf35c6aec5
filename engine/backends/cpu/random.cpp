// rand.
#include "engine/backends/cpu/generator.h"
#include "engine/backends/cpu/options.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/creation.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: this unit is the room's own

template <>
at::Tensor Kernel<operators::rand>::call(c10::IntArrayRef size, c10::optional<c10::ScalarType> dtype,
                                         c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                         c10::optional<bool> pin_memory) {
  const Options options = checked_options("rand", dtype, c10::kFloat, layout, device, c10::kCPU, pin_memory);
  check_sizes("rand", size);
  MODECHECK_CHECK(c10::isFloatingType(options.dtype), ErrorClass::Dtype, "rand: not implemented for ", options.dtype,
                  "; use Float or Double");
  at::Tensor out = empty(size, options.dtype, options.device);
  if (!has_bytes(out)) return out;
  Generator& generator = default_generator();
  const std::lock_guard lock(generator.mutex());
  for (std::int64_t i = 0; i < out.numel(); ++i) {
    if (options.dtype == c10::kFloat) {
      static_cast<float*>(out.data_ptr())[i] = generator.uniform_float();
    } else {
      static_cast<double*>(out.data_ptr())[i] = generator.uniform_double();
    }
  }
  return out;
}

}  // namespace modecheck::engine
