#include "engine/autograd/user/autograd.h"

#include <atomic>

#include "engine/autograd/graph/accumulate_grad.h"
#include "engine/autograd/graph/engine.h"
#include "engine/autograd/graph/history.h"
#include "engine/autograd/graph/strided_backward.h"
#include "engine/core/errors/warning.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/modes/grad_mode.h"
#include "engine/tracing/call_record.h"
#include "engine/tracing/same_fake_mode.h"
#include "engine/tracing/symbolic_tracer.h"
#include "spec/operators/copy.h"
#include "spec/operators/pointwise.h"

namespace modecheck::engine {
namespace {

// With symbolic sizes, whether a gradient fits its root becomes a guard. Without a gradient the root must have one
// element.
void ask_about_sizes(const at::Tensor& root, const at::Tensor& gradient) {
  SymbolicTracer* const tracer = SymbolicTracer::of(root);
  if (tracer == nullptr) return;
  CallRecord record(CallRecord::About{"backward", "backward", OperatorKind::Functional,
                                      operators::Family::PointwiseBinary, no_argument, 0});
  record.add(root);
  if (gradient.defined()) record.add(gradient);
  tracer->begin(record)->has_run();
}

BackwardTask make_task(const variable_list& roots, const variable_list& gradients, bool keep_graph, bool create_graph,
                       HistoryTransaction& transaction) {
  MODECHECK_CHECK(gradients.empty() || gradients.size() == roots.size(), ErrorClass::Argument, "backward: got ",
                  roots.size(), " tensors and ", gradients.size(), " gradients; give one for each, or none");
  BackwardTask task;
  task.keep_graph = keep_graph;
  task.create_graph = create_graph;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const at::Tensor& root = roots[i];
    MODECHECK_CHECK(root.defined(), ErrorClass::UndefinedTensor, "backward: element ", i, " of tensors is undefined");
    if (i < gradients.size() && gradients[i].defined()) check_same_fake_mode("backward", root, gradients[i]);
    ask_about_sizes(root, gradients.empty() ? at::Tensor() : gradients[i]);
    if (i < gradients.size() && gradients[i].defined()) {
      MODECHECK_CHECK(c10::isComplexType(gradients[i].scalar_type()) == c10::isComplexType(root.scalar_type()),
                      ErrorClass::BackwardGradientDtype, "backward: the gradient of element ", i, " of tensors is ",
                      gradients[i].scalar_type(), " but the element ", root.scalar_type(),
                      "; a complex tensor has a complex gradient, and no other has");
      task.gradients.push_back(gradients[i]);
    } else if (root.requires_grad()) {
      MODECHECK_CHECK(root.numel() == 1, ErrorClass::BackwardRootNotScalar,
                      "backward: grad can be implicitly created only for scalar outputs, but element ", i,
                      " of tensors has sizes ", root.sizes(), "; give a gradient or reduce it to one element");
      // An implicit gradient is the real number 1, so it is not allowed for a complex root (PyTorch issue 92750).
      MODECHECK_CHECK(!c10::isComplexType(root.scalar_type()), ErrorClass::BackwardGradientDtype,
                      "backward: grad can be implicitly created only for real outputs, but element ", i,
                      " of tensors is ", root.scalar_type(), "; give a gradient");
      task.gradients.emplace_back();
    } else {
      task.gradients.emplace_back();
    }
    Edge edge = gradient_edge(root, transaction);
    MODECHECK_CHECK(edge.is_valid(), ErrorClass::BackwardRootRequiresNoGrad, "backward: element ", i,
                    " of tensors does not require grad and does not have a grad_fn; record its computation with grad "
                    "mode on, from a tensor that requires grad, outside InferenceMode");
    // The gradient of a root is checked before the inputs are checked (rule E3). This also happens before regenerated
    // histories are kept, so that an error leaves no trace (rule E1).
    if (task.gradients[i].defined()) check_root_gradient(task.gradients[i], edge, i);
    task.roots.push_back(std::move(edge));
  }
  // The implicit gradients of the roots are allocated only after all checks of the roots, so that a failed check
  // allocates nothing. The gradient of a fake root belongs to the root's fake mode.
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (task.gradients[i].defined()) continue;
    const RouteMute mute;
    at::Tensor one = empty(roots[i].sizes(), roots[i].scalar_type(), roots[i].device());
    if (one.is_fake())
      if (const std::uint32_t mode = roots[i].unsafeGetTensorImpl()->storage()->fake_mode(); mode != 0)
        one.unsafeGetTensorImpl()->storage()->set_fake_mode(mode);
    KernelAnywhere<operators::fill__Scalar>::call(one, 1);
    task.gradients[i] = std::move(one);
  }
  return task;
}

// Warns once, as libtorch does, about backward() with create_graph: the accumulated gradients keep their graph alive.
void warn_of_create_graph() {
  static std::atomic<bool> warned{false};
  if (warned.exchange(true, std::memory_order_relaxed) && !c10::Warning::get_warnAlways()) return;
  c10::Warning::warn({"backward", __FILE__, __LINE__},
                     "Using backward() with create_graph=True makes gradients that hold the graph they were computed "
                     "with until .grad is reset. torch::autograd::grad returns them instead.",
                     false);
}

}  // namespace
}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using namespace modecheck::engine;  // NOLINT: this file implements functions of libtorch's namespaces

void backward(const variable_list& tensors, const variable_list& grad_tensors, std::optional<bool> retain_graph,
              bool create_graph, const variable_list& inputs) {
  HistoryTransaction transaction;
  BackwardTask task = make_task(tensors, grad_tensors, retain_graph.value_or(create_graph), create_graph, transaction);
  for (const at::Tensor& input : inputs)
    MODECHECK_CHECK(input.defined() && input.requires_grad(), ErrorClass::BackwardInputRequiresNoGrad,
                    "backward: one of the inputs does not require grad, so it cannot retain a gradient");
  for (const at::Tensor& input : inputs) {
    Edge edge = recorded_edge(input, transaction);
    if (edge.is_valid()) task.inputs.push_back(std::move(edge));
    if (auto more = beyond_recorded(input, transaction); more.has_value())
      task.inputs.push_back(std::move(more.value().edge));
  }
  // Reading the grad_fn of roots and inputs has regenerated the history of views whose base was written since. That
  // change is committed now, so that a failing backward does not roll it back.
  transaction.commit();
  for (const at::Tensor& input : inputs) input.retain_grad();
  if (create_graph) warn_of_create_graph();
  // None of the given inputs takes part in the graph, so there is nothing to run.
  if (!inputs.empty() && task.inputs.empty()) return;
  run_backward(std::move(task));
}

variable_list grad(const variable_list& outputs, const variable_list& inputs, const variable_list& grad_outputs,
                   std::optional<bool> retain_graph, bool create_graph, bool allow_unused) {
  HistoryTransaction transaction;
  BackwardTask task = make_task(outputs, grad_outputs, retain_graph.value_or(create_graph), create_graph, transaction);
  MODECHECK_CHECK(!inputs.empty(), ErrorClass::Argument, "grad requires non-empty inputs.");
  std::vector<std::shared_ptr<const Reindex>> reindex(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const at::Tensor& input = inputs[i];
    MODECHECK_CHECK(input.defined() && input.requires_grad(), ErrorClass::BackwardInputRequiresNoGrad,
                    "grad: One of the differentiated Tensors does not require grad");
    Edge edge = recorded_edge(input, transaction);
    // What the hooks of a tensor leave is its gradient (rule S7). The hooks of a base that is a part of its storage run
    // at the history that the base shares with its views.
    if (const AutogradMeta& meta = *get_autograd_meta(input); meta.hooks_ && !meta.hooks_->slots.empty()) {
      RetainPlace place = hook_place(input, transaction);
      if (place.node != edge.function && place.beyond == nullptr) {
        edge = Edge(place.node, place.output_nr);
        reindex[i] = std::move(place.reindex);
      }
    }
    task.inputs.push_back(std::move(edge));
  }
  std::vector<std::pair<std::size_t, Geometry>> beyond;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (const auto more = beyond_recorded(inputs[i], transaction); more.has_value() && reindex[i] == nullptr) {
      beyond.emplace_back(i, more->geometry);
      task.inputs.push_back(more->edge);
    }
  transaction.commit();
  task.capture = true;
  variable_list out = run_backward(std::move(task));
  const variable_list more(out.begin() + static_cast<std::ptrdiff_t>(inputs.size()), out.end());
  out.resize(inputs.size());
  // Converts the gradients to the inputs' present geometries, if an unrecorded in-place view operator changed these
  // since recording (rule S3). With create_graph that is a part of what is recorded (rule G6).
  const at::AutoGradMode recording(create_graph);
  const SymbolicTracer::Off untraced;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (const AutogradMeta& meta = *get_autograd_meta(inputs[i]); out[i].defined() && reindex[i] != nullptr)
      out[i] = (*reindex[i])(out[i]);
    else if (out[i].defined() && meta.recorded_geometry_)
      out[i] = strided_backward(out[i], Geometry(inputs[i]), *meta.recorded_geometry_);
  for (std::size_t k = 0; k < more.size(); ++k) {
    const auto& [i, geometry] = beyond[k];
    if (!out[i].defined() || !more[k].defined()) continue;
    const Geometry now(inputs[i]);
    out[i] = call<operators::add_Tensor>(
        out[i], strided_backward_beyond(more[k], now, *get_autograd_meta(inputs[i])->recorded_geometry_, geometry), 1);
  }
  for (std::size_t i = 0; i < out.size(); ++i)
    if (SymbolicTracer* const tracer = SymbolicTracer::of(out[i]); tracer != nullptr) [[unlikely]]
      tracer->note_gradient(out[i], inputs[i]);
  if (!allow_unused)
    for (const at::Tensor& gradient : out)
      MODECHECK_CHECK(gradient.defined(), ErrorClass::BackwardInputUnused,
                      "grad: One of the differentiated Tensors appears to not have been used in the graph. Set "
                      "allow_unused=True if this is the desired behavior.");
  return out;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
