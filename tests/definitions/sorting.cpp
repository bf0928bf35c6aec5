// Compares sorting, searchsorted, unique and medians with their definitions.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/definitions/along.h"
#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Returns whether a comes before b in the order of sort, where NaN is the largest number.
bool less(double a, double b) { return !std::isnan(a) && (std::isnan(b) || a < b); }

// Returns the indices that sort the elements along a dimension. Equal elements keep their order.
Array order_of(const Array& x, std::int64_t dim, bool descending) {
  const Along along(x.sizes, dim);
  Array out(x.sizes, 0, Kind::Place);
  for (std::int64_t o = 0; o < along.outer; ++o)
    for (std::int64_t n = 0; n < along.inner; ++n) {
      std::vector<std::int64_t> places(static_cast<std::size_t>(along.length));
      std::iota(places.begin(), places.end(), 0);
      std::stable_sort(places.begin(), places.end(), [&](std::int64_t i, std::int64_t j) {
        const double a = x[along.place(o, i, n)];
        const double b = x[along.place(o, j, n)];
        return descending ? less(b, a) : less(a, b);
      });
      for (std::int64_t i = 0; i < along.length; ++i)
        out[along.place(o, i, n)] = static_cast<double>(places[static_cast<std::size_t>(i)]);
    }
  return out;
}

Array with_nan(Array x) {
  for (std::int64_t i = 1; i < x.numel(); i += 4) x[i] = kNan;
  return x;
}

void orders(Judge& judge) {
  struct Sample {
    Sizes sizes;
    std::int64_t dim;
  };
  for (const Sample& sample : {Sample{{5}, -1}, Sample{{3, 4}, 0}, Sample{{3, 4}, 1}, Sample{{2, 3, 2}, 1},
                               Sample{{}, 0}, Sample{{0}, 0}, Sample{{2, 0, 3}, 1}, Sample{{700, 3}, 0}})
    for (const bool descending : {false, true}) {
      const Definition definition = [=](const Arrays& in) { return Arrays{order_of(in[0], sample.dim, descending)}; };
      judge(
          "argsort(Tensor,int64_t,bool)", {distinct(sample.sizes)},
          [=](const Tensors& in) { return Tensors{in[0].argsort(sample.dim, descending)}; }, definition);
      for (const Array& x : {repeated(sample.sizes), with_nan(repeated(sample.sizes))})
        judge("argsort(Tensor,bool,int64_t,bool)", {x},
              [=](const Tensors& in) { return Tensors{at::argsort(in[0], /*stable=*/true, sample.dim, descending)}; },
              definition,
              {.dtypes =
                   std::isnan(std::accumulate(x.at.begin(), x.at.end(), 0.0)) ? Dtypes::Floating : Dtypes::Numbers});
    }
  for (const Sizes& sizes : {Sizes{5}, Sizes{4, 3}, Sizes{0, 2}, Sizes{1, 3}, Sizes{300, 4}})
    judge(
        "msort(Tensor)", {distinct(sizes)}, [](const Tensors& in) { return Tensors{at::msort(in[0])}; },
        [](const Arrays& in) {
          const Array places = order_of(in[0], 0, false);
          const Along along(in[0].sizes, 0);
          Array out = in[0];
          for (std::int64_t n = 0; n < along.inner; ++n)
            for (std::int64_t i = 0; i < along.length; ++i)
              out[along.place(0, i, n)] =
                  in[0][along.place(0, static_cast<std::int64_t>(places[along.place(0, i, n)]), n)];
          return Arrays{out};
        },
        {.dtypes = Dtypes::Numbers});
}

void of_all(Judge& judge) {
  const auto extreme = [](bool largest) {
    return [=](const Arrays& in) {
      Array out(Sizes{}, in[0][0]);
      for (const double x : in[0].at)
        if (std::isnan(x) || (largest ? x > out[0] : x < out[0])) {
          if (!std::isnan(out[0])) out[0] = x;
        }
      return Arrays{out};
    };
  };
  const Definition middle = [](const Arrays& in) {
    std::vector<double> sorted = in[0].at;
    for (const double x : sorted)
      if (std::isnan(x)) return Arrays{Array(Sizes{}, kNan)};
    if (sorted.empty()) return Arrays{Array(Sizes{}, kNan)};
    std::sort(sorted.begin(), sorted.end());
    return Arrays{Array(Sizes{}, sorted[(sorted.size() - 1) / 2])};
  };
  for (const Sizes& sizes : {Sizes{5}, Sizes{3, 4}, Sizes{}, Sizes{1, 1, 2}, Sizes{70, 31}})
    for (const bool nan : {false, true}) {
      const Array x = nan ? with_nan(distinct(sizes)) : distinct(sizes);
      const Judged how{.dtypes = nan ? Dtypes::Floating : Dtypes::Numbers, .first = !nan};
      judge(
          "max(Tensor)", {x}, [](const Tensors& in) { return Tensors{in[0].max()}; }, extreme(true), how);
      judge(
          "min(Tensor)", {x}, [](const Tensors& in) { return Tensors{at::min(in[0])}; }, extreme(false), how);
      judge(
          "median(Tensor)", {x}, [](const Tensors& in) { return Tensors{in[0].median()}; }, middle, how);
    }
  judge(
      "median(Tensor)", {real({0})}, [](const Tensors& in) { return Tensors{at::median(in[0])}; }, middle);
  for (const auto& [a, b] :
       {std::pair<Sizes, Sizes>{{3, 4}, {3, 4}}, {{3, 1}, {4}}, {{}, {2}}, {{0}, {1}}, {{50, 3}, {3}}})
    for (const bool nan : {false, true}) {
      const Arrays both{nan ? with_nan(real(a, 2)) : real(a, 2), real(b, 3)};
      const Judged how{.dtypes = nan ? Dtypes::Floating : Dtypes::Numbers, .first = !nan};
      const auto one = [](bool largest) {
        return [=](const Arrays& in) {
          return Arrays{elementwise(in[0], in[1], [=](double x, double y) {
            if (std::isnan(x) || std::isnan(y)) return kNan;
            return (x > y) == largest ? x : y;
          })};
        };
      };
      judge(
          "max(Tensor,Tensor)", both, [](const Tensors& in) { return Tensors{at::max(in[0], in[1])}; }, one(true), how);
      judge(
          "min(Tensor,Tensor)", both, [](const Tensors& in) { return Tensors{at::min(in[0], in[1])}; }, one(false),
          how);
      Judged written = how;
      written.first = false;
      judge(
          "max_out(Tensor,Tensor,Tensor)", both,
          [](const Tensors& in) {
            at::Tensor out = at::empty({0}, in[0].options());
            at::max_out(out, in[0], in[1]);
            return Tensors{out};
          },
          one(true), written);
      judge(
          "min_out(Tensor,Tensor,Tensor)", both,
          [](const Tensors& in) {
            at::Tensor out = at::empty({0}, in[0].options());
            at::min_out(out, in[0], in[1]);
            return Tensors{out};
          },
          one(false), written);
    }
}

// Returns the distinct elements in order, the index of each element among them, and how often each occurs.
Arrays unique_of(const Array& x, bool inverse, bool counts) {
  std::vector<double> sorted = x.at;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  const auto count = static_cast<std::int64_t>(sorted.size());
  Array values(Sizes{count});
  values.at = sorted;
  Array places(x.sizes, 0, Kind::Place);
  Array often(Sizes{count}, 0, Kind::Place);
  for (std::size_t i = 0; i < x.at.size(); ++i) {
    places.at[i] = static_cast<double>(std::lower_bound(sorted.begin(), sorted.end(), x.at[i]) - sorted.begin());
    often.at[static_cast<std::size_t>(places.at[i])] += 1;
  }
  const Array none(Sizes{0}, 0, Kind::Place);
  return {values.constant(), inverse ? places : none, counts ? often : none};
}

void without_repetition(Judge& judge) {
  for (const Sizes& sizes : {Sizes{7}, Sizes{3, 4}, Sizes{}, Sizes{0}, Sizes{2, 2, 2}, Sizes{40, 50}})
    for (const bool inverse : {false, true}) {
      judge(
          "_unique(Tensor,bool,bool)", {repeated(sizes)},
          [=](const Tensors& in) {
            const auto both = at::_unique(in[0], true, inverse);
            return Tensors{std::get<0>(both), std::get<1>(both)};
          },
          [=](const Arrays& in) {
            Arrays out = unique_of(in[0], inverse, false);
            out.pop_back();
            return out;
          },
          {.dtypes = Dtypes::Numbers, .first = false});
      for (const bool counts : {false, true})
        judge(
            "_unique2(Tensor,bool,bool,bool)", {repeated(sizes)},
            [=](const Tensors& in) {
              const auto all = at::_unique2(in[0], true, inverse, counts);
              return Tensors{std::get<0>(all), std::get<1>(all), std::get<2>(all)};
            },
            // If unique returns counts, it computes the inverse indices, too.
            [=](const Arrays& in) { return unique_of(in[0], inverse || counts, counts); },
            {.dtypes = Dtypes::Numbers, .first = false});
    }
}

// Returns how many elements of a sorted row are below a value, or with `right` not above the value.
double position(const std::vector<double>& row, double value, bool right) {
  double out = 0;
  for (const double x : row)
    if (less(x, value) || (right && !less(value, x))) out += 1;
  return out;
}

Array sorted_rows(const Sizes& sizes) {
  Array out = repeated(sizes, 4);
  const Along along(sizes, -1);
  for (std::int64_t o = 0; o < along.outer; ++o)
    std::sort(out.at.begin() + o * along.length, out.at.begin() + (o + 1) * along.length);
  return out;
}

// Returns the result of searchsorted for one sequence, or for one sequence for each row of the values.
Array positions(const Array& sequences, const Array& values, bool right, Kind kind) {
  Array out(values.sizes, 0, kind);
  const std::int64_t length = sequences.size(-1);
  const std::int64_t row = sequences.dim() == 1 || values.dim() == 0 ? values.numel() : values.size(-1);
  for (std::int64_t i = 0; i < values.numel(); ++i) {
    const std::int64_t from = sequences.dim() == 1 ? 0 : i / row * length;
    const std::vector<double> of(sequences.at.begin() + from, sequences.at.begin() + from + length);
    out[i] = position(of, values[i], right);
  }
  return out;
}

void positions_in_order(Judge& judge) {
  const std::pair<Sizes, Sizes> samples[] = {
      {{5}, {3}}, {{5}, {2, 3}},          {{5}, {}},        {{2, 4}, {2, 3}}, {{0}, {2}},
      {{4}, {0}}, {{2, 1, 3}, {2, 1, 2}}, {{300}, {20, 30}}};
  for (const auto& [sequences, values] : samples)
    for (const bool right : {false, true})
      for (const bool small : {false, true}) {
        const Kind kind = small ? Kind::Small : Kind::Place;
        const Arrays arguments{sorted_rows(sequences), repeated(values, 9)};
        const Definition definition = [=](const Arrays& in) { return Arrays{positions(in[0], in[1], right, kind)}; };
        const Judged how{.dtypes = Dtypes::Numbers};
        // In uint8 negative numbers wrap around and have another order. So the test sorts the sequence again after the
        // conversion.
        judge(
            "searchsorted(Tensor,Tensor,bool,bool,optional<string_view>,optional<Tensor>)", arguments,
            [=](const Tensors& in) {
              const at::Tensor sequence = std::get<0>(in[0].sort(-1));
              return Tensors{at::searchsorted(sequence, in[1], small, right)};
            },
            [=](const Arrays& in) {
              Arrays sorted = in;
              const Along along(in[0].sizes, -1);
              for (std::int64_t o = 0; o < along.outer; ++o)
                std::sort(sorted[0].at.begin() + o * along.length, sorted[0].at.begin() + (o + 1) * along.length);
              return definition(sorted);
            },
            how);
        // This call of searchsorted names the side, and passes an unsorted sequence with the indices that sort it.
        judge(
            "searchsorted(Tensor,Tensor,bool,bool,optional<string_view>,optional<Tensor>)",
            {repeated(sequences, 4), arguments[1]},
            [=](const Tensors& in) {
              return Tensors{
                  at::searchsorted(in[0], in[1], small, false, right ? "right" : "left", at::argsort(in[0], true, -1))};
            },
            [=](const Arrays& in) {
              Arrays sorted = in;
              const Along along(in[0].sizes, -1);
              for (std::int64_t o = 0; o < along.outer; ++o)
                std::sort(sorted[0].at.begin() + o * along.length, sorted[0].at.begin() + (o + 1) * along.length);
              return definition(sorted);
            },
            how);
        if (sequences.size() != 1) continue;
        judge(
            "bucketize(Tensor,Tensor,bool,bool)", arguments,
            [=](const Tensors& in) { return Tensors{at::bucketize(in[1], in[0], small, right)}; }, definition);
        const Definition of_number = [=](const Arrays& in) {
          return Arrays{positions(in[0], Array(Sizes{}, 1), right, kind)};
        };
        judge(
            "searchsorted(Tensor,Scalar,bool,bool,optional<string_view>,optional<Tensor>)", {arguments[0]},
            [=](const Tensors& in) { return Tensors{at::searchsorted(in[0], 1, small, right)}; }, of_number);
        judge(
            "bucketize(Scalar,Tensor,bool,bool)", {arguments[0]},
            [=](const Tensors& in) { return Tensors{at::bucketize(1, in[0], small, right)}; }, of_number);
      }
}

}  // namespace

void sorting(Judge& judge) {
  orders(judge);
  of_all(judge);
  without_repetition(judge);
  positions_in_order(judge);
}

}  // namespace modecheck::definitions
