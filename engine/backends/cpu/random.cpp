// rand, normal_, random_.
#include <cmath>
#include <numbers>

#include "engine/backends/cpu/checks.h"
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/elements.h"
#include "engine/backends/cpu/generator.h"
#include "engine/backends/cpu/options.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/core/differentiable_dtype.h"
#include "engine/dispatch/hidden_rows.h"
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

// Sixteen at a time: eight radii, eight angles.
template <typename T>
void to_normal(T* values) {
  for (int i = 0; i < 8; ++i) {
    const T radius = std::sqrt(T(-2) * std::log(T(1) - values[i]));
    const T angle = T(2) * std::numbers::pi_v<T> * values[i + 8];
    values[i] = radius * std::cos(angle);
    values[i + 8] = radius * std::sin(angle);
  }
}

template <typename T>
void fill_normal(T* values, std::int64_t count, Generator& generator) {
  const auto uniform = [&] {
    if constexpr (std::is_same_v<T, float>)
      return generator.uniform_float();
    else
      return generator.uniform_double();
  };
  if (count < 16) {
    for (std::int64_t i = 0; i < count; ++i) values[i] = static_cast<T>(generator.normal_double());
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) values[i] = uniform();
  for (std::int64_t i = 0; i + 16 <= count; i += 16) to_normal(values + i);
  if (count % 16 == 0) return;
  // The last sixteen again: what is left over is fewer.
  T* const last = values + count - 16;
  for (int i = 0; i < 16; ++i) last[i] = uniform();
  to_normal(last);
}

// Calls `fill` with a dense tensor of self's sizes, and writes that to self.
template <typename Fill>
void fill_densely(const char* name, const at::Tensor& self, Fill&& fill) {
  check_no_internal_overlap(name, self);
  if (!has_bytes(self) || self.numel() == 0) return;
  const at::Tensor dense = self.is_contiguous() ? self : empty(self.sizes(), self.scalar_type(), self.device());
  Generator& generator = default_generator();
  const std::lock_guard lock(generator.mutex());
  fill(dense, generator);
  if (!dense.is_same(self)) copy_elements(self, dense);
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

// In libtorch's order of draws.
template <>
void Kernel<hidden::normal_>::call(const at::Tensor& self, double mean, double std) {
  MODECHECK_CHECK(self.scalar_type() == c10::kFloat || self.scalar_type() == c10::kDouble, ErrorClass::Dtype,
                  "normal_: not implemented for ", self.scalar_type(), "; use Float or Double");
  MODECHECK_CHECK(std >= 0, ErrorClass::Argument, "normal_: expects std >= 0.0, but found std ", std);
  fill_densely("normal_", self, [&](const at::Tensor& dense, Generator& generator) {
    visit_dtype(dense.scalar_type(), [&](auto type) {
      using T = decltype(type);
      if constexpr (std::is_floating_point_v<T>) {
        T* const values = static_cast<T*>(dense.data_ptr());
        fill_normal(values, dense.numel(), generator);
        for (std::int64_t i = 0; i < dense.numel(); ++i)
          values[i] = values[i] * static_cast<T>(std) + static_cast<T>(mean);
      }
    });
  });
}

template <>
void Kernel<hidden::random__from>::call(const at::Tensor& self, std::int64_t from, std::int64_t to) {
  MODECHECK_CHECK(from < to, ErrorClass::Argument, "random_: expects 'from' to be less than 'to', but got from=", from,
                  " >= to=", to);
  const std::uint64_t range = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  fill_densely("random_", self, [&](const at::Tensor& dense, Generator& generator) {
    visit_dtype(dense.scalar_type(), [&](auto type) {
      using T = decltype(type);
      char* at = static_cast<char*>(dense.data_ptr());
      for (std::int64_t i = 0; i < dense.numel(); ++i, at += dense.itemsize()) {
        const std::uint64_t draw = range >> 32 == 0 ? generator.draw_32() : generator.draw_64();
        store<T>(at, convert<T>(static_cast<std::int64_t>(draw % range + static_cast<std::uint64_t>(from))));
      }
    });
  });
}

}  // namespace modecheck::engine
