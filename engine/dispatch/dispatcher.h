// Operators by name: those of the catalogue, whose table is made at compile time, and custom ones, whose table programs
// fill at run time through torch/library.h. Libtorch's c10::Dispatcher as far as programs use it.
//
//   auto op = c10::Dispatcher::singleton().findSchemaOrThrow("aten::mul", "Tensor");
//   torch::jit::Stack stack{a, b};
//   op.callBoxed(&stack);               // stack == {product}
//
// Registering takes a lock; calling does not, so a program registers before its threads call.
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

// Is told of the custom operators that are defined, and of those whose definition is undone. It is called under the
// dispatcher's lock: it must not register anything itself.
class OpRegistrationListener {
 public:
  virtual ~OpRegistrationListener() = default;
  virtual void onOperatorRegistered(const OperatorHandle& op) = 0;
  virtual void onOperatorDeregistered(const OperatorHandle& op) = 0;
};

class Dispatcher final {
 public:
  static Dispatcher& singleton();

  // `name` with its namespace: "aten::mul". Raises if nothing of that name is defined.
  OperatorHandle findSchemaOrThrow(const char* name, const char* overload);
  std::optional<OperatorHandle> findSchema(const OperatorName& name);
  std::optional<OperatorHandle> findSchema(const std::string& name, const std::string& overload) {
    return findSchema(OperatorName(name, overload));
  }
  // The same for operators that have kernels and are not defined yet.
  std::optional<OperatorHandle> findOp(const OperatorName& name);
  // The custom operators that are defined.
  std::vector<OperatorName> getAllOpNames();
  bool hasBackendFallbackForDispatchKey(DispatchKey key) const;
  // Custom operators that have kernels and no definition.
  std::vector<OperatorHandle> findDanglingImpls();
  // The operators that have a kernel for the very key, or all of them.
  std::vector<OperatorName> getRegistrationsForDispatchKey(std::optional<DispatchKey> key);
  // At once for those that are defined already. It is forgotten when the handle goes.
  RegistrationHandleRAII addRegistrationListener(std::unique_ptr<OpRegistrationListener> listener);

  // The handle's functions of these names.
  template <typename Result, typename... Arguments>
  Result call(const TypedOperatorHandle<Result(Arguments...)>& op, Arguments... arguments) const {
    return op.call(std::forward<Arguments>(arguments)...);
  }
  template <typename Result, typename... Arguments>
  Result redispatch(const TypedOperatorHandle<Result(Arguments...)>& op, DispatchKeySet keys,
                    Arguments... arguments) const {
    return op.redispatch(keys, std::forward<Arguments>(arguments)...);
  }

  // What torch::Library is made of. `where`: the place of the registration, for messages.
  RegistrationHandleRAII registerLibrary(std::string ns, std::string where);
  RegistrationHandleRAII registerDef(FunctionSchema schema, std::string where);
  RegistrationHandleRAII registerImpl(const OperatorName& name, DispatchKey key,
                                      modecheck::engine::OperatorEntry::Registered kernel);
  RegistrationHandleRAII registerFallback(DispatchKey key, KernelFunction kernel, std::string where);

  // F3: what the schemas of the custom operators ask for and their kernels do not give, rule by rule; empty if nothing.
  std::string checkCustomOperators();

 private:
  Dispatcher();
  modecheck::engine::OperatorEntry* find(const OperatorName& name);
  modecheck::engine::OperatorEntry& find_or_make(const OperatorName& name);

  std::mutex mutex_;
  // Never removed: handles point to them. An entry whose definition is gone is found by findOp only.
  std::unordered_map<OperatorName, std::unique_ptr<modecheck::engine::OperatorEntry>> entries_;
  std::list<std::unique_ptr<OpRegistrationListener>> listeners_;
  std::unordered_map<std::string, std::string> libraries_;  // namespace -> where
  modecheck::engine::Fallbacks fallbacks_;
};

}  // namespace modecheck_v1
}  // namespace c10
