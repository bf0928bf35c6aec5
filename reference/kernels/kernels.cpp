#include "reference/kernels/kernels.h"

#include <array>
#include <type_traits>

#include "spec/operators/catalogue.h"

namespace modecheck::reference {
namespace {

namespace op = spec::operators;

// A view operator has no kernel (null), because it computes no values. Its elements exist already.
template <typename Operator>
constexpr bool is_view() {
  using op::Family;
  constexpr Family family = Operator::family;
  return family == Family::View || family == Family::MultiView || family == Family::Alias ||
         family == Family::InPlaceView || family == Family::Storage;
}
// reshape is a view operator too, but copies if no view is possible. So it has a kernel.
template <>
constexpr bool is_view<op::reshape>() {
  return false;
}

// These operators have no kernel of their own: aliases, _foreach_ operators, composites, and out variants that move a
// result. The kernels of the operators that they call compute their values.
template <typename Operator, typename = void>
constexpr bool moves_a_result = false;
template <typename Operator>
constexpr bool moves_a_result<Operator, std::void_t<typename Operator::out_of>> = true;
template <typename Operator>
constexpr bool stands_for_others =
    moves_a_result<Operator> || Operator::family == op::Family::Foreach ||
    Operator::family == op::Family::OperatorAlias || Operator::family == op::Family::Composite;

// Returns the row of the operator's kernel, or an empty row for a view operator and for the operators above. If another
// operator has no kernel, this function does not link.
template <typename Operator>
KernelRow row_of() {
  if constexpr (is_view<Operator>() || stands_for_others<Operator>)
    return {};
  else
    return KernelOf<Operator>::row();
}

template <typename... Operators>
std::array<KernelRow, sizeof...(Operators)> rows_of(op::List<Operators...> /*catalogue*/) {
  return {row_of<Operators>()...};
}

}  // namespace

const KernelRow* kernel_of(spec::OperationId operation) {
  static const std::array rows = rows_of(op::Catalogue{});
  const spec::OperationId out_of = spec::operation(operation).out_of;
  const spec::OperationId computed = out_of != 0 ? out_of : operation;
  if (!spec::is_operator(computed)) return nullptr;
  const KernelRow& row = rows[static_cast<std::size_t>(computed) - spec::kBuiltinCommands];
  return row.kernel != nullptr ? &row : nullptr;
}

}  // namespace modecheck::reference
