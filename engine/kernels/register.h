// Fills the dispatch table of an operator, which names the kernel for each key. MODECHECK_REGISTER(add_Tensor) in the
// source file of the operator's family defines the table. The macro does not compile for an operator without a
// derivative. Exceptions are out variants and operators without tensor arguments. A missing table is a link error.
#pragma once

#include <array>
#include <memory>
#include <type_traits>
#include <utility>

#include "engine/core/errors/error.h"
#include "engine/core/tensor/geometry_before.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/adinplaceorview_kernel.h"
#include "engine/kernels/autograd_kernel.h"
#include "engine/kernels/fake_arguments.h"
#include "engine/tracing/call_record.h"
#include "engine/tracing/run_traced.h"
#include "engine/tracing/symbolic_tracer.h"
#include "spec/operators/for_each.h"

namespace modecheck::engine {

// The backend kernel of an operator, which is the last step of every dispatch.
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
    constexpr std::uint64_t elsewhere = c10::DispatchKeySet::cuda_bit | c10::DispatchKeySet::meta_bit;
    if ((keys.raw_repr() & elsewhere) != 0 || is_on_device(keys, arguments...)) [[unlikely]]
      return run_elsewhere(keys, arguments...);
    return Kernel<Op>::call(arguments...);
  }

  // Runs the operator on a device, on Meta, for fake tensors, or in a fake mode.
  [[gnu::cold, gnu::noinline]] static Result run_elsewhere(c10::DispatchKeySet keys, const Arguments&... arguments) {
    if ((keys.raw_repr() & c10::DispatchKeySet::meta_bit) != 0) {
      FakeArguments fake(schema_of<Op>.qualified_name);
      (fake.add(arguments), ...);
      if (fake.concern_the_call()) {
        const FakeArguments::InTheirMode mode(fake);
        if (SymbolicTracer* const tracer = SymbolicTracer::active(); tracer != nullptr)
          return run_traced(*tracer, arguments...);
        return Kernel<Op>::call(FakeArguments::placed(arguments, kind_of<Op> == OperatorKind::Creation)...);
      }
    }
    return is_on_device(keys, arguments...) ? DeviceKernel<Op>::call(arguments...) : Kernel<Op>::call(arguments...);
  }

  // Runs the operator on fake tensors with symbolic sizes.
  [[gnu::cold, gnu::noinline]] static Result run_traced(SymbolicTracer& tracer, const Arguments&... arguments) {
    CallRecord record(CallRecord::About{schema_of<Op>.qualified_name, schema_of<Op>.name, kind_of<Op>, Op::family,
                                        written_argument<Op>, written_count<Op>});
    (record.add(arguments), ...);
    const std::unique_ptr<SymbolicTracer::Call> call = tracer.begin(record);
    return engine::run_traced(*call, record, [&]() -> Result {
      return Kernel<Op>::call(FakeArguments::placed(arguments, kind_of<Op> == OperatorKind::Creation)...);
    });
  }

  // Runs an operator that may resize its outputs. If the operator fails, outputs that it has resized get their old
  // sizes back (rule E1).
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
    return device.has_value() && device->in_cuda_memory();
  }
  template <typename T>
  static bool asks_for_device(const T& /*not a device*/) {
    return false;
  }
  static bool asks_for_meta(const c10::optional<c10::Device>& device) {
    return device.has_value() && !device->has_bytes();
  }
  template <typename T>
  static bool asks_for_meta(const T& /*not a device*/) {
    return false;
  }
};

namespace detail {

// Returns the kernel for ADInplaceOrView. That key falls through for operators that neither write an argument nor
// return an alias.
template <typename Op>
constexpr auto middle_kernel() {
  constexpr OperatorKind kind = kind_of<Op>;
  if constexpr (kind == OperatorKind::Creation || kind == OperatorKind::Functional)
    return &BackendKernel<Op>::call;
  else
    return &ADInplaceOrViewKernel<Op>::call;
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

// Returns whether the operator needs a derivative, unless it is registered as not differentiable. Out variants are
// never recorded, and creation operators have no inputs.
template <typename Op>
constexpr bool needs_derivative() {
  return kind_of<Op> != OperatorKind::Out && kind_of<Op> != OperatorKind::Creation;
}

// Checks that an operator has a derivative. The compiler's message names the operator:
// "DerivativeOf<modecheck::spec::operators::hypot>".
template <typename Op>
struct DerivativeOf {
  static_assert(!needs_derivative<Op>() || Derivative<Op>::differentiable,
                "this operator has no derivative; MODECHECK_REGISTER_NOT_DIFFERENTIABLE is for those that need none");
  static constexpr bool is_said = true;
};

}  // namespace modecheck::engine::detail

// The macros below take a list of at most 27 operators, for example the functional and the in-place form of one
// operator.
//
// MODECHECK_REGISTER registers operators whose derivatives are defined above its call, and out variants.
#define MODECHECK_REGISTER(...) MODECHECK_FOR_EACH(MODECHECK_REGISTER_ONE, (), __VA_ARGS__)
// Registers operators through which no gradient flows.
#define MODECHECK_REGISTER_NOT_DIFFERENTIABLE(...) MODECHECK_FOR_EACH(MODECHECK_REGISTER_WITHOUT, (), __VA_ARGS__)
// Registers operators that share one derivative, which is the type `derivative`.
#define MODECHECK_REGISTER_WITH(derivative, ...) \
  MODECHECK_FOR_EACH(MODECHECK_REGISTER_ONE_WITH, (derivative), __VA_ARGS__)
// Registers operators whose derivative is a template, which is instantiated for each operator.
#define MODECHECK_REGISTER_WITH_OWN(derivative, ...) \
  MODECHECK_FOR_EACH(MODECHECK_REGISTER_ONE_WITH_OWN, (derivative), __VA_ARGS__)

#define MODECHECK_REGISTER_ONE(op) MODECHECK_REGISTER_ROW(operators::op)
#define MODECHECK_REGISTER_WITHOUT(op) MODECHECK_REGISTER_TABLE(operators::op)
#define MODECHECK_REGISTER_ONE_WITH(op, derivative) \
  template <>                                       \
  struct Derivative<operators::op> : derivative {}; \
  MODECHECK_REGISTER_ONE(op)
#define MODECHECK_REGISTER_ONE_WITH_OWN(op, derivative)            \
  template <>                                                      \
  struct Derivative<operators::op> : derivative<operators::op> {}; \
  MODECHECK_REGISTER_ONE(op)
#define MODECHECK_REGISTER_ROW(row)                  \
  static_assert(detail::DerivativeOf<row>::is_said); \
  MODECHECK_REGISTER_TABLE(row)
// Defines the dispatch table of one operator. The table is an explicit specialisation, so that no other file
// instantiates it: other files do not see the derivative.
#define MODECHECK_REGISTER_TABLE(row)                                                                          \
  template <>                                                                                                  \
  const Table<row>::Pointer Table<row>::kernels[3] = {&BackendKernel<row>::call, detail::middle_kernel<row>(), \
                                                      detail::top_kernel<row>()};
