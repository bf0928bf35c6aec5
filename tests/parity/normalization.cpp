// Prints results of layer, group, batch and instance normalisation. This file is built against the engine and against
// libtorch; both builds must print the same.
#include "tests/parity/differentiate.h"
#include "tests/parity/part.h"

namespace modecheck::parity::normalization {

using at::Tensor;
using modecheck::parity::Derivatives;
using modecheck::parity::differentiate;
using modecheck::parity::filled;
using modecheck::parity::Inputs;
using modecheck::parity::print;
using modecheck::parity::reject;

void print_all(const char* name, const std::tuple<Tensor, Tensor, Tensor>& results) {
  print(name, std::get<0>(results));
  print("  means", std::get<1>(results));
  print("  reciprocals", std::get<2>(results));
}

void layers() {
  differentiate("layer_norm", {filled({2, 3, 4}, 1), filled({4}, 2), filled({4}, 3)},
                [](const Inputs& in) { return at::layer_norm(in[0], {4}, in[1], in[2]); });
  differentiate("layer_norm over two", {filled({2, 3, 4}, 1), filled({3, 4}, 2), filled({3, 4}, 3)},
                [](const Inputs& in) {
                  return at::layer_norm(in[0], {3, 4}, in[1], in[2], 0.1);
                });
  differentiate("layer_norm over all", {filled({3, 4}, 1), filled({3, 4}, 2), filled({3, 4}, 3)}, [](const Inputs& in) {
    return at::layer_norm(in[0], {3, 4}, in[1], in[2], 0.1);
  });
  differentiate("layer_norm without parameters", {filled({2, 5}, 1)},
                [](const Inputs& in) { return at::layer_norm(in[0], {5}); });
  differentiate("layer_norm without bias", {filled({2, 5}, 1), filled({5}, 2)},
                [](const Inputs& in) { return at::layer_norm(in[0], {5}, in[1]); });
  // libtorch 1.13.1 fails on the second derivative of layer_norm without weight, because it adds a gradient that it did
  // not compute.
  differentiate(
      "layer_norm without weight", {filled({2, 5}, 1), filled({5}, 2)},
      [](const Inputs& in) { return at::layer_norm(in[0], {5}, {}, in[1]); }, Derivatives::First);
  differentiate("layer_norm of a transposed input", {filled({5, 4}, 1), filled({5}, 2)},
                [](const Inputs& in) { return at::layer_norm(in[0].t(), {5}, in[1]); });
  print_all("native_layer_norm", at::native_layer_norm(filled({2, 3, 4}, 1), {3, 4}, filled({3, 4}, 2), {}, 1e-5));
  print_all("native_layer_norm of nothing", at::native_layer_norm(filled({0, 4}, 1), {4}, {}, {}, 1e-5));
  reject("another shape", [] { at::layer_norm(filled({2, 4}, 1), {3}); });
  reject("no shape", [] { at::layer_norm(filled({2, 4}, 1), {}); });
  reject("a longer shape", [] { at::layer_norm(filled({4}, 1), {2, 4}); });
  reject("another weight", [] { at::layer_norm(filled({2, 4}, 1), {4}, filled({3}, 1)); });
  reject("another bias", [] { at::layer_norm(filled({2, 4}, 1), {4}, {}, filled({1, 4}, 1)); });
  reject("integers", [] { at::layer_norm(filled({2, 4}, 1).to(at::kLong), {4}); });
  reject("a weight of another dtype", [] {
    at::layer_norm(filled({2, 4}, 1), {4}, filled({4}, 1).to(at::kFloat), filled({4}, 1).to(at::kFloat));
  });
}

void groups() {
  differentiate("group_norm", {filled({2, 6, 3}, 1), filled({6}, 2), filled({6}, 3)},
                [](const Inputs& in) { return at::group_norm(in[0], 2, in[1], in[2]); });
  differentiate("group_norm of images", {filled({2, 4, 2, 3}, 1), filled({4}, 2), filled({4}, 3)},
                [](const Inputs& in) { return at::group_norm(in[0], 4, in[1], in[2], 0.1); });
  differentiate("group_norm of one group", {filled({2, 4, 2, 3}, 1), filled({4}, 3)},
                [](const Inputs& in) { return at::group_norm(in[0], 1, in[1], {}, 0.1); });
  differentiate(
      "native_group_norm with its statistics", {filled({2, 4, 3}, 1), filled({4}, 2), filled({4}, 3)},
      [](const Inputs& in) {
        const auto [y, mean, reciprocal] = at::native_group_norm(in[0], in[1], in[2], 2, 4, 3, 2, 0.1);
        return y.add(mean.mul(filled({2, 2}, 4)).sum()).add(reciprocal.mul(filled({2, 2}, 5)).sum());
      },
      Derivatives::First);
  // Without a weight libtorch 1.13.1 has no second derivative of group_norm. With only a bias it has no first
  // derivative either.
  differentiate(
      "group_norm of rows", {filled({2, 6}, 1)}, [](const Inputs& in) { return at::group_norm(in[0], 3, {}, {}, 0.1); },
      Derivatives::First);
  print_all("native_group_norm",
            at::native_group_norm(filled({2, 6, 3}, 1), filled({6}, 2), filled({6}, 3), 2, 6, 3, 2, 1e-5));
  reject("groups that do not divide", [] { at::group_norm(filled({2, 6, 3}, 1), 4); });
  reject("another weight", [] { at::group_norm(filled({2, 6, 3}, 1), 3, filled({3}, 1)); });
}

void batches() {
  for (const bool training : {true, false}) {
    differentiate("batch_norm", {filled({3, 4, 2}, 1), filled({4}, 2), filled({4}, 3)}, [=](const Inputs& in) {
      const Tensor mean = filled({4}, 4).to(in[0].scalar_type());
      const Tensor variance = filled({4}, 5).abs().to(in[0].scalar_type());
      const Tensor out = at::batch_norm(in[0], in[1], in[2], mean, variance, training, 0.3, 1e-5, false);
      print("  running", mean);
      print("  running", variance);
      return out;
    });
    differentiate(
        "batch_norm of rows without weight", {filled({5, 3}, 1), filled({3}, 3)},
        [=](const Inputs& in) {
          const Tensor mean = filled({3}, 4).to(in[0].scalar_type());
          const Tensor variance = filled({3}, 5).abs().to(in[0].scalar_type());
          return at::batch_norm(in[0], {}, in[1], mean, variance, training, 0.3, 1e-5, false);
        },
        Derivatives::First);
    print_all("native_batch_norm", at::native_batch_norm(filled({3, 2, 2}, 1), filled({2}, 2), filled({2}, 3),
                                                         filled({2}, 4), filled({2}, 5).abs(), training, 0.1, 1e-5));
    differentiate("instance_norm", {filled({3, 4, 5}, 1), filled({4}, 2), filled({4}, 3)}, [=](const Inputs& in) {
      const Tensor mean = filled({4}, 4).to(in[0].scalar_type());
      const Tensor variance = filled({4}, 5).abs().to(in[0].scalar_type());
      const Tensor out = at::instance_norm(in[0], in[1], in[2], mean, variance, training, 0.3, 1e-5, false);
      print("  running", mean);
      print("  running", variance);
      return out;
    });
  }
  differentiate("batch_norm without running statistics", {filled({3, 4, 2, 2}, 1), filled({4}, 2)},
                [](const Inputs& in) { return at::batch_norm(in[0], in[1], {}, {}, {}, true, 0.1, 0.1, false); });
  differentiate(
      "instance_norm without anything", {filled({2, 3, 4, 2}, 1)},
      [](const Inputs& in) { return at::instance_norm(in[0], {}, {}, {}, {}, true, 0.1, 0.1, false); },
      Derivatives::First);
  differentiate(
      "norms of channels last", {filled({2, 4, 3, 2}, 1)},
      [](const Inputs& in) {
        const Tensor image = in[0].contiguous(at::MemoryFormat::ChannelsLast);
        const Tensor of_batch = at::batch_norm(image, {}, {}, {}, {}, true, 0.1, 0.1, false);
        const Tensor of_groups = at::group_norm(image, 2, {}, {}, 0.1);
        std::printf("  strides of channels %lld %lld\n", static_cast<long long>(of_batch.stride(1)),
                    static_cast<long long>(of_groups.stride(1)));
        return of_batch.add(of_groups);
      },
      Derivatives::First);
  const Tensor mean = filled({4}, 4);
  const Tensor variance = filled({4}, 5).abs();
  print("batch_norm of no images",
        at::batch_norm(at::zeros({0, 4, 2}, at::kDouble), {}, {}, mean, variance, true, 0.3, 1e-5, false));
  print("  running", mean);
  print("  running", variance);
  const Tensor input = filled({3, 4, 2}, 1);
  reject("no statistics", [&] { at::batch_norm(input, {}, {}, {}, {}, false, 0.1, 1e-5, false); });
  reject("other statistics",
         [&] { at::batch_norm(input, {}, {}, filled({3}, 1), filled({3}, 1), false, 0.1, 1e-5, false); });
  reject("another weight", [&] { at::batch_norm(input, filled({5}, 1), {}, {}, {}, true, 0.1, 1e-5, false); });
  reject("a vector", [&] { at::batch_norm(filled({4}, 1), {}, {}, {}, {}, true, 0.1, 1e-5, false); });
  reject("no statistics of instances", [&] { at::instance_norm(input, {}, {}, {}, {}, false, 0.1, 1e-5, false); });
}

MODECHECK_PARITY(normalization) {
  layers();
  groups();
  batches();
}

}  // namespace modecheck::parity::normalization
