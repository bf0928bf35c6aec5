// Compares sums of products such as einsum and tensordot, and segment_reduce, with their definitions.
#include <cmath>
#include <limits>
#include <map>

#include "tests/definitions/along.h"
#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

// ---- equations of einsum

// Returns a label for each dimension of an operand: a letter, or a digit for a dimension that "..." covers. Digits
// count from the last dimension, so that the covered dimensions of all operands broadcast.
std::string labels_of(const std::string& term, std::int64_t dims) {
  std::string out;
  std::int64_t letters = 0;
  for (const char c : term)
    if (c != '.' && c != ' ') ++letters;
  for (std::size_t i = 0; i < term.size(); ++i) {
    if (term[i] == ' ') continue;
    if (term[i] != '.') {
      out += term[i];
      continue;
    }
    for (std::int64_t d = dims - letters; d-- > 0;) out += static_cast<char>('0' + d);
    i += 2;
  }
  return out;
}

Array einsum_of(const std::string& equation, const Arrays& operands) {
  const std::size_t arrow = equation.find("->");
  std::vector<std::string> terms(1);
  for (const char c : equation.substr(0, arrow)) {
    if (c == ',')
      terms.emplace_back();
    else
      terms.back() += c;
  }
  std::map<char, std::int64_t> sizes;
  std::map<char, int> uses;
  std::int64_t dots = 0;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    terms[k] = labels_of(terms[k], operands[k].dim());
    for (std::size_t d = 0; d < terms[k].size(); ++d) {
      const char label = terms[k][d];
      ++uses[label];
      if (label <= '9') dots = std::max<std::int64_t>(dots, label - '0' + 1);
      std::int64_t& size = sizes.emplace(label, 1).first->second;
      size = size == 1 ? operands[k].sizes[d] : size;
    }
  }
  std::string result;
  if (arrow == std::string::npos) {
    for (std::int64_t d = dots; d-- > 0;) result += static_cast<char>('0' + d);
    for (const auto& [label, count] : uses)
      if (label > '9' && count == 1) result += label;
  } else {
    const std::string text = equation.substr(arrow + 2);
    std::int64_t letters = 0;
    for (const char c : text) letters += c != '.' && c != ' ' ? 1 : 0;
    result = labels_of(text, letters + dots);
  }
  // The loop goes over all labels, and the labels of the result come first.
  std::string order = result;
  for (const auto& [label, size] : sizes)
    if (order.find(label) == std::string::npos) order += label;
  Sizes all;
  for (const char label : order) all.push_back(sizes[label]);
  Array out(Sizes(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(result.size())));
  each_index(all, [&](const Index& at) {
    double term = 1;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      Index place;
      for (std::size_t d = 0; d < terms[k].size(); ++d)
        place.push_back(operands[k].sizes[d] == 1 ? 0 : at[order.find(terms[k][d])]);
      term *= operands[k][place];
    }
    out[Index(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(result.size()))] += term;
  });
  return out;
}

void equations(Judge& judge) {
  const std::pair<const char*, std::vector<Sizes>> samples[] = {
      {"ij,jk->ik", {{2, 3}, {3, 4}}},
      {"ij,jk", {{2, 3}, {3, 2}}},
      {" i j , j k -> k i ", {{2, 3}, {3, 2}}},
      {"ba", {{2, 3}}},
      {"ij->", {{2, 3}}},
      {"ii->i", {{3, 3}}},
      {"ii", {{3, 3}}},
      {"iij->j", {{2, 2, 3}}},
      {"i,j->ij", {{2}, {3}}},
      {"i,i->", {{4}, {4}}},
      {",->", {{}, {}}},
      {",i->i", {{}, {3}}},
      {"bhid,bhjd->bhij", {{2, 1, 3, 2}, {2, 1, 2, 2}}},
      {"...ij,...jk->...ik", {{2, 2, 3}, {3, 2}}},
      {"...i,...i", {{2, 3}, {1, 3}}},
      {"i...,i...->...", {{2, 3}, {2, 1}}},
      {"...,...->...", {{2, 3}, {3}}},
      {"ij,jk,kl->il", {{2, 3}, {3, 2}, {2, 2}}},
      {"ij,ij,ij->ij", {{2, 2}, {2, 2}, {2, 2}}},
      {"ij,ij->i", {{2, 3}, {1, 3}}},
      {"ij,kl->", {{2, 2}, {2, 3}}},
      {"Ab,bC->CA", {{2, 3}, {3, 2}}},
      {"Ab,bc", {{2, 2}, {2, 2}}},
      {"ij,jk->ik", {{2, 0}, {0, 3}}},
      {"ij,jk->ik", {{0, 3}, {3, 2}}},
      {"bij,bjk->bik", {{3, 30, 20}, {3, 20, 25}}},
  };
  for (const auto& [equation, sizes] : samples) {
    Arrays arguments;
    for (std::size_t k = 0; k < sizes.size(); ++k) arguments.push_back(real(sizes[k], k + 2));
    // einsum first sums over a label that only one operand has. A sum of integers is int64, so these equations are
    // tested with floating-point dtypes only.
    const bool summed = std::string(equation) == "ij->" || std::string(equation) == "ij,kl->" ||
                        std::string(equation) == "ii" || std::string(equation) == "iij->j";
    judge(
        "einsum(string_view,TensorList,OptionalIntArrayRef)", arguments,
        [text = equation](const Tensors& in) { return Tensors{at::einsum(text, in)}; },
        [text = std::string(equation)](const Arrays& in) { return Arrays{einsum_of(text, in)}; },
        {.dtypes = summed ? Dtypes::Summed : Dtypes::Numbers, .degree = Degree::Multilinear});
  }
}

// ---- tensordot, written as an equation of einsum

Array tensordot_of(const Array& a, const Array& b, const Index& of_a, const Index& of_b) {
  std::string first;
  std::string second;
  for (std::int64_t d = 0; d < a.dim(); ++d) first += static_cast<char>('a' + d);
  for (std::int64_t d = 0; d < b.dim(); ++d) second += static_cast<char>('n' + d);
  std::string result = first + second;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    const auto x = static_cast<std::size_t>(of_a[i] < 0 ? of_a[i] + a.dim() : of_a[i]);
    const auto y = static_cast<std::size_t>(of_b[i] < 0 ? of_b[i] + b.dim() : of_b[i]);
    result.erase(result.find(first[x]), 1);
    result.erase(result.find(second[y]), 1);
    second[y] = first[x];
  }
  return einsum_of(first + "," + second + "->" + result, {a, b});
}

void products(Judge& judge) {
  struct Sample {
    Sizes a;
    Sizes b;
    Index of_a;
    Index of_b;
  };
  for (const Sample& sample :
       {Sample{{2, 3, 2}, {2, 3}, {1, 2}, {1, 0}}, Sample{{2, 3}, {4, 3}, {-1}, {-1}}, Sample{{2}, {3}, {}, {}},
        Sample{{}, {2}, {}, {}}, Sample{{2, 3}, {1, 2}, {1}, {0}}, Sample{{2, 0}, {0, 3}, {1}, {0}},
        Sample{{3}, {3}, {0}, {0}}, Sample{{20, 30, 10}, {30, 10, 15}, {1, 2}, {0, 1}}})
    judge(
        "tensordot(Tensor,Tensor,IntArrayRef,IntArrayRef)", {real(sample.a, 2), real(sample.b, 3)},
        [=](const Tensors& in) { return Tensors{at::tensordot(in[0], in[1], sample.of_a, sample.of_b)}; },
        [=](const Arrays& in) { return Arrays{tensordot_of(in[0], in[1], sample.of_a, sample.of_b)}; },
        // tensordot first sums over a dimension of size one. A sum of integers is int64, so this sample is tested with
        // floating-point dtypes only.
        {.dtypes = sample.b == Sizes{1, 2} ? Dtypes::Floating : Dtypes::Numbers, .degree = Degree::Multilinear});
  const Definition outer = [](const Arrays& in) { return Arrays{tensordot_of(in[0], in[1], {}, {})}; };
  for (const auto& [a, b] : {std::pair<Sizes, Sizes>{{2}, {3}}, {{0}, {3}}, {{1}, {1}}, {{50}, {40}}}) {
    judge("outer(Tensor,Tensor)", {real(a, 2), real(b, 3)},
          [](const Tensors& in) { return Tensors{at::outer(in[0], in[1])}; }, outer,
          {.dtypes = Dtypes::Numbers, .degree = Degree::Multilinear});
    judge("ger(Tensor,Tensor)", {real(a, 2), real(b, 3)}, [](const Tensors& in) { return Tensors{in[0].ger(in[1])}; },
          outer, {.dtypes = Dtypes::Numbers, .degree = Degree::Multilinear});
  }
  struct Layer {
    Sizes input;
    Sizes weight;
    bool bias;
  };
  for (const Layer& layer : {Layer{{2, 3}, {4, 3}, true}, Layer{{3}, {2, 3}, true}, Layer{{2, 2, 3}, {2, 3}, true},
                             Layer{{2, 3}, {4, 3}, false}, Layer{{2, 1, 3}, {2, 3}, false}, Layer{{0, 3}, {2, 3}, true},
                             Layer{{2, 0}, {3, 0}, true}, Layer{{40, 30}, {20, 30}, true}}) {
    Arrays arguments{real(layer.input, 2), real(layer.weight, 3)};
    if (layer.bias) arguments.push_back(real({layer.weight[0]}, 4));
    const auto bias_of = [=](const Tensors& in) {
      return layer.bias ? c10::optional<at::Tensor>(in[2]) : c10::optional<at::Tensor>();
    };
    const Definition definition = [=](const Arrays& in) {
      Array out = tensordot_of(in[0], in[1], {-1}, {-1});
      if (layer.bias) out = elementwise(out, in[2], [](double x, double y) { return x + y; });
      return Arrays{out};
    };
    judge("linear(Tensor,Tensor,optional<Tensor>)", arguments,
          [=](const Tensors& in) { return Tensors{at::linear(in[0], in[1], bias_of(in))}; }, definition,
          {.degree = layer.bias ? Degree::Unknown : Degree::Multilinear});
    judge("linear_out(Tensor,Tensor,Tensor,optional<Tensor>)", arguments,
          [=](const Tensors& in) {
            at::Tensor out = at::empty({0}, in[0].options());
            at::linear_out(out, in[0], in[1], bias_of(in));
            return Tensors{out};
          },
          definition, {.first = false, .degree = layer.bias ? Degree::Unknown : Degree::Multilinear});
  }
}

Array cross_of(const Array& a, const Array& b, std::int64_t dim) {
  const Sizes sizes = broadcast(a.sizes, b.sizes);
  const Array x = expand(a, sizes);
  const Array y = expand(b, sizes);
  Array out(sizes);
  const Along along(sizes, dim);
  for (std::int64_t o = 0; o < along.outer; ++o)
    for (std::int64_t n = 0; n < along.inner; ++n)
      for (std::int64_t i = 0; i < 3; ++i) {
        const std::int64_t j = along.place(o, (i + 1) % 3, n);
        const std::int64_t k = along.place(o, (i + 2) % 3, n);
        out[along.place(o, i, n)] = x[j] * y[k] - x[k] * y[j];
      }
  return out;
}

void small_ones(Judge& judge) {
  struct Sample {
    Sizes a;
    Sizes b;
    c10::optional<std::int64_t> dim;
    std::int64_t taken;
  };
  for (const Sample& sample :
       {Sample{{3}, {3}, {}, 0}, Sample{{2, 3}, {2, 3}, {}, 1}, Sample{{3, 3}, {3, 3}, {}, 0},
        Sample{{3, 3}, {3, 3}, 1, 1}, Sample{{2, 3, 2}, {2, 3, 2}, -2, 1}, Sample{{1, 3}, {2, 3}, 1, 1},
        Sample{{0, 3}, {0, 3}, {}, 1}, Sample{{300, 3}, {300, 3}, -1, 1}})
    judge(
        "cross(Tensor,Tensor,optional<int64_t>)", {real(sample.a, 2), real(sample.b, 3)},
        [=](const Tensors& in) { return Tensors{at::cross(in[0], in[1], sample.dim)}; },
        [=](const Arrays& in) { return Arrays{cross_of(in[0], in[1], sample.taken)}; },
        {.dtypes = Dtypes::Numbers, .degree = Degree::Multilinear});
  for (const Sizes& sizes : {Sizes{3, 3}, Sizes{2, 4}, Sizes{4, 2}, Sizes{0, 3}, Sizes{1, 1}, Sizes{60, 70}})
    judge(
        "trace(Tensor)", {real(sizes)}, [](const Tensors& in) { return Tensors{in[0].trace()}; },
        [](const Arrays& in) {
          Array out(Sizes{});
          for (std::int64_t i = 0; i < std::min(in[0].size(0), in[0].size(1)); ++i) out[0] += in[0][Index{i, i}];
          return Arrays{out};
        },
        {.dtypes = Dtypes::Summed, .degree = Degree::Linear});
}

// ---- segment_reduce

Array segments_of(const Array& data, const std::string& reduce, const Array& lengths, std::int64_t axis,
                  const double* initial) {
  const Along along(data.sizes, axis);
  const std::int64_t segments = lengths.size(-1);
  Sizes sizes = data.sizes;
  sizes[static_cast<std::size_t>(axis)] = segments;
  Array out(sizes);
  const Along to(sizes, axis);
  const double infinity = std::numeric_limits<double>::infinity();
  for (std::int64_t o = 0; o < along.outer; ++o) {
    std::int64_t begin = 0;
    for (std::int64_t s = 0; s < segments; ++s) {
      const auto length = static_cast<std::int64_t>(lengths[o * segments + s]);
      for (std::int64_t n = 0; n < along.inner; ++n) {
        double value = initial != nullptr ? *initial : reduce == "max" ? -infinity : reduce == "min" ? infinity : 0;
        for (std::int64_t i = begin; i < begin + length; ++i) {
          const double x = data[along.place(o, i, n)];
          value = reduce == "max"   ? (std::isnan(x) ? x : std::max(value, x))
                  : reduce == "min" ? (std::isnan(x) ? x : std::min(value, x))
                                    : value + x;
        }
        if (reduce == "mean") {
          if (length > 0)
            value /= static_cast<double>(length);
          else if (initial == nullptr)
            value = std::numeric_limits<double>::quiet_NaN();
        }
        out[to.place(o, s, n)] = value;
      }
      begin += length;
    }
  }
  return out;
}

void segments(Judge& judge) {
  struct Sample {
    Sizes data;
    Array lengths;
    std::int64_t axis;
    bool empty_one;
  };
  const auto lengths = [](const Sizes& sizes, const std::vector<double>& of) {
    Array out(sizes, 0, Kind::Place);
    out.at = of;
    return out;
  };
  const std::vector<Sample> samples = {{{6}, lengths({3}, {2, 1, 3}), 0, false},
                                       {{5, 2}, lengths({3}, {1, 0, 4}), 0, true},
                                       {{2, 4}, lengths({2, 2}, {1, 3, 2, 2}), 1, false},
                                       {{2, 3, 2}, lengths({2, 2}, {3, 0, 1, 2}), 1, true},
                                       {{300, 2}, lengths({3}, {100, 50, 150}), 0, false}};
  const double kInitial = 0.33;
  for (const Sample& sample : samples)
    for (const char* const reduce : {"sum", "mean", "max", "min"})
      for (const bool initial : {false, true})
        for (const bool by_offsets : {false, true}) {
          if (by_offsets && sample.axis != 0) continue;
          judge(
              "segment_reduce(Tensor,string_view,optional<Tensor>,optional<Tensor>,optional<Tensor>,int64_t,bool,"
              "optional<Scalar>)",
              {distinct(sample.data), sample.lengths},
              [=](const Tensors& in) {
                c10::optional<at::Scalar> from;
                if (initial) from = kInitial;
                if (!by_offsets)
                  return Tensors{at::segment_reduce(in[0], reduce, in[1], {}, {}, sample.axis, false, from)};
                const at::Tensor offsets = at::cat({at::zeros({1}, at::kLong), in[1].cumsum(0)});
                return Tensors{at::segment_reduce(in[0], reduce, {}, {}, offsets, sample.axis, false, from)};
              },
              [=](const Arrays& in) {
                return Arrays{segments_of(in[0], reduce, in[1], sample.axis, initial ? &kInitial : nullptr)};
              },
              // If the result is infinite or NaN, no derivatives are compared, because it has no central difference.
              {.first = !sample.empty_one || initial || reduce[0] == 's'});
        }
}

}  // namespace

void contraction(Judge& judge) {
  equations(judge);
  products(judge);
  small_ones(judge);
  segments(judge);
}

}  // namespace modecheck::definitions
