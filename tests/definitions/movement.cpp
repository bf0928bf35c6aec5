// Compares functions that change positions, sizes or dtypes of elements with their definitions.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/definitions/along.h"
#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

Array resized(Array x, const Sizes& sizes) {
  x.sizes = sizes;
  return x;
}

Index swapped(std::int64_t dims, std::int64_t a, std::int64_t b) {
  Index order(static_cast<std::size_t>(dims));
  std::iota(order.begin(), order.end(), 0);
  if (dims > 0)
    std::swap(order[static_cast<std::size_t>(a < 0 ? a + dims : a)],
              order[static_cast<std::size_t>(b < 0 ? b + dims : b)]);
  return order;
}

void sizes_and_order(Judge& judge) {
  for (const auto& [from, to] : {std::pair<Sizes, Sizes>{{3}, {2, 3}},
                                 {{2, 1}, {2, 4}},
                                 {{}, {2, 2}},
                                 {{1}, {0}},
                                 {{2, 3}, {2, 3}},
                                 {{1, 30}, {40, 30}}}) {
    const Definition definition = [to = to](const Arrays& in) { return Arrays{expand(in[0], to)}; };
    judge(
        "broadcast_to(Tensor,IntArrayRef)", {real(from)},
        [to = to](const Tensors& in) { return Tensors{in[0].broadcast_to(to)}; }, definition, kMoved);
    judge(
        "expand_as(Tensor,Tensor)", {real(from), real(to, 2).constant()},
        [](const Tensors& in) { return Tensors{in[0].expand_as(in[1])}; }, definition, kMoved);
  }
  struct Flat {
    Sizes sizes;
    std::int64_t start;
    std::int64_t end;
    Sizes result;
  };
  for (const Flat& flat :
       {Flat{{2, 3, 2}, 0, -1, {12}}, Flat{{2, 3, 2}, 1, 2, {2, 6}}, Flat{{2, 3, 2}, 0, 1, {6, 2}},
        Flat{{}, 0, -1, {1}}, Flat{{2, 0}, 0, -1, {0}}, Flat{{4}, 0, 0, {4}}, Flat{{20, 10, 3}, 0, 1, {200, 3}}}) {
    judge(
        "flatten(Tensor,int64_t,int64_t)", {real(flat.sizes)},
        [=](const Tensors& in) { return Tensors{in[0].flatten(flat.start, flat.end)}; },
        [=](const Arrays& in) { return Arrays{resized(in[0], flat.result)}; }, kMoved);
    judge(
        "ravel(Tensor)", {real(flat.sizes)}, [](const Tensors& in) { return Tensors{in[0].ravel()}; },
        [](const Arrays& in) { return Arrays{resized(in[0], {in[0].numel()})}; }, kMoved);
    judge(
        "reshape_as(Tensor,Tensor)", {real(flat.sizes), real(flat.result, 2).constant()},
        [](const Tensors& in) { return Tensors{in[0].reshape_as(in[1])}; },
        [=](const Arrays& in) { return Arrays{resized(in[0], flat.result)}; }, kMoved);
    // Test unflatten as the inverse of flatten, but only where flatten joined exactly two dimensions.
    if (flat.end != flat.start + 1) continue;
    Sizes parts(flat.sizes.begin() + flat.start, flat.sizes.begin() + flat.end + 1);
    judge(
        "unflatten(Tensor,int64_t,IntArrayRef)", {real(flat.result)},
        [=](const Tensors& in) { return Tensors{in[0].unflatten(flat.start, parts)}; },
        [=](const Arrays& in) { return Arrays{resized(in[0], flat.sizes)}; }, kMoved);
    // unflatten infers a size that is given as -1.
    parts[0] = -1;
    judge(
        "unflatten(Tensor,int64_t,IntArrayRef)", {real(flat.result)},
        [=](const Tensors& in) { return Tensors{in[0].unflatten(flat.start, parts)}; },
        [=](const Arrays& in) { return Arrays{resized(in[0], flat.sizes)}; }, kMoved);
  }
  for (const Sizes& sizes : {Sizes{2, 3}, Sizes{2, 3, 2}, Sizes{0, 2}, Sizes{30, 2, 20}}) {
    judge(
        "mT(Tensor)", {real(sizes)}, [](const Tensors& in) { return Tensors{in[0].mT()}; },
        [](const Arrays& in) { return Arrays{permute(in[0], swapped(in[0].dim(), -2, -1))}; }, kMoved);
    const Definition ends = [](const Arrays& in) { return Arrays{permute(in[0], swapped(in[0].dim(), 0, -1))}; };
    judge(
        "swapaxes(Tensor,int64_t,int64_t)", {real(sizes)},
        [](const Tensors& in) { return Tensors{at::swapaxes(in[0], 0, -1)}; }, ends, kMoved);
    judge(
        "swapdims(Tensor,int64_t,int64_t)", {real(sizes)},
        [](const Tensors& in) { return Tensors{in[0].swapdims(-1, 0)}; }, ends, kMoved);
  }
  for (const Sizes& sizes : {Sizes{2, 3}, Sizes{2, 3, 2, 2}, Sizes{4}, Sizes{}, Sizes{3, 0}})
    judge(
        "numpy_T(Tensor)", {real(sizes)}, [](const Tensors& in) { return Tensors{in[0].numpy_T()}; },
        [](const Arrays& in) {
          Index order = swapped(in[0].dim(), 0, 0);
          std::reverse(order.begin(), order.end());
          return Arrays{permute(in[0], order)};
        },
        kMoved);
  struct Move {
    Sizes sizes;
    Index from;
    Index to;
    Index order;
  };
  for (const Move& move : {Move{{2, 3, 4}, {0}, {2}, {1, 2, 0}}, Move{{2, 3, 4}, {-1}, {0}, {2, 0, 1}},
                           Move{{2, 3, 4}, {0, 1}, {2, 0}, {1, 2, 0}}, Move{{2, 3}, {1}, {1}, {0, 1}},
                           Move{{2, 3, 2, 1}, {3, 0}, {0, 3}, {3, 1, 2, 0}}, Move{{0, 3}, {0}, {1}, {1, 0}}}) {
    const Definition definition = [=](const Arrays& in) { return Arrays{permute(in[0], move.order)}; };
    judge(
        "movedim(Tensor,IntArrayRef,IntArrayRef)", {real(move.sizes)},
        [=](const Tensors& in) { return Tensors{at::movedim(in[0], move.from, move.to)}; }, definition, kMoved);
    if (move.from.size() == 1)
      judge(
          "movedim(Tensor,int64_t,int64_t)", {real(move.sizes)},
          [=](const Tensors& in) { return Tensors{in[0].movedim(move.from[0], move.to[0])}; }, definition, kMoved);
  }
}

void copies(Judge& judge) {
  struct Roll {
    Sizes sizes;
    Index shifts;
    Index dims;
  };
  for (const Roll& roll :
       {Roll{{5}, {2}, {0}}, Roll{{2, 3}, {1}, {}}, Roll{{2, 3}, {-1, 2}, {0, 1}}, Roll{{2, 3}, {7}, {-1}},
        Roll{{}, {1}, {}}, Roll{{0, 3}, {1}, {0}}, Roll{{30, 40}, {-11, 5}, {1, 0}}})
    judge(
        "roll(Tensor,IntArrayRef,IntArrayRef)", {real(roll.sizes)},
        [=](const Tensors& in) { return Tensors{at::roll(in[0], roll.shifts, roll.dims)}; },
        [=](const Arrays& in) {
          Array x = in[0];
          const auto moved = [](const Array& of, std::int64_t shift, std::int64_t dim) {
            const Along along(of.sizes, dim);
            Array out = of;
            for (std::int64_t o = 0; o < along.outer; ++o)
              for (std::int64_t i = 0; i < along.length; ++i)
                for (std::int64_t n = 0; n < along.inner; ++n) {
                  const std::int64_t to = ((i + shift) % along.length + along.length) % along.length;
                  out[along.place(o, to, n)] = of[along.place(o, i, n)];
                }
            return out;
          };
          if (roll.dims.empty()) return Arrays{resized(moved(resized(x, {x.numel()}), roll.shifts[0], 0), x.sizes)};
          for (std::size_t k = 0; k < roll.dims.size(); ++k) x = moved(x, roll.shifts[k], roll.dims[k]);
          return Arrays{x};
        },
        kMoved);
  for (const auto& [sizes, times] : {std::pair<Sizes, Sizes>{{2, 3}, {2, 2}},
                                     {{3}, {2, 1}},
                                     {{2, 3}, {2}},
                                     {{}, {3}},
                                     {{2}, {0}},
                                     {{0, 2}, {2, 1}},
                                     {{20, 10}, {3, 4}}})
    judge(
        "tile(Tensor,IntArrayRef)", {real(sizes)},
        [times = times](const Tensors& in) { return Tensors{at::tile(in[0], times)}; },
        [times = times](const Arrays& in) {
          Array x = in[0];
          Sizes counts = times;
          while (counts.size() < x.sizes.size()) counts.insert(counts.begin(), 1);
          while (x.sizes.size() < counts.size()) x.sizes.insert(x.sizes.begin(), 1);
          Sizes result;
          for (std::size_t d = 0; d < counts.size(); ++d) result.push_back(counts[d] * x.sizes[d]);
          Array out(result);
          each_index(result, [&](const Index& i) {
            Index from = i;
            for (std::size_t d = 0; d < from.size(); ++d) from[d] %= x.sizes[d];
            out[i] = x[from];
          });
          return Arrays{out};
        },
        kMoved);
  struct Split {
    Sizes sizes;
    std::int64_t sections;
    std::int64_t dim;
  };
  for (const Split& split : {Split{{7}, 3, 0}, Split{{2, 5}, 2, 1}, Split{{2, 5}, 4, -1}, Split{{3, 2}, 1, 0},
                             Split{{2}, 3, 0}, Split{{100, 3}, 7, 0}})
    judge(
        "tensor_split(Tensor,int64_t,int64_t)", {real(split.sizes)},
        [=](const Tensors& in) { return in[0].tensor_split(split.sections, split.dim); },
        [=](const Arrays& in) {
          const Along along(in[0].sizes, split.dim);
          Arrays out;
          std::int64_t begin = 0;
          for (std::int64_t s = 0; s < split.sections; ++s) {
            // If the sections of a split cannot be equal, the first sections are longer by one.
            const std::int64_t length = along.length / split.sections + (s < along.length % split.sections ? 1 : 0);
            Sizes sizes = split.sizes;
            sizes[static_cast<std::size_t>(split.dim < 0 ? split.dim + in[0].dim() : split.dim)] = length;
            Array part(sizes);
            const Along to(sizes, split.dim);
            for (std::int64_t o = 0; o < along.outer; ++o)
              for (std::int64_t i = 0; i < length; ++i)
                for (std::int64_t n = 0; n < along.inner; ++n)
                  part[to.place(o, i, n)] = in[0][along.place(o, begin + i, n)];
            begin += length;
            out.push_back(part);
          }
          return out;
        },
        kMoved);
}

void dtypes(Judge& judge) {
  const Definition same = [](const Arrays& in) { return Arrays{in[0]}; };
  const Definition single = [](const Arrays& in) {
    Array out = elementwise(in[0], [](double x) { return static_cast<double>(static_cast<float>(x)); });
    out.kind = Kind::Float;
    return Arrays{out.constant()};
  };
  const Definition truncated = [](const Arrays& in) {
    Array out = elementwise(in[0], [](double x) { return std::trunc(x); });
    out.kind = Kind::Place;
    return Arrays{out.constant()};
  };
  for (const Sizes& sizes : {Sizes{2, 3}, Sizes{}, Sizes{0}, Sizes{30, 40}}) {
    const Array x = elementwise(real(sizes), [](double v) { return 5 * v; });
    judge(
        "cpu(Tensor)", {x}, [](const Tensors& in) { return Tensors{in[0].cpu()}; }, same, kNumbers);
    judge(
        "to(Tensor,TensorOptions,bool,bool,optional<MemoryFormat>)", {x},
        [](const Tensors& in) { return Tensors{in[0].to(in[0].options(), false, true)}; }, same, kNumbers);
    judge(
        "to(Tensor,TensorOptions,bool,bool,optional<MemoryFormat>)", {x},
        [](const Tensors& in) { return Tensors{in[0].to(at::TensorOptions().dtype(at::kFloat))}; }, single, kNumbers);
    judge(
        "to(Tensor,TypeMeta,bool,bool,optional<MemoryFormat>)", {x},
        [](const Tensors& in) { return Tensors{in[0].to(caffe2::TypeMeta::Make<float>())}; }, single, kNumbers);
    judge(
        "to(Tensor,Device,ScalarType,bool,bool,optional<MemoryFormat>)", {x},
        [](const Tensors& in) { return Tensors{in[0].to(at::Device(at::kCPU), at::kLong)}; }, truncated, kNumbers);
    judge(
        "toType(Tensor,ScalarType)", {x}, [](const Tensors& in) { return Tensors{in[0].toType(at::kLong)}; }, truncated,
        kNumbers);
    judge(
        "to(Tensor,Tensor,bool,bool,optional<MemoryFormat>)", {x, integers({2}, 0, 5)},
        [](const Tensors& in) { return Tensors{in[0].to(in[1])}; }, truncated, kNumbers);
    judge(
        "type_as(Tensor,Tensor)", {x, integers({2}, 0, 5)},
        [](const Tensors& in) { return Tensors{in[0].type_as(in[1])}; }, truncated, kNumbers);
    // A gradient flows back through both dtype conversions, and has the dtype of the input.
    judge(
        "toType(Tensor,ScalarType)", {x},
        [](const Tensors& in) { return Tensors{in[0].toType(at::kDouble).to(in[0])}; }, same);
  }
}

void geometry(Judge& judge) {
  const Judged how{.dtypes = Dtypes::Numbers, .first = false};
  judge(
      "_reshape_alias(Tensor,IntArrayRef,IntArrayRef)", {real({2, 6})},
      [](const Tensors& in) {
        return Tensors{at::_reshape_alias(in[0].contiguous(), {3, 4}, {4, 1})};
      },
      [](const Arrays& in) {
        return Arrays{resized(in[0], {3, 4})};
      },
      kNumbers);
  judge(
      "resize_as_(Tensor,Tensor,optional<MemoryFormat>)", {real({2, 6}), real({3, 2})},
      [](const Tensors& in) {
        const at::Tensor out = in[0].clone(at::MemoryFormat::Contiguous);
        out.resize_as_(in[1]);
        return Tensors{out};
      },
      [](const Arrays& in) {
        Array out(Sizes{3, 2});
        std::copy_n(in[0].at.begin(), 6, out.at.begin());
        return Arrays{out};
      },
      how);
  judge(
      "set_(Tensor)", {real({2, 3})},
      [](const Tensors& in) {
        const at::Tensor out = in[0].clone();
        out.set_();
        return Tensors{out};
      },
      [](const Arrays&) { return Arrays{Array(Sizes{0})}; }, how);
  judge(
      "set_(Tensor,Storage)", {real({2, 3})},
      [](const Tensors& in) {
        const at::Tensor out = at::empty({0}, in[0].options());
        out.set_(in[0].clone(at::MemoryFormat::Contiguous).storage());
        return Tensors{out};
      },
      [](const Arrays& in) { return Arrays{resized(in[0], {6})}; }, how);
  judge(
      "set_(Tensor,Storage,int64_t,IntArrayRef,IntArrayRef)", {real({2, 3})},
      [](const Tensors& in) {
        const at::Tensor out = at::empty({0}, in[0].options());
        out.set_(in[0].clone(at::MemoryFormat::Contiguous).storage(), 1, {2, 2}, {1, 2});
        return Tensors{out};
      },
      [](const Arrays& in) {
        Array out(Sizes{2, 2});
        for (std::int64_t i = 0; i < 2; ++i)
          for (std::int64_t j = 0; j < 2; ++j) out[Index{i, j}] = in[0][1 + i + 2 * j];
        return Arrays{out};
      },
      how);
}

// Compares products of complex numbers with products of their real and imaginary parts.
void complex_numbers(Judge& judge) {
  const Definition definition = [](const Arrays& in) {
    Array out = in[0];
    for (std::int64_t i = 0; i + 1 < out.numel(); i += 2) {
      out[i] = in[0][i] * in[1][i] - in[0][i + 1] * in[1][i + 1];
      out[i + 1] = in[0][i] * in[1][i + 1] + in[0][i + 1] * in[1][i];
    }
    return Arrays{out};
  };
  const auto product = [](const Tensors& in) {
    // For view_as_complex the two parts of each number must be adjacent, also in empty tensors.
    const auto complex = [](const at::Tensor& x) { return at::view_as_complex(x.clone(at::MemoryFormat::Contiguous)); };
    return Tensors{at::view_as_real(complex(in[0]).mul(complex(in[1])))};
  };
  for (const Sizes& sizes : {Sizes{3, 2}, Sizes{2}, Sizes{0, 2}, Sizes{2, 2, 2}, Sizes{200, 2}}) {
    judge("view_as_complex(Tensor)", {real(sizes, 2), real(sizes, 3)}, product, definition);
    judge("view_as_real(Tensor)", {real(sizes, 4), real(sizes, 5)}, product, definition);
    // No tensor of this test is lazily conjugated or negated, so resolve_conj and resolve_neg return their argument.
    judge(
        "resolve_conj(Tensor)", {real(sizes, 6)},
        [](const Tensors& in) {
          const at::Tensor complex = at::view_as_complex(in[0].clone(at::MemoryFormat::Contiguous));
          return Tensors{at::view_as_real(at::resolve_conj(complex))};
        },
        [](const Arrays& in) { return Arrays{in[0]}; });
    judge(
        "resolve_neg(Tensor)", {real(sizes, 7)},
        [](const Tensors& in) { return Tensors{at::resolve_neg(in[0].neg())}; },
        [](const Arrays& in) { return Arrays{elementwise(in[0], [](double x) { return -x; })}; });
  }
}

}  // namespace

void movement(Judge& judge) {
  sizes_and_order(judge);
  copies(judge);
  dtypes(judge);
  geometry(judge);
  complex_numbers(judge);
}

}  // namespace modecheck::definitions
