// Declares torch::Library, with which programs define and implement custom operators as in libtorch:
//
//   TORCH_LIBRARY(my, m) { m.def("scale_(Tensor(a!) self, float factor) -> Tensor(a!)"); }
//   TORCH_LIBRARY_IMPL(my, CPU, m) { m.impl("scale_", &scale_kernel); }
//
// An operator that has only a backend kernel falls through Autograd and ADInplaceOrView (rule D5). If it writes an
// argument or returns a view, it needs kernels for those two keys (rule F3): see examples/custom_inplace.cpp and
// examples/custom_view.cpp. `m.def` with a function and no key defines a composite operator, which runs as the
// operators that it calls (rule D4) and needs neither kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/dispatch/cpp_function.h"
#include "engine/dispatch/dispatcher.h"

namespace torch {
inline namespace modecheck_v1 {

// Converts text to a schema, for functions that need a full schema and not only a name. Raises if the text is not a
// schema.
inline c10::FunctionSchema schema(const char* text, c10::AliasAnalysisKind kind) {
  c10::FunctionSchema out = jit::parseSchema(text);
  out.setAliasAnalysis(kind);
  return out;
}
inline c10::FunctionSchema schema(const char* text) { return schema(text, c10::AliasAnalysisKind::FROM_SCHEMA); }
inline c10::FunctionSchema schema(c10::FunctionSchema parsed) { return parsed; }

namespace detail {
using SchemaOrName = std::variant<c10::OperatorName, c10::FunctionSchema>;
inline SchemaOrName schema_or_name(const char* text) { return jit::parseSchemaOrName(text); }
inline SchemaOrName schema_or_name(const std::string& text) { return jit::parseSchemaOrName(text); }
inline SchemaOrName schema_or_name(c10::FunctionSchema parsed) { return parsed; }
inline SchemaOrName schema_or_name(c10::OperatorName name) { return name; }
}  // namespace detail

// The registrations of one TORCH_LIBRARY block. Destroying a Library undoes its registrations. Every function raises on
// wrong use, and the message names the block.
class Library final {
 public:
  enum Kind { DEF, IMPL, FRAGMENT };

  // Used by the macros TORCH_LIBRARY, TORCH_LIBRARY_FRAGMENT and TORCH_LIBRARY_IMPL. Programs use these macros instead
  // of this constructor.
  Library(Kind kind, std::string ns, std::optional<c10::DispatchKey> key, const char* file, std::uint32_t line);
  Library(Library&&) = default;
  Library& operator=(Library&&) = default;

  // Defines an operator that has no kernels yet. Raises if the text is no schema or the operator is already defined.
  template <typename Schema>
  Library& def(Schema&& text) & {
    return define(torch::schema(std::forward<Schema>(text)));
  }
  // Defines an operator with a kernel. Without torch::dispatch the kernel serves all keys, and autograd records the
  // operators that it calls (rule D4). If only a name is given, the schema is inferred from the kernel's signature.
  template <typename NameOrSchema, typename Callable>
  Library& def(NameOrSchema&& name_or_schema, Callable&& callable) & {
    return define(detail::schema_or_name(std::forward<NameOrSchema>(name_or_schema)),
                  CppFunction(std::forward<Callable>(callable)));
  }
  // Registers a kernel for the key of the block. The operator may be defined later, in another block. Raises if the
  // kernel's signature does not match the operator's schema.
  template <typename Callable>
  Library& impl(const char* name, Callable&& callable) & {
    return implement(name, CppFunction(std::forward<Callable>(callable)));
  }
  template <typename Key, typename Callable>
  Library& impl(const char* name, Key key, Callable&& callable) & {
    return implement(name, dispatch(key, std::forward<Callable>(callable)));
  }
  // Registers a boxed kernel for every custom operator that has none for the key of the block, which is
  // `TORCH_LIBRARY_IMPL(_, key, m)`. Operators of the catalogue are not affected, because they have kernels for every
  // key.
  template <typename Callable>
  Library& fallback(Callable&& callable) & {
    return fall_back(CppFunction(std::forward<Callable>(callable)));
  }

 private:
  Library& define(c10::FunctionSchema schema);
  Library& define(detail::SchemaOrName name_or_schema, CppFunction function);
  Library& implement(const char* name, CppFunction function);
  Library& fall_back(CppFunction function);
  void register_kernel(const c10::OperatorName& name, CppFunction function);
  c10::OperatorName qualified(c10::OperatorName name, const char* verb) const;
  // Returns text such as "TORCH_LIBRARY_IMPL block at file:line", for messages.
  std::string block() const;
  std::string where() const;

  Kind kind_;
  std::string ns_;  // the namespace of the block; empty for "_", which stands for every operator
  std::optional<c10::DispatchKey> key_;
  const char* file_;
  std::uint32_t line_;
  std::vector<c10::RegistrationHandleRAII> registrations_;
};

namespace detail {

// Runs a TORCH_LIBRARY block when the program starts, and keeps its registrations until the program ends.
class TorchLibraryInit final {
 public:
  TorchLibraryInit(Library::Kind kind, void (*block)(Library&), const char* ns, std::optional<c10::DispatchKey> key,
                   const char* file, std::uint32_t line)
      : library_(kind, ns, key, file, line) {
    block(library_);
  }

 private:
  Library library_;
};

}  // namespace detail

}  // namespace modecheck_v1
}  // namespace torch

#define MODECHECK_LIBRARY_JOIN_(a, b) a##b
#define MODECHECK_LIBRARY_JOIN(a, b) MODECHECK_LIBRARY_JOIN_(a, b)
#define MODECHECK_LIBRARY_BLOCK(kind, ns, key, m, name)                                             \
  static void MODECHECK_LIBRARY_JOIN(name, _block)(::torch::Library&);                              \
  static const ::torch::detail::TorchLibraryInit MODECHECK_LIBRARY_JOIN(name, _registrations)(      \
      ::torch::Library::kind, &MODECHECK_LIBRARY_JOIN(name, _block), #ns, key, __FILE__, __LINE__); \
  static void MODECHECK_LIBRARY_JOIN(name, _block)([[maybe_unused]] ::torch::Library & m)

// Defines the operators of a namespace. There can be only one such block for each namespace.
#define TORCH_LIBRARY(ns, m) MODECHECK_LIBRARY_BLOCK(DEF, ns, ::std::nullopt, m, torch_library_##ns)
// Defines further operators of a namespace. There can be any number of these blocks.
#define TORCH_LIBRARY_FRAGMENT(ns, m) \
  MODECHECK_LIBRARY_BLOCK(FRAGMENT, ns, ::std::nullopt, m, MODECHECK_LIBRARY_JOIN(torch_fragment_##ns##_, __COUNTER__))
// Registers kernels for one key, as in `TORCH_LIBRARY_IMPL(my, CPU, m) { ... }`.
#define TORCH_LIBRARY_IMPL(ns, key, m)                                                \
  MODECHECK_LIBRARY_BLOCK(IMPL, ns, ::std::make_optional(::c10::DispatchKey::key), m, \
                          MODECHECK_LIBRARY_JOIN(torch_impl_##ns##_##key##_, __COUNTER__))
// These macros make a Library object instead of a block. Its registrations are undone when the object is destroyed.
#define MAKE_TORCH_LIBRARY(ns) ::torch::Library(::torch::Library::DEF, #ns, ::std::nullopt, __FILE__, __LINE__)
#define MAKE_TORCH_LIBRARY_IMPL(ns, key) \
  ::torch::Library(::torch::Library::IMPL, #ns, ::std::make_optional(::c10::DispatchKey::key), __FILE__, __LINE__)
