// Composites for losses and distances.
#include <algorithm>

#include "spec/composites/families.h"
#include "spec/model/commands.h"
#include "spec/model/further/composites.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/rules/pointwise.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

TensorId loss_of(ModelState& m, TensorId each, std::int64_t reduction) {
  if (reduction == 1) return call<ops::mean>(m, each);
  if (reduction == 2) return call<ops::sum>(m, each);
  return each;
}

namespace {

// Runs cross_entropy_loss with class probabilities as the target.
TensorId cross_entropy_of_shares(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  TensorId target = m.tensor_in(record.operands[1]);
  const TensorId weight = arguments.present(2) ? m.tensor_in(record.operands[2]) : 0;
  const Geometry geometry = m.tensors[self].geometry;
  const std::int64_t reduction = arguments.integer(3);
  const std::int64_t smoothing = arguments.halves(5).count;
  if (!is_floating(m.tensors[target].geometry.dtype)) m.reject(ErrorClass::Dtype);
  if (arguments.integer(4) >= 0) m.reject(ErrorClass::Argument);  // ignore_index fits only targets of class indices
  if (geometry.rank == 0) m.reject(ErrorClass::Range);
  if (m.stopped()) return 0;
  const int dim = geometry.rank == 1 ? 0 : 1;
  const std::int64_t classes = geometry.sizes[at(dim)];
  if (weight != 0 && (m.tensors[weight].geometry.rank != 1 || m.tensors[weight].geometry.numel() != classes))
    m.reject(ErrorClass::Shape);
  // cross_entropy_loss: if the mean is over no elements, libtorch overwrites a result that it has computed. So the
  // result is unspecified.
  m.leave_unspecified(Unspecified::CrossEntropyOfNothing, classes == 0 || (reduction == 1 && geometry.numel() == 0));
  m.leave_unspecified(Unspecified::NumberTooLarge, kOver + 2 * classes > 127);
  if (m.stopped()) return 0;
  TensorId product = call<ops::log_softmax_int>(m, self, dim, geometry.dtype);
  if (!m.stopped() && smoothing > 2) m.reject(ErrorClass::Argument);
  if (smoothing > 0) {
    const TensorId kept = call<ops::mul_Scalar>(m, target, Halves{2 - smoothing});
    target = call<ops::add_Scalar>(m, kept, ratio(smoothing, 2 * classes));
  }
  TensorId factor = weight;
  if (!m.stopped() && weight != 0 && geometry.rank > 1) {
    Sizes sizes;
    for (int d = 0; d < geometry.rank; ++d) sizes.push(d == dim ? classes : 1);
    factor = view(m, weight, view_of(m.tensors[weight].geometry, sizes));
  }
  product = call<ops::mul_Tensor>(m, product, target);
  if (weight != 0) product = call<ops::mul_Tensor>(m, product, factor);
  if (reduction == 0) {
    IntList dims;
    append(dims, dim);
    return call<ops::neg>(m, sum_over(m, product, dims, false));
  }
  const TensorId sum = call<ops::neg>(m, call<ops::sum>(m, product));
  return reduction == 2 ? sum : call<ops::div_Scalar>(m, sum, geometry.numel() / classes);
}

}  // namespace

// Runs nll_loss, and cross_entropy_loss with class indices, which first applies log_softmax.
static TensorId negative_likelihood(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  TensorId self = m.tensor_in(record.operands[0]);
  const TensorId target = m.tensor_in(record.operands[1]);
  const TensorId weight = arguments.present(2) ? m.tensor_in(record.operands[2]) : 0;
  const int rank = m.tensors[self].geometry.rank;
  const auto likelihood = [&] {
    return call_with_numbers_of(m, record, id<ops::nll_loss_forward>, {self, target, weight});
  };
  if (record.operation == id<ops::nll_loss>) return likelihood();
  const bool whole = record.operation == id<ops::cross_entropy_loss>;
  if (whole && same_sizes(m.tensors[self].geometry, m.tensors[target].geometry))
    return cross_entropy_of_shares(m, record);
  // Label smoothing with class indices runs further sub-operations, which are not modelled.
  if (whole && arguments.floating(5) > 1) m.reject(ErrorClass::Argument);
  m.leave_unspecified(Unspecified::SmoothedClassNumbers, whole && arguments.floating(5) > 0);
  // With more than two dimensions, libtorch runs nll_loss2d, which the catalogue lacks.
  m.leave_unspecified(Unspecified::PartWithoutARow, rank > 2);
  if (m.stopped()) return 0;
  if (whole) self = call<ops::log_softmax_int>(m, self, rank == 1 ? 0 : 1, m.tensors[self].geometry.dtype);
  if (m.stopped()) return 0;
  if (rank == 0) m.reject(ErrorClass::Shape);
  if (rank == 2 && (m.tensors[target].geometry.rank == 0 ||
                    m.tensors[self].geometry.sizes[0] != m.tensors[target].geometry.sizes[0]))
    m.reject(ErrorClass::Shape);
  return likelihood();
}
MODECHECK_COMPOSITE(negative_likelihood, nll_loss, nll_loss_nd, cross_entropy_loss)

namespace {

// Computes number - self. The number first fills a tensor with the sizes and the dtype of `self`.
template <typename Number>
TensorId number_minus(ModelState& m, Number number, TensorId self) {
  const TensorId full = call<ops::full_like>(m, self, number);
  return call<ops::sub__Tensor>(m, full, self);
}

}  // namespace

// Runs hinge_embedding_loss and cosine_embedding_loss. Both losses have one term where the target is 1, and another
// term where the target is -1. For any other target, the hinge loss adds both terms, and the cosine loss is 0.
static TensorId embedding_loss(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const auto where = [&](auto compares, TensorId target, std::int64_t value, TensorId chosen, TensorId other) {
    return call<ops::where_self>(m, call<decltype(compares)>(m, target, value), chosen, other);
  };
  const auto sum = [&](TensorId a, TensorId b) { return call<ops::add_Tensor>(m, a, b); };
  const auto zeros_like = [&](TensorId tensor) { return call<ops::full_like>(m, tensor, 0); };
  if (record.operation == id<ops::hinge_embedding_loss>) {
    const TensorId target = m.tensor_in(record.operands[1]);
    const TensorId zeros = zeros_like(self);
    const TensorId far = call<ops::clamp_min_>(m, number_minus(m, arguments.halves(2), self), 0);
    const TensorId apart = where(ops::ne_Scalar{}, target, 1, far, zeros);
    const TensorId near = where(ops::ne_Scalar{}, target, -1, self, zeros);
    return loss_of(m, sum(apart, near), arguments.integer(3));
  }
  const TensorId other = m.tensor_in(record.operands[1]);
  const TensorId target = m.tensor_in(record.operands[2]);
  const int rank = m.tensors[target].geometry.rank;
  if (rank > 1) m.reject(ErrorClass::Shape);
  // Both inputs of cosine_embedding_loss must have one dimension more than the target (PyTorch pull request 112782).
  for (const TensorId input : {self, other})
    if (m.tensors[input].geometry.rank != rank + 1) m.reject(ErrorClass::Shape);
  if (m.stopped()) return 0;
  const auto dotted = [&](TensorId a, TensorId b) {
    IntList dims;
    append(dims, rank);
    return sum_over(m, call<ops::mul_Tensor>(m, a, b), dims, false);
  };
  const auto length = [&](TensorId tensor) {
    return call<ops::add_Scalar>(m, dotted(tensor, tensor), constant(kTiny));
  };
  const TensorId product = dotted(self, other);
  const TensorId mine = length(self);
  const TensorId lengths = call<ops::mul_Tensor>(m, mine, length(other));
  const TensorId cosine = call<ops::div_Tensor>(m, product, call<ops::sqrt_>(m, lengths));
  const TensorId zeros = zeros_like(cosine);
  const TensorId apart = number_minus(m, 1, cosine);
  const TensorId beyond = call<ops::sub_Scalar>(m, cosine, arguments.halves(3));
  const TensorId near = call<ops::clamp_min_>(m, beyond, 0);
  const TensorId positive = where(ops::eq_Scalar{}, target, 1, apart, zeros);
  const TensorId negative = where(ops::eq_Scalar{}, target, -1, near, zeros);
  return loss_of(m, sum(positive, negative), arguments.integer(4));
}
MODECHECK_COMPOSITE(embedding_loss, hinge_embedding_loss, cosine_embedding_loss)

// ---- Composites for distances -------------------------------------------------------------------------------

TensorId pairwise_distance(ModelState& m, TensorId a, TensorId b, Halves order, Halves eps, bool keepdim) {
  if (m.stopped()) return 0;
  const Sizes dims = listed({std::max(m.tensors[a].geometry.rank, m.tensors[b].geometry.rank) - 1});
  const TensorId apart = call<ops::sub_Tensor>(m, a, b);
  const TensorId shifted = call<ops::add_Scalar>(m, apart, eps);
  if (order.count == kInfinity) return call<ops::norm_ScalarOpt_dim>(m, shifted, constant(kInfinite), dims, keepdim);
  return call<ops::norm_ScalarOpt_dim>(m, shifted, order, dims, keepdim);
}

static TensorId triplet_margin_loss(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId anchor = m.tensor_in(record.operands[0]);
  const TensorId positive = m.tensor_in(record.operands[1]);
  const TensorId negative = m.tensor_in(record.operands[2]);
  const int rank = m.tensors[anchor].geometry.rank;
  for (const TensorId other : {positive, negative})
    if (m.tensors[other].geometry.rank != rank) m.reject(ErrorClass::Shape);
  const auto distance = [&](TensorId a, TensorId b) {
    return pairwise_distance(m, a, b, arguments.halves(4), arguments.halves(5), false);
  };
  const TensorId near = distance(anchor, positive);
  TensorId far = distance(anchor, negative);
  if (arguments.boolean(6)) far = call<ops::minimum>(m, far, distance(positive, negative));
  const TensorId least = call<ops::add_Scalar>(m, near, arguments.halves(3));
  const TensorId over = call<ops::sub_Tensor>(m, least, far);
  return loss_of(m, call<ops::clamp_min>(m, over, 0), arguments.integer(7));
}
MODECHECK_COMPOSITE(triplet_margin_loss, triplet_margin_loss)

static TensorId cosine_similarity(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  std::array<TensorId, 2> inputs{m.tensor_in(record.operands[0]), m.tensor_in(record.operands[1])};
  Sizes sizes = sizes_of(m.tensors[inputs[0]].geometry);
  IteratorInputs both;
  for (const TensorId input : inputs) both.add(&m.tensors[input].geometry);
  const DType dtype = common_dtype(both, {});
  if (!broadcast(sizes, sizes_of(m.tensors[inputs[1]].geometry))) m.reject(ErrorClass::Shape);
  if (!is_floating(dtype)) m.reject(ErrorClass::Dtype);
  if (m.stopped()) return 0;
  const std::int64_t dim = arguments.integer(2);
  for (TensorId& input : inputs) {
    input = call<ops::to_dtype>(m, input, dtype);
    if (!m.stopped()) input = view(m, input, expand_of(m.tensors[input].geometry, sizes));
  }
  IntList dims;
  append(dims, dim);
  std::array<TensorId, 2> lengths{};
  for (int i = 0; i < 2; ++i)
    lengths[at(i)] = sum_over(m, call<ops::pow_Tensor_Scalar>(m, inputs[at(i)], 2), dims, true);
  // cosine_similarity: libtorch clamps the squared lengths with grad mode off, so autograd does not record the clamp.
  const bool grad = m.mode->grad;
  m.mode->grad = false;
  const std::int64_t eps = arguments.halves(3).count;
  for (const TensorId length : lengths) call<ops::clamp_min_>(m, length, ratio(eps * eps, 4));
  m.mode->grad = grad;
  for (TensorId& length : lengths) length = call<ops::sqrt_>(m, length);
  for (int i = 0; i < 2; ++i) inputs[at(i)] = call<ops::div_Tensor>(m, inputs[at(i)], lengths[at(i)]);
  return sum_over(m, call<ops::mul_Tensor>(m, inputs[0], inputs[1]), dims, false);
}
MODECHECK_COMPOSITE(cosine_similarity, cosine_similarity)

static TensorId kl_div(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId target = m.tensor_in(record.operands[1]);
  for (const TensorId tensor : {self, target})
    if (!is_floating(m.tensors[tensor].geometry.dtype)) m.reject(ErrorClass::Dtype);
  // kl_div: these calls have libtorch's order, in which the second factor comes before the first, and the second addend
  // before the first. If a backward fails halfway, the gradients show the order.
  TensorId each = 0;
  if (arguments.boolean(3)) {
    const TensorId apart = call<ops::sub_Tensor>(m, target, self);
    each = call<ops::mul_Tensor>(m, call<ops::exp>(m, target), apart);
  } else {
    const TensorId product = call<ops::mul_Tensor>(m, target, self);
    const TensorId own = call<ops::xlogy_Tensor>(m, target, target);
    each = call<ops::sub_Tensor>(m, own, product);
  }
  return loss_of(m, each, arguments.integer(2));
}
MODECHECK_COMPOSITE(kl_div, kl_div)

static TensorId margin_ranking_loss(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId target = call<ops::neg>(m, m.tensor_in(record.operands[2]));
  // margin_ranking_loss multiplies the negated target by the difference of the inputs. No source says whether the
  // negation or the difference is computed first. So a stale input (rule W5) is a reason to reject the command, too.
  if (m.rejected())
    for (const TensorId side : {self, m.tensor_in(record.operands[1])})
      if (const ErrorClass stale = stale_reason(m, side); stale != ErrorClass::None) m.reject(stale);
  const TensorId apart = call<ops::sub_Tensor>(m, self, m.tensor_in(record.operands[1]));
  const TensorId product = call<ops::mul_Tensor>(m, target, apart);
  const TensorId far = call<ops::add_Scalar>(m, product, arguments.halves(3));
  return loss_of(m, call<ops::clamp_min_>(m, far, 0), arguments.integer(4));
}
MODECHECK_COMPOSITE(margin_ranking_loss, margin_ranking_loss)

}  // namespace modecheck::spec
