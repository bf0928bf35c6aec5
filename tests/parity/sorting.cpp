// Prints results of sorting, and of other operators that need an order. This file is built against the engine and
// against libtorch; both builds must print the same.
#include <limits>

#include "tests/parity/differentiate.h"
#include "tests/parity/part.h"

namespace modecheck::parity::sorting {

using at::Tensor;
using modecheck::parity::differentiate;
using modecheck::parity::filled;
using modecheck::parity::Inputs;
using modecheck::parity::print;
using modecheck::parity::reject;

using Pair = std::tuple<Tensor, Tensor>;

// Prints the two results of `function`: the values with their derivatives, and the indices.
template <typename Function>
void both(const char* name, const Tensor& input, Function function) {
  differentiate(name, {input}, [&](const Inputs& in) { return std::get<0>(function(in[0])); });
  print("  places", std::get<1>(function(input)));
}

const std::vector<at::ScalarType> kOrdered = {at::kDouble, at::kFloat, at::kLong, at::kInt, at::kShort, at::kByte};

// Returns a tensor of float64 numbers of which many are equal.
Tensor repeating(c10::IntArrayRef sizes) { return filled(sizes, 5).mul(at::full({}, 3, at::kDouble)).round(); }

Tensor with_nan() {
  Tensor out = filled({3, 4}, 2);
  out.select(0, 0).select(0, 2).fill_(std::numeric_limits<double>::quiet_NaN());
  out.select(0, 2).select(0, 0).fill_(std::numeric_limits<double>::quiet_NaN());
  out.select(0, 2).select(0, 3).fill_(std::numeric_limits<double>::quiet_NaN());
  return out;
}

template <typename Function>
void plainly(const char* name, const Tensor& input, Function function) {
  try {
    const Pair results = function(input);
    std::printf("%s %d\n", name, static_cast<int>(input.scalar_type()));
    print("  values", std::get<0>(results));
    print("  places", std::get<1>(results));
  } catch (const c10::Error&) {
    std::printf("%s %d: c10::Error\n", name, static_cast<int>(input.scalar_type()));
  }
}

// Prints results of `function` in every dtype, with equal elements and with NaN. `ties` says that the libraries agree
// on which of several equal elements they find.
template <typename Function>
void everywhere(const char* name, Function function, bool ties = true) {
  both(name, filled({3, 4, 2}, 1), function);
  both(name, filled({4, 3}, 1).t(), function);
  plainly(name, with_nan(), function);
  plainly(name, at::full({}, 2.5, at::kDouble), function);
  if (!ties) return;
  for (const at::ScalarType type : kOrdered) plainly(name, repeating({2, 6}).abs().to(type), function);
}

void sorts() {
  for (const bool descending : {false, true}) {
    everywhere("sort", [=](const Tensor& t) { return at::sort(t, -1, descending); });
    everywhere("sort along the first",
               [=](const Tensor& t) { return t.sort(c10::optional<bool>(true), 0, descending); });
    print("argsort", at::argsort(repeating({2, 6}), 1, descending));
    print("argsort", repeating({2, 6}).argsort(true, 0, descending));
    plainly("sort of truth", repeating({2, 6}).gt(0), [=](const Tensor& t) { return at::sort(t, 1, descending); });
  }
  differentiate("msort", {filled({3, 2}, 1)}, [](const Inputs& in) { return at::msort(in[0]); });
  plainly("sort of nothing", at::zeros({2, 0}), [](const Tensor& t) { return at::sort(t); });
  reject("no such dimension", [] { at::sort(at::zeros({2, 2}), 2); });
  reject("complex", [] { at::sort(at::zeros({2, 2}, at::kComplexFloat)); });
}

void selections() {
  for (const bool largest : {false, true})
    for (const std::int64_t k : {1, 2}) {
      everywhere("topk", [=](const Tensor& t) { return at::topk(t, t.dim() == 0 ? 1 : k, -1, largest); });
      everywhere("topk along the first", [=](const Tensor& t) { return t.topk(t.dim() == 0 ? 1 : k, 0, largest); });
    }
  both("topk of many", filled({200}, 3), [](const Tensor& t) { return at::topk(t, 3); });
  plainly("topk of many equal", repeating({200}), [](const Tensor& t) { return at::topk(t, 3); });
  plainly("topk of many equal", repeating({200}), [](const Tensor& t) { return at::topk(t, 40); });
  everywhere(
      "kthvalue", [](const Tensor& t) { return at::kthvalue(t, t.dim() == 0 ? 1 : 2, -1, true); }, false);
  everywhere(
      "kthvalue", [](const Tensor& t) { return t.kthvalue(t.dim() == 0 ? 1 : 3, 0); }, false);
  for (const bool keepdim : {false, true})
    for (const std::int64_t dim : {0, -1}) {
      everywhere("max", [=](const Tensor& t) { return at::max(t, dim, keepdim); });
      everywhere("min", [=](const Tensor& t) { return t.min(dim, keepdim); });
      everywhere(
          "median", [=](const Tensor& t) { return at::median(t, dim, keepdim); }, false);
    }
  for (const std::int64_t dim : {0, -1}) {
    everywhere("cummax", [=](const Tensor& t) { return at::cummax(t, dim); });
    everywhere("cummin", [=](const Tensor& t) { return t.cummin(dim); });
  }
  plainly("max of truth", repeating({2, 6}).gt(0), [](const Tensor& t) { return at::max(t, 1); });
  plainly("min of truth", repeating({2, 6}).gt(0), [](const Tensor& t) { return at::min(t, 1); });
  differentiate("median of all", {filled({3, 4}, 1)}, [](const Inputs& in) { return at::median(in[0]); });
  differentiate("median of equal ones", {repeating({3, 5})}, [](const Inputs& in) { return in[0].median(); });
  print("median with NaN", at::median(with_nan()));
  print("median of integers", at::median(repeating({3, 4}).to(at::kLong)));
  print("median of nothing", at::median(at::zeros({0})));
  differentiate("max of two", {filled({3, 4}, 1), filled({3, 4}, 2)},
                [](const Inputs& in) { return at::max(in[0], in[1]); });
  differentiate("min of two", {filled({3, 4}, 1), filled({4}, 2)},
                [](const Inputs& in) { return at::min(in[0], in[1]); });
  reject("topk of too many", [] { at::topk(at::zeros({2, 3}), 4); });
  reject("topk of less than none", [] { at::topk(at::zeros({2, 3}), -1); });
  reject("the zeroth", [] { at::kthvalue(at::zeros({2, 3}), 0); });
  reject("the fourth of three", [] { at::kthvalue(at::zeros({2, 3}), 4); });
  reject("max of nothing", [] { at::max(at::zeros({2, 0}), 1); });
  reject("median of nothing along it", [] { at::median(at::zeros({2, 0}), 1); });
}

void uniques() {
  for (const at::ScalarType type : kOrdered) {
    const auto results = at::_unique2(repeating({3, 4}).abs().to(type), true, true, true);
    print("_unique2", std::get<0>(results));
    print("  inverse", std::get<1>(results));
    print("  counts", std::get<2>(results));
  }
  const auto truth = at::_unique2(repeating({3, 4}).gt(0), true, true, true);
  print("_unique2 of truth", std::get<0>(truth));
  print("  inverse", std::get<1>(truth));
  print("  counts", std::get<2>(truth));
  const auto values = at::_unique2(repeating({3, 4}));
  print("_unique2, values alone", std::get<0>(values));
  print("  inverse", std::get<1>(values));
  print("  counts", std::get<2>(values));
  print("_unique", std::get<0>(at::_unique(repeating({7}), true, false)));
  print("_unique2 of nothing", std::get<0>(at::_unique2(at::zeros({0, 2}))));
  const Tensor leaf = filled({3}, 1).set_requires_grad(true);
  const Tensor unique = std::get<0>(at::_unique2(leaf));
  std::printf("requires_grad=%d\n", static_cast<int>(unique.requires_grad()));
  reject("derivative of _unique2", [&] { unique.sum().backward(); });
}

void places() {
  const Tensor sequence = std::get<0>(at::sort(repeating({8})));
  const Tensor values = repeating({2, 5}).add(at::full({}, 0.5, at::kDouble));
  for (const bool right : {false, true}) {
    print("searchsorted", at::searchsorted(sequence, values, false, right));
    print("searchsorted in rows",
          at::searchsorted(std::get<0>(at::sort(repeating({2, 6}))), repeating({2, 3}), true, right));
    print("searchsorted of a number", at::searchsorted(sequence, 1, false, right));
    print("bucketize", at::bucketize(repeating({3, 2}), sequence, false, right));
    print("bucketize of a number", at::bucketize(0.5, sequence, true, right));
    print("searchsorted of integers",
          at::searchsorted(sequence.to(at::kLong), repeating({4}).to(at::kLong), false, right));
    print("searchsorted with NaN", at::searchsorted(sequence, with_nan(), false, right));
  }
  const Tensor unsorted = repeating({8});
  print("searchsorted with a sorter", at::searchsorted(unsorted, values, false, false, "right", at::argsort(unsorted)));
  std::printf("%d\n", static_cast<int>(at::searchsorted(sequence, values, true).scalar_type()));
  reject("other rows", [] { at::searchsorted(at::zeros({2, 3}), at::zeros({3, 3})); });
  reject("other dtypes", [] { at::searchsorted(at::zeros({3}), at::zeros({3}, at::kDouble)); });
  reject("neither side", [] { at::searchsorted(at::zeros({3}), at::zeros({3}), false, false, "middle"); });
  reject("both sides", [] { at::searchsorted(at::zeros({3}), at::zeros({3}), false, true, "left"); });
  reject("no sequence", [] { at::searchsorted(at::zeros({}), at::zeros({3})); });
  reject("two dimensions of boundaries", [] { at::bucketize(at::zeros({3}), at::zeros({3, 3})); });
}

MODECHECK_PARITY(sorting) {
  sorts();
  selections();
  uniques();
  places();
}

}  // namespace modecheck::parity::sorting
