// Reference kernels that move elements, pick them by index or by mask, or set them to zero.

#include <algorithm>
#include <vector>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;

// Computes tril or triu: keeps the elements below or above a diagonal, and sets the others to zero. The derivative by
// an element that is set to zero is zero.
void triangle(KernelCall& call, bool upper) {
  const Geometry& shape = call.in(0);
  const std::int64_t diagonal = call.arguments().integer(1);
  const Operand& x = call.load(0);
  Result& result = call.start_from(call.dtype(), x);
  for (std::size_t i = 0; i < x.count; ++i) {
    const Position at = position_of(shape, i);
    const std::int64_t column = shape.rank < 1 ? 0 : at[shape.rank - 1u];
    const std::int64_t row = shape.rank < 2 ? 0 : at[shape.rank - 2u];
    const bool cleared = upper ? column - row < diagonal : column - row > diagonal;
    if (cleared)
      result.set(i, spec::ScalarValue{});
    else
      result.take(i, x, i);
    call.record([&] { call.flow(x, i, cleared ? 0.0 : 1.0); });
  }
  call.store();
}

// Computes a copy of `self` in which `source` replaces `length` slices along dimension `dim`. Their indices are
// `first`, `first + step` and so on. A replaced element gets a zero gradient. It is recorded, because zero times an
// infinite derivative further up is NaN.
void scatter_part(KernelCall& call, std::size_t dim, std::int64_t first, std::int64_t step, std::int64_t length) {
  const Geometry& shape = call.in(0);
  const Operand& self = call.load(0);
  const Operand& source = call.load(1, call.dtype());
  Result& result = call.start_from(call.dtype(), self, source);
  Geometry part = shape;
  part.sizes[dim] = static_cast<std::int32_t>(length);
  for (std::size_t i = 0; i < self.count; ++i) {
    Position at = position_of(shape, i);
    const std::int64_t behind = at[dim] - first;
    if (behind < 0 || behind % step != 0 || behind / step >= length) {
      call.take(i, self, i);
      continue;
    }
    at[dim] = behind / step;
    const std::size_t from = element_at(part, at);
    result.take(i, source, from);
    call.record([&] {
      call.flow(source, from, 1.0);
      call.flow(self, i, 0.0);
    });
  }
  call.store();
}

// Computes an output whose elements are elements of the input. `source(position)` gets the indices of an output
// element, and replaces them by the indices of the input element.
template <typename Source>
void move_elements(KernelCall& call, const Source& source) {
  const Operand& x = call.load(0);
  call.arrange(x, call.dtype(), static_cast<std::size_t>(call.out().numel()), [&](std::size_t i) {
    Position at = position_of(call.out(), i);
    source(at);
    return element_at(call.in(0), at);
  });
  call.store();
}

}  // namespace

static void flip(KernelCall& call) {
  const Geometry& shape = call.in(0);
  const spec::IntList dims = call.arguments().integers(1);
  move_elements(call, [&](Position& at) {
    for (const std::int64_t dim : dims) {
      const std::size_t d = wrap_dimension(dim, shape.rank);
      at[d] = shape.sizes[d] - 1 - at[d];
    }
  });
}
MODECHECK_KERNEL(flip, SecondDerivatives::Yes, flip)

MODECHECK_KERNEL_OF((tril, tril_), SecondDerivatives::Yes, triangle(call, false))
MODECHECK_KERNEL_OF((triu, triu_), SecondDerivatives::Yes, triangle(call, true))

// Returns the padding before dimension `d`. The list `padding` begins with the last dimension, and has two numbers for
// each dimension: before and after it.
static std::int64_t padding_before(const spec::IntList& padding, const Geometry& shape, std::size_t d) {
  const int pair = 2 * (shape.rank - 1 - static_cast<int>(d));
  return pair < padding.size ? padding[pair] : 0;
}

static void constant_pad_nd(KernelCall& call) {
  const Geometry& from = call.in(0);
  const spec::IntList padding = call.arguments().integers(1);
  const spec::ScalarValue value = call.arguments().scalar(2);
  const Operand& x = call.load(0);
  Result& result = call.start(call.dtype());
  call.inherit(x);
  for (std::size_t i = 0; i < result.count; ++i) {
    Position at = position_of(call.out(), i);
    bool inside = true;
    for (std::size_t d = 0; d < from.rank; ++d) {
      at[d] -= padding_before(padding, from, d);
      inside = inside && at[d] >= 0 && at[d] < from.sizes[d];
    }
    const std::size_t element = inside ? element_at(from, at) : 0;
    if (inside)
      result.take(i, x, element);
    else
      result.set(i, value);
    // The input element at index 0 gets an edge with derivative zero where the output has padding. A subject may
    // multiply this zero by an infinite derivative.
    call.record([&] {
      if (x.count > 0) call.flow(x, element, inside ? 1.0 : 0.0);
    });
  }
  call.store();
}
MODECHECK_KERNEL(constant_pad_nd, SecondDerivatives::Yes, constant_pad_nd)

// Pads an image with elements of the image. `beyond(place, size)` gets an index outside a dimension of size `size`, and
// returns the index whose element is used.
template <typename Beyond>
static void continue_image(KernelCall& call, const Beyond& beyond) {
  const Geometry& from = call.in(0);
  const spec::IntList padding = call.arguments().integers(1);
  move_elements(call, [&](Position& at) {
    for (std::size_t d = 0; d < from.rank; ++d) {
      at[d] -= padding_before(padding, from, d);
      if (at[d] < 0 || at[d] >= from.sizes[d]) at[d] = beyond(at[d], std::int64_t{from.sizes[d]});
    }
  });
}
MODECHECK_KERNEL_OF((reflection_pad1d, reflection_pad2d, reflection_pad3d), SecondDerivatives::No,
                    continue_image(call, [](std::int64_t place, std::int64_t size) {
                      return place < 0 ? -place : 2 * (size - 1) - place;
                    }))
MODECHECK_KERNEL_OF((replication_pad2d, replication_pad3d), SecondDerivatives::No,
                    continue_image(call,
                                   [](std::int64_t place, std::int64_t size) { return place < 0 ? 0 : size - 1; }))

// The result of `repeat` may have more dimensions than the input. The additional dimensions come first.
static void repeat(KernelCall& call) {
  const Geometry& from = call.in(0);
  const auto more = static_cast<std::size_t>(call.out().rank - from.rank);
  move_elements(call, [&](Position& at) {
    for (std::size_t d = 0; d < from.rank; ++d) at[d] = at[d + more] % from.sizes[d];
  });
}
MODECHECK_KERNEL(repeat, SecondDerivatives::Yes, repeat)

static void narrow_copy(KernelCall& call) {
  const Geometry& from = call.in(0);
  const std::size_t dim = wrap_dimension(call.arguments().integer(1), from.rank);
  std::int64_t start = call.arguments().integer(2);
  if (start < 0) start += from.sizes[dim];
  move_elements(call, [&](Position& at) { at[dim] += start; });
}
MODECHECK_KERNEL(narrow_copy, SecondDerivatives::Yes, narrow_copy)

static void slice_scatter(KernelCall& call) {
  const std::size_t dim = wrap_dimension(call.arguments().integer(2), call.in(0).rank);
  std::int64_t first = call.arguments().optional_integer(3).value_or(0);
  if (first < 0) first = std::max<std::int64_t>(first + call.in(0).sizes[dim], 0);
  scatter_part(call, dim, first, call.arguments().integer(5), call.in(1).sizes[dim]);
}
MODECHECK_KERNEL(slice_scatter, SecondDerivatives::Yes, slice_scatter)

static void select_scatter(KernelCall& call) {
  const std::size_t dim = wrap_dimension(call.arguments().integer(2), call.in(0).rank);
  const std::int64_t index = call.arguments().integer(3);
  scatter_part(call, dim, index < 0 ? index + call.in(0).sizes[dim] : index, 1, 1);
}
MODECHECK_KERNEL(select_scatter, SecondDerivatives::Yes, select_scatter)

// Computes roll. An output element is the input element `shift` indices before it, along each of the listed dimensions.
// A dimension may be listed twice. If none is listed, the elements are shifted in row-major order.
static void roll(KernelCall& call) {
  const Geometry& shape = call.in(0);
  const spec::IntList shifts = call.arguments().integers(1);
  const spec::IntList dims = call.arguments().integers(2);
  const Operand& x = call.load(0);
  const auto turned = [](std::int64_t place, std::int64_t size) { return (place % size + size) % size; };
  call.arrange(x, call.dtype(), x.count, [&](std::size_t i) {
    if (dims.size == 0)
      return static_cast<std::size_t>(
          turned(static_cast<std::int64_t>(i) - shifts[0], static_cast<std::int64_t>(x.count)));
    Position at = position_of(shape, i);
    for (int k = 0; k < dims.size && shape.rank > 0; ++k) {
      const std::size_t d = wrap_dimension(dims[k], shape.rank);
      at[d] = turned(at[d] - shifts[k], shape.sizes[d]);
    }
    return element_at(shape, at);
  });
  call.store();
}
MODECHECK_KERNEL(roll, SecondDerivatives::Yes, roll)

static void diag_embed(KernelCall& call) {
  const Geometry& from = call.in(0);
  const Geometry& to = call.out();
  const spec::Arguments arguments = call.arguments();
  const std::size_t row = wrap_dimension(arguments.integer(2), to.rank);
  const std::size_t column = wrap_dimension(arguments.integer(3), to.rank);
  const std::int64_t offset = arguments.integer(1);
  const Operand& x = call.load(0);
  call.arrange(x, call.dtype(), static_cast<std::size_t>(to.numel()), [&](std::size_t i) {
    const Position at = position_of(to, i);
    if (at[column] - at[row] != offset) return kZero;
    // The input has the layout of a result of `diagonal`. The other dimensions come first, in their order, and the last
    // dimension is the index along the diagonal.
    Position out{};
    std::size_t next = 0;
    for (std::size_t d = 0; d < to.rank; ++d)
      if (d != row && d != column) out[next++] = at[d];
    out[next] = std::min(at[row], at[column]);
    return element_at(from, out);
  });
  call.store();
}
MODECHECK_KERNEL(diag_embed, SecondDerivatives::Yes, diag_embed)

static void masked_select(KernelCall& call) {
  const Geometry common = common_sizes(call.in(0), call.in(1));
  const Operand& x = call.load(0, broadcast_to(call.in(0), common), call.dtype());
  const Operand& mask = call.load(1, broadcast_to(call.in(1), common), DType::Bool);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < mask.count; ++i)
    if (mask.integer[i] != 0) chosen.push_back(i);
  // A mask byte other than 0 or 1 may select another number of elements than the output has. Then the list is cut, or
  // filled with the number 0.
  chosen.resize(static_cast<std::size_t>(call.out().numel()), 0);
  call.arrange(x, call.dtype(), chosen.size(), [&](std::size_t i) { return chosen[i]; });
  call.inherit(mask);
  call.store();
}
MODECHECK_KERNEL(masked_select, SecondDerivatives::No, masked_select)

static void take_elements(KernelCall& call) {
  const Operand& x = call.load(0);
  const Operand& index = call.load(1, DType::Int64);
  const auto count = static_cast<std::int64_t>(x.count);
  call.arrange(x, call.dtype(), index.count, [&](std::size_t i) {
    const std::int64_t place = index.integer[i];
    return static_cast<std::size_t>(std::clamp<std::int64_t>(place < 0 ? place + count : place, 0, count - 1));
  });
  call.inherit(index);
  call.store();
}
MODECHECK_KERNEL(take_elements, SecondDerivatives::No, take)

}  // namespace modecheck::reference
