// Declares at::SavedTensorDefaultHooks: a thread's stack of hook pairs. The topmost pair applies to every tensor that
// is saved while the pair is on the stack. The hooks are objects of a language binding such as Python, which the engine
// cannot call itself. The binding's torch::autograd::Engine turns them into SavedVariableHooks in
// get_default_saved_variable_hooks().
#pragma once

#include <optional>
#include <stack>
#include <string>
#include <utility>

// The type of an object of the language binding. In libtorch it is a Python object.
struct _object;
using PyObject = _object;

namespace at {
inline namespace modecheck_v1 {

namespace impl {

struct SavedTensorDefaultHooksTLS {
  std::stack<std::pair<PyObject*, PyObject*>> stack;
  // The message that was passed to disable(), or std::nullopt while hooks are enabled.
  std::optional<std::string> disabled_error_message;
};

}  // namespace impl

struct SavedTensorDefaultHooks {
  // Pushes a pair of hooks on the thread's stack. Raises if a hook is null. While hooks are disabled it raises with the
  // message that was passed to disable().
  static void push_hooks(PyObject* pack_hook, PyObject* unpack_hook);
  // Removes the topmost pair of hooks. Raises if the stack is empty.
  static void pop_hooks();
  // Returns the topmost pair of hooks, or two null pointers if the stack is empty.
  static std::pair<PyObject*, PyObject*> get_hooks();
  // Does nothing. libtorch prepares Python's hooks here, and this engine has no Python.
  static void lazy_initialize() {}
  static std::stack<std::pair<PyObject*, PyObject*>> get_stack();
  static void set_stack(std::stack<std::pair<PyObject*, PyObject*>> stack);

  static const impl::SavedTensorDefaultHooksTLS& get_tls_state();
  static void set_tls_state(const impl::SavedTensorDefaultHooksTLS& state);
  // Returns whether the thread's hooks differ from those of a new thread: there are hooks on the stack, or hooks are
  // disabled.
  static bool is_set();

  // Makes push_hooks() raise on this thread from now on. disable() itself raises if there are hooks on the stack.
  static void disable(const std::string& error_message);
  static void enable();
  static bool is_enabled();
  static const std::optional<std::string>& get_disabled_error_message();
};

}  // namespace modecheck_v1
}  // namespace at
