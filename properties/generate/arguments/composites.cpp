// Fills the arguments of composites, which are operators that run other operators.
#include "properties/generate/writer.h"

namespace modecheck::properties {
namespace {

namespace ops = spec::operators;

template <typename Row>
constexpr spec::OperationId operator_id = spec::id_of<Row>();

}  // namespace

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_as(Record& record, spec::OperationId row) {
  const spec::OperationId wanted = record.operation;
  record.operation = row;
  fill_inputs(record, facts_of(row));
  // While fill_inputs ran, the record held the operator that the composite resembles. Now store the composite again,
  // unless fill_inputs turned the record into a command that makes a missing argument.
  if (record.operation == row) record.operation = wanted;
}

// Fills composites that take or change sizes, for example flatten, reshape_as and sum_to_size.
template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_sizes_composite(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (record.operation) {
    case operator_id<ops::flatten_using_ints>:
      // flatten: join all dimensions of the tensor, or some adjacent dimensions.
      if (one_in(2)) {
        immediate(record, 1, -1);
      } else {
        const int first = draw(std::clamp(rank, 1, 3));
        immediate(record, 0, first);
        immediate(record, 1, first + draw(std::clamp(rank - first, 1, 2)));
      }
      break;
    case operator_id<ops::reshape_as>:
      choose_other(record, facts, 1, [&](const Candidate& t) { return t.shape.numel() == a.shape.numel(); });
      break;
    case operator_id<ops::expand_as>:
      choose_other(record, facts, 1, [&](const Candidate& t) { return expands_to(a.shape, t.shape); });
      break;
    case operator_id<ops::unflatten_int>: {
      const int along = dim(rank);
      const int size = rank > 0 ? a.shape.size(along < 0 ? along + rank : along) : 1;
      immediate(record, 0, along);
      const bool halves = size % 2 == 0 && size > 0;
      immediate(record, 1, 2);
      immediate(record, 2, halves ? 2 : std::min(size, 4));
      immediate(record, 3, halves ? std::min(size / 2, 4) : 1);
      if (one_in(2)) std::swap(record.immediates[2], record.immediates[3]);
      break;
    }
    case operator_id<ops::movedim_int>:
    case operator_id<ops::moveaxis_int>:
      immediate(record, 0, dim(rank));
      immediate(record, 1, dim(rank));
      break;
    case operator_id<ops::movedim_intlist>:
    case operator_id<ops::moveaxis_intlist>: {
      const int length = std::min(rank, 1 + draw(2));
      const int second = 1 + spec::kMaxListLength;
      immediate(record, 0, length);
      immediate(record, second, one_in(24) ? 1 : length);
      const int from = dim(rank);
      const int to = dim(rank);
      for (int i = 0; i < length; ++i) {
        immediate(record, 1 + i, one_in(24) ? dim(rank) : (from + i) % std::max(rank, 1));
        immediate(record, second + 1 + i, (to + i) % std::max(rank, 1));
      }
      break;
    }
    case operator_id<ops::tensor_split_sections>:
      immediate(record, 0, 1 + draw(3));
      immediate(record, 1, dim(rank));
      break;
    case operator_id<ops::hsplit_int>:
    case operator_id<ops::vsplit_int>:
    case operator_id<ops::dsplit_int>: {
      const int along = record.operation == operator_id<ops::vsplit_int>   ? 0
                        : record.operation == operator_id<ops::hsplit_int> ? 1
                                                                           : 2;
      const int size = along < rank ? a.shape.size(along) : rank > 0 ? a.shape.size(rank - 1) : 1;
      immediate(record, 0, size % 2 == 0 && one_in(2) ? 2 : size % 3 == 0 && one_in(2) ? 3 : 1);
      break;
    }
    case operator_id<ops::sum_to_size>: {
      const int lost = draw(std::min(rank, 2) + 1);
      const int length = std::min(rank - lost, spec::kMaxListLength);
      immediate(record, 0, length);
      for (int i = 0; i < length; ++i)
        immediate(record, 1 + i, one_in(3) ? 1 : std::min(a.shape.size(rank - length + i), 4));
      break;
    }
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_convolution(Record& record, const OperationFacts& facts) {
  const bool transposed = spec::operation(record.operation).schema.name.substr(0, 5) == "conv_";
  const int spatial = facts.spatial;
  const int room = spatial + 1;
  const bool single = one_in(8);
  const auto is_image_here = [&](const Candidate& t) {
    return t.shape.rank == spatial + (single ? 1 : 2) && t.shape.numel() > 0 &&
           (t.dtype == DType::Float32 || t.dtype == DType::Float64) && readable(t);
  };
  const auto in_batch = [&](Candidate image) {
    if (image.shape.rank == spatial + 1) image.shape.insert(0, 1);
    return image;
  };
  // For a convolution, prefer an image for which some register holds a weight that fits.
  const int self = pick_if([&](const Candidate& t, int) {
    return is_image_here(t) && any([&](const Candidate& k) { return are_kernels(k, in_batch(t), transposed); });
  });
  operand(record, 0,
          is_image_here(tensor(self)) ? self : pick_if([&](const Candidate& t, int) { return is_image_here(t); }));
  const Candidate image = in_batch(tensor(record.operands[0]));
  choose_other(record, facts, 1, [&](const Candidate& t) { return are_kernels(t, image, transposed); });
  const Shape& kernels = tensor(record.operands[1]).shape;
  const bool biased = one_in(3);
  immediate(record, 0, biased ? 1 : 0);
  if (biased && kernels.rank > 1)
    choose_other(record, facts, 2, [&](const Candidate& t) {
      return t.dtype == image.dtype && t.shape.rank == 1 && t.shape.last(0) == kernels.size(transposed ? 1 : 0);
    });
  // The overload `padding` of a convolution takes a string, "valid" or "same".
  const bool by_name = spec::operation(record.operation).schema.overload == "padding";
  const int lists = transposed ? 4 : 3;
  int at_list = 1;
  for (int list = 0; list < lists; ++list) {
    // The lists are stride, padding, output_padding (if transposed) and dilation.
    if (by_name && list == 1) {
      // conv3d mostly gets padding="valid". The model drops a conv3d with "same" that must pad at one end only, because
      // the list of paddings is too long for a program.
      immediate(record, at_list, one_in(24) ? 2 : spatial == 3 && !one_in(6) ? 0 : draw(2));
      ++at_list;
      continue;
    }
    const bool added = transposed && list == 2;
    const bool one_for_all = one_in(2) || spatial == 3;
    const int length = one_for_all ? 1 : spatial;
    immediate(record, at_list, length);
    for (int i = 0; i < length; ++i) {
      const int more = one_in(by_name && list == 0 ? 12 : 3) ? 1 : 0;
      immediate(record, at_list + 1 + i, added ? (one_in(8) ? 1 : 0) : list == 1 ? more : 1 + more);
    }
    at_list += room;
    if (list + 1 == (transposed ? 3 : lists)) {
      immediate(record, at_list, one_in(16) ? 2 : 1);  // the number of groups of the convolution
      ++at_list;
    }
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_class_loss(Record& record, const OperationFacts& facts) {
  fill_as(record, facts.resembles);
  if (record.operation == operator_id<ops::cross_entropy_loss> && one_in(2)) {
    // Half of the targets of cross_entropy_loss hold class probabilities instead of class indices.
    const Candidate& a = tensor(record.operands[0]);
    choose_other(record, facts, 1,
                 [&](const Candidate& t) { return t.shape == a.shape && spec::is_floating(t.dtype); });
    immediate(record, 2, one_in(16) ? draw(3) : -1);
    immediate(record, 3, one_in(16) ? 3 : draw(3));
  }
  // no gradient flows to a weight, so drop a weight that requires grad
  if (tensor(record.operands[2]).requires_grad) immediate(record, 0, 0);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_statistics(Record& record, const OperationFacts& facts) {
  switch (record.operation) {
    case operator_id<ops::std_dim>:
    case operator_id<ops::var_mean_dim>:
    case operator_id<ops::std_mean_dim>:
      fill_as(record, facts.resembles);
      immediate(record, 5, draw(2));
      immediate(record, 6, record.immediates[7]);
      immediate(record, 7, 0);
      break;
    case operator_id<ops::var>:
    case operator_id<ops::std_all>:
    case operator_id<ops::var_mean>:
    case operator_id<ops::std_mean>:
      operand(record, 0, self_of(facts));
      immediate(record, 0, draw(2));
      break;
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_parts_composite(Record& record, const OperationFacts& facts) {
  const int least = record.operation == operator_id<ops::dsplit_int> ? 3 : 2;
  if (least == 3 && !any([](const Candidate& t) { return t.shape.rank >= 3; }) &&
      allowed(operator_id<ops::hsplit_int>) && !one_in(8)) {
    record.operation = operator_id<ops::hsplit_int>;
    return fill_composite(record, facts_of(record.operation));
  }
  choose_first(record, [&](const Candidate& t) { return t.shape.rank >= least; });
  fill_sizes_composite(record, facts);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_vectors(Record& record, const OperationFacts& facts) {
  const auto is_vector = [&](const Candidate& t) { return t.shape.rank == 1 && (facts.out < 0 || writes_out_from(t)); };
  choose_first(record, is_vector);
  choose_other(record, facts, 1, is_vector);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_where_scalar(Record& record, const OperationFacts& facts) {
  operand(record, 0, first_of(facts));
  const Candidate& condition = tensor(record.operands[0]);
  if (facts.tensors > 1)
    choose_other(record, facts, 1, [&](const Candidate& t) { return broadcastable(condition.shape, t.shape); });
  for (int i = 0; i < facts.immediates; i += 2) {
    immediate(record, i, draw(3));
    immediate(record, i + 1, draw(5) - 1);
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_linear(Record& record, const OperationFacts& facts) {
  choose_first(record, [&](const Candidate& t) {
    return t.shape.rank >= 1 && t.shape.rank <= 3 && spec::is_differentiable(t.dtype) && takes(facts, t.dtype) &&
           any([&](const Candidate& w) {
             return w.shape.rank == 2 && w.dtype == t.dtype && w.shape.last(0) == t.shape.last(0);
           });
  });
  const Candidate& input = tensor(record.operands[0]);
  choose_other(record, facts, 1, [&](const Candidate& t) {
    return t.shape.rank == 2 && t.dtype == input.dtype && t.shape.last(0) == input.shape.last(0);
  });
  const int rows = tensor(record.operands[1]).shape.last(1);
  const auto is_bias = [&](const Candidate& t) {
    return t.shape.rank == 1 && t.dtype == input.dtype && t.shape.last(0) == rows;
  };
  const bool biased = any(is_bias) && !one_in(3);
  immediate(record, 0, biased ? 1 : 0);
  if (biased) choose_other(record, facts, 2, is_bias);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_float_power(Record& record, const OperationFacts& facts) {
  operand(record, 0,
          facts.in_place
              ? pick_if([&](const Candidate& t, int reg) { return writable(reg) && t.dtype == DType::Float64; })
              : self_of(facts));
  const Candidate& a = tensor(record.operands[0]);
  if (facts.tensors > 1)
    choose_other(record, facts, 1, [&](const Candidate& t) {
      return facts.in_place ? expands_to(t.shape, a.shape) && (t.storage != a.storage || t.id == a.id)
                            : broadcastable(a.shape, t.shape);
    });
  else
    scalar(record, 0, a);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_drawn_composite(Record& record, const OperationFacts& facts) {
  operand(record, 0, pick_if([&](const Candidate& t, int reg) {
            return spec::is_floating(t.dtype) && (facts.in_place ? writable(reg) : readable(t));
          }));
  immediate(record, 0, one_in(16) ? 3 : one_in(2) ? 1 : draw(3));
  if (facts.immediates > 1) immediate(record, 1, one_in(4) ? 0 : 1);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_loss_composite(Record& record, const OperationFacts& facts) {
  choose_first(record, [&](const Candidate& t) { return spec::is_floating(t.dtype); });
  const Candidate& a = tensor(record.operands[0]);
  for (int i = 1; i < facts.tensors; ++i)
    choose_other(record, facts, i, [&](const Candidate& t) {
      return broadcastable(a.shape, t.shape) && t.dtype != DType::Bool && !spec::is_complex(t.dtype);
    });
  if (record.operation == operator_id<ops::kl_div>) {
    immediate(record, 0, draw(3));
    immediate(record, 1, draw(2));
    return;
  }
  if (facts.immediates > 1) immediate(record, 0, draw(3));
  immediate(record, facts.immediates - 1, draw(3));
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_group_norm(Record& record) {
  choose_first(record, [&](const Candidate& t) {
    return t.shape.rank >= 2 && t.shape.numel() > 0 && t.contiguous && t.shape.size(0) <= 8 && t.shape.size(1) <= 8 &&
           (t.dtype == DType::Float32 || t.dtype == DType::Float64);
  });
  const Candidate& a = tensor(record.operands[0]);
  const int channels = a.shape.rank >= 2 ? a.shape.size(1) : 1;
  immediate(record, 0, channels % 2 == 0 && channels > 0 && one_in(2) ? 2 : 1);
  Shape parameters;
  parameters.insert(0, channels);
  fill_parameters(record, a, parameters, 1);
  immediate(record, 3, one_in(6) ? draw(7) : 1 + draw(2));
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_broadcast_tensors(Record& record, const OperationFacts& facts) {
  choose_first(record, [&](const Candidate&) { return true; });
  const Candidate& a = tensor(record.operands[0]);
  const int length = 1 + draw(spec::kMaxTensorList);
  immediate(record, 0, length);
  for (int i = 1; i < length; ++i)
    choose_other(record, facts, i, [&](const Candidate& t) { return broadcastable(a.shape, t.shape); });
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_reads_composite(Record& record, const OperationFacts& facts) {
  switch (record.operation) {
    case operator_id<ops::type_as>:
    case operator_id<ops::to_other>:
      choose_first(record, [&](const Candidate&) { return true; });
      choose_other(record, facts, 1, [&](const Candidate&) { return true; });
      immediate(record, 1, record.operation == operator_id<ops::to_other> ? draw(2) : 0);
      break;
    case operator_id<ops::where_ScalarSelf>:
    case operator_id<ops::where_ScalarOther>:
    case operator_id<ops::where_Scalar>:
      fill_where_scalar(record, facts);
      break;
    case operator_id<ops::outer>:
    case operator_id<ops::ger>:
    case operator_id<ops::outer_out>:
    case operator_id<ops::ger_out>:
      fill_vectors(record, facts);
      break;
    case operator_id<ops::linear>:
      fill_linear(record, facts);
      break;
    case operator_id<ops::float_power_Tensor_Scalar>:
    case operator_id<ops::float_power_Scalar>:
    case operator_id<ops::float_power_Tensor_Tensor>:
    case operator_id<ops::float_power__Scalar>:
    case operator_id<ops::float_power__Tensor>:
      fill_float_power(record, facts);
      break;
    case operator_id<ops::dropout>:
    case operator_id<ops::dropout_>:
    case operator_id<ops::bernoulli_p>:
      fill_drawn_composite(record, facts);
      break;
    case operator_id<ops::broadcast_tensors>:
      fill_broadcast_tensors(record, facts);
      break;
    case operator_id<ops::l1_loss>:
    case operator_id<ops::kl_div>:
    case operator_id<ops::margin_ranking_loss>:
      fill_loss_composite(record, facts);
      break;
    case operator_id<ops::group_norm>:
      fill_group_norm(record);
      break;
    case operator_id<ops::max_pool1d_with_indices>:
      operand(record, 0, first_of(facts));
      window(record, facts, tensor(record.operands[0]));
      break;
    default:
      fill_composed(record, facts);
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_views_composite(Record& record, const OperationFacts& facts) {
  switch (record.operation) {
    case operator_id<ops::flatten_using_ints>:
    case operator_id<ops::ravel>:
    case operator_id<ops::atleast_1d>:
    case operator_id<ops::atleast_2d>:
    case operator_id<ops::atleast_3d>:
    case operator_id<ops::movedim_int>:
    case operator_id<ops::movedim_intlist>:
    case operator_id<ops::moveaxis_int>:
    case operator_id<ops::moveaxis_intlist>:
    case operator_id<ops::numpy_T>:
    case operator_id<ops::positive>:
    case operator_id<ops::sum_to_size>:
      choose_first(record, [&](const Candidate&) { return true; });
      fill_sizes_composite(record, facts);
      break;
    case operator_id<ops::unflatten_int>:
    case operator_id<ops::reshape_as>:
      choose_first(record, [&](const Candidate& t) { return t.contiguous && t.shape.rank > 0; });
      fill_sizes_composite(record, facts);
      break;
    case operator_id<ops::expand_as>:
      choose_first(record, [&](const Candidate& t) { return t.shape.rank <= 2; });
      fill_sizes_composite(record, facts);
      break;
    case operator_id<ops::mT>:
    case operator_id<ops::mH>:
    case operator_id<ops::adjoint>:
    case operator_id<ops::fliplr>:
    case operator_id<ops::vsplit_int>:
    case operator_id<ops::dsplit_int>:
      fill_parts_composite(record, facts);
      break;
    case operator_id<ops::msort>:
    case operator_id<ops::flipud>:
    case operator_id<ops::hsplit_int>:
    case operator_id<ops::tensor_split_sections>:
      choose_first(record, [&](const Candidate& t) { return t.shape.rank >= 1; });
      fill_sizes_composite(record, facts);
      break;
    default:
      fill_reads_composite(record, facts);
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_composite(Record& record, const OperationFacts& facts) {
  if (facts.call_shape == CallShape::Convolution) {
    fill_convolution(record, facts);
    return spec::canonicalize(record);
  }
  if (facts.call_shape == CallShape::Cat) {
    fill_as(record, facts.resembles);
    // hstack takes no dimension, so canonicalize clears the dimension that fill_as has set
    return spec::canonicalize(record);
  }
  switch (record.operation) {
    case operator_id<ops::broadcast_to>:
    case operator_id<ops::argsort>:
    case operator_id<ops::pad>:
    case operator_id<ops::tile>:
    case operator_id<ops::cdist>:
    case operator_id<ops::pdist>:
    case operator_id<ops::layer_norm>:
    case operator_id<ops::batch_norm>:
    case operator_id<ops::max_pool2d>:
    case operator_id<ops::max_pool3d>:
    case operator_id<ops::adaptive_avg_pool2d>:
    case operator_id<ops::adaptive_avg_pool3d>:
    case operator_id<ops::grid_sampler>:
    case operator_id<ops::nanmean>:
    case operator_id<ops::inverse>:
      fill_as(record, facts.resembles);
      break;
    case operator_id<ops::nll_loss>:
    case operator_id<ops::nll_loss_nd>:
    case operator_id<ops::cross_entropy_loss>:
      fill_class_loss(record, facts);
      break;
    case operator_id<ops::std_dim>:
    case operator_id<ops::var_mean_dim>:
    case operator_id<ops::std_mean_dim>:
    case operator_id<ops::var>:
    case operator_id<ops::std_all>:
    case operator_id<ops::var_mean>:
    case operator_id<ops::std_mean>:
      fill_statistics(record, facts);
      break;
    default:
      fill_views_composite(record, facts);
      break;
  }
  spec::canonicalize(record);
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, spec::OperationId), fill_as)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_sizes_composite, fill_convolution,
                           fill_class_loss, fill_statistics, fill_parts_composite, fill_vectors, fill_where_scalar,
                           fill_linear, fill_float_power, fill_drawn_composite, fill_loss_composite,
                           fill_broadcast_tensors, fill_reads_composite, fill_views_composite, fill_composite)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&), fill_group_norm)

}  // namespace modecheck::properties
