// One element of a pointwise operator on the device: what a thread of the GPU does, and what a simulated device does on
// the host in its place.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/host_device.h"

namespace modecheck::engine::cuda {

using backends::Computed;
using backends::Strided;

struct PointwiseArguments {
  static constexpr int max_inputs = Strided::max_operands - 1;

  Strided where;  // the result first
  c10::ScalarType types[Strided::max_operands] = {};
  bool uniform = true;  // all are of the type that is computed in, and the result of that of a result
  bool is_number[max_inputs] = {};
  alignas(16) char numbers[max_inputs][16] = {};  // of the type that is computed in
  alignas(16) char op[64] = {};
};

template <typename Visit>
MODECHECK_HOST_DEVICE void visit_stored(c10::ScalarType type, const Visit& visit) {
  switch (type) {
    case c10::kFloat:
      return visit(float());
    case c10::kDouble:
      return visit(double());
    case c10::kLong:
      return visit(std::int64_t());
    case c10::kByte:
      return visit(std::uint8_t());
    case c10::kChar:
      return visit(std::int8_t());
    case c10::kShort:
      return visit(std::int16_t());
    case c10::kInt:
      return visit(std::int32_t());
    case c10::kHalf:
      return visit(c10::Half());
    case c10::kBFloat16:
      return visit(c10::BFloat16());
    case c10::kComplexFloat:
      return visit(c10::complex<float>());
    case c10::kComplexDouble:
      return visit(c10::complex<double>());
    default:
      return visit(bool());
  }
}

// An element of any dtype as a T, and a T as an element of any.
template <typename T>
struct LoadAs {
  const char* from;
  T* to;
  template <typename From>
  MODECHECK_HOST_DEVICE void operator()(From /*type*/) const {
    *to = backends::convert<T>(backends::load<From>(from));
  }
};
template <typename T>
struct StoreAs {
  char* to;
  T value;
  template <typename To>
  MODECHECK_HOST_DEVICE void operator()(To /*type*/) const {
    backends::store<To>(to, backends::convert<To>(value));
  }
};
template <typename T>
MODECHECK_HOST_DEVICE T load_any(c10::ScalarType type, const char* from) {
  T out{};
  visit_stored(type, LoadAs<T>{from, &out});
  return out;
}
template <typename T>
MODECHECK_HOST_DEVICE void store_any(c10::ScalarType type, char* to, T value) {
  visit_stored(type, StoreAs<T>{to, value});
}

template <typename T>
MODECHECK_HOST_DEVICE Computed<T> pointwise_input(const PointwiseArguments& arguments, int i, const char* at) {
  if (arguments.is_number[i]) return static_cast<Computed<T>>(backends::load<T>(arguments.numbers[i]));
  if (arguments.uniform) return static_cast<Computed<T>>(backends::load<T>(at));
  return static_cast<Computed<T>>(load_any<T>(arguments.types[i + 1], at));
}

// The element function's result is of half precision where the operands are, and else what it says.
template <typename T, typename R>
using PointwiseResult = std::conditional_t<std::is_same_v<R, Computed<T>>, T, R>;

template <typename Op, typename T, int... I>
MODECHECK_HOST_DEVICE void pointwise_element(const PointwiseArguments& arguments, std::int64_t i,
                                             std::integer_sequence<int, I...> /*inputs*/) {
  char* at[sizeof...(I) + 1];
  arguments.where.place<sizeof...(I) + 1>(i, at);
  const auto f = reinterpret_cast<const Op*>(arguments.op)->template element<Computed<T>>();
  const auto result = f(pointwise_input<T>(arguments, I, at[I + 1])...);
  using R = PointwiseResult<T, std::remove_cv_t<decltype(result)>>;
  if (arguments.uniform)
    backends::store<R>(at[0], static_cast<R>(result));
  else
    store_any<R>(arguments.types[0], at[0], static_cast<R>(result));
}

}  // namespace modecheck::engine::cuda
