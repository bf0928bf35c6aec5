// Runs the composites, which have no kernel of their own. Each composite runs its sub-operations in libtorch's order
// (rule D4). No register holds the intermediate results.
#include "spec/model/further/composites.h"

#include <algorithm>

#include "spec/composites/families.h"
#include "spec/model/commands.h"
#include "spec/model/further/operators.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/values.h"

namespace modecheck::spec {

namespace {

TensorId cdist(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId other = m.tensor_in(record.operands[1]);
  // cdist with compute_mode 1 computes Euclidean distances by a matrix product. libtorch then runs an operator that the
  // catalogue lacks, so the command is dropped.
  const bool empty = m.tensors[self].geometry.numel() == 0 || m.tensors[other].geometry.numel() == 0;
  m.leave_unspecified(Unspecified::PartWithoutARow,
                      !empty && arguments.floating(2) == 2 && arguments.optional_integer(3).value_or(0) == 1);
  return call_with_numbers_of(m, record, id<ops::_cdist_forward>, {self, other});
}

TensorId inverse(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId result = call<ops::linalg_inv_ex>(m, self);
  // inverse: near a singular matrix, rounding decides whether a pivot is zero, and so whether `info` is 0. The command
  // is dropped if `info` is not 0. If the reference is uncertain about `info`, this question alone keeps the command
  // from being judged.
  const TensorId info = sub_operation_result(m, 1);
  if (!m.stopped() && m.oracle != nullptr)
    m.leave_unspecified(Unspecified::SingularByRounding, !m.oracle->all_within(m.tensors[info].geometry, 0, 1));
  return result;
}

TensorId flipped(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  const bool right = record.operation == id<ops::fliplr>;
  if (m.tensors[self].geometry.rank < (right ? 2 : 1)) m.reject(ErrorClass::Shape);
  return call<ops::flip>(m, self, listed({right ? 1 : 0}));
}

TensorId tiled(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  const IntList repeats = Arguments(record).integers(1);
  const int missing = std::max(0, m.tensors[self].geometry.rank - repeats.size);
  Sizes all;
  for (int i = 0; i < missing; ++i) all.push(1);
  for (const std::int64_t count : repeats) all.push(count);
  return call<ops::repeat>(m, self, all);
}

TensorId padded(ModelState& m, const Record& record) {
  return call<ops::constant_pad_nd>(m, m.tensor_in(record.operands[0]), Arguments(record).integers(1), Halves{0});
}

TensorId contracted(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  return tensordot(m, m.tensor_in(record.operands[0]), m.tensor_in(record.operands[1]), arguments.integers(2),
                   arguments.integers(3));
}

TensorId inner_product(ModelState& m, const Record& record) {
  return inner(m, m.tensor_in(record.operands[0]), m.tensor_in(record.operands[1]));
}

TensorId kronecker_product(ModelState& m, const Record& record) {
  return kron(m, m.tensor_in(record.operands[0]), m.tensor_in(record.operands[1]));
}

TensorId distance(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  return pairwise_distance(m, m.tensor_in(record.operands[0]), m.tensor_in(record.operands[1]), arguments.halves(2),
                           arguments.halves(3), arguments.boolean(4));
}

TensorId pdist(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  // The documented function checks its argument before it calls the inner operator, and so before a stale argument is
  // rejected.
  if (m.tensors[self].geometry.rank != 2) m.reject(ErrorClass::Shape);
  if (!is_floating(m.tensors[self].geometry.dtype)) m.reject(ErrorClass::Dtype);
  return call_with_numbers_of(m, record, id<ops::_pdist_forward>, {call<ops::contiguous>(m, self)});
}

TensorId l1_loss(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId apart = call<ops::sub_Tensor>(m, self, m.tensor_in(record.operands[1]));
  return loss_of(m, call<ops::abs>(m, apart), Arguments(record).integer(2));
}

TensorId grid_sampler(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  // With five dimensions this composite is grid_sampler_3d, which the catalogue lacks.
  m.leave_unspecified(Unspecified::PartWithoutARow, m.tensors[self].geometry.rank == 5);
  return call_with_numbers_of(m, record, id<ops::grid_sampler_2d>, {self, m.tensor_in(record.operands[1])});
}

using CompositeTable = std::array<CompositeFunction, kMostOperations>;

// Makes the table of all composites, indexed by operation id. If a composite has no row, the table does not link.
template <typename... Composites>
CompositeTable table_of(operators::List<Composites...> /*composites*/) {
  CompositeTable out{};
  const CompositeFunction functions[] = {CompositeOf<Composites>::function()...};
  std::size_t at = 0;
  for (const OperationId composite : {id<Composites>...}) out[composite] = functions[at++];
  return out;
}

}  // namespace

MODECHECK_COMPOSITE(flipped, fliplr, flipud)
MODECHECK_COMPOSITE(tiled, tile)
MODECHECK_COMPOSITE(padded, pad)
MODECHECK_COMPOSITE(inverse, inverse)
MODECHECK_COMPOSITE(cdist, cdist)
MODECHECK_COMPOSITE(pdist, pdist)
MODECHECK_COMPOSITE(l1_loss, l1_loss)
MODECHECK_COMPOSITE(grid_sampler, grid_sampler)
MODECHECK_COMPOSITE(contracted, tensordot)
MODECHECK_COMPOSITE(inner_product, inner)
MODECHECK_COMPOSITE(kronecker_product, kron)
MODECHECK_COMPOSITE(distance, pairwise_distance)

void run_sub_operations(ModelState& m, const Record& record) {
  static const CompositeTable composites = table_of(operators::CompositeOperators{});
  const Operation& row = operation(record.operation);
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId result = composites[record.operation](m, record);
  if (m.stopped() || returns_list(row) || !keeps_result(row)) return;
  if (result == self) m.cite(Rule::K4);
  // If this composite runs inside another one, set_register writes m.sub_registers. So the further results are copied
  // before that.
  const auto others = m.sub_registers;
  set_register(m, record.destination, result);
  for (int i = 1; i < row.schema.return_count; ++i)
    set_register(m, register_after(record.destination, i), others[at(kMaxOperands + i)]);
}

}  // namespace modecheck::spec
