// Prints embedding_bag: values, gradients and rejections. This file is built against the engine and against libtorch;
// both builds must print the same.

#include <tuple>
#include <vector>

#include "tests/parity/differentiate.h"
#include "tests/parity/part.h"
#include "tests/parity/print.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::embedding_bag {

using namespace modecheck::parity;  // NOLINT: a short program may use a whole namespace
using at::Tensor;

Tensor whole_numbers(const std::vector<std::int64_t>& values) { return at::tensor(values, at::kLong); }

void bags(std::int64_t mode, bool scaled, std::int64_t padding) {
  // With scale_grad_by_freq, libtorch 1.13.1 divides by the frequency of another row. All rows therefore occur equally
  // often.
  const Tensor named =
      whole_numbers(scaled ? std::vector<std::int64_t>{4, 1, 1, 0, 4, 0} : std::vector<std::int64_t>{4, 1, 1, 0, 5, 1});
  const Tensor begins = whole_numbers({0, 2, 2, 5});
  differentiate(
      "embedding_bag", {filled({6, 4}, 1)},
      [&](const Inputs& in) {
        const auto out = at::_embedding_bag(in[0], named, begins, scaled, mode, false, {}, false, padding);
        print("  of bags", std::get<1>(out));
        if (mode == 2) print("  places", std::get<3>(out));
        return std::get<0>(out);
      },
      Derivatives::First);
  if (mode != 0) return;
  differentiate(
      "embedding_bag of weighted samples", {filled({6, 4}, 1), filled({6}, 2)},
      [&](const Inputs& in) {
        return std::get<0>(
            at::embedding_bag(in[0], named, whole_numbers({0, 2, 2, 6}), scaled, mode, false, in[1], true));
      },
      Derivatives::First);
}

void rejections() {
  const Tensor weight = filled({6, 4}, 1);
  const Tensor named = whole_numbers({4, 1, 1, 0, 5, 1});
  const Tensor begins = whole_numbers({0, 2});
  reject("a bag that does not begin", [&] { at::embedding_bag(weight, named, whole_numbers({1, 2})); });
  reject("bags beyond the indices", [&] { at::embedding_bag(weight, named, whole_numbers({0, 7})); });
  reject("weighted means", [&] { at::embedding_bag(weight, named, begins, false, 1, false, filled({6}, 1)); });
  reject("weights of other samples",
         [&] { at::embedding_bag(weight, named, begins, false, 0, false, filled({5}, 1)); });
  reject("floating indices", [&] { at::embedding_bag(weight, filled({6}, 1), begins); });
  reject("another padding",
         [&] { at::embedding_bag(weight, named, begins, false, 0, false, {}, false, c10::optional<std::int64_t>(6)); });
}

MODECHECK_PARITY(embedding_bag) {
  for (const std::int64_t mode : {0, 1, 2})
    for (const bool scaled : {false, true})
      for (const std::int64_t padding : {-1, 1}) bags(mode, scaled, padding);
  rejections();
}

}  // namespace modecheck::parity::embedding_bag
