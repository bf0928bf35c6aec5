// How composites call their sub-operations: with typed arguments, in the order of the schema.
//
//   const TensorId kept = call<ops::mul_Scalar>(m, target, Halves{3});  // 1.5
//   target = call<ops::add_Scalar>(m, kept, ratio(1, classes));
//
// Arguments at the end that are left out have the default of the schema. A wrong type, too many arguments, and a
// missing argument without a default do not compile. C++ does not say in which order arguments are computed, so at most
// one argument of a call may run sub-operations itself.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <type_traits>

#include "spec/model/state.h"
#include "spec/program/arguments.h"
#include "spec/program/operator_id.h"
#include "spec/program/text.h"
#include "spec/rules/shape.h"

namespace modecheck::spec {

namespace ops = operators;

template <typename Row>
constexpr OperationId id = id_of<Row>();

constexpr ScalarSlots ratio(std::int64_t dividend, std::int64_t divisor) { return {kOver + divisor, dividend}; }
constexpr ScalarSlots constant(NamedConstant name) { return {kConstant, name}; }

// A call of an operator by a composite. The tensors of the call need no register of the program.
class SubOperation {
 public:
  // `defaults` holds the operator, and the values of the arguments that are not set.
  explicit SubOperation(const Record& defaults) : record_(defaults), layout_(slots_of(defaults.operation)) {}

  // These functions set the argument at the position `argument` of the schema. Tensor 0 stands for None.
  void set(int argument, TensorId tensor);
  void set(int argument, std::span<const TensorId> tensors);
  template <typename Number>  // for an argument that is an integer, a bool or a dtype
  void set(int argument, Number number) {
    set_number(argument, static_cast<std::int64_t>(number));
  }
  void set(int argument, Halves number);
  void set(int argument, ScalarSlots number) { write(argument, {number.kind, number.value}); }
  void set(int argument, const IntList& list) { set_list(argument, list.begin(), list.size); }
  void set(int argument, const Sizes& list) { set_list(argument, list.values.data(), list.rank); }
  void set(int argument, const std::optional<IntList>& list) { list ? set(argument, *list) : write(argument, {-1}); }

  // Runs the operator. Returns its first result or the tensor that it writes, or 0 if the command is rejected or
  // dropped.
  TensorId run(ModelState& m) const;
  const Record& record() const { return record_; }

 private:
  void set_number(int argument, std::int64_t number);
  void set_list(int argument, const std::int64_t* list, int length);
  // Writes `numbers` into the first immediates of the argument at the position `argument` of the schema.
  void write(int argument, std::initializer_list<std::int64_t> numbers);
  void write_at(int immediate, std::int64_t number);
  operators::Type type_of(int argument) const {
    return operation(record_.operation).schema.arguments[at(argument)].type;
  }

  Record record_;
  const SlotLayout& layout_;
  std::array<TensorId, kMaxOperands> tensors_{};
  bool numbers_fit_ = true;
  bool lists_fit_ = true;
};

// Whether a value of the C++ type `Given` can be passed for an argument of this schema type.
template <typename Given>
constexpr bool can_be(operators::Type type) {
  using operators::Type;
  const auto is_one_of = [type](auto... types) { return ((type == types) || ...); };
  if constexpr (std::is_same_v<Given, TensorId>) return is_one_of(Type::Tensor, Type::OptionalTensor);
  if constexpr (std::is_same_v<Given, std::span<const TensorId>>) return type == Type::TensorList;
  if constexpr (std::is_same_v<Given, bool>) return type == Type::Bool;
  if constexpr (std::is_same_v<Given, DType>) return is_one_of(Type::ScalarType, Type::OptionalScalarType);
  if constexpr (std::signed_integral<Given>)
    return is_one_of(Type::Int, Type::OptionalInt, Type::Scalar, Type::OptionalScalar);
  if constexpr (std::is_same_v<Given, Halves>) return is_one_of(Type::Float, Type::Scalar, Type::OptionalScalar);
  if constexpr (std::is_same_v<Given, ScalarSlots>) return is_one_of(Type::Scalar, Type::OptionalScalar);
  if constexpr (std::is_same_v<Given, IntList> || std::is_same_v<Given, Sizes>)
    return is_one_of(Type::IntList, Type::OptionalIntList);
  if constexpr (std::is_same_v<Given, std::optional<IntList>>) return type == Type::OptionalIntList;
  return false;
}

// Whether an operator can be called with arguments of these C++ types.
template <typename Row, typename... Given>
constexpr bool accepts() {
  const operators::Schema& schema = operators::schema_of<Row>;
  if (sizeof...(Given) > schema.argument_count) return false;
  std::size_t count = 0;
  if (!(can_be<Given>(schema.arguments[count++].type) && ...)) return false;
  for (; count < schema.argument_count; ++count)
    if (schema.arguments[count].default_text.empty()) return false;
  return true;
}

template <typename Row, typename... Given>
SubOperation sub_operation(const Given&... given) {
  static_assert(
      accepts<Row, Given...>(),
      "the arguments of the sub-operation do not have the types of its schema, there are too many of them, or "
      "one without a default is missing");
  static const Record defaults = default_arguments(id<Row>, sizeof...(Given));
  SubOperation out(defaults);
  int argument = 0;
  (out.set(argument++, given), ...);
  return out;
}

// Runs an operator, as in the example at the top of this file. Returns what SubOperation::run returns.
template <typename Row, typename... Given>
TensorId call(ModelState& m, const Given&... given) {
  return m.stopped() ? 0 : sub_operation<Row>(given...).run(m);
}

// Runs the operator `row` with the numbers of the composite's own record, whose slots come in the same order. `tensors`
// are the operands of `row` in order, with 0 for an absent tensor.
TensorId call_with_numbers_of(ModelState& m, const Record& record, OperationId row,
                              std::initializer_list<TensorId> tensors);
// Returns the i-th result of the last sub-operation that ran.
inline TensorId sub_operation_result(const ModelState& m, int i) { return m.sub_registers[at(kMaxOperands + i)]; }
// Runs reshape. The result is a view if the strides allow one, and otherwise a copy.
TensorId reshaped(ModelState& m, TensorId self, const Sizes& sizes);
// Rejects the command with the error class `reason`. libtorch reads the tensor `read` before it reports this error. So
// if `read` is a stale view (rule W5), the error of the view is a reason, too.
void reject_or_stale(ModelState& m, ErrorClass reason, TensorId read);

inline Sizes listed(std::initializer_list<std::int64_t> sizes) {
  Sizes out;
  for (const std::int64_t size : sizes) out.push(size);
  return out;
}
inline void append(IntList& list, std::int64_t number) { list.values[at(list.size++)] = number; }

}  // namespace modecheck::spec
