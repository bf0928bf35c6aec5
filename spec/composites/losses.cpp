// Losses and distances that are made of others.
#include <algorithm>

#include "spec/composites/parts.h"
#include "spec/model/state.h"
#include "spec/rules/pointwise.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

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
  if (whole && same_sizes(tensors_[self].geometry, tensors_[target].geometry)) return cross_entropy_of_shares(record);
  // Classes that are smoothed are sums of other rows.
  if (whole && arguments.floating(5) > 1) reject(ErrorClass::Argument);
  leave_unspecified(Unspecified::SmoothedClassNumbers, whole && arguments.floating(5) > 0);
  leave_unspecified(Unspecified::PartWithoutARow, rank > 2);  // nll_loss2d
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

// Of probabilities instead of classes.
TensorId ModelState::cross_entropy_of_shares(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  TensorId target = tensor_in(record.operands[1]);
  const TensorId weight = arguments.present(2) ? tensor_in(record.operands[2]) : 0;
  const Geometry geometry = tensors_[self].geometry;
  const std::int64_t reduction = arguments.integer(3);
  const std::int64_t smoothing = record.immediates[3];  // in halves
  if (!is_floating(tensors_[target].geometry.dtype)) reject(ErrorClass::Dtype);
  if (arguments.integer(4) >= 0) reject(ErrorClass::Argument);  // there is no class that could be left out
  if (geometry.rank == 0) reject(ErrorClass::Range);
  if (stopped()) return 0;
  const int dim = geometry.rank == 1 ? 0 : 1;
  const std::int64_t classes = geometry.sizes[at(dim)];
  if (weight != 0 && (tensors_[weight].geometry.rank != 1 || tensors_[weight].geometry.numel() != classes))
    reject(ErrorClass::Shape);
  // The mean of nothing is written over what was computed.
  leave_unspecified(Unspecified::CrossEntropyOfNothing, classes == 0 || (reduction == 1 && geometry.numel() == 0));
  leave_unspecified(Unspecified::NumberTooLarge, kOver + 2 * classes > 127);
  if (stopped()) return 0;
  TensorId product = part(id<ops::log_softmax_int>, {self}, {dim, static_cast<int>(geometry.dtype)});
  if (!stopped() && smoothing > 2) reject(ErrorClass::Argument);
  if (smoothing > 0) {
    const TensorId kept = part(id<ops::mul_Scalar>, {target}, {kFloat, 2 - smoothing});
    target = part(id<ops::add_Scalar>, {kept}, {kOver + 2 * classes, smoothing, kWhole, 1});
  }
  TensorId factor = weight;
  if (!stopped() && weight != 0 && geometry.rank > 1) {
    Sizes sizes;
    for (int d = 0; d < geometry.rank; ++d) sizes.push(d == dim ? classes : 1);
    factor = view(weight, view_of(tensors_[weight].geometry, sizes));
  }
  product = part(id<ops::mul_Tensor>, {product, target}, {});
  if (weight != 0) product = part(id<ops::mul_Tensor>, {product, factor}, {});
  if (reduction == 0) {
    IntList dims;
    append(dims, dim);
    return part(id<ops::neg>, {sum_over(product, dims, false)}, {});
  }
  const TensorId sum = part(id<ops::neg>, {part(id<ops::sum>, {product}, {-1})}, {});
  return reduction == 2 ? sum : part(id<ops::div_Scalar>, {sum}, {kWhole, geometry.numel() / classes});
}

// The number in the tensor's dtype, less the tensor.
TensorId ModelState::number_minus(int kind, std::int64_t number, TensorId self) {
  const TensorId full = part(id<ops::full_like>, {self}, {kind, number, -1});
  return part(id<ops::sub__Tensor>, {full, self}, {kWhole, 1});
}

// One where the target is 1 and another where it is -1, nought elsewhere; of a target that is neither, both.
TensorId ModelState::embedding_loss(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const auto where = [&](OperationId compares, TensorId target, std::int64_t value, TensorId chosen, TensorId other) {
    return part(id<ops::where_self>, {part(compares, {target}, {kWhole, value}), chosen, other}, {});
  };
  const auto sum = [&](TensorId a, TensorId b) { return part(id<ops::add_Tensor>, {a, b}, {kWhole, 1}); };
  const auto zeros_like = [&](TensorId tensor) { return part(id<ops::full_like>, {tensor}, {kWhole, 0, -1}); };
  if (record.operation == id<ops::hinge_embedding_loss>) {
    const TensorId target = tensor_in(record.operands[1]);
    const TensorId zeros = zeros_like(self);
    const TensorId far = part(id<ops::clamp_min_>, {number_minus(kFloat, record.immediates[0], self)}, {kWhole, 0});
    const TensorId apart = where(id<ops::ne_Scalar>, target, 1, far, zeros);
    const TensorId near = where(id<ops::ne_Scalar>, target, -1, self, zeros);
    return loss_of(sum(apart, near), arguments.integer(3));
  }
  const TensorId other = tensor_in(record.operands[1]);
  const TensorId target = tensor_in(record.operands[2]);
  const int rank = tensors_[target].geometry.rank;
  if (rank > 1) reject(ErrorClass::Shape);
  // Pytorch pull request 112782: both inputs have one dimension more than the target.
  for (const TensorId input : {self, other})
    if (tensors_[input].geometry.rank != rank + 1) reject(ErrorClass::Shape);
  if (stopped()) return 0;
  const auto dotted = [&](TensorId a, TensorId b) {
    IntList dims;
    append(dims, rank);
    return sum_over(part(id<ops::mul_Tensor>, {a, b}, {}), dims, false);
  };
  const auto length = [&](TensorId tensor) {
    return part(id<ops::add_Scalar>, {dotted(tensor, tensor)}, {kConstant, kTiny, kWhole, 1});
  };
  const TensorId product = dotted(self, other);
  const TensorId mine = length(self);
  const TensorId lengths = part(id<ops::mul_Tensor>, {mine, length(other)}, {});
  const TensorId cosine = part(id<ops::div_Tensor>, {product, part(id<ops::sqrt_>, {lengths}, {})}, {});
  const TensorId zeros = zeros_like(cosine);
  const TensorId apart = number_minus(kWhole, 1, cosine);
  const TensorId beyond = part(id<ops::sub_Scalar>, {cosine}, {kFloat, record.immediates[0], kWhole, 1});
  const TensorId near = part(id<ops::clamp_min_>, {beyond}, {kWhole, 0});
  const TensorId positive = where(id<ops::eq_Scalar>, target, 1, apart, zeros);
  const TensorId negative = where(id<ops::eq_Scalar>, target, -1, near, zeros);
  return loss_of(sum(positive, negative), arguments.integer(4));
}

// ---- distances ----------------------------------------------------------------------------------------------

// `order` and `eps` as slots have them.
TensorId ModelState::pairwise_distance(TensorId a, TensorId b, int order, int eps, bool keepdim) {
  if (stopped()) return 0;
  const int dim = std::max(tensors_[a].geometry.rank, tensors_[b].geometry.rank) - 1;
  const TensorId apart = part(id<ops::sub_Tensor>, {a, b}, {kWhole, 1});
  const TensorId shifted = part(id<ops::add_Scalar>, {apart}, {kFloat, eps, kWhole, 1});
  const bool infinite = order == kInfinity;
  return part(id<ops::norm_ScalarOpt_dim>, {shifted},
              {infinite ? kConstant : kFloat, infinite ? kInfinite : order, 1, dim, 0, 0, 0, keepdim ? 1 : 0});
}

TensorId ModelState::triplet_margin_loss(const Record& record) {
  const Arguments arguments(record);
  const TensorId anchor = tensor_in(record.operands[0]);
  const TensorId positive = tensor_in(record.operands[1]);
  const TensorId negative = tensor_in(record.operands[2]);
  const int rank = tensors_[anchor].geometry.rank;
  for (const TensorId other : {positive, negative})
    if (tensors_[other].geometry.rank != rank) reject(ErrorClass::Shape);
  const auto distance = [&](TensorId a, TensorId b) {
    return pairwise_distance(a, b, record.immediates[1], record.immediates[2], false);
  };
  const TensorId near = distance(anchor, positive);
  TensorId far = distance(anchor, negative);
  if (arguments.boolean(6)) far = part(id<ops::minimum>, {far, distance(positive, negative)}, {});
  const TensorId least = part(id<ops::add_Scalar>, {near}, {kFloat, record.immediates[0], kWhole, 1});
  const TensorId over = part(id<ops::sub_Tensor>, {least, far}, {kWhole, 1});
  return loss_of(part(id<ops::clamp_min>, {over}, {kWhole, 0}), arguments.integer(7));
}

TensorId ModelState::cosine_similarity(const Record& record) {
  const Arguments arguments(record);
  std::array<TensorId, 2> inputs{tensor_in(record.operands[0]), tensor_in(record.operands[1])};
  Sizes sizes = sizes_of(tensors_[inputs[0]].geometry);
  IteratorInputs both;
  for (const TensorId input : inputs) both.add(&tensors_[input].geometry);
  const DType dtype = common_dtype(both, {});
  if (!broadcast(sizes, sizes_of(tensors_[inputs[1]].geometry))) reject(ErrorClass::Shape);
  if (!is_floating(dtype)) reject(ErrorClass::Dtype);
  if (stopped()) return 0;
  const std::int64_t dim = arguments.integer(2);
  for (TensorId& input : inputs) {
    input = part(id<ops::to_dtype>, {input}, {static_cast<int>(dtype), 0, 0});
    if (!stopped()) input = view(input, expand_of(tensors_[input].geometry, sizes));
  }
  IntList dims;
  append(dims, dim);
  std::array<TensorId, 2> lengths{};
  for (int i = 0; i < 2; ++i)
    lengths[at(i)] = sum_over(part(id<ops::pow_Tensor_Scalar>, {inputs[at(i)]}, {kWhole, 2}), dims, true);
  // What keeps a length from zero is no function of it.
  const bool grad = mode_->grad;
  mode_->grad = false;
  const std::int64_t eps = record.immediates[1];
  for (const TensorId length : lengths) part(id<ops::clamp_min_>, {length}, {kOver + 4, eps * eps});
  mode_->grad = grad;
  for (TensorId& length : lengths) length = part(id<ops::sqrt_>, {length}, {});
  for (int i = 0; i < 2; ++i) inputs[at(i)] = part(id<ops::div_Tensor>, {inputs[at(i)], lengths[at(i)]}, {});
  return sum_over(part(id<ops::mul_Tensor>, {inputs[0], inputs[1]}, {}), dims, false);
}

}  // namespace modecheck::spec
