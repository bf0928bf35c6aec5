#include "reference/kernels_shape.h"

#include "reference/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;

constexpr int kZero = -1;

// Every element is that of the argument whose number `source(i)` tells, or zero.
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
    // What is left out does not depend on anything: its derivative is zero.
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

}  // namespace

void flip(KernelCall& call) {
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

void tril(KernelCall& call) { triangle(call, false); }
void triu(KernelCall& call) { triangle(call, true); }

void constant_pad_nd(KernelCall& call) {
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
        if (inside) call.flow(x, at, 1.0);
      });
  }
  call.store();
}

}  // namespace modecheck::reference
