// Declares c10::Dispatcher, as far as programs use it: it finds operators by name. The kernel tables of the catalogue's
// operators are built at compile time. Programs fill the tables of custom operators at run time through
// torch/library.h.
//
//   auto op = c10::Dispatcher::singleton().findSchemaOrThrow("aten::mul", "Tensor");
//   torch::jit::Stack stack{a, b};
//   op.callBoxed(&stack);               // stack == {product}
//
// Registering takes a lock and calling does not, so a program must register before its threads call.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/dispatch/operator_handle.h"
#include "engine/dispatch/registration_handle.h"

namespace c10 {
inline namespace modecheck_v1 {

// A listener that is notified when a custom operator is defined and when a definition is undone. The dispatcher calls
// the listener while it holds its lock, so the listener must not register anything.
class OpRegistrationListener {
 public:
  virtual ~OpRegistrationListener() = default;
  virtual void onOperatorRegistered(const OperatorHandle& op) = 0;
  virtual void onOperatorDeregistered(const OperatorHandle& op) = 0;
};

class Dispatcher final {
 public:
  static Dispatcher& singleton();

  // Returns the operator with this name, which includes the namespace: "aten::mul". Raises if no such operator is
  // defined.
  OperatorHandle findSchemaOrThrow(const char* name, const char* overload);
  std::optional<OperatorHandle> findSchema(const OperatorName& name);
  std::optional<OperatorHandle> findSchema(const std::string& name, const std::string& overload) {
    return findSchema(OperatorName(name, overload));
  }
  // Returns the operator with this name. Unlike findSchema() this also finds an operator that has kernels but no
  // definition. Returns nullopt if the operator has neither.
  std::optional<OperatorHandle> findOp(const OperatorName& name);
  // Returns the names of all defined operators: the custom operators and those of the catalogue.
  std::vector<OperatorName> getAllOpNames();
  bool hasBackendFallbackForDispatchKey(DispatchKey key) const;
  // Returns the custom operators that have kernels but no definition.
  std::vector<OperatorHandle> findDanglingImpls();
  // Returns the operators that have a kernel for exactly this key. Without a key it returns all defined operators.
  std::vector<OperatorName> getRegistrationsForDispatchKey(std::optional<DispatchKey> key);
  // Adds a listener, and calls it at once for the operators that are already defined. Destroying the returned handle
  // removes the listener.
  RegistrationHandleRAII addRegistrationListener(std::unique_ptr<OpRegistrationListener> listener);

  // The functions below call the functions of the same names in the operator handle `op`.
  template <typename Result, typename... Arguments>
  Result call(const TypedOperatorHandle<Result(Arguments...)>& op, Arguments... arguments) const {
    return op.call(std::forward<Arguments>(arguments)...);
  }
  template <typename Result, typename... Arguments>
  Result redispatch(const TypedOperatorHandle<Result(Arguments...)>& op, DispatchKeySet keys,
                    Arguments... arguments) const {
    return op.redispatch(keys, std::forward<Arguments>(arguments)...);
  }

  // torch::Library uses the functions below to register operators and kernels. `where` is the file and line of the
  // registration, for messages. Destroying the returned handle undoes the registration.
  RegistrationHandleRAII registerLibrary(std::string ns, std::string where);
  RegistrationHandleRAII registerDef(FunctionSchema schema, std::string where);
  RegistrationHandleRAII registerImpl(const OperatorName& name, DispatchKey key,
                                      modecheck::engine::OperatorEntry::Registered kernel);
  RegistrationHandleRAII registerFallback(DispatchKey key, KernelFunction kernel, std::string where);

  // Returns text that lists, rule by rule, the kernels that custom operators lack according to their schemas (rule F3).
  // Returns an empty string if none are missing.
  std::string checkCustomOperators();

 private:
  Dispatcher();
  modecheck::engine::OperatorEntry* find(const OperatorName& name);
  modecheck::engine::OperatorEntry& find_or_make(const OperatorName& name);

  std::mutex mutex_;
  // The custom operators by name. Entries are never removed, because handles point to them. After an operator's
  // definition has been undone, only findOp() finds its entry.
  std::unordered_map<OperatorName, std::unique_ptr<modecheck::engine::OperatorEntry>> entries_;
  std::list<std::unique_ptr<OpRegistrationListener>> listeners_;
  // Maps each namespace to the file and line of its TORCH_LIBRARY block.
  std::unordered_map<std::string, std::string> libraries_;
  modecheck::engine::Fallbacks fallbacks_;
};

}  // namespace modecheck_v1
}  // namespace c10
