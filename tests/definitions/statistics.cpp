// Compares variances, norms, and comparisons of whole tensors with their definitions.
#include <cmath>
#include <limits>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

// Holds the sizes of a reduction's result, and the elements of each reduced group in row-major order. Empty `dims`
// means all dimensions.
struct Grouped {
  Sizes sizes;
  std::vector<std::vector<double>> groups;
};

Grouped grouped(const Array& x, Index dims, bool keepdim) {
  std::vector<bool> over(x.sizes.size(), dims.empty());
  for (const std::int64_t d : dims)
    if (x.dim() > 0) over[static_cast<std::size_t>(d < 0 ? d + x.dim() : d)] = true;
  Grouped out;
  Sizes kept;
  for (std::size_t d = 0; d < over.size(); ++d) {
    kept.push_back(over[d] ? 1 : x.sizes[d]);
    if (!over[d] || keepdim) out.sizes.push_back(kept.back());
  }
  out.groups.resize(static_cast<std::size_t>(product(kept)));
  const Array places(kept);
  each_index(x.sizes, [&](const Index& i) {
    Index to = i;
    for (std::size_t d = 0; d < over.size(); ++d)
      if (over[d]) to[d] = 0;
    out.groups[places.place(to)].push_back(x[i]);
  });
  return out;
}

Array over_groups(const Array& x, const Index& dims, bool keepdim,
                  const std::function<double(const std::vector<double>&)>& f) {
  const Grouped all = grouped(x, dims, keepdim);
  Array out(all.sizes);
  for (std::size_t g = 0; g < all.groups.size(); ++g) out.at[g] = f(all.groups[g]);
  return out;
}

double mean_of(const std::vector<double>& x) {
  double sum = 0;
  for (const double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}
double variance_of(const std::vector<double>& x, bool unbiased) {
  // The variance of no elements is NaN.
  if (x.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double mean = mean_of(x);
  double sum = 0;
  for (const double value : x) sum += (value - mean) * (value - mean);
  const double freedom = static_cast<double>(x.size()) - (unbiased ? 1 : 0);
  return sum / freedom;
}

struct Sample {
  Sizes sizes;
  Index dims;
  bool keepdim;
};

void variances(Judge& judge) {
  const auto of = [](const Sample& sample, bool unbiased, bool root, bool with_mean) {
    return [=](const Arrays& in) {
      Arrays out{over_groups(in[0], sample.dims, sample.keepdim, [=](const std::vector<double>& x) {
        const double variance = variance_of(x, unbiased);
        return root ? std::sqrt(variance) : variance;
      })};
      if (with_mean) out.push_back(over_groups(in[0], sample.dims, sample.keepdim, mean_of));
      return out;
    };
  };
  const auto both = [](const std::tuple<at::Tensor, at::Tensor>& results) {
    return Tensors{std::get<0>(results), std::get<1>(results)};
  };
  for (const bool unbiased : {true, false}) {
    for (const Sizes& sizes : {Sizes{5}, Sizes{2, 3}, Sizes{1}, Sizes{}, Sizes{0}, Sizes{2, 3, 2}, Sizes{50, 40}}) {
      const Sample all{sizes, {}, false};
      // For at most one element the variance has no derivative, so derivatives are not compared.
      const Judged how{.first = product(sizes) > 1, .slack = 10};
      const Array x = real(sizes, 2);
      judge(
          "var(Tensor,bool)", {x}, [=](const Tensors& in) { return Tensors{in[0].var(unbiased)}; },
          of(all, unbiased, false, false), how);
      judge(
          "std(Tensor,bool)", {x}, [=](const Tensors& in) { return Tensors{in[0].std(unbiased)}; },
          of(all, unbiased, true, false), how);
      judge(
          "var_mean(Tensor,bool)", {x}, [=](const Tensors& in) { return both(at::var_mean(in[0], unbiased)); },
          of(all, unbiased, false, true), how);
      judge(
          "std_mean(Tensor,bool)", {x}, [=](const Tensors& in) { return both(at::std_mean(in[0], unbiased)); },
          of(all, unbiased, true, true), how);
    }
    for (const Sample& sample :
         {Sample{{2, 3}, {1}, false}, Sample{{3, 2}, {0}, true}, Sample{{2, 3, 2}, {0, 2}, false},
          Sample{{2, 3, 2}, {-1, 1}, true}, Sample{{3, 1}, {1}, false}, Sample{{0, 3}, {1}, false},
          Sample{{2, 0}, {1}, true}, Sample{{30, 40}, {0}, false}, Sample{{2, 3}, {0, 1}, false}}) {
      std::int64_t elements = 1;
      for (const std::int64_t d : sample.dims) elements *= Array(sample.sizes).size(d);
      const Judged how{.first = elements > 1, .slack = 10};
      const Array x = real(sample.sizes, 3);
      judge(
          "std(Tensor,OptionalIntArrayRef,bool,bool)", {x},
          [=](const Tensors& in) { return Tensors{in[0].std(sample.dims, unbiased, sample.keepdim)}; },
          of(sample, unbiased, true, false), how);
      judge(
          "var_mean(Tensor,OptionalIntArrayRef,bool,bool)", {x},
          [=](const Tensors& in) { return both(at::var_mean(in[0], sample.dims, unbiased, sample.keepdim)); },
          of(sample, unbiased, false, true), how);
      judge(
          "std_mean(Tensor,OptionalIntArrayRef,bool,bool)", {x},
          [=](const Tensors& in) { return both(at::std_mean(in[0], sample.dims, unbiased, sample.keepdim)); },
          of(sample, unbiased, true, true), how);
      if (sample.dims.size() != 1 || sample.keepdim || !unbiased) continue;
      const std::int64_t dim = sample.dims[0];
      judge(
          "var(Tensor,Dimension)", {x}, [=](const Tensors& in) { return Tensors{in[0].var(dim)}; },
          of(sample, true, false, false), how);
      judge(
          "std(Tensor,Dimension)", {x}, [=](const Tensors& in) { return Tensors{in[0].std(dim)}; },
          of(sample, true, true, false), how);
      judge(
          "var_mean(Tensor,Dimension)", {x}, [=](const Tensors& in) { return both(at::var_mean(in[0], dim)); },
          of(sample, true, false, true), how);
      judge(
          "std_mean(Tensor,Dimension)", {x}, [=](const Tensors& in) { return both(at::std_mean(in[0], dim)); },
          of(sample, true, true, true), how);
    }
  }
}

double norm_of(const std::vector<double>& x, double p) {
  double out = p < 0 && std::isinf(p) ? p * -1 : 0;
  for (const double value : x) {
    const double size = std::fabs(value);
    if (std::isinf(p))
      out = p > 0 ? std::max(out, size) : std::min(out, size);
    else if (p == 0)
      out += size != 0 ? 1 : 0;
    else
      out += std::pow(size, p);
  }
  return std::isinf(p) || p == 0 ? out : std::pow(out, 1 / p);
}

void norms(Judge& judge) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double p : {2.0, 1.0, 3.0, 1.5, 0.0, infinity, -infinity, -1.0}) {
    for (const Sizes& sizes : {Sizes{5}, Sizes{2, 3}, Sizes{}, Sizes{0}, Sizes{40, 30}}) {
      // An empty tensor has no maximum and no minimum, so only the 2-norm is tested.
      if (product(sizes) == 0 && p != 2) continue;
      // A norm of negative order is steep where elements are small, and steeper for many elements. It is therefore
      // tested with distinct numbers and a wide tolerance.
      const bool smooth = p > 1 && product(sizes) > 0;
      const Array x = p == 0 || smooth || p == 1 ? real(sizes, 2) : distinct(sizes);
      const bool kinks = product(sizes) > 1000 && (p == 1 || p == 1.5);
      const Judged how{.first = product(sizes) > 0 && !kinks && p != -1, .slack = p == -1 ? 100.0 : 10.0};
      const Definition definition = [=](const Arrays& in) {
        return Arrays{over_groups(in[0], {}, false, [=](const std::vector<double>& v) { return norm_of(v, p); })};
      };
      judge(
          "norm(Tensor,Scalar)", {x}, [=](const Tensors& in) { return Tensors{at::norm(in[0], p)}; }, definition, how);
      judge(
          "norm(Tensor,optional<Scalar>,ScalarType)", {x},
          [=](const Tensors& in) {
            return Tensors{at::norm(in[0], c10::optional<at::Scalar>(p), at::kDouble).to(in[0].scalar_type())};
          },
          definition, how);
    }
    for (const Sample& sample :
         {Sample{{2, 3}, {1}, false}, Sample{{3, 2}, {0}, true}, Sample{{2, 3, 2}, {0, 2}, false},
          Sample{{0, 3}, {1}, false}, Sample{{20, 30}, {-1}, true}}) {
      const bool large = product(sample.sizes) > 500;
      const Array x = p > 1 || p == 0 || p == 1 ? real(sample.sizes, 3) : distinct(sample.sizes);
      const Judged how{.first = !large && p != -1, .slack = p == -1 ? 100.0 : 10.0};
      const Definition definition = [=](const Arrays& in) {
        return Arrays{over_groups(in[0], sample.dims, sample.keepdim,
                                  [=](const std::vector<double>& v) { return norm_of(v, p); })};
      };
      judge(
          "norm(Tensor,optional<Scalar>,IntArrayRef,bool)", {x},
          [=](const Tensors& in) { return Tensors{at::norm(in[0], at::Scalar(p), sample.dims, sample.keepdim)}; },
          definition, how);
      judge(
          "norm(Tensor,optional<Scalar>,IntArrayRef,bool,ScalarType)", {x},
          [=](const Tensors& in) {
            return Tensors{
                at::norm(in[0], at::Scalar(p), sample.dims, sample.keepdim, at::kDouble).to(in[0].scalar_type())};
          },
          definition, how);
    }
  }
}

at::Tensor truth(bool value) { return at::full({}, value, at::kBool); }
Array truth_of(bool value) { return Array(Sizes{}, value ? 1 : 0, Kind::Truth); }

bool close(double a, double b, bool equal_nan) {
  if (std::isnan(a) && std::isnan(b)) return equal_nan;
  return a == b || (std::isfinite(b) && std::fabs(a - b) <= 1e-3 + 1e-2 * std::fabs(b));
}

void comparisons(Judge& judge) {
  const double infinity = std::numeric_limits<double>::infinity();
  Array odd = real({6});
  odd.at = {1, infinity, -infinity, std::numeric_limits<double>::quiet_NaN(), 0, infinity};
  Array beside = odd;
  beside.at = {1.009, infinity, infinity, std::numeric_limits<double>::quiet_NaN(), 0.002, 1};
  const auto nearly = [](const Array& x) { return elementwise(x, [](double v) { return v * 1.004; }); };
  const std::pair<Array, Array> samples[] = {{real({3, 4}), nearly(real({3, 4}))},
                                             {real({3, 1}), real({4}, 2)},
                                             {real({}), real({})},
                                             {real({0}), real({0})},
                                             {odd, beside},
                                             {odd, odd},
                                             {real({60, 50}), nearly(real({60, 50}))}};
  for (const auto& [a, b] : samples) {
    const bool whole = a.sizes != odd.sizes;
    const Judged how{.dtypes = whole ? Dtypes::Numbers : Dtypes::Floating};
    for (const bool equal_nan : {false, true}) {
      const auto one = [=](double x, double y) { return close(x, y, equal_nan) ? 1.0 : 0.0; };
      // Differences of uint8 numbers wrap around, so isclose is tested only with floating-point dtypes.
      Judged floating;
      judge(
          "isclose(Tensor,Tensor,double,double,bool)", {a, b},
          [=](const Tensors& in) { return Tensors{at::isclose(in[0], in[1], 1e-2, 1e-3, equal_nan)}; },
          [=](const Arrays& in) {
            Array out = elementwise(in[0], in[1], one);
            out.kind = Kind::Truth;
            return Arrays{out};
          },
          floating);
      judge(
          "allclose(Tensor,Tensor,double,double,bool)", {a, b},
          [=](const Tensors& in) { return Tensors{truth(in[0].allclose(in[1], 1e-2, 1e-3, equal_nan))}; },
          [=](const Arrays& in) {
            const Array each = elementwise(in[0], in[1], one);
            bool all = true;
            for (const double x : each.at) all = all && x != 0;
            return Arrays{truth_of(all)};
          },
          floating);
    }
    judge(
        "equal(Tensor,Tensor)", {a, b}, [](const Tensors& in) { return Tensors{truth(in[0].equal(in[1]))}; },
        [](const Arrays& in) { return Arrays{truth_of(in[0].sizes == in[1].sizes && in[0].at == in[1].at)}; }, how);
    judge(
        "equal(Tensor,Tensor)", {a, a}, [](const Tensors& in) { return Tensors{truth(in[0].equal(in[1]))}; },
        [](const Arrays& in) { return Arrays{truth_of(in[0].at == in[1].at)}; }, how);
  }
  for (const Sizes& sizes : {Sizes{}, Sizes{1}, Sizes{1, 1}})
    for (const double value : {0.0, -0.0, 0.75, -2.0, std::numeric_limits<double>::quiet_NaN()})
      judge(
          "is_nonzero(Tensor)", {Array(sizes, value)},
          [](const Tensors& in) { return Tensors{truth(in[0].is_nonzero())}; },
          [](const Arrays& in) { return Arrays{truth_of(in[0][0] != 0)}; });
}

}  // namespace

void statistics(Judge& judge) {
  variances(judge);
  norms(judge);
  comparisons(judge);
}

}  // namespace modecheck::definitions
