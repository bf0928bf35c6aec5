// rand.
#include "engine/backends/cpu/generator.h"
#include "engine/backends/cpu/options.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/core/differentiable_dtype.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/creation.h"

namespace modecheck::engine {
namespace backends {
namespace {

// As many random bits as the fraction of a T holds; of a complex number the real part first.
template <typename T>
T draw(Generator& generator) {
  if constexpr (c10::is_complex_number<T>) {
    const auto real = draw<typename T::value_type>(generator);
    return {real, draw<typename T::value_type>(generator)};
  } else if constexpr (std::is_same_v<T, double>) {
    return generator.uniform_double();
  } else {
    return T(generator.uniform_float(std::is_same_v<T, c10::Half> ? 11 : std::is_same_v<T, c10::BFloat16> ? 8 : 24));
  }
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

template <>
at::Tensor Kernel<operators::rand>::call(c10::IntArrayRef size, c10::optional<c10::ScalarType> dtype,
                                         c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                         c10::optional<bool> pin_memory) {
  const Options options = checked_options("rand", dtype, c10::kFloat, layout, device, c10::kCPU, pin_memory);
  check_sizes("rand", size);
  MODECHECK_CHECK(c10::isDifferentiableType(options.dtype), ErrorClass::Dtype, "rand: not implemented for ",
                  options.dtype, "; use a floating or complex dtype");
  at::Tensor out = empty(size, options.dtype, options.device);
  if (!has_bytes(out)) return out;
  Generator& generator = default_generator();
  const std::lock_guard lock(generator.mutex());
  visit_differentiable_dtype(options.dtype, [&]<typename T>(T*) {
    T* const to = out.data_ptr<T>();
    for (std::int64_t i = 0; i < out.numel(); ++i) to[i] = draw<T>(generator);
  });
  return out;
}

}  // namespace modecheck::engine
