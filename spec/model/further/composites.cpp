// Runs composites that the model treats itself (rule D4), such as matmul. Each runs its sub-operations in libtorch's
// order.
#include "spec/model/further/composites.h"

#include <algorithm>

#include "spec/model/commands.h"
#include "spec/model/further/operators.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/tensors.h"
#include "spec/program/operator_id.h"
#include "spec/rules/matrix.h"
#include "spec/rules/moving.h"
#include "spec/rules/reduction.h"
#include "spec/rules/result.h"
#include "spec/rules/window.h"

namespace modecheck::spec {
namespace {

namespace ops = operators;

template <typename Row>
constexpr OperationId id = id_of<Row>();

}  // namespace

TensorId unsafe_view(ModelState& m, TensorId temporary, const Geometry& geometry) {
  Operands operands;
  operands.add(temporary);
  CallKeys keys = keys_of(m, operands);
  keys.adinplaceorview = false;
  route(m, keys);
  const bool recorded = records(m, keys, operands, geometry.dtype);
  const TensorId result = new_tensor(m, geometry, m.tensors[temporary].inference);
  if (!m.tensors[result].inference) m.tensors[result].counter = new_counter(m);
  if (recorded) set_history(m, result, new_node(m, NodeKind::Operator, operands), 0);
  return result;
}

TensorId unsafe_view(ModelState& m, TensorId temporary, const Sizes& sizes) {
  Geometry geometry = m.tensors[temporary].geometry;
  set_contiguous(geometry, sizes);
  return unsafe_view(m, temporary, geometry);
}

TensorId reshape(ModelState& m, TensorId self, Sizes sizes) {
  const Geometry geometry = m.tensors[self].geometry;
  m.reasons.add(infer_size(sizes, geometry.numel()));
  m.leave_unspecified(Unspecified::TooManyDimensions, sizes.rank > kMaxRank);
  if (m.stopped()) return 0;
  ViewResult as_view;
  if (strides_for_view(geometry, sizes, as_view.geometry)) return view(m, self, as_view);
  Operands operands;
  operands.add(self);
  const TensorId copy = functional(m, operands, derivative_without_saving(), infer_clone(geometry, /*preserve=*/false));
  if (m.stopped()) return 0;
  return unsafe_view(m, copy, sizes);
}

namespace {

TensorId softmax(ModelState& m, TensorId self, std::int64_t dim, std::optional<DType> dtype) {
  Operands operands;
  operands.add(self);
  if (dtype && *dtype != m.tensors[self].geometry.dtype) {
    self = functional(m, operands, derivative_without_saving(), infer_conversion(m.tensors[self].geometry, *dtype));
    if (m.stopped()) return 0;
    operands.tensors[0] = self;
  }
  return functional(m, operands, derivative_of_softmax(), infer_softmax(m.tensors[self].geometry, dim, false));
}

// Pools a one-dimensional input as an image with one row. As in libtorch, an adaptive pool to one element is the
// operator `mean`.
TensorId pool_of_one_dimension(ModelState& m, const Record& record, TensorId self) {
  const Arguments arguments(record);
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return m.tensors[tensor].geometry; };
  const bool adaptive = record.operation == id<ops::adaptive_avg_pool1d>;
  if (geometry(self).rank != 2 && geometry(self).rank != 3) m.reject(ErrorClass::Shape);
  if (adaptive && arguments.integers(1).size != 1) m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  const TensorId image = view(m, self, unsqueeze_of(geometry(self), -2));
  if (m.stopped()) return 0;
  const Geometry flat = geometry(image);
  CallTensors tensors;
  tensors.inputs.add(&flat);
  Operands operands;
  operands.add(image);
  IntList both;
  both.size = 2;
  TensorId pooled = 0;
  const auto pool = [&](OperationId by, const OutputMeta& meta) {
    m.leave_unspecified(meta.unspecified);
    if (!m.is_unspecified()) pooled = functional(m, operands, derivative_of(by), meta);
  };
  if (adaptive && arguments.integers(1)[0] == 1) {
    both.values = {-1, -2};
    pool(id<ops::mean_dim>, infer_mean(tensors, both, /*keepdim=*/true, {}));
    if (m.stopped()) return 0;
    if (flat.rank == 4 && suggests_channels_last(flat)) {
      ViewResult turned;
      turned.geometry = geometry(pooled);
      set_channels_last(turned.geometry, sizes_of(geometry(pooled)));
      in_place_view(m, pooled, turned);
    }
  } else if (adaptive) {
    both.values = {1, arguments.integers(1)[0]};
    pool(id<ops::_adaptive_avg_pool2d>, infer_adaptive_avg_pool(flat, both, 2));
  } else {
    pool(id<ops::avg_pool2d>, infer_avg_pool(flat, widened(mean_window(arguments, 1)), {}));
  }
  return m.stopped() ? 0 : view(m, pooled, squeeze_of(geometry(pooled), -2));
}

TensorId product(ModelState& m, TensorId a, TensorId b, const OutputMeta& meta) {
  Operands operands;
  operands.add(a);
  operands.add(b);
  return functional(m, operands, derivative_of_product(), meta);
}

// Returns true if matmul folds the batch into the rows of one matrix. Matrices that lie transposed in memory are not
// folded, because they would have to be copied.
bool folds(const Geometry& batch, int other_rank) {
  if (batch.rank < 3 || other_rank > 2) return false;
  const bool transposed_matrices = batch.rank == 3 && other_rank == 2 && batch.strides[2] != 1 &&
                                   batch.strides[0] == batch.sizes[1] * batch.sizes[2];
  return !transposed_matrices;
}

// Runs matmul of a batch with a vector or a matrix: the batch becomes the rows of one matrix.
TensorId folded_matmul(ModelState& m, TensorId self, TensorId other) {
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return m.tensors[tensor].geometry; };
  const bool transposed = geometry(other).rank > geometry(self).rank;
  TensorId batch = self;
  TensorId single = other;
  if (transposed) {
    batch = view(m, other, transpose_of(geometry(other), -2, -1));
    if (m.stopped()) return 0;
    single = geometry(self).rank == 2 ? view(m, self, t_of(geometry(self))) : self;
    if (m.stopped()) return 0;
  }
  Sizes sizes = sizes_of(geometry(batch));
  const std::int64_t inner = sizes[sizes.rank - 1];
  sizes.erase(sizes.rank - 1);
  Sizes rows;
  rows.push(sizes.numel());
  rows.push(inner);
  const TensorId matrix = reshape(m, batch, rows);
  if (m.stopped()) return 0;
  if (geometry(single).rank == 1) {
    const TensorId flat = product(m, matrix, single, infer_mv(geometry(matrix), geometry(single)));
    return m.stopped() ? 0 : unsafe_view(m, flat, sizes);
  }
  const TensorId flat = product(m, matrix, single, infer_mm(geometry(matrix), geometry(single)));
  if (m.stopped()) return 0;
  sizes.push(geometry(single).sizes[1]);
  const TensorId result = unsafe_view(m, flat, sizes);
  if (!transposed) return result;
  const TensorId back = view(m, result, transpose_of(geometry(result), -2, -1));
  if (m.stopped() || is_contiguous(geometry(back))) return back;
  Operands operands;
  operands.add(back);
  return functional(m, operands, derivative_without_saving(), infer_clone(geometry(back), /*preserve=*/false));
}

// Runs matmul by expanding both operands to one batch of matrices.
TensorId batched_matmul(ModelState& m, TensorId self, TensorId other) {
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return m.tensors[tensor].geometry; };
  const Sizes a = sizes_of(geometry(self));
  const Sizes b = sizes_of(geometry(other));
  Sizes batch_a = a;
  Sizes batch_b = b;
  batch_a.rank = std::max(a.rank - 2, 0);
  batch_b.rank = std::max(b.rank - 2, 0);
  Sizes batch = batch_a;
  if (!broadcast(batch, batch_b)) {
    m.reject(ErrorClass::Shape);
    return 0;
  }
  const auto expanded = [&](TensorId tensor, std::int64_t rows, std::int64_t columns) -> TensorId {
    Sizes wanted = batch;
    wanted.push(rows);
    wanted.push(columns);
    const TensorId wide = view(m, tensor, expand_of(geometry(tensor), wanted));
    if (m.stopped()) return 0;
    Sizes flat;
    flat.push(batch.numel());
    flat.push(rows);
    flat.push(columns);
    return reshape(m, wide, flat);
  };
  const std::int64_t n = a.rank > 1 ? a[a.rank - 2] : 1;
  const TensorId left = expanded(self, n, a[a.rank - 1]);
  if (m.stopped()) return 0;
  TensorId right = other;
  if (b.rank == 1) {
    right = view(m, other, unsqueeze_of(geometry(other), 1));
    if (m.stopped()) return 0;
  }
  const std::int64_t p = b.rank > 1 ? b[b.rank - 1] : 1;
  right = expanded(right, b.rank > 1 ? b[b.rank - 2] : b[0], p);
  if (m.stopped()) return 0;
  TensorId result = product(m, left, right, infer_bmm(geometry(left), geometry(right)));
  if (m.stopped()) return 0;
  if (b.rank == 1) {
    result = view(m, result, squeeze_of(geometry(result), -1));
    if (m.stopped()) return 0;
  }
  Sizes sizes = batch;
  if (a.rank > 1) sizes.push(n);
  if (b.rank > 1) sizes.push(p);
  return unsafe_view(m, result, sizes);
}

TensorId matmul(ModelState& m, TensorId self, TensorId other) {
  const int rank_a = m.tensors[self].geometry.rank;
  const int rank_b = m.tensors[other].geometry.rank;
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return m.tensors[tensor].geometry; };
  if (rank_a == 0 || rank_b == 0) {
    m.reject(ErrorClass::Shape);
    return 0;
  }
  if (rank_a == 1 && rank_b == 1) return product(m, self, other, infer_dot(geometry(self), geometry(other)));
  if (rank_a == 2 && rank_b == 1) return product(m, self, other, infer_mv(geometry(self), geometry(other)));
  if (rank_a == 2 && rank_b == 2) return product(m, self, other, infer_mm(geometry(self), geometry(other)));
  if (rank_a == 1 && rank_b == 2) {
    const TensorId row = view(m, self, unsqueeze_of(geometry(self), 0));
    if (m.stopped()) return 0;
    const TensorId result = product(m, row, other, infer_mm(geometry(row), geometry(other)));
    if (m.stopped()) return 0;
    in_place_view(m, result, squeeze_of(geometry(result), 0));
    return result;
  }
  if (folds(geometry(self), rank_b) || folds(geometry(other), rank_a)) return folded_matmul(m, self, other);
  return batched_matmul(m, self, other);
}

}  // namespace

void run_composite(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  Operands operands;
  const TensorId self = m.tensor_in(arguments.reg(0));
  operands.add(self);
  const Geometry geometry = m.tensors[self].geometry;
  TensorId result = 0;
  bool fresh = false;
  switch (record.operation) {
    case id<ops::contiguous>:
      fresh = !is_contiguous(geometry);
      result = fresh ? functional(m, operands, derivative_without_saving(), infer_clone(geometry, /*preserve=*/false))
                     : self;
      break;
    case id<ops::to_dtype>: {
      const DType dtype = arguments.dtype(1);
      fresh = dtype != geometry.dtype || arguments.boolean(3);
      result = fresh ? functional(m, operands, derivative_without_saving(), infer_conversion(geometry, dtype)) : self;
      break;
    }
    case id<ops::var_dim>: {
      fresh = true;
      CallTensors tensors;
      tensors.inputs.add(&geometry);
      result = functional(m, operands, derivative_of(id<ops::var_correction>),
                          infer_variance(tensors, arguments.integers(1), arguments.boolean(3)));
      break;
    }
    case id<ops::avg_pool1d>:
    case id<ops::adaptive_avg_pool1d>:
      fresh = true;
      result = pool_of_one_dimension(m, record, self);
      break;
    case id<ops::softmax_int>:
    case id<ops::log_softmax_int>:
      fresh = true;
      result = softmax(m, self, arguments.integer(1), arguments.optional_dtype(2));
      break;
    case id<ops::matmul>:
      fresh = true;
      operands.add(m.tensor_in(arguments.reg(1)));
      result = matmul(m, self, operands.tensors[1]);
      break;
    case id<ops::reshape>:
      result = reshape(m, self, sizes_of(arguments.integers(1)));
      fresh = !m.stopped() && m.tensors[result].geometry.storage != geometry.storage;
      break;
    case id<ops::view_as>:
      result = view(m, self, view_of(geometry, sizes_of(m.tensors[m.tensor_in(arguments.reg(1))].geometry)));
      break;
    case id<ops::narrow>: {
      std::int64_t start = arguments.integer(2);
      m.reasons.add(check_narrow(geometry, arguments.integer(1), start, arguments.integer(3)));
      if (m.stopped()) return;
      result = view(m, self, slice_of(geometry, arguments.integer(1), start, start + arguments.integer(3), 1));
      break;
    }
    case id<ops::chunk>:
      run_multi_view(m, record);
      return;
    default:
      return;
  }
  if (m.stopped()) return;
  if (fresh) {
    keep_fresh(m, record, operands, result);
    return;
  }
  if (result == self) m.cite(Rule::K4);
  set_register(m, record.destination, result);
}

}  // namespace modecheck::spec
