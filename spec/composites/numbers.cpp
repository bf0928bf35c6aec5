// Composites for elementwise functions, random numbers and reductions.
#include <algorithm>

#include "spec/composites/families.h"
#include "spec/model/commands.h"
#include "spec/model/further/composites.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/rules/pointwise.h"
#include "spec/rules/view.h"

namespace modecheck::spec {
namespace {

// Returns the dtype that type promotion gives for a tensor and a Scalar.
DType dtype_with(const Geometry& tensor, ScalarValue number) {
  IteratorInputs inputs;
  inputs.add(&tensor);
  return common_dtype(inputs, Number{true, number.kind});
}

DType dtype_of_two(ScalarValue a, ScalarValue b) {
  using Kind = ScalarValue::Kind;
  if (a.kind == Kind::Float || b.kind == Kind::Float) return DType::Float32;
  return a.kind == Kind::Bool && b.kind == Kind::Bool ? DType::Bool : DType::Int64;
}

// Runs float_power: converts the tensor operands to float64 or complex128 and calls pow. A tensor that float_power_
// writes must have that dtype already.
TensorId float_power(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const bool number_first = record.operation == id<ops::float_power_Scalar>;
  const bool in_place = operation(record.operation).schema.writes();
  const TensorId self = m.tensor_in(record.operands[0]);
  const bool two = operation(record.operation).schema.arguments[1].type == ops::Type::Tensor && !number_first;
  const TensorId exponent = two ? m.tensor_in(record.operands[1]) : 0;
  const bool complex =
      is_complex(m.tensors[self].geometry.dtype) || (two && is_complex(m.tensors[exponent].geometry.dtype));
  const DType wide = complex ? DType::Complex128 : DType::Float64;
  const auto widened = [&](TensorId tensor) { return call<ops::to_dtype>(m, tensor, wide); };
  if (in_place && m.tensors[self].geometry.dtype != wide) m.reject(ErrorClass::Dtype);
  if (in_place && two) return call<ops::pow__Tensor>(m, self, widened(exponent));
  if (two) {
    const TensorId base = widened(self);
    return call<ops::pow_Tensor_Tensor>(m, base, widened(exponent));
  }
  const Halves number = arguments.scalar(number_first ? 0 : 1).halves();
  if (in_place) return call<ops::pow__Scalar>(m, self, number);
  if (number_first) return call<ops::pow_Scalar>(m, number, widened(self));
  return call<ops::pow_Tensor_Scalar>(m, widened(self), number);
}

}  // namespace

static TensorId pointwise_composite(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return m.tensors[tensor].geometry; };
  const auto converted = [&](TensorId tensor, DType dtype, bool copy) {
    return call<ops::to_dtype>(m, tensor, dtype, /*non_blocking=*/false, copy);
  };
  const auto made = [&](int argument, DType dtype) {
    return call<ops::scalar_tensor>(m, arguments.scalar_slots(argument), dtype);
  };
  switch (record.operation) {
    case id<ops::square>:
      return call<ops::pow_Tensor_Scalar>(m, self, 2);
    case id<ops::square_>:
      return call<ops::pow__Scalar>(m, self, 2);
    case id<ops::square_out>:
      return call<ops::pow_Tensor_Scalar_out>(m, self, 2, m.tensor_in(record.operands[1]));
    case id<ops::relu6>:
      return call<ops::hardtanh>(m, self, 0, 6);
    case id<ops::relu6_>:
      return call<ops::hardtanh_>(m, self, 0, 6);
    case id<ops::selu>:
      return call<ops::elu>(m, self, constant(kSeluAlpha), constant(kSeluScale));
    case id<ops::selu_>:
      return call<ops::elu_>(m, self, constant(kSeluAlpha), constant(kSeluScale));
    case id<ops::type_as>:
      return converted(self, geometry(m.tensor_in(record.operands[1])).dtype, false);
    case id<ops::to_other>:
      return converted(self, geometry(m.tensor_in(record.operands[1])).dtype, arguments.boolean(3));
    case id<ops::where_ScalarSelf>: {
      const TensorId other = m.tensor_in(record.operands[1]);
      const DType dtype = dtype_with(geometry(other), arguments.scalar(1));
      const TensorId number = made(1, dtype);
      return call<ops::where_self>(m, self, number, converted(other, dtype, false));
    }
    case id<ops::where_ScalarOther>: {
      const TensorId mine = m.tensor_in(record.operands[1]);
      const DType dtype = dtype_with(geometry(mine), arguments.scalar(2));
      const TensorId number = made(2, dtype);
      return call<ops::where_self>(m, self, converted(mine, dtype, false), number);
    }
    case id<ops::float_power_Tensor_Scalar>:
    case id<ops::float_power_Scalar>:
    case id<ops::float_power_Tensor_Tensor>:
    case id<ops::float_power__Scalar>:
    case id<ops::float_power__Tensor>:
      return float_power(m, record);
    default: {  // the overloads of `where` whose first or second value is a Scalar
      const DType dtype = dtype_of_two(arguments.scalar(1), arguments.scalar(2));
      const TensorId mine = made(1, dtype);
      const TensorId other = made(2, dtype);
      return call<ops::where_self>(m, self, mine, other);
    }
  }
}
MODECHECK_COMPOSITE(pointwise_composite, square, square_, square_out, relu6, relu6_, float_power_Tensor_Scalar,
                    float_power_Scalar, float_power_Tensor_Tensor, float_power__Scalar, float_power__Tensor, type_as,
                    to_other, where_ScalarSelf, where_ScalarOther, where_Scalar, selu, selu_)

// Runs ldexp: multiplies by a power of two. The base is 2.0, so that integers become numbers of the default dtype.
static TensorId scaled_by_power(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId power = call<ops::pow_Scalar>(m, Halves{4}, m.tensor_in(record.operands[1]));
  if (record.operation == id<ops::ldexp_>) return call<ops::mul__Tensor>(m, self, power);
  if (record.operation == id<ops::ldexp_out>)
    return call<ops::mul_out>(m, self, power, m.tensor_in(record.operands[2]));
  return call<ops::mul_Tensor>(m, self, power);
}
MODECHECK_COMPOSITE(scaled_by_power, ldexp_Tensor, ldexp_, ldexp_out)

// Runs dropout and bernoulli. dropout divides its random mask by the probability of keeping an element.
static TensorId drawn(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const Halves probability = arguments.halves(1);
  const Geometry geometry = m.tensors[self].geometry;
  // The random mask of dropout and bernoulli is contiguous, whatever strides `self` has.
  const auto noise = [&](Halves of_one) {
    return call<ops::bernoulli__float>(m, call<ops::zeros>(m, sizes_of(geometry), geometry.dtype), of_one);
  };
  if (record.operation == id<ops::bernoulli_p>) return noise(probability);
  if (probability.count > 2) m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  if (probability.count == 0 || !arguments.boolean(2) || geometry.numel() == 0) return self;
  TensorId kept = 0;
  if (probability.count == 2)
    kept = call<ops::zeros>(m, Sizes(), geometry.dtype);
  else
    kept = call<ops::div__Scalar>(m, noise(Halves{1}), Halves{1});
  return record.operation == id<ops::dropout_> ? call<ops::mul__Tensor>(m, self, kept)
                                               : call<ops::mul_Tensor>(m, self, kept);
}
MODECHECK_COMPOSITE(drawn, dropout, dropout_, bernoulli_p)

static TensorId reduction_composite(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  // Runs var or std as the overload with `correction`, which is 0 or 1. It runs over the listed dimensions, or over all
  // dimensions.
  const auto spread = [&](auto row) {
    const bool all = operation(record.operation).schema.argument_count == 2;
    const std::optional<IntList> dims = all ? std::nullopt : arguments.optional_integers(1);
    return call<decltype(row)>(m, self, dims, arguments.boolean(all ? 1 : 2) ? 1 : 0, !all && arguments.boolean(3));
  };
  switch (record.operation) {
    case id<ops::var>:
      return spread(ops::var_correction{});
    case id<ops::std_all>:
    case id<ops::std_dim>:
      return spread(ops::std_correction{});
    case id<ops::var_mean>:
    case id<ops::var_mean_dim>:
      return spread(ops::var_mean_correction{});
    case id<ops::std_mean>:
    case id<ops::std_mean_dim>:
      return spread(ops::std_mean_correction{});
    case id<ops::argsort>:
      call<ops::sort>(m, self, arguments.integer(1), arguments.boolean(2));
      return sub_operation_result(m, 1);
    case id<ops::msort>:
      return call<ops::sort>(m, self, 0);
    case id<ops::nanmean>: {
      if (!is_floating(m.tensors[self].geometry.dtype)) m.reject(ErrorClass::Dtype);
      const TensorId numbers_there = call<ops::logical_not>(m, call<ops::isnan>(m, call<ops::detach>(m, self)));
      const TensorId count =
          call<ops::sum_dim_IntList>(m, numbers_there, arguments.optional_integers(1), arguments.boolean(2));
      return call<ops::div_Tensor>(m, call_with_numbers_of(m, record, id<ops::nansum>, {self}), count);
    }
    default: {  // the last of the reductions, sum_to_size
      const Geometry geometry = m.tensors[self].geometry;
      const Sizes wanted = sizes_of(arguments.integers(1));
      if (!is_expandable_to(wanted, sizes_of(geometry))) m.reject(ErrorClass::Shape);
      if (m.stopped()) return 0;
      if (wanted.rank == 0) return call<ops::sum>(m, self);
      const int leading = geometry.rank - wanted.rank;
      IntList dims;
      for (int d = 0; d < geometry.rank; ++d)
        if (d < leading || (wanted[d - leading] == 1 && geometry.sizes[at(d)] != 1)) append(dims, d);
      const TensorId out = dims.size > 0 ? sum_over(m, self, dims, true) : self;
      if (m.stopped() || leading == 0) return out;
      return view(m, out, view_of(m.tensors[out].geometry, wanted));
    }
  }
}
MODECHECK_COMPOSITE(reduction_composite, var, std_all, std_dim, argsort, msort, sum_to_size, nanmean, var_mean,
                    var_mean_dim, std_mean, std_mean_dim)

// Runs diff: takes the differences of neighbouring elements, `n` times.
static TensorId difference(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  TensorId self = m.tensor_in(record.operands[0]);
  const Geometry given = m.tensors[self].geometry;
  const std::int64_t order = arguments.integer(1);
  const int dim = given.rank == 0 ? -1 : wrapped_dim(arguments.integer(2), given.rank);
  if (given.rank == 0) m.reject(ErrorClass::Shape);
  if (order < 0) m.reject(ErrorClass::Argument);  // PyTorch issue 94740: a negative `n` must be rejected
  std::array<TensorId, 3> joined_ones{};
  int count = 0;
  for (const int end : {3, 0, 4}) {
    if (end == 0) joined_ones[at(count++)] = self;
    if (end == 0 || !arguments.present(end)) continue;
    const TensorId more = m.tensor_in(arguments.reg(end));
    joined_ones[at(count++)] = more;
    const Geometry& geometry = m.tensors[more].geometry;
    if (geometry.rank != given.rank) m.reject(ErrorClass::Shape);
    if (dim < 0) m.reject(ErrorClass::Range);
    if (m.stopped()) return 0;
    for (int d = 0; d < given.rank; ++d)
      if (d != dim && geometry.sizes[at(d)] != given.sizes[at(d)]) m.reject(ErrorClass::Shape);
  }
  if (m.stopped()) return 0;
  if (order == 0) return call<ops::copy_>(m, call<ops::full_like>(m, self, 0), self);
  if (dim < 0) m.reject(ErrorClass::Range);
  if (m.stopped()) return 0;
  if (count > 1) self = call<ops::cat>(m, std::span<const TensorId>(joined_ones).first(at(count)), dim);
  if (m.stopped()) return 0;
  const std::int64_t times = std::min<std::int64_t>(order, m.tensors[self].geometry.sizes[at(dim)]);
  for (std::int64_t i = 0; i < times && !m.stopped(); ++i) {
    const std::int64_t size = m.tensors[self].geometry.sizes[at(dim)];
    // diff: libtorch makes the view for the second argument of the subtraction before the view for the first. The order
    // of the views decides which error comes first, and the order of the nodes in the graph.
    const TensorId low = view(m, self, slice_of(m.tensors[self].geometry, dim, 0, size - 1, 1));
    const TensorId high = m.stopped() ? 0 : view(m, self, slice_of(m.tensors[self].geometry, dim, 1, size, 1));
    self = m.tensors[self].geometry.dtype == DType::Bool ? call<ops::logical_xor>(m, high, low)
                                                         : call<ops::sub_Tensor>(m, high, low);
  }
  return m.stopped() ? 0 : self;
}
MODECHECK_COMPOSITE(difference, diff)

// Runs trapezoid and cumulative_trapezoid: sums the mean of two neighbours times their distance.
static TensorId trapezoid(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId y = m.tensor_in(record.operands[0]);
  const Geometry geometry = m.tensors[y].geometry;
  const bool spaced = record.operation == id<ops::trapezoid_x> || record.operation == id<ops::cumulative_trapezoid_x>;
  const bool cumulates =
      record.operation == id<ops::cumulative_trapezoid_dx> || record.operation == id<ops::cumulative_trapezoid_x>;
  const int dim = geometry.rank == 0 ? -1 : wrapped_dim(arguments.integer(2), geometry.rank);
  TensorId x = spaced ? m.tensor_in(record.operands[1]) : 0;
  if (dim >= 0 && !cumulates && geometry.sizes[at(dim)] == 0) {
    Sizes sizes = sizes_of(geometry);
    sizes.erase(dim);
    return call<ops::zeros>(m, sizes, geometry.dtype);
  }
  if (dim < 0 && (!cumulates || spaced)) {
    reject_or_stale(m, ErrorClass::Range, y);
    if (spaced) reject_or_stale(m, ErrorClass::Range, x);
  }
  if (geometry.dtype == DType::Bool || (spaced && m.tensors[x].geometry.dtype == DType::Bool))
    m.reject(ErrorClass::Dtype);
  if (!spaced && arguments.scalar(1).kind == ScalarValue::Kind::Bool) m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  if (dim < 0) {
    reject_or_stale(m, ErrorClass::Range, y);
    return 0;
  }
  const auto slice = [&](TensorId tensor, bool right) -> TensorId {
    if (m.stopped()) return 0;
    const Geometry& whole = m.tensors[tensor].geometry;
    return view(m, tensor, right ? slice_of(whole, dim, 1, {}, 1) : slice_of(whole, dim, 0, -1, 1));
  };
  const auto summed = [&](TensorId tensor) -> TensorId {
    if (cumulates) return call<ops::cumsum>(m, tensor, dim);
    IntList dims;
    append(dims, dim);
    return sum_over(m, tensor, dims, false);
  };
  if (!spaced) {
    // trapezoid: libtorch converts the Scalar `dx` to a float, even if `dx` is an integer or a bool.
    const std::int64_t halves = arguments.scalar(1).halves().count;
    if (cumulates) {
      const TensorId left = slice(y, false);
      const TensorId pairs = call<ops::add_Tensor>(m, left, slice(y, true));
      return summed(call<ops::mul_Scalar>(m, pairs, ratio(halves, 4)));
    }
    const TensorId last = view(m, y, select_of(geometry, dim, -1));
    const TensorId first = m.stopped() ? 0 : view(m, y, select_of(geometry, dim, 0));
    const TensorId ends = call<ops::add_Tensor>(m, first, last);
    const TensorId half = call<ops::mul_Scalar>(m, ends, Halves{1});
    const TensorId area = call<ops::sub_Tensor>(m, summed(y), half);
    return call<ops::mul_Scalar>(m, area, ratio(halves, 2));
  }
  const Geometry places = m.tensors[x].geometry;
  if (places.rank == 1) {
    if (places.sizes[0] != geometry.sizes[at(dim)]) m.reject(ErrorClass::Shape);
    Sizes along;
    for (int d = 0; d < geometry.rank; ++d) along.push(d == dim ? places.sizes[0] : 1);
    if (!m.stopped()) x = view(m, x, view_of(places, along));
  } else if (places.rank < geometry.rank) {
    Sizes wide = sizes_of(places);
    while (wide.rank < geometry.rank) wide.insert(0, 1);
    x = view(m, x, view_of(places, wide));
  }
  const TensorId near = slice(x, false);
  const TensorId apart = call<ops::sub_Tensor>(m, slice(x, true), near);
  const TensorId left = slice(y, false);
  const TensorId pairs = call<ops::add_Tensor>(m, left, slice(y, true));
  return call<ops::div_Scalar>(m, summed(call<ops::mul_Tensor>(m, pairs, apart)), Halves{4});
}
MODECHECK_COMPOSITE(trapezoid, trapezoid_dx, trapezoid_x, cumulative_trapezoid_dx, cumulative_trapezoid_x)

}  // namespace modecheck::spec
