#include "engine/dispatch/register_operators.h"

namespace c10 {
inline namespace modecheck_v1 {

using modecheck::engine::ErrorClass;

namespace {

// Returns the full schema of an operator. If only a name was given, the schema of the first kernel with a known
// signature is used.
template <typename Kernels>
FunctionSchema complete(std::variant<OperatorName, FunctionSchema> parsed, const Kernels& kernels) {
  if (auto* const schema = std::get_if<FunctionSchema>(&parsed)) return std::move(*schema);
  const auto& name = std::get<OperatorName>(parsed);
  MODECHECK_CHECK(!kernels.empty(), ErrorClass::Argument, "Cannot infer operator schema in registration of operator ",
                  name, " because there is no kernel specified.");
  for (const auto& [key, kernel] : kernels)
    if (kernel.inferred.has_value()) return kernel.inferred->cloneWithName(name.name, name.overload_name);
  modecheck::engine::raise(ErrorClass::Argument,
                           "Cannot infer operator schema for this kind of kernel in registration of operator ", name,
                           ". Please explicitly specify the operator schema or specify at least one kernel for which "
                           "we can infer the schema.");
}

}  // namespace

void RegisterOperators::register_op(Options&& kernels) {
  MODECHECK_CHECK(kernels.text_.has_value(), ErrorClass::Argument,
                  "In operator registration: Tried to register an operator without specifying a schema or operator "
                  "name.");
  const FunctionSchema schema = complete(torch::jit::parseSchemaOrName(*kernels.text_), kernels.kernels_);
  for (std::size_t i = 0; i < kernels.kernels_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const std::optional<DispatchKey> key = kernels.kernels_[i].first;
      if (key != kernels.kernels_[j].first) continue;
      MODECHECK_CHECK(key.has_value(), ErrorClass::Argument,
                      "In operator registration: Tried to register multiple catch-all kernels for operator schema ",
                      schema);
      modecheck::engine::raise(ErrorClass::Argument,
                               "In operator registration: Tried to register multiple kernels with same dispatch key ",
                               *key, " for operator schema ", schema);
    }
  Dispatcher& dispatcher = Dispatcher::singleton();
  registrations_.push_back(dispatcher.registerDef(schema, "registered by RegisterOperators"));
  for (auto& [key, kernel] : kernels.kernels_) {
    kernel.where = "registered by RegisterOperators";
    registrations_.push_back(dispatcher.registerImpl(
        schema.operator_name(), key.value_or(DispatchKey::CompositeImplicitAutograd), std::move(kernel)));
  }
}

}  // namespace modecheck_v1
}  // namespace c10
