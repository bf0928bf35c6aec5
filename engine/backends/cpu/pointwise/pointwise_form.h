// Defines the code that is compiled for every pointwise operator and dtype: a loop over contiguous elements, and the
// device kernel. All other code is compiled once. It gets a pointer to a PointwiseOperator, which describes the
// operator, and a pointer to the operator's parameters.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "engine/backends/cuda/launch/launch_pointwise.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/wide.h"
#include "engine/backends/iterate/wide_functions.h"

namespace modecheck::engine::backends {

struct PointwiseForm {
  // Computes elements begin..end of `out`. All operands are contiguous. The inputs have the dtype in which the operator
  // computes, and `out` has the dtype of the result. An input may be `out` itself.
  using Part = void (*)(const void* op, char* out, std::int64_t begin, std::int64_t end, const char* const* inputs);

  Part contiguous = nullptr;
  cuda::Launch::OnHost on_host = nullptr;  // runs the device kernel on the host, for the simulated device
};

struct PointwiseOperator {
  static constexpr int max_dtypes = 32;

  const PointwiseRules& rules;
  std::size_t bytes;  // the size in bytes of the operator's parameters
  int inputs;
  void (*check)(const void* op, const char* name, c10::ScalarType computed);
  PointwiseForm (*form)(c10::ScalarType computed);
  const char* (*key)();  // returns the key under which libmodecheck_gpu holds the operator's kernels
  std::atomic<cuda::Launch::OnDevice>* gpu_kernels;  // the GPU kernels that were already looked up, by dtype

  // Returns the operator's kernel for a GPU. Returns null if there is none, or if the CUDA device is simulated. Raises
  // nothing.
  cuda::Launch::OnDevice on_device(c10::ScalarType computed) const;
};

// Calls visit(T()) if the operator computes in the dtype `type`, with T the C++ type of its elements.
template <typename Op, typename Visit>
inline void visit_compute_dtype(c10::ScalarType type, Visit&& visit) {
  const auto if_computed = [&](auto element) {
    using T = decltype(element);
    if constexpr ((!Op::rules.integers_to_float || !std::is_integral_v<T>)&&(Op::rules.complex_numbers ||
                                                                             !c10::is_complex_number<T>))
      visit(element);
  };
  visit_dtype(type, if_computed);
}

namespace detail {

// The element type of the result. If the element function returns Computed<T>, the result has the dtype of T. Otherwise
// the result has the type that the function returns, such as bool.
template <typename T, typename R>
using ResultElement = std::conditional_t<std::is_same_v<R, Computed<T>>, T, R>;

template <typename T>
inline Computed<T> element_at(const char* from, std::int64_t i) {
  return static_cast<Computed<T>>(load<T>(from + i * std::int64_t{sizeof(Stored<T>)}));
}

// The function that PointwiseForm::contiguous points to. It is the only loop that is compiled for an element function,
// and its operands must be contiguous and have one dtype. PointwiseCall copies other operands to contiguous buffers of
// that dtype.
template <typename Op, typename T, std::size_t... I>
[[gnu::noinline]] void contiguous_part(const void* op, char* out, std::int64_t begin, std::int64_t end,
                                       const char* const* inputs) {
  const auto f = static_cast<const Op*>(op)->template element<Computed<T>>();
  using F = decltype(f);
  if constexpr (std::is_same_v<T, float> && sizeof...(I) == 1)
    if (run_wide_form<F>(inputs[0], out, begin, end)) return;
  using R = ResultElement<T, decltype(f(element_at<T>(inputs[I], 0)...))>;
  static_assert(std::is_same_v<R, bool> || !Op::rules.boolean_result);
  wide_for(begin, end, [f, out, ... from = inputs[I]](std::int64_t first, std::int64_t last) MODECHECK_WIDE_BODY {
    MODECHECK_INDEPENDENT
    for (std::int64_t i = first; i < last; ++i)
      store<R>(out + i * std::int64_t{sizeof(Stored<R>)}, f(element_at<T>(from, i)...));
  });
}

template <typename Op, typename T, std::size_t... I>
constexpr PointwiseForm::Part part_of(std::index_sequence<I...> /*inputs*/) {
  return &contiguous_part<Op, T, I...>;
}

template <typename Op, int Inputs>
PointwiseForm form_of(c10::ScalarType type) {
  // The operator must be trivially copyable and small, because a device kernel gets a copy of its bytes.
  static_assert(std::is_trivially_copyable_v<Op> && sizeof(Op) <= sizeof(cuda::PointwiseArguments::op) &&
                alignof(Op) <= alignof(cuda::PointwiseArguments));
  PointwiseForm form;
  visit_compute_dtype<Op>(type, [&](auto tag) {
    using T = decltype(tag);
    form.contiguous = part_of<Op, T>(std::make_index_sequence<Inputs>());
    form.on_host = &cuda::pointwise_on_host<Op, T, Inputs>;
  });
  return form;
}

template <typename Op>
void check_parameters(const void* op, const char* name, c10::ScalarType computed) {
  static_cast<const Op*>(op)->check(name, computed);
}

template <typename Op, int Inputs>
inline std::atomic<cuda::Launch::OnDevice> gpu_kernels_of[PointwiseOperator::max_dtypes];

}  // namespace detail

// The PointwiseOperator that describes the operator `Op` with `Inputs` inputs.
template <typename Op, int Inputs>
inline constexpr PointwiseOperator pointwise_operator = {Op::rules,
                                                         sizeof(Op),
                                                         Inputs,
                                                         &detail::check_parameters<Op>,
                                                         &detail::form_of<Op, Inputs>,
                                                         &cuda::kernel_key<Op>,
                                                         detail::gpu_kernels_of<Op, Inputs>};

}  // namespace modecheck::engine::backends
