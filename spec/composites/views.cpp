// Composites for views, reshapes that may copy, splits and joins.
#include <algorithm>

#include "spec/composites/families.h"
#include "spec/model/commands.h"
#include "spec/model/further/composites.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

namespace {

TensorId at_least(ModelState& m, TensorId self, int rank) {
  if (m.stopped()) return 0;
  const Geometry geometry = m.tensors[self].geometry;
  if (geometry.rank >= rank) return self;
  if (geometry.rank == 0) {
    Sizes ones;
    for (int i = 0; i < rank; ++i) ones.push(1);
    return reshaped(m, self, ones);
  }
  // atleast_2d and atleast_3d: a vector becomes a matrix of one row. atleast_3d then adds a last dimension of size 1.
  TensorId out = self;
  if (geometry.rank == 1) out = view(m, out, unsqueeze_of(geometry, 0));
  if (rank == 3 && !m.stopped()) out = view(m, out, unsqueeze_of(m.tensors[out].geometry, -1));
  return m.stopped() ? 0 : out;
}

TensorId flatten(ModelState& m, const Record& record, TensorId self) {
  const Arguments arguments(record);
  const Geometry geometry = m.tensors[self].geometry;
  const Sizes sizes = sizes_of(geometry);
  const int first = wrapped_dim(arguments.integer(1), geometry.rank);
  const int last = wrapped_dim(arguments.integer(2), geometry.rank);
  if (first < 0 || last < 0) m.reject(ErrorClass::Range);
  if (first > last) m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  if (geometry.rank == 0) return reshaped(m, self, listed({1}));
  if (first == last) return self;
  Sizes flat;
  std::int64_t product = 1;
  for (int d = 0; d < geometry.rank; ++d) {
    if (d < first || d > last) flat.push(sizes[d]);
    if (d >= first && d <= last) product *= sizes[d];
    if (d == last) flat.push(product);
  }
  return reshaped(m, self, flat);
}

TensorId unflatten(ModelState& m, const Record& record, TensorId self) {
  const Arguments arguments(record);
  const Geometry geometry = m.tensors[self].geometry;
  const Sizes sizes = sizes_of(geometry);
  const int dim = wrapped_dim(arguments.integer(1), geometry.rank);
  const IntList into = arguments.integers(2);
  Sizes inside = sizes_of(into);
  if (dim < 0) m.reject(ErrorClass::Range);
  if (into.size == 0) m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  if (geometry.rank == 0) {
    m.reject(ErrorClass::Range);
    return 0;
  }
  m.reasons.add(infer_size(inside, sizes[dim]));
  if (m.stopped()) return 0;
  Sizes shape = sizes;
  shape.erase(dim);
  for (int i = 0; i < inside.rank; ++i) shape.insert(dim + i, inside[i]);
  return view(m, self, view_of(geometry, shape));
}

TensorId move_dimensions(ModelState& m, const Record& record, TensorId self) {
  const Arguments arguments(record);
  const Geometry geometry = m.tensors[self].geometry;
  const IntList source = arguments.integers(1);
  const IntList destination = arguments.integers(2);
  if (source.size != destination.size) m.reject(ErrorClass::Argument);
  IntList order;
  order.size = geometry.rank;
  std::array<bool, kMaxRank> moves{};
  std::array<bool, kMaxRank> taken{};
  for (int i = 0; i < source.size && i < destination.size; ++i) {
    const int from = wrapped_dim(source[i], geometry.rank);
    const int to = wrapped_dim(destination[i], geometry.rank);
    if (from < 0 || to < 0) {
      m.reject(ErrorClass::Range);
      return 0;
    }
    if (moves[at(from)] || taken[at(to)]) m.reject(ErrorClass::Argument);
    moves[at(from)] = taken[at(to)] = true;
    order.values[at(to)] = from;
  }
  if (m.stopped()) return 0;
  if (geometry.rank == 0) return view(m, self, alias_of(geometry));
  for (int d = 0, next = 0; d < geometry.rank; ++d) {
    if (taken[at(d)]) continue;
    while (moves[at(next)]) ++next;
    order.values[at(d)] = next++;
  }
  return view(m, self, permute_of(geometry, order));
}

}  // namespace

static TensorId view_composite(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const Geometry geometry = m.tensors[self].geometry;
  const auto other = [&] { return sizes_of(m.tensors[m.tensor_in(record.operands[1])].geometry); };
  switch (record.operation) {
    case id<ops::flatten_using_ints>:
      return flatten(m, record, self);
    case id<ops::ravel>: {
      const TensorId whole = call<ops::contiguous>(m, self);
      return m.stopped() ? 0 : view(m, whole, view_of(m.tensors[whole].geometry, listed({-1})));
    }
    case id<ops::reshape_as>:
      return reshaped(m, self, other());
    case id<ops::unflatten_int>:
      return unflatten(m, record, self);
    case id<ops::broadcast_to>:
      return view(m, self, expand_of(geometry, sizes_of(arguments.integers(1))));
    case id<ops::expand_as>:
      return view(m, self, expand_of(geometry, other()));
    case id<ops::movedim_int>:
    case id<ops::moveaxis_int>: {
      const int from = wrapped_dim(arguments.integer(1), geometry.rank);
      const int to = wrapped_dim(arguments.integer(2), geometry.rank);
      if (from < 0 || to < 0) {
        m.reject(ErrorClass::Range);
        return 0;
      }
      return geometry.rank == 0 ? view(m, self, alias_of(geometry)) : moved(m, self, from, to);
    }
    case id<ops::movedim_intlist>:
    case id<ops::moveaxis_intlist>:
      return move_dimensions(m, record, self);
    case id<ops::numpy_T>: {
      IntList order;
      for (int d = geometry.rank - 1; d >= 0; --d) order.values[at(order.size++)] = d;
      return view(m, self, permute_of(geometry, order));
    }
    case id<ops::mT>:
    case id<ops::mH>:
    case id<ops::adjoint>:
      // mH and adjoint conjugate a complex tensor. libtorch then returns a conjugate view, which the model does not
      // have.
      m.leave_unspecified(Unspecified::ConjugateView, record.operation != id<ops::mT> && is_complex(geometry.dtype));
      if (geometry.rank == 0) return self;
      if (geometry.rank == 1) m.reject(ErrorClass::Shape);
      return m.stopped() ? 0 : view(m, self, transpose_of(geometry, -2, -1));
    case id<ops::atleast_1d>:
      return at_least(m, self, 1);
    case id<ops::atleast_2d>:
      return at_least(m, self, 2);
    case id<ops::atleast_3d>:
      return at_least(m, self, 3);
    default:  // positive, which returns its argument itself
      if (geometry.dtype == DType::Bool) m.reject(ErrorClass::Dtype);
      return self;
  }
}
MODECHECK_COMPOSITE(view_composite, flatten_using_ints, ravel, reshape_as, unflatten_int, broadcast_to, expand_as,
                    movedim_int, movedim_intlist, moveaxis_int, moveaxis_intlist, numpy_T, mT, mH, adjoint, atleast_1d,
                    atleast_2d, atleast_3d, positive)

// Runs tensor_split, hsplit, vsplit and dsplit. Each returns slices whose sizes differ by at most one.
static TensorId split_composite(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const Geometry geometry = m.tensors[self].geometry;
  const std::int64_t sections = arguments.integer(1);
  int least = 1;
  int dim = 0;
  if (record.operation == id<ops::hsplit_int>) {
    dim = geometry.rank == 1 ? 0 : 1;
  } else if (record.operation == id<ops::vsplit_int>) {
    least = 2;
  } else if (record.operation == id<ops::dsplit_int>) {
    least = 3;
    dim = 2;
  }
  if (geometry.rank < least) m.reject(ErrorClass::Shape);
  if (m.stopped()) return 0;
  if (record.operation == id<ops::tensor_split_sections>) {
    dim = wrapped_dim(arguments.integer(2), geometry.rank);
    if (dim < 0) m.reject(ErrorClass::Range);
    if (sections <= 0) m.reject(ErrorClass::Argument);
  } else if (sections == 0 || geometry.sizes[at(dim)] % sections != 0) {
    m.reject(ErrorClass::Argument);
  }
  if (m.stopped()) return 0;
  const std::int64_t size = geometry.sizes[at(dim)];
  std::array<TensorId, kMaxListResults> results{};
  int count = 0;
  std::int64_t start = 0;
  for (std::int64_t i = 0; i < sections && !m.stopped(); ++i) {
    const std::int64_t end = start + size / sections + (i < size % sections ? 1 : 0);
    const TensorId piece = view(m, self, slice_of(geometry, dim, start, end, 1));
    if (count < kMaxListResults) results[at(count++)] = piece;
    start = end;
  }
  if (m.stopped()) return 0;
  for (int i = 0; i < count; ++i) set_register(m, register_after(record.destination, i), results[at(i)]);
  return 0;
}
MODECHECK_COMPOSITE(split_composite, tensor_split_sections, hsplit_int, vsplit_int, dsplit_int)

static TensorId broadcast_all(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const int count = arguments.list_length(0);
  Sizes sizes = sizes_of(m.tensors[m.tensor_in(arguments.list_reg(0, 0))].geometry);
  for (int i = 1; i < count; ++i)
    if (!broadcast(sizes, sizes_of(m.tensors[m.tensor_in(arguments.list_reg(0, i))].geometry)))
      m.reject(ErrorClass::Shape);
  std::array<TensorId, kMaxTensorList> results{};
  for (int i = 0; i < count && !m.stopped(); ++i) {
    const TensorId tensor = m.tensor_in(arguments.list_reg(0, i));
    // broadcast_tensors returns a tensor itself if it has the sizes already.
    const bool same = sizes_of(m.tensors[tensor].geometry) == sizes;
    if (same) m.cite(Rule::K4);
    results[at(i)] = same ? tensor : view(m, tensor, expand_of(m.tensors[tensor].geometry, sizes));
  }
  if (m.stopped()) return 0;
  for (int i = 0; i < count && i < kMaxListResults; ++i)
    set_register(m, register_after(record.destination, i), results[at(i)]);
  return 0;
}
MODECHECK_COMPOSITE(broadcast_all, broadcast_tensors)

static TensorId joined(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const int count = arguments.list_length(0);
  const bool out = operation(record.operation).schema.argument_count == 2;
  std::array<TensorId, kMaxTensorList> tensors{};
  int dim = 0;
  for (int i = 0; i < count; ++i) {
    const TensorId tensor = m.tensor_in(arguments.list_reg(0, i));
    TensorId& whole = tensors[at(i)];
    switch (record.operation) {
      case id<ops::hstack>:
      case id<ops::hstack_out>:
        whole = at_least(m, tensor, 1);
        break;
      case id<ops::dstack>:
      case id<ops::dstack_out>:
        whole = at_least(m, tensor, 3);
        dim = 2;
        break;
      case id<ops::column_stack>:
      case id<ops::column_stack_out>:
        whole = m.tensors[tensor].geometry.rank > 1
                    ? tensor
                    : reshaped(m, tensor, listed({m.tensors[tensor].geometry.numel(), 1}));
        dim = 1;
        break;
      default:
        whole = at_least(m, tensor, 2);
    }
    if (m.stopped()) return 0;
  }
  const bool side_by_side = record.operation == id<ops::hstack> || record.operation == id<ops::hstack_out>;
  if (side_by_side) dim = m.tensors[tensors[0]].geometry.rank == 1 ? 0 : 1;
  const auto list = std::span<const TensorId>(tensors).first(at(count));
  if (out) return call<ops::cat_out>(m, list, dim, m.tensor_in(arguments.reg(1)));
  return call<ops::cat>(m, list, dim);
}
MODECHECK_COMPOSITE(joined, hstack, hstack_out, vstack, vstack_out, row_stack, row_stack_out, dstack, dstack_out,
                    column_stack, column_stack_out)

// Runs meshgrid: expands every vector along a dimension of its own. indexing="xy" swaps the first two dimensions.
static TensorId meshgrid(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const int count = arguments.list_length(0);
  const bool says = record.operation == id<ops::meshgrid_indexing>;
  std::array<TensorId, kMaxTensorList> tensors{};
  for (int i = 0; i < count; ++i) {
    tensors[at(i)] = m.tensor_in(arguments.list_reg(0, i));
    // meshgrid: libtorch's error message prints the tensor. That reads the tensor, so the error of a stale view (rule
    // W5) may come first.
    if (m.tensors[tensors[at(i)]].geometry.rank > 1) reject_or_stale(m, ErrorClass::Shape, tensors[at(i)]);
    if (m.tensors[tensors[at(i)]].geometry.dtype != m.tensors[tensors[0]].geometry.dtype) m.reject(ErrorClass::Dtype);
  }
  const std::string_view indexing = says ? *arguments.word(1) : "ij";
  if (indexing != "ij" && indexing != "xy") m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  const bool swaps = indexing == "xy" && count > 1;
  if (swaps) std::swap(tensors[0], tensors[1]);
  Sizes sizes;
  for (int i = 0; i < count; ++i) sizes.push(m.tensors[tensors[at(i)]].geometry.numel());
  std::array<TensorId, kMaxTensorList> results{};
  for (int i = 0; i < count; ++i) {
    Sizes alone;
    for (int k = 0; k < count; ++k) alone.push(k == i ? sizes[i] : 1);
    const TensorId along = view(m, tensors[at(i)], view_of(m.tensors[tensors[at(i)]].geometry, alone));
    if (m.stopped()) return 0;
    results[at(i)] = view(m, along, expand_of(m.tensors[along].geometry, sizes));
    if (m.stopped()) return 0;
  }
  if (swaps) std::swap(results[0], results[1]);
  for (int i = 0; i < count && i < kMaxListResults; ++i)
    set_register(m, register_after(record.destination, i), results[at(i)]);
  return 0;
}
MODECHECK_COMPOSITE(meshgrid, meshgrid, meshgrid_indexing)

// Runs take_along_dim: gathers along `dim`, after both tensors are broadcast to each other in all other dimensions.
static TensorId take_along_dim(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId indices = m.tensor_in(record.operands[1]);
  const Geometry a = m.tensors[self].geometry;
  const Geometry b = m.tensors[indices].geometry;
  if (!arguments.present(2)) {
    // take_along_dim without `dim`: libtorch makes flat views of both tensors before it checks the dtype of the
    // indices.
    const TensorId flat = view(m, self, view_of(a, listed({-1})));
    const TensorId places = m.stopped() ? 0 : view(m, indices, view_of(b, listed({-1})));
    return m.stopped() ? 0 : call<ops::gather>(m, flat, 0, places);
  }
  if (b.dtype != DType::Int64) m.reject(ErrorClass::Dtype);
  const std::int64_t wanted = *arguments.optional_integer(2);
  const int dim = a.rank == 0 ? -1 : wrapped_dim(wanted, a.rank);
  if (a.rank != b.rank) m.reject(ErrorClass::Shape);
  if (dim < 0) m.reject(ErrorClass::Range);
  if (m.stopped()) return 0;
  const auto met = [&](Sizes mine, const Sizes& others) {
    mine[dim] = others[dim];
    if (!broadcast(mine, others)) m.reject(ErrorClass::Shape);
    return mine;
  };
  const Sizes of_indices = met(sizes_of(a), sizes_of(b));
  const Sizes of_self = met(sizes_of(b), sizes_of(a));
  if (m.stopped()) return 0;
  const TensorId places = view(m, indices, expand_of(b, of_indices));
  const TensorId wide = m.stopped() ? 0 : view(m, self, expand_of(a, of_self));
  return call<ops::gather>(m, wide, dim, places);
}
MODECHECK_COMPOSITE(take_along_dim, take_along_dim)

// Runs repeat_interleave as index_select, with indices in which each index is repeated.
static TensorId repeat_interleave(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  TensorId self = m.tensor_in(record.operands[0]);
  const std::int64_t repeats = arguments.integer(1);
  const bool flat = !arguments.present(2);
  if (flat && m.tensors[self].geometry.rank != 1) self = reshaped(m, self, listed({m.tensors[self].geometry.numel()}));
  if (m.stopped()) return 0;
  const Geometry geometry = m.tensors[self].geometry;
  const int dim = flat ? 0 : geometry.rank == 0 ? -1 : wrapped_dim(*arguments.optional_integer(2), geometry.rank);
  if (dim < 0) m.reject(ErrorClass::Range);
  if (m.stopped()) return 0;
  const std::int64_t size = geometry.sizes[at(dim)];
  if (size > 0 && repeats < 0) m.reject(ErrorClass::Argument);
  if (const auto total = arguments.optional_integer(3); total && size > 0) {
    if (*total < 0) m.reject(ErrorClass::Shape);
    if (*total != repeats * size) m.reject(ErrorClass::Argument);
  }
  const std::int64_t times = std::max<std::int64_t>(repeats, 0);
  const TensorId each = call<ops::arange_start_step>(m, 0, size, 1, DType::Int64);
  const TensorId column = m.stopped() ? 0 : view(m, each, unsqueeze_of(m.tensors[each].geometry, -1));
  const TensorId rows = m.stopped() ? 0 : view(m, column, expand_of(m.tensors[column].geometry, listed({size, times})));
  const TensorId index = reshaped(m, rows, listed({size * times}));
  const TensorId result = call<ops::index_select>(m, self, dim, index);
  // The route (the kernels that run) is unknown, because libtorch makes the indices with a kernel that is not in the
  // catalogue.
  m.route.known = 0;
  return result;
}
MODECHECK_COMPOSITE(repeat_interleave, repeat_interleave_self_int)

}  // namespace modecheck::spec
