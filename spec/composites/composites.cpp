// Functions that have no kernel of their own: the rows that each is made of, in libtorch's order (D4). What a part
// makes on the way is seen by nobody.
#include <algorithm>
#include <limits>

#include "spec/composites/parts.h"
#include "spec/model/state.h"

namespace modecheck::spec {

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
    leave_unspecified(Unspecified::NumberTooLarge, number < std::numeric_limits<std::int8_t>::min() ||
                                                       number > std::numeric_limits<std::int8_t>::max());
    record.immediates[at(count++)] = static_cast<std::int8_t>(number);
  }
  return part(record, tensors);
}

TensorId ModelState::part(const Numbers& numbers, std::initializer_list<TensorId> tensors) {
  leave_unspecified(Unspecified::NumberTooLarge, !numbers.fits());
  return stopped() ? 0 : part(numbers.record(), tensors);
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

void ModelState::reject_or_stale(ErrorClass reason, TensorId read) {
  reject(reason);
  if (const ErrorClass stale = stale_reason(read); stale != ErrorClass::None) reject(stale);
}

TensorId ModelState::cdist(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const TensorId other = tensor_in(record.operands[1]);
  // Of points that are far apart, or many, a product of matrices tells the distance.
  const bool empty = tensors_[self].geometry.numel() == 0 || tensors_[other].geometry.numel() == 0;
  leave_unspecified(Unspecified::PartWithoutARow,
                    !empty && arguments.floating(2) == 2 && arguments.optional_integer(3).value_or(0) == 1);
  Record all = record;
  all.operation = id<ops::_cdist_forward>;
  return part(all, {self, other});
}

TensorId ModelState::inverse(TensorId self) {
  const TensorId result = part(id<ops::linalg_inv_ex>, {self}, {0});
  // Which pivot is zero depends on how it was rounded: next to a singular matrix the reference is unsure of the
  // second result, and asking for it is enough for nothing to be judged.
  const TensorId info = part_result(1);
  if (!stopped() && witness_ != nullptr)
    leave_unspecified(Unspecified::SingularByRounding, !witness_->all_within(tensors_[info].geometry, 0, 1));
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
    case id<ops::selu>:
    case id<ops::selu_>:
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
    case id<ops::meshgrid>:
    case id<ops::meshgrid_indexing>:
      meshgrid(record);
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
    case id<ops::trapezoid_dx>:
    case id<ops::trapezoid_x>:
    case id<ops::cumulative_trapezoid_dx>:
    case id<ops::cumulative_trapezoid_x>:
      result = trapezoid(record);
      break;
    case id<ops::diff>:
      result = difference(record);
      break;
    case id<ops::take_along_dim>:
      result = take_along_dim(record);
      break;
    case id<ops::repeat_interleave_self_int>:
      result = repeat_interleave(record);
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
      leave_unspecified(Unspecified::ListTooLong, missing + repeats.size > kMaxListLength);
      if (stopped()) return;
      Numbers numbers(id<ops::repeat>);
      numbers.add(missing + repeats.size);
      for (int i = 0; i < missing; ++i) numbers.add(1);
      for (const std::int64_t count : repeats) numbers.add(count);
      result = part(numbers, {self});
      break;
    }
    case id<ops::pad>: {
      Numbers numbers(id<ops::constant_pad_nd>);
      numbers.add(arguments.integers(1), kMaxListLength);
      numbers.add(kFloat);
      numbers.add(0);
      result = part(numbers, {self});
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
    case id<ops::einsum>:
      result = einsum(record);
      break;
    case id<ops::tensordot>:
      result = tensordot(self, tensor_in(record.operands[1]), arguments.integers(2), arguments.integers(3));
      break;
    case id<ops::inner>:
      result = inner(self, tensor_in(record.operands[1]));
      break;
    case id<ops::kron>:
      result = kron(self, tensor_in(record.operands[1]));
      break;
    case id<ops::chain_matmul>:
    case id<ops::linalg_multi_dot>:
      result = multi_dot(record);
      break;
    case id<ops::pairwise_distance>:
      result = pairwise_distance(self, tensor_in(record.operands[1]), record.immediates[0], record.immediates[1],
                                 arguments.boolean(4));
      break;
    case id<ops::cosine_similarity>:
      result = cosine_similarity(record);
      break;
    case id<ops::hinge_embedding_loss>:
    case id<ops::cosine_embedding_loss>:
      result = embedding_loss(record);
      break;
    case id<ops::triplet_margin_loss>:
      result = triplet_margin_loss(record);
      break;
    case id<ops::cdist>:
      result = cdist(record);
      break;
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
    case id<ops::inverse>:
      result = inverse(self);
      break;
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
      leave_unspecified(Unspecified::PartWithoutARow, tensors_[self].geometry.rank == 5);  // grid_sampler_3d
      Record all = record;
      all.operation = id<ops::grid_sampler_2d>;
      result = part(all, {self, tensor_in(record.operands[1])});
      break;
    }
    case id<ops::margin_ranking_loss>: {
      const TensorId target = part(id<ops::neg>, {tensor_in(record.operands[2])}, {});
      // The target and the difference are factors: which is made first is left open.
      if (rejected())
        for (const TensorId side : {self, tensor_in(record.operands[1])})
          if (const ErrorClass stale = stale_reason(side); stale != ErrorClass::None) reject(stale);
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
    case id<ops::instance_norm>:
      result = instance_norm(record);
      break;
    case id<ops::embedding_bag>:
      results = 4;
      result = bags(record);
      break;
    case id<ops::fft_fft>:
    case id<ops::fft_ifft>:
    case id<ops::fft_rfft>:
    case id<ops::fft_irfft>:
      result = spectrum(record);
      break;
    case id<ops::fft_fft2>:
    case id<ops::fft_ifft2>:
    case id<ops::fft_fftn>:
    case id<ops::fft_ifftn>:
      result = spectrum_of_many(record);
      break;
    case id<ops::fft_fftshift>:
    case id<ops::fft_ifftshift>:
      result = shifted(record);
      break;
    case id<ops::conv1d_padding>:
    case id<ops::conv2d_padding>:
    case id<ops::conv3d_padding>:
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
  // Nobody's registers are numbered behind those of parts: what goes to them is read before.
  const auto others = parts_;
  set_register(record.destination, result);
  for (int i = 1; i < results; ++i) set_register(register_after(record.destination, i), others[at(kMaxOperands + i)]);
}

}  // namespace modecheck::spec
