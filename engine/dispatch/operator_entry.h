// A custom operator at run time: its schema, its registered kernels, and the dispatch table computed from them.
#pragma once

#include <array>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>

#include "engine/dispatch/dispatch_slot.h"
#include "engine/dispatch/function_schema.h"
#include "engine/dispatch/kernel_function.h"

namespace modecheck::engine {

// The fallback kernels, one for each slot. A fallback serves all operators that have no kernel of their own for its
// slot. A slot without a fallback is invalid.
using Fallbacks = std::array<c10::KernelFunction, dispatch_slots.size()>;

class OperatorEntry {
 public:
  struct Registered {
    c10::KernelFunction kernel;
    std::optional<c10::impl::CppSignature> signature;
    std::optional<c10::FunctionSchema> inferred;
    std::string where;
  };
  // The kernels that are registered for one key. The latest registration comes first and is used. When it is undone,
  // the one before it is used again.
  using Kernels = std::list<Registered>;

  explicit OperatorEntry(c10::OperatorName name) : name_(std::move(name)) {}

  const c10::OperatorName& name() const { return name_; }
  bool has_schema() const { return schema_.has_value(); }
  const c10::FunctionSchema& schema() const { return *schema_; }
  const std::string& where_defined() const { return where_defined_; }

  // Gives the operator its schema. Raises if a kernel that is already registered does not match the schema.
  void define(c10::FunctionSchema schema, std::string where);
  void undefine();
  // Registers a kernel under `key`, which may be an alias key. Raises if the kernel does not match the schema or
  // another kernel's signature.
  Kernels::iterator add(c10::DispatchKey key, Registered kernel, const Fallbacks& fallbacks);
  void remove(c10::DispatchKey key, Kernels::iterator kernel, const Fallbacks& fallbacks);
  void compute(const Fallbacks& fallbacks);

  // Returns the key set of a call (rule D1). `keys` is the union of the tensor arguments' key sets.
  c10::DispatchKeySet call_keys(c10::DispatchKeySet keys) const;
  // Returns the key set without the keys under which the operator falls through (rule D2).
  c10::DispatchKeySet below(c10::DispatchKeySet keys) const {
    return c10::DispatchKeySet::from_raw(keys.raw_repr() & runs_[backend_index(keys)]);
  }
  // Returns the kernel that runs for the key set. Raises if there is none.
  const c10::KernelFunction& lookup(c10::DispatchKeySet keys) const {
    const c10::KernelFunction& kernel = table_[slot_of(keys)];
    if (!kernel.isValid()) [[unlikely]]
      reject_missing(slot_of(keys));
    return kernel;
  }
  // Raises if a kernel of the operator has another C++ signature. A boxed kernel has no known signature, so it never
  // raises.
  void check_signature(const c10::impl::CppSignature& signature) const;

  // Returns true if a kernel is registered for exactly this key, not through an alias key or a fallback.
  bool has_kernel(c10::DispatchKey key) const { return kernels_.count(key) != 0; }
  bool has_kernels() const { return !kernels_.empty(); }
  // Returns true if a call under this key finds a kernel.
  bool has_computed_kernel(c10::DispatchKey key) const;
  // Returns text that describes the table of kernels, with one line for each slot that has a kernel.
  std::string dump() const;
  // Returns text that lists the kernels that the operator lacks according to its schema (rule F3), or an empty string
  // if none are missing.
  std::string escapes() const;

 private:
  struct Choice {
    c10::KernelFunction kernel;
    const char* why;
  };
  // Returns the text of the schema if the operator has one, and otherwise the operator's name.
  std::string text() const;
  Choice choose(std::size_t slot, const Fallbacks& fallbacks) const;
  const c10::KernelFunction* registered(c10::DispatchKey key) const;
  void check_schema(const Registered& kernel) const;
  [[noreturn]] void reject_missing(std::size_t slot) const;

  c10::OperatorName name_;
  std::optional<c10::FunctionSchema> schema_;
  std::string where_defined_;
  std::map<c10::DispatchKey, Kernels> kernels_;
  std::array<c10::KernelFunction, dispatch_slots.size()> table_;
  std::array<const char*, dispatch_slots.size()> why_{};
  // The keys under which the operator does not fall through, for each backend.
  std::array<std::uint64_t, backend_count> runs_{};
};

}  // namespace modecheck::engine
