#include "engine/fake/symbolic/symbolic_node.h"

#include <string_view>
#include <utility>

#include "engine/core/errors/data_dependent_error.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine::fake {
namespace {

// Names what asks, for guards: a file without its folders and a line, or the file alone.
std::string place(const char* file, std::int64_t line) {
  std::string_view name = file;
  if (const std::size_t folder = name.rfind('/'); folder != std::string_view::npos) name.remove_prefix(folder + 1);
  return line == 0 ? std::string(name) : std::string(name) + ":" + std::to_string(line);
}

const SymbolicNode& node_of(const c10::SymNodeImpl& node, const ShapeEnv& env) {
  const auto* const out = dynamic_cast<const SymbolicNode*>(&node);
  MODECHECK_CHECK(out != nullptr && &out->env() == &env, ErrorClass::Argument, "SymInt: ", node.str(),
                  " belongs to another shape environment. Use the symbols of one environment together.");
  return *out;
}

}  // namespace

const Expression& SymbolicNode::number() const {
  const auto* const out = std::get_if<Expression>(&value_);
  MODECHECK_CHECK(out != nullptr, ErrorClass::Argument, "SymInt: ", str(), " is a statement and no number");
  return *out;
}

const Fact& SymbolicNode::statement() const {
  const auto* const out = std::get_if<Fact>(&value_);
  MODECHECK_CHECK(out != nullptr, ErrorClass::Argument, "SymBool: ", str(), " is a number and no statement");
  return *out;
}

const Expression& SymbolicNode::number_of(const c10::SymNode& other) const { return node_of(*other, *env_).number(); }

c10::SymNode SymbolicNode::made(Expression number) const {
  return std::make_shared<SymbolicNode>(env_, std::move(number));
}
c10::SymNode SymbolicNode::made(Fact statement) const {
  return std::make_shared<SymbolicNode>(env_, std::move(statement));
}

c10::SymNode SymbolicNode::wrap_int(std::int64_t number) const { return made(Expression(number)); }
c10::SymNode SymbolicNode::add(const c10::SymNode& other) const { return made(number() + number_of(other)); }
c10::SymNode SymbolicNode::sub(const c10::SymNode& other) const { return made(number() - number_of(other)); }
c10::SymNode SymbolicNode::mul(const c10::SymNode& other) const { return made(number() * number_of(other)); }
c10::SymNode SymbolicNode::floordiv(const c10::SymNode& other) const {
  return made(env_->floor_divided(number(), number_of(other), "SymInt"));
}
c10::SymNode SymbolicNode::mod(const c10::SymNode& other) const {
  return made(env_->remainder(number(), number_of(other), "SymInt"));
}
c10::SymNode SymbolicNode::sym_min(const c10::SymNode& other) const {
  return made(env_->minimum(number(), number_of(other)));
}
c10::SymNode SymbolicNode::sym_max(const c10::SymNode& other) const {
  return made(env_->maximum(number(), number_of(other)));
}
c10::SymNode SymbolicNode::eq(const c10::SymNode& other) const { return made(Fact::equal(number(), number_of(other))); }
c10::SymNode SymbolicNode::le(const c10::SymNode& other) const {
  return made(Fact::at_most(number(), number_of(other)));
}
c10::SymNode SymbolicNode::lt(const c10::SymNode& other) const { return made(Fact::less(number(), number_of(other))); }
c10::SymNode SymbolicNode::sym_not() const { return made(statement().negated()); }

std::optional<std::int64_t> SymbolicNode::maybe_as_int() const {
  const auto* const number = std::get_if<Expression>(&value_);
  return number != nullptr ? number->constant() : std::nullopt;
}

std::int64_t SymbolicNode::guard_int(const char* file, std::int64_t line) const {
  const Expression simple = env_->simplified(number());
  const std::optional<std::int64_t> hint = env_->size_hint(simple);
  if (!hint)
    throw DataDependentError(place(file, line) + ": " + str() + " depends on the data of a tensor and has no number");
  static_cast<void>(env_->decide(Fact::equal(simple, *hint), place(file, line)));
  return *hint;
}

bool SymbolicNode::guard_bool(const char* file, std::int64_t line) const {
  return env_->decide(statement(), place(file, line));
}

bool SymbolicNode::expect_true(const char* file, std::int64_t line) const {
  if (!env_->has_unbacked(env_->simplified(statement().expression))) return guard_bool(file, line);
  env_->check(statement(), place(file, line));
  return true;
}

std::string SymbolicNode::str() const {
  const auto* const number = std::get_if<Expression>(&value_);
  return number != nullptr ? env_->atoms().text(*number) : text(std::get<Fact>(value_), env_->atoms());
}

std::int64_t SymbolicNode::number_for_kernels() const {
  const std::optional<std::int64_t> value = env_->traced_value(env_->simplified(number()));
  if (!value) throw DataDependentError("SymInt: " + str() + " depends on the data of a tensor and has no number");
  return *value;
}

c10::SymInt sym_int_of(const std::shared_ptr<ShapeEnv>& env, const Expression& expression) {
  if (const std::optional<std::int64_t> number = expression.constant()) return *number;
  return c10::SymInt(std::make_shared<SymbolicNode>(env, expression));
}

Expression expression_of(const c10::SymInt& number, const ShapeEnv& env) {
  if (!number.is_symbolic()) return number.expect_int();
  return node_of(*number.toSymNode(), env).number();
}

}  // namespace modecheck::engine::fake
