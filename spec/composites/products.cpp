// Products that are made of others: contractions come down to one product of batches of matrices.
#include <algorithm>

#include "spec/composites/parts.h"
#include "spec/model/state.h"
#include "spec/program/equation.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

TensorId ModelState::outer(const Record& record) {
  const TensorId self = tensor_in(record.operands[0]);
  const TensorId other = tensor_in(record.operands[1]);
  for (const TensorId vector : {self, other})
    if (tensors_[vector].geometry.rank != 1) reject(ErrorClass::Shape);
  if (stopped()) return 0;
  const TensorId column = reshape_part(self, listed({tensors_[self].geometry.sizes[0], 1}));
  if (keeps_result(operation(record.operation))) return part(id<ops::mul_Tensor>, {column, other}, {});
  return part(id<ops::mul_out>, {column, other, tensor_in(record.operands[2])}, {});
}

TensorId ModelState::linear(const Record& record) {
  const TensorId input = tensor_in(record.operands[0]);
  const TensorId weight = tensor_in(record.operands[1]);
  const bool biased = Arguments(record).present(2);
  const TensorId bias = biased ? tensor_in(record.operands[2]) : 0;
  const Geometry geometry = tensors_[input].geometry;
  const auto transposed = [&] { return part(id<ops::t>, {weight}, {}); };
  const auto sum = [&](TensorId matrix) {
    return part(id<ops::addmm>, {bias, matrix, transposed()}, {kWhole, 1, kWhole, 1});
  };
  if (geometry.rank == 2 && biased) return sum(input);
  if (geometry.rank == 3 && biased && is_contiguous(geometry)) {
    const Sizes sizes = sizes_of(geometry);
    const TensorId rows = view(input, view_of(geometry, listed({sizes[0] * sizes[1], sizes[2]})));
    const TensorId flat = stopped() ? 0 : sum(rows);
    if (stopped()) return 0;
    const Geometry& made = tensors_[flat].geometry;
    return view(flat, view_of(made, listed({sizes[0], sizes[1], made.sizes[1]})));
  }
  const TensorId product = part(id<ops::matmul>, {input, transposed()}, {});
  return biased ? part(id<ops::add__Tensor>, {product, bias}, {kWhole, 1}) : product;
}

// Where the kept dimensions go and the moved one comes in.
TensorId ModelState::moved(TensorId self, int from, int to) {
  const Geometry& geometry = tensors_[self].geometry;
  IntList order;
  for (int d = 0; d < geometry.rank; ++d)
    if (d != from) append(order, d);
  for (int d = order.size; d > to; --d) order.values[at(d)] = order.values[at(d - 1)];
  order.values[at(to)] = from;
  ++order.size;
  return view(self, permute_of(geometry, order));
}

TensorId ModelState::permuted(TensorId self, const IntList& order) {
  return stopped() ? 0 : view(self, permute_of(tensors_[self].geometry, order));
}

TensorId ModelState::sum_over(TensorId self, const IntList& dims, bool keepdim) {
  leave_unspecified(Unspecified::ListTooLong, dims.size > kMaxListLength);
  if (stopped()) return 0;
  Numbers numbers(id<ops::sum_dim_IntList>);
  numbers.add(dims, kMaxListLength);
  numbers.add(keepdim ? 1 : 0);
  numbers.add(-1);
  return part(numbers, {self});
}

// ---- einsum -------------------------------------------------------------------------------------------------

struct ModelState::Labels {
  std::array<int, Subscripts::kLetters> place{};  // of each label among all dimensions, -1: it has none
  int first_hidden = 0;                           // where those of the ellipsis begin
  int hidden = 0;                                 // how many it has, at most
  int shown = 0;                                  // dimensions of the result, which come first
  int all = 0;
};

// Which labels there are and where each stands: those of the result, then what is summed over, in the order of letters.
void ModelState::place_labels(const Record& record, const Equation& equation, Labels& labels) {
  const Arguments arguments(record);
  std::array<int, Subscripts::kLetters> uses{};
  for (int i = 0; i < equation.count; ++i) {
    const Subscripts& subscripts = equation.operands[at(i)];
    const int rank = tensors_[tensor_in(arguments.list_reg(1, i))].geometry.rank;
    if (subscripts.open ? subscripts.named() > rank : subscripts.named() != rank) reject(ErrorClass::Shape);
    if (subscripts.open) labels.hidden = std::max(labels.hidden, rank - subscripts.named());
    for (const int label : subscripts)
      if (label != Subscripts::kEllipsis) ++uses[at(label)];
  }
  labels.place.fill(-1);
  bool shows_hidden = !equation.says_result;
  if (!equation.says_result) {
    labels.all = labels.hidden;
    for (int label = 0; label < Subscripts::kLetters; ++label)
      if (uses[at(label)] == 1) labels.place[at(label)] = labels.all++;
  }
  for (const int label : equation.result) {
    if (label == Subscripts::kEllipsis) {
      shows_hidden = true;
      labels.first_hidden = labels.all;
      labels.all += labels.hidden;
    } else if (uses[at(label)] == 0) {
      reject(ErrorClass::Argument);
    } else {
      labels.place[at(label)] = labels.all++;
    }
  }
  labels.shown = labels.all;
  if (!shows_hidden) {
    labels.first_hidden = labels.all;
    labels.all += labels.hidden;
  }
  for (int label = 0; label < Subscripts::kLetters; ++label)
    if (uses[at(label)] > 0 && labels.place[at(label)] < 0) labels.place[at(label)] = labels.all++;
  leave_unspecified(Unspecified::TooManyDimensions, labels.all > kMaxRank);
}

// Of the tensors that are still to be multiplied: how many have more than one element along a dimension, and what size
// they all have there.
struct ModelState::Extents {
  std::array<std::int64_t, kMaxRank> size{};
  std::array<int, kMaxRank> tensors{};
};

// With a dimension for every label, in the order of all labels; where one stands twice, the diagonal.
TensorId ModelState::aligned(TensorId operand, const Subscripts& subscripts, const Labels& labels, Extents& extents) {
  const int rank = tensors_[operand].geometry.rank;
  IntList order;
  order.size = labels.all;
  order.values.fill(-1);
  int dim = 0;
  const auto take = [&](int place) {
    const std::int64_t size = tensors_[operand].geometry.sizes[at(dim)];
    if (size != 1) {
      if (extents.size[at(place)] != 1 && extents.size[at(place)] != size) reject(ErrorClass::Shape);
      extents.size[at(place)] = size;
      ++extents.tensors[at(place)];
    }
    order.values[at(place)] = dim++;
  };
  for (const int label : subscripts) {
    if (label == Subscripts::kEllipsis) {
      const int covered = rank - subscripts.named();
      for (int j = labels.hidden - covered; j < labels.hidden; ++j) take(labels.first_hidden + j);
      continue;
    }
    const int place = labels.place[at(label)];
    const auto before = static_cast<int>(order.values[at(place)]);
    if (before < 0) {
      take(place);
      continue;
    }
    const Geometry& geometry = tensors_[operand].geometry;
    if (geometry.sizes[at(before)] != geometry.sizes[at(dim)]) reject(ErrorClass::Shape);
    if (stopped()) return 0;
    operand = view(operand, diagonal_of(geometry, 0, before, dim));
    if (stopped()) return 0;
    operand = moved(operand, tensors_[operand].geometry.rank - 1, before);
    if (stopped()) return 0;
  }
  if (stopped()) return 0;
  for (int place = 0; place < labels.all; ++place) {
    if (order.values[at(place)] >= 0) continue;
    operand = view(operand, unsqueeze_of(tensors_[operand].geometry, dim));
    if (stopped()) return 0;
    order.values[at(place)] = dim++;
  }
  return permuted(operand, order);
}

// Their product, summed over `summed`, which stays with size one: one product of batches of matrices.
TensorId ModelState::sum_of_products(TensorId left, TensorId right, const IntList& summed) {
  if (stopped()) return 0;
  if (summed.size == 0) return part(id<ops::mul_Tensor>, {left, right}, {});
  const Geometry a = tensors_[left].geometry;
  const Geometry b = tensors_[right].geometry;
  IntList both;
  IntList only_left;
  IntList only_right;
  std::int64_t batch = 1;
  std::int64_t rows = 1;
  std::int64_t inner = 1;
  std::int64_t columns = 1;
  for (int d = 0; d < a.rank; ++d) {
    const bool in_left = a.sizes[at(d)] != 1;
    const bool in_right = b.sizes[at(d)] != 1;
    if (std::find(summed.begin(), summed.end(), d) != summed.end()) {
      inner *= a.sizes[at(d)];
    } else if (in_left && in_right) {
      append(both, d);
      batch *= a.sizes[at(d)];
    } else if (in_left) {
      append(only_left, d);
      rows *= a.sizes[at(d)];
    } else {
      append(only_right, d);
      columns *= b.sizes[at(d)];
    }
  }
  const auto joined_lists = [](std::initializer_list<const IntList*> lists) {
    IntList out;
    for (const IntList* list : lists)
      for (const std::int64_t dim : *list) append(out, dim);
    return out;
  };
  const TensorId first = permuted(left, joined_lists({&both, &only_left, &summed, &only_right}));
  const TensorId matrices = reshape_part(first, listed({batch, rows, inner}));
  const TensorId second = permuted(right, joined_lists({&both, &summed, &only_right, &only_left}));
  const TensorId others = reshape_part(second, listed({batch, inner, columns}));
  const TensorId product = part(id<ops::bmm>, {matrices, others}, {});
  if (stopped()) return 0;
  const IntList order = joined_lists({&both, &only_left, &summed, &only_right});
  Sizes sizes;
  for (const std::int64_t dim : both) sizes.push(a.sizes[at(static_cast<int>(dim))]);
  for (const std::int64_t dim : only_left) sizes.push(a.sizes[at(static_cast<int>(dim))]);
  for (int i = 0; i < summed.size; ++i) sizes.push(1);
  for (const std::int64_t dim : only_right) sizes.push(b.sizes[at(static_cast<int>(dim))]);
  const TensorId apart = view(product, view_of(tensors_[product].geometry, sizes));
  IntList back = order;
  for (int i = 0; i < order.size; ++i) back.values[at(static_cast<int>(order[i]))] = i;
  return permuted(apart, back);
}

TensorId ModelState::einsum(const Record& record) {
  const Arguments arguments(record);
  const Equation equation = equation_of(*arguments.word(0));
  const int count = arguments.list_length(1);
  const std::optional<IntList> path = arguments.optional_integers(2);
  if (path && path->size != (count == 1 ? 1 : 2 * (count - 1))) reject(ErrorClass::Argument);
  if (equation.count != count) reject(ErrorClass::Argument);
  if (stopped()) return 0;
  Labels labels;
  place_labels(record, equation, labels);
  if (stopped()) return 0;
  Extents extents;
  extents.size.fill(1);
  std::array<TensorId, kMaxTensorList> left{};
  for (int i = 0; i < count; ++i)
    left[at(i)] = aligned(tensor_in(arguments.list_reg(1, i)), equation.operands[at(i)], labels, extents);
  if (stopped()) return 0;
  int step = 0;
  for (int tensors = count; tensors > 1; --tensors) {
    std::int64_t i = path ? (*path)[step] : 0;
    std::int64_t j = path ? (*path)[step + 1] : 1;
    step += 2;
    if (j < i) std::swap(i, j);
    if (i == j || i < 0 || j >= tensors) reject(ErrorClass::Argument);
    if (stopped()) return 0;
    TensorId a = left[at(static_cast<int>(i))];
    TensorId b = left[at(static_cast<int>(j))];
    // A label is summed over where no other tensor has it any more: before the product if only one had it.
    IntList summed;
    IntList of_a;
    IntList of_b;
    for (int d = labels.shown; d < labels.all; ++d) {
      const bool in_a = tensors_[a].geometry.sizes[at(d)] != 1;
      const bool in_b = tensors_[b].geometry.sizes[at(d)] != 1;
      int& others = extents.tensors[at(d)];
      if (in_a && in_b) {
        if (--others != 1) continue;
        append(summed, d);
      } else if (others == 1 && (in_a || in_b)) {
        append(in_a ? of_a : of_b, d);
      } else {
        continue;
      }
      others = 0;
    }
    if (of_a.size > 0) a = sum_over(a, of_a, true);
    if (of_b.size > 0) b = sum_over(b, of_b, true);
    const TensorId product = sum_of_products(a, b, summed);
    if (stopped()) return 0;
    // First of those that are left, or last where a path says what is next.
    std::array<TensorId, kMaxTensorList> rest{};
    int kept = 0;
    if (!path) rest[at(kept++)] = product;
    for (int k = 0; k < tensors; ++k)
      if (k != i && k != j) rest[at(kept++)] = left[at(k)];
    if (path) rest[at(kept)] = product;
    left = rest;
  }
  const TensorId out = left[0];
  if (labels.all == labels.shown) return out;
  if (count == 1) {
    IntList rest;
    for (int d = labels.shown; d < labels.all; ++d) append(rest, d);
    return sum_over(out, rest, false);
  }
  Sizes shown = sizes_of(tensors_[out].geometry);
  shown.rank = labels.shown;
  return view(out, view_of(tensors_[out].geometry, shown));
}

// ---- products of matrices -----------------------------------------------------------------------------------

TensorId ModelState::tensordot(TensorId self, TensorId other, const IntList& dims_self, const IntList& dims_other) {
  const Geometry a = tensors_[self].geometry;
  const Geometry b = tensors_[other].geometry;
  if (dims_self.size != dims_other.size) reject(ErrorClass::Argument);
  if (stopped()) return 0;
  IntList first;
  IntList second;
  for (int i = 0; i < dims_self.size; ++i) {
    const int x = a.rank == 0 ? -1 : wrapped_dim(dims_self[i], a.rank);
    const int y = b.rank == 0 ? -1 : wrapped_dim(dims_other[i], b.rank);
    if (x < 0 || y < 0) {
      reject(ErrorClass::Range);
      return 0;
    }
    // What has one element there is summed before that is found.
    for (int k = 0; k < i; ++k)
      if (first[k] == x || second[k] == y)
        for (const TensorId tensor : {self, other}) reject_or_stale(ErrorClass::Range, tensor);
    append(first, x);
    append(second, y);
    if (a.sizes[at(x)] != b.sizes[at(y)] && a.sizes[at(x)] != 1 && b.sizes[at(y)] != 1) reject(ErrorClass::Shape);
  }
  if (stopped()) return 0;
  // What has one element there is multiplied with everything: the other is summed.
  std::int64_t inner = 1;
  for (int i = 0; i < first.size; ++i) {
    const std::int64_t x = a.sizes[at(static_cast<int>(first[i]))];
    const std::int64_t y = b.sizes[at(static_cast<int>(second[i]))];
    IntList here;
    append(here, y == 1 ? first[i] : second[i]);
    if (y == 1)
      self = sum_over(self, here, true);
    else if (x == 1)
      other = sum_over(other, here, true);
    else
      inner *= x;
  }
  if (stopped()) return 0;
  const auto is_in = [](const IntList& list, int dim) {
    return std::find(list.begin(), list.end(), dim) != list.end();
  };
  IntList order_self;
  IntList order_other = second;
  Sizes sizes;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  for (int d = 0; d < a.rank; ++d) {
    if (is_in(first, d)) continue;
    append(order_self, d);
    sizes.push(a.sizes[at(d)]);
    rows *= a.sizes[at(d)];
  }
  for (const std::int64_t dim : first) append(order_self, dim);
  for (int d = 0; d < b.rank; ++d) {
    if (is_in(second, d)) continue;
    append(order_other, d);
    sizes.push(b.sizes[at(d)]);
    columns *= b.sizes[at(d)];
  }
  const TensorId left = reshape_part(permuted(self, order_self), listed({rows, inner}));
  const TensorId right = reshape_part(permuted(other, order_other), listed({inner, columns}));
  return reshape_part(part(id<ops::mm>, {left, right}, {}), sizes);
}

TensorId ModelState::inner(TensorId self, TensorId other) {
  const Geometry& a = tensors_[self].geometry;
  const Geometry& b = tensors_[other].geometry;
  if (a.rank == 0 || b.rank == 0) return part(id<ops::mul_Tensor>, {self, other}, {});
  if (a.sizes[at(a.rank - 1)] != b.sizes[at(b.rank - 1)]) reject(ErrorClass::Shape);
  if (stopped()) return 0;
  IntList last;
  append(last, -1);
  return tensordot(self, other, last, last);
}

// Every element of one beside every element of the other, as two dimensions, which are then seen as one.
TensorId ModelState::kron(TensorId self, TensorId other) {
  const Geometry a = tensors_[self].geometry;
  const Geometry b = tensors_[other].geometry;
  const int rank = std::max(a.rank, b.rank);
  leave_unspecified(Unspecified::TooManyDimensions, 2 * rank > kMaxRank);
  if (stopped()) return 0;
  Sizes rows;
  Sizes columns;
  Sizes sizes;
  for (int d = 0; d < rank; ++d) {
    const std::int64_t x = d + a.rank < rank ? 1 : a.sizes[at(d + a.rank - rank)];
    const std::int64_t y = d + b.rank < rank ? 1 : b.sizes[at(d + b.rank - rank)];
    rows.push(x);
    rows.push(1);
    columns.push(1);
    columns.push(y);
    sizes.push(x * y);
  }
  const TensorId left = reshape_part(self, rows);
  const TensorId right = reshape_part(other, columns);
  const TensorId product = part(id<ops::mul_Tensor>, {left, right}, {});
  if (stopped()) return 0;
  // Not a copy: where strides allow no such sizes it is rejected.
  Geometry flat = tensors_[product].geometry;
  if (!strides_for_view(tensors_[product].geometry, sizes, flat)) reject(ErrorClass::Strides);
  if (stopped()) return 0;
  return unsafe_view(product, flat);
}

// In the cheaper order.
TensorId ModelState::multi_dot(const Record& record) {
  const Arguments arguments(record);
  const int count = arguments.list_length(0);
  const bool of_matrices = record.operation == id<ops::chain_matmul>;
  std::array<TensorId, kMaxTensorList> matrices{};
  for (int i = 0; i < count; ++i) matrices[at(i)] = tensor_in(arguments.list_reg(0, i));
  const auto geometry = [&](int i) -> const Geometry& { return tensors_[matrices[at(i)]].geometry; };
  if (of_matrices) {
    for (int i = 0; i < count; ++i)
      if (geometry(i).rank != 2) reject(ErrorClass::Shape);
    if (stopped()) return 0;
    if (count == 1) return part(id<ops::clone>, {matrices[0]}, {});
  }
  if (count == 1) reject(ErrorClass::Argument);
  // A vector at an end is a row or a column.
  Sizes sizes;
  for (const int end : {0, count - 1}) {
    if (stopped()) return 0;
    if (geometry(end).rank == 2) {
      sizes.push(geometry(end).sizes[end == 0 ? 0 : 1]);
    } else if (geometry(end).rank == 1) {
      matrices[at(end)] = view(matrices[at(end)], unsqueeze_of(geometry(end), end == 0 ? 0 : -1));
    } else {
      reject(ErrorClass::Shape);
    }
  }
  if (stopped()) return 0;
  for (int i = 1; i + 1 < count; ++i)
    if (geometry(i).rank != 2) reject(ErrorClass::Shape);
  for (int i = 1; i < count && !stopped(); ++i) {
    if (geometry(i).dtype != geometry(0).dtype)
      reject(ErrorClass::Dtype);
    else if (geometry(i - 1).sizes[1] != geometry(i).sizes[0])
      reject(ErrorClass::Shape);
  }
  if (stopped()) return 0;
  const auto product = [&](TensorId a, TensorId b) { return part(id<ops::mm>, {a, b}, {}); };
  TensorId out = 0;
  if (count == 2) {
    out = product(matrices[0], matrices[1]);
  } else {
    const std::int64_t a = geometry(0).sizes[0];
    const std::int64_t b = geometry(1).sizes[0];
    const std::int64_t c = geometry(2).sizes[0];
    const std::int64_t d = geometry(2).sizes[1];
    out = a * c * (b + d) > b * d * (a + c) ? product(matrices[0], product(matrices[1], matrices[2]))
                                            : product(product(matrices[0], matrices[1]), matrices[2]);
  }
  return stopped() ? 0 : view(out, view_of(tensors_[out].geometry, sizes));
}

}  // namespace modecheck::spec
