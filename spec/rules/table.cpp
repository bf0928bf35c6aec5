// Joins the tables of rows. An operator of the catalogue that needs a rule for its result or derivative must have
// exactly one row. Otherwise this file does not compile.
#include <array>
#include <stdexcept>
#include <string>

#include "spec/rules/double_backward_table.h"
#include "spec/rules/result.h"
#include "spec/rules/rows/activation.h"
#include "spec/rules/rows/arithmetic.h"
#include "spec/rules/rows/comparison.h"
#include "spec/rules/rows/copying.h"
#include "spec/rules/rows/creation.h"
#include "spec/rules/rows/indexing.h"
#include "spec/rules/rows/loss.h"
#include "spec/rules/rows/matrix.h"
#include "spec/rules/rows/norm.h"
#include "spec/rules/rows/normalization.h"
#include "spec/rules/rows/reduction.h"
#include "spec/rules/rows/segment.h"
#include "spec/rules/rows/selection.h"
#include "spec/rules/rows/sorting.h"
#include "spec/rules/rows/spectrum.h"
#include "spec/rules/rows/unary.h"
#include "spec/rules/rows/window.h"

namespace modecheck::spec {
namespace {

template <typename T>
using OfEveryOperation = std::array<T, kBuiltinCommands + operators::Catalogue::size>;

struct Tables {
  OfEveryOperation<int> rows{};
  OfEveryOperation<ResultRule> results{};
  OfEveryOperation<Saves> saves{};
  OfEveryOperation<DoubleBackward> double_backward{};

  template <std::size_t count>
  constexpr void add(const OperatorRule (&rules)[count]) {
    for (const OperatorRule& rule : rules)
      for (const FormOfOperator& form : rule.forms) add(rule, form);
  }

  constexpr void add(const OperatorRule& rule, FormOfOperator form) {
    ++rows[form.operation];
    results[form.operation] = rule.result;
    saves[form.operation] = rule.saves;
    if (form.form == Form::InPlace) saves[form.operation].facts = in_place_form(rule.saves.facts);
    if (form.form == Form::Out) saves[form.operation].facts = out_form(rule.saves.facts);
    if (form.form != Form::Out) double_backward[form.operation] = rule.double_backward;
  }
};

constexpr Tables make_tables() {
  Tables out;
  out.add(kUnaryRules);
  out.add(kActivationRules);
  out.add(kComparisonRules);
  out.add(kArithmeticRules);
  out.add(kCopyingRules);
  out.add(kIndexingRules);
  out.add(kCreationRules);
  out.add(kReductionRules);
  out.add(kWindowRules);
  out.add(kNormalizationRules);
  out.add(kSegmentRules);
  out.add(kSpectrumRules);
  out.add(kNormRules);
  out.add(kSortingRules);
  out.add(kMatrixRules);
  out.add(kLossRules);
  out.add(kSelectionRules);
  return out;
}

constexpr Tables kTables = make_tables();

// Returns true for families of operators that have no row in these tables. The model handles views itself. For aliases,
// foreach operators, composites and out variants that move a result, it uses the rows of the operators that they
// resolve to.
constexpr bool is_inferred_elsewhere(operators::Family family) {
  using operators::Family;
  return family == Family::View || family == Family::MultiView || family == Family::Alias ||
         family == Family::InPlaceView || family == Family::Storage || family == Family::Foreach ||
         family == Family::OperatorAlias || family == Family::Composite;
}

template <typename Row, typename = void>
constexpr bool moves_a_result = false;
template <typename Row>
constexpr bool moves_a_result<Row, std::void_t<typename Row::out_of>> = true;

// Checks that an operator has its row. The compiler's error message names the operator:
// "RowOf<modecheck::spec::operators::hypot>".
template <typename Row>
struct RowOf {
  static constexpr int rows = kTables.rows[id_of<Row>()];
  static constexpr int wanted = is_inferred_elsewhere(Row::family) || moves_a_result<Row> ? 0 : 1;
  static_assert(rows >= wanted, "this operator has no row in spec/rules/rows");
  static_assert(rows <= wanted, "this operator has a row too many in spec/rules/rows");
  static constexpr bool is_right = rows == wanted;
};

template <typename... Rows>
constexpr bool each_has_its_row(operators::List<Rows...> /*catalogue*/) {
  // This is a loop and not a fold expression, because compilers limit the nesting depth of folds.
  for (const bool is_right : {RowOf<Rows>::is_right...})
    if (!is_right) return false;
  return true;
}
static_assert(each_has_its_row(operators::Catalogue{}));

// Infers the metadata for an out variant that moves another operator's result to `out`.
OutputMeta infer_moved_result(const Record& record, const CallTensors& tensors, const ValueOracle* oracle) {
  Record whole = record;
  whole.operation = operation(record.operation).out_of;
  CallTensors read;
  read.inputs = tensors.inputs;
  OutputMeta meta = infer_out_variant(infer_result(whole, read, oracle), tensors);
  // stack.out: libtorch stacks channels-last images as channels last, but not into an output that it first resizes.
  if (record.operation == id_of<ops::stack_out>() && meta.resizes && !is_contiguous(meta.result))
    meta.leave_unspecified(Unspecified::ResultStrides);
  // mse_loss, smooth_l1_loss and huber_loss with `out=`: a reduced loss first writes the losses of the elements to the
  // storage of `out`. So more bytes than the result change.
  const bool huber = record.operation == id_of<ops::huber_loss_out>();
  if (huber || record.operation == id_of<ops::mse_loss_out>() || record.operation == id_of<ops::smooth_l1_loss_out>()) {
    // Libraries differ in the strides of huber_loss's result if its arguments are not row-major. They also differ in
    // the layout of a loss that has no elements.
    Geometry rows = meta.result;
    set_contiguous(rows, sizes_of(meta.result));
    meta.leave_unspecified(Unspecified::BytesBeyondTheResult, Arguments(record).integer(2) != 0);
    meta.leave_unspecified(Unspecified::LayoutWithoutElements, meta.resizes && meta.result.numel() == 0);
    meta.leave_unspecified(Unspecified::ResultStrides, meta.resizes && huber && rows.strides != meta.result.strides);
  }
  return meta;
}

}  // namespace

OutputMeta infer_result(const Record& record, const CallTensors& tensors, const ValueOracle* oracle) {
  if (operation(record.operation).out_of != 0) return infer_moved_result(record, tensors, oracle);
  const ResultRule rule = kTables.results[record.operation];
  if (rule == nullptr)
    throw std::logic_error("spec: no rule for the result of " + std::string(operation(record.operation).name));
  return rule({record, tensors, tensors.inputs, oracle, Arguments(record)});
}

const DerivativeFacts& derivative_of(OperationId operation) { return kTables.saves[operation].facts; }

const DerivativeFacts& derivative_of(const Record& record) {
  const Saves& saves = kTables.saves[record.operation];
  return saves.of_call != nullptr ? saves.of_call(record) : saves.facts;
}

const DerivativeFacts& derivative_without_saving() { return saves_nothing; }
const DerivativeFacts& derivative_of_product() { return each_for_the_other; }
const DerivativeFacts& derivative_of_softmax() { return saves_result; }

bool has_double_backward(OperationId operation) {
  if (operation == id_of(BuiltinCommand::CustomSquare)) return true;
  return is_operator(operation) && kTables.double_backward[operation] == DoubleBackward::Yes;
}

bool may_raise_in_double_backward(OperationId operation) {
  return is_operator(operation) && kTables.double_backward[operation] == DoubleBackward::MayRaise;
}

}  // namespace modecheck::spec
