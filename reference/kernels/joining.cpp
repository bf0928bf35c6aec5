// Joining tensors, and picking elements by an index or a mask.

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

std::size_t product(const Geometry& shape, int begin, int end) {
  std::size_t out = 1;
  for (int d = begin; d < end; ++d) out *= static_cast<std::size_t>(shape.sizes[static_cast<std::size_t>(d)]);
  return out;
}

int wrap(std::int64_t dim, int rank) { return static_cast<int>(dim < 0 ? dim + rank : dim); }

// The input element that an element of the result copies.
struct Source {
  std::uint8_t input;
  std::uint32_t element;
};
using Sources = std::array<Source, kMaxElements>;

// Computes a result that consists of elements of up to four operands.
void pick(KernelCall& call, std::array<const Operand*, 4> operands, const Sources& sources, int count, DType dtype) {
  Result& result = call.start(dtype, count);
  for (const Operand* operand : operands)
    if (operand != nullptr) call.inherit(*operand);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const Operand& operand = *operands[sources[i].input];
    const std::size_t from = sources[i].element;
    if (spec::is_differentiable(dtype))
      result.real[i] = operand.real[from];
    else
      result.integer[i] = operand.integer[from];
    if (spec::is_complex(dtype)) result.imag[i] = operand.imag[from];
    if (call.recorded()) call.record([&] { call.flow(operand, from, 1.0); });
  }
}

// Concatenates the inputs along a dimension in which input k has length(k) steps of `inner` elements.
template <typename Length>
void join(KernelCall& call, std::size_t outer, std::size_t inner, const Length& length) {
  const int inputs = call.effect().input_count;
  // Each operand is converted directly to the output's dtype, not by way of the promoted dtype.
  const DType dtype = call.out().dtype;
  std::array<const Operand*, 4> operands{};
  Sources sources;
  std::size_t total = 0;
  for (int k = 0; k < inputs; ++k) total += length(k);
  std::size_t start = 0;
  for (int k = 0; k < inputs; ++k) {
    operands[static_cast<std::size_t>(k)] = &call.load(k, dtype);
    const std::size_t block = length(k) * inner;
    for (std::size_t o = 0; o < outer; ++o)
      for (std::size_t i = 0; i < block; ++i)
        sources[(o * total + start) * inner + i] = {static_cast<std::uint8_t>(k),
                                                    static_cast<std::uint32_t>(o * block + i)};
    start += length(k);
  }
  pick(call, operands, sources, static_cast<int>(outer * total * inner), dtype);
  call.store();
}

// Writes `self` with elements of `source`, or `value` if there is no source. If two elements go to the same index,
// value and derivative are unspecified.
void put(KernelCall& call, const Operand& self, const Operand* source, spec::ScalarValue value, const Operand& index,
         const Targets& targets) {
  const DType dtype = call.in(0).dtype;
  Result& result = call.start(dtype, self.count);
  call.inherit(self);
  call.inherit(index);
  if (source != nullptr) call.inherit(*source);
  std::array<int, kMaxElements> from;
  from.fill(-1);
  bool twice = false;
  for (std::size_t i = 0; i < targets.count; ++i) {
    twice |= from[targets.element[i]] >= 0;
    from[targets.element[i]] = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(self.count); ++i) {
    const bool written = from[i] >= 0;
    const Operand& operand = written && source != nullptr ? *source : self;
    const std::size_t element = written && source != nullptr ? static_cast<std::size_t>(from[i]) : i;
    const bool is_value = written && source == nullptr;
    if (spec::is_differentiable(dtype))
      result.real[i] = is_value ? round_to(dtype, value.value) : operand.real[element];
    else
      result.integer[i] = is_value ? integer_value(value, dtype) : operand.integer[element];
    if (spec::is_complex(dtype)) result.imag[i] = is_value ? 0 : operand.imag[element];
    if (!call.recorded()) continue;
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

// Adds alpha times the elements of `source` to `self`.
void add_to(KernelCall& call, const Operand& self, const Operand& source, double alpha, const Operand& index,
            const Targets& targets) {
  const DType dtype = call.in(0).dtype;
  Result& result = call.start(dtype, self.count);
  for (const Operand* operand : {&self, &source, &index}) call.inherit(*operand);
  double rounding = 0;
  double most = 0;
  bool finite = true;
  for (std::size_t i = 0; i < static_cast<std::size_t>(self.count); ++i) {
    AnyOrderSum real;
    AnyOrderSum imag;
    auto total = static_cast<std::uint64_t>(spec::is_differentiable(dtype) ? 0 : self.integer[i]);
    double terms = 0;
    bool narrow = true;
    if (spec::is_differentiable(dtype)) real.add(self.real[i]);
    if (spec::is_complex(dtype)) imag.add(self.imag[i]);
    for (std::size_t k = 0; k < targets.count; ++k) {
      if (targets.element[k] != i) continue;
      ++terms;
      if (!spec::is_differentiable(dtype)) {
        total += static_cast<std::uint64_t>(static_cast<std::int64_t>(alpha)) *
                 static_cast<std::uint64_t>(source.integer[k]);
        continue;
      }
      narrow &= is_short(source.real[k]);
      finite &= std::isfinite(source.real[k]);
      real.add(alpha * source.real[k]);
      if (spec::is_complex(dtype)) imag.add(alpha * source.imag[k]);
    }
    most = std::max(most, terms);
    if (!spec::is_differentiable(dtype)) {
      result.integer[i] = static_cast<std::int64_t>(total);
      continue;
    }
    result.set(i, {real.value, imag.value});
    if (!spec::is_complex(dtype)) result.real[i] = round_to(dtype, real.value);
    if (terms == 0) result.set(i, self.number(i));  // a negative zero stays one
    if (terms > 0 && (!narrow || !real.exact(dtype) || !imag.exact(dtype)))
      rounding = std::max(rounding, 2 * ulp(dtype, real.magnitude + imag.magnitude));
    if (terms > 0 && result.real[i] == 0) result.exact = false;  // a zero of either sign is right
    if (!call.recorded()) continue;
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

}  // namespace

static void index_add(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& index = call.load(1, DType::Int64);
  add_to(call, call.load(0, dtype), call.load(2, dtype), call.arguments().scalar(4).value, index,
         slices_of(call, index));
}
MODECHECK_KERNEL(index_add, SecondDerivatives::Yes, index_add, index_add_)

static void index_copy(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& index = call.load(1, DType::Int64);
  put(call, call.load(0, dtype), &call.load(2, dtype), {}, index, slices_of(call, index));
}
MODECHECK_KERNEL(index_copy, SecondDerivatives::Yes, index_copy, index_copy_)

static void index_fill(KernelCall& call) {
  const Operand& index = call.load(1, DType::Int64);
  put(call, call.load(0, call.in(0).dtype), nullptr, call.arguments().scalar(3), index, slices_of(call, index));
}
MODECHECK_KERNEL(index_fill, SecondDerivatives::Yes, index_fill_int_Scalar, index_fill__int_Scalar)

static void scatter(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& index = call.load(1, DType::Int64);
  put(call, call.load(0, dtype), &call.load(2, dtype), {}, index, elements_of(call, index));
}
MODECHECK_KERNEL(scatter, SecondDerivatives::Yes, scatter_src, scatter__src)

static void scatter_value(KernelCall& call) {
  const Operand& index = call.load(1, DType::Int64);
  put(call, call.load(0, call.in(0).dtype), nullptr, call.arguments().scalar(3), index, elements_of(call, index));
}
MODECHECK_KERNEL(scatter_value, SecondDerivatives::Yes, scatter_value, scatter__value)

static void scatter_add(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& index = call.load(1, DType::Int64);
  add_to(call, call.load(0, dtype), call.load(2, dtype), 1, index, elements_of(call, index));
}
MODECHECK_KERNEL(scatter_add, SecondDerivatives::Yes, scatter_add, scatter_add_)

namespace {

// The element of `self` for each element of an indexed result, and the shape of that result.
struct Named {
  Targets targets;
  Geometry shape;                  // row-major
  const Operand* index = nullptr;  // the index with the largest tolerance
  int operands = 1;                // the number of the operand after `self` and the indices
};

// The indices along each dimension; empty for a whole dimension.
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

// Converts a mask to one list of indices for each of its dimensions.
void add_mask(const Operand& mask, const Geometry& shape, std::size_t first, AlongEach& along) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(mask.count); ++i) {
    if (mask.integer[i] == 0) continue;
    ++count;
    std::size_t rest = i;
    for (std::size_t d = shape.rank; d-- > 0;) {
      const auto size = static_cast<std::size_t>(shape.sizes[d]);
      along.places[first + d].push_back(static_cast<std::int64_t>(rest % size));
      rest /= size;
    }
  }
  for (std::size_t d = first; d < first + shape.rank; ++d) {
    along.indexed[d] = true;
    along.shapes[d] = row_major({count});
  }
}

// The dimensions of the result of `index`: whole dimensions have their number in `self`, and index dimensions have the
// numbers from the rank of `self` on.
struct IndexedShape {
  std::vector<std::int64_t> places;    // the broadcast shape of the indices
  std::vector<std::int64_t> sizes;     // sizes of the result
  std::vector<std::size_t> dimension;  // the number of each dimension of the result
};

// Broadcasts the index shapes, aligned at the last dimension.
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

// The index along an indexed dimension of size `length`. If the index is not exactly known, its value is arbitrary.
std::int64_t indexed_place(const AlongEach& along, std::size_t d, const std::vector<std::size_t>& at,
                           std::int64_t length) {
  const Geometry& shape = along.shapes[d];
  std::size_t from = 0;
  for (std::size_t k = 0; k < shape.rank; ++k) {
    const auto size = static_cast<std::size_t>(shape.sizes[k]);
    from = from * size + (size == 1 ? 0 : at[at.size() - shape.rank + k]);
  }
  std::int64_t place = along.places[d][from];
  if (place < 0) place += length;
  return std::clamp<std::int64_t>(place, 0, length - 1);
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
  std::vector<std::size_t> at(rank + shape.places.size());
  for (std::size_t i = 0; i < out.targets.count; ++i) {
    std::size_t rest = i;
    for (std::size_t d = shape.sizes.size(); d-- > 0;) {
      at[shape.dimension[d]] = rest % static_cast<std::size_t>(shape.sizes[d]);
      rest /= static_cast<std::size_t>(shape.sizes[d]);
    }
    std::size_t element = 0;
    for (std::size_t d = 0; d < rank; ++d) {
      const auto length = static_cast<std::int64_t>(self.sizes[d]);
      const std::int64_t place =
          along.indexed[d] ? indexed_place(along, d, at, length) : static_cast<std::int64_t>(at[d]);
      element = element * static_cast<std::size_t>(length) + static_cast<std::size_t>(place);
    }
    out.targets.element[i] = static_cast<std::uint32_t>(element);
  }
  return out;
}

}  // namespace

static void index(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Named named = named_by(call);
  const Operand& self = call.load(0, dtype);
  Sources sources;
  for (std::size_t i = 0; i < named.targets.count; ++i) sources[i] = {0, named.targets.element[i]};
  pick(call, {&self}, sources, static_cast<int>(named.targets.count), dtype);
  if (named.index != nullptr) call.inherit(*named.index);
  call.store();
}
MODECHECK_KERNEL(index, SecondDerivatives::Yes, index_Tensor)

static void nonzero(KernelCall& call) {
  const Geometry& shape = call.in(0);
  const DType dtype = shape.dtype;
  const Operand& self = call.load(0, dtype);
  Result& result = call.start(DType::Int64, static_cast<int>(call.out().numel()));
  std::size_t at = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(self.count); ++i) {
    if (spec::is_differentiable(dtype) ? self.size_of(i) == 0 : self.integer[i] == 0) continue;
    std::size_t rest = i;
    for (int d = shape.rank - 1; d >= 0; --d) {
      const auto size = static_cast<std::size_t>(shape.sizes[static_cast<std::size_t>(d)]);
      result.integer[at + static_cast<std::size_t>(d)] = static_cast<std::int64_t>(rest % size);
      rest /= size;
    }
    at += shape.rank;
  }
  if (!is_bound(self.tolerance)) result.tolerance = kUnbounded;
  call.store();
}
MODECHECK_KERNEL(nonzero, SecondDerivatives::No, nonzero)

static void index_put(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Named named = named_by(call);
  const Operand& self = call.load(0, dtype);
  const int last = named.operands;
  const Operand& values = call.load(last, broadcast_to(call.in(last), named.shape), dtype);
  // Without an index every element is written.
  const Operand& index = named.index != nullptr ? *named.index : values;
  if (call.arguments().boolean(3))
    add_to(call, self, values, 1, index, named.targets);
  else
    put(call, self, &values, {}, index, named.targets);
}
MODECHECK_KERNEL(index_put, SecondDerivatives::No, index_put, index_put_)

static void cat(KernelCall& call) {
  const Geometry& out = call.out();
  // Without elements the dimension is arbitrary, because no library checks it.
  const int dim = out.numel() == 0 ? 0 : wrap(call.arguments().integer(1), out.rank);
  // An empty tensor of one dimension is accepted next to any shape, and adds nothing.
  const auto length = [&](int k) {
    const Geometry& in = call.in(k);
    if (in.rank == 1 && in.sizes[0] == 0) return std::size_t{0};
    return static_cast<std::size_t>(in.sizes[static_cast<std::size_t>(dim)]);
  };
  join(call, product(out, 0, dim), product(out, dim + 1, out.rank), length);
}
MODECHECK_KERNEL(cat, SecondDerivatives::Yes, cat, cat_out)

static void stack(KernelCall& call) {
  const Geometry& out = call.out();
  const int dim = wrap(call.arguments().integer(1), out.rank);
  join(call, product(out, 0, dim), product(out, dim + 1, out.rank), [](int) { return std::size_t{1}; });
}
MODECHECK_KERNEL(stack, SecondDerivatives::Yes, stack)

static void index_select(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& self = call.load(0, dtype);
  const Operand& index = call.load(1, DType::Int64);
  const int rank = call.in(0).rank;
  const int dim = rank == 0 ? 0 : wrap(call.arguments().integer(1), rank);
  const std::size_t outer = rank == 0 ? 1 : product(call.in(0), 0, dim);
  const std::size_t inner = rank == 0 ? 1 : product(call.in(0), dim + 1, rank);
  const std::size_t length = rank == 0 ? 1 : product(call.in(0), dim, dim + 1);
  const auto picks = static_cast<std::size_t>(index.count);
  Sources sources;
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t p = 0; p < picks; ++p)
      for (std::size_t i = 0; i < inner; ++i) {
        // An index that is not exactly known has an arbitrary value.
        const std::size_t at = std::min(static_cast<std::size_t>(index.integer[p]), length - 1);
        sources[(o * picks + p) * inner + i] = {0, static_cast<std::uint32_t>((o * length + at) * inner + i)};
      }
  // From a tensor without dimensions libtorch picks once, however long the index is.
  const bool once = rank == 0 && call.out().rank == 0;
  if (once) sources[0] = {0, 0};
  pick(call, {&self}, sources, once ? 1 : static_cast<int>(outer * picks * inner), dtype);
  call.inherit(index);
  if (once && picks != 1) call.doubt_nodes();
  if (once && picks == 0) call.result().tolerance = kUnbounded;
  call.store();
}
MODECHECK_KERNEL(index_select, SecondDerivatives::Yes, index_select, index_select_out)

static void gather(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& self = call.load(0, dtype);
  const Operand& index = call.load(1, DType::Int64);
  const Geometry& from = call.in(0);
  // A tensor without dimensions counts as a tensor with one dimension of size one.
  Geometry shape = call.in(1);
  if (shape.rank == 0) {
    shape.rank = 1;
    shape.sizes[0] = 1;
  }
  const int dim = wrap(call.arguments().integer(1), shape.rank);
  Sources sources;
  for (std::size_t i = 0; i < static_cast<std::size_t>(index.count); ++i) {
    std::size_t rest = i;
    std::size_t element = 0;
    std::size_t stride = 1;
    for (int d = shape.rank - 1; d >= 0; --d) {
      const auto size = static_cast<std::size_t>(shape.sizes[static_cast<std::size_t>(d)]);
      const std::size_t length = from.rank == 0 ? 1 : static_cast<std::size_t>(from.sizes[static_cast<std::size_t>(d)]);
      std::size_t at = rest % size;
      rest /= size;
      if (d == dim) at = std::min(static_cast<std::size_t>(index.integer[i]), length - 1);
      element += at * stride;
      stride *= length;
    }
    sources[i] = {0, static_cast<std::uint32_t>(element)};
  }
  pick(call, {&self}, sources, index.count, dtype);
  call.inherit(index);
  call.store();
}
MODECHECK_KERNEL(gather, SecondDerivatives::Yes, gather)

// The gradient of a row follows the documentation, and not always the derivative. The row of `padding_idx` gets none,
// and with scale_grad_by_freq each use counts for its share of all uses.
static void embedding(KernelCall& call) {
  const Geometry& weight = call.in(0);
  const DType dtype = weight.dtype;
  const Operand& rows = call.load(0, dtype);
  const Operand& indices = call.load(1, DType::Int64);
  const std::int64_t padding = call.arguments().integer(2);
  const bool scaled = call.arguments().boolean(3);
  const auto width = static_cast<std::size_t>(weight.sizes[1]);
  const std::int64_t last = weight.sizes[0] - 1;
  Result& result = call.start(dtype, static_cast<int>(static_cast<std::size_t>(indices.count) * width));
  call.inherit(rows);
  call.inherit(indices);
  for (std::size_t p = 0; p < static_cast<std::size_t>(indices.count); ++p) {
    double uses = 0;
    for (std::size_t q = 0; q < static_cast<std::size_t>(indices.count); ++q)
      uses += indices.integer[q] == indices.integer[p] ? 1 : 0;
    // An index that is not exactly known has an arbitrary value.
    const auto row =
        static_cast<std::size_t>(std::clamp<std::int64_t>(indices.integer[p], 0, std::max<std::int64_t>(last, 0)));
    const double share = indices.integer[p] == padding ? 0 : scaled ? 1 / uses : 1;
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t from = row * width + k;
      const std::size_t to = p * width + k;
      if (spec::is_differentiable(dtype))
        result.real[to] = rows.real[from];
      else
        result.integer[to] = rows.integer[from];
      if (spec::is_complex(dtype)) result.imag[to] = rows.imag[from];
      if (!call.recorded()) continue;
      const double error = indices.tolerance != 0 ? kUnbounded : scaled ? 2 * ulp(dtype, share) : 0;
      call.record([&] { call.flow(rows, from, share, error); });
    }
  }
  call.store();
}
MODECHECK_KERNEL(embedding, SecondDerivatives::No, embedding)

// Replaced elements of `self`, and unused elements of the source, get a zero gradient.
static void masked_scatter(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& self = call.load_broadcast(0, dtype);
  const Operand& mask = call.load_broadcast(1, DType::Bool);
  const Operand& source = call.load(2, dtype);
  Result& result = call.start(dtype, self.count);
  for (const Operand* operand : {&self, &mask, &source}) call.inherit(*operand);
  const auto available = static_cast<std::size_t>(source.count);
  std::size_t next = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(self.count); ++i) {
    // A mask that is not exactly known may have more true elements than the source has elements.
    const bool masked = mask.integer[i] != 0 && next < available;
    const Operand& from = masked ? source : self;
    const std::size_t element = masked ? next++ : i;
    if (spec::is_differentiable(dtype))
      result.real[i] = from.real[element];
    else
      result.integer[i] = from.integer[element];
    if (spec::is_complex(dtype)) result.imag[i] = from.imag[element];
    if (!call.recorded()) continue;
    const bool last = i + 1 == static_cast<std::size_t>(self.count);
    call.record([&] {
      call.flow(self, i, masked ? 0.0 : 1.0, mask.tolerance);
      if (masked) call.flow(source, element, 1.0, mask.tolerance);
      for (std::size_t left = next; last && left < available; ++left) call.flow(source, left, 0.0, mask.tolerance);
    });
  }
  call.store();
}
MODECHECK_KERNEL(masked_scatter, SecondDerivatives::No, masked_scatter, masked_scatter_)

// Writes the value of a tensor where the mask is true.
static void masked_fill_by_tensor(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& self = call.load_broadcast(0, dtype);
  const Operand& mask = call.load_broadcast(1, DType::Bool);
  const Operand& value = call.load(2, dtype);
  Result& result = call.start(dtype, self.count);
  for (const Operand* operand : {&self, &mask, &value}) call.inherit(*operand);
  for (std::size_t i = 0; i < static_cast<std::size_t>(self.count); ++i) {
    const bool masked = mask.integer[i] != 0;
    if (spec::is_differentiable(dtype))
      result.real[i] = masked ? value.real[0] : self.real[i];
    else
      result.integer[i] = masked ? value.integer[0] : self.integer[i];
    if (spec::is_complex(dtype)) result.imag[i] = masked ? value.imag[0] : self.imag[i];
    if (call.recorded()) {
      call.record([&] {
        call.flow(self, i, masked ? 0.0 : 1.0, mask.tolerance);
        call.flow(value, 0, masked ? 1.0 : 0.0, mask.tolerance);
      });
    }
  }
  call.store();
}
MODECHECK_KERNEL(masked_fill_by_tensor, SecondDerivatives::No, masked_fill_Tensor, masked_fill__Tensor)

static void masked_fill(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& self = call.load_broadcast(0, dtype);
  const Operand& mask = call.load_broadcast(1, DType::Bool);
  const spec::ScalarValue value = call.arguments().scalar(2);
  Result& result = call.start(dtype, self.count);
  call.inherit(self);
  call.inherit(mask);
  for (std::size_t i = 0; i < static_cast<std::size_t>(self.count); ++i) {
    const bool masked = mask.integer[i] != 0;
    if (spec::is_differentiable(dtype))
      result.real[i] = masked ? round_to(dtype, value.value) : self.real[i];
    else
      result.integer[i] = masked ? integer_value(value, dtype) : self.integer[i];
    if (spec::is_complex(dtype)) result.imag[i] = masked ? 0 : self.imag[i];
    if (call.recorded()) call.record([&] { call.flow(self, i, masked ? 0.0 : 1.0, mask.tolerance); });
  }
  call.store();
}
MODECHECK_KERNEL(masked_fill, SecondDerivatives::Yes, masked_fill_Scalar, masked_fill__Scalar)

}  // namespace modecheck::reference
