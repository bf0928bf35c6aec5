// at::SavedTensorDefaultHooks: a thread's stack of hooks for whatever is saved while they are on it. The engine does
// not know what the entries mean: they are the language binding's objects, and its Engine
// (get_default_saved_variable_hooks) makes SavedVariableHooks of the topmost pair.
#pragma once

#include <optional>
#include <stack>
#include <string>
#include <utility>

// The binding's objects: Python's, in libtorch.
struct _object;
using PyObject = _object;

namespace at {
inline namespace modecheck_v1 {

namespace impl {

struct SavedTensorDefaultHooksTLS {
  std::stack<std::pair<PyObject*, PyObject*>> stack;
  // The message of disable(), while hooks are disabled.
  std::optional<std::string> disabled_error_message;
};

}  // namespace impl

struct SavedTensorDefaultHooks {
  // Raises if a hook is null, or if hooks are disabled, with the message given for that.
  static void push_hooks(PyObject* pack_hook, PyObject* unpack_hook);
  // Raises if there are none.
  static void pop_hooks();
  // The topmost pair; two nulls if there is none.
  static std::pair<PyObject*, PyObject*> get_hooks();
  // Nothing has to be prepared.
  static void lazy_initialize() {}
  static std::stack<std::pair<PyObject*, PyObject*>> get_stack();
  static void set_stack(std::stack<std::pair<PyObject*, PyObject*>> stack);

  static const impl::SavedTensorDefaultHooksTLS& get_tls_state();
  static void set_tls_state(const impl::SavedTensorDefaultHooksTLS& state);
  // Whether the thread's state is another than that of a new thread.
  static bool is_set();

  // From here on push_hooks raises on this thread. Raises now if there are hooks on the stack.
  static void disable(const std::string& error_message);
  static void enable();
  static bool is_enabled();
  static const std::optional<std::string>& get_disabled_error_message();
};

}  // namespace modecheck_v1
}  // namespace at
