// What is made of others, as the sketch foresees it: as one call of the row that decides what comes out.
#include <algorithm>
#include <cstdlib>

#include "properties/generate/sketch/result.h"
#include "properties/generate/sketch/shapes.h"
#include "properties/generate/sketch/sketch.h"
#include "spec/program/operator_id.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

namespace ops = spec::operators;
using spec::DType;
using spec::Record;

template <typename Row>
constexpr spec::OperationId id = spec::id_of<Row>();

void put(Record& record, int i, int value) {
  record.immediates[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(value);
}

// An int[] of at most kMaxListLength sizes; false if there are more.
bool put_sizes(Record& record, const Shape& shape) {
  if (shape.rank > spec::kMaxListLength) return false;
  put(record, 0, shape.rank);
  for (int i = 0; i < shape.rank; ++i) put(record, 1 + i, shape.size(i));
  return true;
}

int number(const Record& record, int i) { return record.immediates[static_cast<std::size_t>(i)]; }

// The record of a convolution: its lists of two, and where those of `record` begin, each with room for `spatial`.
Record convolution_of(const Record& record, int spatial, bool transposed) {
  Record out = record;
  out.operation = id<ops::convolution>;
  out.immediates = {};
  put(out, 0, number(record, 0));
  const int room = spatial + 1;
  const auto list = [&](int which, int to) {
    const int from = 1 + which * room;
    const int length = std::min(number(record, from), 2);
    put(out, to, spatial == 3 ? 1 : length);
    for (int i = 0; i < length; ++i) put(out, to + 1 + i, number(record, from + 1 + i));
  };
  list(0, 1);
  list(1, 4);
  list(transposed ? 3 : 2, 7);
  put(out, 10, transposed ? 1 : 0);
  if (transposed)
    list(2, 11);
  else
    put(out, 11, 1);
  put(out, 14, number(record, 1 + 3 * room));
  return out;
}

// The sizes that a view of the same elements gets; false: none.
bool reshaped(const Record& record, const Shape& self, const Shape& other, Shape& out) {
  const int rank = self.rank;
  out = self;
  switch (record.operation) {
    case id<ops::flatten_using_ints>: {
      const int first = wrap_dim(number(record, 0), rank);
      const int last = wrap_dim(number(record, 1), rank);
      if (first < 0 || last < first) return false;
      if (rank == 0) out.insert(0, 1);
      for (int d = last; d > first; --d) {
        out.set(d - 1, std::min(out.size(d) * out.size(d - 1), 127));
        out.erase(d);
      }
      return true;
    }
    case id<ops::ravel>:
      out = Shape{};
      out.insert(0, std::min(self.numel(), 127));
      return true;
    case id<ops::reshape_as>:
      out = other;
      return self.numel() == other.numel();
    case id<ops::unflatten_int>: {
      const int dim = wrap_dim(number(record, 0), rank);
      if (dim < 0 || rank == 0 || number(record, 1) == 0) return false;
      int product = 1;
      for (int i = 0; i < number(record, 1); ++i) product *= std::abs(number(record, 2 + i));
      if (product != self.size(dim)) return false;
      out.erase(dim);
      for (int i = 0; i < number(record, 1); ++i) {
        if (number(record, 2 + i) < 0 || out.rank >= spec::kMaxRank) return false;
        out.insert(dim + i, number(record, 2 + i));
      }
      return true;
    }
    default: {
      const int wanted = record.operation == id<ops::atleast_1d> ? 1 : record.operation == id<ops::atleast_2d> ? 2 : 3;
      if (rank < 2)
        while (out.rank < std::min(wanted, 2)) out.insert(0, 1);
      if (wanted == 3 && out.rank == 2) out.insert(2, 1);
      return true;
    }
  }
}

// Beside one another, above one another, behind one another.
Shape stacked(spec::OperationId how, Shape shape) {
  switch (how) {
    case id<ops::hstack>:
    case id<ops::hstack_out>:
      if (shape.rank == 0) shape.insert(0, 1);
      break;
    case id<ops::column_stack>:
    case id<ops::column_stack_out>:
      if (shape.rank == 0) shape.insert(0, 1);
      if (shape.rank == 1) shape.insert(1, 1);
      break;
    case id<ops::dstack>:
    case id<ops::dstack_out>:
      while (shape.rank < 2) shape.insert(0, 1);
      if (shape.rank == 2) shape.insert(2, 1);
      break;
    default:
      while (shape.rank < 2) shape.insert(0, 1);
  }
  return shape;
}

int stacked_along(spec::OperationId how, const Shape& shape) {
  switch (how) {
    case id<ops::hstack>:
    case id<ops::hstack_out>:
      return shape.rank == 1 ? 0 : 1;
    case id<ops::column_stack>:
    case id<ops::column_stack_out>:
      return 1;
    case id<ops::dstack>:
    case id<ops::dstack_out>:
      return 2;
    default:
      return 0;
  }
}

}  // namespace

Foreseen Sketch::apply_made_of(const Record& record, const OperationFacts& facts) {
  const SketchTensor a = at(record.operands[0]);
  const SketchTensor b = at(record.operands[1]);
  const SketchTensor c = at(record.operands[2]);
  const std::array<SketchTensor, spec::kRegisters> before = registers_;
  Record as = record;
  as.operation = facts.like;
  const auto reduced = [&](Shape shape, int reduction) {
    if (reduction == 1 || reduction == 2) shape = Shape{};
    return shape;
  };
  // A tensor of its own, of what is read.
  const auto made = [&](const Shape& shape, DType dtype, int tensors) {
    SketchResult result;
    result.shape = shape;
    result.dtype = dtype;
    result.tensors = tensors;
    return apply_operator(as, facts, &result);
  };
  // Results of the row that the function does not return are not kept.
  const auto kept = [&](Foreseen outcome, int which, int results) {
    if (outcome != Foreseen::Ok) return outcome;
    const auto reg = [&](int i) { return (record.destination + i) % spec::kRegisters; };
    const SketchTensor first = at(reg(which));
    for (int i = results; i < spec::kMaxResults; ++i) at(reg(i)) = before[static_cast<std::size_t>(reg(i))];
    at(reg(0)) = first;
    return outcome;
  };
  const auto itself = [&] {
    at(record.destination) = a;
    return Foreseen::Ok;
  };
  switch (record.operation) {
    case id<ops::flatten_using_ints>:
    case id<ops::ravel>:
    case id<ops::reshape_as>:
    case id<ops::unflatten_int>:
    case id<ops::atleast_1d>:
    case id<ops::atleast_2d>:
    case id<ops::atleast_3d>: {
      Shape shape;
      if (!reshaped(record, a.shape, b.shape, shape)) return Foreseen::Error;
      if (shape == a.shape && record.operation != id<ops::reshape_as> && record.operation != id<ops::unflatten_int>)
        return itself();
      as.operation = record.operation == id<ops::unflatten_int> ? id<ops::view> : id<ops::reshape>;
      as.immediates = {};
      return put_sizes(as, shape) ? apply_instead(as) : Foreseen::Error;
    }
    case id<ops::broadcast_to>:
      return apply_instead(as);
    case id<ops::expand_as>:
      return put_sizes(as, b.shape) && expands_to(a.shape, b.shape) ? apply_instead(as) : Foreseen::Error;
    case id<ops::movedim_intlist>:
    case id<ops::moveaxis_intlist>: {
      const int rank = a.shape.rank;
      const int length = number(record, 0);
      const int second = 1 + spec::kMaxListLength;
      if (length != number(record, second) || rank > spec::kMaxListLength) return Foreseen::Error;
      std::array<int, spec::kMaxListLength> order;
      order.fill(-1);
      std::array<bool, spec::kMaxListLength> moves{};
      for (int i = 0; i < length; ++i) {
        const int from = wrap_dim(number(record, 1 + i), rank);
        const int to = wrap_dim(number(record, second + 1 + i), rank);
        if (from < 0 || to < 0 || rank == 0) return Foreseen::Error;
        if (moves[static_cast<std::size_t>(from)] || order[static_cast<std::size_t>(to)] >= 0) return Foreseen::Error;
        moves[static_cast<std::size_t>(from)] = true;
        order[static_cast<std::size_t>(to)] = from;
      }
      as.immediates = {};
      put(as, 0, rank);
      int next = 0;
      for (int d = 0; d < rank; ++d) {
        int source = order[static_cast<std::size_t>(d)];
        if (source < 0) {
          while (moves[static_cast<std::size_t>(next)]) ++next;
          source = next++;
        }
        put(as, 1 + d, source);
      }
      return apply_instead(as);
    }
    case id<ops::movedim_int>:
    case id<ops::moveaxis_int>:
    case id<ops::numpy_T>: {
      const int rank = a.shape.rank;
      if (rank > spec::kMaxListLength) return Foreseen::Error;
      as.immediates = {};
      put(as, 0, rank);
      if (record.operation == id<ops::numpy_T>) {
        for (int d = 0; d < rank; ++d) put(as, 1 + d, rank - 1 - d);
        return apply_instead(as);
      }
      const int from = wrap_dim(number(record, 0), rank);
      const int to = wrap_dim(number(record, 1), rank);
      if (from < 0 || to < 0) return Foreseen::Error;
      int next = 0;
      for (int d = 0; d < rank; ++d) {
        if (next == from) ++next;
        put(as, 1 + d, d == to ? from : next);
        if (d != to) ++next;
      }
      return apply_instead(as);
    }
    case id<ops::mT>:
    case id<ops::mH>:
    case id<ops::adjoint>:
      if (a.shape.rank == 0) return itself();
      if (a.shape.rank == 1) return Foreseen::Error;
      if (spec::is_complex(a.dtype) && record.operation != id<ops::mT>) return Foreseen::Dropped;
      as.immediates = {};
      put(as, 0, -2);
      put(as, 1, -1);
      return apply_instead(as);
    case id<ops::positive>:
      return a.dtype == DType::Bool ? Foreseen::Error : itself();
    case id<ops::tensor_split_sections>:
    case id<ops::hsplit_int>:
    case id<ops::vsplit_int>:
    case id<ops::dsplit_int>: {
      const bool any = record.operation == id<ops::tensor_split_sections>;
      const int dim = any                                                           ? number(record, 1)
                      : record.operation == id<ops::vsplit_int>                     ? 0
                      : record.operation == id<ops::hsplit_int> && a.shape.rank < 2 ? 0
                      : record.operation == id<ops::hsplit_int>                     ? 1
                                                                                    : 2;
      const int sections = number(record, 0);
      const int wrapped = wrap_dim(dim, a.shape.rank);
      if (a.shape.rank == 0 || wrapped < 0 || sections <= 0) return Foreseen::Error;
      if (record.operation == id<ops::vsplit_int> && a.shape.rank < 2) return Foreseen::Error;
      if (!any && a.shape.size(wrapped) % sections != 0) return Foreseen::Error;
      put(as, 1, dim);
      return apply_instead(as);
    }
    case id<ops::square>:
    case id<ops::square_>:
    case id<ops::square_out>:
    case id<ops::relu6>:
    case id<ops::relu6_>:
      return made(a.shape, a.dtype, 1);
    case id<ops::float_power_Tensor_Scalar>:
    case id<ops::float_power_Scalar>:
    case id<ops::float_power__Scalar>:
      if (facts.in_place && a.dtype != DType::Float64 && a.dtype != DType::Complex128) return Foreseen::Error;
      return made(a.shape, spec::is_complex(a.dtype) ? DType::Complex128 : DType::Float64, 1);
    case id<ops::float_power_Tensor_Tensor>:
    case id<ops::float_power__Tensor>: {
      const DType wide = spec::is_complex(a.dtype) || spec::is_complex(b.dtype) ? DType::Complex128 : DType::Float64;
      if (!broadcastable(a.shape, b.shape) || (facts.in_place && a.dtype != wide)) return Foreseen::Error;
      return made(broadcast(a.shape, b.shape), wide, 2);
    }
    case id<ops::dropout>:
    case id<ops::dropout_>:
      if (number(record, 0) > 2) return Foreseen::Error;
      if (number(record, 0) == 0 || number(record, 1) == 0 || a.shape.numel() == 0)
        return facts.in_place ? Foreseen::Ok : itself();
      if (number(record, 0) != 2 && !spec::is_floating(a.dtype)) return Foreseen::Error;
      return made(a.shape, a.dtype, 1);
    case id<ops::bernoulli_p>:
      if (number(record, 0) > 2 || spec::is_complex(a.dtype)) return Foreseen::Error;
      return made(a.shape, a.dtype, 1);
    case id<ops::broadcast_tensors>: {
      const int length = number(record, 0);
      Shape shape = a.shape;
      for (int i = 1; i < length; ++i) {
        const Shape& other = at(record.operands[static_cast<std::size_t>(i)]).shape;
        if (!broadcastable(shape, other)) return Foreseen::Error;
        shape = broadcast(shape, other);
      }
      as.immediates = {};
      if (!put_sizes(as, shape)) return Foreseen::Error;
      const Foreseen outcome = apply_instead(as);
      if (outcome != Foreseen::Ok || length == 1) return outcome;
      // The second is made of what was there before the first.
      const SketchTensor first = at(record.destination);
      at(record.destination) = before[record.destination];
      as.operands[0] = record.operands[1];
      as.destination = static_cast<std::uint8_t>((record.destination + 1) % spec::kRegisters);
      const Foreseen second = apply_instead(as);
      at(record.destination) = first;
      return second;
    }
    case id<ops::type_as>:
    case id<ops::to_other>:
      put(as, 0, static_cast<int>(b.dtype));
      put(as, 1, 0);
      put(as, 2, record.operation == id<ops::to_other> ? number(record, 1) : 0);
      return apply_instead(as);
    case id<ops::where_ScalarSelf>:
    case id<ops::where_ScalarOther>:
      if (a.dtype != DType::Bool || !broadcastable(a.shape, b.shape)) return Foreseen::Error;
      return made(broadcast(a.shape, b.shape), b.dtype, 2);
    case id<ops::where_Scalar>: {
      const bool fraction = number(record, 0) == 1 || number(record, 2) == 1;
      const bool truth = number(record, 0) == 2 && number(record, 2) == 2;
      if (a.dtype != DType::Bool) return Foreseen::Error;
      return made(a.shape, fraction ? DType::Float32 : truth ? DType::Bool : DType::Int64, 1);
    }
    case id<ops::var>:
    case id<ops::std_all>:
    case id<ops::var_mean>:
    case id<ops::std_mean>:
      as.immediates = {};
      put(as, 0, -1);
      return apply_instead(as);
    case id<ops::std_dim>:
    case id<ops::var_mean_dim>:
    case id<ops::std_mean_dim>:
      put(as, 5, 1);
      put(as, 6, number(record, 5));
      put(as, 7, number(record, 6));
      return apply_instead(as);
    case id<ops::argsort>:
      return kept(apply_instead(as), 1, 1);
    case id<ops::msort>:
      return kept(apply_instead(as), 0, 1);
    case id<ops::sum_to_size>: {
      Shape wanted;
      if (!read_shape(record, 0, wanted) || !expands_to(wanted, a.shape)) return Foreseen::Error;
      if (wanted == a.shape && wanted.rank > 0) return itself();
      return made(wanted, spec::is_differentiable(a.dtype) ? a.dtype : DType::Int64, 1);
    }
    case id<ops::hstack>:
    case id<ops::hstack_out>:
    case id<ops::vstack>:
    case id<ops::vstack_out>:
    case id<ops::row_stack>:
    case id<ops::row_stack_out>:
    case id<ops::dstack>:
    case id<ops::dstack_out>:
    case id<ops::column_stack>:
    case id<ops::column_stack_out>: {
      const int length = number(record, 0);
      Shape shape = stacked(record.operation, a.shape);
      const int dim = stacked_along(record.operation, shape);
      DType dtype = a.dtype;
      int along = 0;
      for (int i = 0; i < length; ++i) {
        const SketchTensor& element = at(record.operands[static_cast<std::size_t>(i)]);
        Shape same = stacked(record.operation, element.shape);
        if (same.rank != shape.rank) return Foreseen::Error;
        along += same.size(dim);
        same.set(dim, shape.size(dim));
        if (!(same == shape)) return Foreseen::Error;
        dtype = spec::promote(dtype, element.dtype);
      }
      shape.set(dim, std::min(along, 127));
      return made(shape, dtype, length);
    }
    case id<ops::fliplr>:
    case id<ops::flipud>:
      if (a.shape.rank < (record.operation == id<ops::fliplr> ? 2 : 1)) return Foreseen::Error;
      return made(a.shape, a.dtype, 1);
    case id<ops::tile>: {
      const int missing = std::max(0, a.shape.rank - number(record, 0));
      if (missing + number(record, 0) > spec::kMaxListLength) return Foreseen::Dropped;
      as.immediates = {};
      put(as, 0, missing + number(record, 0));
      for (int i = 0; i < missing; ++i) put(as, 1 + i, 1);
      for (int i = 0; i < number(record, 0); ++i) put(as, 1 + missing + i, number(record, 1 + i));
      return apply_instead(as);
    }
    case id<ops::outer>:
    case id<ops::ger>:
    case id<ops::outer_out>:
    case id<ops::ger_out>: {
      if (a.shape.rank != 1 || b.shape.rank != 1) return Foreseen::Error;
      Shape shape = b.shape;
      shape.insert(0, a.shape.last(0));
      return made(shape, promote(a, b), 2);
    }
    case id<ops::linear>: {
      const bool biased = number(record, 0) != 0;
      if (a.shape.rank == 0 || b.shape.rank != 2 || a.dtype != b.dtype || a.shape.last(0) != b.shape.last(0))
        return Foreseen::Error;
      if (biased && (c.dtype != a.dtype || c.shape.rank != 1 || c.shape.last(0) != b.shape.last(1)))
        return Foreseen::Error;
      Shape shape = a.shape;
      shape.set_last(0, b.shape.last(1));
      return made(shape, a.dtype, biased ? 3 : 2);
    }
    case id<ops::l1_loss>:
    case id<ops::kl_div>:
    case id<ops::margin_ranking_loss>: {
      const bool three = record.operation == id<ops::margin_ranking_loss>;
      if (!broadcastable(a.shape, b.shape)) return Foreseen::Error;
      Shape shape = broadcast(a.shape, b.shape);
      if (three && !broadcastable(shape, c.shape)) return Foreseen::Error;
      if (three) shape = broadcast(shape, c.shape);
      const int reduction = number(record, three ? 1 : 0);
      const DType dtype = three ? spec::promote(promote(a, b), c.dtype) : promote(a, b);
      if (dtype == DType::Bool || a.dtype == DType::Bool || b.dtype == DType::Bool) return Foreseen::Error;
      if ((reduction == 1 || spec::is_complex(dtype)) && !spec::is_floating(dtype)) return Foreseen::Error;
      return made(reduced(shape, reduction), dtype, three ? 3 : 2);
    }
    case id<ops::layer_norm>:
    case id<ops::batch_norm>:
      return kept(apply_instead(as), 0, 1);
    case id<ops::group_norm>: {
      const int groups = number(record, 0);
      if (a.shape.rank < 2 || groups <= 0) return Foreseen::Error;
      const int channels = a.shape.size(1);
      const int rows = a.shape.size(0) * channels;
      as.immediates = {};
      put(as, 0, number(record, 1));
      put(as, 1, number(record, 2));
      put(as, 2, a.shape.size(0));
      put(as, 3, channels);
      put(as, 4, rows == 0 ? 1 : a.shape.numel() / rows);
      put(as, 5, groups);
      put(as, 6, number(record, 3));
      return kept(apply_instead(as), 0, 1);
    }
    case id<ops::conv1d>:
    case id<ops::conv2d>:
    case id<ops::conv3d>:
    case id<ops::conv_transpose1d>:
    case id<ops::conv_transpose2d_input>:
    case id<ops::conv_transpose3d_input>: {
      const bool transposed = spec::operation(record.operation).schema.name.substr(0, 5) == "conv_";
      const int spatial = facts.spatial;
      const bool batched = a.shape.rank == spatial + 2;
      if (!batched && a.shape.rank != spatial + 1) return Foreseen::Error;
      if (batched) return apply_instead(convolution_of(record, spatial, transposed));
      // A batch of one, for as long as it takes.
      at(record.operands[0]).shape.insert(0, 1);
      const Foreseen outcome = apply_instead(convolution_of(record, spatial, transposed));
      if (outcome != Foreseen::Ok || record.operands[0] != record.destination) at(record.operands[0]).shape = a.shape;
      if (outcome == Foreseen::Ok) at(record.destination).shape.erase(0);
      return outcome;
    }
    case id<ops::max_pool1d_with_indices>:
      return apply_operator(as, facts);
    case id<ops::max_pool2d>:
    case id<ops::max_pool3d>:
    case id<ops::inverse>:
    case id<ops::nll_loss>:
    case id<ops::nll_loss_nd>:
      return kept(apply_instead(as), 0, 1);
    case id<ops::cross_entropy_loss>:
      if (a.shape == b.shape) {
        if (!spec::is_floating(b.dtype) || number(record, 3) > 2 || a.shape.rank == 0) return Foreseen::Error;
        Shape shape = reduced(a.shape, number(record, 1));
        if (number(record, 1) == 0) shape.erase(a.shape.rank == 1 ? 0 : 1);
        return made(shape, promote(a, b), number(record, 0) != 0 ? 3 : 2);
      }
      if (number(record, 3) != 0) return Foreseen::Dropped;
      return kept(apply_instead(as), 0, 1);
    default:
      return apply_composed(record, facts);
  }
}

}  // namespace modecheck::properties
