#include "engine/fake/rules/rule_call.h"

#include "engine/core/errors/error.h"
#include "engine/fake/symbolic/shape_functions.h"
#include "engine/fake/symbolic/symbolic_node.h"

namespace modecheck::engine::fake {

bool RuleCall::is_given(std::size_t i) const {
  return i < count() && !std::holds_alternative<std::monostate>(argument(i)) &&
         (!std::holds_alternative<at::Tensor>(argument(i)) || !tensors(i).empty());
}

bool RuleCall::is_tensor(std::size_t i) const {
  return i < count() && std::holds_alternative<at::Tensor>(argument(i)) && !tensors(i).empty();
}

const SymbolicGeometry& RuleCall::geometry(std::size_t i) const {
  if (tensors(i).empty())
    throw c10::Error(ErrorClass::UndefinedTensor, std::string(where()) + ": an argument is an undefined tensor");
  return tensors(i).front();
}

std::int64_t RuleCall::checked(std::int64_t number) {
  constexpr std::int64_t largest = std::int64_t{1} << 40;
  if (number < -largest || number > largest) throw NoRule();
  return number;
}

CallRecord::Ints RuleCall::numbers(std::size_t i) const {
  if (!is_given(i)) return {};
  if (is_number(i)) return {number(i)};
  CallRecord::Ints out = std::get<CallRecord::Ints>(argument(i));
  for (const std::int64_t number : out) static_cast<void>(checked(number));
  return out;
}

Expression RuleCall::size_of_data(const at::Tensor& tensor, const Sizes& sizes, std::string_view op) const {
  if (is_without_elements(env_, sizes, where())) return 0;
  if (!env_.settings().allow_dynamic_output_shape_ops) throw NoRule();
  return unbacked_.size_of_result(tensor, op);
}

Expression RuleCall::expression(std::size_t i) const {
  const SymbolicArguments::Numbers* const given = symbolic_ == nullptr ? nullptr : symbolic_->find(i);
  return given == nullptr ? Expression(number(i)) : env_.simplified(expression_of(given->front(), env_));
}

Sizes RuleCall::expressions(std::size_t i) const {
  const SymbolicArguments::Numbers* const given = symbolic_ == nullptr ? nullptr : symbolic_->find(i);
  if (given == nullptr) {
    const CallRecord::Ints all = numbers(i);
    return {all.begin(), all.end()};
  }
  Sizes out;
  for (const c10::SymInt& number : *given) out.push_back(env_.simplified(expression_of(number, env_)));
  return out;
}

void RuleCall::concretise_arguments() const {
  if (symbolic_ == nullptr) return;
  const std::string asks(where());
  for (const SymbolicArguments::Argument& argument : symbolic_->all())
    for (const c10::SymInt& number : argument.second) static_cast<void>(number.guard_int(asks.c_str(), 0));
}

bool RuleCall::has_unbacked_arguments() const {
  if (symbolic_ == nullptr) return false;
  for (const SymbolicArguments::Argument& argument : symbolic_->all())
    for (const c10::SymInt& number : argument.second)
      if (env_.has_unbacked(env_.simplified(expression_of(number, env_)))) return true;
  return false;
}

std::size_t RuleCall::dimension(std::int64_t number, std::size_t rank) const {
  const auto dimensions = static_cast<std::int64_t>(rank == 0 ? 1 : rank);
  if (number < -dimensions || number >= dimensions)
    throw c10::Error(ErrorClass::Dimension, std::string(where()) + ": the dimension " + std::to_string(number) +
                                                " does not exist. Give one of at least " + std::to_string(-dimensions) +
                                                " and less than " + std::to_string(dimensions) + ".");
  return static_cast<std::size_t>(number < 0 ? number + dimensions : number);
}

void RuleCall::require_equal(const Sizes& a, const Sizes& b, const char* what) const {
  if (a.size() != b.size()) reject(what);
  for (std::size_t i = 0; i < a.size(); ++i) require(Fact::equal(a[i], b[i]), what);
}

void RuleCall::reject(const std::string& what) const {
  throw c10::Error(ErrorClass::Shape, std::string(where()) + ": " + what);
}

}  // namespace modecheck::engine::fake
