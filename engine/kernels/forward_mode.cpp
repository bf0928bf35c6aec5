#include "engine/kernels/forward_mode.h"

#include <string>
#include <utility>

#include "engine/autograd/user/autograd.h"
#include "engine/core/errors/error.h"
#include "engine/core/errors/origin.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/boxed_operator.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/internal_operators.h"
#include "engine/kernels/internal_composites.h"
#include "engine/modes/grad_mode.h"
#include "spec/operators/copy.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using torch::jit::Stack;

// Replaces the arguments on the stack by the operator's result.
void put(Stack& stack, at::Tensor result) {
  stack.clear();
  stack.emplace_back(std::move(result));
}

// Finds an internal operator, which the catalogue does not list, and returns nullptr for an unknown one. Without the
// internal operators many composites would have no tangents.
const BoxedOperator* find_internal(const operators::Schema& schema) {
  using Keys = c10::DispatchKeySet;
  static const BoxedOperator rows[] = {
      {&schema_of<internal::_unsafe_view>,
       [](Stack& s, const Keys*) { put(s, call<internal::_unsafe_view>(s[0].toTensor(), s[1].toIntVector())); }},
      {&schema_of<internal::_conj_physical>,
       [](Stack& s, const Keys*) { put(s, call<internal::_conj_physical>(s[0].toTensor())); }},
      {&schema_of<internal::_masked_taken>,
       [](Stack& s, const Keys*) {
         put(s, call<internal::_masked_taken>(s[0].toTensor(), s[1].toTensor(), s[2].toIntVector()));
       }},
      {&schema_of<internal::_index_added>,
       [](Stack& s, const Keys*) {
         put(s, call<internal::_index_added>(s[0].toTensor(), s[1].toTensor(), s[2].toIntVector(), s[3].toInt()));
       }},
      {&schema_of<internal::_scatter_added>,
       [](Stack& s, const Keys*) {
         put(s, call<internal::_scatter_added>(s[0].toTensor(), s[1].toTensor(), s[2].toIntVector(), s[3].toInt()));
       }},
  };
  for (const BoxedOperator& row : rows)
    if (row.schema->qualified_name == schema.qualified_name) return &row;
  return nullptr;
}

const BoxedOperator& boxed(const operators::Schema& schema) {
  const BoxedOperator* out = find_operator(schema.name, schema.overload);
  if (out == nullptr) out = find_internal(schema);
  MODECHECK_CHECK(out != nullptr, ErrorClass::Unsupported, schema.qualified_name,
                  ": forward-mode differentiation is not built for this operator");
  return *out;
}

std::vector<at::Tensor> results_of(Stack& stack) {
  std::vector<at::Tensor> out;
  for (c10::IValue& value : stack) {
    if (value.isTensor()) out.push_back(value.toTensor());
    if (value.isTensorList())
      for (const at::Tensor& one : value.toTensorVector()) out.push_back(one);
  }
  return out;
}

// Evaluates an operator again, only to compute tangents. In this evaluation every argument that has a tangent requires
// grad.
class Evaluation {
 public:
  explicit Evaluation(const Stack& arguments) : stack_(arguments), outer_(thread_state.grad) {
    for (c10::IValue& value : stack_) {
      if (value.isTensor()) {
        value = varied(value.toTensor());
      } else if (value.isTensorList()) {
        std::vector<at::Tensor> list = value.toTensorVector();
        for (at::Tensor& one : list) one = varied(one);
        value = std::move(list);
      }
    }
  }

  // Returns the tangent of the result that `run` computes from the arguments. An undefined tensor means a tangent of
  // zero.
  template <typename Run>
  at::Tensor tangent(Run&& run) {
    const at::AutoGradMode recording(true);
    const at::Tensor result = run(stack_);
    if (!result.requires_grad()) return {};
    at::Tensor arriving = empty(result.sizes(), result.scalar_type(), result.device());
    call<operators::zero_>(arriving);
    arriving.requires_grad_();
    torch::autograd::variable_list gradients =
        torch::autograd::grad({result}, inputs_, {arriving}, true, /*create_graph=*/true, /*allow_unused=*/true);
    torch::autograd::variable_list roots, along;
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      if (!gradients[i].defined() || !gradients[i].requires_grad()) continue;
      roots.push_back(gradients[i]);
      along.push_back(tangents_[i]);
    }
    if (roots.empty()) return {};
    const at::Tensor out = torch::autograd::grad(roots, {arriving}, along, true, recorded_, /*allow_unused=*/true)[0];
    return out.defined() && !recorded_ ? out.detach() : out;
  }

 private:
  at::Tensor varied(const at::Tensor& argument) {
    if (!argument.defined()) return argument;
    const at::Tensor tangent = tangent_of(argument);
    if (!tangent.defined()) return argument;
    recorded_ = recorded_ || (outer_ && (argument.requires_grad() || tangent.requires_grad()));
    // If grad mode is on, an argument that requires grad keeps its history, because the tangent may itself be
    // differentiated. Any other argument becomes a leaf.
    const at::Tensor out =
        outer_ && argument.requires_grad() ? call<operators::alias>(argument) : argument.detach().requires_grad_();
    inputs_.push_back(out);
    tangents_.push_back(tangent);
    return out;
  }

  torch::autograd::variable_list inputs_, tangents_;
  Stack stack_;
  bool outer_;             // the grad mode when the operator was called
  bool recorded_ = false;  // true if the computation of the tangent is itself recorded
};

}  // namespace

std::vector<at::Tensor> tangents_of_results(const operators::Schema& schema, OperatorKind kind, bool is_view_in_place,
                                            const Stack& arguments) {
  const BoxedOperator& op = boxed(schema);
  if (kind == OperatorKind::Alias) return {};
  MODECHECK_CHECK(kind != OperatorKind::Out, ErrorClass::Unsupported, schema.qualified_name,
                  ": functions with out=... arguments don't support forward-mode differentiation; use the functional "
                  "operator");
  Stack stack = arguments;
  if (kind == OperatorKind::View) {
    const at::Tensor tangent = tangent_of(arguments[0].toTensor());
    const at::AutoFwGradMode off(false);
    stack[0] = tangent;
    op.call(stack, nullptr);
    return results_of(stack);
  }
  if (kind == OperatorKind::InPlace) {
    const at::Tensor& self = arguments[0].toTensor();
    MODECHECK_CHECK(!is_view_in_place, ErrorClass::Unsupported, schema.qualified_name,
                    ": forward-mode differentiation of in-place view operators is not built; use the view operator");
    MODECHECK_CHECK(tangent_of(self).defined() || self.unsafeGetTensorImpl()->storage().use_count() == 1,
                    ErrorClass::Unsupported, schema.qualified_name,
                    ": forward-mode differentiation: the write would give a tangent to a tensor of which aliases exist "
                    "that have none; use the functional operator");
  }
  const at::AutoFwGradMode off(false);
  Evaluation evaluation(arguments);
  if (schema.return_count > 1) {
    std::vector<at::Tensor> out;
    for (std::size_t i = 0; i < schema.return_count; ++i)
      out.push_back(evaluation.tangent([&](const Stack& varied) {
        Stack results = varied;
        op.call(results, nullptr);
        return results[i].toTensor();
      }));
    return out;
  }
  return {evaluation.tangent([&](Stack& varied) {
    if (kind == OperatorKind::InPlace) {
      const at::Tensor copy = call<operators::clone>(varied[0].toTensor(), c10::nullopt);
      varied[0] = copy;
      op.call(varied, nullptr);
      return copy;
    }
    op.call(varied, nullptr);
    return varied.back().toTensor();
  })};
}

}  // namespace modecheck::engine

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::ErrorClass;

namespace {
void check_open(const char* op, std::int64_t level) {
  MODECHECK_CHECK(level == 0 && modecheck::engine::open_level.load() != 0, ErrorClass::Argument, op, ": level ", level,
                  " is not open; torch::autograd::ForwardADLevel::get_next_idx() opens level 0");
}
}  // namespace

Tensor _make_dual(const Tensor& primal, const Tensor& tangent, std::int64_t level) {
  check_open("_make_dual", level);
  MODECHECK_CHECK(primal.defined() && tangent.defined(), ErrorClass::Argument,
                  "_make_dual: expected a primal and a tangent, but one is undefined");
  MODECHECK_CHECK(c10::isDifferentiableType(primal.scalar_type()) && primal.scalar_type() == tangent.scalar_type(),
                  ErrorClass::Dtype,
                  "_make_dual: expected a primal of a floating or complex dtype and a tangent of the same, but got ",
                  primal.scalar_type(), " and ", tangent.scalar_type());
  MODECHECK_CHECK(primal.sizes().equals(tangent.sizes()), ErrorClass::Shape,
                  "_make_dual: Trying to set a forward gradient that has a different size than that of the original "
                  "Tensor: ",
                  tangent.sizes(), " instead of ", primal.sizes());
  MODECHECK_CHECK(!primal.is_inference(), ErrorClass::InferenceSavedForBackward,
                  "_make_dual: Inference tensors cannot carry a tangent. Make a clone outside InferenceMode to get a "
                  "normal tensor.",
                  modecheck::engine::Origin{ErrorClass::InferenceSavedForBackward, primal.unsafeGetTensorImpl()});
  const at::AutoFwGradMode off(false);
  Tensor out = modecheck::engine::call<modecheck::engine::operators::alias>(primal);
  modecheck::engine::set_tangent(out, tangent);
  return out;
}

std::tuple<Tensor, Tensor> _unpack_dual(const Tensor& tensor, std::int64_t level) {
  check_open("_unpack_dual", level);
  const Tensor tangent = modecheck::engine::tangent_of(tensor);
  const at::AutoFwGradMode off(false);
  return {modecheck::engine::call<modecheck::engine::operators::alias>(tensor), tangent};
}

}  // namespace modecheck_v1
}  // namespace at
