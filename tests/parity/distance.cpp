// Prints distances between rows: values, first derivatives and rejections, because libtorch has no second derivatives
// of distances. This file is built against the engine and against libtorch; both builds must print the same.

#include <limits>

#include "tests/parity/differentiate.h"
#include "tests/parity/part.h"
#include "tests/parity/print.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::distance {

using namespace modecheck::parity;  // NOLINT: a short program may use a whole namespace

void between_two() {
  for (const double p : {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, std::numeric_limits<double>::infinity()}) {
    differentiate(
        "cdist", {filled({3, 4}, 1), filled({2, 4}, 2)}, [p](const Inputs& in) { return at::cdist(in[0], in[1], p); },
        Derivatives::First);
    differentiate(
        "cdist of batches", {filled({2, 1, 3, 2}, 1), filled({3, 1, 2}, 2)},
        [p](const Inputs& in) { return at::_cdist_forward(in[0], in[1], p, 2); }, Derivatives::First);
    differentiate(
        "pdist", {filled({4, 3}, 1)}, [p](const Inputs& in) { return at::pdist(in[0], p); }, Derivatives::First);
  }
  print("cdist of no columns", at::cdist(filled({2, 0}, 1), filled({3, 0}, 1)));
  print("cdist of no rows", at::cdist(filled({2, 3}, 1), filled({0, 3}, 1)));
  print("pdist of one row", at::pdist(filled({1, 3}, 1)));
  reject("other columns", [] { at::cdist(filled({2, 3}, 1), filled({2, 2}, 1)); });
  reject("a vector", [] { at::cdist(filled({3}, 1), filled({2, 3}, 1)); });
  reject("integers", [] { at::cdist(filled({2, 3}, 1).to(at::kLong), filled({2, 3}, 1)); });
  reject("a negative order", [] { at::pdist(filled({2, 3}, 1), -1); });
  reject("batches", [] { at::pdist(filled({2, 2, 3}, 1)); });
}

MODECHECK_PARITY(distance) { between_two(); }

}  // namespace modecheck::parity::distance
