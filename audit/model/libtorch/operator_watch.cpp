// Watches libtorch's operators by a RecordFunction callback, as PyTorch's profiler does.
#include "audit/model/operator_watch.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/record_function.h>
#include <torch/script.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace modecheck::audit {

struct OperatorWatch::Watching {
  Counts counts;
  std::unordered_map<const void*, std::int64_t> bumps;  // that were counted, by tensor
  std::vector<std::vector<const void*>> open;  // for each operator that runs, the views that it and its parts made
  at::CallbackHandle handle = 0;
};

namespace {

// The watch of this thread. A callback is a plain function, so it cannot hold the watch.
thread_local OperatorWatch::Counts* counts_of_thread = nullptr;
thread_local std::unordered_map<const void*, std::int64_t>* bumps_of_thread = nullptr;
thread_local std::vector<std::vector<const void*>>* open_of_thread = nullptr;

// What was known of a written tensor when the operator began.
struct Written {
  at::Tensor tensor;
  std::int64_t version;
  std::int64_t counted;
};

struct Call : at::ObserverContext {
  std::vector<Written> written;
  std::size_t results = 0;
};

// Returns the last `count` values. A boxed call shows the whole stack, whose last values are the operator's.
at::ArrayRef<const c10::IValue> last_of(at::ArrayRef<const c10::IValue> values, std::size_t count) {
  return values.slice(values.size() - std::min(count, values.size()));
}

void add_written(const c10::IValue& value, std::vector<Written>& into) {
  const auto add = [&into](const at::Tensor& tensor) {
    if (!tensor.defined() || tensor.is_inference()) return;
    into.push_back(
        {tensor, static_cast<std::int64_t>(tensor._version()), (*bumps_of_thread)[tensor.unsafeGetTensorImpl()]});
  };
  if (value.isTensor()) add(value.toTensor());
  if (value.isTensorList())
    for (const at::Tensor& tensor : value.toTensorVector()) add(tensor);
}

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
  auto call = std::make_unique<Call>();
  if (counts_of_thread == nullptr) return call;
  ++counts_of_thread->operators;
  open_of_thread->emplace_back();
  const auto name = function.operator_name();
  const auto handle = name ? c10::Dispatcher::singleton().findSchema(*name) : c10::nullopt;
  if (!handle) return call;
  const auto& arguments = handle->schema().arguments();
  call->results = handle->schema().returns().size();
  const auto inputs = last_of(function.inputs(), arguments.size());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (arguments[i].alias_info() != nullptr && arguments[i].alias_info()->isWrite())
      add_written(inputs[i], call->written);
  return call;
}

void count_views(const c10::IValue& output, std::vector<const void*>& made) {
  const auto count = [&made](const at::Tensor& tensor) {
    if (!tensor.defined() || tensor.is_inference() || !tensor.is_view()) return;
    const void* const impl = tensor.unsafeGetTensorImpl();
    if (std::find(made.begin(), made.end(), impl) != made.end()) return;
    made.push_back(impl);
    ++counts_of_thread->views;
  };
  if (output.isTensor()) count(output.toTensor());
  if (output.isTensorList())
    for (const at::Tensor& tensor : output.toTensorVector()) count(tensor);
}

// Counts what the operators that this one called have not counted.
void end(const at::RecordFunction& function, at::ObserverContext* context) {
  if (counts_of_thread == nullptr || open_of_thread->empty()) return;
  const Call& call = *static_cast<Call*>(context);
  for (const Written& one : call.written) {
    std::int64_t& counted = (*bumps_of_thread)[one.tensor.unsafeGetTensorImpl()];
    const std::int64_t missing = one.tensor._version() - one.version - (counted - one.counted);
    if (missing <= 0) continue;
    counted += missing;
    counts_of_thread->version_bumps += missing;
  }
  std::vector<const void*> made = std::move(open_of_thread->back());
  open_of_thread->pop_back();
  // A write returns its argument, which may be a view that was made before.
  const at::ArrayRef<const c10::IValue> outputs(function.outputs().data(), function.outputs().size());
  if (call.written.empty())
    for (const c10::IValue& output : last_of(outputs, call.results)) count_views(output, made);
  if (!open_of_thread->empty()) open_of_thread->back().insert(open_of_thread->back().end(), made.begin(), made.end());
}

}  // namespace

OperatorWatch::OperatorWatch() : watching_(std::make_unique<Watching>()) {
  counts_of_thread = &watching_->counts;
  bumps_of_thread = &watching_->bumps;
  open_of_thread = &watching_->open;
  watching_->handle = at::addThreadLocalCallback(
      at::RecordFunctionCallback(begin, end).needsInputs(true).needsOutputs(true).scopes({at::RecordScope::FUNCTION}));
}

OperatorWatch::~OperatorWatch() {
  at::removeCallback(watching_->handle);
  counts_of_thread = nullptr;
}

std::optional<OperatorWatch::Counts> OperatorWatch::counts() const { return watching_->counts; }

}  // namespace modecheck::audit
