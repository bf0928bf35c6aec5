// Views made of others, copies where there is no view, and what is joined of them.
#include <algorithm>

#include "spec/composites/parts.h"
#include "spec/model/state.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

TensorId ModelState::view_made_of(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const Geometry geometry = tensors_[self].geometry;
  const Sizes sizes = sizes_of(geometry);
  const auto other = [&] { return sizes_of(tensors_[tensor_in(record.operands[1])].geometry); };
  switch (record.operation) {
    case id<ops::flatten_using_ints>: {
      const int first = wrapped_dim(arguments.integer(1), geometry.rank);
      const int last = wrapped_dim(arguments.integer(2), geometry.rank);
      if (first < 0 || last < 0) reject(ErrorClass::Range);
      if (first > last) reject(ErrorClass::Argument);
      if (stopped()) return 0;
      if (geometry.rank == 0) return reshape_part(self, listed({1}));
      if (first == last) return self;
      Sizes flat;
      std::int64_t product = 1;
      for (int d = 0; d < geometry.rank; ++d) {
        if (d < first || d > last) flat.push(sizes[d]);
        if (d >= first && d <= last) product *= sizes[d];
        if (d == last) flat.push(product);
      }
      return reshape_part(self, flat);
    }
    case id<ops::ravel>: {
      const TensorId whole = part(id<ops::contiguous>, {self}, {});
      return stopped() ? 0 : view(whole, view_of(tensors_[whole].geometry, listed({-1})));
    }
    case id<ops::reshape_as>:
      return reshape_part(self, other());
    case id<ops::unflatten_int>: {
      const int dim = wrapped_dim(arguments.integer(1), geometry.rank);
      const IntList into = arguments.integers(2);
      Sizes inside = sizes_of(into);
      if (dim < 0) reject(ErrorClass::Range);
      if (into.size == 0) reject(ErrorClass::Argument);
      if (stopped()) return 0;
      if (geometry.rank == 0) {
        reject(ErrorClass::Range);
        return 0;
      }
      reasons_.add(infer_size(inside, sizes[dim]));
      if (stopped()) return 0;
      Sizes shape = sizes;
      shape.erase(dim);
      for (int i = 0; i < inside.rank; ++i) shape.insert(dim + i, inside[i]);
      return view(self, view_of(geometry, shape));
    }
    case id<ops::broadcast_to>:
      return view(self, expand_of(geometry, sizes_of(arguments.integers(1))));
    case id<ops::expand_as>:
      return view(self, expand_of(geometry, other()));
    case id<ops::movedim_int>:
    case id<ops::moveaxis_int>: {
      const int from = wrapped_dim(arguments.integer(1), geometry.rank);
      const int to = wrapped_dim(arguments.integer(2), geometry.rank);
      if (from < 0 || to < 0) {
        reject(ErrorClass::Range);
        return 0;
      }
      return geometry.rank == 0 ? view(self, alias_of(geometry)) : moved(self, from, to);
    }
    case id<ops::movedim_intlist>:
    case id<ops::moveaxis_intlist>: {
      const IntList source = arguments.integers(1);
      const IntList destination = arguments.integers(2);
      if (source.size != destination.size) reject(ErrorClass::Argument);
      IntList order;
      order.size = geometry.rank;
      std::array<bool, kMaxRank> moves{};
      std::array<bool, kMaxRank> taken{};
      for (int i = 0; i < source.size && i < destination.size; ++i) {
        const int from = wrapped_dim(source[i], geometry.rank);
        const int to = wrapped_dim(destination[i], geometry.rank);
        if (from < 0 || to < 0) {
          reject(ErrorClass::Range);
          return 0;
        }
        if (moves[at(from)] || taken[at(to)]) reject(ErrorClass::Argument);
        moves[at(from)] = taken[at(to)] = true;
        order.values[at(to)] = from;
      }
      if (stopped()) return 0;
      if (geometry.rank == 0) return view(self, alias_of(geometry));
      for (int d = 0, next = 0; d < geometry.rank; ++d) {
        if (taken[at(d)]) continue;
        while (moves[at(next)]) ++next;
        order.values[at(d)] = next++;
      }
      return view(self, permute_of(geometry, order));
    }
    case id<ops::numpy_T>: {
      IntList order;
      for (int d = geometry.rank - 1; d >= 0; --d) order.values[at(order.size++)] = d;
      return view(self, permute_of(geometry, order));
    }
    case id<ops::mT>:
    case id<ops::mH>:
    case id<ops::adjoint>:
      // Of complex numbers it is also the conjugate, which is another sort of view.
      leave_unspecified(Unspecified::ConjugateView, record.operation != id<ops::mT> && is_complex(geometry.dtype));
      if (geometry.rank == 0) return self;
      if (geometry.rank == 1) reject(ErrorClass::Shape);
      return stopped() ? 0 : view(self, transpose_of(geometry, -2, -1));
    case id<ops::atleast_1d>:
      return at_least(self, 1);
    case id<ops::atleast_2d>:
      return at_least(self, 2);
    case id<ops::atleast_3d>:
      return at_least(self, 3);
    default:  // positive
      if (geometry.dtype == DType::Bool) reject(ErrorClass::Dtype);
      return self;
  }
}

TensorId ModelState::at_least(TensorId self, int rank) {
  if (stopped()) return 0;
  const Geometry geometry = tensors_[self].geometry;
  if (geometry.rank >= rank) return self;
  if (geometry.rank == 0) {
    Sizes ones;
    for (int i = 0; i < rank; ++i) ones.push(1);
    return reshape_part(self, ones);
  }
  // A vector becomes a row, and of a matrix every element a place of its own.
  TensorId out = self;
  if (geometry.rank == 1) out = view(out, unsqueeze_of(geometry, 0));
  if (rank == 3 && !stopped()) out = view(out, unsqueeze_of(tensors_[out].geometry, -1));
  return stopped() ? 0 : out;
}

// Pieces as even as can be, each a slice.
void ModelState::split_made_of(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const Geometry geometry = tensors_[self].geometry;
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
  if (geometry.rank < least) reject(ErrorClass::Shape);
  if (stopped()) return;
  if (record.operation == id<ops::tensor_split_sections>) {
    dim = wrapped_dim(arguments.integer(2), geometry.rank);
    if (dim < 0) reject(ErrorClass::Range);
    if (sections <= 0) reject(ErrorClass::Argument);
  } else if (sections == 0 || geometry.sizes[at(dim)] % sections != 0) {
    reject(ErrorClass::Argument);
  }
  if (stopped()) return;
  const std::int64_t size = geometry.sizes[at(dim)];
  std::array<TensorId, kMaxListResults> results{};
  int count = 0;
  std::int64_t start = 0;
  for (std::int64_t i = 0; i < sections && !stopped(); ++i) {
    const std::int64_t end = start + size / sections + (i < size % sections ? 1 : 0);
    const TensorId piece = view(self, slice_of(geometry, dim, start, end, 1));
    if (count < kMaxListResults) results[at(count++)] = piece;
    start = end;
  }
  if (stopped()) return;
  for (int i = 0; i < count; ++i) set_register(register_after(record.destination, i), results[at(i)]);
}

void ModelState::broadcast_all(const Record& record) {
  const Arguments arguments(record);
  const int count = arguments.list_length(0);
  Sizes sizes = sizes_of(tensors_[tensor_in(arguments.list_reg(0, 0))].geometry);
  for (int i = 1; i < count; ++i)
    if (!broadcast(sizes, sizes_of(tensors_[tensor_in(arguments.list_reg(0, i))].geometry))) reject(ErrorClass::Shape);
  std::array<TensorId, kMaxTensorList> results{};
  for (int i = 0; i < count && !stopped(); ++i) {
    const TensorId tensor = tensor_in(arguments.list_reg(0, i));
    // What has the sizes already is returned as it is.
    const bool same = sizes_of(tensors_[tensor].geometry) == sizes;
    if (same) cite(Rule::K4);
    results[at(i)] = same ? tensor : view(tensor, expand_of(tensors_[tensor].geometry, sizes));
  }
  if (stopped()) return;
  for (int i = 0; i < count && i < kMaxListResults; ++i)
    set_register(register_after(record.destination, i), results[at(i)]);
}

TensorId ModelState::joined(const Record& record) {
  const Arguments arguments(record);
  const int count = arguments.list_length(0);
  const bool out = operation(record.operation).schema.argument_count == 2;
  std::array<TensorId, kMaxTensorList> tensors{};
  int dim = 0;
  for (int i = 0; i < count; ++i) {
    const TensorId tensor = tensor_in(arguments.list_reg(0, i));
    TensorId& whole = tensors[at(i)];
    switch (record.operation) {
      case id<ops::hstack>:
      case id<ops::hstack_out>:
        whole = at_least(tensor, 1);
        break;
      case id<ops::dstack>:
      case id<ops::dstack_out>:
        whole = at_least(tensor, 3);
        dim = 2;
        break;
      case id<ops::column_stack>:
      case id<ops::column_stack_out>:
        whole = tensors_[tensor].geometry.rank > 1
                    ? tensor
                    : reshape_part(tensor, listed({tensors_[tensor].geometry.numel(), 1}));
        dim = 1;
        break;
      default:
        whole = at_least(tensor, 2);
    }
    if (stopped()) return 0;
  }
  const bool side_by_side = record.operation == id<ops::hstack> || record.operation == id<ops::hstack_out>;
  if (side_by_side) dim = tensors_[tensors[0]].geometry.rank == 1 ? 0 : 1;
  if (out)
    return part(id<ops::cat_out>, {tensors[0], tensors[1], tensors[2], tensor_in(arguments.reg(1))}, {count, dim});
  return part(id<ops::cat>, {tensors[0], tensors[1], tensors[2]}, {count, dim});
}

// Coordinates of a grid: every vector along a dimension of its own. "xy" swaps the first two.
void ModelState::meshgrid(const Record& record) {
  const Arguments arguments(record);
  const int count = arguments.list_length(0);
  const bool says = record.operation == id<ops::meshgrid_indexing>;
  std::array<TensorId, kMaxTensorList> tensors{};
  for (int i = 0; i < count; ++i) {
    tensors[at(i)] = tensor_in(arguments.list_reg(0, i));
    // The message shows the tensor, for which it is read.
    if (tensors_[tensors[at(i)]].geometry.rank > 1) reject_or_stale(ErrorClass::Shape, tensors[at(i)]);
    if (tensors_[tensors[at(i)]].geometry.dtype != tensors_[tensors[0]].geometry.dtype) reject(ErrorClass::Dtype);
  }
  const std::string_view indexing = says ? *arguments.word(1) : "ij";
  if (indexing != "ij" && indexing != "xy") reject(ErrorClass::Argument);
  if (stopped()) return;
  const bool swaps = indexing == "xy" && count > 1;
  if (swaps) std::swap(tensors[0], tensors[1]);
  Sizes sizes;
  for (int i = 0; i < count; ++i) sizes.push(tensors_[tensors[at(i)]].geometry.numel());
  std::array<TensorId, kMaxTensorList> results{};
  for (int i = 0; i < count; ++i) {
    Sizes alone;
    for (int k = 0; k < count; ++k) alone.push(k == i ? sizes[i] : 1);
    const TensorId along = view(tensors[at(i)], view_of(tensors_[tensors[at(i)]].geometry, alone));
    if (stopped()) return;
    results[at(i)] = view(along, expand_of(tensors_[along].geometry, sizes));
    if (stopped()) return;
  }
  if (swaps) std::swap(results[0], results[1]);
  for (int i = 0; i < count && i < kMaxListResults; ++i)
    set_register(register_after(record.destination, i), results[at(i)]);
}

// Gathered where the indices say, after both are expanded to each other but for the dimension.
TensorId ModelState::take_along_dim(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const TensorId indices = tensor_in(record.operands[1]);
  const Geometry a = tensors_[self].geometry;
  const Geometry b = tensors_[indices].geometry;
  if (!arguments.present(2)) {
    // What the indices are nobody asks before they are used.
    const TensorId flat = view(self, view_of(a, listed({-1})));
    const TensorId places = stopped() ? 0 : view(indices, view_of(b, listed({-1})));
    return stopped() ? 0 : part(id<ops::gather>, {flat, places}, {0, 0});
  }
  if (b.dtype != DType::Int64) reject(ErrorClass::Dtype);
  const std::int64_t wanted = *arguments.optional_integer(2);
  const int dim = a.rank == 0 ? -1 : wrapped_dim(wanted, a.rank);
  if (a.rank != b.rank) reject(ErrorClass::Shape);
  if (dim < 0) reject(ErrorClass::Range);
  if (stopped()) return 0;
  const auto met = [&](Sizes mine, const Sizes& others) {
    mine[dim] = others[dim];
    if (!broadcast(mine, others)) reject(ErrorClass::Shape);
    return mine;
  };
  const Sizes of_indices = met(sizes_of(a), sizes_of(b));
  const Sizes of_self = met(sizes_of(b), sizes_of(a));
  if (stopped()) return 0;
  const TensorId places = view(indices, expand_of(b, of_indices));
  const TensorId wide = stopped() ? 0 : view(self, expand_of(a, of_self));
  return part(id<ops::gather>, {wide, places}, {dim, 0});
}

// Picked by indices in which each is as often as it is repeated.
TensorId ModelState::repeat_interleave(const Record& record) {
  const Arguments arguments(record);
  TensorId self = tensor_in(record.operands[0]);
  const std::int64_t repeats = arguments.integer(1);
  const bool flat = !arguments.present(2);
  if (flat && tensors_[self].geometry.rank != 1) self = reshape_part(self, listed({tensors_[self].geometry.numel()}));
  if (stopped()) return 0;
  const Geometry geometry = tensors_[self].geometry;
  const int dim = flat ? 0 : geometry.rank == 0 ? -1 : wrapped_dim(*arguments.optional_integer(2), geometry.rank);
  if (dim < 0) reject(ErrorClass::Range);
  if (stopped()) return 0;
  const std::int64_t size = geometry.sizes[at(dim)];
  if (size > 0 && repeats < 0) reject(ErrorClass::Argument);
  if (const auto total = arguments.optional_integer(3); total && size > 0) {
    if (*total < 0) reject(ErrorClass::Shape);
    if (*total != repeats * size) reject(ErrorClass::Argument);
  }
  const std::int64_t times = std::max<std::int64_t>(repeats, 0);
  const TensorId each =
      part(id<ops::arange_start_step>, {}, {kWhole, 0, kWhole, size, kWhole, 1, static_cast<int>(DType::Int64)});
  const TensorId column = stopped() ? 0 : view(each, unsqueeze_of(tensors_[each].geometry, -1));
  const TensorId rows = stopped() ? 0 : view(column, expand_of(tensors_[column].geometry, listed({size, times})));
  const TensorId index = reshape_part(rows, listed({size * times}));
  const TensorId result = part(id<ops::index_select>, {self, index}, {dim});
  // The indices come from a kernel that is no row: the rows that make the same run through other ones.
  route_.known = 0;
  return result;
}

}  // namespace modecheck::spec
