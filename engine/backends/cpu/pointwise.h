// The frame of every operator that works element by element. An operator is a struct with its rules and its element
// function:
//
//   struct Mul {
//     static constexpr PointwiseRules rules{};
//     template <typename T>
//     auto element() const { return [](T a, T b) { return wrapping_mul(a, b); }; }
//   };
//   at::Tensor result = pointwise("mul", Mul{}, self, other);
//   pointwise_into("mul_", Mul{}, self, self, other);
//
// T is one of bool, the integers, float and double, and with `complex_numbers` the complex numbers: elements of float16
// and bfloat16 are read as floats and rounded when written.
//
// A PointwiseCall establishes every precondition (overlap, broadcasting, dtypes, device) before anything is written
// (E1); the element function is then run over strided rows. Contiguous operands of one dtype and shape take a short
// path that needs none of it.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstring>

#include "engine/backends/cpu/safe_output.h"
#include "engine/backends/cuda/launch_pointwise.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/backends/iterate/plan.h"
#include "engine/backends/iterate/wide.h"
#include "engine/backends/iterate/wide_functions.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/core/scalar.h"
#include "engine/core/tensor.h"

namespace modecheck::engine::backends {

// An operand: a tensor, or a number that takes part in type promotion as such.
class Operand {
 public:
  Operand(const at::Tensor& tensor) : tensor_(&tensor) {}   // NOLINT: reads as a list of operands
  Operand(const c10::Scalar& number) : number_(&number) {}  // NOLINT
  const at::Tensor* tensor() const { return tensor_; }
  const c10::Scalar& number() const { return *number_; }

 private:
  const at::Tensor* tensor_ = nullptr;
  const c10::Scalar* number_ = nullptr;
};

class PointwiseCall {
 public:
  static constexpr int max_inputs = Plan::max_operands - 1;

  // Checks a call with a fresh result.
  PointwiseCall(const char* name, const PointwiseRules& rules, const Operand* inputs, int count)
      : name_(name), rules_(rules), inputs_(inputs), count_(count) {
    check(nullptr);
  }
  // Checks a call that writes `out`: an input itself (in-place), or an `out=` argument, which may be resized.
  PointwiseCall(const char* name, const PointwiseRules& rules, const Operand* inputs, int count, const at::Tensor& out)
      : name_(name), rules_(rules), inputs_(inputs), count_(count) {
    check(&out);
  }

  // The dtype in which elements are computed.
  c10::ScalarType compute_dtype() const { return compute_; }
  // The dtype of a fresh result.
  c10::ScalarType result_dtype() const {
    if (rules_.complex_to_real) return c10::toRealValueType(compute_);
    return rules_.boolean_result ? c10::kBool : compute_;
  }

  at::Tensor allocate();
  // Gives `out` the shape of the result, if it has another.
  void resize(const at::Tensor& out);
  // See SafeOutput.
  bool needs_room_apart(const at::Tensor& out) const;

  // Runs f(Computed<T>, ...) over the elements, T being the C++ type of compute_dtype().
  template <typename T, int Inputs, typename F>
  void run(const at::Tensor& out, F f);
  // The same where `out` is.
  template <typename T, int Inputs, typename Op>
  void run_where(const at::Tensor& out, const Op& op) {
    if (out.is_cuda()) [[unlikely]] {
      cuda::PointwiseArguments arguments;
      cuda::keep_op(arguments, op);
      launch(out, arguments, &cuda::PointwiseLaunch::part_of<Op, T, Inputs>);
    } else {
      run<T, Inputs>(out, op.template element<Computed<T>>());
    }
  }

 private:
  // `arguments` hold the operator; `part` gives one part of the elements to its kernel.
  void launch(const at::Tensor& out, cuda::PointwiseArguments& arguments, cuda::PointwiseLaunch::Part part);
  // What a kernel of the device is given: all of one dtype, converted where they are of another. Undefined: a number.
  struct DeviceOperands {
    at::Tensor result;
    at::Tensor inputs[max_inputs];
  };
  DeviceOperands device_operands(const at::Tensor& out, cuda::PointwiseArguments& arguments);
  void bind(Loop& loop, const DeviceOperands& operands, cuda::PointwiseLaunch& launch);
  static void finish(const at::Tensor& out, const DeviceOperands& operands);
  void check(const at::Tensor* out);
  void find_device(const at::Tensor* out);
  void find_compute_dtype(const at::Tensor* out);
  void bind(Loop& loop, const at::Tensor& out);

  const char* name_;
  const PointwiseRules& rules_;
  const Operand* inputs_;
  int count_;
  c10::ScalarType compute_ = c10::kFloat;
  c10::Device device_ = c10::kCPU;
  bool resizes_ = false;
  bool uniform_ = false;  // every operand has the dtype in which it is computed
  Plan plan_;
  Dims converted_strides_[max_inputs];
  alignas(16) char number_storage_[max_inputs][16];  // a number, as an element of compute_dtype()
};

namespace detail {

// The element of a result: what the element function returns, rounded to the dtype of the computation.
template <typename T, typename R>
using ResultElement = std::conditional_t<std::is_same_v<R, Computed<T>>, T, R>;

// Elements begin..end of `out` from those of each input; all contiguous, of type T; an input may be `out` itself. The
// one loop of an element function that is worth wide registers: everything that can be brought into this form is.
template <typename T, typename F, std::same_as<const void*>... Inputs>
[[gnu::noinline]] void contiguous_part(void* out, std::int64_t begin, std::int64_t end, F f, Inputs... inputs) {
  using R = ResultElement<T, decltype(f(static_cast<Computed<T>>(load<T>(static_cast<const char*>(inputs)))...))>;
  if constexpr (std::is_same_v<T, float> && sizeof...(Inputs) == 1)
    if (run_wide_form<F>(inputs..., out, begin, end)) return;
  char* const to = static_cast<char*>(out);
  wide_for(begin, end, [=](std::int64_t first, std::int64_t last) MODECHECK_WIDE_BODY {
    MODECHECK_INDEPENDENT
    for (std::int64_t i = first; i < last; ++i)
      store<R>(to + i * std::int64_t{sizeof(Stored<R>)},
               f(static_cast<Computed<T>>(
                   load<T>(static_cast<const char*>(inputs) + i * std::int64_t{sizeof(Stored<T>)}))...));
  });
}

template <typename T, typename F, std::size_t... I>
inline void typed_row(char* const* at, const std::int64_t* step, std::int64_t n, F f, std::index_sequence<I...>) {
  using R = ResultElement<T, decltype(f(static_cast<Computed<T>>(load<T>(at[I + 1]))...))>;
  if (step[0] == sizeof(Stored<R>) && ((step[I + 1] == sizeof(Stored<T>)) && ...))
    return contiguous_part<T>(at[0], 0, n, f, static_cast<const void*>(at[I + 1])...);
  for (std::int64_t i = 0; i < n; ++i)
    store<R>(at[0] + i * step[0], f(static_cast<Computed<T>>(load<T>(at[I + 1] + i * step[I + 1]))...));
}

// A piece at a time: read as elements of T, computed, written as what the result is.
template <typename T, typename F, std::size_t... I>
inline void converting_row(char* const* at, const std::int64_t* step, std::int64_t n, F f, const Loader<T>* load_input,
                           c10::ScalarType result, std::index_sequence<I...>) {
  using R = ResultElement<T, decltype(f(static_cast<Computed<T>>(load<T>(at[I + 1]))...))>;
  constexpr std::int64_t piece = 64;
  const Storer<R> store_result = storer<R>(result);
  Stored<T> inputs[sizeof...(I)][piece];
  Stored<R> results[piece];
  for (std::int64_t begin = 0; begin < n; begin += piece) {
    const std::int64_t count = std::min(piece, n - begin);
    for (std::size_t k = 0; k < sizeof...(I); ++k)
      for (std::int64_t i = 0; i < count; ++i)
        inputs[k][i] = static_cast<Stored<T>>(load_input[k](at[k + 1] + (begin + i) * step[k + 1]));
    contiguous_part<T>(results, 0, count, f, static_cast<const void*>(inputs[I])...);
    for (std::int64_t i = 0; i < count; ++i)
      store_result(at[0] + (begin + i) * step[0], load<R>(reinterpret_cast<const char*>(results + i)));
  }
}

}  // namespace detail

template <typename T, int Inputs, typename F>
void PointwiseCall::run(const at::Tensor& out, F f) {
  constexpr std::make_index_sequence<Inputs> indices;
  Loop loop(plan_);
  bind(loop, out);
  if (uniform_ && out.scalar_type() == result_dtype()) {
    loop.run([&](char* const* at, const std::int64_t* step, std::int64_t n) {
      detail::typed_row<T>(at, step, n, f, indices);
    });
    return;
  }
  Loader<T> load_input[Inputs];
  for (int i = 0; i < Inputs; ++i)
    load_input[i] = loader<T>(inputs_[i].tensor() != nullptr ? inputs_[i].tensor()->scalar_type() : compute_);
  loop.run([&](char* const* at, const std::int64_t* step, std::int64_t n) {
    detail::converting_row<T>(at, step, n, f, load_input, out.scalar_type(), indices);
  });
}

// --- the short path: contiguous tensors of one dtype, shape and device

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

// `input` may be the contiguous `out`; else it must be like it and in another storage, so that they cannot overlap.
inline bool same_or_alike_apart(const at::Tensor& out, const at::Tensor& input) {
  return out.is_same(input) || (alike(out, input) && !out.is_alias_of(input));
}

// The elements of the dtypes in which an operator computes.
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

// All n elements.
template <typename T, typename F, typename... Inputs>
inline void contiguous_elements(void* out, std::int64_t n, F f, Inputs... inputs) {
  if (n >= 2 * parallel_grain) [[unlikely]] {
    const auto part = [=](std::int64_t begin, std::int64_t end) { contiguous_part<T>(out, begin, end, f, inputs...); };
    return parallel_pieces(n, part);
  }
  contiguous_part<T>(out, 0, n, f, inputs...);
}

template <typename Op, typename... Inputs>
[[gnu::noinline]] at::Tensor pointwise_general(const char* name, const Op& op, const Inputs&... inputs) {
  const Operand operands[] = {inputs...};
  PointwiseCall call(name, Op::rules, operands, sizeof...(Inputs));
  op.check(name, call.compute_dtype());
  at::Tensor out = call.allocate();
  if (has_bytes(out))
    visit_compute_dtype<Op>(call.compute_dtype(), [&](auto type) {
      using T = decltype(type);
      call.template run_where<T, sizeof...(Inputs)>(out, op);
    });
  return out;
}

template <typename Op, typename... Inputs>
[[gnu::noinline]] void pointwise_into_general(const char* name, const Op& op, const at::Tensor& out,
                                              const Inputs&... inputs) {
  const Operand operands[] = {inputs...};
  PointwiseCall call(name, Op::rules, operands, sizeof...(Inputs), out);
  op.check(name, call.compute_dtype());
  call.resize(out);
  if (!has_bytes(out)) return;
  SafeOutput safe(out, call.needs_room_apart(out));
  visit_compute_dtype<Op>(call.compute_dtype(), [&](auto type) {
    using T = decltype(type);
    call.template run_where<T, sizeof...(Inputs)>(safe.target(), op);
  });
  safe.finish();
}

// float32 first: it is what most calls compute in.
template <typename Op, typename... Inputs>
inline void write_contiguous(c10::ScalarType type, const Op& op, const at::Tensor& out, const Inputs&... inputs) {
  if (type == c10::kFloat) [[likely]] {
    contiguous_elements<float>(out.data_ptr(), out.numel(), op.template element<float>(),
                               static_cast<const void*>(inputs.data_ptr())...);
  } else {
    visit_compute_dtype<Op>(type, [&](auto tag) {
      using T = decltype(tag);
      contiguous_elements<T>(out.data_ptr(), out.numel(), op.template element<Computed<T>>(),
                             static_cast<const void*>(inputs.data_ptr())...);
    });
  }
}

// The same on the device.
template <typename Op, typename... Inputs>
[[gnu::cold, gnu::noinline]] void launch_contiguous(const char* name, c10::ScalarType type, const Op& op,
                                                    const at::Tensor& out, const Inputs&... inputs) {
  cuda::PointwiseArguments arguments;
  cuda::keep_op(arguments, op);
  cuda::PointwiseLaunch launch(name, out);
  (launch.read(inputs), ...);
  const at::Tensor* const tensors[] = {&out, &inputs...};
  arguments.where.rank = 1;
  arguments.where.count = arguments.where.sizes[0] = out.numel();
  for (std::size_t i = 0; i < sizeof...(Inputs) + 1; ++i) {
    arguments.where.data[i] = static_cast<char*>(tensors[i]->data_ptr());
    arguments.where.steps[i][0] = static_cast<std::int64_t>(tensors[i]->itemsize());
  }
  if (out.numel() == 0) return;
  visit_compute_dtype<Op>(
      type, [&](auto tag) { launch.template part<Op, decltype(tag), static_cast<int>(sizeof...(Inputs))>(arguments); });
}

template <typename Op>
inline bool computes_in(c10::ScalarType type) {
  return !Op::rules.integers_to_float || c10::isDifferentiableType(type);
}

}  // namespace detail

// --- the entries

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
      if (out.device().is_cpu())
        detail::write_contiguous(type, op, out, first, others...);
      else if (has_bytes(out))
        detail::launch_contiguous(name, type, op, out, first, others...);
      return out;
    }
  }
  return detail::pointwise_general(name, op, first, others...);
}

// Writes `out`, which may be an input itself (in-place).
template <typename Op, typename... Inputs>
inline void pointwise_into(const char* name, const Op& op, const at::Tensor& out, const Inputs&... inputs) {
  if constexpr ((std::is_same_v<Inputs, at::Tensor> && ...)) {
    const c10::ScalarType type = out.scalar_type();
    if (out.is_contiguous() && (same_or_alike_apart(out, inputs) && ...) && detail::computes_in<Op>(type) &&
        (!Op::rules.boolean_result || type == c10::kBool) &&
        (!Op::rules.complex_to_real || !c10::isComplexType(type))) {
      if (type != c10::kFloat) check_dtype(name, Op::rules, type);
      op.check(name, type);
      if (out.device().is_cpu())
        detail::write_contiguous(type, op, out, inputs...);
      else if (has_bytes(out))
        detail::launch_contiguous(name, type, op, out, inputs...);
      return;
    }
  }
  detail::pointwise_into_general(name, op, out, inputs...);
}

}  // namespace modecheck::engine::backends
