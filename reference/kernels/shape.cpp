// Operators that move elements, or set them to zero.

#include <algorithm>

#include "reference/kernels/kernel_row.h"
#include "reference/values/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;

constexpr int kZero = -1;

// Every element is element `source(i)` of the argument, or zero.
template <typename Source>
void rearrange(KernelCall& call, const Source& source) {
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i) {
    const int number = source(static_cast<int>(i));
    const bool zero = number == kZero;
    const auto from = static_cast<std::size_t>(zero ? 0 : number);
    if (spec::is_differentiable(dtype))
      result.real[i] = zero ? 0 : x.real[from];
    else
      result.integer[i] = zero ? 0 : x.integer[from];
    if (spec::is_complex(dtype)) result.imag[i] = zero ? 0 : x.imag[from];
    // A cleared element depends on nothing: its derivative is zero.
    if (call.recorded()) call.record([&] { call.flow(x, zero ? i : from, zero ? 0.0 : 1.0); });
  }
  call.store();
}

void triangle(KernelCall& call, bool upper) {
  const spec::Geometry& shape = call.in(0);
  const auto diagonal = static_cast<int>(call.arguments().integer(1));
  const int columns = shape.rank < 1 ? 1 : shape.sizes[static_cast<std::size_t>(shape.rank - 1)];
  const int rows = shape.rank < 2 ? 1 : shape.sizes[static_cast<std::size_t>(shape.rank - 2)];
  rearrange(call, [&](int i) {
    const int from_diagonal = i % columns - i / columns % rows - diagonal;
    return (upper ? from_diagonal < 0 : from_diagonal > 0) ? kZero : i;
  });
}

// Makes element `from` of `x` the element `to`, the next one, of the result. The element of `overwritten` that is
// replaced gets a zero gradient. The zero matters if the replaced element was computed with an infinite slope: the
// product is then NaN.
void take(KernelCall& call, const Operand& x, std::size_t from, std::size_t to, const Operand* overwritten = nullptr) {
  Result& result = call.result();
  if (spec::is_differentiable(result.dtype))
    result.real[to] = x.real[from];
  else
    result.integer[to] = x.integer[from];
  if (spec::is_complex(result.dtype)) result.imag[to] = x.imag[from];
  if (!call.recorded()) return;
  call.record([&] {
    call.flow(x, from, 1.0);
    if (overwritten != nullptr) call.flow(*overwritten, to, 0.0);
  });
}

// `self`, in which the second operand replaces `length` positions along a dimension: `first`, `first + step` and so on.
void scatter_part(KernelCall& call, std::size_t dim, std::int64_t first, std::int64_t step, std::int64_t length) {
  const spec::Geometry& shape = call.in(0);
  const DType dtype = shape.dtype;
  const Operand& self = call.load(0, dtype);
  const Operand& source = call.load(1, dtype);
  call.start(dtype, self.count);
  call.inherit(self);
  call.inherit(source);
  std::int64_t inner = 1;
  for (auto d = static_cast<std::size_t>(shape.rank); --d > dim;) inner *= shape.sizes[d];
  const std::int64_t size = shape.sizes[dim];
  for (std::int64_t i = 0; i < self.count; ++i) {
    const std::int64_t at = i / inner % size - first;
    const bool replaced = at >= 0 && at % step == 0 && at / step < length;
    const std::int64_t from = ((i / inner / size) * length + at / step) * inner + i % inner;
    take(call, replaced ? source : self, static_cast<std::size_t>(replaced ? from : i), static_cast<std::size_t>(i),
         replaced ? &self : nullptr);
  }
  call.store();
}

}  // namespace

static void flip(KernelCall& call) {
  const spec::Geometry& shape = call.in(0);
  bool flipped[spec::kMaxRank] = {};
  for (const std::int64_t dim : call.arguments().integers(1))
    if (shape.rank > 0) flipped[dim < 0 ? dim + shape.rank : dim] = true;
  rearrange(call, [&](int i) {
    int rest = i;
    int out = 0;
    int block = 1;
    for (int d = shape.rank - 1; d >= 0; --d) {
      const int size = shape.sizes[static_cast<std::size_t>(d)];
      const int at = rest % size;
      rest /= size;
      out += block * (flipped[d] ? size - 1 - at : at);
      block *= size;
    }
    return out;
  });
}
MODECHECK_KERNEL(flip, SecondDerivatives::Yes, flip)

static void tril(KernelCall& call) { triangle(call, false); }
MODECHECK_KERNEL(tril, SecondDerivatives::Yes, tril, tril_)

static void triu(KernelCall& call) { triangle(call, true); }
MODECHECK_KERNEL(triu, SecondDerivatives::Yes, triu, triu_)

static void constant_pad_nd(KernelCall& call) {
  const spec::Geometry& from = call.in(0);
  const spec::Geometry& to = call.out();
  const spec::IntList pad = call.arguments().integers(1);
  const spec::ScalarValue value = call.arguments().scalar(2);
  const DType dtype = from.dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, static_cast<int>(to.numel()));
  call.inherit(x);
  for (std::size_t i = 0; i < static_cast<std::size_t>(result.count); ++i) {
    auto rest = static_cast<std::int64_t>(i);
    std::int64_t element = 0;
    std::int64_t block = 1;
    bool inside = true;
    for (int d = from.rank - 1; d >= 0; --d) {
      const int side = 2 * (from.rank - 1 - d);
      const std::int64_t before = side < pad.size ? pad.values[static_cast<std::size_t>(side)] : 0;
      const std::int64_t size = from.sizes[static_cast<std::size_t>(d)];
      const std::int64_t place = rest % to.sizes[static_cast<std::size_t>(d)] - before;
      rest /= to.sizes[static_cast<std::size_t>(d)];
      inside = inside && place >= 0 && place < size;
      element += place * block;
      block *= size;
    }
    const auto at = static_cast<std::size_t>(inside ? element : 0);
    if (spec::is_differentiable(dtype))
      result.real[i] = inside ? x.real[at] : round_to(dtype, value.value);
    else
      result.integer[i] = inside ? x.integer[at] : integer_value(value, dtype);
    if (spec::is_complex(dtype)) result.imag[i] = inside ? x.imag[at] : 0;
    if (call.recorded())
      call.record([&] {
        // A cropped element gets a zero gradient all the same, because a subject may compute 0 * inf further up.
        if (x.count > 0) call.flow(x, at, inside ? 1.0 : 0.0);
      });
  }
  call.store();
}
MODECHECK_KERNEL(constant_pad_nd, SecondDerivatives::Yes, constant_pad_nd)

namespace {

// `beyond(place, size)`: the element that a position outside a dimension takes.
template <typename Beyond>
void continued(KernelCall& call, const Beyond& beyond) {
  const spec::Geometry& from = call.in(0);
  const spec::Geometry& to = call.out();
  const spec::IntList padding = call.arguments().integers(1);
  const Operand& x = call.load(0, from.dtype);
  Result& result = call.start(from.dtype, static_cast<int>(to.numel()));
  call.inherit(x);
  for (std::int64_t i = 0; i < result.count; ++i) {
    std::int64_t rest = i;
    std::int64_t element = 0;
    std::int64_t block = 1;
    for (int d = to.rank - 1; d >= 0; --d) {
      const auto at = static_cast<std::size_t>(d);
      const int pair = 2 * (to.rank - 1 - d);
      std::int64_t place = rest % to.sizes[at] - (pair < padding.size ? padding[pair] : 0);
      rest /= to.sizes[at];
      if (place < 0 || place >= from.sizes[at]) place = beyond(place, from.sizes[at]);
      element += place * block;
      block *= from.sizes[at];
    }
    take(call, x, static_cast<std::size_t>(element), static_cast<std::size_t>(i));
  }
  call.store();
}

}  // namespace

static void reflection_pad(KernelCall& call) {
  continued(call, [](std::int64_t place, std::int64_t size) { return place < 0 ? -place : 2 * (size - 1) - place; });
}
MODECHECK_KERNEL(reflection_pad, SecondDerivatives::No, reflection_pad1d, reflection_pad2d, reflection_pad3d)

static void replication_pad(KernelCall& call) {
  continued(call, [](std::int64_t place, std::int64_t size) { return place < 0 ? 0 : size - 1; });
}
MODECHECK_KERNEL(replication_pad, SecondDerivatives::No, replication_pad2d, replication_pad3d)

static void repeat(KernelCall& call) {
  const spec::Geometry& from = call.in(0);
  const spec::Geometry& to = call.out();
  const DType dtype = from.dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, static_cast<int>(to.numel()));
  call.inherit(x);
  for (std::size_t i = 0; i < static_cast<std::size_t>(result.count); ++i) {
    auto rest = static_cast<std::int64_t>(i);
    std::int64_t element = 0;
    std::int64_t block = 1;
    for (int d = to.rank - 1; d >= 0; --d) {
      const std::int64_t place = rest % to.sizes[static_cast<std::size_t>(d)];
      rest /= to.sizes[static_cast<std::size_t>(d)];
      const int own = d - (to.rank - from.rank);
      if (own < 0) break;
      const std::int64_t size = from.sizes[static_cast<std::size_t>(own)];
      element += place % size * block;
      block *= size;
    }
    take(call, x, static_cast<std::size_t>(element), i);
  }
  call.store();
}
MODECHECK_KERNEL(repeat, SecondDerivatives::Yes, repeat)

static void slice_scatter(KernelCall& call) {
  const spec::Geometry& self = call.in(0);
  const std::int64_t dim = call.arguments().integer(2);
  const auto d = static_cast<std::size_t>(dim < 0 ? dim + self.rank : dim);
  const std::int64_t size = self.sizes[d];
  std::int64_t first = call.arguments().optional_integer(3).value_or(0);
  if (first < 0) first = std::max<std::int64_t>(first + size, 0);
  scatter_part(call, d, first, call.arguments().integer(5), call.in(1).sizes[d]);
}
MODECHECK_KERNEL(slice_scatter, SecondDerivatives::Yes, slice_scatter)

static void select_scatter(KernelCall& call) {
  const spec::Geometry& self = call.in(0);
  const std::int64_t dim = call.arguments().integer(2);
  const auto d = static_cast<std::size_t>(dim < 0 ? dim + self.rank : dim);
  const std::int64_t index = call.arguments().integer(3);
  scatter_part(call, d, index < 0 ? index + self.sizes[d] : index, 1, 1);
}
MODECHECK_KERNEL(select_scatter, SecondDerivatives::Yes, select_scatter)

}  // namespace modecheck::reference
