// Which kind each operator of the catalogue is, and the composites: the operators that they are made of (D4).
#include <algorithm>

#include "spec/model/state.h"
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

void ModelState::run_operator(const Record& record) {
  const Operation& row = operation(record.operation);
  route_.known = 1;
  if (row.means != 0) {
    cite(Rule::D4);
    Record meant = record;
    meant.operation = row.means;
    run_operator(meant);
    return;
  }
  if (row.family == ops::Family::ForEach) {
    cite(Rule::D4);
    run_for_each(record);
    return;
  }
  if (row.family == ops::Family::MadeOf) {
    cite(Rule::D4);
    run_made_of(record);
    return;
  }
  if (record.operation == id<ops::native_batch_norm>) {
    run_batch_norm(record);
    return;
  }
  if (row.composite && row.family != ops::Family::Random) {
    cite(Rule::D4);
    run_composite(record);
    return;
  }
  const Arguments arguments(record);
  switch (row.family) {
    case ops::Family::View:
      run_view(record);
      return;
    case ops::Family::MultiView:
      run_multi_view(record);
      return;
    case ops::Family::Alias: {
      const TensorId self = tensor_in(arguments.reg(0));
      const Geometry& geometry = tensors_[self].geometry;
      const TensorId result = untracked_alias(
          self, record.operation == id<ops::detach> ? alias_of(geometry) : view_dtype_of(geometry, arguments.dtype(1)),
          /*may_return_self=*/record.operation == id<ops::view_dtype>);
      if (!stopped()) set_register(record.destination, result);
      return;
    }
    case ops::Family::InPlaceView: {
      const TensorId self = tensor_in(arguments.reg(0));
      if (record.operation == id<ops::detach_>) {
        detach_in_place(self);
      } else {
        in_place_view(self, plan_view(record));
      }
      return;
    }
    case ops::Family::Storage: {
      const TensorId self = tensor_in(arguments.reg(0));
      if (record.operation == id<ops::resize_>) {
        resize(self, arguments.integers(1));
      } else {
        set_source(self, tensor_in(arguments.reg(1)));
      }
      return;
    }
    default:
      run_ordinary(record);
  }
}

// Functional, in-place and out= operators.
void ModelState::run_ordinary(const Record& record) {
  const operators::Schema& schema = operation(record.operation).schema;
  const Arguments arguments(record);
  Operands operands;
  Results outs;
  outs.count = 0;
  bool in_place_kind = false;
  for (int i = 0; i < schema.argument_count; ++i) {
    const operators::Argument& argument = schema.arguments[at(i)];
    if (argument.type == operators::Type::TensorList || argument.type == operators::Type::OptionalTensorList) {
      for (int k = 0; k < arguments.list_length(i); ++k)
        if (arguments.list_present(i, k)) operands.add(tensor_in(arguments.list_reg(i, k)));
    } else if (argument.type == operators::Type::Tensor ||
               (argument.type == operators::Type::OptionalTensor && arguments.present(i))) {
      const TensorId tensor = tensor_in(arguments.reg(i));
      if (argument.write && i > 0) {
        outs.tensors[at(outs.count++)] = tensor;
      } else {
        operands.add(tensor);
        in_place_kind = in_place_kind || argument.write;
      }
    }
  }
  CallTensors tensors;
  for (const TensorId tensor : operands) tensors.inputs.add(&tensors_[tensor].geometry);
  tensors.out = outs.count > 0;
  if (tensors.out) tensors.target = &tensors_[outs.tensors[0]].geometry;
  for (int i = 1; i < outs.count; ++i) tensors.further[at(i - 1)] = &tensors_[outs.tensors[at(i)]].geometry;
  if (in_place_kind) tensors.target = tensors.inputs.tensors[0];
  const ResultPlan plan = plan_result(record, tensors, witness_);
  leave_unspecified(plan.unspecified);
  if (is_unspecified()) return;
  if (in_place_kind) {
    in_place(record, operands, plan);
  } else if (tensors.out) {
    out_variant(record, operands, outs, plan);
  } else if (schema.return_count > 1) {
    Results results;
    results.count = schema.return_count;
    functional(operands, derivative_of(record), plan, results);
    keep_fresh(record, operands, results);
  } else {
    keep_fresh(record, operands, functional(operands, derivative_of(record), plan));
  }
}

// The results of a functional operator or of a composite that made a copy: their storages, histories and values.
void ModelState::fill_fresh(const Record& record, const Operands& operands, const Results& results) {
  if (stopped()) return;
  const bool recorded = tensors_[results.tensors[0]].grad_fn != 0;
  std::array<Geometry, kMaxResults> outputs;
  for (int i = 0; i < results.count; ++i) {
    give_values(results.tensors[at(i)]);
    outputs[at(i)] = tensors_[results.tensors[at(i)]].geometry;
  }
  play_apply(record, geometries_of(operands), operands.count, outputs.data(), results.count, recorded);
}

void ModelState::keep_fresh(const Record& record, const Operands& operands, const Results& results) {
  if (stopped()) return;
  fill_fresh(record, operands, results);
  for (int i = 0; i < results.count; ++i) set_register(register_after(record.destination, i), results.tensors[at(i)]);
}

void ModelState::give_values(TensorId result) {
  play_new_storage(tensors_[result].geometry.storage);
  if (tensors_[result].grad_fn == 0) return;
  TensorState& tensor = tensors_[result];
  tensor.geometry.history = new_history(tensor.geometry.storage);
  if (tensor.tracked) tensors_[tensor.base].geometry.history = tensor.geometry.history;
}

// ---- views --------------------------------------------------------------------------------------------------

ViewResult ModelState::plan_view(const Record& record) const {
  const Arguments arguments(record);
  const TensorState& self = tensors_[tensor_in(arguments.reg(0))];
  const Geometry& geometry = self.geometry;
  switch (record.operation) {
    case id<ops::alias>:
      return alias_of(geometry);
    case id<ops::view>:
      return view_of(geometry, sizes_of(arguments.integers(1)));
    case id<ops::transpose_int>:
    case id<ops::transpose_>:
      return transpose_of(geometry, arguments.integer(1), arguments.integer(2));
    case id<ops::permute>:
      return permute_of(geometry, arguments.integers(1));
    case id<ops::t>:
    case id<ops::t_>:
      return t_of(geometry);
    case id<ops::select_int>:
      return select_of(geometry, arguments.integer(1), arguments.integer(2));
    case id<ops::slice_Tensor>:
      return slice_of(geometry, arguments.integer(1), arguments.optional_integer(2), arguments.optional_integer(3),
                      arguments.integer(4));
    case id<ops::expand>:
      return expand_of(geometry, sizes_of(arguments.integers(1)));
    case id<ops::squeeze>:
    case id<ops::squeeze_>:
      return squeeze_of(geometry);
    case id<ops::squeeze_dim>:
    case id<ops::squeeze__dim>:
      return squeeze_of(geometry, arguments.integer(1));
    case id<ops::unsqueeze>:
    case id<ops::unsqueeze_>:
      return unsqueeze_of(geometry, arguments.integer(1));
    case id<ops::diagonal>:
      return diagonal_of(geometry, arguments.integer(1), arguments.integer(2), arguments.integer(3));
    case id<ops::view_as_real>:
      return as_real_of(geometry);
    case id<ops::view_as_complex>:
      return as_complex_of(geometry);
    case id<ops::unfold>:
      return unfold_of(geometry, arguments.integer(1), arguments.integer(2), arguments.integer(3));
    case id<ops::as_strided>:
    case id<ops::as_strided_>:
      return as_strided_of(geometry, arguments.integers(1), arguments.integers(2), arguments.optional_integer(3),
                           storages_[geometry.storage].bytes);
    default:
      return alias_of(geometry);
  }
}

void ModelState::run_view(const Record& record) {
  // Of windows of fewer than no elements libtorch makes a tensor, if it has none to show.
  leave_unspecified(Unspecified::WindowOfNegativeSize,
                    record.operation == id<ops::unfold> && Arguments(record).integer(2) < 0);
  if (is_unspecified()) return;
  const TensorId result = view(tensor_in(Arguments(record).reg(0)), plan_view(record));
  if (!stopped()) set_register(record.destination, result);
}

void ModelState::run_multi_view(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(arguments.reg(0));
  const Geometry& geometry = tensors_[self].geometry;
  MultiViewResult plan;
  if (record.operation == id<ops::split_Tensor>) {
    plan = split_of(geometry, arguments.integer(1), arguments.integer(2));
  } else if (record.operation == id<ops::split_with_sizes>) {
    plan = split_with_sizes_of(geometry, arguments.integers(1), arguments.integer(2));
  } else if (record.operation == id<ops::chunk>) {
    plan = chunk_of(geometry, arguments.integer(1), arguments.integer(2));
  } else {
    plan = unbind_of(geometry, arguments.integer(1));
  }
  std::array<TensorId, kMaxListResults> results{};
  multi_view(self, plan, results);
  if (stopped()) return;
  for (int i = 0; i < plan.count && i < kMaxListResults; ++i)
    set_register(register_after(record.destination, i), results[at(i)]);
}

// ---- composites ---------------------------------------------------------------------------------------------

void ModelState::run_composite(const Record& record) {
  const Arguments arguments(record);
  Operands operands;
  const TensorId self = tensor_in(arguments.reg(0));
  operands.add(self);
  const Geometry geometry = tensors_[self].geometry;
  TensorId result = 0;
  bool fresh = false;
  switch (record.operation) {
    case id<ops::contiguous>:
      fresh = !is_contiguous(geometry);
      result =
          fresh ? functional(operands, derivative_without_saving(), plan_clone(geometry, /*preserve=*/false)) : self;
      break;
    case id<ops::to_dtype>: {
      const DType dtype = arguments.dtype(1);
      fresh = dtype != geometry.dtype || arguments.boolean(3);
      result = fresh ? functional(operands, derivative_without_saving(), plan_conversion(geometry, dtype)) : self;
      break;
    }
    case id<ops::var_dim>: {
      fresh = true;
      CallTensors tensors;
      tensors.inputs.add(&geometry);
      result = functional(operands, derivative_of(id<ops::var_correction>),
                          plan_variance(tensors, arguments.integers(1), arguments.boolean(3)));
      break;
    }
    case id<ops::avg_pool1d>:
    case id<ops::adaptive_avg_pool1d>:
      fresh = true;
      result = pool_of_one_dimension(record, self);
      break;
    case id<ops::softmax_int>:
    case id<ops::log_softmax_int>:
      fresh = true;
      result = softmax(self, arguments.integer(1), arguments.optional_dtype(2));
      break;
    case id<ops::matmul>:
      fresh = true;
      operands.add(tensor_in(arguments.reg(1)));
      result = matmul(self, operands.tensors[1]);
      break;
    case id<ops::reshape>:
      result = reshape(self, sizes_of(arguments.integers(1)));
      fresh = !stopped() && tensors_[result].geometry.storage != geometry.storage;
      break;
    case id<ops::view_as>:
      result = view(self, view_of(geometry, sizes_of(tensors_[tensor_in(arguments.reg(1))].geometry)));
      break;
    case id<ops::narrow>: {
      std::int64_t start = arguments.integer(2);
      reasons_.add(check_narrow(geometry, arguments.integer(1), start, arguments.integer(3)));
      if (stopped()) return;
      result = view(self, slice_of(geometry, arguments.integer(1), start, start + arguments.integer(3), 1));
      break;
    }
    case id<ops::chunk>:
      run_multi_view(record);
      return;
    default:
      return;
  }
  if (stopped()) return;
  if (fresh) {
    keep_fresh(record, operands, result);
    return;
  }
  if (result == self) cite(Rule::K4);
  set_register(record.destination, result);
}

TensorId ModelState::softmax(TensorId self, std::int64_t dim, std::optional<DType> dtype) {
  Operands operands;
  operands.add(self);
  if (dtype && *dtype != tensors_[self].geometry.dtype) {
    self = functional(operands, derivative_without_saving(), plan_conversion(tensors_[self].geometry, *dtype));
    if (stopped()) return 0;
    operands.tensors[0] = self;
  }
  return functional(operands, derivative_of_softmax(), plan_softmax(tensors_[self].geometry, dim, false));
}

// In two dimensions, the first of which has one element. One mean of all is that of the mean's own operator.
TensorId ModelState::pool_of_one_dimension(const Record& record, TensorId self) {
  const Arguments arguments(record);
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return tensors_[tensor].geometry; };
  const bool adaptive = record.operation == id<ops::adaptive_avg_pool1d>;
  if (geometry(self).rank != 2 && geometry(self).rank != 3) reject(ErrorClass::Shape);
  if (adaptive && arguments.integers(1).size != 1) reject(ErrorClass::Argument);
  if (stopped()) return 0;
  const TensorId image = view(self, unsqueeze_of(geometry(self), -2));
  if (stopped()) return 0;
  const Geometry flat = geometry(image);
  CallTensors tensors;
  tensors.inputs.add(&flat);
  Operands operands;
  operands.add(image);
  IntList both;
  both.size = 2;
  TensorId pooled = 0;
  const auto pool = [&](OperationId by, const ResultPlan& plan) {
    leave_unspecified(plan.unspecified);
    if (!is_unspecified()) pooled = functional(operands, derivative_of(by), plan);
  };
  if (adaptive && arguments.integers(1)[0] == 1) {
    both.values = {-1, -2};
    pool(id<ops::mean_dim>, plan_mean(tensors, both, /*keepdim=*/true, {}));
    if (stopped()) return 0;
    if (flat.rank == 4 && suggests_channels_last(flat)) {
      ViewResult turned;
      turned.geometry = geometry(pooled);
      set_channels_last(turned.geometry, sizes_of(geometry(pooled)));
      in_place_view(pooled, turned);
    }
  } else if (adaptive) {
    both.values = {1, arguments.integers(1)[0]};
    pool(id<ops::_adaptive_avg_pool2d>, plan_adaptive_avg_pool(flat, both, 2));
  } else {
    pool(id<ops::avg_pool2d>, plan_avg_pool(flat, widened(mean_window(arguments, 1)), {}));
  }
  return stopped() ? 0 : view(pooled, squeeze_of(geometry(pooled), -2));
}

// A view where the strides allow it; else a copy that is then given its sizes.
TensorId ModelState::reshape(TensorId self, Sizes sizes) {
  const Geometry geometry = tensors_[self].geometry;
  reasons_.add(infer_size(sizes, geometry.numel()));
  leave_unspecified(Unspecified::TooManyDimensions, sizes.rank > kMaxRank);
  if (stopped()) return 0;
  ViewResult as_view;
  if (strides_for_view(geometry, sizes, as_view.geometry)) return view(self, as_view);
  Operands operands;
  operands.add(self);
  const TensorId copy = functional(operands, derivative_without_saving(), plan_clone(geometry, /*preserve=*/false));
  if (stopped()) return 0;
  return unsafe_view(copy, sizes);
}

// Gives a temporary its sizes: to everybody else this is a tensor of its own.
TensorId ModelState::unsafe_view(TensorId temporary, const Sizes& sizes) {
  Geometry geometry = tensors_[temporary].geometry;
  set_contiguous(geometry, sizes);
  return unsafe_view(temporary, geometry);
}

TensorId ModelState::unsafe_view(TensorId temporary, const Geometry& geometry) {
  Operands operands;
  operands.add(temporary);
  CallKeys keys = keys_of(operands);
  keys.adinplaceorview = false;
  route(keys);
  const bool recorded = records(keys, operands, geometry.dtype);
  const TensorId result = new_tensor(geometry, tensors_[temporary].inference);
  if (!tensors_[result].inference) tensors_[result].counter = new_counter();
  if (recorded) set_history(result, new_node(NodeKind::Operator, operands), 0);
  return result;
}

TensorId ModelState::product(TensorId a, TensorId b, const ResultPlan& plan) {
  Operands operands;
  operands.add(a);
  operands.add(b);
  return functional(operands, derivative_of_product(), plan);
}

namespace {

// Whether the batch is folded into the rows of one matrix. Not if its matrices lie transposed in memory: they would
// have to be copied for it.
bool folds(const Geometry& batch, int other_rank) {
  if (batch.rank < 3 || other_rank > 2) return false;
  const bool transposed_matrices = batch.rank == 3 && other_rank == 2 && batch.strides[2] != 1 &&
                                   batch.strides[0] == batch.sizes[1] * batch.sizes[2];
  return !transposed_matrices;
}

}  // namespace

TensorId ModelState::matmul(TensorId self, TensorId other) {
  const int rank_a = tensors_[self].geometry.rank;
  const int rank_b = tensors_[other].geometry.rank;
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return tensors_[tensor].geometry; };
  if (rank_a == 0 || rank_b == 0) {
    reject(ErrorClass::Shape);
    return 0;
  }
  if (rank_a == 1 && rank_b == 1) return product(self, other, plan_dot(geometry(self), geometry(other)));
  if (rank_a == 2 && rank_b == 1) return product(self, other, plan_mv(geometry(self), geometry(other)));
  if (rank_a == 2 && rank_b == 2) return product(self, other, plan_mm(geometry(self), geometry(other)));
  if (rank_a == 1 && rank_b == 2) {
    const TensorId row = view(self, unsqueeze_of(geometry(self), 0));
    if (stopped()) return 0;
    const TensorId result = product(row, other, plan_mm(geometry(row), geometry(other)));
    if (stopped()) return 0;
    in_place_view(result, squeeze_of(geometry(result), 0));
    return result;
  }
  if (folds(geometry(self), rank_b) || folds(geometry(other), rank_a)) return folded_matmul(self, other);
  return batched_matmul(self, other);
}

// One operand has a batch, the other is a vector or a matrix: the batch becomes rows.
TensorId ModelState::folded_matmul(TensorId self, TensorId other) {
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return tensors_[tensor].geometry; };
  const bool transposed = geometry(other).rank > geometry(self).rank;
  TensorId batch = self;
  TensorId single = other;
  if (transposed) {
    batch = view(other, transpose_of(geometry(other), -2, -1));
    if (stopped()) return 0;
    single = geometry(self).rank == 2 ? view(self, t_of(geometry(self))) : self;
    if (stopped()) return 0;
  }
  Sizes sizes = sizes_of(geometry(batch));
  const std::int64_t inner = sizes[sizes.rank - 1];
  sizes.erase(sizes.rank - 1);
  Sizes rows;
  rows.push(sizes.numel());
  rows.push(inner);
  const TensorId matrix = reshape(batch, rows);
  if (stopped()) return 0;
  if (geometry(single).rank == 1) {
    const TensorId flat = product(matrix, single, plan_mv(geometry(matrix), geometry(single)));
    return stopped() ? 0 : unsafe_view(flat, sizes);
  }
  const TensorId flat = product(matrix, single, plan_mm(geometry(matrix), geometry(single)));
  if (stopped()) return 0;
  sizes.push(geometry(single).sizes[1]);
  const TensorId result = unsafe_view(flat, sizes);
  if (!transposed) return result;
  const TensorId back = view(result, transpose_of(geometry(result), -2, -1));
  if (stopped() || is_contiguous(geometry(back))) return back;
  Operands operands;
  operands.add(back);
  return functional(operands, derivative_without_saving(), plan_clone(geometry(back), /*preserve=*/false));
}

// Both are expanded to one batch of matrices.
TensorId ModelState::batched_matmul(TensorId self, TensorId other) {
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return tensors_[tensor].geometry; };
  const Sizes a = sizes_of(geometry(self));
  const Sizes b = sizes_of(geometry(other));
  Sizes batch_a = a;
  Sizes batch_b = b;
  batch_a.rank = std::max(a.rank - 2, 0);
  batch_b.rank = std::max(b.rank - 2, 0);
  Sizes batch = batch_a;
  if (!broadcast(batch, batch_b)) {
    reject(ErrorClass::Shape);
    return 0;
  }
  const auto expanded = [&](TensorId tensor, std::int64_t rows, std::int64_t columns) -> TensorId {
    Sizes wanted = batch;
    wanted.push(rows);
    wanted.push(columns);
    const TensorId wide = view(tensor, expand_of(geometry(tensor), wanted));
    if (stopped()) return 0;
    Sizes flat;
    flat.push(batch.numel());
    flat.push(rows);
    flat.push(columns);
    return reshape(wide, flat);
  };
  const std::int64_t n = a.rank > 1 ? a[a.rank - 2] : 1;
  const TensorId left = expanded(self, n, a[a.rank - 1]);
  if (stopped()) return 0;
  TensorId right = other;
  if (b.rank == 1) {
    right = view(other, unsqueeze_of(geometry(other), 1));
    if (stopped()) return 0;
  }
  const std::int64_t p = b.rank > 1 ? b[b.rank - 1] : 1;
  right = expanded(right, b.rank > 1 ? b[b.rank - 2] : b[0], p);
  if (stopped()) return 0;
  TensorId result = product(left, right, plan_bmm(geometry(left), geometry(right)));
  if (stopped()) return 0;
  if (b.rank == 1) {
    result = view(result, squeeze_of(geometry(result), -1));
    if (stopped()) return 0;
  }
  Sizes sizes = batch;
  if (a.rank > 1) sizes.push(n);
  if (b.rank > 1) sizes.push(p);
  return unsafe_view(result, sizes);
}

}  // namespace modecheck::spec
