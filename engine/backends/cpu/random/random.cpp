// Implements the kernels of rand, randint, randperm, rand_like, normal_, uniform_, random_, bernoulli and exponential_.
// On the CPU they draw random numbers in libtorch's order.
#include "spec/operators/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/options.h"
#include "engine/backends/cpu/random/generator.h"
#include "engine/backends/cuda/launch/random.h"
#include "engine/backends/cuda/runtime/cuda_generator.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/types/default_dtype.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/internal_operators.h"
#include "engine/dispatch/kernel.h"
#include "engine/dispatch/library_rows.h"
#include "spec/operators/creation.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Returns a number that is uniformly distributed in [0, 1), with as many random bits as the fraction of a T holds.
template <typename T>
T draw(Generator& generator) {
  if constexpr (std::is_same_v<T, double>) {
    return generator.uniform_double();
  } else {
    return T(generator.uniform_float(std::is_same_v<T, c10::Half> ? 11 : std::is_same_v<T, c10::BFloat16> ? 8 : 24));
  }
}

// Turns sixteen uniform numbers into normal ones by the Box-Muller method: eight numbers give radii and eight give
// angles.
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
void fill_normal(T* values, std::int64_t count, bool contiguous, Generator& generator) {
  const auto uniform = [&] {
    if constexpr (std::is_same_v<T, float>)
      return generator.uniform_float();
    else
      return generator.uniform_double();
  };
  if (count < 16 || !contiguous) {
    for (std::int64_t i = 0; i < count; ++i) values[i] = static_cast<T>(generator.normal_double());
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) values[i] = uniform();
  for (std::int64_t i = 0; i + 16 <= count; i += 16) to_normal(values + i);
  if (count % 16 == 0) return;
  // normal_: if the count is not a multiple of 16, libtorch draws the last sixteen elements again.
  T* const last = values + count - 16;
  for (int i = 0; i < 16; ++i) last[i] = uniform();
  to_normal(last);
}

// Calls `fill`, or `fill_there` on the CUDA device, with a dense tensor that has the sizes of `self`. The dense tensor
// is `self` itself if `self` is dense. Otherwise its elements are copied to `self` afterwards. Elements are drawn in
// memory order.
template <typename Fill, typename FillThere>
void fill_densely(const char* name, const at::Tensor& self, const Fill& fill, const FillThere& fill_there) {
  check_no_internal_overlap(name, self);
  Generator* const generator = self.in_cuda_memory() ? nullptr : &generator_in_use();
  if (generator == nullptr) static_cast<void>(cuda::generator_in_use());
  if (!has_bytes(self) || self.numel() == 0) return;
  Dims strides;
  preserved_strides(self.sizes(), self.strides(), strides);
  const bool direct = equal(strides, self.strides());
  const at::Tensor gapless = direct ? self : empty_strided(self.sizes(), strides, self.scalar_type(), self.device());
  if (generator == nullptr) {
    fill_there(gapless);
  } else {
    const std::lock_guard lock(generator->mutex_);
    fill(gapless, *generator);
  }
  if (!direct) copy_elements(self, gapless);
}

// Fills `self` with random numbers. On the CPU it calls draw(generator) once for each element, and on the CUDA device
// it calls `fill_there`.
template <typename Draw, typename FillThere>
void fill_with(const char* name, const at::Tensor& self, const Draw& draw, const FillThere& fill_there) {
  const auto fill = [&](const at::Tensor& gapless, Generator& generator) {
    visit_real_dtype(gapless.scalar_type(), [&](auto type) {
      using T = decltype(type);
      char* at = static_cast<char*>(gapless.data_ptr());
      for (std::int64_t i = 0; i < gapless.numel(); ++i, at += sizeof(Stored<T>))
        store<T>(at, convert<T>(draw(generator)));
    });
  };
  fill_densely(name, self, fill, fill_there);
}

void check_floating(const char* name, const at::Tensor& self) {
  MODECHECK_CHECK(c10::isFloatingType(self.scalar_type()), ErrorClass::Dtype, name, ": not implemented for ",
                  self.scalar_type(), "; use a floating dtype");
}

// Raises for dtype Half, which bernoulli supports neither for its result nor for the probabilities.
void check_drawn(const char* name, const at::Tensor& tensor) {
  MODECHECK_CHECK(tensor.scalar_type() != c10::kHalf, ErrorClass::Dtype, name,
                  ": not implemented for Half; use Float, Double or BFloat16");
}

void check_real(const char* name, const at::Tensor& self) {
  MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()), ErrorClass::Dtype, name, ": not implemented for ",
                  self.scalar_type(), "; use a real dtype");
}

void check_probability(const char* name, double p) {
  MODECHECK_CHECK(p >= 0 && p <= 1, ErrorClass::Argument, name, ": expects p to be in [0, 1], but got p=", p);
}

// Raises unless all probabilities are in [0, 1]. The tensor is float32 or float64 and dense. A tensor on the CUDA
// device is checked by a kernel. The tensor is copied to the host only if a probability is invalid, so that the error
// can name this probability.
void check_probabilities(const char* name, const at::Tensor& probabilities) {
  if (probabilities.in_cuda_memory() && cuda::all_within(name, probabilities, 0, 1)) return;
  const at::Tensor here = on_host(probabilities);
  visit_real_dtype(here.scalar_type(), [&](auto type) {
    const auto* const values = static_cast<const decltype(type)*>(here.data_ptr());
    for (std::int64_t i = 0; i < here.numel(); ++i) check_probability(name, static_cast<double>(values[i]));
  });
}

// Returns the largest n such that the dtype represents all integers from 0 to n.
std::int64_t largest_integer(c10::ScalarType type) {
  std::int64_t out = 0;
  visit_real_dtype(type, [&](auto value) {
    using T = decltype(value);
    if constexpr (std::is_same_v<T, c10::Half>)
      out = std::int64_t{1} << 11;
    else if constexpr (std::is_same_v<T, c10::BFloat16>)
      out = std::int64_t{1} << 8;
    else if constexpr (std::is_floating_point_v<T>)
      out = std::int64_t{1} << std::numeric_limits<T>::digits;
    else
      out = static_cast<std::int64_t>(std::numeric_limits<T>::max());
  });
  return out;
}

// random_: raises if a bound is out of the range of the dtype. Among floating dtypes only float16 has a smaller range
// than int64.
void check_in_range(const char* which, std::int64_t value, c10::ScalarType type) {
  constexpr std::int64_t greatest_half = 65504;
  visit_real_dtype(type, [&](auto sample) {
    using T = decltype(sample);
    bool fits = true;
    if constexpr (std::is_integral_v<T>)
      fits = value >= static_cast<std::int64_t>(std::numeric_limits<T>::lowest()) &&
             value <= static_cast<std::int64_t>(std::numeric_limits<T>::max());
    else if constexpr (std::is_same_v<T, c10::Half>)
      fits = value >= -greatest_half && value <= greatest_half;
    MODECHECK_CHECK(fits, ErrorClass::Argument, "random_: ", which, " is out of bounds for ", type);
  });
}

// random_: ranges from this size on use 64 random bits. With 32 bits, the modulo would favour some integers noticeably
// (PyTorch issue #148175).
constexpr std::uint64_t long_range = std::uint64_t{1} << 28;

// random_: draws integers in [from, from + range) from 32 random bits, or from 64 if `wide`. A range of zero means all
// 64 bits.
void draw_integers(const at::Tensor& self, std::uint64_t from, std::uint64_t range, bool wide) {
  constexpr const char* name = "random_";
  fill_with(
      name, self,
      [=](Generator& generator) {
        const std::uint64_t draw = wide ? generator.draw_64() : generator.draw_32();
        return static_cast<std::int64_t>((range == 0 ? draw : draw % range) + from);
      },
      [&](const at::Tensor& gapless) { cuda::draw_integers(name, gapless, from, range, wide); });
}

// bernoulli: draws 1 with the probability that the matching element of `probabilities` gives, else 0. `probabilities`
// broadcasts to `self`.
void draw_bernoulli(const char* name, const at::Tensor& self, const at::Tensor& probabilities) {
  check_real(name, self);
  check_drawn(name, self);
  check_drawn(name, probabilities);
  MODECHECK_CHECK(c10::isFloatingType(probabilities.scalar_type()), ErrorClass::Dtype, name,
                  ": expected probabilities of a floating dtype, but got ", probabilities.scalar_type());
  check_no_internal_overlap(name, self);
  check_same_device(name, self, probabilities);
  MODECHECK_CHECK(probabilities.dim() <= self.dim(), ErrorClass::Shape, name, ": probabilities of sizes ",
                  probabilities.sizes(), " do not broadcast to ", self.sizes());
  for (std::int64_t d = 1; d <= probabilities.dim(); ++d)
    MODECHECK_CHECK(probabilities.size(-d) == 1 || probabilities.size(-d) == self.size(-d), ErrorClass::Shape, name,
                    ": probabilities of sizes ", probabilities.sizes(), " do not broadcast to ", self.sizes());
  if (!has_bytes(self) || self.numel() == 0) {
    generator_in_use();
    return;
  }
  // Numbers are drawn in the memory order of `self`, so the probabilities are first copied to that order.
  Dims strides;
  preserved_strides(self.sizes(), self.strides(), strides);
  const bool in_double = probabilities.scalar_type() == c10::kDouble;
  const at::Tensor spread = empty_strided(self.sizes(), strides, in_double ? c10::kDouble : c10::kFloat, self.device());
  copy_elements(spread, probabilities);
  check_probabilities(name, spread);
  const auto fill_there = [&](const at::Tensor& gapless) { cuda::draw_bernoulli(name, gapless, spread); };
  std::int64_t next = 0;
  if (in_double) {
    const auto* const values = static_cast<const double*>(spread.data_ptr());
    fill_with(
        name, self, [&](Generator& generator) { return generator.uniform_double() < values[next++]; }, fill_there);
  } else {
    const auto* const values = static_cast<const float*>(spread.data_ptr());
    fill_with(
        name, self, [&](Generator& generator) { return generator.uniform_float() < values[next++]; }, fill_there);
  }
}

// Checks the arguments of rand and randn, and allocates their result.
at::Tensor to_be_drawn(const char* name, c10::IntArrayRef size, const Options& options) {
  check_sizes(name, size);
  MODECHECK_CHECK(c10::isDifferentiableType(options.dtype), ErrorClass::Dtype, name, ": not implemented for ",
                  options.dtype, "; use a floating or complex dtype");
  return empty(size, options.dtype, options.device);
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
void Kernel<internal::normal_>::call(const at::Tensor& self, double mean, double std) {
  const c10::ScalarType real = c10::toRealValueType(self.scalar_type());
  MODECHECK_CHECK(c10::isFloatingType(real), ErrorClass::Dtype, "normal_: not implemented for ", self.scalar_type(),
                  "; use a floating or complex dtype");
  MODECHECK_CHECK(std >= 0, ErrorClass::Argument, "normal_: expects std >= 0.0, but found std ", std);
  const auto fill = [&](const at::Tensor& gapless, Generator& generator) {
    visit_real_dtype(real, [&](auto type) {
      using T = decltype(type);
      if constexpr (std::is_floating_point_v<T>) {
        T* const values = static_cast<T*>(gapless.data_ptr());
        // normal_ of a complex tensor: the real and the imaginary part each have half of the variance. As in libtorch,
        // both parts have the mean `mean`.
        const std::int64_t count = gapless.numel() * (self.is_complex() ? 2 : 1);
        const T deviation = static_cast<T>(self.is_complex() ? std / std::numbers::sqrt2 : std);
        fill_normal(values, count, self.is_contiguous(), generator);
        for (std::int64_t i = 0; i < count; ++i) values[i] = values[i] * deviation + static_cast<T>(mean);
      } else if constexpr (std::is_floating_point_v<Computed<T>>) {
        T* const values = static_cast<T*>(gapless.data_ptr());
        std::vector<double> drawn(static_cast<std::size_t>(gapless.numel()));
        fill_normal(drawn.data(), gapless.numel(), self.is_contiguous(), generator);
        for (std::size_t i = 0; i < drawn.size(); ++i)
          values[i] = convert<T>(static_cast<Computed<T>>(drawn[i] * std + mean));
      }
    });
  };
  fill_densely("normal_", self, fill,
               [&](const at::Tensor& gapless) { cuda::draw_normal("normal_", gapless, mean, std); });
}

template <>
at::Tensor Kernel<operators::randn>::call(c10::IntArrayRef size, c10::optional<c10::ScalarType> dtype,
                                          c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                          c10::optional<bool> pin_memory) {
  at::Tensor out = to_be_drawn(
      "randn", size, checked_options("randn", dtype, c10::get_default_dtype(), layout, device, c10::kCPU, pin_memory));
  if (has_bytes(out)) Kernel<internal::normal_>::call(out, 0, 1);
  return out;
}

template <>
void Kernel<internal::uniform_>::call(const at::Tensor& self, double from, double to) {
  const c10::ScalarType real = c10::toRealValueType(self.scalar_type());
  MODECHECK_CHECK(c10::isFloatingType(real), ErrorClass::Dtype, "uniform_: not implemented for ", self.scalar_type(),
                  "; use a floating or complex dtype");
  const double largest = real == c10::kDouble ? std::numeric_limits<double>::max()
                                              : static_cast<double>(std::numeric_limits<float>::max());
  MODECHECK_CHECK(from <= to && std::abs(from) <= largest && std::abs(to) <= largest && to - from <= largest,
                  ErrorClass::Argument, "uniform_: expects to return a [from, to) range of ", self.scalar_type(),
                  ", but found from=", from, " and to=", to);
  const auto fill = [&](const at::Tensor& gapless, Generator& generator) {
    visit_real_dtype(real, [&](auto type) {
      using T = decltype(type);
      if constexpr (std::is_floating_point_v<Computed<T>>) {
        using C = Computed<T>;
        // uniform_ of a complex tensor: the real and the imaginary part of an element are drawn one after the other.
        T* const values = static_cast<T*>(gapless.data_ptr());
        const std::int64_t count = gapless.numel() * (self.is_complex() ? 2 : 1);
        const C low = static_cast<C>(from);
        const C width = static_cast<C>(static_cast<C>(to) - low);
        for (std::int64_t i = 0; i < count; ++i)
          values[i] = convert<T>(static_cast<C>(convert<C>(draw<T>(generator)) * width + low));
      }
    });
  };
  fill_densely("uniform_", self, fill,
               [&](const at::Tensor& gapless) { cuda::draw_uniform("uniform_", gapless, from, to); });
}

template <>
at::Tensor Kernel<operators::rand>::call(c10::IntArrayRef size, c10::optional<c10::ScalarType> dtype,
                                         c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                         c10::optional<bool> pin_memory) {
  at::Tensor out = to_be_drawn(
      "rand", size, checked_options("rand", dtype, c10::get_default_dtype(), layout, device, c10::kCPU, pin_memory));
  if (has_bytes(out)) Kernel<internal::uniform_>::call(out, 0, 1);
  return out;
}

template <>
void Kernel<internal::random__from>::call(const at::Tensor& self, std::int64_t from, c10::optional<std::int64_t> to) {
  check_real("random_", self);
  check_in_range("from", from, self.scalar_type());
  // the largest integer that random_ may draw (inclusive)
  std::int64_t last = 0;
  if (to.has_value()) {
    MODECHECK_CHECK(from < *to, ErrorClass::Argument,
                    "random_: expects 'from' to be less than 'to', but got from=", from, " >= to=", *to);
    last = *to - 1;
    check_in_range("to - 1", last, self.scalar_type());
  } else {
    last = largest_integer(self.scalar_type());
    MODECHECK_CHECK(from <= last, ErrorClass::Argument, "random_: from=", from, " is more than the largest integer of ",
                    self.scalar_type(), ", ", last);
  }
  const std::uint64_t range = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(from) + 1;
  draw_integers(self, static_cast<std::uint64_t>(from), range, /*wide=*/range == 0 || range >= long_range);
}

namespace backends {
namespace {

at::Tensor integers_between(const char* name, std::int64_t low, std::int64_t high, c10::IntArrayRef size,
                            const Options& options) {
  check_sizes(name, size);
  MODECHECK_CHECK(low < high, ErrorClass::Argument, name, ": expects 'from' to be less than 'to', but got from=", low,
                  " >= to=", high);
  const at::Tensor out = empty(size, options.dtype, options.device);
  Kernel<internal::random__from>::call(out, low, high);
  return out;
}

at::Tensor to_be_drawn_like(const char* name, const at::Tensor& self, c10::optional<c10::ScalarType> dtype,
                            c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                            c10::optional<bool> pin_memory, c10::optional<c10::MemoryFormat> memory_format) {
  const Options options = checked_options(name, dtype, self.scalar_type(), layout, device, self.device(), pin_memory);
  MODECHECK_CHECK(c10::isDifferentiableType(options.dtype), ErrorClass::Dtype, name, ": not implemented for ",
                  options.dtype, "; use a floating or complex dtype");
  Dims strides;
  strides_in_format(name, self, memory_format.value_or(c10::MemoryFormat::Preserve), strides);
  return empty_strided(self.sizes(), strides, options.dtype, options.device);
}

}  // namespace
}  // namespace backends

template <>
at::Tensor Kernel<operators::randint>::call(std::int64_t high, c10::IntArrayRef size,
                                            c10::optional<c10::ScalarType> dtype, c10::optional<c10::Layout> layout,
                                            c10::optional<c10::Device> device, c10::optional<bool> pin_memory) {
  return integers_between(
      "randint", 0, high, size,
      checked_options("randint", dtype, c10::get_default_dtype(), layout, device, c10::kCPU, pin_memory));
}

template <>
at::Tensor Kernel<operators::randint_low>::call(std::int64_t low, std::int64_t high, c10::IntArrayRef size,
                                                c10::optional<c10::ScalarType> dtype, c10::optional<c10::Layout> layout,
                                                c10::optional<c10::Device> device, c10::optional<bool> pin_memory) {
  return integers_between(
      "randint", low, high, size,
      checked_options("randint", dtype, c10::get_default_dtype(), layout, device, c10::kCPU, pin_memory));
}

template <>
at::Tensor Kernel<operators::randperm>::call(std::int64_t n, c10::optional<c10::ScalarType> dtype,
                                             c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                             c10::optional<bool> pin_memory) {
  constexpr const char* name = "randperm";
  const Options options = checked_options(name, dtype, c10::kLong, layout, device, c10::kCPU, pin_memory);
  MODECHECK_CHECK(n >= 0, ErrorClass::Shape, name, ": n must be non-negative, got ", n);
  MODECHECK_CHECK(options.dtype != c10::kBool && !c10::isComplexType(options.dtype), ErrorClass::Dtype, name,
                  ": not implemented for ", options.dtype, "; use an integer or floating dtype");
  MODECHECK_CHECK(n == 0 || n - 1 <= largest_integer(options.dtype), ErrorClass::Argument, name, ": n of ", n,
                  " is more than ", options.dtype, " has numbers for; use a wider dtype");
  const at::Tensor out = empty({n}, options.dtype, options.device);
  if (out.in_cuda_memory()) {
    static_cast<void>(cuda::generator_in_use());
    if (n != 0) cuda::draw_permutation(name, out);
    return out;
  }
  Generator& generator = generator_in_use();
  if (!has_bytes(out)) return out;
  std::vector<std::int64_t> places(static_cast<std::size_t>(n));
  std::iota(places.begin(), places.end(), std::int64_t{0});
  {
    const std::lock_guard lock(generator.mutex_);
    // randperm uses the Fisher-Yates shuffle: one draw for each position but the last.
    for (std::size_t i = 0; i + 1 < places.size(); ++i)
      std::swap(places[i], places[i + generator.draw_32() % (places.size() - i)]);
  }
  visit_real_dtype(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    char* to = static_cast<char*>(out.data_ptr());
    for (std::size_t i = 0; i < places.size(); ++i, to += sizeof(Stored<T>)) store<T>(to, convert<T>(places[i]));
  });
  return out;
}

template <>
at::Tensor Kernel<operators::rand_like>::call(const at::Tensor& self, c10::optional<c10::ScalarType> dtype,
                                              c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                              c10::optional<bool> pin_memory,
                                              c10::optional<c10::MemoryFormat> memory_format) {
  const at::Tensor out = to_be_drawn_like("rand_like", self, dtype, layout, device, pin_memory, memory_format);
  Kernel<internal::uniform_>::call(out, 0, 1);
  return out;
}

template <>
at::Tensor Kernel<operators::randn_like>::call(const at::Tensor& self, c10::optional<c10::ScalarType> dtype,
                                               c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                               c10::optional<bool> pin_memory,
                                               c10::optional<c10::MemoryFormat> memory_format) {
  const at::Tensor out = to_be_drawn_like("randn_like", self, dtype, layout, device, pin_memory, memory_format);
  Kernel<internal::normal_>::call(out, 0, 1);
  return out;
}

template <>
void Kernel<internal::random_>::call(const at::Tensor& self) {
  check_real("random_", self);
  const auto count = static_cast<std::uint64_t>(largest_integer(self.scalar_type())) + 1;
  const bool wide = self.scalar_type() == c10::kLong || self.scalar_type() == c10::kDouble;
  draw_integers(self, 0, count, wide);
}

template <>
void Kernel<internal::bernoulli__float>::call(const at::Tensor& self, double p) {
  check_real("bernoulli_", self);
  check_drawn("bernoulli_", self);
  check_probability("bernoulli_", p);
  fill_with(
      "bernoulli_", self, [p](Generator& generator) { return generator.uniform_double() < p; },
      [p](const at::Tensor& gapless) { cuda::draw_bernoulli("bernoulli_", gapless, p); });
}

template <>
void Kernel<internal::bernoulli__Tensor>::call(const at::Tensor& self, const at::Tensor& p) {
  draw_bernoulli("bernoulli_", self, p);
}

template <>
at::Tensor Kernel<internal::bernoulli>::call(const at::Tensor& self) {
  check_floating("bernoulli", self);
  check_drawn("bernoulli", self);
  const at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  draw_bernoulli("bernoulli", out, self);
  return out;
}

template <>
void Kernel<internal::exponential_>::call(const at::Tensor& self, double lambd) {
  check_floating("exponential_", self);
  MODECHECK_CHECK(lambd > 0, ErrorClass::Argument, "exponential_: expects lambda > 0.0, but found lambda=", lambd);
  fill_with(
      "exponential_", self,
      [lambd](Generator& generator) { return -1.0 / lambd * std::log1p(-generator.uniform_double()); },
      [lambd](const at::Tensor& gapless) { cuda::draw_exponential("exponential_", gapless, lambd); });
}

}  // namespace modecheck::engine
