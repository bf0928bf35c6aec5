// Composites for products. A contraction becomes one product of batches of matrices (bmm).
#include <algorithm>

#include "spec/composites/families.h"
#include "spec/model/commands.h"
#include "spec/model/further/composites.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/program/equation.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

static TensorId outer(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(record.operands[0]);
  const TensorId other = m.tensor_in(record.operands[1]);
  for (const TensorId vector : {self, other})
    if (m.tensors[vector].geometry.rank != 1) m.reject(ErrorClass::Shape);
  if (m.stopped()) return 0;
  const TensorId column = reshaped(m, self, listed({m.tensors[self].geometry.sizes[0], 1}));
  if (keeps_result(operation(record.operation))) return call<ops::mul_Tensor>(m, column, other);
  return call<ops::mul_out>(m, column, other, m.tensor_in(record.operands[2]));
}
MODECHECK_COMPOSITE(outer, outer, ger, outer_out, ger_out)

static TensorId linear(ModelState& m, const Record& record) {
  const TensorId input = m.tensor_in(record.operands[0]);
  const TensorId weight = m.tensor_in(record.operands[1]);
  const bool biased = Arguments(record).present(2);
  const TensorId bias = biased ? m.tensor_in(record.operands[2]) : 0;
  const Geometry geometry = m.tensors[input].geometry;
  const auto transposed = [&] { return call<ops::t>(m, weight); };
  const auto sum = [&](TensorId matrix) { return call<ops::addmm>(m, bias, matrix, transposed()); };
  if (geometry.rank == 2 && biased) return sum(input);
  if (geometry.rank == 3 && biased && is_contiguous(geometry)) {
    const Sizes sizes = sizes_of(geometry);
    const TensorId rows = view(m, input, view_of(geometry, listed({sizes[0] * sizes[1], sizes[2]})));
    const TensorId flat = m.stopped() ? 0 : sum(rows);
    if (m.stopped()) return 0;
    const Geometry& made = m.tensors[flat].geometry;
    return view(m, flat, view_of(made, listed({sizes[0], sizes[1], made.sizes[1]})));
  }
  const TensorId product = call<ops::matmul>(m, input, transposed());
  return biased ? call<ops::add__Tensor>(m, product, bias) : product;
}
MODECHECK_COMPOSITE(linear, linear)

// Calls permute. The dimension `from` moves to position `to`, and the other dimensions keep their order.
TensorId moved(ModelState& m, TensorId self, int from, int to) {
  const Geometry& geometry = m.tensors[self].geometry;
  IntList order;
  for (int d = 0; d < geometry.rank; ++d)
    if (d != from) append(order, d);
  for (int d = order.size; d > to; --d) order.values[at(d)] = order.values[at(d - 1)];
  order.values[at(to)] = from;
  ++order.size;
  return view(m, self, permute_of(geometry, order));
}

namespace {

TensorId permuted(ModelState& m, TensorId self, const IntList& order) {
  return m.stopped() ? 0 : view(m, self, permute_of(m.tensors[self].geometry, order));
}

}  // namespace

TensorId sum_over(ModelState& m, TensorId self, const IntList& dims, bool keepdim) {
  return call<ops::sum_dim_IntList>(m, self, dims, keepdim);
}

// ---- The composite einsum ------------------------------------------------------------------------------------

namespace {

struct Labels {
  std::array<int, Subscripts::kLetters> place{};  // the dimension of each label; -1 if the equation lacks the label
  int first_hidden = 0;                           // the first dimension that the ellipsis covers
  int hidden = 0;                                 // the most dimensions that the ellipsis covers in one operand
  int shown = 0;                                  // the number of the result's dimensions, which come first
  int all = 0;
};

// Assigns a dimension to each label of the equation: first to the labels of the result, then to the summed labels in
// alphabetical order.
void place_labels(ModelState& m, const Record& record, const Equation& equation, Labels& labels) {
  const Arguments arguments(record);
  std::array<int, Subscripts::kLetters> uses{};
  for (int i = 0; i < equation.count; ++i) {
    const Subscripts& subscripts = equation.operands[at(i)];
    const int rank = m.tensors[m.tensor_in(arguments.list_reg(1, i))].geometry.rank;
    if (subscripts.open ? subscripts.named() > rank : subscripts.named() != rank) m.reject(ErrorClass::Shape);
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
      m.reject(ErrorClass::Argument);
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
  m.leave_unspecified(Unspecified::TooManyDimensions, labels.all > kMaxRank);
}

// Holds, for each dimension of einsum's operands, the size that the operands share. Also holds how many operands still
// to be multiplied have more than one element along it.
struct Extents {
  std::array<std::int64_t, kMaxRank> size{};
  std::array<int, kMaxRank> tensors{};
};

// Gives an operand of einsum one dimension for every label, in the order of the labels' dimensions. If a label occurs
// twice in the operand, the operand is replaced by the diagonal of these two dimensions.
TensorId aligned(ModelState& m, TensorId operand, const Subscripts& subscripts, const Labels& labels,
                 Extents& extents) {
  const int rank = m.tensors[operand].geometry.rank;
  IntList order;
  order.size = labels.all;
  order.values.fill(-1);
  int dim = 0;
  const auto take = [&](int place) {
    const std::int64_t size = m.tensors[operand].geometry.sizes[at(dim)];
    if (size != 1) {
      if (extents.size[at(place)] != 1 && extents.size[at(place)] != size) m.reject(ErrorClass::Shape);
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
    const Geometry& geometry = m.tensors[operand].geometry;
    if (geometry.sizes[at(before)] != geometry.sizes[at(dim)]) m.reject(ErrorClass::Shape);
    if (m.stopped()) return 0;
    operand = view(m, operand, diagonal_of(geometry, 0, before, dim));
    if (m.stopped()) return 0;
    operand = moved(m, operand, m.tensors[operand].geometry.rank - 1, before);
    if (m.stopped()) return 0;
  }
  if (m.stopped()) return 0;
  for (int place = 0; place < labels.all; ++place) {
    if (order.values[at(place)] >= 0) continue;
    operand = view(m, operand, unsqueeze_of(m.tensors[operand].geometry, dim));
    if (m.stopped()) return 0;
    order.values[at(place)] = dim++;
  }
  return permuted(m, operand, order);
}

// Multiplies two tensors and sums over the dimensions `summed`, which stay with size 1. The sub-operation is one bmm.
TensorId sum_of_products(ModelState& m, TensorId left, TensorId right, const IntList& summed) {
  if (m.stopped()) return 0;
  if (summed.size == 0) return call<ops::mul_Tensor>(m, left, right);
  const Geometry a = m.tensors[left].geometry;
  const Geometry b = m.tensors[right].geometry;
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
  const TensorId first = permuted(m, left, joined_lists({&both, &only_left, &summed, &only_right}));
  const TensorId matrices = reshaped(m, first, listed({batch, rows, inner}));
  const TensorId second = permuted(m, right, joined_lists({&both, &summed, &only_right, &only_left}));
  const TensorId others = reshaped(m, second, listed({batch, inner, columns}));
  const TensorId product = call<ops::bmm>(m, matrices, others);
  if (m.stopped()) return 0;
  const IntList order = joined_lists({&both, &only_left, &summed, &only_right});
  Sizes sizes;
  for (const std::int64_t dim : both) sizes.push(a.sizes[at(static_cast<int>(dim))]);
  for (const std::int64_t dim : only_left) sizes.push(a.sizes[at(static_cast<int>(dim))]);
  for (int i = 0; i < summed.size; ++i) sizes.push(1);
  for (const std::int64_t dim : only_right) sizes.push(b.sizes[at(static_cast<int>(dim))]);
  const TensorId apart = view(m, product, view_of(m.tensors[product].geometry, sizes));
  IntList back = order;
  for (int i = 0; i < order.size; ++i) back.values[at(static_cast<int>(order[i]))] = i;
  return permuted(m, apart, back);
}

}  // namespace

static TensorId einsum(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const Equation equation = equation_of(*arguments.word(0));
  const int count = arguments.list_length(1);
  const std::optional<IntList> path = arguments.optional_integers(2);
  if (path && path->size != (count == 1 ? 1 : 2 * (count - 1))) m.reject(ErrorClass::Argument);
  if (equation.count != count) m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  Labels labels;
  place_labels(m, record, equation, labels);
  if (m.stopped()) return 0;
  Extents extents;
  extents.size.fill(1);
  std::array<TensorId, kMaxTensorList> left{};
  for (int i = 0; i < count; ++i)
    left[at(i)] = aligned(m, m.tensor_in(arguments.list_reg(1, i)), equation.operands[at(i)], labels, extents);
  if (m.stopped()) return 0;
  int step = 0;
  for (int tensors = count; tensors > 1; --tensors) {
    std::int64_t i = path ? (*path)[step] : 0;
    std::int64_t j = path ? (*path)[step + 1] : 1;
    step += 2;
    if (j < i) std::swap(i, j);
    if (i == j || i < 0 || j >= tensors) m.reject(ErrorClass::Argument);
    if (m.stopped()) return 0;
    TensorId a = left[at(static_cast<int>(i))];
    TensorId b = left[at(static_cast<int>(j))];
    // einsum sums a label's dimension once no further operand has the label. If only one of the two operands has the
    // label, the sum comes before the product.
    IntList summed;
    IntList of_a;
    IntList of_b;
    for (int d = labels.shown; d < labels.all; ++d) {
      const bool in_a = m.tensors[a].geometry.sizes[at(d)] != 1;
      const bool in_b = m.tensors[b].geometry.sizes[at(d)] != 1;
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
    if (of_a.size > 0) a = sum_over(m, a, of_a, true);
    if (of_b.size > 0) b = sum_over(m, b, of_b, true);
    const TensorId product = sum_of_products(m, a, b, summed);
    if (m.stopped()) return 0;
    // einsum: the product replaces the two operands. It becomes the first of the remaining operands, or the last one if
    // the call gives a path.
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
    return sum_over(m, out, rest, false);
  }
  Sizes shown = sizes_of(m.tensors[out].geometry);
  shown.rank = labels.shown;
  return view(m, out, view_of(m.tensors[out].geometry, shown));
}
MODECHECK_COMPOSITE(einsum, einsum)

// ---- Composites for products of matrices --------------------------------------------------------------------

TensorId tensordot(ModelState& m, TensorId self, TensorId other, const IntList& dims_self, const IntList& dims_other) {
  const Geometry a = m.tensors[self].geometry;
  const Geometry b = m.tensors[other].geometry;
  if (dims_self.size != dims_other.size) m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  IntList first;
  IntList second;
  for (int i = 0; i < dims_self.size; ++i) {
    const int x = a.rank == 0 ? -1 : wrapped_dim(dims_self[i], a.rank);
    const int y = b.rank == 0 ? -1 : wrapped_dim(dims_other[i], b.rank);
    if (x < 0 || y < 0) {
      m.reject(ErrorClass::Range);
      return 0;
    }
    // tensordot: libtorch sums over dimensions of size 1 before it finds a repeated dimension. So the error of a stale
    // view (rule W5) may come first.
    for (int k = 0; k < i; ++k)
      if (first[k] == x || second[k] == y)
        for (const TensorId tensor : {self, other}) reject_or_stale(m, ErrorClass::Range, tensor);
    append(first, x);
    append(second, y);
    if (a.sizes[at(x)] != b.sizes[at(y)] && a.sizes[at(x)] != 1 && b.sizes[at(y)] != 1) m.reject(ErrorClass::Shape);
  }
  if (m.stopped()) return 0;
  // tensordot: if one tensor has size 1 in a contracted dimension, the other tensor is summed over that dimension
  // first.
  std::int64_t inner = 1;
  for (int i = 0; i < first.size; ++i) {
    const std::int64_t x = a.sizes[at(static_cast<int>(first[i]))];
    const std::int64_t y = b.sizes[at(static_cast<int>(second[i]))];
    IntList here;
    append(here, y == 1 ? first[i] : second[i]);
    if (y == 1)
      self = sum_over(m, self, here, true);
    else if (x == 1)
      other = sum_over(m, other, here, true);
    else
      inner *= x;
  }
  if (m.stopped()) return 0;
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
  const TensorId left = reshaped(m, permuted(m, self, order_self), listed({rows, inner}));
  const TensorId right = reshaped(m, permuted(m, other, order_other), listed({inner, columns}));
  return reshaped(m, call<ops::mm>(m, left, right), sizes);
}

TensorId inner(ModelState& m, TensorId self, TensorId other) {
  const Geometry& a = m.tensors[self].geometry;
  const Geometry& b = m.tensors[other].geometry;
  if (a.rank == 0 || b.rank == 0) return call<ops::mul_Tensor>(m, self, other);
  if (a.sizes[at(a.rank - 1)] != b.sizes[at(b.rank - 1)]) m.reject(ErrorClass::Shape);
  if (m.stopped()) return 0;
  IntList last;
  append(last, -1);
  return tensordot(m, self, other, last, last);
}

// Runs kron: splits each dimension of both tensors into two, multiplies the tensors, and joins each pair of dimensions.
TensorId kron(ModelState& m, TensorId self, TensorId other) {
  const Geometry a = m.tensors[self].geometry;
  const Geometry b = m.tensors[other].geometry;
  const int rank = std::max(a.rank, b.rank);
  m.leave_unspecified(Unspecified::TooManyDimensions, 2 * rank > kMaxRank);
  if (m.stopped()) return 0;
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
  const TensorId left = reshaped(m, self, rows);
  const TensorId right = reshaped(m, other, columns);
  const TensorId product = call<ops::mul_Tensor>(m, left, right);
  if (m.stopped()) return 0;
  // kron: libtorch joins each pair of dimensions with _unsafe_view and not with reshape. So it rejects a product whose
  // strides do not allow a view of the joined sizes.
  Geometry flat = m.tensors[product].geometry;
  if (!strides_for_view(m.tensors[product].geometry, sizes, flat)) m.reject(ErrorClass::Strides);
  if (m.stopped()) return 0;
  return unsafe_view(m, product, flat);
}

// Runs chain_matmul and linalg_multi_dot. The two products of three matrices are made in the cheaper order.
static TensorId multi_dot(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const int count = arguments.list_length(0);
  const bool of_matrices = record.operation == id<ops::chain_matmul>;
  std::array<TensorId, kMaxTensorList> matrices{};
  for (int i = 0; i < count; ++i) matrices[at(i)] = m.tensor_in(arguments.list_reg(0, i));
  const auto geometry = [&](int i) -> const Geometry& { return m.tensors[matrices[at(i)]].geometry; };
  if (of_matrices) {
    for (int i = 0; i < count; ++i)
      if (geometry(i).rank != 2) m.reject(ErrorClass::Shape);
    if (m.stopped()) return 0;
    if (count == 1) return call<ops::clone>(m, matrices[0]);
  }
  if (count == 1) m.reject(ErrorClass::Argument);
  // linalg_multi_dot: a vector becomes a row if it is the first tensor, and a column if it is the last.
  Sizes sizes;
  for (const int end : {0, count - 1}) {
    if (m.stopped()) return 0;
    if (geometry(end).rank == 2) {
      sizes.push(geometry(end).sizes[end == 0 ? 0 : 1]);
    } else if (geometry(end).rank == 1) {
      matrices[at(end)] = view(m, matrices[at(end)], unsqueeze_of(geometry(end), end == 0 ? 0 : -1));
    } else {
      m.reject(ErrorClass::Shape);
    }
  }
  if (m.stopped()) return 0;
  for (int i = 1; i + 1 < count; ++i)
    if (geometry(i).rank != 2) m.reject(ErrorClass::Shape);
  for (int i = 1; i < count && !m.stopped(); ++i) {
    if (geometry(i).dtype != geometry(0).dtype)
      m.reject(ErrorClass::Dtype);
    else if (geometry(i - 1).sizes[1] != geometry(i).sizes[0])
      m.reject(ErrorClass::Shape);
  }
  if (m.stopped()) return 0;
  const auto product = [&](TensorId a, TensorId b) { return call<ops::mm>(m, a, b); };
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
  return m.stopped() ? 0 : view(m, out, view_of(m.tensors[out].geometry, sizes));
}
MODECHECK_COMPOSITE(multi_dot, chain_matmul, linalg_multi_dot)

}  // namespace modecheck::spec
