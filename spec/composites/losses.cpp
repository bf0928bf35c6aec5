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
  if (reduction == 1) return part(m, id<ops::mean>, {each}, {-1});
  if (reduction == 2) return part(m, id<ops::sum>, {each}, {-1});
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
  const std::int64_t smoothing = record.immediates[3];  // label_smoothing, counted in halves as in a record (slots.h)
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
  TensorId product = part(m, id<ops::log_softmax_int>, {self}, {dim, static_cast<int>(geometry.dtype)});
  if (!m.stopped() && smoothing > 2) m.reject(ErrorClass::Argument);
  if (smoothing > 0) {
    const TensorId kept = part(m, id<ops::mul_Scalar>, {target}, {kFloat, 2 - smoothing});
    target = part(m, id<ops::add_Scalar>, {kept}, {kOver + 2 * classes, smoothing, kWhole, 1});
  }
  TensorId factor = weight;
  if (!m.stopped() && weight != 0 && geometry.rank > 1) {
    Sizes sizes;
    for (int d = 0; d < geometry.rank; ++d) sizes.push(d == dim ? classes : 1);
    factor = view(m, weight, view_of(m.tensors[weight].geometry, sizes));
  }
  product = part(m, id<ops::mul_Tensor>, {product, target}, {});
  if (weight != 0) product = part(m, id<ops::mul_Tensor>, {product, factor}, {});
  if (reduction == 0) {
    IntList dims;
    append(dims, dim);
    return part(m, id<ops::neg>, {sum_over(m, product, dims, false)}, {});
  }
  const TensorId sum = part(m, id<ops::neg>, {part(m, id<ops::sum>, {product}, {-1})}, {});
  return reduction == 2 ? sum : part(m, id<ops::div_Scalar>, {sum}, {kWhole, geometry.numel() / classes});
}

}  // namespace

// Runs nll_loss, and cross_entropy_loss with class indices, which first applies log_softmax.
static TensorId negative_likelihood(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  TensorId self = m.tensor_in(record.operands[0]);
  const TensorId target = m.tensor_in(record.operands[1]);
  const TensorId weight = arguments.present(2) ? m.tensor_in(record.operands[2]) : 0;
  const int rank = m.tensors[self].geometry.rank;
  Record all = record;
  all.operation = id<ops::nll_loss_forward>;
  if (record.operation == id<ops::nll_loss>) return part(m, all, {self, target, weight});
  const bool whole = record.operation == id<ops::cross_entropy_loss>;
  if (whole && same_sizes(m.tensors[self].geometry, m.tensors[target].geometry))
    return cross_entropy_of_shares(m, record);
  // Label smoothing with class indices runs further sub-operations, which are not modelled.
  if (whole && arguments.floating(5) > 1) m.reject(ErrorClass::Argument);
  m.leave_unspecified(Unspecified::SmoothedClassNumbers, whole && arguments.floating(5) > 0);
  m.leave_unspecified(Unspecified::PartWithoutARow, rank > 2);  // nll_loss2d, which the catalogue lacks
  if (m.stopped()) return 0;
  if (whole)
    self = part(m, id<ops::log_softmax_int>, {self},
                {rank == 1 ? 0 : 1, static_cast<int>(m.tensors[self].geometry.dtype)});
  if (m.stopped()) return 0;
  if (rank == 0) m.reject(ErrorClass::Shape);
  if (rank == 2 && (m.tensors[target].geometry.rank == 0 ||
                    m.tensors[self].geometry.sizes[0] != m.tensors[target].geometry.sizes[0]))
    m.reject(ErrorClass::Shape);
  return part(m, all, {self, target, weight});
}
MODECHECK_COMPOSITE(negative_likelihood, nll_loss, nll_loss_nd, cross_entropy_loss)

namespace {

// Computes number - self, with the number converted to the tensor's dtype.
TensorId number_minus(ModelState& m, int kind, std::int64_t number, TensorId self) {
  const TensorId full = part(m, id<ops::full_like>, {self}, {kind, number, -1});
  return part(m, id<ops::sub__Tensor>, {full, self}, {kWhole, 1});
}

}  // namespace

// Runs hinge_embedding_loss and cosine_embedding_loss. Each has one term where the target is 1, and another where the
// target is -1. For a target that is neither, the hinge loss adds both terms, and the cosine loss is 0.
static TensorId embedding_loss(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const auto where = [&](OperationId compares, TensorId target, std::int64_t value, TensorId chosen, TensorId other) {
    return part(m, id<ops::where_self>, {part(m, compares, {target}, {kWhole, value}), chosen, other}, {});
  };
  const auto sum = [&](TensorId a, TensorId b) { return part(m, id<ops::add_Tensor>, {a, b}, {kWhole, 1}); };
  const auto zeros_like = [&](TensorId tensor) { return part(m, id<ops::full_like>, {tensor}, {kWhole, 0, -1}); };
  if (record.operation == id<ops::hinge_embedding_loss>) {
    const TensorId target = m.tensor_in(record.operands[1]);
    const TensorId zeros = zeros_like(self);
    const TensorId far =
        part(m, id<ops::clamp_min_>, {number_minus(m, kFloat, record.immediates[0], self)}, {kWhole, 0});
    const TensorId apart = where(id<ops::ne_Scalar>, target, 1, far, zeros);
    const TensorId near = where(id<ops::ne_Scalar>, target, -1, self, zeros);
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
    return sum_over(m, part(m, id<ops::mul_Tensor>, {a, b}, {}), dims, false);
  };
  const auto length = [&](TensorId tensor) {
    return part(m, id<ops::add_Scalar>, {dotted(tensor, tensor)}, {kConstant, kTiny, kWhole, 1});
  };
  const TensorId product = dotted(self, other);
  const TensorId mine = length(self);
  const TensorId lengths = part(m, id<ops::mul_Tensor>, {mine, length(other)}, {});
  const TensorId cosine = part(m, id<ops::div_Tensor>, {product, part(m, id<ops::sqrt_>, {lengths}, {})}, {});
  const TensorId zeros = zeros_like(cosine);
  const TensorId apart = number_minus(m, kWhole, 1, cosine);
  const TensorId beyond = part(m, id<ops::sub_Scalar>, {cosine}, {kFloat, record.immediates[0], kWhole, 1});
  const TensorId near = part(m, id<ops::clamp_min_>, {beyond}, {kWhole, 0});
  const TensorId positive = where(id<ops::eq_Scalar>, target, 1, apart, zeros);
  const TensorId negative = where(id<ops::eq_Scalar>, target, -1, near, zeros);
  return loss_of(m, sum(positive, negative), arguments.integer(4));
}
MODECHECK_COMPOSITE(embedding_loss, hinge_embedding_loss, cosine_embedding_loss)

// ---- Composites for distances -------------------------------------------------------------------------------

// Runs pairwise_distance. `order` and `eps` are given as a record's slots hold them (slots.h).
TensorId pairwise_distance(ModelState& m, TensorId a, TensorId b, int order, int eps, bool keepdim) {
  if (m.stopped()) return 0;
  const int dim = std::max(m.tensors[a].geometry.rank, m.tensors[b].geometry.rank) - 1;
  const TensorId apart = part(m, id<ops::sub_Tensor>, {a, b}, {kWhole, 1});
  const TensorId shifted = part(m, id<ops::add_Scalar>, {apart}, {kFloat, eps, kWhole, 1});
  const bool infinite = order == kInfinity;
  return part(m, id<ops::norm_ScalarOpt_dim>, {shifted},
              {infinite ? kConstant : kFloat, infinite ? kInfinite : order, 1, dim, 0, 0, 0, keepdim ? 1 : 0});
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
    return pairwise_distance(m, a, b, record.immediates[1], record.immediates[2], false);
  };
  const TensorId near = distance(anchor, positive);
  TensorId far = distance(anchor, negative);
  if (arguments.boolean(6)) far = part(m, id<ops::minimum>, {far, distance(positive, negative)}, {});
  const TensorId least = part(m, id<ops::add_Scalar>, {near}, {kFloat, record.immediates[0], kWhole, 1});
  const TensorId over = part(m, id<ops::sub_Tensor>, {least, far}, {kWhole, 1});
  return loss_of(m, part(m, id<ops::clamp_min>, {over}, {kWhole, 0}), arguments.integer(7));
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
    input = part(m, id<ops::to_dtype>, {input}, {static_cast<int>(dtype), 0, 0});
    if (!m.stopped()) input = view(m, input, expand_of(m.tensors[input].geometry, sizes));
  }
  IntList dims;
  append(dims, dim);
  std::array<TensorId, 2> lengths{};
  for (int i = 0; i < 2; ++i)
    lengths[at(i)] = sum_over(m, part(m, id<ops::pow_Tensor_Scalar>, {inputs[at(i)]}, {kWhole, 2}), dims, true);
  // cosine_similarity: libtorch clamps the lengths with grad mode off, so autograd does not record the clamp.
  const bool grad = m.mode->grad;
  m.mode->grad = false;
  const std::int64_t eps = record.immediates[1];
  for (const TensorId length : lengths) part(m, id<ops::clamp_min_>, {length}, {kOver + 4, eps * eps});
  m.mode->grad = grad;
  for (TensorId& length : lengths) length = part(m, id<ops::sqrt_>, {length}, {});
  for (int i = 0; i < 2; ++i) inputs[at(i)] = part(m, id<ops::div_Tensor>, {inputs[at(i)], lengths[at(i)]}, {});
  return sum_over(m, part(m, id<ops::mul_Tensor>, {inputs[0], inputs[1]}, {}), dims, false);
}
MODECHECK_COMPOSITE(cosine_similarity, cosine_similarity)

static TensorId kl_div(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId target = m.tensor_in(record.operands[1]);
  for (const TensorId tensor : {self, target})
    if (!is_floating(m.tensors[tensor].geometry.dtype)) m.reject(ErrorClass::Dtype);
  // If a backward fails halfway, it shows in which order libtorch recorded the operators. libtorch records the second
  // factor and the second addend of kl_div first.
  TensorId each = 0;
  if (arguments.boolean(3)) {
    const TensorId apart = part(m, id<ops::sub_Tensor>, {target, self}, {kWhole, 1});
    each = part(m, id<ops::mul_Tensor>, {part(m, id<ops::exp>, {target}, {}), apart}, {});
  } else {
    const TensorId product = part(m, id<ops::mul_Tensor>, {target, self}, {});
    const TensorId own = part(m, id<ops::xlogy_Tensor>, {target, target}, {});
    each = part(m, id<ops::sub_Tensor>, {own, product}, {kWhole, 1});
  }
  return loss_of(m, each, arguments.integer(2));
}
MODECHECK_COMPOSITE(kl_div, kl_div)

static TensorId margin_ranking_loss(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId target = part(m, id<ops::neg>, {m.tensor_in(record.operands[2])}, {});
  // margin_ranking_loss multiplies the negated target by a difference. It is unspecified which of the two is computed
  // first, so a stale view of either tensor may raise the error.
  if (m.rejected())
    for (const TensorId side : {self, m.tensor_in(record.operands[1])})
      if (const ErrorClass stale = stale_reason(m, side); stale != ErrorClass::None) m.reject(stale);
  const TensorId apart = part(m, id<ops::sub_Tensor>, {self, m.tensor_in(record.operands[1])}, {kWhole, 1});
  const TensorId product = part(m, id<ops::mul_Tensor>, {target, apart}, {});
  const TensorId far = part(m, id<ops::add_Scalar>, {product}, {kFloat, record.immediates[0], kWhole, 1});
  return loss_of(m, part(m, id<ops::clamp_min_>, {far}, {kWhole, 0}), arguments.integer(4));
}
MODECHECK_COMPOSITE(margin_ranking_loss, margin_ranking_loss)

}  // namespace modecheck::spec
