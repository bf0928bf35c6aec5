#include "engine/kernels/not_implemented_fallback.h"

#include <string>
#include <utility>
#include <vector>

#include "engine/autograd/graph/history.h"
#include "engine/core/errors/error.h"
#include "engine/core/errors/origin.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/dispatcher.h"
#include "engine/kernels/variable_type_utils.h"
#include "engine/modes/auto_dispatch_below_adinplaceorview.h"
#include "engine/modes/auto_dispatch_below_autograd.h"

namespace modecheck::engine {
namespace {

using torch::jit::Stack;

// Returns the defined tensors in a boxed argument or result.
std::vector<at::Tensor> tensors_of(const c10::IValue& value) {
  std::vector<at::Tensor> out;
  if (value.isTensor()) out.push_back(value.toTensor());
  if (value.isTensorList())
    for (const at::Tensor& one : value.toTensorVector()) out.push_back(one);
  std::erase_if(out, [](const at::Tensor& one) { return !one.defined(); });
  return out;
}

// Returns the name in an alias annotation: "a" for `Tensor(a!)` and for `Tensor(a)[]`.
std::string alias_set(const c10::Argument& argument) {
  std::string out = argument.alias();
  std::erase(out, '!');
  return out;
}

// Holds the arguments of a call as they were before the call, together with the operator's schema.
class BoxedCall {
 public:
  BoxedCall(const c10::OperatorHandle& op, const Stack& stack)
      : schema_(op.schema()),
        arguments_(stack.end() - static_cast<std::ptrdiff_t>(schema_.arguments().size()), stack.end()) {}

  std::string name() const { return schema_.name(); }
  std::size_t results() const { return schema_.returns().size(); }

  template <typename F>
  void each_tensor(F&& f) const {
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      for (const at::Tensor& one : tensors_of(arguments_[i])) f(one, schema_.arguments()[i]);
  }
  template <typename F>
  void each_written(F&& f) const {
    each_tensor([&](const at::Tensor& one, const c10::Argument& argument) {
      if (argument.is_write()) f(one);
    });
  }
  bool writes_through(std::size_t result) const { return schema_.returns()[result].is_write(); }
  // Returns the argument of which the result with this number is a view, or an undefined tensor if the result is no
  // view.
  at::Tensor base_of(std::size_t result) const {
    const c10::Argument& returned = schema_.returns()[result];
    if (returned.alias().empty() || returned.is_write()) return {};
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      if (alias_set(schema_.arguments()[i]) == alias_set(returned) && arguments_[i].isTensor())
        return arguments_[i].toTensor();
    return {};
  }

  // Raises if the schema declares views that this kernel cannot track.
  void check_views() const {
    bool found = false;
    for (std::size_t i = 0; i < results(); ++i) {
      const c10::Argument& returned = schema_.returns()[i];
      if (returned.alias().empty() || returned.is_write()) continue;
      MODECHECK_CHECK(!found, ErrorClass::Unsupported, name(),
                      ": Expected only a single output in the operator schema to have a non-write alias annotation "
                      "(`Tensor(a)`), but there are several. Write a kernel for ADInplaceOrView that calls as_view for "
                      "each of them: ",
                      schema_);
      found = true;
      MODECHECK_CHECK(
          i == 0 && !schema_.arguments().empty() && alias_set(schema_.arguments()[0]) == alias_set(returned),
          ErrorClass::Unsupported, name(),
          ": this kernel can only create view relationships between the first argument and the first result "
          "(which may be a list). Change their order, or write a kernel that calls as_view: ",
          schema_);
    }
  }

 private:
  c10::FunctionSchema schema_;
  std::vector<c10::IValue> arguments_;
};

void record_no_derivative(const c10::OperatorHandle& op, c10::DispatchKeySet keys, Stack* stack) {
  const BoxedCall call(op, *stack);
  std::vector<at::Tensor> inputs;
  bool recorded = false;
  call.each_tensor([&](const at::Tensor& one, const c10::Argument&) {
    inputs.push_back(one);
    recorded = recorded || (thread_state.grad && one.requires_grad());
  });
  if (recorded) call.each_written([&](const at::Tensor& one) { modecheck::engine::check_inplace(one, call.name()); });
  // Before anything is written, regenerate the histories of views whose base was written since. gradient_edge raises if
  // that is forbidden, so that a rejected call changes nothing (rule E1).
  HistoryTransaction transaction;
  if (recorded)
    for (const at::Tensor& one : inputs) static_cast<void>(gradient_edge(one, transaction));
  std::vector<at::Tensor> written;
  call.each_written([&](const at::Tensor& one) { written.push_back(one); });
  // Each written tensor gets its own node, because a write to a view becomes part of the history of its base.
  std::vector<NodePtr> nodes;
  if (recorded)
    for (std::size_t i = 0; i < written.size(); ++i) nodes.push_back(not_implemented(call.name(), inputs, transaction));
  const NodePtr of_results = recorded ? not_implemented(call.name(), inputs, transaction) : NodePtr();
  {
    const at::AutoDispatchBelowAutograd below;
    op.redispatchBoxed(keys & c10::after_autograd_keyset, stack);
  }
  if (!recorded) return;
  transaction.commit();
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (!c10::isDifferentiableType(written[i].scalar_type())) continue;
    std::size_t place = 0;
    while (!inputs[place].is_same(written[i])) ++place;
    nodes[i]->add_input_metadata(written[i]);
    modecheck::engine::rebase_history(written[i], Edge(nodes[i], 0), place);
  }
  for (std::size_t i = 0; i < call.results(); ++i) {
    if (call.writes_through(i)) continue;
    for (const at::Tensor& result : tensors_of((*stack)[stack->size() - call.results() + i]))
      if (c10::isDifferentiableType(result.scalar_type())) modecheck::engine::set_history(result, of_results);
  }
}

void track_by_schema(const c10::OperatorHandle& op, c10::DispatchKeySet keys, Stack* stack) {
  const BoxedCall call(op, *stack);
  call.check_views();
  call.each_written([&](const at::Tensor& one) {
    MODECHECK_CHECK(!one.is_inference() || thread_state.inference, ErrorClass::InferenceWriteOutsideMode, call.name(),
                    ": Inplace update to inference tensor outside InferenceMode is not allowed. Clone the tensor "
                    "first, or write inside the mode.",
                    modecheck::engine::Origin{ErrorClass::InferenceWriteOutsideMode, one.unsafeGetTensorImpl()});
  });
  {
    const at::AutoDispatchBelowADInplaceOrView below;
    op.redispatchBoxed(keys & c10::after_ADInplaceOrView_keyset, stack);
  }
  call.each_written([](const at::Tensor& one) { torch::autograd::increment_version(one); });
  for (std::size_t i = 0; i < call.results(); ++i) {
    const at::Tensor base = call.base_of(i);
    if (!base.defined()) continue;
    c10::IValue& result = (*stack)[stack->size() - call.results() + i];
    std::vector<at::Tensor> views = tensors_of(result);
    const CreationMeta meta = result.isTensorList() ? CreationMeta::MULTI_OUTPUT_NODE : CreationMeta::NO_DERIVATIVE;
    for (at::Tensor& view : views) view = torch::autograd::as_view(base, view, true, true, nullptr, meta);
    if (result.isTensorList())
      result = views;
    else if (!views.empty())
      result = views[0];
  }
}

}  // namespace
}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

torch::CppFunction autogradNotImplementedFallback() {
  return torch::CppFunction::makeFromBoxedFunction<&modecheck::engine::record_no_derivative>();
}

torch::CppFunction autogradNotImplementedInplaceOrViewFallback() {
  return torch::CppFunction::makeFromBoxedFunction<&modecheck::engine::track_by_schema>();
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
