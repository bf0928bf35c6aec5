#include "engine/modes/saved_tensor_default_hooks.h"

#include <utility>

#include "engine/core/errors/error.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::ErrorClass;

namespace {

thread_local impl::SavedTensorDefaultHooksTLS state;

void check_enabled() {
  MODECHECK_CHECK(!state.disabled_error_message.has_value(), ErrorClass::Argument, *state.disabled_error_message);
}

}  // namespace

void SavedTensorDefaultHooks::push_hooks(PyObject* pack_hook, PyObject* unpack_hook) {
  MODECHECK_CHECK(pack_hook != nullptr && unpack_hook != nullptr, ErrorClass::Argument,
                  "push_hooks: a hook is a null pointer");
  check_enabled();
  state.stack.emplace(pack_hook, unpack_hook);
}

void SavedTensorDefaultHooks::pop_hooks() {
  MODECHECK_CHECK(!state.stack.empty(), ErrorClass::Argument, "pop_hooks: no hooks have been pushed on this thread");
  state.stack.pop();
}

std::pair<PyObject*, PyObject*> SavedTensorDefaultHooks::get_hooks() {
  return state.stack.empty() ? std::pair<PyObject*, PyObject*>(nullptr, nullptr) : state.stack.top();
}

std::stack<std::pair<PyObject*, PyObject*>> SavedTensorDefaultHooks::get_stack() { return state.stack; }

void SavedTensorDefaultHooks::set_stack(std::stack<std::pair<PyObject*, PyObject*>> stack) {
  state.stack = std::move(stack);
}

const impl::SavedTensorDefaultHooksTLS& SavedTensorDefaultHooks::get_tls_state() { return state; }

void SavedTensorDefaultHooks::set_tls_state(const impl::SavedTensorDefaultHooksTLS& other) { state = other; }

bool SavedTensorDefaultHooks::is_set() { return !state.stack.empty() || state.disabled_error_message.has_value(); }

void SavedTensorDefaultHooks::disable(const std::string& error_message) {
  state.disabled_error_message = error_message;
  if (!state.stack.empty()) check_enabled();
}

void SavedTensorDefaultHooks::enable() { state.disabled_error_message.reset(); }

bool SavedTensorDefaultHooks::is_enabled() { return !state.disabled_error_message.has_value(); }

const std::optional<std::string>& SavedTensorDefaultHooks::get_disabled_error_message() {
  return state.disabled_error_message;
}

}  // namespace modecheck_v1
}  // namespace at
