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

// Returns the number that a record's slot holds for a Scalar: a float is counted in halves (slots.h).
std::int64_t raw(ScalarValue number) {
  return static_cast<std::int64_t>(number.kind == ScalarValue::Kind::Float ? number.value * 2 : number.value);
}

// Runs float_power, which computes in float64 or complex128.
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
  const auto widened = [&](TensorId tensor) {
    return part(m, id<ops::to_dtype>, {tensor}, {static_cast<int>(wide), 0, 0});
  };
  if (in_place && m.tensors[self].geometry.dtype != wide) m.reject(ErrorClass::Dtype);
  if (in_place && two) return part(m, id<ops::pow__Tensor>, {self, widened(exponent)}, {});
  if (two) return part(m, id<ops::pow_Tensor_Tensor>, {widened(self), widened(exponent)}, {});
  const ScalarValue number = arguments.scalar(number_first ? 0 : 1);
  const auto halves = static_cast<std::int64_t>(number.value * 2);
  if (in_place) return part(m, id<ops::pow__Scalar>, {self}, {kFloat, halves});
  return part(m, number_first ? id<ops::pow_Scalar> : id<ops::pow_Tensor_Scalar>, {widened(self)}, {kFloat, halves});
}

}  // namespace

static TensorId pointwise_composite(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return m.tensors[tensor].geometry; };
  const auto converted = [&](TensorId tensor, DType dtype, bool copy) {
    return part(m, id<ops::to_dtype>, {tensor}, {static_cast<int>(dtype), 0, copy ? 1 : 0});
  };
  const auto made = [&](ScalarValue number, DType dtype) {
    return part(m, id<ops::scalar_tensor>, {}, {static_cast<int>(number.kind), raw(number), static_cast<int>(dtype)});
  };
  switch (record.operation) {
    case id<ops::square>:
      return part(m, id<ops::pow_Tensor_Scalar>, {self}, {kWhole, 2});
    case id<ops::square_>:
      return part(m, id<ops::pow__Scalar>, {self}, {kWhole, 2});
    case id<ops::square_out>:
      return part(m, id<ops::pow_Tensor_Scalar_out>, {self, m.tensor_in(record.operands[1])}, {kWhole, 2});
    case id<ops::relu6>:
      return part(m, id<ops::hardtanh>, {self}, {kWhole, 0, kWhole, 6});
    case id<ops::relu6_>:
      return part(m, id<ops::hardtanh_>, {self}, {kWhole, 0, kWhole, 6});
    case id<ops::selu>:
      return part(m, id<ops::elu>, {self}, {kConstant, kSeluAlpha, kConstant, kSeluScale, kWhole, 1});
    case id<ops::selu_>:
      return part(m, id<ops::elu_>, {self}, {kConstant, kSeluAlpha, kConstant, kSeluScale, kWhole, 1});
    case id<ops::type_as>:
      return converted(self, geometry(m.tensor_in(record.operands[1])).dtype, false);
    case id<ops::to_other>:
      return converted(self, geometry(m.tensor_in(record.operands[1])).dtype, arguments.boolean(3));
    case id<ops::where_ScalarSelf>: {
      const TensorId other = m.tensor_in(record.operands[1]);
      const DType dtype = dtype_with(geometry(other), arguments.scalar(1));
      const TensorId number = made(arguments.scalar(1), dtype);
      return part(m, id<ops::where_self>, {self, number, converted(other, dtype, false)}, {});
    }
    case id<ops::where_ScalarOther>: {
      const TensorId mine = m.tensor_in(record.operands[1]);
      const DType dtype = dtype_with(geometry(mine), arguments.scalar(2));
      const TensorId number = made(arguments.scalar(2), dtype);
      return part(m, id<ops::where_self>, {self, converted(mine, dtype, false), number}, {});
    }
    case id<ops::float_power_Tensor_Scalar>:
    case id<ops::float_power_Scalar>:
    case id<ops::float_power_Tensor_Tensor>:
    case id<ops::float_power__Scalar>:
    case id<ops::float_power__Tensor>:
      return float_power(m, record);
    default: {  // the overloads of `where` whose first or second value is a Scalar
      const DType dtype = dtype_of_two(arguments.scalar(1), arguments.scalar(2));
      const TensorId mine = made(arguments.scalar(1), dtype);
      const TensorId other = made(arguments.scalar(2), dtype);
      return part(m, id<ops::where_self>, {self, mine, other}, {});
    }
  }
}
MODECHECK_COMPOSITE(pointwise_composite, square, square_, square_out, relu6, relu6_, float_power_Tensor_Scalar,
                    float_power_Scalar, float_power_Tensor_Tensor, float_power__Scalar, float_power__Tensor, type_as,
                    to_other, where_ScalarSelf, where_ScalarOther, where_Scalar, selu, selu_)

// Runs dropout and bernoulli. dropout divides its random mask by the probability of keeping an element.
static TensorId drawn(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const std::int64_t halves = record.immediates[0];
  const Geometry geometry = m.tensors[self].geometry;
  // Makes the random tensor, which is contiguous, whatever strides `self` has.
  const auto noise = [&](std::int64_t probability) {
    m.leave_unspecified(Unspecified::ListTooLong, geometry.rank > kMaxListLength);
    Numbers numbers(id<ops::zeros>);
    numbers.add(geometry.rank);
    for (int i = 0; i < kMaxListLength; ++i) numbers.add(i < geometry.rank ? geometry.sizes[at(i)] : 0);
    numbers.add(static_cast<int>(geometry.dtype));
    return part(m, id<ops::bernoulli__float>, {part(m, numbers, {})}, {probability});
  };
  if (record.operation == id<ops::bernoulli_p>) return noise(halves);
  if (halves > 2) m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  if (halves == 0 || !arguments.boolean(2) || geometry.numel() == 0) return self;
  TensorId kept = 0;
  if (halves == 2)
    kept = part(m, id<ops::zeros>, {}, {0, 0, 0, 0, 0, static_cast<int>(geometry.dtype)});
  else
    kept = part(m, id<ops::div__Scalar>, {noise(1)}, {kFloat, 1});
  return part(m, record.operation == id<ops::dropout_> ? id<ops::mul__Tensor> : id<ops::mul_Tensor>, {self, kept}, {});
}
MODECHECK_COMPOSITE(drawn, dropout, dropout_, bernoulli_p)

static TensorId reduction_composite(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  // Runs the overload of var or std with `correction`, which is 0 or 1. The reduction is over all dimensions or those
  // of a list.
  const auto spread = [&](OperationId row) {
    const bool all = operation(record.operation).schema.argument_count == 2;
    Numbers numbers(row);
    if (all)
      numbers.add(-1);
    else
      numbers.add(record.immediates[0]);
    for (int i = 0; i < kMaxListLength; ++i) numbers.add(all ? 0 : record.immediates[at(1 + i)]);
    numbers.add(1);
    numbers.add(arguments.boolean(all ? 1 : 2) ? 1 : 0);
    numbers.add(!all && arguments.boolean(3) ? 1 : 0);
    return part(m, numbers, {self});
  };
  switch (record.operation) {
    case id<ops::var>:
      return spread(id<ops::var_correction>);
    case id<ops::std_all>:
    case id<ops::std_dim>:
      return spread(id<ops::std_correction>);
    case id<ops::var_mean>:
    case id<ops::var_mean_dim>:
      return spread(id<ops::var_mean_correction>);
    case id<ops::std_mean>:
    case id<ops::std_mean_dim>:
      return spread(id<ops::std_mean_correction>);
    case id<ops::argsort>:
      part(m, id<ops::sort>, {self}, {arguments.integer(1), arguments.boolean(2) ? 1 : 0});
      return part_result(m, 1);
    case id<ops::msort>:
      return part(m, id<ops::sort>, {self}, {0, 0});
    case id<ops::nanmean>: {
      if (!is_floating(m.tensors[self].geometry.dtype)) m.reject(ErrorClass::Dtype);
      Record all = record;
      all.operation = id<ops::nansum>;
      Numbers numbers(id<ops::sum_dim_IntList>);
      for (int i = 0; i < kMaxListLength + 2; ++i) numbers.add(record.immediates[at(i)]);
      numbers.add(-1);
      const TensorId numbers_there =
          part(m, id<ops::logical_not>, {part(m, id<ops::isnan>, {part(m, id<ops::detach>, {self}, {})}, {})}, {});
      const TensorId count = part(m, numbers, {numbers_there});
      return part(m, id<ops::div_Tensor>, {part(m, all, {self}), count}, {});
    }
    default: {  // the last of these operators, sum_to_size
      const Geometry geometry = m.tensors[self].geometry;
      const Sizes wanted = sizes_of(arguments.integers(1));
      if (!is_expandable_to(wanted, sizes_of(geometry))) m.reject(ErrorClass::Shape);
      if (m.stopped()) return 0;
      if (wanted.rank == 0) return part(m, id<ops::sum>, {self}, {-1});
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
  if (order == 0) return part(m, id<ops::copy_>, {part(m, id<ops::full_like>, {self}, {kWhole, 0, -1}), self}, {});
  if (dim < 0) m.reject(ErrorClass::Range);
  if (m.stopped()) return 0;
  if (count > 1) self = part(m, id<ops::cat>, {joined_ones[0], joined_ones[1], joined_ones[2]}, {count, dim});
  if (m.stopped()) return 0;
  const std::int64_t times = std::min<std::int64_t>(order, m.tensors[self].geometry.sizes[at(dim)]);
  for (std::int64_t i = 0; i < times && !m.stopped(); ++i) {
    const std::int64_t size = m.tensors[self].geometry.sizes[at(dim)];
    // diff: libtorch makes the view for the second argument of the subtraction first.
    const TensorId low = view(m, self, slice_of(m.tensors[self].geometry, dim, 0, size - 1, 1));
    const TensorId high = m.stopped() ? 0 : view(m, self, slice_of(m.tensors[self].geometry, dim, 1, size, 1));
    self = m.tensors[self].geometry.dtype == DType::Bool ? part(m, id<ops::logical_xor>, {high, low}, {})
                                                         : part(m, id<ops::sub_Tensor>, {high, low}, {kWhole, 1});
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
    Numbers numbers(id<ops::zeros>);
    numbers.add(sizes.rank);
    for (int d = 0; d < kMaxListLength; ++d) numbers.add(d < sizes.rank ? sizes[d] : 0);
    numbers.add(static_cast<int>(geometry.dtype));
    return part(m, numbers, {});
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
    if (cumulates) return part(m, id<ops::cumsum>, {tensor}, {dim, -1});
    IntList dims;
    append(dims, dim);
    return sum_over(m, tensor, dims, false);
  };
  if (!spaced) {
    // trapezoid: libtorch converts `dx` to a float, whether it is an integer or a float.
    const bool halves = arguments.scalar(1).kind == ScalarValue::Kind::Float;
    const std::int64_t distance = record.immediates[1];
    if (cumulates) {
      const TensorId left = slice(y, false);
      const TensorId pairs = part(m, id<ops::add_Tensor>, {left, slice(y, true)}, {kWhole, 1});
      return summed(part(m, id<ops::mul_Scalar>, {pairs}, {kOver + (halves ? 4 : 2), distance}));
    }
    const TensorId last = view(m, y, select_of(geometry, dim, -1));
    const TensorId first = m.stopped() ? 0 : view(m, y, select_of(geometry, dim, 0));
    const TensorId ends = part(m, id<ops::add_Tensor>, {first, last}, {kWhole, 1});
    const TensorId half = part(m, id<ops::mul_Scalar>, {ends}, {kFloat, 1});
    const TensorId area = part(m, id<ops::sub_Tensor>, {summed(y), half}, {kWhole, 1});
    return part(m, id<ops::mul_Scalar>, {area}, {kOver + (halves ? 2 : 1), distance});
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
  const TensorId apart = part(m, id<ops::sub_Tensor>, {slice(x, true), near}, {kWhole, 1});
  const TensorId left = slice(y, false);
  const TensorId pairs = part(m, id<ops::add_Tensor>, {left, slice(y, true)}, {kWhole, 1});
  return part(m, id<ops::div_Scalar>, {summed(part(m, id<ops::mul_Tensor>, {pairs, apart}, {}))}, {kFloat, 4});
}
MODECHECK_COMPOSITE(trapezoid, trapezoid_dx, trapezoid_x, cumulative_trapezoid_dx, cumulative_trapezoid_x)

}  // namespace modecheck::spec
