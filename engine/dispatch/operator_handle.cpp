#include "engine/dispatch/operator_handle.h"

#include <map>
#include <mutex>

namespace c10 {
inline namespace modecheck_v1 {

namespace {

// Returns the union of the key sets of the last `count` values on the stack (rule D1).
DispatchKeySet keys_of(const torch::jit::Stack& stack, std::size_t count) {
  modecheck::engine::detail::KeysOf tensors;
  for (std::size_t i = stack.size() - count; i < stack.size(); ++i) {
    const IValue& value = stack[i];
    if (value.isTensor())
      tensors.add(value.toTensor());
    else if (value.isTensorList())
      tensors.add(value.toTensorVector());
    else if (value.isOptionalTensorList())
      tensors.add(value.toOptionalTensorVector());
  }
  return tensors.keys;
}

}  // namespace

const OperatorName& OperatorHandle::operator_name() const {
  if (entry_ != nullptr) return entry_->name();
  static std::mutex mutex;
  static std::map<const modecheck::engine::BoxedOperator*, OperatorName> names;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = names.find(boxed_);
  if (found != names.end()) return found->second;
  return names
      .emplace(boxed_,
               OperatorName("aten::" + std::string(boxed_->schema->name), std::string(boxed_->schema->overload)))
      .first->second;
}

FunctionSchema OperatorHandle::schema() const {
  if (boxed_ != nullptr) return torch::jit::parseSchema("aten::" + std::string(boxed_->schema->text));
  MODECHECK_CHECK(entry_->has_schema(), modecheck::engine::ErrorClass::UnknownOperator, entry_->name(),
                  ": Tried to access the schema for an operator which doesn't have a schema registered yet: it is "
                  "implemented (m.impl) and not defined (m.def)");
  return entry_->schema();
}

void OperatorHandle::call_custom(torch::jit::Stack& stack) const {
  const std::size_t count = schema().arguments().size();
  MODECHECK_CHECK(stack.size() >= count, modecheck::engine::ErrorClass::Argument, entry_->name(), ": expected ", count,
                  " boxed arguments but the stack has ", stack.size());
  const DispatchKeySet keys = entry_->call_keys(keys_of(stack, count));
  entry_->lookup(keys).callBoxed(*this, keys, &stack);
}

bool OperatorHandle::hasKernelForDispatchKey(DispatchKey key) const {
  return boxed_ != nullptr ? modecheck::engine::catalogue_has_kernel(key) : entry_->has_kernel(key);
}

bool OperatorHandle::hasComputedKernelForDispatchKey(DispatchKey key) const {
  return boxed_ != nullptr ? modecheck::engine::catalogue_serves(key) : entry_->has_computed_kernel(key);
}

void OperatorHandle::redispatchBoxed(DispatchKeySet keys, torch::jit::Stack* stack) const {
  if (boxed_ != nullptr) {
    boxed_->call(*stack, &keys);
    return;
  }
  keys = entry_->below(keys);
  entry_->lookup(keys).callBoxed(*this, keys, stack);
}

void OperatorHandle::callBoxedForDispatchKey(DispatchKey key, torch::jit::Stack& stack) const {
  redispatchBoxed(DispatchKeySet(key), &stack);
}

void OperatorHandle::check_fits(const FunctionSchema& inferred) const {
  const std::string difference = modecheck::engine::schema_difference(inferred, schema());
  MODECHECK_CHECK(difference.empty(), modecheck::engine::ErrorClass::Argument, operator_name(),
                  ": Tried to access or call an operator with a wrong signature.\n  operator: ", schema(),
                  "\n  accessed/called as: ", inferred, "\n  reason: ", difference);
}

}  // namespace modecheck_v1
}  // namespace c10
