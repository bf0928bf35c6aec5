#include "engine/autograd/user/custom_node.h"

#include <algorithm>

#include "engine/core/errors/origin.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/call.h"
#include "engine/modes/grad_mode.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/copy.h"
#include "spec/operators/metadata.h"
#include "spec/operators/view.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using namespace modecheck::engine;  // NOLINT: this file implements functions of libtorch's namespaces

namespace {

// Returns the position of the tensor in the list, or the list's length if the list does not contain it.
std::size_t place_of(const at::Tensor& tensor, const variable_list& tensors) {
  return static_cast<std::size_t>(
      std::find_if(tensors.begin(), tensors.end(), [&](const at::Tensor& other) { return other.is_same(tensor); }) -
      tensors.begin());
}
bool contains(const variable_list& tensors, const at::Tensor& tensor) {
  return place_of(tensor, tensors) < tensors.size();
}

// Returns a view of the input without history, as a call of `view_as` in forward would have made it.
at::Tensor view_without_history(const at::Tensor& tensor) {
  const c10::AutoGradMode quiet(false);
  return traced_composite<operators::view_as>([&] { return call<operators::view>(tensor, tensor.sizes()); }, tensor,
                                              tensor);
}

// Sets the creation meta of a view that a custom Function returns (rule W1). A view made in InferenceMode keeps its
// creation meta (rule W2).
void mark_leaving(const at::Tensor& output, CreationMeta meta) {
  DifferentiableViewMeta* const view = get_view_autograd_meta(output);
  if (view != nullptr && view->get_creation_meta() != CreationMeta::INFERENCE_MODE) view->set_creation_meta(meta);
}

}  // namespace

void CustomNode::begin(const variable_list& inputs, std::vector<bool> is_tensor) {
  is_tensor_ = std::move(is_tensor);
  recorded_ = thread_state.grad && !thread_state.inference &&
              std::any_of(inputs.begin(), inputs.end(),
                          [](const at::Tensor& input) { return input.defined() && input.requires_grad(); });
  if (!recorded_) return;
  HistoryTransaction transaction;
  for (const at::Tensor& input : inputs) add_next_edge(input.defined() ? gradient_edge(input, transaction) : Edge());
  // Reading the inputs' histories has regenerated the histories of views whose base was written since. The new
  // histories stay, whatever forward does (rule F1).
  transaction.commit();
}

void CustomNode::count_writes_and_check(const variable_list& outputs) const {
  for (const at::Tensor& dirty : context_.dirty_) {
    MODECHECK_CHECK(dirty.defined(), ErrorClass::UndefinedTensor, name(),
                    ": mark_dirty was given an undefined tensor; give it the inputs that forward wrote");
    // Forward may have written the inference tensor through a pointer, which no operator could reject, so it is
    // rejected here (rule M2).
    MODECHECK_CHECK(!dirty.is_inference() || thread_state.inference, ErrorClass::InferenceWriteOutsideMode, name(),
                    ": Inplace update to inference tensor outside InferenceMode is not allowed: forward marked one as "
                    "dirty. Give the Function a clone, or call it inside the mode.",
                    modecheck::engine::Origin{ErrorClass::InferenceWriteOutsideMode, dirty.unsafeGetTensorImpl()});
    // The version is bumped even if a check below fails, because forward has already written the tensor (rules V3 and
    // V4).
    if (const auto& counter = dirty.unsafeGetTensorImpl()->counter(); counter) counter->bump();
  }
  for (const at::Tensor& dirty : context_.dirty_)
    MODECHECK_CHECK(contains(outputs, dirty), ErrorClass::Argument, name(),
                    ": Some elements marked as dirty during the forward method were not returned as output. The inputs "
                    "that are modified inplace must all be outputs of the Function.");
  if (!recorded_) return;
  for (const at::Tensor& output : outputs) {
    MODECHECK_CHECK(output.defined(), ErrorClass::UndefinedTensor, name(),
                    ": forward returned an undefined tensor; leave it out, or return an empty one");
    if (!c10::isDifferentiableType(output.scalar_type()) || contains(context_.non_differentiable_, output)) continue;
    MODECHECK_CHECK(!output.is_inference(), ErrorClass::InferenceOutputRecorded, name(),
                    ": a result is an inference tensor, which can have no grad_fn. Return a clone made outside "
                    "InferenceMode, mark the result as non-differentiable, or call the Function inside the mode.",
                    modecheck::engine::Origin{ErrorClass::InferenceOutputRecorded, output.unsafeGetTensorImpl()});
    if (!contains(context_.dirty_, output)) continue;
    check_inplace(output, name());
    MODECHECK_CHECK(outputs.size() == 1 || replaces_history(output), ErrorClass::Argument, name(),
                    ": If your Function modifies inplace an input that is a view of another Tensor, your Function "
                    "cannot return more than one Tensor, but it returned ",
                    outputs.size(), ". Give it a clone of the view, or make two Functions of it.");
  }
  for (const at::Tensor& saved : context_.to_save_)
    if (saved.defined()) SavedTensor::check(saved, name());
}

variable_list CustomNode::finish(variable_list outputs, const variable_list& inputs) {
  count_writes_and_check(outputs);
  variable_list results = outputs;
  std::size_t differentiable = 0;
  for (std::uint32_t i = 0; i < results.size(); ++i) {
    at::Tensor& result = results[i];
    if (!result.defined()) continue;
    const bool is_input = contains(inputs, result);
    const bool is_dirty = contains(context_.dirty_, result);
    if (recorded_) add_input_metadata(result);
    if (!recorded_ || !c10::isDifferentiableType(result.scalar_type()) ||
        contains(context_.non_differentiable_, result)) {
      // An input that was marked as dirty is returned itself, as by every in-place operator. Any other input is
      // returned as an alias without history; the input keeps its history (rule F2). A view of an input stays a view,
      // as if it had been made under NoGradGuard.
      if (is_input && is_dirty && (!recorded_ || !result.requires_grad())) continue;
      if (is_input)
        result = recorded_ && !result.requires_grad() ? view_without_history(result) : result.detach();
      else if (result.requires_grad() && !result.is_view())
        call<operators::detach_>(result);
    } else {
      ++differentiable;
      if (is_dirty) {
        record_written(result, i, inputs);
      } else {
        if (is_input) result = view_without_history(result);
        set_gradient_edge(result, Edge(NodePtr::retained(this), i));
      }
    }
    if (!(is_input && is_dirty)) mark_leaving(result, CreationMeta::IN_CUSTOM_FUNCTION);
  }
  if (differentiable > 1)
    for (const at::Tensor& result : results)
      if (result.defined()) mark_leaving(result, CreationMeta::MULTI_OUTPUT_NODE);
  if (recorded_) save(outputs);
  context_.to_save_.clear();
  context_.dirty_.clear();
  context_.non_differentiable_.clear();
  return results;
}

void CustomNode::record_written(at::Tensor& output, std::uint32_t output_nr, const variable_list& inputs) {
  if (AutogradMeta* const meta = get_autograd_meta(output); meta != nullptr) meta->grad_.reset();
  rebase_history(output, Edge(NodePtr::retained(this), output_nr), place_of(output, inputs));
}

void CustomNode::save(const variable_list& outputs) {
  HistoryTransaction transaction;
  for (const at::Tensor& tensor : context_.to_save_) {
    SavedTensor& saved = context_.saved_.emplace_back();
    if (!tensor.defined()) continue;
    // A result of this node must not be saved with its own history, because that history owns this node. A view that
    // forward wrote gets its history from CopySlices. An input that was returned unchanged keeps the history that it
    // had.
    const AutogradMeta* const meta = get_autograd_meta(tensor);
    if (meta != nullptr && meta->grad_fn_.get() == this)
      saved.save_result(tensor, meta->output_nr_);
    else if (contains(context_.dirty_, tensor))
      saved.save_result(tensor, static_cast<std::uint32_t>(place_of(tensor, outputs)));
    else
      saved.save(tensor, transaction);
  }
  transaction.commit();
}

void CustomNode::check_saved() const {
  MODECHECK_CHECK(!context_.freed_ || context_.saved_.empty(), ErrorClass::BackwardGraphFreed, name(),
                  ": Trying to backward through the graph a second time (or directly access saved tensors after they "
                  "have already been freed). Saved intermediate values of the graph are freed by backward; specify "
                  "retain_graph=true the first time");
  for (const SavedTensor& saved : context_.saved_) saved.check_version(*this);
}

void CustomNode::release_variables() {
  const std::lock_guard<std::recursive_mutex> guard(mutex_);
  // The list keeps its entries after their tensors have been released. check_saved() can then tell a node whose saved
  // tensors were released from a node that never saved a tensor.
  for (SavedTensor& saved : context_.saved_) saved.release();
  context_.freed_ = true;
}

variable_list CustomNode::apply(variable_list&& gradients) {
  if (context_.materialize_grads_)
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      if (gradients[i].defined()) continue;
      const InputMetadata& result = input_metadata(i);
      gradients[i] = empty(result.shape(), result.dtype(), result.device());
      call<operators::zero_>(gradients[i]);
    }
  const std::lock_guard<std::recursive_mutex> guard(mutex_);
  variable_list returned = run_backward(context_, std::move(gradients));
  // Undefined gradients that backward returned beyond the number of arguments are ignored.
  while (returned.size() > is_tensor_.size() && !returned.back().defined()) returned.pop_back();
  MODECHECK_CHECK(returned.size() == is_tensor_.size(), ErrorClass::BackwardGradientCount, "function ", name(),
                  " returned an incorrect number of gradients (expected ", is_tensor_.size(), ", got ", returned.size(),
                  "); return one for each argument of forward, undefined where it is not a tensor");
  variable_list out;
  for (std::size_t i = 0; i < returned.size(); ++i) {
    if (is_tensor_[i])
      out.push_back(std::move(returned[i]));
    else
      MODECHECK_CHECK(!returned[i].defined(), ErrorClass::BackwardGradientCount, "function ", name(),
                      " returned a gradient that is defined at position ", i + 1,
                      ", but the corresponding forward input was not a Variable; return an undefined tensor for it");
  }
  return out;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
