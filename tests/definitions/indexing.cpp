// Compares indexing, masks, where and other functions that select elements by index with their definitions.
#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

using at::indexing::Ellipsis;
using at::indexing::None;
using at::indexing::Slice;
using at::indexing::TensorIndex;

// Describes which elements an index selects: `from` maps an index of the result to an index of the tensor.
struct Picked {
  Sizes sizes;
  std::function<Index(const Index&)> from;
};

struct Sample {
  const char* what;
  Sizes sizes;
  // Makes the index from the index tensors, which are the arguments after the first.
  std::function<std::vector<TensorIndex>(const Tensors&)> index;
  Arrays indices;
  std::function<Picked(const Arrays&)> picked;
};

std::int64_t wrapped(double index, std::int64_t size) {
  const auto whole = static_cast<std::int64_t>(index);
  return whole < 0 ? whole + size : whole;
}

Array places(Sizes sizes, const std::vector<double>& of) {
  Array out(std::move(sizes), 0, Kind::Place);
  out.at = of;
  return out;
}

std::vector<Sample> samples() {
  std::vector<Sample> out;
  out.push_back({"an integer",
                 {3, 4},
                 [](const Tensors&) { return std::vector<TensorIndex>{-1}; },
                 {},
                 [](const Arrays&) {
                   return Picked{{4}, [](const Index& i) { return Index{2, i[0]}; }};
                 }});
  out.push_back({"a slice and an integer",
                 {3, 5},
                 [](const Tensors&) {
                   return std::vector<TensorIndex>{Slice(None, 2), 1};
                 },
                 {},
                 [](const Arrays&) {
                   return Picked{{2}, [](const Index& i) { return Index{i[0], 1}; }};
                 }});
  out.push_back({"steps behind an ellipsis",
                 {2, 2, 5},
                 [](const Tensors&) {
                   return std::vector<TensorIndex>{Ellipsis, Slice(1, None, 2)};
                 },
                 {},
                 [](const Arrays&) {
                   return Picked{{2, 2, 2}, [](const Index& i) { return Index{i[0], i[1], 1 + 2 * i[2]}; }};
                 }});
  out.push_back({"a new dimension",
                 {2, 3},
                 [](const Tensors&) {
                   return std::vector<TensorIndex>{None, Slice(), 0};
                 },
                 {},
                 [](const Arrays&) {
                   return Picked{{1, 2}, [](const Index& i) { return Index{i[1], 0}; }};
                 }});
  out.push_back(
      {"places",
       {4, 2},
       [](const Tensors& in) { return std::vector<TensorIndex>{in[1]}; },
       {integers({2, 2}, -4, 4, 3)},
       [](const Arrays& in) {
         const Array at = in[1];
         return Picked{{2, 2, 2}, [at](const Index& i) { return Index{wrapped(at[Index{i[0], i[1]}], 4), i[2]}; }};
       }});
  out.push_back({"places in two dimensions, which broadcast",
                 {3, 4},
                 [](const Tensors& in) {
                   return std::vector<TensorIndex>{in[1], in[2]};
                 },
                 {places({2, 1}, {2, 0}), places({3}, {1, -1, -4})},
                 [](const Arrays& in) {
                   const Array rows = in[1];
                   const Array columns = in[2];
                   return Picked{{2, 3}, [=](const Index& i) {
                                   return Index{wrapped(rows[i[0]], 3), wrapped(columns[i[1]], 4)};
                                 }};
                 }});
  out.push_back({"places on both sides of a slice: their dimension is the first",
                 {3, 2, 4},
                 [](const Tensors& in) {
                   return std::vector<TensorIndex>{in[1], Slice(), in[2]};
                 },
                 {integers({3}, 0, 3, 3), integers({3}, 0, 4, 4)},
                 [](const Arrays& in) {
                   const Array rows = in[1];
                   const Array columns = in[2];
                   return Picked{{3, 2}, [=](const Index& i) {
                                   return Index{wrapped(rows[i[0]], 3), i[1], wrapped(columns[i[0]], 4)};
                                 }};
                 }});
  out.push_back({"a mask",
                 {3, 2},
                 [](const Tensors& in) { return std::vector<TensorIndex>{in[1]}; },
                 {mask({3}, 5)},
                 [](const Arrays& in) {
                   std::vector<std::int64_t> rows;
                   for (std::int64_t i = 0; i < 3; ++i)
                     if (in[1][i] != 0) rows.push_back(i);
                   return Picked{{static_cast<std::int64_t>(rows.size()), 2}, [rows](const Index& i) {
                                   return Index{rows[static_cast<std::size_t>(i[0])], i[1]};
                                 }};
                 }});
  out.push_back({"no places",
                 {3, 2},
                 [](const Tensors& in) { return std::vector<TensorIndex>{in[1]}; },
                 {integers({0}, 0, 3)},
                 [](const Arrays&) {
                   return Picked{{0, 2}, [](const Index& i) { return i; }};
                 }});
  out.push_back({"many places",
                 {50, 20},
                 [](const Tensors& in) { return std::vector<TensorIndex>{in[1]}; },
                 {integers({300}, 0, 50, 3)},
                 [](const Arrays& in) {
                   const Array at = in[1];
                   return Picked{{300, 20}, [at](const Index& i) { return Index{wrapped(at[i[0]], 50), i[1]}; }};
                 }});
  return out;
}

void by_index(Judge& judge) {
  for (const Sample& sample : samples()) {
    Arrays arguments{real(sample.sizes)};
    arguments.insert(arguments.end(), sample.indices.begin(), sample.indices.end());
    judge(
        "index(Tensor,ArrayRef<indexingTensorIndex>)", arguments,
        [=](const Tensors& in) { return Tensors{in[0].index(sample.index(in))}; },
        [=](const Arrays& in) {
          const Picked picked = sample.picked(in);
          Array out(picked.sizes);
          each_index(picked.sizes, [&](const Index& i) { out[i] = in[0][picked.from(i)]; });
          return Arrays{out};
        },
        kMoved);
    // Skip index tensors that name an element several times, because libraries differ in which value is written last.
    if (sample.indices.size() == 1 && sample.indices[0].numel() > 3) continue;
    const Picked picked = sample.picked(arguments);
    Arrays with_values = arguments;
    with_values.push_back(real(picked.sizes, 7));
    const auto written = [=](const Arrays& in, const std::function<double(const Index&)>& value) {
      const Picked to = sample.picked(in);
      Array out = in[0];
      each_index(to.sizes, [&](const Index& i) { out[to.from(i)] = value(i); });
      return Arrays{out};
    };
    judge(
        "index_put_(Tensor,ArrayRef<indexingTensorIndex>,Tensor)", with_values,
        [=](const Tensors& in) {
          const at::Tensor out = in[0].clone();
          out.index_put_(sample.index(in), in.back());
          return Tensors{out};
        },
        [=](const Arrays& in) { return written(in, [&](const Index& i) { return in.back()[i]; }); }, kMoved);
    judge(
        "index_put_(Tensor,ArrayRef<indexingTensorIndex>,Scalar)", arguments,
        [=](const Tensors& in) {
          const at::Tensor out = in[0].clone();
          out.index_put_(sample.index(in), 7);
          return Tensors{out};
        },
        [=](const Arrays& in) { return written(in, [](const Index&) { return 7.0; }); }, kNumbers);
  }
  judge(
      "index(Tensor,initializer_list<indexingTensorIndex>)", {real({2, 3})},
      [](const Tensors& in) {
        return Tensors{in[0].index({Slice(), -1})};
      },
      [](const Arrays& in) {
        Array out(Sizes{2});
        for (std::int64_t i = 0; i < 2; ++i) out[i] = in[0][Index{i, 2}];
        return Arrays{out};
      },
      kMoved);
  judge(
      "index_put_(Tensor,initializer_list<indexingTensorIndex>,Tensor)", {real({2, 3}), real({2}, 3)},
      [](const Tensors& in) {
        const at::Tensor out = in[0].clone();
        out.index_put_({Slice(), 1}, in[1]);
        return Tensors{out};
      },
      [](const Arrays& in) {
        Array out = in[0];
        for (std::int64_t i = 0; i < 2; ++i) out[Index{i, 1}] = in[1][i];
        return Arrays{out};
      },
      kMoved);
  judge(
      "index_put_(Tensor,initializer_list<indexingTensorIndex>,Scalar)", {real({2, 3})},
      [](const Tensors& in) {
        const at::Tensor out = in[0].clone();
        out.index_put_({1, Slice(None, 2)}, 5);
        return Tensors{out};
      },
      [](const Arrays& in) {
        Array out = in[0];
        for (std::int64_t i = 0; i < 2; ++i) out[Index{1, i}] = 5;
        return Arrays{out};
      },
      kNumbers);
}

void by_mask(Judge& judge) {
  for (const auto& [a, b] : {std::pair<Sizes, Sizes>{{3, 4}, {3, 4}},
                             {{3, 4}, {4}},
                             {{4}, {2, 4}},
                             {{}, {}},
                             {{}, {3}},
                             {{0}, {0}},
                             {{0, 2}, {1}},
                             {{40, 50}, {40, 50}}})
    judge(
        "masked_select(Tensor,Tensor)", {real(a), mask(b, 3)},
        [](const Tensors& in) { return Tensors{in[0].masked_select(in[1])}; },
        [](const Arrays& in) {
          const Sizes sizes = broadcast(in[0].sizes, in[1].sizes);
          const Array x = expand(in[0], sizes);
          const Array m = expand(in[1], sizes);
          Array out(Sizes{0});
          for (std::int64_t i = 0; i < x.numel(); ++i)
            if (m[i] != 0) out.at.push_back(x[i]);
          out.sizes = {out.numel()};
          return Arrays{out};
        },
        kMoved);
  for (const auto& [a, b] :
       {std::pair<Sizes, Sizes>{{3, 4}, {3, 4}}, {{3, 1}, {4}}, {{}, {}}, {{}, {2}}, {{0}, {1}}, {{40, 50}, {50}}}) {
    // where with an integer scalar returns a tensor of the dtype of the tensor argument.
    judge(
        "where(Tensor,Tensor,Scalar)", {mask(a, 3), real(b, 2)},
        [](const Tensors& in) { return Tensors{at::where(in[0], in[1], 2)}; },
        [](const Arrays& in) {
          Array out = elementwise(in[0], in[1], [](double m, double x) { return m != 0 ? x : 2; });
          out.kind = Kind::Real;
          return Arrays{out};
        });
    judge(
        "where(Tensor,Scalar,Tensor)", {mask(a, 3), real(b, 2)},
        [](const Tensors& in) { return Tensors{at::where(in[0], 2, in[1])}; },
        [](const Arrays& in) {
          Array out = elementwise(in[0], in[1], [](double m, double x) { return m != 0 ? 2 : x; });
          out.kind = Kind::Real;
          return Arrays{out};
        });
  }
}

void in_row_major_order(Judge& judge) {
  for (const auto& [a, b] :
       {std::pair<Sizes, Sizes>{{3, 4}, {5}}, {{3, 4}, {2, 2}}, {{}, {3}}, {{4}, {}}, {{4}, {0}}, {{40, 50}, {30, 9}}})
    judge(
        "take(Tensor,Tensor)", {real(a), integers(b, -product(a), product(a), 3)},
        [](const Tensors& in) { return Tensors{in[0].take(in[1])}; },
        [](const Arrays& in) {
          Array out(in[1].sizes);
          for (std::int64_t i = 0; i < out.numel(); ++i) out[i] = in[0][wrapped(in[1][i], in[0].numel())];
          return Arrays{out};
        },
        kMoved);
  for (const bool accumulate : {false, true})
    for (const auto& [a, b] : {std::pair<Sizes, Sizes>{{3, 4}, {5}},
                               {{3, 4}, {2, 2}},
                               {{}, {1}},
                               {{4}, {}},
                               {{4}, {0}},
                               {{40, 50}, {300}}}) {
      // If put does not accumulate, no index may occur twice. Steps of seven reach each element once, because seven is
      // coprime to the number of elements.
      Array to_write = integers(b, 0, product(a), 3);
      if (!accumulate)
        for (std::int64_t i = 0; i < to_write.numel(); ++i)
          to_write[i] = static_cast<double>(7 * i % product(a) - (i % 2 == 0 ? 0 : product(a)));
      const Arrays arguments{real(a), to_write, real(b, 5)};
      const Definition definition = [=](const Arrays& in) {
        Array out = in[0];
        for (std::int64_t i = 0; i < in[1].numel(); ++i) {
          double& to = out[wrapped(in[1][i], out.numel())];
          to = (accumulate ? to : 0) + in[2][i];
        }
        return Arrays{out};
      };
      judge(
          "put(Tensor,Tensor,Tensor,bool)", arguments,
          [=](const Tensors& in) { return Tensors{in[0].put(in[1], in[2], accumulate)}; }, definition, kMoved);
      judge(
          "put_(Tensor,Tensor,Tensor,bool)", arguments,
          [=](const Tensors& in) {
            const at::Tensor out = in[0].clone();
            out.put_(in[1], in[2], accumulate);
            return Tensors{out};
          },
          definition, kMoved);
    }
}

}  // namespace

void indexing(Judge& judge) {
  by_index(judge);
  by_mask(judge);
  in_row_major_order(judge);
}

}  // namespace modecheck::definitions
