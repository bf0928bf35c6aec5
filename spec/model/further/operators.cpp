#include "spec/model/further/operators.h"

#include "spec/model/commands.h"
#include "spec/model/further/batch_norm.h"
#include "spec/model/further/composites.h"
#include "spec/model/further/lists.h"
#include "spec/model/further/shared_storage.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/values.h"
#include "spec/program/operator_id.h"
#include "spec/rules/result.h"

namespace modecheck::spec {
namespace {

namespace ops = operators;

template <typename Row>
constexpr OperationId id = id_of<Row>();

ViewResult plan_view(const ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorState& self = m.tensors[m.tensor_in(arguments.reg(0))];
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
                           m.storages[geometry.storage].bytes);
    default:
      return alias_of(geometry);
  }
}

void run_view(ModelState& m, const Record& record) {
  const TensorId result = view(m, m.tensor_in(Arguments(record).reg(0)), plan_view(m, record));
  if (!m.stopped()) set_register(m, record.destination, result);
}

void keep(ModelState& m, const Record& record, const Results& results) {
  for (int i = 0; i < results.count && !m.stopped(); ++i)
    set_register(m, register_after(record.destination, i), results.tensors[at(i)]);
}

// Returns which result of a call with check_errors is `info`, or 0 for other calls. The operator then raises if `info`
// is not 0, which means a singular matrix.
std::size_t checked_info(const Record& record) {
  const Arguments arguments(record);
  if (record.operation == id<ops::linalg_inv_ex> && arguments.boolean(1)) return 1;
  if (record.operation == id<ops::linalg_cholesky_ex> && arguments.boolean(2)) return 1;
  if (record.operation == id<ops::_linalg_solve_ex> && arguments.boolean(3)) return 3;
  return 0;
}

// For some matrices rounding decides whether they are singular, and then the reference is unsure of `info`.
void leave_singular(ModelState& m, const Record& record, const Results& results) {
  const std::size_t info = checked_info(record);
  if (m.stopped() || info == 0) return;
  m.leave_unspecified(Unspecified::SingularByRounding,
                      m.oracle == nullptr || !m.oracle->all_within(m.tensors[results.tensors[info]].geometry, 0, 1));
}

// Runs functional, in-place and out= operators.
void run_ordinary(ModelState& m, const Record& record) {
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
        if (arguments.list_present(i, k)) operands.add(m.tensor_in(arguments.list_reg(i, k)));
    } else if (argument.type == operators::Type::Tensor ||
               (argument.type == operators::Type::OptionalTensor && arguments.present(i))) {
      const TensorId tensor = m.tensor_in(arguments.reg(i));
      if (argument.write && i > 0) {
        outs.tensors[at(outs.count++)] = tensor;
      } else {
        operands.add(tensor);
        in_place_kind = in_place_kind || argument.write;
      }
    }
  }
  CallTensors tensors;
  for (const TensorId tensor : operands) tensors.inputs.add(&m.tensors[tensor].geometry);
  tensors.out = outs.count > 0;
  if (tensors.out) tensors.target = &m.tensors[outs.tensors[0]].geometry;
  for (int i = 1; i < outs.count; ++i) tensors.further[at(i - 1)] = &m.tensors[outs.tensors[at(i)]].geometry;
  if (in_place_kind) tensors.target = tensors.inputs.tensors[0];
  OutputMeta meta = infer_result(record, tensors, m.oracle);
  meta.raises_if_singular = checked_info(record) != 0;
  // An in-place activation with a negative slope, such as leaky_relu_: only its derivative is unspecified. So the
  // command is dropped only if it would be recorded.
  const bool only_if_recorded = meta.unspecified == Unspecified::InPlaceNegativeSlope;
  m.leave_unspecified(meta.unspecified, !only_if_recorded || wants_to_record(m, keys_of(m, operands), operands));
  if (m.is_unspecified()) return;
  if (in_place_kind) {
    in_place(m, record, operands, meta);
  } else if (tensors.out) {
    out_variant(m, record, operands, outs, meta);
  } else if (schema.return_count > 1) {
    Results results;
    results.count = schema.return_count;
    functional(m, operands, derivative_of(record), meta, results);
    fill_fresh(m, record, operands, results);
    leave_singular(m, record, results);
    keep(m, record, results);
  } else {
    keep_fresh(m, record, operands, functional(m, operands, derivative_of(record), meta));
  }
}

}  // namespace

void keep_fresh(ModelState& m, const Record& record, const Operands& operands, const Results& results) {
  fill_fresh(m, record, operands, results);
  keep(m, record, results);
}

void keep_fresh(ModelState& m, const Record& record, const Operands& operands, TensorId result) {
  keep_fresh(m, record, operands, Results{{result}, 1});
}

void run_multi_view(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(arguments.reg(0));
  const Geometry& geometry = m.tensors[self].geometry;
  MultiViewResult meta;
  if (record.operation == id<ops::split_Tensor>) {
    meta = split_of(geometry, arguments.integer(1), arguments.integer(2));
  } else if (record.operation == id<ops::split_with_sizes>) {
    meta = split_with_sizes_of(geometry, arguments.integers(1), arguments.integer(2));
  } else if (record.operation == id<ops::chunk>) {
    meta = chunk_of(geometry, arguments.integer(1), arguments.integer(2));
  } else {
    meta = unbind_of(geometry, arguments.integer(1));
  }
  std::array<TensorId, kMaxListResults> results{};
  multi_view(m, self, meta, results);
  if (m.stopped()) return;
  for (int i = 0; i < meta.count && i < kMaxListResults; ++i)
    set_register(m, register_after(record.destination, i), results[at(i)]);
}

void run_operator(ModelState& m, const Record& record) {
  const Operation& row = operation(record.operation);
  m.route.known = 1;
  if (row.alias_of != 0) {
    m.cite(Rule::D4);
    Record meant = record;
    meant.operation = row.alias_of;
    run_operator(m, meant);
    return;
  }
  if (row.family == ops::Family::Foreach) {
    m.cite(Rule::D4);
    run_for_each(m, record);
    return;
  }
  if (row.family == ops::Family::Composite) {
    m.cite(Rule::D4);
    run_sub_operations(m, record);
    return;
  }
  if (record.operation == id<ops::native_batch_norm>) {
    run_batch_norm(m, record);
    return;
  }
  if (row.composite && row.family != ops::Family::Random) {
    m.cite(Rule::D4);
    run_composite(m, record);
    return;
  }
  const Arguments arguments(record);
  switch (row.family) {
    case ops::Family::View:
      run_view(m, record);
      return;
    case ops::Family::MultiView:
      run_multi_view(m, record);
      return;
    case ops::Family::Alias: {
      const TensorId self = m.tensor_in(arguments.reg(0));
      const Geometry& geometry = m.tensors[self].geometry;
      const TensorId result = untracked_alias(
          m, self,
          record.operation == id<ops::detach> ? alias_of(geometry) : view_dtype_of(geometry, arguments.dtype(1)),
          /*may_return_self=*/record.operation == id<ops::view_dtype>);
      if (!m.stopped()) set_register(m, record.destination, result);
      return;
    }
    case ops::Family::InPlaceView: {
      const TensorId self = m.tensor_in(arguments.reg(0));
      if (record.operation == id<ops::detach_>) {
        detach_in_place(m, self);
      } else {
        in_place_view(m, self, plan_view(m, record));
      }
      return;
    }
    case ops::Family::Storage: {
      const TensorId self = m.tensor_in(arguments.reg(0));
      if (record.operation == id<ops::resize_>) {
        resize(m, self, arguments.integers(1));
      } else {
        set_source(m, self, m.tensor_in(arguments.reg(1)));
      }
      return;
    }
    default:
      run_ordinary(m, record);
  }
}

}  // namespace modecheck::spec
