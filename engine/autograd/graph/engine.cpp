#include "engine/autograd/graph/engine.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <limits>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/autograd/graph/accumulate_grad.h"
#include "engine/autograd/graph/node_hooks.h"
#include "engine/autograd/graph/node_index.h"
#include "engine/autograd/graph/strided_backward.h"
#include "engine/autograd/saved/unpacked_tensors.h"
#include "engine/core/errors/warning.h"
#include "engine/core/memory/thread_state.h"
#include "engine/core/types/device_hooks.h"
#include "engine/dispatch/call.h"
#include "engine/tracing/same_fake_mode.h"
#include "engine/tracing/symbolic_tracer.h"
#include "spec/operators/copy.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

// Restores the thread's mode state when backward ends, also if it ends by an exception.
class StateGuard {
 public:
  StateGuard() : saved_(thread_state) {}
  ~StateGuard() { thread_state = saved_; }
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  ModeState saved_;
};

// While this object exists, device work goes to the stream on which the node's forward ran, so that the node's backward
// runs there too.
class OnStreamOfForward {
 public:
  explicit OnStreamOfForward(const Node& node) {
    if (device_hooks == nullptr) [[likely]]
      return;
    outer_ = device_hooks->current_stream();
    device_hooks->set_current_stream(node.device_stream());
  }
  ~OnStreamOfForward() {
    if (device_hooks != nullptr) [[unlikely]]
      device_hooks->set_current_stream(outer_);
  }
  OnStreamOfForward(const OnStreamOfForward&) = delete;
  OnStreamOfForward& operator=(const OnStreamOfForward&) = delete;

 private:
  int outer_ = 0;
};

bool is_expandable_to(c10::IntArrayRef from, c10::IntArrayRef to) {
  if (from.size() > to.size()) return false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::int64_t size = from[from.size() - 1 - i];
    if (size != to[to.size() - 1 - i] && size != 1) return false;
  }
  return true;
}

// Sums the gradient over all dimensions that broadcasting repeated, so that the result has the sizes `shape`.
at::Tensor sum_to(const at::Tensor& gradient, c10::IntArrayRef shape) {
  const std::size_t leading = gradient.sizes().size() - shape.size();
  std::vector<std::int64_t> dims;
  for (std::size_t i = 0; i < gradient.sizes().size(); ++i)
    if (i < leading || (shape[i - leading] == 1 && gradient.sizes()[i] != 1))
      dims.push_back(static_cast<std::int64_t>(i));
  const at::Tensor sum = call<operators::sum_dim_IntList>(gradient, dims, true, c10::nullopt);
  return leading == 0 ? sum : call<operators::view>(sum, shape);
}

// Raises unless the gradient fits the node to which the edge leads. `from` is the node that returned the gradient, or
// nullptr for a gradient that was passed to backward().
void check_gradient(const at::Tensor& gradient, const Edge& edge, std::size_t index, const Node* from) {
  const auto name = [&] { return from == nullptr ? std::string("backward") : from->name(); };
  const InputMetadata& wanted = edge.function->input_metadata(edge.input_nr);
  MODECHECK_CHECK(is_expandable_to(wanted.shape(), gradient.sizes()), ErrorClass::BackwardGradientMismatch, name(),
                  ": invalid gradient at index ", index, " - got ", gradient.sizes(),
                  " but expected shape compatible with ", wanted.shape());
  // Tensors without dimensions are exempt, because operators accept such a tensor on the CPU together with tensors on a
  // GPU. Its gradient then arrives on the GPU.
  MODECHECK_CHECK(gradient.device() == wanted.device() || wanted.shape().empty(), ErrorClass::BackwardGradientMismatch,
                  name(), ": invalid gradient at index ", index, " - expected device ", wanted.device(), " but got ",
                  gradient.device());
  MODECHECK_CHECK(gradient.is_fake() == wanted.device().is_fake(), ErrorClass::BackwardGradientMismatch, name(),
                  ": invalid gradient at index ", index, " - expected a ", wanted.device().is_fake() ? "fake" : "real",
                  " tensor but got a ", gradient.is_fake() ? "fake" : "real", " one");
}

// Returns whether a gradient is on the device on which a node expects it. A fake tensor's device is only claimed.
bool is_on(const at::Tensor& gradient, const InputMetadata& wanted) {
  return gradient.device() == wanted.device() && gradient.is_fake() == wanted.device().is_fake();
}

// Converts `gradient` to the sizes, dtype and device that the edge's node expects, or raises. Derivative formulas need
// not undo broadcasting and dtype promotion themselves, because this function does so.
void fit_gradient(at::Tensor& gradient, const Edge& edge, std::size_t index, const Node* from) {
  const InputMetadata& wanted = edge.function->input_metadata(edge.input_nr);
  const bool same_sizes = gradient.sizes().equals(wanted.shape());
  if (!same_sizes || !is_on(gradient, wanted)) check_gradient(gradient, edge, index, from);
  if (!same_sizes) gradient = sum_to(gradient, wanted.shape());
  if (!is_on(gradient, wanted))
    gradient = call<operators::_to_copy>(gradient, c10::nullopt, c10::nullopt, wanted.device(), c10::nullopt, false,
                                         c10::nullopt);
  // If the tensor is real, this conversion keeps the real part of a complex gradient.
  if (gradient.scalar_type() != wanted.dtype())
    gradient = call<operators::to_dtype>(gradient, wanted.dtype(), false, false, c10::nullopt);
}

// Held while a gradient is stored into the grad of a non-leaf that retains it, because several threads may store one
// for the same tensor.
std::mutex retaining;

std::size_t count_tensor_hooks(Node& node) {
  const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
  return node.tensor_hooks().size();
}

// A copy of a hook, which keeps the hook's function alive while it runs, because another thread may remove the hook in
// the meantime.
struct RunningHook {
  TensorHook hook;
  std::shared_ptr<const HookList::Function> function;
};

RunningHook tensor_hook_of(Node& node, std::size_t i) {
  const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
  const TensorHook& hook = node.tensor_hooks()[i];
  return {hook, hook.slot ? *hook.slot : nullptr};
}

// A node that can run, because all gradients for it have arrived.
struct Ready {
  Node* node;
  std::size_t index;
  bool waits;  // whether all nodes that do not wait run before it
  bool operator<(const Ready& other) const {
    return waits != other.waits ? waits : node->sequence_nr() < other.node->sequence_nr();
  }
};

// The state of one node during one backward.
struct Visit {
  std::uint32_t dependencies = 0;
  bool needed = true;
  variable_list gradients;
  std::vector<std::size_t> captures;  // the indices of the task's inputs whose gradients arrive at this node
  // A hook at this node also acts on a part of the gradient that arrives at another node. This node runs as late as
  // possible, and the other nodes in `held` run after it.
  bool waits = false;
  std::vector<std::size_t> held;
  bool keeps_gradients = false;  // whether a hook at a later node acts on the gradients that arrive here
};

// The nodes that can run. The node that was recorded last comes first.
class ReadyQueue {
 public:
  bool empty() const { return heap_.empty(); }
  void push(Node* node, std::size_t index, bool waits) {
    heap_.emplace_back(Ready{node, index, waits});
    std::push_heap(heap_.begin(), heap_.end());
  }
  Ready pop() {
    std::pop_heap(heap_.begin(), heap_.end());
    const Ready out = heap_.back();
    heap_.pop_back();
    return out;
  }

 private:
  SmallVector<Ready, 8> heap_;
};

// The nodes of one backward, each with its state.
class Visits {
 public:
  std::size_t size() const { return nodes_.size(); }
  Node* node(std::size_t index) const { return nodes_[index]; }
  Visit& operator[](std::size_t index) { return visits_[index]; }
  std::size_t find(const Node* node) const { return nodes_.find(node); }
  // Returns the node's number. A node that was not known yet is added, which may move the states in memory, so that
  // references to them become invalid.
  std::size_t add(Node* node) {
    const std::size_t index = nodes_.add(node);
    if (index == visits_.size()) visits_.emplace_back();
    return index;
  }

 private:
  NodeIndex nodes_;
  SmallVector<Visit, 8> visits_;
};

// Calls the hook's function on `gradient` and returns the result. Raises if the result does not fit the gradient.
at::Tensor call_hook(const RunningHook& running, const at::Tensor& gradient) {
  at::Tensor changed = (*running.function)(gradient);
  if (!changed.defined()) return gradient;  // the hook may have written to the gradient that it was given
  const auto reject = [&](const char* what) {
    throw ClassifiedRuntimeError(ErrorClass::BackwardGradientMismatch, "hook '" + std::to_string(running.hook.id) +
                                                                           "' has changed the " + what +
                                                                           " of value; return a gradient like it");
  };
  if (!changed.sizes().equals(gradient.sizes())) reject("size");
  if (changed.scalar_type() != gradient.scalar_type()) reject("type");
  if (changed.device() != gradient.device() || changed.is_fake() != gradient.is_fake()) reject("location");
  check_same_fake_mode("a hook of a gradient", changed, gradient);
  return changed;
}

// Returns the index of the node at which the rest of the hook's gradient arrives, or NodeIndex::none.
std::size_t find_rest(const TensorHook& hook, const Visits& visits) {
  const std::size_t found = hook.rest == nullptr ? NodeIndex::none : visits.find(hook.rest->node);
  // The node may have been destroyed, and another node may have been allocated in its place.
  const bool is_it = found != NodeIndex::none && visits.node(found)->sequence_nr() == hook.rest->sequence_nr;
  return is_it ? found : NodeIndex::none;
}

// Returns the rest of the hook's gradient, or nullptr if none has arrived.
at::Tensor* rest_of_gradient(const TensorHook& hook, Visits& visits) {
  const std::size_t found = find_rest(hook, visits);
  if (found == NodeIndex::none || visits[found].gradients.empty()) return nullptr;
  at::Tensor& gradient = visits[found].gradients[hook.rest->output_nr];
  return gradient.defined() ? &gradient : nullptr;
}

// Calls a hook on the gradient of the tensor's present geometry, and converts what the hook returns back.
void call_converted(const RunningHook& running, at::Tensor& gradient, Visits& visits) {
  const TensorHook& hook = running.hook;
  at::Tensor read = (*hook.reindex)(gradient);
  at::Tensor* const rest = rest_of_gradient(hook, visits);
  if (rest != nullptr) read = call<operators::add_Tensor>(read, (*hook.rest->reindex)(*rest), 1);
  const at::Tensor changed = call_hook(running, read);
  gradient = hook.reindex->put_back(gradient, changed);
  if (rest != nullptr) *rest = hook.rest->reindex->put_back(*rest, changed);
}

// Adds `gradient` to the grad of a tensor that is no leaf and retains its gradient.
void add_to_retained(const at::Tensor& tensor, const at::Tensor& gradient) {
  // The old grad is destroyed after the lock is released, because its destruction may run code of the program.
  at::Tensor before;
  const std::lock_guard<std::mutex> lock(retaining);
  at::Tensor& grad = materialize_autograd_meta(tensor).grad_;
  if (SymbolicTracer* const tracer = grad.defined() ? SymbolicTracer::of(grad) : nullptr; tracer != nullptr)
      [[unlikely]]
    tracer->note_sum(grad, tensor);
  at::Tensor after = grad.defined() ? call<operators::add_Tensor>(grad, gradient, 1)
                                    : call<operators::clone>(gradient, c10::MemoryFormat::Contiguous);
  before = std::exchange(grad, std::move(after));
  const at::Tensor& kept = get_autograd_meta(tensor)->grad_;
  if (SymbolicTracer* const tracer = SymbolicTracer::of(kept); tracer != nullptr) [[unlikely]]
    tracer->note_gradient(kept, tensor);
}

enum class HookPart : std::uint8_t { Functions, Retained };

// If `part` is Functions, runs the functions registered for the tensors of `node`, in order of registration. If `part`
// is Retained, stores the gradients of tensors that retain them.
void run_tensor_hooks(Node& node, variable_list& gradients, HookPart part, Visits& visits) {
  // A leaf that no longer requires grad receives no gradient, so its hooks do not run.
  if (const at::Tensor leaf = leaf_of(node); leaf.defined() && !get_autograd_meta(leaf)->requires_grad_) return;
  // The hooks are counted before they run. A hook that another hook registers meanwhile therefore runs only from the
  // next backward on.
  const std::size_t count = count_tensor_hooks(node);
  for (std::size_t i = 0; i < count; ++i) {
    const RunningHook running = tensor_hook_of(node, i);
    const TensorHook& hook = running.hook;
    at::Tensor& gradient = gradients[hook.output_nr];
    if (!gradient.defined()) continue;
    if (part == HookPart::Retained ? !hook.retain : running.function == nullptr) continue;
    const at::Tensor tensor = hook.retain ? hook.retain->lock() : at::Tensor();
    if (hook.retain && !tensor.defined()) continue;
    if (hook.retain)
      add_to_retained(tensor, hook.reindex == nullptr ? gradient : (*hook.reindex)(gradient));
    else if (hook.reindex == nullptr)
      gradient = call_hook(running, gradient);
    else
      call_converted(running, gradient, visits);
  }
}

// Raises if a hook returned another number of gradients than it was given. A hook may change gradients, but not their
// number.
void check_count(const Node& node, const char* hook, std::size_t expected, std::size_t got) {
  MODECHECK_CHECK(got == expected, ErrorClass::BackwardGradientCount, node.name(), ": a ", hook,
                  " returned an incorrect number of gradients (expected ", expected, ", got ", got,
                  "); return all that it was given");
}

// The options with which one node is run in one backward.
struct Evaluation {
  bool keep_graph = false;      // whether the node keeps its saved tensors for another backward
  bool hooks_have_run = false;  // whether the tensors' hooks ran already, because a gradient was captured at this node
  Visits& visits;               // of all nodes of the backward
};

// Runs one node with all its hooks, and converts its results to the sizes, dtypes and devices that the next nodes
// expect.
variable_list evaluate(Node& node, variable_list gradients, const Evaluation& how) {
  if (node.has_hooks()) [[unlikely]] {
    if (node.has_tensor_hooks()) {
      if (!how.hooks_have_run) run_tensor_hooks(node, gradients, HookPart::Functions, how.visits);
      run_tensor_hooks(node, gradients, HookPart::Retained, how.visits);
    }
    for (std::size_t i = 0; i < node.pre_hooks().size(); ++i) {
      const std::size_t expected = gradients.size();
      gradients = (*node.pre_hooks()[i])(gradients);
      check_count(node, "pre hook", expected, gradients.size());
    }
  }
  const UnpackedTensors until_it_has_run;
  node.check_saved();
  variable_list results;
  if (node.has_hooks() && !node.post_hooks().empty()) [[unlikely]] {
    results = node.apply(variable_list(gradients));
    for (std::size_t i = 0; i < node.post_hooks().size(); ++i) {
      const std::size_t expected = results.size();
      results = (*node.post_hooks()[i])(results, gradients);
      check_count(node, "post hook", expected, results.size());
    }
    gradients.clear();
  } else {
    results = node.apply(std::move(gradients));
    gradients.clear();
  }
  if (!how.keep_graph) node.release_variables();
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].defined()) continue;
    if (!node.next_edge(i).is_valid())
      results[i].reset();
    else
      fit_gradient(results[i], node.next_edge(i), i, &node);
  }
  return results;
}

// Runs one node with all its hooks in anomaly mode. Raises for a NaN, and adds to every error the call stack with which
// the node was recorded.
variable_list evaluate_watched(Node& node, variable_list gradients, const Evaluation& how) {
  const auto origin = [&] {
    static const torch::autograd::AnomalyMetadata nothing;
    std::string out = "\n";
    for (const std::string& trace : (node.metadata() == nullptr ? nothing : *node.metadata()).describe(node.name())) {
      // libtorch prints a warning and leaves the error unchanged. Here both the warning and the error contain the text,
      // because a program may show only one of them.
      c10::Warning::warn({"backward", __FILE__, __LINE__}, trace, false);
      out += trace;
    }
    return out;
  };
  try {
    variable_list results = evaluate(node, std::move(gradients), how);
    if (torch::autograd::AnomalyMode::should_check_nan())
      for (std::size_t i = 0; i < results.size(); ++i)
        MODECHECK_CHECK(!results[i].defined() || !has_nan(results[i]), ErrorClass::BackwardNan, "Function '",
                        node.name(), "' returned nan values in its ", i,
                        "th output. The derivative is not defined at these values: keep away from them in forward.");
    return results;
  } catch (c10::Error& error) {
    error.add_context(origin());
    throw;
  } catch (const ClassifiedRuntimeError& error) {
    throw ClassifiedRuntimeError(error.error_class(), error.what() + origin());
  } catch (const std::exception&) {
    // The exception is not one of the engine's own classes, so it is rethrown unchanged.
    origin();
    throw;
  }
}

// The innermost backward on this thread. A node's code asks it which gradients are needed.
struct Running {
  Visits& visits;
  const Node* node = nullptr;
};
constinit thread_local Running* running = nullptr;

class RunningGuard {
 public:
  explicit RunningGuard(Running& now) : outer_(running) { running = &now; }
  ~RunningGuard() { running = outer_; }
  RunningGuard(const RunningGuard&) = delete;
  RunningGuard& operator=(const RunningGuard&) = delete;

 private:
  Running* const outer_;
};

}  // namespace

bool is_needed_now(const Node& node, std::size_t edge) {
  // CopySlices runs the node of a write inside its own run. `visits` contains only CopySlices, whose edges have the
  // same numbers as those of the inner node.
  const Node& known = running == nullptr || running->node == nullptr ? node : *running->node;
  const Edge& next = known.next_edge(edge);
  if (!next.is_valid()) return false;
  if (running == nullptr) return true;
  const std::size_t found = running->visits.find(next.function.get());
  return found != NodeIndex::none && (running->visits[found].needed || !running->visits[found].captures.empty());
}

const Node* evaluating_node() { return running == nullptr ? nullptr : running->node; }

namespace {

// Marks the nodes from which one of the wanted inputs can be reached, and the nodes where gradients are captured.
void mark_needed(Visits& visits, const BackwardTask& task) {
  for (std::size_t i = 0; i < visits.size(); ++i) visits[i].needed = false;
  for (std::size_t i = 0; i < task.inputs.size(); ++i) {
    Node* const node = task.inputs[i].function.get();
    if (node == nullptr) continue;
    const std::size_t found = visits.find(node);
    if (found == NodeIndex::none) continue;
    if (task.capture)
      visits[found].captures.push_back(i);
    else
      visits[found].needed = true;
  }
  // One pass suffices if all edges lead to nodes with lower sequence numbers. Graphs that several threads recorded may
  // need more passes.
  std::vector<std::size_t> order(visits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return visits.node(a)->sequence_nr() < visits.node(b)->sequence_nr();
  });
  bool changed = true;
  while (changed) {
    changed = false;
    for (const std::size_t index : order) {
      if (visits[index].needed) continue;
      for (const Edge& edge : visits.node(index)->next_edges()) {
        if (!edge.is_valid()) continue;
        const Visit& next = visits[visits.find(edge.function.get())];
        if (next.needed || !next.captures.empty()) {
          visits[index].needed = true;
          changed = true;
          break;
        }
      }
    }
  }
}

// Copies each gradient that was passed for a root if that tensor is also the grad of some leaf (rule S3). Backward
// would otherwise change the gradient in place before reading it. libtorch does not copy it.
void copy_gradients_of_leaves(const Visits& visits, BackwardTask& task) {
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const Node* const node = visits.node(i);
    if (node->sequence_nr() != std::numeric_limits<std::uint64_t>::max()) continue;
    const auto* const leaf = dynamic_cast<const torch::autograd::AccumulateGrad*>(node);
    for (at::Tensor& gradient : task.gradients)
      if (leaf != nullptr && gradient.defined() && leaf->adds_to(gradient))
        gradient = call<operators::clone>(gradient, c10::nullopt);
  }
}

// Lets each node with a hook that acts on gradients of two nodes wait for the gradients that arrive at the other node.
void wait_for_gradients_of_hooks(Visits& visits) {
  for (std::size_t i = 0; i < visits.size(); ++i) {
    Node& node = *visits.node(i);
    if (!node.has_hooks() || !node.has_tensor_hooks()) [[likely]]
      continue;
    const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
    for (const TensorHook& hook : node.tensor_hooks()) {
      const std::size_t other = find_rest(hook, visits);
      if (other == NodeIndex::none) continue;
      if (!hook.rest->owner) {
        visits[other].keeps_gradients = true;
        continue;
      }
      visits[i].waits = true;
      visits[i].held.push_back(other);
      ++visits[other].dependencies;
    }
  }
}

// Captures gradients again that a hook at a later node may have changed since.
void capture_changed(variable_list& captured, Visits& visits, const BackwardTask& task) {
  for (std::size_t i = 0; task.capture && i < visits.size(); ++i)
    if (visits[i].keeps_gradients)
      for (const std::size_t input : visits[i].captures)
        captured[input] = visits[i].gradients[task.inputs[input].input_nr];
}

variable_list run_here(BackwardTask task) {
  const RouteMute mute;
  const StateGuard guard;
  thread_state.grad = task.create_graph;

  // Counts the edges through which each node will receive gradients. A node can run when all of them have delivered.
  Visits visits;
  Running now{visits};
  const RunningGuard running_guard(now);
  for (const Edge& root : task.roots) visits.add(root.function.get());
  for (std::size_t i = 0; i < visits.size(); ++i)
    for (const Edge& edge : visits.node(i)->next_edges())
      if (edge.is_valid()) ++visits[visits.add(edge.function.get())].dependencies;
  wait_for_gradients_of_hooks(visits);
  if (!task.inputs.empty()) mark_needed(visits, task);

  copy_gradients_of_leaves(visits, task);
  for (std::size_t i = 0; i < task.roots.size(); ++i)
    if (task.gradients[i].defined()) fit_gradient(task.gradients[i], task.roots[i], i, nullptr);

  variable_list captured(task.capture ? task.inputs.size() : 0);
  // Keeping the roots alive keeps all nodes alive. The edges into a node may be its only owners, and a node keeps its
  // edges until it is destroyed.
  ReadyQueue ready;
  const auto deliver = [&](const Edge& edge, std::size_t index, at::Tensor&& gradient) {
    Visit& visit = visits[index];
    if (visit.gradients.empty()) visit.gradients.resize(edge.function->num_inputs());
    if (!gradient.defined()) return;
    at::Tensor& sum = visit.gradients[edge.input_nr];
    if (sum.defined())
      sum = call<operators::add_Tensor>(sum, gradient, 1);
    else
      sum = std::move(gradient);
  };
  for (std::size_t i = 0; i < task.roots.size(); ++i) {
    Node* const node = task.roots[i].function.get();
    const std::size_t index = visits.find(node);
    if (visits[index].dependencies == 0 && visits[index].gradients.empty())
      ready.push(node, index, visits[index].waits);
    // The task keeps references to the roots' gradients, also to those created implicitly. A leaf therefore copies such
    // a gradient into its own layout instead of taking over its memory.
    deliver(task.roots[i], index, at::Tensor(task.gradients[i]));
  }

  while (!ready.empty()) {
    const auto [node, index, waits] = ready.pop();
    if (visits[index].gradients.empty()) visits[index].gradients.resize(node->num_inputs());
    variable_list gradients =
        visits[index].keeps_gradients ? variable_list(visits[index].gradients) : std::move(visits[index].gradients);
    const Evaluation how{task.keep_graph, !visits[index].captures.empty(), visits};
    if (how.hooks_have_run) {
      // A tensor's hooks run before its gradient is captured for grad(). Capturing a gradient does not store it into
      // tensors that retain their gradient.
      if (node->has_hooks() && node->has_tensor_hooks()) {
        const OnStreamOfForward stream(*node);
        run_tensor_hooks(*node, gradients, HookPart::Functions, visits);
      }
      for (std::size_t input : visits[index].captures) captured[input] = gradients[task.inputs[input].input_nr];
    }
    variable_list results;
    if (visits[index].needed) {
      now.node = node;
      const OnStreamOfForward stream(*node);
      results = torch::autograd::AnomalyMode::is_enabled() ? evaluate_watched(*node, std::move(gradients), how)
                                                           : evaluate(*node, std::move(gradients), how);
    }
    for (std::size_t i = 0; i < node->num_outputs(); ++i) {
      const Edge& edge = node->next_edge(i);
      if (!edge.is_valid()) continue;
      const std::size_t next = visits.find(edge.function.get());
      deliver(edge, next, i < results.size() ? std::move(results[i]) : at::Tensor());
      if (--visits[next].dependencies == 0) ready.push(edge.function.get(), next, visits[next].waits);
    }
    for (const std::size_t other : visits[index].held)
      if (--visits[other].dependencies == 0) ready.push(visits.node(other), other, visits[other].waits);
  }
  capture_changed(captured, visits, task);
  return captured;
}

// The number of backward calls on this thread that run inside each other, including the present one.
constinit thread_local unsigned depth = 0;
// As in libtorch, every 60th nested backward runs on a new thread, which has a fresh stack.
constexpr unsigned most_on_a_stack = 60;

class DepthGuard {
 public:
  explicit DepthGuard(unsigned now) : outer_(depth) { depth = now; }
  ~DepthGuard() { depth = outer_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  const unsigned outer_;
};

}  // namespace

void check_root_gradient(const at::Tensor& gradient, const Edge& root, std::size_t index) {
  check_gradient(gradient, root, index, nullptr);
}

namespace {

// While it exists, the fake tensors that formulas make belong to the fake mode of the gradients, if they have one. The
// formulas know sizes as numbers only, so their operators are not traced: a gradient has the sizes of its tensor.
class ModeOfGradients {
 public:
  explicit ModeOfGradients(const variable_list& gradients) : before_(thread_fake_mode) {
    for (const at::Tensor& gradient : gradients)
      if (gradient.is_fake()) [[unlikely]]
        if (const std::uint32_t mode = gradient.unsafeGetTensorImpl()->storage()->fake_mode(); mode != 0)
          thread_fake_mode = mode;
    if (thread_fake_mode != 0) [[unlikely]]
      untraced_.emplace();
  }
  ~ModeOfGradients() { thread_fake_mode = before_; }
  ModeOfGradients(const ModeOfGradients&) = delete;
  ModeOfGradients& operator=(const ModeOfGradients&) = delete;

 private:
  std::uint32_t before_;
  c10::optional<SymbolicTracer::Off> untraced_;
};

}  // namespace

variable_list run_backward(BackwardTask task) {
  const ModeOfGradients mode(task.gradients);
  const unsigned now = depth + 1;
  if (now % most_on_a_stack != 0) [[likely]] {
    const DepthGuard guard(now);
    return run_here(std::move(task));
  }
  variable_list out;
  std::exception_ptr error;
  const int stream = device_hooks == nullptr ? 0 : device_hooks->current_stream();
  std::thread([&, state = thread_state, fake_mode = thread_fake_mode] {
    thread_state = state;
    thread_fake_mode = fake_mode;
    const SymbolicTracer::Off untraced;
    if (device_hooks != nullptr) device_hooks->set_current_stream(stream);
    const DepthGuard guard(now);
    try {
      out = run_here(std::move(task));
    } catch (...) {
      error = std::current_exception();
    }
  }).join();
  if (error) std::rethrow_exception(error);
  return out;
}

}  // namespace modecheck::engine
