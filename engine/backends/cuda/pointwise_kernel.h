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

// All operands are of the dtype that is computed in, and the result of that of a result: what has to be converted is
// converted before, or after, by a kernel of its own.
struct PointwiseArguments {
  static constexpr int max_inputs = Strided::max_operands - 1;

  Strided where;  // the result first
  bool is_number[max_inputs] = {};
  alignas(16) char numbers[max_inputs][16] = {};
  alignas(16) char op[64] = {};
};

template <typename T>
MODECHECK_HOST_DEVICE Computed<T> pointwise_input(const PointwiseArguments& arguments, int i, const char* at) {
  return static_cast<Computed<T>>(backends::load<T>(arguments.is_number[i] ? arguments.numbers[i] : at));
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
  backends::store<R>(at[0], static_cast<R>(result));
}

}  // namespace modecheck::engine::cuda
