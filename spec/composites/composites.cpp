// Runs the composites, which have no kernel of their own. Each composite runs its sub-operations in libtorch's order
// (rule D4). No register holds the intermediate results.
#include "spec/model/further/composites.h"

#include <algorithm>
#include <limits>

#include "spec/composites/families.h"
#include "spec/model/commands.h"
#include "spec/model/further/operators.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/values.h"

namespace modecheck::spec {

TensorId part(ModelState& m, Record record, std::initializer_list<TensorId> tensors) {
  if (m.stopped()) return 0;
  int count = 0;
  for (const TensorId tensor : tensors) {
    m.parts[at(count)] = tensor;
    record.operands[at(count)] = static_cast<std::uint8_t>(kRegisters + count);
    ++count;
  }
  record.thread = static_cast<std::uint8_t>(m.thread);
  record.destination = static_cast<std::uint8_t>(kRegisters + kMaxOperands);
  const OperationId whole = m.operation;
  m.operation = record.operation;
  run_operator(m, record);
  m.operation = whole;
  if (m.stopped()) return 0;
  const Operation& row = operation(record.operation);
  if (keeps_result(row)) return part_result(m, 0);
  for (int i = 0; i < row.schema.argument_count; ++i)
    if (row.schema.arguments[at(i)].write) return m.tensor_in(Arguments(record).reg(i));
  return 0;
}

TensorId part(ModelState& m, OperationId row, std::initializer_list<TensorId> tensors,
              std::initializer_list<std::int64_t> numbers) {
  if (m.stopped()) return 0;
  Record record;
  record.operation = row;
  int count = 0;
  for (const std::int64_t number : numbers) {
    m.leave_unspecified(Unspecified::NumberTooLarge, number < std::numeric_limits<std::int8_t>::min() ||
                                                         number > std::numeric_limits<std::int8_t>::max());
    record.immediates[at(count++)] = static_cast<std::int8_t>(number);
  }
  return part(m, record, tensors);
}

TensorId part(ModelState& m, const Numbers& numbers, std::initializer_list<TensorId> tensors) {
  m.leave_unspecified(Unspecified::NumberTooLarge, !numbers.fits());
  return m.stopped() ? 0 : part(m, numbers.record(), tensors);
}

TensorId reshape_part(ModelState& m, TensorId self, const Sizes& sizes) {
  if (m.stopped()) return 0;
  const TensorId result = reshape(m, self, sizes);
  if (m.stopped() || m.tensors[result].geometry.storage == m.tensors[self].geometry.storage) return result;
  Record record;
  record.operation = id<ops::reshape>;
  const Operands operands(self);
  fill_fresh(m, record, operands, Results{{result}, 1});
  return result;
}

void reject_or_stale(ModelState& m, ErrorClass reason, TensorId read) {
  m.reject(reason);
  if (const ErrorClass stale = stale_reason(m, read); stale != ErrorClass::None) m.reject(stale);
}

namespace {

TensorId cdist(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId other = m.tensor_in(record.operands[1]);
  // cdist with compute_mode 1 computes Euclidean distances by a matrix product, with an operator that the catalogue
  // lacks.
  const bool empty = m.tensors[self].geometry.numel() == 0 || m.tensors[other].geometry.numel() == 0;
  m.leave_unspecified(Unspecified::PartWithoutARow,
                      !empty && arguments.floating(2) == 2 && arguments.optional_integer(3).value_or(0) == 1);
  Record all = record;
  all.operation = id<ops::_cdist_forward>;
  return part(m, all, {self, other});
}

TensorId inverse(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId result = part(m, id<ops::linalg_inv_ex>, {self}, {0});
  // Rounding decides which pivot is zero, so near a singular matrix the reference does not know the result `info` of
  // the factorisation. The model therefore compares the oracle's `info` with a range. If the reference does not know
  // `info`, the oracle then leaves the command unjudged.
  const TensorId info = part_result(m, 1);
  if (!m.stopped() && m.oracle != nullptr)
    m.leave_unspecified(Unspecified::SingularByRounding, !m.oracle->all_within(m.tensors[info].geometry, 0, 1));
  return result;
}

TensorId flipped(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  const bool right = record.operation == id<ops::fliplr>;
  if (m.tensors[self].geometry.rank < (right ? 2 : 1)) m.reject(ErrorClass::Shape);
  return part(m, id<ops::flip>, {self}, {1, right ? 1 : 0});
}

TensorId tiled(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  const IntList repeats = Arguments(record).integers(1);
  const int missing = std::max(0, m.tensors[self].geometry.rank - repeats.size);
  m.leave_unspecified(Unspecified::ListTooLong, missing + repeats.size > kMaxListLength);
  if (m.stopped()) return 0;
  Numbers numbers(id<ops::repeat>);
  numbers.add(missing + repeats.size);
  for (int i = 0; i < missing; ++i) numbers.add(1);
  for (const std::int64_t count : repeats) numbers.add(count);
  return part(m, numbers, {self});
}

TensorId padded(ModelState& m, const Record& record) {
  Numbers numbers(id<ops::constant_pad_nd>);
  numbers.add(Arguments(record).integers(1), kMaxListLength);
  numbers.add(kFloat);
  numbers.add(0);
  return part(m, numbers, {m.tensor_in(record.operands[0])});
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
  return pairwise_distance(m, m.tensor_in(record.operands[0]), m.tensor_in(record.operands[1]), record.immediates[0],
                           record.immediates[1], Arguments(record).boolean(4));
}

TensorId pdist(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  if (m.tensors[self].geometry.rank != 2) m.reject(ErrorClass::Shape);
  Record all = record;
  all.operation = id<ops::_pdist_forward>;
  return part(m, all, {part(m, id<ops::contiguous>, {self}, {})});
}

TensorId l1_loss(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId apart = part(m, id<ops::sub_Tensor>, {self, m.tensor_in(record.operands[1])}, {kWhole, 1});
  return loss_of(m, part(m, id<ops::abs>, {apart}, {}), Arguments(record).integer(2));
}

TensorId grid_sampler(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  // grid_sampler_3d, which the catalogue lacks
  m.leave_unspecified(Unspecified::PartWithoutARow, m.tensors[self].geometry.rank == 5);
  Record all = record;
  all.operation = id<ops::grid_sampler_2d>;
  return part(m, all, {self, m.tensor_in(record.operands[1])});
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
  // Copy the further results first: for a composite inside another one, set_register overwrites m.parts.
  const auto others = m.parts;
  set_register(m, record.destination, result);
  for (int i = 1; i < row.schema.return_count; ++i)
    set_register(m, register_after(record.destination, i), others[at(kMaxOperands + i)]);
}

}  // namespace modecheck::spec
