// Functions that have no kernel of their own: the rows that each is made of, in libtorch's order (D4). What a part
// makes on the way is seen by nobody.
#include <algorithm>
#include <limits>

#include "spec/matrix_rules.h"
#include "spec/model_state.h"
#include "spec/operator_id.h"
#include "spec/pointwise_rules.h"
#include "spec/reduction_rules.h"
#include "spec/view_rules.h"

namespace modecheck::spec {
namespace {

namespace ops = operators;

template <typename Row>
constexpr OperationId id = id_of<Row>();

// How a record says what a number is.
constexpr int kWhole = 0;
constexpr int kFloat = 1;

// The numbers of a record, in the order of its slots.
class Numbers {
 public:
  explicit Numbers(OperationId row) { record_.operation = row; }

  void add(std::int64_t number) { record_.immediates[at(count_++)] = static_cast<std::int8_t>(number); }
  // One number for each dimension, or one for all. False: the record has no room for so many different ones.
  bool add(const IntList& list, int room) {
    const bool same = std::all_of(list.begin(), list.end(), [&](std::int64_t x) { return x == list[0]; });
    if (list.size > room && !same) return false;
    const int length = list.size > room ? 1 : list.size;
    add(length);
    for (int i = 0; i < room; ++i) add(i < length ? list[i] : 0);
    return true;
  }
  const Record& record() const { return record_; }

 private:
  Record record_;
  int count_ = 0;
};

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

Sizes listed(std::initializer_list<std::int64_t> sizes) {
  Sizes out;
  for (const std::int64_t size : sizes) out.push(size);
  return out;
}

}  // namespace

TensorId ModelState::part(Record record, std::initializer_list<TensorId> tensors) {
  if (stopped()) return 0;
  int count = 0;
  for (const TensorId tensor : tensors) {
    parts_[at(count)] = tensor;
    record.operands[at(count)] = static_cast<std::uint8_t>(kRegisters + count);
    ++count;
  }
  record.thread = static_cast<std::uint8_t>(mode_thread_);
  record.destination = static_cast<std::uint8_t>(kRegisters + kMaxOperands);
  const OperationId whole = operation_;
  operation_ = record.operation;
  run_operator(record);
  operation_ = whole;
  if (stopped()) return 0;
  const Operation& row = operation(record.operation);
  if (keeps_result(row)) return part_result(0);
  for (int i = 0; i < row.schema.argument_count; ++i)
    if (row.schema.arguments[at(i)].write) return tensor_in(Arguments(record).reg(i));
  return 0;
}

TensorId ModelState::part(OperationId row, std::initializer_list<TensorId> tensors,
                          std::initializer_list<std::int64_t> numbers) {
  if (stopped()) return 0;
  Record record;
  record.operation = row;
  int count = 0;
  for (const std::int64_t number : numbers) {
    drop_if(number < std::numeric_limits<std::int8_t>::min() || number > std::numeric_limits<std::int8_t>::max());
    record.immediates[at(count++)] = static_cast<std::int8_t>(number);
  }
  return part(record, tensors);
}

// A view where there is one, else a copy.
TensorId ModelState::reshape_part(TensorId self, const Sizes& sizes) {
  if (stopped()) return 0;
  const TensorId result = reshape(self, sizes);
  if (stopped() || tensors_[result].geometry.storage == tensors_[self].geometry.storage) return result;
  Record record;
  record.operation = id<ops::reshape>;
  Operands operands;
  operands.add(self);
  fill_fresh(record, operands, Results{{result}, 1});
  return result;
}

void ModelState::run_made_of(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  TensorId result = 0;
  int results = 1;
  switch (record.operation) {
    case id<ops::tensor_split_sections>:
    case id<ops::hsplit_int>:
    case id<ops::vsplit_int>:
    case id<ops::dsplit_int>:
      split_made_of(record);
      return;
    case id<ops::square>:
    case id<ops::square_>:
    case id<ops::square_out>:
    case id<ops::relu6>:
    case id<ops::relu6_>:
    case id<ops::type_as>:
    case id<ops::to_other>:
    case id<ops::where_ScalarSelf>:
    case id<ops::where_ScalarOther>:
    case id<ops::where_Scalar>:
    case id<ops::float_power_Tensor_Scalar>:
    case id<ops::float_power_Scalar>:
    case id<ops::float_power_Tensor_Tensor>:
    case id<ops::float_power__Scalar>:
    case id<ops::float_power__Tensor>:
      result = pointwise_made_of(record);
      break;
    case id<ops::dropout>:
    case id<ops::dropout_>:
    case id<ops::bernoulli_p>:
      result = drawn(record);
      break;
    case id<ops::broadcast_tensors>:
      broadcast_all(record);
      return;
    case id<ops::var_mean>:
    case id<ops::var_mean_dim>:
    case id<ops::std_mean>:
    case id<ops::std_mean_dim>:
      results = 2;
      [[fallthrough]];
    case id<ops::var>:
    case id<ops::std_all>:
    case id<ops::std_dim>:
    case id<ops::argsort>:
    case id<ops::msort>:
    case id<ops::sum_to_size>:
    case id<ops::nanmean>:
      result = reduction_made_of(record);
      break;
    case id<ops::hstack>:
    case id<ops::hstack_out>:
    case id<ops::vstack>:
    case id<ops::vstack_out>:
    case id<ops::row_stack>:
    case id<ops::row_stack_out>:
    case id<ops::dstack>:
    case id<ops::dstack_out>:
    case id<ops::column_stack>:
    case id<ops::column_stack_out>:
      result = joined(record);
      break;
    case id<ops::fliplr>:
    case id<ops::flipud>: {
      const bool right = record.operation == id<ops::fliplr>;
      if (tensors_[self].geometry.rank < (right ? 2 : 1)) reject(ErrorClass::Shape);
      result = part(id<ops::flip>, {self}, {1, right ? 1 : 0});
      break;
    }
    case id<ops::tile>: {
      IntList repeats = arguments.integers(1);
      const int missing = std::max(0, tensors_[self].geometry.rank - repeats.size);
      drop_if(missing + repeats.size > kMaxListLength);
      if (stopped()) return;
      Numbers numbers(id<ops::repeat>);
      numbers.add(missing + repeats.size);
      for (int i = 0; i < missing; ++i) numbers.add(1);
      for (const std::int64_t count : repeats) numbers.add(count);
      result = part(numbers.record(), {self});
      break;
    }
    case id<ops::pad>: {
      Numbers numbers(id<ops::constant_pad_nd>);
      numbers.add(arguments.integers(1), kMaxListLength);
      numbers.add(kFloat);
      numbers.add(0);
      result = part(numbers.record(), {self});
      break;
    }
    case id<ops::outer>:
    case id<ops::ger>:
    case id<ops::outer_out>:
    case id<ops::ger_out>:
      result = outer(record);
      break;
    case id<ops::linear>:
      result = linear(record);
      break;
    case id<ops::cdist>: {
      const TensorId other = tensor_in(record.operands[1]);
      // Of points that are far apart, or many, a product of matrices tells the distance.
      const bool empty = tensors_[self].geometry.numel() == 0 || tensors_[other].geometry.numel() == 0;
      drop_if(!empty && arguments.floating(2) == 2 && arguments.optional_integer(3).value_or(0) == 1);
      Record all = record;
      all.operation = id<ops::_cdist_forward>;
      result = part(all, {self, other});
      break;
    }
    case id<ops::pdist>: {
      if (tensors_[self].geometry.rank != 2) reject(ErrorClass::Shape);
      Record all = record;
      all.operation = id<ops::_pdist_forward>;
      result = part(all, {part(id<ops::contiguous>, {self}, {})});
      break;
    }
    case id<ops::l1_loss>:
      result = loss_of(
          part(id<ops::abs>, {part(id<ops::sub_Tensor>, {self, tensor_in(record.operands[1])}, {kWhole, 1})}, {}),
          arguments.integer(2));
      break;
    case id<ops::inverse>: {
      result = part(id<ops::linalg_inv_ex>, {self}, {0});
      // Which pivot is zero depends on how it was rounded: next to a singular matrix the reference is unsure of the
      // second result, and asking for it is enough for nothing to be judged.
      const TensorId info = part_result(1);
      if (!stopped() && witness_ != nullptr) drop_if(!witness_->all_within(tensors_[info].geometry, 0, 1));
      break;
    }
    case id<ops::nll_loss>:
    case id<ops::nll_loss_nd>:
    case id<ops::cross_entropy_loss>:
      result = negative_likelihood(record);
      break;
    case id<ops::kl_div>: {
      const TensorId target = tensor_in(record.operands[1]);
      for (const TensorId tensor : {self, target})
        if (!is_floating(tensors_[tensor].geometry.dtype)) reject(ErrorClass::Dtype);
      // A backward that fails halfway shows in which order they were recorded: the second factor and addend first.
      TensorId each = 0;
      if (arguments.boolean(3)) {
        const TensorId apart = part(id<ops::sub_Tensor>, {target, self}, {kWhole, 1});
        each = part(id<ops::mul_Tensor>, {part(id<ops::exp>, {target}, {}), apart}, {});
      } else {
        const TensorId product = part(id<ops::mul_Tensor>, {target, self}, {});
        const TensorId own = part(id<ops::xlogy_Tensor>, {target, target}, {});
        each = part(id<ops::sub_Tensor>, {own, product}, {kWhole, 1});
      }
      result = loss_of(each, arguments.integer(2));
      break;
    }
    case id<ops::grid_sampler>: {
      drop_if(tensors_[self].geometry.rank == 5);  // of volumes there is no row
      Record all = record;
      all.operation = id<ops::grid_sampler_2d>;
      result = part(all, {self, tensor_in(record.operands[1])});
      break;
    }
    case id<ops::margin_ranking_loss>: {
      const TensorId target = part(id<ops::neg>, {tensor_in(record.operands[2])}, {});
      const TensorId apart = part(id<ops::sub_Tensor>, {self, tensor_in(record.operands[1])}, {kWhole, 1});
      const TensorId product = part(id<ops::mul_Tensor>, {target, apart}, {});
      const TensorId far = part(id<ops::add_Scalar>, {product}, {kFloat, record.immediates[0], kWhole, 1});
      result = loss_of(part(id<ops::clamp_min_>, {far}, {kWhole, 0}), arguments.integer(4));
      break;
    }
    case id<ops::layer_norm>:
    case id<ops::group_norm>:
    case id<ops::batch_norm>:
      result = normalization_made_of(record);
      break;
    case id<ops::conv1d>:
    case id<ops::conv2d>:
    case id<ops::conv3d>:
    case id<ops::conv_transpose1d>:
    case id<ops::conv_transpose2d_input>:
    case id<ops::conv_transpose3d_input>:
      result = convolution_of(record);
      break;
    case id<ops::max_pool1d_with_indices>:
      results = 2;
      [[fallthrough]];
    case id<ops::max_pool2d>:
    case id<ops::max_pool3d>:
    case id<ops::adaptive_avg_pool2d>:
    case id<ops::adaptive_avg_pool3d>:
      result = pooled(record);
      break;
    default:
      result = view_made_of(record);
  }
  if (stopped()) return;
  if (!keeps_result(operation(record.operation))) return;
  if (result == self) cite(Rule::K4);
  const TensorId second = part_result(1);
  set_register(record.destination, result);
  if (results == 2) set_register(register_after(record.destination, 1), second);
}

// ---- views, or copies where there is no view ----------------------------------------------------------------

TensorId ModelState::view_made_of(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const Geometry geometry = tensors_[self].geometry;
  const Sizes sizes = sizes_of(geometry);
  const auto other = [&] { return sizes_of(tensors_[tensor_in(record.operands[1])].geometry); };
  const auto moved = [&](int from, int to) {
    IntList order;
    for (int d = 0; d < geometry.rank; ++d)
      if (d != from) order.values[at(order.size++)] = d;
    for (int d = order.size; d > to; --d) order.values[at(d)] = order.values[at(d - 1)];
    order.values[at(to)] = from;
    ++order.size;
    return view(self, permute_of(geometry, order));
  };
  switch (record.operation) {
    case id<ops::flatten_using_ints>: {
      const int first = wrapped_dim(arguments.integer(1), geometry.rank);
      const int last = wrapped_dim(arguments.integer(2), geometry.rank);
      if (first < 0 || last < 0) reject(ErrorClass::Range);
      if (first > last) reject(ErrorClass::Argument);
      if (stopped()) return 0;
      if (geometry.rank == 0) return reshape_part(self, listed({1}));
      if (first == last) return self;
      Sizes flat;
      std::int64_t product = 1;
      for (int d = 0; d < geometry.rank; ++d) {
        if (d < first || d > last) flat.push(sizes[d]);
        if (d >= first && d <= last) product *= sizes[d];
        if (d == last) flat.push(product);
      }
      return reshape_part(self, flat);
    }
    case id<ops::ravel>: {
      const TensorId whole = part(id<ops::contiguous>, {self}, {});
      return stopped() ? 0 : view(whole, view_of(tensors_[whole].geometry, listed({-1})));
    }
    case id<ops::reshape_as>:
      return reshape_part(self, other());
    case id<ops::unflatten_int>: {
      const int dim = wrapped_dim(arguments.integer(1), geometry.rank);
      const IntList into = arguments.integers(2);
      Sizes inside = sizes_of(into);
      if (dim < 0) reject(ErrorClass::Range);
      if (into.size == 0) reject(ErrorClass::Argument);
      if (stopped()) return 0;
      if (geometry.rank == 0) {
        reject(ErrorClass::Range);
        return 0;
      }
      reasons_.add(infer_size(inside, sizes[dim]));
      if (stopped()) return 0;
      Sizes shape = sizes;
      shape.erase(dim);
      for (int i = 0; i < inside.rank; ++i) shape.insert(dim + i, inside[i]);
      return view(self, view_of(geometry, shape));
    }
    case id<ops::broadcast_to>:
      return view(self, expand_of(geometry, sizes_of(arguments.integers(1))));
    case id<ops::expand_as>:
      return view(self, expand_of(geometry, other()));
    case id<ops::movedim_int>:
    case id<ops::moveaxis_int>: {
      const int from = wrapped_dim(arguments.integer(1), geometry.rank);
      const int to = wrapped_dim(arguments.integer(2), geometry.rank);
      if (from < 0 || to < 0) {
        reject(ErrorClass::Range);
        return 0;
      }
      return geometry.rank == 0 ? view(self, alias_of(geometry)) : moved(from, to);
    }
    case id<ops::movedim_intlist>:
    case id<ops::moveaxis_intlist>: {
      const IntList source = arguments.integers(1);
      const IntList destination = arguments.integers(2);
      if (source.size != destination.size) reject(ErrorClass::Argument);
      IntList order;
      order.size = geometry.rank;
      std::array<bool, kMaxRank> moves{};
      std::array<bool, kMaxRank> taken{};
      for (int i = 0; i < source.size && i < destination.size; ++i) {
        const int from = wrapped_dim(source[i], geometry.rank);
        const int to = wrapped_dim(destination[i], geometry.rank);
        if (from < 0 || to < 0) {
          reject(ErrorClass::Range);
          return 0;
        }
        if (moves[at(from)] || taken[at(to)]) reject(ErrorClass::Argument);
        moves[at(from)] = taken[at(to)] = true;
        order.values[at(to)] = from;
      }
      if (stopped()) return 0;
      if (geometry.rank == 0) return view(self, alias_of(geometry));
      for (int d = 0, next = 0; d < geometry.rank; ++d) {
        if (taken[at(d)]) continue;
        while (moves[at(next)]) ++next;
        order.values[at(d)] = next++;
      }
      return view(self, permute_of(geometry, order));
    }
    case id<ops::numpy_T>: {
      IntList order;
      for (int d = geometry.rank - 1; d >= 0; --d) order.values[at(order.size++)] = d;
      return view(self, permute_of(geometry, order));
    }
    case id<ops::mT>:
    case id<ops::mH>:
    case id<ops::adjoint>:
      // Of complex numbers it is also the conjugate, which is another sort of view.
      drop_if(record.operation != id<ops::mT> && is_complex(geometry.dtype));
      if (geometry.rank == 0) return self;
      if (geometry.rank == 1) reject(ErrorClass::Shape);
      return stopped() ? 0 : view(self, transpose_of(geometry, -2, -1));
    case id<ops::atleast_1d>:
      return at_least(self, 1);
    case id<ops::atleast_2d>:
      return at_least(self, 2);
    case id<ops::atleast_3d>:
      return at_least(self, 3);
    default:  // positive
      if (geometry.dtype == DType::Bool) reject(ErrorClass::Dtype);
      return self;
  }
}

TensorId ModelState::at_least(TensorId self, int rank) {
  if (stopped()) return 0;
  const Geometry geometry = tensors_[self].geometry;
  if (geometry.rank >= rank) return self;
  if (geometry.rank == 0) {
    Sizes ones;
    for (int i = 0; i < rank; ++i) ones.push(1);
    return reshape_part(self, ones);
  }
  // A vector becomes a row, and of a matrix every element a place of its own.
  TensorId out = self;
  if (geometry.rank == 1) out = view(out, unsqueeze_of(geometry, 0));
  if (rank == 3 && !stopped()) out = view(out, unsqueeze_of(tensors_[out].geometry, -1));
  return stopped() ? 0 : out;
}

// Pieces as even as can be, each a slice.
void ModelState::split_made_of(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const Geometry geometry = tensors_[self].geometry;
  const std::int64_t sections = arguments.integer(1);
  int least = 1;
  int dim = 0;
  if (record.operation == id<ops::hsplit_int>) {
    dim = geometry.rank == 1 ? 0 : 1;
  } else if (record.operation == id<ops::vsplit_int>) {
    least = 2;
  } else if (record.operation == id<ops::dsplit_int>) {
    least = 3;
    dim = 2;
  }
  if (geometry.rank < least) reject(ErrorClass::Shape);
  if (stopped()) return;
  if (record.operation == id<ops::tensor_split_sections>) {
    dim = wrapped_dim(arguments.integer(2), geometry.rank);
    if (dim < 0) reject(ErrorClass::Range);
    if (sections <= 0) reject(ErrorClass::Argument);
  } else if (sections == 0 || geometry.sizes[at(dim)] % sections != 0) {
    reject(ErrorClass::Argument);
  }
  if (stopped()) return;
  const std::int64_t size = geometry.sizes[at(dim)];
  std::array<TensorId, kMaxListResults> results{};
  int count = 0;
  std::int64_t start = 0;
  for (std::int64_t i = 0; i < sections && !stopped(); ++i) {
    const std::int64_t end = start + size / sections + (i < size % sections ? 1 : 0);
    const TensorId piece = view(self, slice_of(geometry, dim, start, end, 1));
    if (count < kMaxListResults) results[at(count++)] = piece;
    start = end;
  }
  if (stopped()) return;
  for (int i = 0; i < count; ++i) set_register(register_after(record.destination, i), results[at(i)]);
}

// ---- element by element -------------------------------------------------------------------------------------

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
    drop_if(geometry.rank > kMaxListLength);
    Numbers numbers(id<ops::zeros>);
    numbers.add(geometry.rank);
    for (int i = 0; i < kMaxListLength; ++i) numbers.add(i < geometry.rank ? geometry.sizes[at(i)] : 0);
    numbers.add(static_cast<int>(geometry.dtype));
    return part(id<ops::bernoulli__float>, {part(numbers.record(), {})}, {probability});
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

void ModelState::broadcast_all(const Record& record) {
  const Arguments arguments(record);
  const int count = arguments.list_length(0);
  Sizes sizes = sizes_of(tensors_[tensor_in(arguments.list_reg(0, 0))].geometry);
  for (int i = 1; i < count; ++i)
    if (!broadcast(sizes, sizes_of(tensors_[tensor_in(arguments.list_reg(0, i))].geometry))) reject(ErrorClass::Shape);
  std::array<TensorId, kMaxTensorList> results{};
  for (int i = 0; i < count && !stopped(); ++i) {
    const TensorId tensor = tensor_in(arguments.list_reg(0, i));
    // What has the sizes already is returned as it is.
    const bool same = sizes_of(tensors_[tensor].geometry) == sizes;
    if (same) cite(Rule::K4);
    results[at(i)] = same ? tensor : view(tensor, expand_of(tensors_[tensor].geometry, sizes));
  }
  if (stopped()) return;
  for (int i = 0; i < count && i < kMaxListResults; ++i)
    set_register(register_after(record.destination, i), results[at(i)]);
}

// ---- reductions ---------------------------------------------------------------------------------------------

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
    return part(numbers.record(), {self});
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
      const TensorId count = part(numbers.record(), {numbers_there});
      return part(id<ops::div_Tensor>, {part(all, {self}), count}, {});
    }
    default: {  // sum_to_size
      const Geometry geometry = tensors_[self].geometry;
      const Sizes wanted = sizes_of(arguments.integers(1));
      if (!is_expandable_to(wanted, sizes_of(geometry))) reject(ErrorClass::Shape);
      if (stopped()) return 0;
      if (wanted.rank == 0) return part(id<ops::sum>, {self}, {-1});
      const int leading = geometry.rank - wanted.rank;
      Numbers numbers(id<ops::sum_dim_IntList>);
      IntList dims;
      for (int d = 0; d < geometry.rank; ++d)
        if (d < leading || (wanted[d - leading] == 1 && geometry.sizes[at(d)] != 1)) dims.values[at(dims.size++)] = d;
      TensorId out = self;
      if (dims.size > 0) {
        drop_if(dims.size > kMaxListLength);
        if (stopped()) return 0;
        numbers.add(dims.size);
        for (int i = 0; i < kMaxListLength; ++i) numbers.add(i < dims.size ? dims[i] : 0);
        numbers.add(1);
        numbers.add(-1);
        out = part(numbers.record(), {self});
      }
      if (stopped() || leading == 0) return out;
      return view(out, view_of(tensors_[out].geometry, wanted));
    }
  }
}

// ---- joined -------------------------------------------------------------------------------------------------

TensorId ModelState::joined(const Record& record) {
  const Arguments arguments(record);
  const int count = arguments.list_length(0);
  const bool out = operation(record.operation).schema.argument_count == 2;
  std::array<TensorId, kMaxTensorList> tensors{};
  int dim = 0;
  for (int i = 0; i < count; ++i) {
    const TensorId tensor = tensor_in(arguments.list_reg(0, i));
    TensorId& whole = tensors[at(i)];
    switch (record.operation) {
      case id<ops::hstack>:
      case id<ops::hstack_out>:
        whole = at_least(tensor, 1);
        break;
      case id<ops::dstack>:
      case id<ops::dstack_out>:
        whole = at_least(tensor, 3);
        dim = 2;
        break;
      case id<ops::column_stack>:
      case id<ops::column_stack_out>:
        whole = tensors_[tensor].geometry.rank > 1
                    ? tensor
                    : reshape_part(tensor, listed({tensors_[tensor].geometry.numel(), 1}));
        dim = 1;
        break;
      default:
        whole = at_least(tensor, 2);
    }
    if (stopped()) return 0;
  }
  const bool side_by_side = record.operation == id<ops::hstack> || record.operation == id<ops::hstack_out>;
  if (side_by_side) dim = tensors_[tensors[0]].geometry.rank == 1 ? 0 : 1;
  if (out)
    return part(id<ops::cat_out>, {tensors[0], tensors[1], tensors[2], tensor_in(arguments.reg(1))}, {count, dim});
  return part(id<ops::cat>, {tensors[0], tensors[1], tensors[2]}, {count, dim});
}

// ---- products -----------------------------------------------------------------------------------------------

TensorId ModelState::outer(const Record& record) {
  const TensorId self = tensor_in(record.operands[0]);
  const TensorId other = tensor_in(record.operands[1]);
  for (const TensorId vector : {self, other})
    if (tensors_[vector].geometry.rank != 1) reject(ErrorClass::Shape);
  if (stopped()) return 0;
  const TensorId column = reshape_part(self, listed({tensors_[self].geometry.sizes[0], 1}));
  if (keeps_result(operation(record.operation))) return part(id<ops::mul_Tensor>, {column, other}, {});
  return part(id<ops::mul_out>, {column, other, tensor_in(record.operands[2])}, {});
}

TensorId ModelState::linear(const Record& record) {
  const TensorId input = tensor_in(record.operands[0]);
  const TensorId weight = tensor_in(record.operands[1]);
  const bool biased = Arguments(record).present(2);
  const TensorId bias = biased ? tensor_in(record.operands[2]) : 0;
  const Geometry geometry = tensors_[input].geometry;
  const auto transposed = [&] { return part(id<ops::t>, {weight}, {}); };
  const auto sum = [&](TensorId matrix) {
    return part(id<ops::addmm>, {bias, matrix, transposed()}, {kWhole, 1, kWhole, 1});
  };
  if (geometry.rank == 2 && biased) return sum(input);
  if (geometry.rank == 3 && biased && is_contiguous(geometry)) {
    const Sizes sizes = sizes_of(geometry);
    const TensorId rows = view(input, view_of(geometry, listed({sizes[0] * sizes[1], sizes[2]})));
    const TensorId flat = stopped() ? 0 : sum(rows);
    if (stopped()) return 0;
    const Geometry& made = tensors_[flat].geometry;
    return view(flat, view_of(made, listed({sizes[0], sizes[1], made.sizes[1]})));
  }
  const TensorId product = part(id<ops::matmul>, {input, transposed()}, {});
  return biased ? part(id<ops::add__Tensor>, {product, bias}, {kWhole, 1}) : product;
}

// ---- losses and normalisations ------------------------------------------------------------------------------

TensorId ModelState::loss_of(TensorId each, std::int64_t reduction) {
  if (reduction == 1) return part(id<ops::mean>, {each}, {-1});
  if (reduction == 2) return part(id<ops::sum>, {each}, {-1});
  return each;
}

// Of the logarithms of likelihoods, or of what softmax makes such.
TensorId ModelState::negative_likelihood(const Record& record) {
  const Arguments arguments(record);
  TensorId self = tensor_in(record.operands[0]);
  const TensorId target = tensor_in(record.operands[1]);
  const TensorId weight = arguments.present(2) ? tensor_in(record.operands[2]) : 0;
  const int rank = tensors_[self].geometry.rank;
  Record all = record;
  all.operation = id<ops::nll_loss_forward>;
  if (record.operation == id<ops::nll_loss>) return part(all, {self, target, weight});
  const bool whole = record.operation == id<ops::cross_entropy_loss>;
  // Probabilities instead of classes, and classes that are smoothed, are sums of other rows.
  drop_if(whole && (same_sizes(tensors_[self].geometry, tensors_[target].geometry) || arguments.floating(5) > 0));
  drop_if(rank > 2);
  if (stopped()) return 0;
  if (whole)
    self = part(id<ops::log_softmax_int>, {self}, {rank == 1 ? 0 : 1, static_cast<int>(tensors_[self].geometry.dtype)});
  if (stopped()) return 0;
  if (rank == 0) reject(ErrorClass::Shape);
  if (rank == 2 &&
      (tensors_[target].geometry.rank == 0 || tensors_[self].geometry.sizes[0] != tensors_[target].geometry.sizes[0]))
    reject(ErrorClass::Shape);
  return part(all, {self, target, weight});
}

TensorId ModelState::normalization_made_of(const Record& record) {
  const Arguments arguments(record);
  const TensorId input = tensor_in(record.operands[0]);
  const Geometry geometry = tensors_[input].geometry;
  const auto operand = [&](int argument) -> TensorId {
    return arguments.present(argument) ? tensor_in(arguments.reg(argument)) : 0;
  };
  if (record.operation == id<ops::layer_norm>) {
    Record all = record;
    all.operation = id<ops::native_layer_norm>;
    return part(all, {input, operand(2), operand(3)});
  }
  if (record.operation == id<ops::batch_norm>) {
    // Of a vector libtorch reads a size that is not there.
    drop_if(geometry.rank < 2 || geometry.numel() == 0);
    // Statistics of a wrong size that ask for a gradient are wrong twice, and libtorch looks at sizes first.
    for (const int statistic : {3, 4})
      drop_if(operand(statistic) != 0 && requires_grad(operand(statistic)) &&
              tensors_[operand(statistic)].geometry.numel() != geometry.sizes[1]);
    if (stopped()) return 0;
    Record all = record;
    all.operation = id<ops::native_batch_norm>;
    return part(all, {input, operand(1), operand(2), operand(3), operand(4)});
  }
  if (geometry.rank < 2) reject(ErrorClass::Range);
  if (stopped()) return 0;
  const std::int64_t groups = arguments.integer(1);
  const std::int64_t channels = geometry.sizes[1];
  // What lies channels last is not turned for it.
  drop_if(suggests_channels_last(geometry));
  if (stopped()) return 0;
  std::int64_t pixels = 1;
  for (int d = 2; d < geometry.rank; ++d) pixels *= geometry.sizes[at(d)];
  const auto whole = [&](TensorId tensor) -> TensorId {
    return tensor == 0 ? 0 : part(id<ops::contiguous>, {tensor}, {});
  };
  const TensorId rows = whole(input);
  const TensorId weight = whole(operand(2));
  const TensorId bias = whole(operand(3));
  return part(
      id<ops::native_group_norm>, {rows, weight, bias},
      {weight != 0 ? 1 : 0, bias != 0 ? 1 : 0, geometry.sizes[0], channels, pixels, groups, record.immediates[3]});
}

// ---- images -------------------------------------------------------------------------------------------------

TensorId ModelState::convolution_of(const Record& record) {
  const Arguments arguments(record);
  const Operation& row = operation(record.operation);
  const bool transposed = row.schema.name.substr(0, 14) == "conv_transpose";
  const int spatial = row.schema.name[row.schema.name.size() - 2] - '0';
  TensorId input = tensor_in(record.operands[0]);
  const int rank = tensors_[input].geometry.rank;
  // Which of its arguments decides the dtype is not told.
  drop_if(arguments.present(2) &&
          tensors_[tensor_in(record.operands[2])].geometry.dtype != tensors_[input].geometry.dtype);
  if (dropped_) return 0;
  if (rank != spatial + 1 && rank != spatial + 2) reject(ErrorClass::Shape);
  const bool batched = rank == spatial + 2;
  if (!stopped() && !batched) input = view(input, unsqueeze_of(tensors_[input].geometry, 0));
  if (stopped()) return 0;
  const IntList dilation = arguments.integers(transposed ? 7 : 5);
  // The record of a convolution has no room for three numbers; how many there are matters where the kernels have
  // another number of dimensions.
  drop_if(spatial == 3 && tensors_[tensor_in(record.operands[1])].geometry.rank != 5);
  IntList none;
  none.size = spatial == 2 ? 2 : 1;
  Numbers numbers(id<ops::convolution>);
  numbers.add(arguments.present(2) ? 1 : 0);
  bool fits = numbers.add(arguments.integers(3), 2);
  fits = numbers.add(arguments.integers(4), 2) && fits;
  fits = numbers.add(dilation, 2) && fits;
  numbers.add(transposed ? 1 : 0);
  fits = numbers.add(transposed ? arguments.integers(5) : none, 2) && fits;
  numbers.add(arguments.integer(6));
  drop_if(!fits);
  const TensorId bias = arguments.present(2) ? tensor_in(record.operands[2]) : 0;
  const TensorId result = part(numbers.record(), {input, tensor_in(record.operands[1]), bias});
  if (stopped() || batched) return result;
  return view(result, squeeze_of(tensors_[result].geometry, 0));
}

TensorId ModelState::pooled(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const Geometry geometry = tensors_[self].geometry;
  switch (record.operation) {
    case id<ops::max_pool2d>:
    case id<ops::max_pool3d>: {
      Record all = record;
      all.operation =
          record.operation == id<ops::max_pool2d> ? id<ops::max_pool2d_with_indices> : id<ops::max_pool3d_with_indices>;
      return part(all, {self});
    }
    case id<ops::max_pool1d_with_indices>: {
      if (geometry.rank != 2 && geometry.rank != 3) reject(ErrorClass::Shape);
      if (stopped()) return 0;
      const TensorId image = view(self, unsqueeze_of(geometry, -2));
      // An image of one row. A stride that is not given is the kernel.
      Numbers numbers(id<ops::max_pool2d_with_indices>);
      for (int list = 1; list <= 4; ++list) {
        const IntList numbers_of_one = arguments.integers(list);
        IntList both;
        both.size = numbers_of_one.size + 1;
        both.values = {list == 3 ? 0 : 1, numbers_of_one[0]};
        if (numbers_of_one.size == 0) both.size = 0;
        numbers.add(both, 2);
      }
      numbers.add(arguments.boolean(5) ? 1 : 0);
      part(numbers.record(), {image});
      if (stopped()) return 0;
      const TensorId places = part_result(1);
      const TensorId values = view(part_result(0), squeeze_of(tensors_[part_result(0)].geometry, -2));
      parts_[at(kMaxOperands + 1)] = view(places, squeeze_of(tensors_[places].geometry, -2));
      return values;
    }
    default: {
      const int spatial = record.operation == id<ops::adaptive_avg_pool2d> ? 2 : 3;
      const IntList wanted = arguments.integers(1);
      if (wanted.size != spatial) reject(ErrorClass::Argument);
      for (const std::int64_t size : wanted)
        if (size < 0) reject(ErrorClass::Shape);
      if (stopped()) return 0;
      const bool one = std::all_of(wanted.begin(), wanted.end(), [](std::int64_t size) { return size == 1; });
      if (!one) {
        Record all = record;
        all.operation = spatial == 2 ? id<ops::_adaptive_avg_pool2d> : id<ops::_adaptive_avg_pool3d>;
        return part(all, {self});
      }
      Numbers numbers(id<ops::mean_dim>);
      numbers.add(spatial);
      for (int i = 0; i < kMaxListLength; ++i) numbers.add(i < spatial ? -1 - i : 0);
      numbers.add(1);
      numbers.add(-1);
      // Of volumes whose channels lie last nobody says how the mean lies.
      drop_if(spatial == 3 && geometry.rank == 5 && suggests_channels_last(geometry));
      const TensorId mean = part(numbers.record(), {self});
      if (!stopped() && spatial == 2 && suggests_channels_last(geometry)) {
        ViewResult turned;
        turned.geometry = tensors_[mean].geometry;
        set_channels_last(turned.geometry, sizes_of(tensors_[mean].geometry));
        in_place_view(mean, turned);
      }
      return mean;
    }
  }
}

}  // namespace modecheck::spec
