// Reference kernels that join tensors, and those that pick or write elements by an index or a mask.

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/kernels/kernel_row.h"
#include "reference/kernels/targets.h"
#include "reference/values/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;

// Concatenates the inputs along one dimension. Along this dimension, input k has the size length(k). `inner` is the
// number of elements of the dimensions behind it.
template <typename Length>
void join(KernelCall& call, std::size_t inner, const Length& length) {
  const int inputs = call.effect().input_count;
  // Each input is converted directly to the output's dtype. It is not first converted to the dtype to which the inputs
  // promote.
  Result& result = call.start(call.out().dtype);
  std::array<const Operand*, spec::Effect::max_inputs> operands{};
  std::size_t total = 0;
  for (int k = 0; k < inputs; ++k) {
    operands[static_cast<std::size_t>(k)] = &call.load(k, result.dtype);
    call.inherit(*operands[static_cast<std::size_t>(k)]);
    total += length(k);
  }
  for (std::size_t i = 0; i < result.count; ++i) {
    std::size_t along = i / inner % total;
    int k = 0;
    for (; along >= length(k); ++k) along -= length(k);
    const std::size_t from = (i / inner / total * length(k) + along) * inner + i % inner;
    call.take(i, *operands[static_cast<std::size_t>(k)], from);
  }
  call.store();
}

// Computes a copy of `self` with elements of `source` written to the targets, or `value` if `source` is null. If two
// elements have the same target, the result and its derivative are unspecified.
void put(KernelCall& call, const Operand& self, const Operand* source, spec::ScalarValue value, const Operand& index,
         const Targets& targets) {
  Result& result = call.start_from(call.dtype(), self, index);
  if (source != nullptr) call.inherit(*source);
  std::array<int, kMaxElements> from;
  from.fill(-1);
  bool twice = false;
  for (std::size_t i = 0; i < targets.count; ++i) {
    twice |= from[targets.element[i]] >= 0;
    from[targets.element[i]] = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < self.count; ++i) {
    const bool written = from[i] >= 0;
    const auto element = static_cast<std::size_t>(from[i]);
    if (!written)
      result.take(i, self, i);
    else if (source != nullptr)
      result.take(i, *source, element);
    else
      result.set(i, value);
    call.record([&] {
      call.flow(self, i, written ? 0.0 : 1.0, index.tolerance);
      if (written && source != nullptr) call.flow(*source, element, 1.0, index.tolerance);
    });
  }
  if (twice && source != nullptr) {
    call.doubt_nodes();
    result.tolerance = kUnbounded;
  }
  call.store();
}

// Computes a copy of `self` to which alpha * source is added at the targets of the index.
void add_to(KernelCall& call, const Operand& self, const Operand& source, double alpha, const Operand& index,
            const Targets& targets) {
  const DType dtype = call.dtype();
  Result& result = call.start_from(dtype, self, source, index);
  double rounding = 0;
  double most = 0;
  bool finite = true;
  for (std::size_t i = 0; i < self.count; ++i) {
    if (!spec::is_differentiable(dtype)) {
      auto total = static_cast<std::uint64_t>(self.integer[i]);
      for (std::size_t k = 0; k < targets.count; ++k)
        if (targets.element[k] == i)
          total += static_cast<std::uint64_t>(static_cast<std::int64_t>(alpha)) *
                   static_cast<std::uint64_t>(source.integer[k]);
      result.integer[i] = static_cast<std::int64_t>(total);
      continue;
    }
    ComplexSum sum;
    sum.add(self.number(i));
    double terms = 0;
    bool narrow = true;
    for (std::size_t k = 0; k < targets.count; ++k) {
      if (targets.element[k] != i) continue;
      ++terms;
      narrow &= is_short(source.real[k]);
      finite &= std::isfinite(source.real[k]);
      sum.add(alpha * source.number(k));
    }
    most = std::max(most, terms);
    // without added terms the element of `self` is copied, so that -0 stays -0
    result.set(i, terms == 0 ? self.number(i) : sum.value());
    if (terms > 0 && (!narrow || !sum.exact(dtype))) rounding = std::max(rounding, 2 * ulp(dtype, sum.magnitude()));
    // libraries differ in the sign of a zero result
    if (terms > 0 && (result.real[i] == 0 || (spec::is_complex(dtype) && result.imag[i] == 0))) result.exact = false;
    call.record([&] {
      call.flow(self, i, 1.0);
      for (std::size_t k = 0; k < targets.count; ++k)
        if (targets.element[k] == i) call.flow(source, k, alpha, index.tolerance);
    });
  }
  if (spec::is_differentiable(dtype)) {
    result.tolerance = self.tolerance + std::abs(alpha) * most * source.tolerance + rounding * (most + 2);
    if (self.tolerance != 0 || source.tolerance != 0) result.tolerance += 2 * ulp(dtype, result.largest());
    if (!finite || !is_bound(self.tolerance) || !is_bound(source.tolerance) || index.tolerance != 0)
      result.tolerance = kUnbounded;
  }
  call.store();
}

// A function that finds the elements of `self` that an index names. It is slices_of or elements_of (targets.h).
using TargetsOf = Targets (*)(KernelCall&, const Operand&);

void put_source(KernelCall& call, TargetsOf targets_of) {
  const Operand& index = call.load(1, DType::Int64);
  const Operand& self = call.load(0);
  put(call, self, &call.load(2, call.dtype()), {}, index, targets_of(call, index));
}

void put_value(KernelCall& call, TargetsOf targets_of) {
  const Operand& index = call.load(1, DType::Int64);
  put(call, call.load(0), nullptr, call.arguments().scalar(3), index, targets_of(call, index));
}

void add_source(KernelCall& call, double alpha, TargetsOf targets_of) {
  const Operand& index = call.load(1, DType::Int64);
  const Operand& self = call.load(0);
  add_to(call, self, call.load(2, call.dtype()), alpha, index, targets_of(call, index));
}

}  // namespace

MODECHECK_KERNEL_OF((index_add, index_add_), SecondDerivatives::Yes,
                    add_source(call, call.arguments().scalar(4).value, slices_of))
MODECHECK_KERNEL_OF((index_copy, index_copy_), SecondDerivatives::Yes, put_source(call, slices_of))
MODECHECK_KERNEL_OF((index_fill_int_Scalar, index_fill__int_Scalar), SecondDerivatives::Yes, put_value(call, slices_of))
MODECHECK_KERNEL_OF((scatter_src, scatter__src), SecondDerivatives::Yes, put_source(call, elements_of))
MODECHECK_KERNEL_OF((scatter_value, scatter__value), SecondDerivatives::Yes, put_value(call, elements_of))
MODECHECK_KERNEL_OF((scatter_add, scatter_add_), SecondDerivatives::Yes, add_source(call, 1, elements_of))

namespace {

// The elements of `self` that the indices of `index` or `index_put` name. `targets` has one entry for each element of
// the indexed result, whose sizes are in `shape`.
struct Named {
  Targets targets;
  Geometry shape;                  // sizes of the indexed result; always row-major
  const Operand* index = nullptr;  // the index with the largest error bound; null if there is no index
  int operands = 1;                // the number of the input that follows `self` and the indices
};

// For each dimension of `self`, the indices that select along it. A dimension whose `indexed` is false is taken as a
// whole.
struct AlongEach {
  std::array<std::vector<std::int64_t>, spec::kMaxRank> places;
  std::array<Geometry, spec::kMaxRank> shapes;
  std::array<bool, spec::kMaxRank> indexed{};
};

Geometry row_major(const std::vector<std::int64_t>& sizes) {
  Geometry out;
  out.rank = static_cast<std::uint8_t>(sizes.size());
  std::int32_t stride = 1;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    out.sizes[d] = static_cast<std::int32_t>(sizes[d]);
    out.strides[d] = stride;
    stride *= std::max(out.sizes[d], 1);
  }
  return out;
}

// Converts a mask to index lists, as PyTorch does: one list for each dimension of the mask, which holds the indices of
// the true elements.
void add_mask(const Operand& mask, const Geometry& shape, std::size_t first, AlongEach& along) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < mask.count; ++i) {
    if (mask.integer[i] == 0) continue;
    ++count;
    const Position at = position_of(shape, i);
    for (std::size_t d = 0; d < shape.rank; ++d) along.places[first + d].push_back(at[d]);
  }
  for (std::size_t d = first; d < first + shape.rank; ++d) {
    along.indexed[d] = true;
    along.shapes[d] = row_major({count});
  }
}

// The dimensions of the result of `index`. `dimension` says where each comes from. A number below the rank of `self` is
// a dimension of `self`; higher numbers are dimensions of the indices.
struct IndexedShape {
  std::vector<std::int64_t> places;  // the sizes to which the indices broadcast
  std::vector<std::int64_t> sizes;   // the sizes of the result
  // For each dimension of the result: a dimension of `self`, or the rank of `self` plus a dimension of the indices.
  std::vector<std::size_t> dimension;
};

// Returns the sizes to which the index tensors broadcast. As in all broadcasting, the last dimensions are aligned.
std::vector<std::int64_t> shape_of_places(std::size_t rank, const AlongEach& along) {
  std::vector<std::int64_t> places;
  for (std::size_t d = 0; d < rank; ++d) {
    if (!along.indexed[d]) continue;
    const Geometry& shape = along.shapes[d];
    if (shape.rank > places.size()) places.insert(places.begin(), shape.rank - places.size(), 1);
    for (std::size_t i = 0; i < shape.rank; ++i) {
      std::int64_t& size = places[places.size() - 1 - i];
      if (size == 1) size = shape.sizes[shape.rank - 1u - i];
    }
  }
  return places;
}

IndexedShape indexed_shape(const Geometry& self, const AlongEach& along) {
  const std::size_t rank = self.rank;
  IndexedShape out;
  out.places = shape_of_places(rank, along);
  int runs = 0;
  for (std::size_t d = 0; d < rank; ++d) runs += along.indexed[d] && (d == 0 || !along.indexed[d - 1]) ? 1 : 0;
  const auto add_places = [&] {
    for (std::size_t i = 0; i < out.places.size(); ++i) {
      out.sizes.push_back(out.places[i]);
      out.dimension.push_back(rank + i);
    }
  };
  if (runs > 1) add_places();
  for (std::size_t d = 0; d < rank; ++d) {
    if (!along.indexed[d]) {
      out.sizes.push_back(self.sizes[d]);
      out.dimension.push_back(d);
    } else if (runs == 1 && (d == 0 || !along.indexed[d - 1])) {
      add_places();
    }
  }
  return out;
}

// Returns the index along dimension `d` of `self`, which has size `length`, for element `at` of the broadcast indices.
// If the index is not exactly known, the returned value is arbitrary.
std::int64_t indexed_place(const AlongEach& along, std::size_t d, const std::vector<std::int64_t>& at,
                           std::int64_t length) {
  const Geometry& shape = along.shapes[d];
  Position from{};
  for (std::size_t k = 0; k < shape.rank; ++k) from[k] = shape.sizes[k] == 1 ? 0 : at[at.size() - shape.rank + k];
  const std::int64_t place = along.places[d][element_at(shape, from)];
  return std::clamp<std::int64_t>(place < 0 ? place + length : place, 0, length - 1);
}

Named named_by(KernelCall& call) {
  const Geometry& self = call.in(0);
  const spec::Arguments arguments = call.arguments();
  const std::size_t rank = self.rank;
  Named out;
  AlongEach along;
  std::size_t dim = 0;
  for (int k = 0; k < arguments.list_length(1); ++k) {
    if (!arguments.list_present(1, k)) {
      ++dim;
      continue;
    }
    const Geometry& shape = call.in(out.operands);
    const bool is_mask = shape.dtype == DType::Bool;
    const Operand& index = call.load(out.operands++, shape.dtype);
    if (out.index == nullptr || !(index.tolerance <= out.index->tolerance)) out.index = &index;
    if (is_mask) {
      add_mask(index, shape, dim, along);
      dim += shape.rank;
      continue;
    }
    along.indexed[dim] = true;
    along.shapes[dim] = shape;
    along.places[dim].assign(index.integer.begin(), index.integer.begin() + index.count);
    ++dim;
  }

  const IndexedShape shape = indexed_shape(self, along);
  out.shape = row_major(shape.sizes);
  out.targets.count = static_cast<std::size_t>(out.shape.numel());
  std::vector<std::int64_t> at(rank + shape.places.size());
  for (std::size_t i = 0; i < out.targets.count; ++i) {
    const Position in_result = position_of(out.shape, i);
    for (std::size_t d = 0; d < shape.sizes.size(); ++d) at[shape.dimension[d]] = in_result[d];
    Position place{};
    for (std::size_t d = 0; d < rank; ++d)
      place[d] = along.indexed[d] ? indexed_place(along, d, at, self.sizes[d]) : at[d];
    out.targets.element[i] = static_cast<std::uint32_t>(element_at(self, place));
  }
  return out;
}

}  // namespace

static void index(KernelCall& call) {
  const Named named = named_by(call);
  const Operand& self = call.load(0);
  call.arrange(self, call.dtype(), named.targets.count, [&](std::size_t i) { return named.targets.element[i]; });
  if (named.index != nullptr) call.inherit(*named.index);
  call.store();
}
MODECHECK_KERNEL(index, SecondDerivatives::Yes, index_Tensor)

static void nonzero(KernelCall& call) {
  const Operand& self = call.load(0);
  Result& result = call.start(DType::Int64);
  std::size_t at = 0;
  for (std::size_t i = 0; i < self.count; ++i) {
    if (spec::is_differentiable(call.dtype()) ? self.size_of(i) == 0 : self.integer[i] == 0) continue;
    const Position position = position_of(call.in(0), i);
    for (std::size_t d = 0; d < call.in(0).rank; ++d) result.integer[at++] = position[d];
  }
  if (!is_bound(self.tolerance)) result.tolerance = kUnbounded;
  call.store();
}
MODECHECK_KERNEL(nonzero, SecondDerivatives::No, nonzero)

static void index_put(KernelCall& call) {
  const Named named = named_by(call);
  const Operand& self = call.load(0);
  const int last = named.operands;
  const Operand& values = call.load(last, broadcast_to(call.in(last), named.shape), call.dtype());
  // put() and add_to() take an index for its error bound. If the call has no index, all of `self` is overwritten, and
  // `values` is passed as the index.
  const Operand& index = named.index != nullptr ? *named.index : values;
  if (call.arguments().boolean(3))
    add_to(call, self, values, 1, index, named.targets);
  else
    put(call, self, &values, {}, index, named.targets);
}
MODECHECK_KERNEL(index_put, SecondDerivatives::No, index_put, index_put_)

static void cat(KernelCall& call) {
  const Geometry& out = call.out();
  // If the output has no elements, no library checks the argument `dim`, so dimension 0 is used.
  const std::size_t dim = out.numel() == 0 ? 0 : wrap_dimension(call.arguments().integer(1), out.rank);
  // cat accepts a one-dimensional tensor of size 0 beside tensors of any shape. Such a tensor contributes no elements.
  const auto length = [&](int k) {
    const Geometry& in = call.in(k);
    return in.rank == 1 && in.sizes[0] == 0 ? std::size_t{0} : static_cast<std::size_t>(in.sizes[dim]);
  };
  join(call, elements_between(out, dim + 1, out.rank), length);
}
MODECHECK_KERNEL(cat, SecondDerivatives::Yes, cat, cat_out)

static void stack(KernelCall& call) {
  const Geometry& out = call.out();
  const std::size_t dim = wrap_dimension(call.arguments().integer(1), out.rank);
  join(call, elements_between(out, dim + 1, out.rank), [](int) { return std::size_t{1}; });
}
MODECHECK_KERNEL(stack, SecondDerivatives::Yes, stack)

static void index_select(KernelCall& call) {
  const Geometry& from = call.in(0);
  const Operand& self = call.load(0);
  const Operand& index = call.load(1, DType::Int64);
  const std::size_t dim = wrap_dimension(call.arguments().integer(1), from.rank);
  const std::size_t outer = elements_between(from, 0, dim);
  const std::size_t inner = elements_between(from, dim + 1, from.rank);
  const std::size_t length = from.rank == 0 ? 1 : elements_between(from, dim, dim + 1);
  // If `self` has no dimensions, libtorch copies its single element once, whatever the length of the index.
  const bool once = from.rank == 0 && call.out().rank == 0;
  call.arrange(self, call.dtype(), once ? 1 : outer * index.count * inner, [&](std::size_t i) {
    if (once) return std::size_t{0};
    // If the index is not exactly known, `place` may lie outside `self`, so it is clamped.
    const auto place = static_cast<std::size_t>(index.integer[i / inner % index.count]);
    return (i / inner / index.count * length + std::min(place, length - 1)) * inner + i % inner;
  });
  call.inherit(index);
  if (once && index.count != 1) call.doubt_nodes();
  if (once && index.count == 0) call.result().tolerance = kUnbounded;
  call.store();
}
MODECHECK_KERNEL(index_select, SecondDerivatives::Yes, index_select, index_select_out)

static void gather(KernelCall& call) {
  const Operand& self = call.load(0);
  const Operand& index = call.load(1, DType::Int64);
  const Targets targets = elements_of(call, index);
  call.arrange(self, call.dtype(), index.count, [&](std::size_t i) { return targets.element[i]; });
  call.inherit(index);
  call.store();
}
MODECHECK_KERNEL(gather, SecondDerivatives::Yes, gather)

// The gradient of a row follows PyTorch's documentation, which differs from the derivative. The row of `padding_idx`
// gets no gradient. With scale_grad_by_freq the gradient of a row is divided by the number of its uses.
static void embedding(KernelCall& call) {
  const Geometry& weight = call.in(0);
  const DType dtype = weight.dtype;
  const Operand& rows = call.load(0);
  const Operand& indices = call.load(1, DType::Int64);
  const bool scaled = call.arguments().boolean(3);
  const auto width = static_cast<std::size_t>(weight.sizes[1]);
  Result& result = call.start(dtype, indices.count * width);
  call.inherit(rows, indices);
  for (std::size_t p = 0; p < indices.count; ++p) {
    double uses = 0;
    for (std::size_t q = 0; q < indices.count; ++q) uses += indices.integer[q] == indices.integer[p] ? 1 : 0;
    // If the index is not exactly known, the row may lie outside the weight matrix, so it is clamped.
    const auto row = static_cast<std::size_t>(
        std::clamp<std::int64_t>(indices.integer[p], 0, std::max<std::int64_t>(weight.sizes[0] - 1, 0)));
    const double share = indices.integer[p] == call.arguments().integer(2) ? 0 : scaled ? 1 / uses : 1;
    const double error = indices.tolerance != 0 ? kUnbounded : scaled ? 2 * ulp(dtype, share) : 0;
    for (std::size_t k = 0; k < width; ++k) {
      result.take(p * width + k, rows, row * width + k);
      call.record([&] { call.flow(rows, row * width + k, share, error); });
    }
  }
  call.store();
}
MODECHECK_KERNEL(embedding, SecondDerivatives::No, embedding)

// Elements of `self` that are replaced, and elements of the source that are not used, get a zero gradient.
static void masked_scatter(KernelCall& call) {
  const Operand& self = call.load_broadcast(0, call.dtype());
  const Operand& mask = call.load_broadcast(1, DType::Bool);
  const Operand& source = call.load(2, call.dtype());
  Result& result = call.start_from(call.dtype(), self, mask, source);
  std::size_t next = 0;
  for (std::size_t i = 0; i < self.count; ++i) {
    // If the mask is not exactly known, it may have more true elements than the source has elements. Then the source
    // ends first.
    const bool masked = mask.integer[i] != 0 && next < source.count;
    const std::size_t element = masked ? next++ : i;
    result.take(i, masked ? source : self, element);
    call.record([&] {
      call.flow(self, i, masked ? 0.0 : 1.0, mask.tolerance);
      if (masked) call.flow(source, element, 1.0, mask.tolerance);
      for (std::size_t left = next; i + 1 == self.count && left < source.count; ++left)
        call.flow(source, left, 0.0, mask.tolerance);
    });
  }
  call.store();
}
MODECHECK_KERNEL(masked_scatter, SecondDerivatives::No, masked_scatter, masked_scatter_)

// Fills the elements where the mask is true with one value. The value is a number, or with `by_tensor` the only element
// of a tensor.
static void fill_masked(KernelCall& call, bool by_tensor) {
  const Operand& self = call.load_broadcast(0, call.dtype());
  const Operand& mask = call.load_broadcast(1, DType::Bool);
  Result& result = call.start_from(call.dtype(), self, mask);
  const Operand* const value = by_tensor ? &call.load(2, call.dtype()) : nullptr;
  if (by_tensor) call.inherit(*value);
  for (std::size_t i = 0; i < self.count; ++i) {
    const bool masked = mask.integer[i] != 0;
    if (!masked || by_tensor)
      result.take(i, masked ? *value : self, masked ? 0 : i);
    else
      result.set(i, call.arguments().scalar(2));
    call.record([&] {
      call.flow(self, i, masked ? 0.0 : 1.0, mask.tolerance);
      if (by_tensor) call.flow(*value, 0, masked ? 1.0 : 0.0, mask.tolerance);
    });
  }
  call.store();
}
MODECHECK_KERNEL_OF((masked_fill_Tensor, masked_fill__Tensor), SecondDerivatives::No, fill_masked(call, true))
MODECHECK_KERNEL_OF((masked_fill_Scalar, masked_fill__Scalar), SecondDerivatives::Yes, fill_masked(call, false))

}  // namespace modecheck::reference
