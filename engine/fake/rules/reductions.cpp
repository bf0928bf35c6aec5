// Sizes of reductions: operators that combine the elements along some dimensions into one.
#include <algorithm>

#include "engine/fake/rules/size_rules.h"
#include "engine/fake/symbolic/shape_functions.h"

namespace modecheck::engine::fake {
namespace {

// Returns the sizes without the given dimensions, or with 1 in their place. No dimensions stand for all.
Sizes reduced(const RuleCall& call, const Sizes& sizes, const CallRecord::Ints& dimensions, bool keeps) {
  std::vector<bool> goes(sizes.size(), dimensions.empty());
  for (const std::int64_t number : dimensions)
    if (const std::size_t d = call.dimension(number, sizes.size()); d < sizes.size()) goes[d] = true;
  Sizes out;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!goes[i])
      out.push_back(sizes[i]);
    else if (keeps)
      out.emplace_back(1);
  }
  return out;
}

// sum(self), any(self, dim, keepdim), amax(self, dim, keepdim), and others with this order.
std::vector<Sizes> by_dimension(const RuleCall& call) {
  if (call.count() < 2 || !(call.is_numbers(1) || call.is_number(1))) {
    // Without a dimension, or with none given. argmax keeps the rank if keepdim is set.
    const bool keeps = call.count() > 2 && std::holds_alternative<bool>(call.argument(2)) && call.flag(2);
    return {reduced(call, call.sizes(0), {}, keeps)};
  }
  return {reduced(call, call.sizes(0), call.numbers(1), call.count() > 2 && call.flag(2))};
}

// A reduction of one dimension needs elements there, if it chooses one of them.
std::vector<Sizes> by_choice(const RuleCall& call) {
  std::vector<Sizes> out = by_dimension(call);
  if (!call.is_number(1)) return out;
  const std::size_t d = call.dimension(call.number(1), call.sizes(0).size());
  if (d < call.sizes(0).size())
    call.require(Fact::unequal(call.sizes(0)[d], 0), "a dimension without elements cannot be reduced");
  return {out.front(), out.front()};
}

// max(self), and max.dim(self, dim, keepdim), which returns values and indices.
std::vector<Sizes> extremes(const RuleCall& call) {
  return call.is_number(1) ? by_choice(call) : std::vector<Sizes>{Sizes()};
}

std::vector<Sizes> argument_of_extreme(const RuleCall& call) {
  if (call.is_number(1)) return {by_choice(call).front()};
  call.require(Fact::unequal(numel(call.sizes(0)), 0), "a tensor without elements has no largest element");
  return by_dimension(call);
}

// aminmax(self, dim, keepdim)
std::vector<Sizes> both_extremes(const RuleCall& call) {
  const Sizes out = argument_of_extreme(call).front();
  return {out, out};
}

// var.correction(self, dim, correction, keepdim)
std::vector<Sizes> moments(const RuleCall& call) {
  const Sizes out = reduced(call, call.sizes(0), call.numbers(1), call.flag(3));
  return {out, out};
}
std::vector<Sizes> one_moment(const RuleCall& call) { return {moments(call).front()}; }

// linalg_vector_norm(self, ord, dim, keepdim), norm.Scalar(self, p) and norm.ScalarOpt_dim(self, p, dim, keepdim)
std::vector<Sizes> norms(const RuleCall& call) {
  return {reduced(call, call.sizes(0), call.numbers(2), call.count() > 3 && call.flag(3))};
}

// mse_loss(self, target, reduction): 0 keeps the elements.
std::vector<Sizes> losses(const RuleCall& call) {
  const std::vector<Sizes> all = broadcast(call);
  return call.number_or(2, 1) == 0 ? all : std::vector<Sizes>{Sizes()};
}

std::vector<Sizes> traces(const RuleCall& call) {
  if (call.sizes(0).size() != 2) call.reject("a trace needs a matrix");
  return {Sizes()};
}

// sort(self, dim, descending) and sort.stable(self, stable, dim, descending)
std::vector<Sizes> sorted(const RuleCall& call) { return two_of_same_sizes(call); }

// topk(self, k, dim)
std::vector<Sizes> largest(const RuleCall& call) {
  Sizes out = call.sizes(0);
  const std::size_t d = call.dimension(call.number_or(2, -1), out.size());
  const Expression size = d < out.size() ? out[d] : Expression(1);
  call.require(Fact::at_most(call.number(1), size), "k is larger than the dimension");
  if (d < out.size()) out[d] = call.number(1);
  return {out, out};
}

// kthvalue(self, k, dim, keepdim)
std::vector<Sizes> kth(const RuleCall& call) {
  const Sizes& sizes = call.sizes(0);
  const std::size_t d = call.dimension(call.number_or(2, -1), sizes.size());
  const Expression size = d < sizes.size() ? sizes[d] : Expression(1);
  call.require(Fact::at_most(call.number(1), size), "k is larger than the dimension");
  const Sizes out = reduced(call, sizes, {static_cast<std::int64_t>(d)}, call.flag(3));
  return {out, out};
}

// native_layer_norm(input, normalized_shape, weight, bias): the result, and the mean and deviation of each group.
std::vector<Sizes> layer_norm(const RuleCall& call) {
  const Sizes& sizes = call.sizes(0);
  const CallRecord::Ints shape = call.numbers(1);
  if (shape.empty() || shape.size() > sizes.size()) call.reject("normalized_shape does not fit the input");
  Sizes groups = sizes;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::size_t d = sizes.size() - shape.size() + i;
    call.require(Fact::equal(sizes[d], shape[i]), "normalized_shape does not fit the input");
    groups[d] = 1;
  }
  for (const std::size_t i : {2U, 3U})
    if (call.is_tensor(i))
      call.require_equal(call.sizes(i), Sizes(shape.begin(), shape.end()), "the weight or bias does not fit");
  return {sizes, groups, groups};
}

// native_group_norm(input, weight, bias, N, C, HxW, group): the result, and the mean and deviation of each group.
std::vector<Sizes> native_group_norm(const RuleCall& call) {
  const Sizes& sizes = call.sizes(0);
  call.require(Fact::equal(numel(sizes), numel({call.number(3), call.number(4), call.number(5)})),
               "the numbers do not fit");
  for (const std::size_t i : {1U, 2U})
    if (call.is_tensor(i)) call.require_equal(call.sizes(i), {call.number(4)}, "the weight or bias does not fit");
  const Sizes groups = {call.number(3), call.number(6)};
  return {sizes, groups, groups};
}

// _batch_normalize(input, weight, bias, mean, var, training): the result, and three numbers for each channel.
std::vector<Sizes> batch_normalize(const RuleCall& call) {
  const Sizes& sizes = call.sizes(0);
  if (sizes.size() < 2) call.reject("the input has no channels");
  for (std::size_t i = 1; i < 5; ++i)
    if (call.is_tensor(i)) call.require_equal(call.sizes(i), {sizes[1]}, "a tensor does not fit the channels");
  const Sizes channels = {call.flag(5) ? sizes[1] : Expression(0)};
  return {sizes, channels, channels, channels};
}

// binary_cross_entropy(self, target, weight, reduction): 0 keeps the elements.
std::vector<Sizes> binary_cross_entropy(const RuleCall& call) {
  call.require_equal(call.sizes(0), call.sizes(1), "the target has other sizes");
  if (call.is_tensor(2))
    call.require_equal(broadcast_sizes(call.env(), call.sizes(0), call.sizes(2), call.where()), call.sizes(0),
                       "the weight does not broadcast to the input");
  return {call.number_or(3, 1) == 0 ? call.sizes(0) : Sizes()};
}

// nll_loss_forward(self, target, weight, reduction): the loss, and the total weight.
std::vector<Sizes> nll_loss(const RuleCall& call) {
  const Sizes& input = call.sizes(0);
  const Sizes& target = call.sizes(1);
  if (input.empty() || input.size() > 2 || target.size() + 1 < input.size() || target.size() > 1)
    call.reject("the input and the target do not fit");
  if (input.size() == 2) call.require(Fact::equal(input[0], target[0]), "the batches have different sizes");
  if (call.is_tensor(2)) call.require_equal(call.sizes(2), {input.back()}, "the weight does not fit");
  return {call.number(3) == 0 && input.size() == 2 ? Sizes{input[0]} : Sizes(), Sizes()};
}

// _fft_r2c(self, dim, normalization, onesided)
std::vector<Sizes> spectrum(const RuleCall& call) {
  Sizes out = call.sizes(0);
  if (out.empty()) call.reject("a transform needs a dimension");
  const CallRecord::Ints dimensions = call.numbers(1);
  if (!dimensions.empty() && call.flag(3)) {
    Expression& last = out[call.dimension(dimensions.back(), out.size())];
    last = call.quotient(last, 2) + 1;
  }
  return {out};
}

// _fft_c2r(self, dim, normalization, last_dim_size)
std::vector<Sizes> of_spectrum(const RuleCall& call) {
  Sizes out = call.sizes(0);
  if (out.empty()) call.reject("a transform needs a dimension");
  const CallRecord::Ints dimensions = call.numbers(1);
  if (dimensions.empty()) return {out};
  Expression& last = out[call.dimension(dimensions.back(), out.size())];
  call.require(Fact::equal(last, call.number(3) / 2 + 1), "the size does not fit the spectrum");
  last = call.number(3);
  return {out};
}

// _cdist_forward(x1, x2): the distance of each row of x1 to each row of x2.
std::vector<Sizes> distances(const RuleCall& call) {
  const Sizes& a = call.sizes(0);
  const Sizes& b = call.sizes(1);
  if (a.size() < 2 || b.size() < 2) call.reject("a distance needs matrices");
  call.require(Fact::equal(a.back(), b.back()), "the rows have different lengths");
  Sizes out = broadcast_sizes(call.env(), Sizes(a.begin(), a.end() - 2), Sizes(b.begin(), b.end() - 2), call.where());
  out.push_back(a[a.size() - 2]);
  out.push_back(b[b.size() - 2]);
  return {out};
}

// _pdist_forward(self): the distance of each pair of rows.
std::vector<Sizes> distances_of_pairs(const RuleCall& call) {
  if (call.sizes(0).size() != 2) call.reject("pdist needs a matrix");
  const Expression& rows = call.sizes(0)[0];
  return {{call.quotient(rows * (rows - 1), 2)}};
}

}  // namespace

const SizeRules& rules_of_reductions() {
  static const SizeRules out = {
      {"sum", &by_dimension},
      {"mean", &by_dimension},
      {"prod", &by_dimension},
      {"nansum", &by_dimension},
      {"any", &by_dimension},
      {"all", &by_dimension},
      {"count_nonzero", &by_dimension},
      {"logsumexp", &by_dimension},
      {"amax", &by_dimension},
      {"amin", &by_dimension},
      {"argmax", &argument_of_extreme},
      {"argmin", &argument_of_extreme},
      {"aminmax", &both_extremes},
      {"max", &extremes},
      {"min", &extremes},
      {"median", &extremes},
      {"var", &one_moment},
      {"std", &one_moment},
      {"var_mean", &moments},
      {"std_mean", &moments},
      {"linalg_vector_norm", &norms},
      {"norm", &norms},
      {"mse_loss", &losses},
      {"smooth_l1_loss", &losses},
      {"huber_loss", &losses},
      {"trace", &traces},
      {"sort", &sorted},
      {"topk", &largest},
      {"kthvalue", &kth},
      {"native_layer_norm", &layer_norm},
      {"native_group_norm", &native_group_norm},
      {"_batch_normalize", &batch_normalize},
      {"binary_cross_entropy", &binary_cross_entropy},
      {"nll_loss_forward", &nll_loss},
      {"_fft_r2c", &spectrum},
      {"_fft_c2r", &of_spectrum},
      {"_cdist_forward", &distances},
      {"_pdist_forward", &distances_of_pairs},
  };
  return out;
}

}  // namespace modecheck::engine::fake
