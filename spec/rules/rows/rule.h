// The row of an operator in the specification: its result, what its derivative saves, and what is known of a double
// backward. Each family has a table of rows in this folder. spec/rules/table.cpp joins the tables and
// does not compile if an operator of the catalogue has no row, or two.
//
//   {forms_of<ops::hypot>, of_tensors<infer_of_floats>, and_result(saves({0, 0}, {1, 1})), DoubleBackward::No},
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "spec/program/operator_id.h"
#include "spec/rules/output_meta.h"
#include "spec/rules/rows/saving.h"

namespace modecheck::spec {

// The call of an operator. The rules that infer the metadata of a result take it as their argument.
struct RuleCall {
  const Record& record;
  const CallTensors& tensors;
  const IteratorInputs& inputs;
  const ValueOracle* oracle;
  Arguments arguments;
};

using ResultRule = OutputMeta (*)(const RuleCall& call);

// Says how an operator returns its result: as a new tensor, in its first argument, or in `out`.
enum class Form : std::uint8_t { Functional, InPlace, Out };

constexpr Form form_of(std::string_view schema) {
  if (schema.find("!)") == std::string_view::npos) return Form::Functional;
  constexpr std::string_view written = "(Tensor(a!) ";
  return schema.substr(schema.find('('), written.size()) == written ? Form::InPlace : Form::Out;
}

struct FormOfOperator {
  OperationId operation = 0;
  Form form = Form::Functional;
};

// The operators that share one row: the forms of one operator, or several operators whose rows would be equal.
struct Forms {
  const FormOfOperator* first = nullptr;
  std::size_t count = 0;
  constexpr const FormOfOperator* begin() const { return first; }
  constexpr const FormOfOperator* end() const { return first + count; }
};

namespace detail {

template <typename... Rows>
inline constexpr std::array<FormOfOperator, sizeof...(Rows)> entries{
    FormOfOperator{id_of<Rows>(), form_of(Rows::schema)}...};

template <typename... Rows>
constexpr Forms forms_in(operators::List<Rows...> /*rows*/) {
  return {entries<Rows...>.data(), sizeof...(Rows)};
}

template <typename Row, typename = void>
struct AllForms {
  using type = operators::List<Row>;
};
template <typename Row>
struct AllForms<Row, std::void_t<typename Row::forms>> {
  using type = typename Row::forms;
};

}  // namespace detail

// Names the operators that a row is for: exactly the listed ones.
template <typename... Rows>
inline constexpr Forms forms{detail::entries<Rows...>.data(), sizeof...(Rows)};

// Names the operators that a row is for: the listed ones, with their in-place forms and out variants. MODECHECK_FORMS
// must have declared all three.
template <typename... Rows>
inline constexpr Forms forms_of = detail::forms_in(operators::Join<typename detail::AllForms<Rows>::type...>{});

// Says what is known of a double backward through the operator. The kernels of reference/ decide whether the numbers
// are judged; a test compares Yes with these kernels.
enum class DoubleBackward : std::uint8_t {
  No,        // the metadata of a double backward is known, but reference/ lacks second partial derivatives
  Yes,       // the metadata and the numbers of a double backward are known
  MayRaise,  // nothing is known: the operators in the derivative's formula may lack derivatives
};

struct OperatorRule {
  // The constructor requires all four parts of a row.
  constexpr OperatorRule(Forms its_forms, ResultRule its_result, Saves its_saves, DoubleBackward its_double_backward)
      : forms(its_forms), result(its_result), saves(its_saves), double_backward(its_double_backward) {}

  Forms forms;
  ResultRule result;
  Saves saves;
  DoubleBackward double_backward;
};

// The rule of an operator whose result follows from the geometries of the tensor arguments alone.
template <OutputMeta (*meta)(const CallTensors&)>
OutputMeta of_tensors(const RuleCall& call) {
  return meta(call.tensors);
}

// The rule of an operator whose result follows from the geometries and the values of the tensor arguments.
template <OutputMeta (*meta)(const CallTensors&, const ValueOracle*)>
OutputMeta of_values(const RuleCall& call) {
  return meta(call.tensors, call.oracle);
}

// The rule of an operator that leaves the geometry of its argument as it is, and for which no argument is invalid.
inline OutputMeta nothing_to_check(const RuleCall& /*call*/) { return {}; }

// The rule of a composite. A composite has no result of its own: the model runs its sub-operations.
inline OutputMeta result_of_sub_operations(const RuleCall& /*call*/) { return {}; }

}  // namespace modecheck::spec
