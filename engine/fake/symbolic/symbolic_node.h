// A node of a shape environment, for c10::SymInt and c10::SymBool.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "engine/core/types/sym_int.h"
#include "engine/fake/symbolic/shape_env.h"

namespace modecheck::engine::fake {

class SymbolicNode final : public c10::SymNodeImpl {
 public:
  SymbolicNode(std::shared_ptr<ShapeEnv> env, Expression number) : env_(std::move(env)), value_(std::move(number)) {}
  SymbolicNode(std::shared_ptr<ShapeEnv> env, Fact statement) : env_(std::move(env)), value_(std::move(statement)) {}

  const ShapeEnv& env() const { return *env_; }
  // Raises an Argument error for a statement.
  const Expression& number() const;

  c10::SymNode wrap_int(std::int64_t number) const override;
  c10::SymNode add(const c10::SymNode& other) const override;
  c10::SymNode sub(const c10::SymNode& other) const override;
  c10::SymNode mul(const c10::SymNode& other) const override;
  c10::SymNode floordiv(const c10::SymNode& other) const override;
  c10::SymNode mod(const c10::SymNode& other) const override;
  c10::SymNode sym_min(const c10::SymNode& other) const override;
  c10::SymNode sym_max(const c10::SymNode& other) const override;
  c10::SymNode eq(const c10::SymNode& other) const override;
  c10::SymNode le(const c10::SymNode& other) const override;
  c10::SymNode lt(const c10::SymNode& other) const override;
  c10::SymNode sym_not() const override;
  std::optional<std::int64_t> maybe_as_int() const override;
  std::int64_t guard_int(const char* file, std::int64_t line) const override;
  bool guard_bool(const char* file, std::int64_t line) const override;
  bool expect_true(const char* file, std::int64_t line) const override;
  std::string str() const override;
  std::int64_t number_for_kernels() const override;

 private:
  const Fact& statement() const;
  const Expression& number_of(const c10::SymNode& other) const;
  c10::SymNode made(Expression number) const;
  c10::SymNode made(Fact statement) const;

  std::shared_ptr<ShapeEnv> env_;
  std::variant<Expression, Fact> value_;
};

// Returns an expression of the environment as a SymInt.
c10::SymInt sym_int_of(const std::shared_ptr<ShapeEnv>& env, const Expression& expression);
// Returns the expression of a SymInt. Raises an Argument error if it belongs to another environment.
Expression expression_of(const c10::SymInt& number, const ShapeEnv& env);

}  // namespace modecheck::engine::fake
