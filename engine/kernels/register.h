// The dispatch table of one operator: which kernel runs under which key. MODECHECK_REGISTER(add_Tensor) in the family's
// file defines it, and does not compile without a derivative; a table that is missing does not link.
#pragma once

#include <array>
#include <utility>

#include "engine/core/tensor/geometry_before.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/adinplaceorview_kernel.h"
#include "engine/kernels/autograd_kernel.h"

namespace modecheck::engine {

// The last step of every route.
template <typename Op, typename Function = Signature<Op>>
struct BackendKernel;

template <typename Op, typename Result, typename... Arguments>
struct BackendKernel<Op, Result(Arguments...)> {
  static Result call(c10::DispatchKeySet keys, Arguments... arguments) {
    note_backend(keys, arguments...);
    if constexpr (kind_of<Op> == OperatorKind::Out) {
      run_resizing(std::make_index_sequence<written_count<Op>>(), keys, arguments...);
    } else {
      return run(keys, arguments...);
    }
  }

  static void note_backend(c10::DispatchKeySet keys, const Arguments&... arguments) {
    if (route_trace == nullptr) [[likely]]
      return;
    bool meta = keys.has(c10::DispatchKey::Meta);
    if constexpr (kind_of<Op> == OperatorKind::Creation) (void(meta |= asks_for_meta(arguments)), ...);
    note_route<Op>(meta                               ? c10::DispatchKey::Meta
                   : is_on_device(keys, arguments...) ? c10::DispatchKey::CUDA
                                                      : c10::DispatchKey::CPU);
  }

 private:
  static Result run(c10::DispatchKeySet keys, const Arguments&... arguments) {
    if (is_on_device(keys, arguments...)) [[unlikely]]
      return DeviceKernel<Op>::call(arguments...);
    return Kernel<Op>::call(arguments...);
  }

  // E1: outputs that were given other sizes get their own back if the operator fails.
  template <std::size_t... I>
  static void run_resizing(std::index_sequence<I...> /*counts outputs*/, c10::DispatchKeySet keys,
                           const Arguments&... arguments) {
    std::array<GeometryBefore, sizeof...(I)> before{
        GeometryBefore(argument<written_argument<Op> + I>(arguments...))...};
    run(keys, arguments...);
    for (GeometryBefore& one : before) one.forget();
  }

  static bool is_on_device(c10::DispatchKeySet keys, const Arguments&... arguments) {
    bool out = (keys.raw_repr() & c10::DispatchKeySet::cuda_bit) != 0;
    if constexpr (has_device_argument) (void(out |= asks_for_device(arguments)), ...);
    return out;
  }
  static constexpr bool has_device_argument = (std::is_same_v<Arguments, c10::optional<c10::Device>> || ...);
  static bool asks_for_device(const c10::optional<c10::Device>& device) {
    return device.has_value() && device->is_cuda();
  }
  template <typename T>
  static bool asks_for_device(const T& /*not a device*/) {
    return false;
  }
  static bool asks_for_meta(const c10::optional<c10::Device>& device) {
    return device.has_value() && device->is_meta();
  }
  template <typename T>
  static bool asks_for_meta(const T& /*not a device*/) {
    return false;
  }
};

namespace detail {

// ADInplaceOrView falls through for operators that neither write nor alias; Autograd for those without tensors.
template <typename Op>
constexpr auto middle_kernel() {
  constexpr OperatorKind kind = kind_of<Op>;
  if constexpr (kind == OperatorKind::Creation || kind == OperatorKind::Functional)
    return &BackendKernel<Op>::call;
  else
    return &ViewOrWriteKernel<Op>::call;
}
template <typename Op>
constexpr auto top_kernel() {
  if constexpr (kind_of<Op> == OperatorKind::Creation)
    return &BackendKernel<Op>::call;
  else
    return &AutogradKernel<Op>::call;
}

}  // namespace detail

}  // namespace modecheck::engine

namespace modecheck::engine::detail {

// Whether results of the operator have a history, or say that they have none. An in-place view operator changes where
// elements are and gives the tensor a history by itself; an `out=` form is never recorded.
template <typename Op>
constexpr bool needs_derivative() {
  using operators::Family;
  const bool changes_its_place = Op::family == Family::InPlaceView || Op::family == Family::Storage;
  return (kind_of<Op> == OperatorKind::Functional || kind_of<Op> == OperatorKind::InPlace) && !changes_its_place;
}

// The compiler's message names the operator: "DerivativeOf<modecheck::spec::operators::hypot>".
template <typename Op>
struct DerivativeOf {
  static_assert(!needs_derivative<Op>() || Derivative<Op>::differentiable,
                "this operator has no derivative; MODECHECK_REGISTER_NOT_DIFFERENTIABLE is for those that need none");
  static constexpr bool is_said = true;
};

}  // namespace modecheck::engine::detail

// An explicit specialisation, so that no other file, which does not see the derivative, instantiates a table of its
// own.
#define MODECHECK_REGISTER_TABLE(row)                                                                          \
  template <>                                                                                                  \
  const Table<row>::Pointer Table<row>::kernels[3] = {&BackendKernel<row>::call, detail::middle_kernel<row>(), \
                                                      detail::top_kernel<row>()}
#define MODECHECK_REGISTER_ROW(row)                  \
  static_assert(detail::DerivativeOf<row>::is_said); \
  MODECHECK_REGISTER_TABLE(row)
#define MODECHECK_REGISTER(op) MODECHECK_REGISTER_ROW(operators::op)
// Nothing flows back from the result, whatever the arguments are.
#define MODECHECK_REGISTER_NOT_DIFFERENTIABLE(op) MODECHECK_REGISTER_TABLE(operators::op)
// An operator with its in-place and its `out=` form. `derivative` is a template over the form.
#define MODECHECK_REGISTER_FORMS(op, derivative)                         \
  template <>                                                            \
  struct Derivative<operators::op> : derivative<operators::op> {};       \
  template <>                                                            \
  struct Derivative<operators::op##_> : derivative<operators::op##_> {}; \
  MODECHECK_REGISTER(op);                                                \
  MODECHECK_REGISTER(op##_);                                             \
  MODECHECK_REGISTER(op##_out)
