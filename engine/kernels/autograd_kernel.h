// Defines the kernel for the Autograd key, for all operators. It checks whether an argument requires grad and may be
// written, saves tensors for backward, runs the operator and records it.
#pragma once

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/autograd/graph/staged_tangent.h"
#include "engine/autograd/graph/staged_write.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/call.h"
#include "engine/kernels/derivative.h"
#include "engine/kernels/forward_mode.h"
#include "engine/kernels/tensor_arguments.h"
#include "spec/operators/metadata.h"

namespace modecheck::engine {

template <typename Op, typename Function = Signature<Op>>
struct AutogradKernel;

template <typename Op, typename Result, typename... Arguments>
struct AutogradKernel<Op, Result(Arguments...)> {
  static constexpr OperatorKind kind = kind_of<Op>;

  static Result call(c10::DispatchKeySet keys, Arguments... arguments) {
    note_route<Op>(c10::DispatchKey::Autograd);
    if (in_forward_mode()) [[unlikely]] {
      if (any_tangent<Op>(arguments...)) return with_tangents(keys, arguments...);
    }
    return without_tangents(keys, arguments...);
  }

 private:
  static Result without_tangents(c10::DispatchKeySet keys, Arguments... arguments) {
    if constexpr (names_constants<Op>) {
      if (thread_state.grad) check_constants(std::index_sequence_for<Arguments...>(), arguments...);
    }
    const bool recorded = thread_state.grad && any_requires_grad<Op>(arguments...);
    if constexpr (kind == OperatorKind::Out) {
      // An out= operator cannot be recorded (rule M4). The inputs of a comparison may still require grad, because no
      // gradient flows through a comparison. The tensor `out` must not require grad, because it would keep the history
      // of its old values (rule S3; libtorch 1.13.1 allows this).
      bool history_stays = false;
      each_written_tensor<Op>([&](const at::Tensor& out) { history_stays |= out.requires_grad(); }, arguments...);
      if ((recorded && loses_gradients()) || (thread_state.grad && history_stays)) [[unlikely]]
        reject_out();
    } else if constexpr (Derivative<Op>::differentiable) {
      if (recorded && !asks_for_integers(arguments...)) return record(keys, arguments...);
    }
    return redispatch<Op, Level::Autograd>(keys, arguments...);
  }

  [[gnu::cold, gnu::noinline]] static Result with_tangents(c10::DispatchKeySet keys, Arguments... arguments) {
    torch::jit::Stack stack;
    stack.reserve(sizeof...(arguments));
    (stack.emplace_back(arguments), ...);
    std::vector<at::Tensor> tangents = tangents_of_results(
        schema_of<Op>, kind, Op::family == operators::Family::InPlaceView || Op::family == operators::Family::Storage,
        stack);
    tangents.resize(std::max<std::size_t>(tangents.size(), 1));
    if constexpr (kind == OperatorKind::InPlace) {
      StagedTangent staged(argument<0>(arguments...), std::move(tangents[0]));
      without_tangents(keys, arguments...);
      staged.commit();
    } else if constexpr (std::is_void_v<Result>) {
      without_tangents(keys, arguments...);
    } else {
      Result result = without_tangents(keys, arguments...);
      if constexpr (std::is_same_v<Result, at::Tensor>)
        set_tangent(result, std::move(tangents[0]));
      else if constexpr (schema_of<Op>.return_count > 1)
        std::apply(
            [&](const auto&... each) {
              std::size_t i = 0;
              (set_tangent(each, std::move(tangents[i++])), ...);
            },
            result);
      else
        for (std::size_t i = 0; i < tangents.size(); ++i) set_tangent(result[i], std::move(tangents[i]));
      return result;
    }
  }

  // A view of integers requires grad if its base does. What is made of it has no history. Returns whether it has one.
  static bool set_history_if_differentiable(const at::Tensor& result, const NodePtr& node) {
    const bool out = c10::isDifferentiableType(result.scalar_type());
    if (out) [[likely]]
      set_history(result, node);
    return out;
  }

  static Result record(c10::DispatchKeySet keys, Arguments... arguments) {
    if constexpr (kind == OperatorKind::InPlace) {
      const at::Tensor& self = argument<0>(arguments...);
      // No gradient flows through tensors of integers or bools, so a write to such a tensor is not recorded.
      if (!c10::isDifferentiableType(self.scalar_type())) return redispatch<Op, Level::Autograd>(keys, arguments...);
      check_inplace(self, schema_of<Op>.qualified_name);  // raises unless rule W4 allows the write
    }
    // If a later step raises, the transaction undoes all changes to histories, and nothing refers to the new node (rule
    // E1).
    HistoryTransaction transaction;
    auto* const recorded = new OperatorNode<Op>;
    const NodePtr node = NodePtr::reclaim(recorded);
    each_flowing_tensor<Op>(
        // gradient_edge regenerates the history of a view whose base was written since, or raises if that is forbidden
        // (rule W5).
        [&](const at::Tensor& tensor) { node->add_next_edge(gradient_edge(tensor, transaction)); }, arguments...);
    if constexpr (requires { recorded->derivative.reach_beyond(*node, transaction, arguments...); })
      recorded->derivative.reach_beyond(*node, transaction, arguments...);
    Saver saver(schema_of<Op>.qualified_name, *node, transaction);
    if constexpr (requires { recorded->derivative.save(saver, arguments...); })
      recorded->derivative.save(saver, arguments...);  // raises for an inference tensor that would be saved (rule S1)
    // If an in-place operator will save its result, the argument that becomes the result is checked before the write.
    if constexpr (kind == OperatorKind::InPlace && Derivative<Op>::saves_result)
      // Raises for an inference tensor that would be saved (rule S1).
      SavedTensor::check(argument<0>(arguments...), schema_of<Op>.qualified_name);

    if constexpr (std::is_same_v<Op, operators::as_strided_>) {
      const at::Tensor& self = argument<0>(arguments...);
      std::unique_ptr<FamilyHistory> family;
      if (!self.is_view()) family = std::make_unique<FamilyHistory>(family_of(self, transaction));
      materialize_autograd_meta(self);
      redispatch<Op, Level::Autograd>(keys, arguments...);
      set_history(self, node);
      // Unlike other in-place view operators, as_strided_ may leave out elements of the tensor or address an element
      // twice. keep_family keeps the history of all elements, because views of the tensor may still share the elements
      // left out.
      if (family != nullptr) keep_family(self, std::move(family));
      transaction.commit();
    } else if constexpr (kind == OperatorKind::InPlace && Op::family == operators::Family::InPlaceView) {
      // An in-place view operator changes the geometry of `self` and writes no element. If `self` is a view, the
      // history of its base therefore does not change (rule W4).
      const at::Tensor& self = argument<0>(arguments...);
      materialize_autograd_meta(self);
      redispatch<Op, Level::Autograd>(keys, arguments...);
      set_history(self, node);
      transaction.commit();
    } else if constexpr (std::is_void_v<Result>) {
      const at::Tensor& self = argument<0>(arguments...);
      StagedWrite staged(self, Edge(node, node->add_input_metadata(self)), 0);
      if constexpr (Derivative<Op>::saves_result) recorded->derivative.result.stage_result(self);
      redispatch<Op, Level::Autograd>(keys, arguments...);
      staged.commit();
      if constexpr (Derivative<Op>::saves_result) recorded->derivative.result.save_staged_result();
      transaction.commit();
    } else if constexpr (std::is_same_v<Result, at::Tensor>) {
      at::Tensor result = redispatch<Op, Level::Autograd>(keys, arguments...);
      if (c10::isDifferentiableType(result.scalar_type())) [[likely]] {
        set_history(result, node);
        if constexpr (Derivative<Op>::saves_result) recorded->derivative.result.save_result(result);
      }
      transaction.commit();
      return result;
    } else if constexpr (schema_of<Op>.return_count > 1) {
      Result results = redispatch<Op, Level::Autograd>(keys, arguments...);
      // Differentiable results come first. The other results, indices or statistics, receive no gradient.
      const bool has_history = set_history_if_differentiable(std::get<0>(results), node);
      if constexpr (Derivative<Op>::differentiable_results > 1) set_history(std::get<1>(results), node);
      if constexpr (Derivative<Op>::differentiable_results > 2) set_history(std::get<2>(results), node);
      if constexpr (requires { recorded->derivative.save_results(saver, results); })
        if (has_history) recorded->derivative.save_results(saver, results);
      transaction.commit();
      return results;
    } else {
      Result results = redispatch<Op, Level::Autograd>(keys, arguments...);
      for (const at::Tensor& result : results) set_history_if_differentiable(result, node);
      transaction.commit();
      return results;
    }
  }

  // Operators on bits are recorded for integers that require grad, which set_data() of a view can make. Comparisons are
  // not.
  static constexpr bool is_on_bits() { return schema_of<Op>.name.substr(0, 8) == "bitwise_"; }
  // Returns whether gradients would flow to the inputs if the operator returned its result instead of writing it to
  // `out`.
  static constexpr bool loses_gradients() {
    if constexpr (is_out_variant<Op>)
      return Derivative<typename Op::out_of>::differentiable;
    else
      return Op::family != operators::Family::Comparison || is_on_bits();
  }

  template <std::size_t... I>
  static void check_constants(std::index_sequence<I...> /*counts*/, const Arguments&... arguments) {
    (check_if_constant<I>(arguments), ...);
  }
  template <std::size_t I, typename Argument>
  static void check_if_constant(const Argument& argument) {
    if constexpr (Op::rejects_gradient(schema_of<Op>.arguments[I].name)) {
      if constexpr (std::is_same_v<Argument, c10::optional<at::Tensor>>)
        check_constant(argument.value_or(at::Tensor()), schema_of<Op>.qualified_name, schema_of<Op>.arguments[I].name);
      else
        check_constant(argument, schema_of<Op>.qualified_name, schema_of<Op>.arguments[I].name);
    }
  }

  [[noreturn, gnu::cold, gnu::noinline]] static void reject_out() {
    raise(ErrorClass::OutArgumentRequiresGrad, schema_of<Op>.qualified_name,
          ": functions with out=... arguments don't support automatic differentiation, but one of the arguments "
          "requires grad. Use the functional operator, or NoGradGuard.");
  }
};

}  // namespace modecheck::engine
