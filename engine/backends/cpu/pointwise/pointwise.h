// Runs pointwise operators. An operator is a struct with its PointwiseRules and its element function:
//
//   struct Mul {
//     static constexpr PointwiseRules rules{};
//     template <typename T>
//     auto element() const { return [](T a, T b) { return wrapping_mul(a, b); }; }
//   };
//   at::Tensor result = pointwise("mul", Mul{}, self, other);
//   pointwise_into("mul_", Mul{}, self, self, other);
//
// T is bool, an integer type, float or double, and with `complex_numbers` also a complex type. Elements of float16 and
// bfloat16 are read as float and rounded when written.
// Contiguous operands of one dtype and shape take a short path here; PointwiseCall handles everything else.
#pragma once

#include <type_traits>

#include "engine/backends/cpu/pointwise/operand.h"
#include "engine/backends/cpu/pointwise/pointwise_call.h"
#include "engine/backends/cpu/pointwise/pointwise_form.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// --- The short path for contiguous tensors of one dtype, shape and device.

inline bool same_sizes(const at::Tensor& a, const at::Tensor& b) {
  const c10::IntArrayRef sizes_a = a.sizes();
  const c10::IntArrayRef sizes_b = b.sizes();
  if (sizes_a.size() != sizes_b.size()) return false;
  for (std::size_t i = 0; i < sizes_a.size(); ++i)
    if (sizes_a[i] != sizes_b[i]) return false;
  return true;
}

inline bool alike(const at::Tensor& a, const at::Tensor& b) {
  return a.is_contiguous() && b.is_contiguous() && a.scalar_type() == b.scalar_type() && a.device() == b.device() &&
         same_sizes(a, b);
}

// Returns true if `input` is `out` itself. Also returns true if `input` and `out` are contiguous, have the same shape,
// dtype and device, and do not share a storage.
inline bool same_or_alike_apart(const at::Tensor& out, const at::Tensor& input) {
  return out.is_same(input) || (alike(out, input) && !out.is_alias_of(input));
}

namespace detail {

// Computes all n elements of `out` with the loop `part`, on several threads.
void run_in_pieces(PointwiseForm::Part part, const void* op, char* out, std::int64_t n, const char* const* inputs);
// Launches a pointwise kernel for contiguous tensors on the CUDA device.
[[gnu::cold]] void launch_contiguous(const char* name, const PointwiseOperator& kind, const void* op,
                                     c10::ScalarType type, const at::Tensor& out, const at::Tensor* const* inputs,
                                     int count);

template <typename Op, typename... Inputs>
[[gnu::noinline]] at::Tensor pointwise_general(const char* name, const Op& op, const Inputs&... inputs) {
  const Operand operands[] = {inputs...};
  return PointwiseCall(name, pointwise_operator<Op, sizeof...(Inputs)>, &op, operands, sizeof...(Inputs)).result();
}

template <typename Op, typename... Inputs>
[[gnu::noinline]] void pointwise_into_general(const char* name, const Op& op, const at::Tensor& out,
                                              const Inputs&... inputs) {
  const Operand operands[] = {inputs...};
  PointwiseCall(name, pointwise_operator<Op, sizeof...(Inputs)>, &op, operands, sizeof...(Inputs), out).write(out);
}

// Runs the element function on contiguous tensors. float32 is tried first, because most calls compute in it.
template <typename Op, typename... Inputs>
inline void write_contiguous(const char* name, c10::ScalarType type, const Op& op, const at::Tensor& out,
                             const Inputs&... inputs) {
  constexpr std::make_index_sequence<sizeof...(Inputs)> indices;
  constexpr const PointwiseOperator& kind = pointwise_operator<Op, sizeof...(Inputs)>;
  if (!out.device().in_cpu_memory()) [[unlikely]] {
    const at::Tensor* const tensors[] = {&inputs...};
    if (has_bytes(out)) launch_contiguous(name, kind, &op, type, out, tensors, sizeof...(Inputs));
    return;
  }
  const char* const from[] = {static_cast<const char*>(inputs.data_ptr())...};
  char* const to = static_cast<char*>(out.data_ptr());
  const std::int64_t n = out.numel();
  const PointwiseForm::Part part = type == c10::kFloat ? part_of<Op, float>(indices) : kind.form(type).contiguous;
  if (n >= 2 * parallel_grain) [[unlikely]]
    return run_in_pieces(part, &op, to, n, from);
  part(&op, to, 0, n, from);
}

template <typename Op>
inline bool computes_in(c10::ScalarType type) {
  return !Op::rules.integers_to_float || c10::isDifferentiableType(type);
}

}  // namespace detail

// --- The entry points: pointwise and pointwise_into.

template <typename Op, typename... Others>
inline at::Tensor pointwise(const char* name, const Op& op, const at::Tensor& first, const Others&... others) {
  if constexpr ((std::is_same_v<Others, at::Tensor> && ...)) {
    const c10::ScalarType type = first.scalar_type();
    if (first.is_contiguous() && (alike(first, others) && ...) && detail::computes_in<Op>(type)) {
      if (type != c10::kFloat) check_dtype(name, Op::rules, type);
      op.check(name, type);
      at::Tensor out = empty(first.sizes(),
                             Op::rules.boolean_result    ? c10::kBool
                             : Op::rules.complex_to_real ? c10::toRealValueType(type)
                                                         : type,
                             first.device());
      detail::write_contiguous(name, type, op, out, first, others...);
      return out;
    }
  }
  return detail::pointwise_general(name, op, first, others...);
}

// Runs a pointwise operator and writes the result to `out`, which may be one of the inputs (in-place).
template <typename Op, typename... Inputs>
inline void pointwise_into(const char* name, const Op& op, const at::Tensor& out, const Inputs&... inputs) {
  if constexpr ((std::is_same_v<Inputs, at::Tensor> && ...)) {
    const c10::ScalarType type = out.scalar_type();
    if (out.is_contiguous() && (same_or_alike_apart(out, inputs) && ...) && detail::computes_in<Op>(type) &&
        (!Op::rules.boolean_result || type == c10::kBool) &&
        (!Op::rules.complex_to_real || !c10::isComplexType(type))) {
      if (type != c10::kFloat) check_dtype(name, Op::rules, type);
      op.check(name, type);
      return detail::write_contiguous(name, type, op, out, inputs...);
    }
  }
  detail::pointwise_into_general(name, op, out, inputs...);
}

}  // namespace modecheck::engine::backends
