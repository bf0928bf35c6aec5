// One custom operator at run time: its schema, the kernels registered for it, and the table computed from them.
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

// The kernels that serve every operator without one of its own; a slot without a fallback is invalid.
using Fallbacks = std::array<c10::KernelFunction, dispatch_slots.size()>;

class OperatorEntry {
 public:
  struct Registered {
    c10::KernelFunction kernel;
    std::optional<c10::impl::CppSignature> signature;
    std::optional<c10::FunctionSchema> inferred;
    std::string where;
  };
  // Latest first: it is the one that counts, and when it goes the one before it counts again.
  using Kernels = std::list<Registered>;

  explicit OperatorEntry(c10::OperatorName name) : name_(std::move(name)) {}

  const c10::OperatorName& name() const { return name_; }
  bool has_schema() const { return schema_.has_value(); }
  const c10::FunctionSchema& schema() const { return *schema_; }
  const std::string& where_defined() const { return where_defined_; }

  // Raises if a kernel that is there already does not fit.
  void define(c10::FunctionSchema schema, std::string where);
  void undefine();
  // Raises if the kernel does not fit the schema, or another kernel's signature. `key` may stand for several.
  Kernels::iterator add(c10::DispatchKey key, Registered kernel, const Fallbacks& fallbacks);
  void remove(c10::DispatchKey key, Kernels::iterator kernel, const Fallbacks& fallbacks);
  void compute(const Fallbacks& fallbacks);

  // D1: `keys` are those of the tensor arguments.
  c10::DispatchKeySet call_keys(c10::DispatchKeySet keys) const;
  // D2: without the keys that fall through.
  c10::DispatchKeySet below(c10::DispatchKeySet keys) const {
    return c10::DispatchKeySet::from_raw(keys.raw_repr() & runs_[backend_index(keys)]);
  }
  // Raises if no kernel serves the set.
  const c10::KernelFunction& lookup(c10::DispatchKeySet keys) const {
    const c10::KernelFunction& kernel = table_[slot_of(keys)];
    if (!kernel.isValid()) [[unlikely]]
      reject_missing(slot_of(keys));
    return kernel;
  }
  // Raises unless the kernels have this signature, or none is known.
  void check_signature(const c10::impl::CppSignature& signature) const;

  // Registered for this very key; not by an alias or as a fallback.
  bool has_kernel(c10::DispatchKey key) const { return kernels_.count(key) != 0; }
  bool has_kernels() const { return !kernels_.empty(); }
  // A call under this key runs a kernel.
  bool has_computed_kernel(c10::DispatchKey key) const;
  // One line for each slot that runs something.
  std::string dump() const;
  // F3: what the operator's schema asks for and its kernels do not give; empty if nothing.
  std::string escapes() const;

 private:
  struct Choice {
    c10::KernelFunction kernel;
    const char* why;
  };
  // The schema if there is one, otherwise the name.
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
  // For each backend the keys under which something runs.
  std::array<std::uint64_t, backend_count> runs_{};
};

}  // namespace modecheck::engine
