// Prints results of convolution, pooling and embedding: values, gradients and second derivatives. This file is built
// against the engine and against libtorch; both builds must print the same.

#include "tests/parity/part.h"
#include "tests/parity/print.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::neural {

using at::Tensor;
using modecheck::parity::filled;
using modecheck::parity::print;

// Prints the result of `function`, its gradients for every input, and the gradients of a weighted sum of these
// gradients.
template <typename Function>
void differentiate(const char* name, std::vector<Tensor> inputs, Function function) {
  for (Tensor& input : inputs) input.set_requires_grad(true);
  const Tensor result = function(inputs);
  print(name, result);
  const Tensor weights = filled(result.sizes(), 7).set_requires_grad(true);
  std::vector<Tensor> all = inputs;
  all.push_back(weights);
  const auto first = torch::autograd::grad({result.mul(weights).mul(result).sum()}, inputs, {}, /*retain_graph=*/true,
                                           /*create_graph=*/true);
  Tensor total;
  for (const Tensor& gradient : first) {
    print("  first", gradient);
    const Tensor part = gradient.mul(filled(gradient.sizes(), 3)).sum();
    total = total.defined() ? total.add(part) : part;
  }
  for (const Tensor& gradient : torch::autograd::grad({total}, all)) print("  second", gradient);
}

// Prints whether `function` raises c10::Error, for example because channels are missing or a kernel does not fit.
template <typename Function>
void reject(const char* name, Function function) {
  try {
    function();
    std::printf("%s: accepted\n", name);
  } catch (const c10::Error&) {
    std::printf("%s: c10::Error\n", name);
  }
}

void convolutions() {
  differentiate("conv1d", {filled({2, 3, 9}, 1), filled({4, 3, 3}, 2), filled({4}, 3)},
                [](const std::vector<Tensor>& in) { return at::conv1d(in[0], in[1], in[2], 2, 1); });
  differentiate("conv2d", {filled({2, 3, 7, 6}, 1), filled({4, 3, 3, 2}, 2), filled({4}, 3)},
                [](const std::vector<Tensor>& in) {
                  return at::conv2d(in[0], in[1], in[2], {2, 1}, {1, 0});
                });
  differentiate("conv2d grouped, dilated, no bias", {filled({1, 4, 8, 8}, 1), filled({6, 2, 3, 3}, 2)},
                [](const std::vector<Tensor>& in) { return at::conv2d(in[0], in[1], {}, 2, 2, 2, 2); });
  differentiate("conv2d depthwise", {filled({2, 3, 5, 5}, 1), filled({3, 1, 3, 3}, 2)},
                [](const std::vector<Tensor>& in) { return at::conv2d(in[0], in[1], {}, 1, 1, 1, 3); });
  differentiate("conv2d pointwise", {filled({2, 3, 4, 5}, 1), filled({2, 3, 1, 1}, 2), filled({2}, 3)},
                [](const std::vector<Tensor>& in) { return at::conv2d(in[0], in[1], in[2]); });
  differentiate("conv2d unbatched", {filled({3, 5, 5}, 1), filled({2, 3, 2, 2}, 2)},
                [](const std::vector<Tensor>& in) { return at::conv2d(in[0], in[1]); });
  differentiate("conv2d of a transposed image", {filled({2, 5, 3, 6}, 1), filled({2, 3, 3, 3}, 2)},
                [](const std::vector<Tensor>& in) { return at::conv2d(in[0].transpose(1, 2), in[1]); });
  differentiate("conv3d", {filled({1, 2, 4, 5, 6}, 1), filled({3, 2, 2, 3, 2}, 2), filled({3}, 3)},
                [](const std::vector<Tensor>& in) {
                  return at::conv3d(in[0], in[1], in[2], {1, 2, 2}, {0, 1, 1});
                });
  differentiate("conv_transpose1d", {filled({2, 3, 5}, 1), filled({3, 2, 4}, 2), filled({2}, 3)},
                [](const std::vector<Tensor>& in) { return at::conv_transpose1d(in[0], in[1], in[2], 3, 1, 2); });
  differentiate("conv_transpose2d", {filled({2, 4, 3, 4}, 1), filled({4, 3, 3, 2}, 2), filled({6}, 3)},
                [](const std::vector<Tensor>& in) {
                  return at::conv_transpose2d(in[0], in[1], in[2], {2, 1}, {1, 0}, {1, 0}, 2, {1, 2});
                });
  differentiate("conv_transpose3d", {filled({1, 2, 3, 3, 3}, 1), filled({2, 2, 2, 2, 2}, 2)},
                [](const std::vector<Tensor>& in) { return at::conv_transpose3d(in[0], in[1], {}, 2); });
  differentiate("conv2d of no batch", {filled({0, 3, 4, 4}, 1), filled({2, 3, 2, 2}, 2), filled({2}, 3)},
                [](const std::vector<Tensor>& in) { return at::conv2d(in[0], in[1], in[2]); });
  const Tensor image = filled({1, 3, 4, 4}, 1);
  reject("kernel larger than the image", [&] { at::conv2d(image, filled({2, 3, 5, 5}, 2)); });
  reject("wrong channels", [&] { at::conv2d(image, filled({2, 2, 2, 2}, 2)); });
  reject("wrong rank", [&] { at::conv2d(image, filled({2, 3, 2}, 2)); });
  reject("wrong bias", [&] { at::conv2d(image, filled({2, 3, 2, 2}, 2), filled({3}, 3)); });
  reject("no stride", [&] { at::conv2d(image, filled({2, 3, 2, 2}, 2), {}, {0, 0}); });
  reject("negative padding", [&] { at::conv2d(image, filled({2, 3, 2, 2}, 2), {}, 1, -1); });
  reject("groups that do not divide", [&] {
    at::conv2d(image, filled({2, 3, 2, 2}, 2), {}, 1, c10::IntArrayRef(0), 1, 2);
  });
  reject("dtypes that differ", [&] { at::conv2d(image, filled({2, 3, 2, 2}, 2).to(at::kFloat)); });
}

void pools() {
  differentiate("max_pool1d", {filled({2, 3, 9}, 1)},
                [](const std::vector<Tensor>& in) { return at::max_pool1d(in[0], 3, 2, 1); });
  print("places along a line", std::get<1>(at::max_pool1d_with_indices(filled({2, 3, 9}, 1), 3, 2, 1)));
  differentiate("max_pool2d", {filled({2, 3, 7, 6}, 1)}, [](const std::vector<Tensor>& in) {
    return at::max_pool2d(in[0], {3, 2}, {2, 1}, {1, 0});
  });
  differentiate("max_pool2d ceil, dilated, unbatched", {filled({3, 8, 8}, 1)},
                [](const std::vector<Tensor>& in) { return at::max_pool2d(in[0], 2, 3, 1, 2, true); });
  differentiate("max_pool3d", {filled({1, 2, 4, 5, 6}, 1)},
                [](const std::vector<Tensor>& in) { return at::max_pool3d(in[0], 2); });
  print("places", std::get<1>(at::max_pool2d_with_indices(filled({2, 3, 7, 6}, 1), 3)));
  differentiate("avg_pool1d", {filled({2, 3, 9}, 1)},
                [](const std::vector<Tensor>& in) { return at::avg_pool1d(in[0], 3, 2, 1); });
  for (const bool ceil : {false, true})
    for (const bool padded : {false, true})
      differentiate("avg_pool2d", {filled({2, 3, 7, 6}, 1)}, [=](const std::vector<Tensor>& in) {
        return at::avg_pool2d(in[0], {3, 2}, {2, 3}, {1, 1}, ceil, padded);
      });
  differentiate("avg_pool2d, divisor", {filled({3, 7, 6}, 1)},
                [](const std::vector<Tensor>& in) { return at::avg_pool2d(in[0], 2, {}, 0, false, true, 5); });
  differentiate("avg_pool3d", {filled({1, 2, 4, 5, 6}, 1)},
                [](const std::vector<Tensor>& in) { return at::avg_pool3d(in[0], 2, 1, 1); });
  differentiate("adaptive_avg_pool1d", {filled({2, 3, 7}, 1)},
                [](const std::vector<Tensor>& in) { return at::adaptive_avg_pool1d(in[0], 3); });
  for (const std::int64_t size : {1, 3, 9})
    differentiate("adaptive_avg_pool2d", {filled({2, 3, 7, 6}, 1)}, [=](const std::vector<Tensor>& in) {
      return at::adaptive_avg_pool2d(in[0], {size, 2});
    });
  differentiate("adaptive_avg_pool3d", {filled({1, 2, 4, 5, 6}, 1)}, [](const std::vector<Tensor>& in) {
    return at::adaptive_avg_pool3d(in[0], {2, 3, 4});
  });
  differentiate("avg_pool1d, ceil", {filled({2, 3, 7}, 1)},
                [](const std::vector<Tensor>& in) { return at::avg_pool1d(in[0], 3, 2, 1, true); });
  differentiate("adaptive_avg_pool1d, one mean", {filled({2, 3, 7}, 1)},
                [](const std::vector<Tensor>& in) { return at::adaptive_avg_pool1d(in[0], 1); });
  differentiate("a window larger than the image, ceil", {filled({1, 3, 4, 4}, 1)},
                [](const std::vector<Tensor>& in) { return at::avg_pool2d(in[0], 5, 4, 0, true); });
  differentiate("conv_transpose1d, more places", {filled({1, 2, 3}, 1), filled({2, 3, 2}, 2)},
                [](const std::vector<Tensor>& in) { return at::conv_transpose1d(in[0], in[1], {}, 1, 0, 1, 1, 2); });
  differentiate("col2im", {filled({2, 8, 6}, 1)}, [](const std::vector<Tensor>& in) {
    return at::col2im(in[0], {4, 3}, {2, 2}, {1, 1}, {0, 1}, {1, 2});
  });
  using Factors = c10::optional<c10::ArrayRef<double>>;
  const std::vector<std::int64_t> places{5, 3};
  const std::vector<double> factors{1.5, 2};
  differentiate("upsample_nearest2d", {filled({2, 2, 3, 4}, 1)}, [=](const std::vector<Tensor>& in) {
    return at::upsample_nearest2d(in[0], c10::OptionalIntArrayRef(c10::IntArrayRef(places)), Factors());
  });
  differentiate("upsample_nearest2d, factors", {filled({2, 2, 3, 4}, 1)}, [=](const std::vector<Tensor>& in) {
    return at::upsample_nearest2d(in[0], c10::OptionalIntArrayRef(), c10::ArrayRef<double>(factors));
  });
  for (const bool aligned : {false, true}) {
    differentiate("upsample_bilinear2d", {filled({2, 2, 3, 4}, 1)}, [=](const std::vector<Tensor>& in) {
      return at::upsample_bilinear2d(in[0], c10::OptionalIntArrayRef(c10::IntArrayRef(places)), aligned, Factors());
    });
    differentiate("upsample_bilinear2d, factors", {filled({2, 2, 3, 4}, 1)}, [=](const std::vector<Tensor>& in) {
      return at::upsample_bilinear2d(in[0], c10::OptionalIntArrayRef(), aligned, c10::ArrayRef<double>(factors));
    });
  }
  const Tensor image = filled({1, 3, 4, 4}, 1);
  reject("a window larger than the image", [&] { at::max_pool2d(image, 5); });
  reject("a window of nothing", [&] { at::max_pool2d(image, 0); });
  reject("padding of more than half", [&] { at::avg_pool2d(image, 2, 2, 2); });
  reject("integers", [&] { at::avg_pool3d(image.to(at::kLong).unsqueeze(0).gt(0), 2); });
  reject("too few dimensions", [&] { at::max_pool2d(filled({4, 4}, 1), 2); });
  // The number of elements in this pooling window overflows to zero in 64 bits.
  const std::int64_t wide = std::int64_t{1} << 32;
  reject("a window beyond 32 bits", [&] {
    at::avg_pool2d(image.to(at::kLong), {wide, wide}, 1, {wide / 2, wide / 2});
  });
  reject("a stride beyond 32 bits", [&] { at::max_pool2d(image, 2, wide); });
  print("a window far larger than the image", at::max_pool2d(image, {wide / 4, 1}, 1, {wide / 8, 0}));
  reject("no divisor", [&] { at::avg_pool2d(image, 2, {}, 0, false, true, 0); });
}

void embeddings() {
  const Tensor indices = at::arange(0, 6, 1, at::kLong).view({2, 3});
  differentiate("embedding", {filled({6, 4}, 1)},
                [&](const std::vector<Tensor>& in) { return at::embedding(in[0], indices); });
  differentiate("embedding with padding", {filled({6, 4}, 1)},
                [&](const std::vector<Tensor>& in) { return at::embedding(in[0], indices, 2); });
  reject("row out of range", [&] { at::embedding(filled({5, 4}, 1), indices); });
  reject("floating indices", [&] { at::embedding(filled({6, 4}, 1), filled({2}, 1)); });
}

void losses() {
  const Tensor target = at::arange(0, 4, 1, at::kLong);
  for (const std::int64_t reduction : {at::Reduction::None, at::Reduction::Mean, at::Reduction::Sum}) {
    differentiate("nll_loss", {filled({4, 5}, 1)}, [&](const std::vector<Tensor>& in) {
      return at::nll_loss(at::log_softmax(in[0], 1), target, {}, reduction);
    });
    differentiate("cross_entropy_loss, weighted, one ignored", {filled({4, 5}, 1)}, [&](const std::vector<Tensor>& in) {
      return at::cross_entropy_loss(in[0], target, filled({5}, 2), reduction, 2);
    });
    differentiate("mse_loss", {filled({3, 4}, 1), filled({3, 4}, 2)},
                  [&](const std::vector<Tensor>& in) { return at::mse_loss(in[0], in[1], reduction); });
    differentiate("l1_loss", {filled({3, 4}, 1), filled({3, 4}, 2)},
                  [&](const std::vector<Tensor>& in) { return at::l1_loss(in[0], in[1], reduction); });
  }
  differentiate("cross_entropy_loss of images", {filled({2, 4, 2, 2}, 1)}, [&](const std::vector<Tensor>& in) {
    return at::cross_entropy_loss(in[0], at::arange(0, 4, 1, at::kLong).view({1, 2, 2}).expand({2, 2, 2}));
  });
  differentiate("cross_entropy_loss of one", {filled({5}, 1)},
                [&](const std::vector<Tensor>& in) { return at::cross_entropy_loss(in[0], target.select(0, 3)); });
  differentiate("log_softmax along the first", {filled({3, 4, 2}, 1)},
                [&](const std::vector<Tensor>& in) { return at::log_softmax(in[0], 0); });
  differentiate("linear", {filled({3, 4}, 1), filled({5, 4}, 2), filled({5}, 3)},
                [&](const std::vector<Tensor>& in) { return at::linear(in[0], in[1], in[2]); });
  differentiate("linear of a batch", {filled({2, 3, 4}, 1), filled({5, 4}, 2), filled({5}, 3)},
                [&](const std::vector<Tensor>& in) { return at::linear(in[0], in[1], in[2]); });
  reject("target out of range", [&] { at::nll_loss(filled({4, 3}, 1), target); });
  reject("another batch", [&] { at::nll_loss(filled({3, 5}, 1), target); });
}

MODECHECK_PARITY(neural) {
  convolutions();
  pools();
  embeddings();
  losses();
}

}  // namespace modecheck::parity::neural
