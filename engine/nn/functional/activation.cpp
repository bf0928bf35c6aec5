#include "engine/nn/functional/activation.h"

#include <array>
#include <limits>

#include "engine/nn/functional/dropout.h"
#include "engine/nn/functional/linear.h"
#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

Tensor elu(Tensor input, const ELUFuncOptions& options) {
  return options.inplace() ? at::elu_(input, options.alpha()) : at::elu(input, options.alpha());
}
Tensor selu(Tensor input, const SELUFuncOptions& options) {
  return options.inplace() ? at::selu_(input) : at::selu(input);
}
Tensor hardtanh(Tensor input, const HardtanhFuncOptions& options) {
  return options.inplace() ? at::hardtanh_(input, options.min_val(), options.max_val())
                           : at::hardtanh(input, options.min_val(), options.max_val());
}
Tensor leaky_relu(Tensor input, const LeakyReLUFuncOptions& options) {
  return options.inplace() ? at::leaky_relu_(input, options.negative_slope())
                           : at::leaky_relu(input, options.negative_slope());
}
Tensor relu(Tensor input, const ReLUFuncOptions& options) {
  return options.inplace() ? at::relu_(input) : at::relu(input);
}
Tensor relu6(Tensor input, const ReLU6FuncOptions& options) {
  return options.inplace() ? at::relu6_(input) : at::relu6(input);
}
Tensor celu(Tensor input, const CELUFuncOptions& options) {
  return options.inplace() ? at::celu_(input, options.alpha()) : at::celu(input, options.alpha());
}
Tensor threshold(Tensor input, const ThresholdFuncOptions& options) {
  return options.inplace() ? at::threshold_(input, options.threshold(), options.value())
                           : at::threshold(input, options.threshold(), options.value());
}
Tensor rrelu(Tensor input, const RReLUFuncOptions& options) {
  if (!options.training()) {
    const Tensor out = at::rrelu(input, options.lower(), options.upper(), false);
    return options.inplace() ? input.copy_(out) : out;
  }
  MODECHECK_ARGUMENT(options.lower() <= options.upper(), "rrelu: lower must not exceed upper, but they are ",
                     options.lower(), " and ", options.upper());
  // Draws a slope for each element that is not positive, in double precision and in their order, as libtorch does.
  const Tensor is_low = input.detach().le(0);
  const Tensor draws =
      at::empty({is_low.sum().item<std::int64_t>()}, at::TensorOptions(at::kDouble).device(input.device()));
  draws.uniform_(options.lower(), options.upper());
  const Tensor slopes = at::ones_like(is_low, input.options()).masked_scatter(is_low, draws.to(input.scalar_type()));
  return options.inplace() ? input.mul_(slopes) : input.mul(slopes);
}
Tensor hardshrink(const Tensor& input, const HardshrinkFuncOptions& options) {
  return at::hardshrink(input, options.lambda());
}
Tensor softshrink(const Tensor& input, const SoftshrinkFuncOptions& options) {
  return at::softshrink(input, options.lambda());
}
Tensor softplus(const Tensor& input, const SoftplusFuncOptions& options) {
  return at::softplus(input, options.beta(), options.threshold());
}
// The kernel has no approximation, so the one by tanh is made of operators.
Tensor gelu(const Tensor& input, const GELUFuncOptions& options) {
  if (options.approximate() != "tanh") return at::gelu(input, options.approximate());
  constexpr double root = 0.7978845608028654;  // the square root of 2 / pi
  return 0.5 * input * (1 + (root * (input + 0.044715 * input * input * input)).tanh());
}
Tensor glu(const Tensor& input, const GLUFuncOptions& options) {
  MODECHECK_ARGUMENT(input.dim() != 0, "glu halves a dimension, and this input has no dimensions");
  return at::glu(input, options.dim());
}
Tensor prelu(const Tensor& input, const Tensor& weight) { return at::prelu(input, weight); }
Tensor logsigmoid(const Tensor& input) { return at::log_sigmoid(input); }
Tensor silu(const Tensor& input) { return at::silu(input); }
Tensor mish(const Tensor& input) { return at::mish(input); }
Tensor softsign(const Tensor& input) { return input / (input.abs() + 1); }
Tensor tanhshrink(const Tensor& input) { return input - input.tanh(); }

Tensor softmax(const Tensor& input, const SoftmaxFuncOptions& options) {
  return at::softmax(input, options.dim(), options.dtype());
}
Tensor softmin(const Tensor& input, const SoftminFuncOptions& options) {
  return at::softmax(-input, options.dim(), options.dtype());
}
Tensor log_softmax(const Tensor& input, const LogSoftmaxFuncOptions& options) {
  return at::log_softmax(input, options.dim(), options.dtype());
}
Tensor gumbel_softmax(const Tensor& logits, const GumbelSoftmaxFuncOptions& options) {
  const Tensor noise = -at::empty_like(logits).exponential_().log();
  const Tensor soft = ((logits + noise) / options.tau()).softmax(options.dim());
  if (!options.hard()) return soft;
  const Tensor index = std::get<1>(soft.max(options.dim(), true));
  const Tensor hard = at::zeros_like(logits).scatter_(options.dim(), index, 1.0);
  return hard - soft.detach() + soft;
}

namespace {

using AttentionOptions = MultiheadAttentionForwardFuncOptions;

// Returns query, key and value, each multiplied by its weight.
std::array<Tensor, 3> project(const Tensor& query, const Tensor& key, const Tensor& value,
                              const AttentionOptions& options) {
  modecheck::engine::sizes_as_numbers("multi_head_attention_forward", query, key, value);
  const std::int64_t size = options.embed_dim_to_check();
  const Tensor& weight = options.in_proj_weight();
  const Tensor& bias = options.in_proj_bias();
  const auto thirds = [size](const Tensor& of, std::int64_t first, std::int64_t count) {
    return of.defined() ? of.narrow(0, first * size, count * size) : of;
  };
  if (options.use_separate_proj_weight()) {
    const auto one = [&](const Tensor& input, const Tensor& own, std::int64_t third) {
      modecheck::engine::sizes_as_numbers("multi_head_attention_forward", own);
      MODECHECK_ARGUMENT(own.dim() == 2 && own.size(0) == size && own.size(1) == input.size(-1),
                         "multi_head_attention_forward: expected a weight of size [", size, ", ", input.size(-1),
                         "], but got ", own.sizes());
      return linear(input, own, thirds(bias, third, 1));
    };
    return {one(query, options.q_proj_weight(), 0), one(key, options.k_proj_weight(), 1),
            one(value, options.v_proj_weight(), 2)};
  }
  if (!at::equal(key, value))
    return {linear(query, thirds(weight, 0, 1), thirds(bias, 0, 1)),
            linear(key, thirds(weight, 1, 1), thirds(bias, 1, 1)),
            linear(value, thirds(weight, 2, 1), thirds(bias, 2, 1))};
  if (at::equal(query, key)) {
    const std::vector<Tensor> all = linear(query, weight, bias).chunk(3, -1);
    return {all[0], all[1], all[2]};
  }
  const std::vector<Tensor> both = linear(key, thirds(weight, 1, 2), thirds(bias, 1, 2)).chunk(2, -1);
  return {linear(query, thirds(weight, 0, 1), thirds(bias, 0, 1)), both[0], both[1]};
}

// Appends a column of zeros, with which the mask allows one more key.
Tensor with_column(const Tensor& mask) {
  modecheck::engine::sizes_as_numbers("multi_head_attention_forward", mask);
  return mask.defined() ? at::cat({mask, at::zeros({mask.size(0), 1}, mask.options())}, 1) : mask;
}

// Returns the weights of attention before dropout, as [batch * heads, targets, sources].
Tensor attention_weights(const Tensor& queries, const Tensor& keys, const Tensor& mask, const Tensor& padding,
                         std::int64_t batch) {
  modecheck::engine::sizes_as_numbers("multi_head_attention_forward", queries, keys, mask, padding);
  Tensor weights = at::bmm(queries, keys.transpose(1, 2));
  if (mask.defined()) weights = weights.add_(mask.unsqueeze(0));
  if (padding.defined()) {
    MODECHECK_ARGUMENT(padding.dim() == 2 && padding.size(0) == batch && padding.size(1) == keys.size(1),
                       "multi_head_attention_forward: expected a key_padding_mask of size [", batch, ", ", keys.size(1),
                       "], but got ", padding.sizes());
    const Tensor by_head = weights.view({batch, -1, weights.size(1), weights.size(2)});
    weights = by_head.masked_fill(padding.unsqueeze(1).unsqueeze(2), -std::numeric_limits<double>::infinity())
                  .view(weights.sizes());
  }
  return at::softmax(weights, -1);
}

// Raises an Argument error for sizes that do not fit.
void check_attention(const Tensor& query, const Tensor& key, const Tensor& value, const AttentionOptions& options) {
  modecheck::engine::sizes_as_numbers("multi_head_attention_forward", query, key, value);
  MODECHECK_ARGUMENT(query.dim() == 3 && query.size(2) == options.embed_dim_to_check(),
                     "multi_head_attention_forward: expected a query of size [length, batch, ",
                     options.embed_dim_to_check(), "], but got ", query.sizes());
  MODECHECK_ARGUMENT(key.sizes() == value.sizes(),
                     "multi_head_attention_forward: key and value must have one size, but ", "have ", key.sizes(),
                     " and ", value.sizes());
  MODECHECK_ARGUMENT(query.size(2) % options.num_heads() == 0, "embed_dim must be divisible by num_heads");
  MODECHECK_ARGUMENT(options.bias_k().defined() == options.bias_v().defined(),
                     "multi_head_attention_forward: give both bias_k and bias_v, or none of them");
  if (!options.bias_k().defined()) return;
  MODECHECK_ARGUMENT(!options.static_k().defined(), "bias cannot be added to static key.");
  MODECHECK_ARGUMENT(!options.static_v().defined(), "bias cannot be added to static value.");
}

}  // namespace

std::tuple<Tensor, Tensor> multi_head_attention_forward(const Tensor& query, const Tensor& key, const Tensor& value,
                                                        const MultiheadAttentionForwardFuncOptions& options) {
  modecheck::engine::sizes_as_numbers("multi_head_attention_forward", query, key, value);
  check_attention(query, key, value, options);
  const std::int64_t targets = query.size(0);
  const std::int64_t batch = query.size(1);
  const std::int64_t heads = options.num_heads();
  const std::int64_t head_size = query.size(2) / heads;
  auto [q, k, v] = project(query, key, value, options);
  q = q * (1 / std::sqrt(static_cast<double>(head_size)));
  Tensor mask = options.attn_mask();
  Tensor padding = options.key_padding_mask();
  if (options.bias_k().defined()) {
    k = at::cat({k, options.bias_k().repeat({1, batch, 1})});
    v = at::cat({v, options.bias_v().repeat({1, batch, 1})});
    mask = with_column(mask);
    padding = with_column(padding);
  }
  const auto by_head = [&](const Tensor& all) {
    return all.contiguous().view({-1, batch * heads, head_size}).transpose(0, 1);
  };
  const auto given_or = [&](const char* name, const Tensor& given, const Tensor& computed) {
    if (!given.defined()) return by_head(computed);
    modecheck::engine::sizes_as_numbers("multi_head_attention_forward", given);
    MODECHECK_ARGUMENT(given.dim() == 3 && given.size(0) == batch * heads && given.size(2) == head_size,
                       "multi_head_attention_forward: expected a ", name, " of size [", batch * heads, ", length, ",
                       head_size, "], but got ", given.sizes());
    return given;
  };
  q = by_head(q);
  k = given_or("static_k", options.static_k(), k);
  v = given_or("static_v", options.static_v(), v);
  if (options.add_zero_attn()) {
    k = at::cat({k, at::zeros({k.size(0), 1, k.size(2)}, k.options())}, 1);
    v = at::cat({v, at::zeros({v.size(0), 1, v.size(2)}, v.options())}, 1);
    mask = with_column(mask);
    padding = with_column(padding);
  }
  const Tensor weights = dropout(attention_weights(q, k, mask, padding, batch),
                                 DropoutFuncOptions().p(options.dropout_p()).training(options.training()));
  const Tensor attended = at::bmm(weights, v).transpose(0, 1).contiguous().view({targets, batch, query.size(2)});
  const Tensor out = linear(attended, options.out_proj_weight(), options.out_proj_bias());
  if (!options.need_weights()) return {out, Tensor()};
  const Tensor of_heads = weights.view({batch, heads, targets, k.size(1)});
  return {out, options.average_attn_weights() ? of_heads.sum(1) / heads : of_heads};
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
