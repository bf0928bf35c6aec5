// The row of an operator in the specification: its result, what its derivative saves, and whether its derivative is
// differentiated once more. Each family has a table of rows in this folder; spec/rules/table.cpp joins the tables and
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

// A call, as passed to the rule of its result.
struct RuleCall {
  const Record& record;
  const CallTensors& tensors;
  const IteratorInputs& inputs;
  const ValueOracle* oracle;
  Arguments arguments;
};

using ResultRule = OutputMeta (*)(const RuleCall& call);

// How a form of an operator returns its result.
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

// The operator forms that share one row: those of one operator, or of several whose rows would be equal.
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

// Exactly the named operators.
template <typename... Rows>
inline constexpr Forms forms{detail::entries<Rows...>.data(), sizeof...(Rows)};

// These operators with their in-place and `out=` forms, where MODECHECK_FORMS has declared all three.
template <typename... Rows>
inline constexpr Forms forms_of = detail::forms_in(operators::Join<typename detail::AllForms<Rows>::type...>{});

// Whether reference/ has the second partial derivatives, and libraries have derivatives for the operators in the
// formulas.
enum class DoubleBackward : bool { No, Yes };

struct OperatorRule {
  // All four parts are required.
  constexpr OperatorRule(Forms its_forms, ResultRule its_result, Saves its_saves, DoubleBackward its_double_backward)
      : forms(its_forms), result(its_result), saves(its_saves), double_backward(its_double_backward) {}

  Forms forms;
  ResultRule result;
  Saves saves;
  DoubleBackward double_backward;
};

// A rule that needs only the tensors.
template <OutputMeta (*meta)(const CallTensors&)>
OutputMeta of_tensors(const RuleCall& call) {
  return meta(call.tensors);
}

// A rule that needs only the tensors and their values.
template <OutputMeta (*meta)(const CallTensors&, const ValueOracle*)>
OutputMeta of_values(const RuleCall& call) {
  return meta(call.tensors, call.oracle);
}

// The argument that is written keeps its geometry, and no argument can be wrong.
inline OutputMeta nothing_to_check(const RuleCall& /*call*/) { return {}; }

// A composite has no result of its own: the model runs its sub-operations.
inline OutputMeta result_of_its_parts(const RuleCall& /*call*/) { return {}; }

}  // namespace modecheck::spec
