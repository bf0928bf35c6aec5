// Functions of elements, random numbers and reductions that are made of others.
#include <algorithm>

#include "spec/composites/parts.h"
#include "spec/model/state.h"
#include "spec/rules/pointwise.h"
#include "spec/rules/view.h"

namespace modecheck::spec {
namespace {

// Of a number that is no tensor, with a tensor or by itself.
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

// As slots have it: a float is counted in halves.
std::int64_t raw(ScalarValue number) {
  return static_cast<std::int64_t>(number.kind == ScalarValue::Kind::Float ? number.value * 2 : number.value);
}

}  // namespace

TensorId ModelState::pointwise_made_of(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const auto geometry = [&](TensorId tensor) -> const Geometry& { return tensors_[tensor].geometry; };
  const auto converted = [&](TensorId tensor, DType dtype, bool copy) {
    return part(id<ops::to_dtype>, {tensor}, {static_cast<int>(dtype), 0, copy ? 1 : 0});
  };
  const auto made = [&](ScalarValue number, DType dtype) {
    return part(id<ops::scalar_tensor>, {}, {static_cast<int>(number.kind), raw(number), static_cast<int>(dtype)});
  };
  switch (record.operation) {
    case id<ops::square>:
      return part(id<ops::pow_Tensor_Scalar>, {self}, {kWhole, 2});
    case id<ops::square_>:
      return part(id<ops::pow__Scalar>, {self}, {kWhole, 2});
    case id<ops::square_out>:
      return part(id<ops::pow_Tensor_Scalar_out>, {self, tensor_in(record.operands[1])}, {kWhole, 2});
    case id<ops::relu6>:
      return part(id<ops::hardtanh>, {self}, {kWhole, 0, kWhole, 6});
    case id<ops::relu6_>:
      return part(id<ops::hardtanh_>, {self}, {kWhole, 0, kWhole, 6});
    case id<ops::selu>:
      return part(id<ops::elu>, {self}, {kConstant, kSeluAlpha, kConstant, kSeluScale, kWhole, 1});
    case id<ops::selu_>:
      return part(id<ops::elu_>, {self}, {kConstant, kSeluAlpha, kConstant, kSeluScale, kWhole, 1});
    case id<ops::type_as>:
      return converted(self, geometry(tensor_in(record.operands[1])).dtype, false);
    case id<ops::to_other>:
      return converted(self, geometry(tensor_in(record.operands[1])).dtype, arguments.boolean(3));
    case id<ops::where_ScalarSelf>: {
      const TensorId other = tensor_in(record.operands[1]);
      const DType dtype = dtype_with(geometry(other), arguments.scalar(1));
      const TensorId number = made(arguments.scalar(1), dtype);
      return part(id<ops::where_self>, {self, number, converted(other, dtype, false)}, {});
    }
    case id<ops::where_ScalarOther>: {
      const TensorId mine = tensor_in(record.operands[1]);
      const DType dtype = dtype_with(geometry(mine), arguments.scalar(2));
      const TensorId number = made(arguments.scalar(2), dtype);
      return part(id<ops::where_self>, {self, converted(mine, dtype, false), number}, {});
    }
    case id<ops::float_power_Tensor_Scalar>:
    case id<ops::float_power_Scalar>:
    case id<ops::float_power_Tensor_Tensor>:
    case id<ops::float_power__Scalar>:
    case id<ops::float_power__Tensor>:
      return float_power(record);
    default: {  // where.Scalar
      const DType dtype = dtype_of_two(arguments.scalar(1), arguments.scalar(2));
      const TensorId mine = made(arguments.scalar(1), dtype);
      const TensorId other = made(arguments.scalar(2), dtype);
      return part(id<ops::where_self>, {self, mine, other}, {});
    }
  }
}

// In the widest floating dtype there is.
TensorId ModelState::float_power(const Record& record) {
  const Arguments arguments(record);
  const bool number_first = record.operation == id<ops::float_power_Scalar>;
  const bool in_place = operation(record.operation).schema.writes();
  const TensorId self = tensor_in(record.operands[0]);
  const bool two = operation(record.operation).schema.arguments[1].type == ops::Type::Tensor && !number_first;
  const TensorId exponent = two ? tensor_in(record.operands[1]) : 0;
  const bool complex =
      is_complex(tensors_[self].geometry.dtype) || (two && is_complex(tensors_[exponent].geometry.dtype));
  const DType wide = complex ? DType::Complex128 : DType::Float64;
  const auto widened = [&](TensorId tensor) {
    return part(id<ops::to_dtype>, {tensor}, {static_cast<int>(wide), 0, 0});
  };
  if (in_place && tensors_[self].geometry.dtype != wide) reject(ErrorClass::Dtype);
  if (in_place && two) return part(id<ops::pow__Tensor>, {self, widened(exponent)}, {});
  if (two) return part(id<ops::pow_Tensor_Tensor>, {widened(self), widened(exponent)}, {});
  const ScalarValue number = arguments.scalar(number_first ? 0 : 1);
  const auto halves = static_cast<std::int64_t>(number.value * 2);
  if (in_place) return part(id<ops::pow__Scalar>, {self}, {kFloat, halves});
  return part(number_first ? id<ops::pow_Scalar> : id<ops::pow_Tensor_Scalar>, {widened(self)}, {kFloat, halves});
}

// What is kept is one over the probability of being kept.
TensorId ModelState::drawn(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const std::int64_t halves = record.immediates[0];
  const Geometry geometry = tensors_[self].geometry;
  // Row by row, whatever lies how.
  const auto noise = [&](std::int64_t probability) {
    leave_unspecified(Unspecified::ListTooLong, geometry.rank > kMaxListLength);
    Numbers numbers(id<ops::zeros>);
    numbers.add(geometry.rank);
    for (int i = 0; i < kMaxListLength; ++i) numbers.add(i < geometry.rank ? geometry.sizes[at(i)] : 0);
    numbers.add(static_cast<int>(geometry.dtype));
    return part(id<ops::bernoulli__float>, {part(numbers, {})}, {probability});
  };
  if (record.operation == id<ops::bernoulli_p>) return noise(halves);
  if (halves > 2) reject(ErrorClass::Argument);
  if (stopped()) return 0;
  if (halves == 0 || !arguments.boolean(2) || geometry.numel() == 0) return self;
  TensorId kept = 0;
  if (halves == 2)
    kept = part(id<ops::zeros>, {}, {0, 0, 0, 0, 0, static_cast<int>(geometry.dtype)});
  else
    kept = part(id<ops::div__Scalar>, {noise(1)}, {kFloat, 1});
  return part(record.operation == id<ops::dropout_> ? id<ops::mul__Tensor> : id<ops::mul_Tensor>, {self, kept}, {});
}

TensorId ModelState::reduction_made_of(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  // Over all dimensions, or over those of a list; divided by one less than there are, if not biased.
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
    return part(numbers, {self});
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
      part(id<ops::sort>, {self}, {arguments.integer(1), arguments.boolean(2) ? 1 : 0});
      return part_result(1);
    case id<ops::msort>:
      return part(id<ops::sort>, {self}, {0, 0});
    case id<ops::nanmean>: {
      if (!is_floating(tensors_[self].geometry.dtype)) reject(ErrorClass::Dtype);
      Record all = record;
      all.operation = id<ops::nansum>;
      Numbers numbers(id<ops::sum_dim_IntList>);
      for (int i = 0; i < kMaxListLength + 2; ++i) numbers.add(record.immediates[at(i)]);
      numbers.add(-1);
      const TensorId numbers_there =
          part(id<ops::logical_not>, {part(id<ops::isnan>, {part(id<ops::detach>, {self}, {})}, {})}, {});
      const TensorId count = part(numbers, {numbers_there});
      return part(id<ops::div_Tensor>, {part(all, {self}), count}, {});
    }
    default: {  // sum_to_size
      const Geometry geometry = tensors_[self].geometry;
      const Sizes wanted = sizes_of(arguments.integers(1));
      if (!is_expandable_to(wanted, sizes_of(geometry))) reject(ErrorClass::Shape);
      if (stopped()) return 0;
      if (wanted.rank == 0) return part(id<ops::sum>, {self}, {-1});
      const int leading = geometry.rank - wanted.rank;
      IntList dims;
      for (int d = 0; d < geometry.rank; ++d)
        if (d < leading || (wanted[d - leading] == 1 && geometry.sizes[at(d)] != 1)) append(dims, d);
      const TensorId out = dims.size > 0 ? sum_over(self, dims, true) : self;
      if (stopped() || leading == 0) return out;
      return view(out, view_of(tensors_[out].geometry, wanted));
    }
  }
}

// What is between neighbours, as often as it is asked for.
TensorId ModelState::difference(const Record& record) {
  const Arguments arguments(record);
  TensorId self = tensor_in(record.operands[0]);
  const Geometry given = tensors_[self].geometry;
  const std::int64_t order = arguments.integer(1);
  const int dim = given.rank == 0 ? -1 : wrapped_dim(arguments.integer(2), given.rank);
  if (given.rank == 0) reject(ErrorClass::Shape);
  if (order < 0) reject(ErrorClass::Argument);  // pytorch issue 94740
  std::array<TensorId, 3> joined_ones{};
  int count = 0;
  for (const int end : {3, 0, 4}) {
    if (end == 0) joined_ones[at(count++)] = self;
    if (end == 0 || !arguments.present(end)) continue;
    const TensorId more = tensor_in(arguments.reg(end));
    joined_ones[at(count++)] = more;
    const Geometry& geometry = tensors_[more].geometry;
    if (geometry.rank != given.rank) reject(ErrorClass::Shape);
    if (dim < 0) reject(ErrorClass::Range);
    if (stopped()) return 0;
    for (int d = 0; d < given.rank; ++d)
      if (d != dim && geometry.sizes[at(d)] != given.sizes[at(d)]) reject(ErrorClass::Shape);
  }
  if (stopped()) return 0;
  if (order == 0) return part(id<ops::copy_>, {part(id<ops::full_like>, {self}, {kWhole, 0, -1}), self}, {});
  if (dim < 0) reject(ErrorClass::Range);
  if (stopped()) return 0;
  if (count > 1) self = part(id<ops::cat>, {joined_ones[0], joined_ones[1], joined_ones[2]}, {count, dim});
  if (stopped()) return 0;
  const std::int64_t times = std::min<std::int64_t>(order, tensors_[self].geometry.sizes[at(dim)]);
  for (std::int64_t i = 0; i < times && !stopped(); ++i) {
    const std::int64_t size = tensors_[self].geometry.sizes[at(dim)];
    // The second argument of the difference is made first.
    const TensorId low = view(self, slice_of(tensors_[self].geometry, dim, 0, size - 1, 1));
    const TensorId high = stopped() ? 0 : view(self, slice_of(tensors_[self].geometry, dim, 1, size, 1));
    self = tensors_[self].geometry.dtype == DType::Bool ? part(id<ops::logical_xor>, {high, low}, {})
                                                        : part(id<ops::sub_Tensor>, {high, low}, {kWhole, 1});
  }
  return stopped() ? 0 : self;
}

// Of neighbours the mean, by the distance between them.
TensorId ModelState::trapezoid(const Record& record) {
  const Arguments arguments(record);
  const TensorId y = tensor_in(record.operands[0]);
  const Geometry geometry = tensors_[y].geometry;
  const bool spaced = record.operation == id<ops::trapezoid_x> || record.operation == id<ops::cumulative_trapezoid_x>;
  const bool cumulates =
      record.operation == id<ops::cumulative_trapezoid_dx> || record.operation == id<ops::cumulative_trapezoid_x>;
  const int dim = geometry.rank == 0 ? -1 : wrapped_dim(arguments.integer(2), geometry.rank);
  TensorId x = spaced ? tensor_in(record.operands[1]) : 0;
  if (dim >= 0 && !cumulates && geometry.sizes[at(dim)] == 0) {
    Sizes sizes = sizes_of(geometry);
    sizes.erase(dim);
    Numbers numbers(id<ops::zeros>);
    numbers.add(sizes.rank);
    for (int d = 0; d < kMaxListLength; ++d) numbers.add(d < sizes.rank ? sizes[d] : 0);
    numbers.add(static_cast<int>(geometry.dtype));
    return part(numbers, {});
  }
  if (dim < 0 && (!cumulates || spaced)) {
    reject_or_stale(ErrorClass::Range, y);
    if (spaced) reject_or_stale(ErrorClass::Range, x);
  }
  if (geometry.dtype == DType::Bool || (spaced && tensors_[x].geometry.dtype == DType::Bool)) reject(ErrorClass::Dtype);
  if (!spaced && arguments.scalar(1).kind == ScalarValue::Kind::Bool) reject(ErrorClass::Argument);
  if (stopped()) return 0;
  if (dim < 0) {
    reject_or_stale(ErrorClass::Range, y);
    return 0;
  }
  const auto slice = [&](TensorId tensor, bool right) -> TensorId {
    if (stopped()) return 0;
    const Geometry& whole = tensors_[tensor].geometry;
    return view(tensor, right ? slice_of(whole, dim, 1, {}, 1) : slice_of(whole, dim, 0, -1, 1));
  };
  const auto summed = [&](TensorId tensor) -> TensorId {
    if (cumulates) return part(id<ops::cumsum>, {tensor}, {dim, -1});
    IntList dims;
    append(dims, dim);
    return sum_over(tensor, dims, false);
  };
  if (!spaced) {
    // A float, whatever it was.
    const bool halves = arguments.scalar(1).kind == ScalarValue::Kind::Float;
    const std::int64_t distance = record.immediates[1];
    if (cumulates) {
      const TensorId left = slice(y, false);
      const TensorId pairs = part(id<ops::add_Tensor>, {left, slice(y, true)}, {kWhole, 1});
      return summed(part(id<ops::mul_Scalar>, {pairs}, {kOver + (halves ? 4 : 2), distance}));
    }
    const TensorId last = view(y, select_of(geometry, dim, -1));
    const TensorId first = stopped() ? 0 : view(y, select_of(geometry, dim, 0));
    const TensorId ends = part(id<ops::add_Tensor>, {first, last}, {kWhole, 1});
    const TensorId half = part(id<ops::mul_Scalar>, {ends}, {kFloat, 1});
    const TensorId area = part(id<ops::sub_Tensor>, {summed(y), half}, {kWhole, 1});
    return part(id<ops::mul_Scalar>, {area}, {kOver + (halves ? 2 : 1), distance});
  }
  const Geometry places = tensors_[x].geometry;
  if (places.rank == 1) {
    if (places.sizes[0] != geometry.sizes[at(dim)]) reject(ErrorClass::Shape);
    Sizes along;
    for (int d = 0; d < geometry.rank; ++d) along.push(d == dim ? places.sizes[0] : 1);
    if (!stopped()) x = view(x, view_of(places, along));
  } else if (places.rank < geometry.rank) {
    Sizes wide = sizes_of(places);
    while (wide.rank < geometry.rank) wide.insert(0, 1);
    x = view(x, view_of(places, wide));
  }
  const TensorId near = slice(x, false);
  const TensorId apart = part(id<ops::sub_Tensor>, {slice(x, true), near}, {kWhole, 1});
  const TensorId left = slice(y, false);
  const TensorId pairs = part(id<ops::add_Tensor>, {left, slice(y, true)}, {kWhole, 1});
  return part(id<ops::div_Scalar>, {summed(part(id<ops::mul_Tensor>, {pairs, apart}, {}))}, {kFloat, 4});
}

}  // namespace modecheck::spec
