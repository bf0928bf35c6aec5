// Sizes of operators on images: convolutions, pooling, padding and resampling.
#include "engine/fake/rules/size_rules.h"
#include "engine/fake/symbolic/shape_functions.h"
#include "engine/modes/inference_mode.h"

namespace modecheck::engine::fake {
namespace {

// Returns the i-th of some numbers. One number stands for all dimensions, and none for `otherwise`.
std::int64_t at(const RuleCall& call, const CallRecord::Ints& numbers, std::size_t i, std::int64_t otherwise) {
  if (numbers.empty()) return otherwise;
  if (numbers.size() > 1 && i >= numbers.size()) call.reject("there are too few numbers for the dimensions");
  return numbers.size() == 1 ? numbers[0] : numbers[i];
}

// How a window moves along one dimension.
struct Window {
  Expression size;
  std::int64_t stride = 1;
  std::int64_t padding = 0;
  std::int64_t dilation = 1;
  bool ceil = false;
};

// Returns at how many places the window fits.
Expression places(const RuleCall& call, const Expression& length, const Window& window) {
  const Expression covered = Expression(window.size - 1) * window.dilation + 1;
  const Expression room = length + 2 * window.padding - covered;
  Expression out = call.quotient(room + (window.ceil ? window.stride - 1 : 0), window.stride) + 1;
  // The last window must begin within the input or its left padding.
  if (window.ceil && !call.holds(Fact::less((out - 1) * window.stride, length + window.padding))) out = out - 1;
  call.require(Fact::at_most(1, out), "the window does not fit the input");
  return out;
}

// Pooling over the last `count` dimensions. `dilation` is the position of that argument, or 0 for none.
Sizes pooled(const RuleCall& call, std::size_t count, std::size_t dilation, std::size_t ceil) {
  Sizes out = call.sizes(0);
  if (out.size() < count + 1) call.reject("the input has too few dimensions");
  for (std::size_t i = 0; i < count; ++i) {
    Window window;
    const std::int64_t size = at(call, call.numbers(1), i, 1);
    window.size = size;
    window.stride = at(call, call.numbers(2), i, size);
    window.padding = at(call, call.numbers(3), i, 0);
    if (dilation != 0) window.dilation = at(call, call.numbers(dilation), i, 1);
    window.ceil = call.flag(ceil);
    Expression& length = out[out.size() - count + i];
    length = places(call, length, window);
  }
  return out;
}

std::vector<Sizes> max_pool2d(const RuleCall& call) {
  const Sizes out = pooled(call, 2, 4, 5);
  return {out, out};
}
std::vector<Sizes> max_pool3d(const RuleCall& call) {
  const Sizes out = pooled(call, 3, 4, 5);
  return {out, out};
}
std::vector<Sizes> avg_pool2d(const RuleCall& call) { return {pooled(call, 2, 0, 4)}; }
// With three dimensions the kernel must fit the input without its padding.
std::vector<Sizes> avg_pool3d(const RuleCall& call) {
  const Sizes& input = call.sizes(0);
  for (std::size_t i = 0; i < 3 && input.size() > 3; ++i)
    call.require(Fact::at_most(at(call, call.numbers(1), i, 1), input[input.size() - 3 + i]),
                 "the input is smaller than the kernel");
  return {pooled(call, 3, 0, 4)};
}

// _adaptive_avg_pool2d(self, output_size)
std::vector<Sizes> adaptive_pool(const RuleCall& call) {
  Sizes out = call.sizes(0);
  const CallRecord::Ints asked = call.numbers(1);
  if (out.size() < asked.size() + 1) call.reject("the input has too few dimensions");
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Expression& length = out[out.size() - asked.size() + i];
    call.require(Fact::unequal(length, 0), "the input has no elements");
    length = asked[i];
  }
  return {out};
}

// The derivative of an operator of images has the sizes of the operator's input.
std::vector<Sizes> derivative(const RuleCall& call) { return {call.sizes(1)}; }

// The arguments of a convolution of images with a batch dimension.
struct Convolution {
  Sizes input;
  CallRecord::Ints stride;
  CallRecord::Ints dilation;
  CallRecord::Ints padding;
  std::int64_t groups = 1;
  bool transposed = false;
  CallRecord::Ints output_padding = {};
  bool keeps_sizes = false;  // pads so that the result has the sizes of the input
};

// Returns the sizes of the result. The weight is the second argument of the call, and the bias is the third.
Sizes convolved(const RuleCall& call, const Convolution& how) {
  const Sizes& weight = call.sizes(1);
  const std::size_t rank = weight.size();
  if (rank < 3 || how.input.size() != rank) call.reject("the weight has another number of dimensions than the input");
  if (how.groups < 1) call.reject("there must be at least one group");
  call.require(Fact::at_most(how.groups, weight[0]), "there are more groups than channels");
  call.require(Fact::equal(call.env().remainder(weight[0], how.groups, call.where()), 0), "the groups do not fit");
  const Expression channels = how.transposed ? weight[1] * how.groups : weight[0];
  call.require(Fact::equal(how.input[1], how.transposed ? weight[0] : weight[1] * how.groups),
               "the channels do not fit");
  if (call.is_tensor(2)) call.require_equal(call.sizes(2), {channels}, "the bias does not fit");
  Sizes out = {how.input[0], channels};
  for (std::size_t i = 0; i + 2 < rank; ++i) {
    const Window window{weight[i + 2], at(call, how.stride, i, 1), at(call, how.padding, i, 0),
                        at(call, how.dilation, i, 1)};
    const Expression& length = how.input[i + 2];
    const Expression reach = (window.size - 1) * window.dilation;
    if (!how.transposed) {
      out.push_back(places(call, how.keeps_sizes ? length + reach : length, window));
      continue;
    }
    out.push_back((length - 1) * window.stride - 2 * window.padding + reach + at(call, how.output_padding, i, 0) + 1);
    call.require(Fact::at_most(1, out.back()), "the result would have no elements");
  }
  return out;
}

// convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)
std::vector<Sizes> convolution(const RuleCall& call) {
  return {convolved(call, {call.sizes(0), call.numbers(3), call.numbers(5), call.numbers(4), call.number(8),
                           call.flag(6), call.numbers(7)})};
}

enum class Pad : std::uint8_t { Constant, Reflection, Replication };

// Padding: two numbers for each dimension, from the last one. A reflection shows elements of the input, so it must be
// smaller than the input. A replication may take away more than there is, if the other side adds as much.
Sizes padded(const RuleCall& call, Pad how) {
  Sizes out = call.sizes(0);
  const CallRecord::Ints pad = call.numbers(1);
  if (pad.size() % 2 != 0 || pad.size() / 2 > out.size()) call.reject("the padding does not fit the input");
  for (std::size_t i = 0; i < pad.size() / 2; ++i) {
    Expression& length = out[out.size() - 1 - i];
    for (const std::int64_t one : {pad[2 * i], pad[2 * i + 1]})
      if (how == Pad::Reflection)
        call.require(Fact::less(one, length), "the padding is not smaller than the input");
      else if (how == Pad::Constant)
        call.require(Fact::at_most(-one, length), "the padding takes away more than there is");
    length = length + pad[2 * i] + pad[2 * i + 1];
    call.require(Fact::at_most(how == Pad::Constant ? 0 : 1, length), "the result would have a negative size, or none");
  }
  return out;
}

std::vector<Sizes> constant_pad(const RuleCall& call) { return {padded(call, Pad::Constant)}; }
std::vector<Sizes> reflection_pad(const RuleCall& call) { return {padded(call, Pad::Reflection)}; }
std::vector<Sizes> replication_pad(const RuleCall& call) { return {padded(call, Pad::Replication)}; }

// grid_sampler_2d(input, grid)
std::vector<Sizes> grid_sampler(const RuleCall& call) {
  const Sizes& input = call.sizes(0);
  const Sizes& grid = call.sizes(1);
  if (input.size() != 4 || grid.size() != 4) call.reject("the input and the grid need four dimensions");
  call.require(Fact::equal(input[0], grid[0]), "the batches have different sizes");
  call.require(Fact::equal(grid[3], 2), "the last dimension of the grid must be 2");
  call.require(Fact::unequal(input[2], 0), "the input has no elements");
  call.require(Fact::unequal(input[3], 0), "the input has no elements");
  return {{input[0], input[1], grid[1], grid[2]}};
}

// col2im(self, output_size, kernel_size, dilation, padding, stride)
std::vector<Sizes> col2im(const RuleCall& call) {
  const Sizes& columns = call.sizes(0);
  if (columns.size() != 2 && columns.size() != 3) call.reject("the columns need two or three dimensions");
  const CallRecord::Ints size = call.numbers(1);
  const Expression elements = numel({at(call, call.numbers(2), 0, 1), at(call, call.numbers(2), 1, 1)});
  const Expression& rows = columns[columns.size() - 2];
  call.require(Fact::equal(call.env().remainder(rows, elements, call.where()), 0), "the kernel does not fit");
  Expression blocks = 1;
  for (std::size_t i = 0; i < 2; ++i)
    blocks = blocks * places(call, at(call, size, i, 1),
                             {at(call, call.numbers(2), i, 1), at(call, call.numbers(5), i, 1),
                              at(call, call.numbers(4), i, 0), at(call, call.numbers(3), i, 1)});
  call.require(Fact::equal(columns.back(), blocks), "the number of blocks does not fit");
  Sizes out(columns.begin(), columns.end() - 2);
  out.push_back(call.env().floor_divided(rows, elements, call.where()));
  for (std::size_t i = 0; i < 2; ++i) out.emplace_back(at(call, size, i, 1));
  return {out};
}

// upsample_nearest2d.vec(input, output_size, scale_factors), and bilinear with a flag between. A scale that is not an
// integer has no rule.
std::vector<Sizes> upsample(const RuleCall& call) {
  const Sizes& input = call.sizes(0);
  if (input.size() != 4) call.reject("the input needs four dimensions");
  Sizes out = {input[0], input[1]};
  const CallRecord::Ints asked = call.numbers(1);
  const auto* const scales = std::get_if<std::vector<double>>(&call.argument(call.count() - 1));
  for (std::size_t i = 0; i < 2; ++i) {
    call.require(Fact::unequal(input[i + 2], 0), "the input has no elements");
    if (!asked.empty()) {
      out.emplace_back(at(call, asked, i, 1));
      continue;
    }
    if (scales == nullptr || scales->size() != 2) throw NoRule();
    const auto whole = static_cast<std::int64_t>((*scales)[i]);
    if ((*scales)[i] < 1 || (*scales)[i] > 1000 || static_cast<double>(whole) != (*scales)[i]) throw NoRule();
    out.push_back(input[i + 2] * whole);
  }
  return {out};
}

}  // namespace

// If the total padding of a dimension is odd, a padded copy is convolved in place of the input. That matters for inputs
// that are inference tensors: a recorded convolution cannot save them, but it can save the copy.
static void ask_for_odd_padding(const RuleCall& call, const Convolution& how) {
  if (c10::InferenceMode::is_enabled() || !std::get<at::Tensor>(call.argument(0)).is_inference()) return;
  const Sizes& weight = call.sizes(1);
  for (std::size_t i = 0; i + 2 < weight.size(); ++i) {
    const Expression total = (weight[i + 2] - 1) * at(call, how.dilation, i, 1);
    static_cast<void>(call.holds(Fact::equal(call.env().remainder(total, 2, call.where()), 0)));
  }
}

// conv2d.padding(input, weight, bias, stride, padding, dilation, groups). An input may come without a batch dimension.
std::vector<Sizes> convolution_by_name(const RuleCall& call) {
  Convolution how{call.sizes(0), call.numbers(3), call.numbers(5), {}, call.number_or(6, 1)};
  how.keeps_sizes = call.text(4) == "same";
  for (std::size_t i = 0; how.keeps_sizes && i < how.stride.size(); ++i)
    if (how.stride[i] != 1) call.reject("a result of the input's sizes needs the stride 1");
  const bool is_batched = how.input.size() >= call.sizes(1).size();
  if (!is_batched) how.input.insert(how.input.begin(), 1);
  if (how.keeps_sizes) ask_for_odd_padding(call, how);  // first, because it decides which error comes first
  Sizes out = convolved(call, how);
  if (!is_batched) out.erase(out.begin());
  return {out};
}

const SizeRules& rules_of_images() {
  static const SizeRules out = {
      {"convolution", &convolution},
      {"max_pool2d_with_indices", &max_pool2d},
      {"max_pool3d_with_indices", &max_pool3d},
      {"avg_pool2d", &avg_pool2d},
      {"avg_pool3d", &avg_pool3d},
      {"_adaptive_avg_pool2d", &adaptive_pool},
      {"_adaptive_avg_pool3d", &adaptive_pool},
      {"max_pool2d_with_indices_backward", &derivative},
      {"max_pool3d_with_indices_backward", &derivative},
      {"avg_pool2d_backward", &derivative},
      {"avg_pool3d_backward", &derivative},
      {"_adaptive_avg_pool2d_backward", &derivative},
      {"_adaptive_avg_pool3d_backward", &derivative},
      {"_cdist_backward", &derivative},
      {"_pdist_backward", &derivative},
      {"constant_pad_nd", &constant_pad},
      {"reflection_pad1d", &reflection_pad},
      {"reflection_pad2d", &reflection_pad},
      {"reflection_pad3d", &reflection_pad},
      {"replication_pad1d", &replication_pad},
      {"replication_pad2d", &replication_pad},
      {"replication_pad3d", &replication_pad},
      {"grid_sampler_2d", &grid_sampler},
      {"col2im", &col2im},
      {"upsample_nearest2d", &upsample},
      {"upsample_bilinear2d", &upsample},
  };
  return out;
}

}  // namespace modecheck::engine::fake
