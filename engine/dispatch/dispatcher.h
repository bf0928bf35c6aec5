// Operators by name, called with boxed arguments: libtorch's c10::Dispatcher as far as programs use it.
//
//   auto op = c10::Dispatcher::singleton().findSchemaOrThrow("aten::mul", "Tensor");
//   torch::jit::Stack stack{a, b};
//   op.callBoxed(&stack);               // stack == {product}
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/dispatch/ivalue.h"
#include "spec/operators/schema.h"

namespace modecheck::engine {

// One operator of the catalogue, erased.
struct BoxedOperator {
  const spec::operators::Schema* schema;
  void (*call)(torch::jit::Stack& stack);
};

// nullptr if the catalogue has no such row. `name` without the namespace.
const BoxedOperator* find_operator(std::string_view name, std::string_view overload);
// By place in the catalogue.
const BoxedOperator& operator_at(std::size_t index);

}  // namespace modecheck::engine

namespace c10 {
inline namespace modecheck_v1 {

class FunctionSchema {
 public:
  explicit FunctionSchema(const modecheck::spec::operators::Schema* schema) : schema_(schema) {}
  std::string name() const { return "aten::" + std::string(schema_->name); }
  std::string overload_name() const { return std::string(schema_->overload); }
  std::string text() const { return "aten::" + std::string(schema_->text); }

 private:
  const modecheck::spec::operators::Schema* schema_;
};
inline std::string toString(const FunctionSchema& schema) { return schema.text(); }

class OperatorHandle {
 public:
  explicit OperatorHandle(const modecheck::engine::BoxedOperator* boxed) : boxed_(boxed) {}
  FunctionSchema schema() const { return FunctionSchema(boxed_->schema); }
  // Takes the arguments from the stack's end and leaves the results there. Missing trailing arguments are not filled
  // in.
  void callBoxed(torch::jit::Stack* stack) const { boxed_->call(*stack); }
  void callBoxed(torch::jit::Stack& stack) const { boxed_->call(stack); }

 private:
  const modecheck::engine::BoxedOperator* boxed_;
};

class Dispatcher {
 public:
  static Dispatcher& singleton();
  // `name` with its namespace: "aten::mul".
  OperatorHandle findSchemaOrThrow(const char* name, const char* overload);
  std::optional<OperatorHandle> findSchema(const std::string& name, const std::string& overload);
};

}  // namespace modecheck_v1
}  // namespace c10
