#include "engine/dispatch/library.h"

namespace torch {
inline namespace modecheck_v1 {

using modecheck::engine::ErrorClass;

Library::Library(Kind kind, std::string ns, std::optional<c10::DispatchKey> key, const char* file, std::uint32_t line)
    : kind_(kind), ns_(ns == "_" ? std::string() : std::move(ns)), key_(key), file_(file), line_(line) {
  // A kernel for the key CatchAll serves every key, and so does a kernel without a key. Both are registered in the same
  // way.
  if (key_ == c10::DispatchKey::CatchAll) key_.reset();
  MODECHECK_CHECK(kind_ == IMPL || !ns_.empty(), ErrorClass::Argument, block(),
                  ": the namespace _ has no operators; only fallbacks belong there, in a TORCH_LIBRARY_IMPL block");
  if (kind_ == DEF) registrations_.push_back(c10::Dispatcher::singleton().registerLibrary(ns_, where()));
}

std::string Library::block() const {
  const char* const name = kind_ == DEF    ? "TORCH_LIBRARY"
                           : kind_ == IMPL ? "TORCH_LIBRARY_IMPL"
                                           : "TORCH_LIBRARY_FRAGMENT";
  return std::string(name) + " block at " + file_ + ":" + std::to_string(line_);
}

std::string Library::where() const { return "registered at " + std::string(file_) + ":" + std::to_string(line_); }

c10::OperatorName Library::qualified(c10::OperatorName name, const char* verb) const {
  const std::string_view own = name.getNamespace().value_or("");
  MODECHECK_CHECK(own.empty() || own == ns_, ErrorClass::Argument, verb, "(\"", name,
                  "\"): Explicitly provided namespace (", own, ") does not match namespace of enclosing block (", ns_,
                  "). Move it to a block of that namespace. (", block(), ")");
  if (own.empty()) name.name = ns_ + "::" + name.name;
  return name;
}

Library& Library::define(c10::FunctionSchema schema) {
  MODECHECK_CHECK(kind_ != IMPL, ErrorClass::Argument, "def(\"", schema.operator_name(),
                  "\"): Cannot define an operator inside of a TORCH_LIBRARY_IMPL block. All def()s should be placed in "
                  "the (unique) TORCH_LIBRARY block for their namespace. (",
                  block(), ")");
  const c10::OperatorName name = qualified(schema.operator_name(), "def");
  registrations_.push_back(
      c10::Dispatcher::singleton().registerDef(schema.cloneWithName(name.name, name.overload_name), where()));
  return *this;
}

Library& Library::define(detail::SchemaOrName name_or_schema, CppFunction function) {
  if (auto* const name = std::get_if<c10::OperatorName>(&name_or_schema)) {
    MODECHECK_CHECK(function.schema_.has_value(), ErrorClass::Argument, "def(\"", *name,
                    "\"): Full schema string was not specified, and the function is boxed, so that no schema can be "
                    "inferred from it. Give the schema. (",
                    block(), ")");
    name_or_schema = function.schema_->cloneWithName(name->name, name->overload_name);
  }
  const auto& schema = std::get<c10::FunctionSchema>(name_or_schema);
  const c10::OperatorName name = qualified(schema.operator_name(), "def");
  define(schema);
  register_kernel(name, std::move(function));
  return *this;
}

Library& Library::implement(const char* text, CppFunction function) {
  MODECHECK_CHECK(!ns_.empty(), ErrorClass::Argument, "impl(\"", text,
                  "\"): the namespace _ has no operators; use fallback() (", block(), ")");
  const c10::OperatorName name = qualified(jit::parseName(text), "impl");
  MODECHECK_CHECK(!key_.has_value() || !function.key_.has_value() || *function.key_ == *key_, ErrorClass::Argument,
                  "impl(\"", text, "\"): Explicitly provided dispatch key (", *function.key_,
                  ") is inconsistent with the dispatch key of the enclosing TORCH_LIBRARY_IMPL block (", *key_,
                  "). Please declare a separate TORCH_LIBRARY_IMPL block for this dispatch key and move your impl() "
                  "there. (",
                  block(), ")");
  register_kernel(name, std::move(function));
  return *this;
}

void Library::register_kernel(const c10::OperatorName& name, CppFunction function) {
  const c10::DispatchKey key = function.key_.value_or(key_.value_or(c10::DispatchKey::CompositeImplicitAutograd));
  registrations_.push_back(c10::Dispatcher::singleton().registerImpl(
      name, key, {std::move(function.kernel_), function.signature_, std::move(function.schema_), where()}));
}

Library& Library::fall_back(CppFunction function) {
  MODECHECK_CHECK(kind_ == IMPL && ns_.empty(), ErrorClass::Argument,
                  "fallback(...): only a TORCH_LIBRARY_IMPL block of the namespace _ can have one, which serves every "
                  "operator. (",
                  block(), ")");
  const std::optional<c10::DispatchKey> key = function.key_.has_value() ? function.key_ : key_;
  MODECHECK_CHECK(key.has_value(), ErrorClass::Argument, "fallback(...): give the block a key. (", block(), ")");
  MODECHECK_CHECK(!function.schema_.has_value(), ErrorClass::Argument,
                  "fallback(...): the function has to be boxed, because it serves operators of all signatures. Make it "
                  "with torch::CppFunction::makeFromBoxedFunction<&f>(). (",
                  block(), ")");
  registrations_.push_back(c10::Dispatcher::singleton().registerFallback(*key, std::move(function.kernel_), where()));
  return *this;
}

}  // namespace modecheck_v1
}  // namespace torch
