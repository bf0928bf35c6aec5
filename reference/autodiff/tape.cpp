#include "reference/autodiff/tape.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

namespace modecheck::reference {
namespace {

// The number of roundings that the error bound allows for in each term of a gradient. The error of the partial
// derivative comes on top.
constexpr double kRoundingsPerTerm = 8;

}  // namespace

void Tape::clear() {
  edges_.clear();
  starts_.assign(1, 0);
  errors_.assign(1, 0);
  operators_.clear();
  second_derivatives_.clear();
  bits_ = kFormat32.bits;
  coarsest_ = kFormat64;
  infinite_ = false;
  infinite_second_derivative_ = false;
  doubtful_ = false;
  empties_ = false;
  partly_empty_ = false;
  leaves_.clear();
  snapshot_nodes_.clear();
  swept_ = 0;
  formulas_on_nothing_ = false;
}

void Tape::widen(double partial, double error) {
  if (!is_short(partial, bits_)) error += std::abs(partial) * coarsest_.epsilon + tiny();
  errors_.back() = error > errors_.back() ? error : std::isnan(error) ? kUnbounded : errors_.back();
}

void Tape::new_history(spec::HistoryId id) {
  if (id >= histories_.size()) histories_.resize(std::max<std::size_t>(std::size_t{id} + 1, histories_.size() * 2));
  // Clears the history with one memset, which needs the id of the constant node to be 0. A loop over the history's
  // elements would take a tenth of the time in which the reference runs a program.
  static_assert(kConstant == 0);
  std::memset(histories_[id].data(), 0, sizeof histories_[id]);
}

void Tape::read(const spec::Geometry& geometry, const Places& places, NodeId* out, NodeId* imaginary) const {
  const auto count = static_cast<std::size_t>(places.count);
  if (imaginary != nullptr) std::fill_n(imaginary, count, kConstant);
  if (geometry.history == 0 || !spec::is_differentiable(geometry.dtype)) {
    std::fill_n(out, count, kConstant);
    return;
  }
  const History& history = histories_[geometry.history];
  const Layout layout = layout_of(geometry.dtype);
  const auto element = static_cast<std::size_t>(layout.element);
  for (std::size_t i = 0; i < count; ++i) out[i] = history[places[i] * element];
  if (imaginary == nullptr || layout.scalar == layout.element) return;
  for (std::size_t i = 0; i < count; ++i)
    imaginary[i] = history[places[i] * element + static_cast<std::size_t>(layout.scalar)];
}

void Tape::write(const spec::Geometry& geometry, const Places& places, const NodeId* nodes,
                 std::uint32_t storage_bytes) {
  if (geometry.history == 0) return;
  History& history = histories_[geometry.history];
  const Layout layout = layout_of(geometry.dtype);
  const int slots = static_cast<int>(storage_bytes) / kSlotBytes;
  if (places.count * layout.element < slots) {
    for (int slot = 0; slot < slots; slot += layout.scalar) {
      const NodeId old = history[static_cast<std::size_t>(slot)];
      history[static_cast<std::size_t>(slot)] = node();
      edge(old, 1);
    }
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(places.count); ++i) {
    const std::size_t first = places[i] * static_cast<std::size_t>(layout.element);
    for (int slot = 0; slot < layout.element; slot += layout.scalar)
      history[first + static_cast<std::size_t>(slot)] = *nodes++;
  }
}

void Tape::mark_leaf(spec::LeafId leaf, const spec::Geometry& geometry, const Places& places) {
  if (geometry.history == 0) return;
  History& history = histories_[geometry.history];
  const Layout layout = layout_of(geometry.dtype);
  const auto first = static_cast<NodeId>(starts_.size());
  bool ambiguous = false;
  int count = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(places.count); ++i) {
    const std::size_t begin = places[i] * static_cast<std::size_t>(layout.element);
    for (int at = 0; at < layout.element; at += layout.scalar, ++count) {
      NodeId& slot = history[begin + static_cast<std::size_t>(at)];
      // If the slot has a node of this leaf already, two elements of the leaf share memory. A later use of the slot
      // does not tell which of the two elements was used.
      ambiguous |= slot >= first;
      slot = node();
    }
  }
  leaves_.push_back({leaf, first, count, ambiguous});
}

void Tape::snapshot(spec::SnapshotId id, const spec::Geometry& geometry, const Places& places) {
  if (id >= snapshots_.size()) snapshots_.resize(std::max<std::size_t>(std::size_t{id} + 1, snapshots_.size() * 2));
  SnapshotEntry& entry = snapshots_[id];
  const Layout layout = layout_of(geometry.dtype);
  const bool complex = layout.scalar != layout.element;
  const auto elements = static_cast<std::size_t>(places.count);
  entry = {static_cast<std::uint32_t>(snapshot_nodes_.size()), places.count * (complex ? 2 : 1), false};
  snapshot_nodes_.resize(snapshot_nodes_.size() + (complex ? 3 : 1) * elements);
  NodeId* nodes = snapshot_nodes_.data() + entry.begin;
  if (complex) {
    // read() returns the nodes of all real parts and of all imaginary parts apart. The snapshot holds them element by
    // element.
    NodeId* const real = nodes + elements;
    NodeId* const imaginary = real + elements;
    read(geometry, places, real, imaginary);
    for (std::size_t i = 0; i < elements; ++i) {
      nodes[2 * i] = real[i];
      nodes[2 * i + 1] = imaginary[i];
    }
    snapshot_nodes_.resize(entry.begin + 2 * elements);
  } else {
    read(geometry, places, nodes);
  }
  // In an expanded tensor, several elements have the same node, so their gradients cannot be told from one another.
  for (std::size_t d = 0; d < geometry.rank; ++d)
    if (geometry.strides[d] == 0 && geometry.sizes[d] > 1) entry.ambiguous = true;
  for (int i = 0; i < entry.count; ++i)
    if (snapshot_nodes_[entry.begin + static_cast<std::size_t>(i)] == kConstant) entry.ambiguous = true;
}

void Tape::finish(Adjoint& adjoint) const {
  if (!adjoint.inexact && same_in_every_order(adjoint.magnitude, adjoint.lowest, coarsest_)) return;
  adjoint.inexact = true;
  adjoint.error += adjoint.terms * (adjoint.magnitude * coarsest_.epsilon + tiny());
  // If the magnitude exceeds the finite range, the subject's gradient may have overflowed.
  if (!(adjoint.magnitude < coarsest_.largest)) adjoint.error = kUnbounded;
}

void Tape::find_doubled(const spec::DoubledGradient* doubled, int count) {
  doubled_.clear();
  for (int i = 0; i < count; ++i) {
    const auto before = static_cast<std::ptrdiff_t>(doubled_.size());
    if (doubled[i].of == spec::BackwardTarget::Of::Leaf) {
      for (const LeafMark& mark : leaves_)
        for (int k = 0; mark.leaf == doubled[i].id && k < mark.count; ++k)
          doubled_.push_back(mark.first + static_cast<NodeId>(k));
    } else {
      const SnapshotEntry& entry = snapshots_[doubled[i].id];
      for (int k = 0; k < entry.count; ++k)
        if (const NodeId node = snapshot_nodes_[entry.begin + static_cast<std::size_t>(k)]; node != kConstant)
          doubled_.push_back(node);
    }
    // Elements that have the same node also have the same gradient, so the node is listed once.
    std::sort(doubled_.begin() + before, doubled_.end());
    doubled_.erase(std::unique(doubled_.begin() + before, doubled_.end()), doubled_.end());
  }
  std::sort(doubled_.begin(), doubled_.end(), std::greater<>());
}

void Tape::sweep(const NodeId* roots, const double* seeds, double seed_error, int count,
                 const spec::DoubledGradient* doubled, int doubled_count) {
  find_doubled(doubled, doubled_count);
  swept_ = 0;
  // A gradient reaches no node through an empty tensor. A subject still runs its derivative formulas on zeros there,
  // where 0 * inf gives NaN.
  formulas_on_nothing_ = (infinite_ || doubtful_) && (count == 0 || empties_);
  for (int i = 0; i < count; ++i) swept_ = std::max(swept_, roots[i]);
  if (infinite_ && swept_ != kConstant) {
    const auto next = std::upper_bound(operators_.begin(), operators_.end(), swept_,
                                       [](NodeId id, const Operator& one) { return id < one.first; });
    swept_ = (next == operators_.end() ? static_cast<NodeId>(starts_.size()) : next->first) - 1;
  }
  if (adjoints_.size() <= swept_)
    adjoints_.resize(std::max<std::size_t>(std::size_t{swept_} + 1, adjoints_.size() * 2));
  std::fill_n(adjoints_.begin(), swept_ + 1, Adjoint{});
  for (int i = 0; i < count; ++i) {
    Adjoint& root = adjoints_[roots[i]];
    root.value += seeds[i];
    root.magnitude += std::abs(seeds[i]);
    root.lowest = std::min(root.lowest, lowest_bit(seeds[i]));
    root.error += seed_error;
    root.inexact |= seed_error != 0;
    root.reached = true;
    ++root.terms;
  }
  auto next_doubled = doubled_.begin();
  std::size_t operators = operators_.size();
  NodeId end_of_operator = static_cast<NodeId>(starts_.size());
  for (NodeId id = swept_; id > 0; --id) {
    // If a partial derivative is infinite, a gradient of zero matters, because 0 * inf is NaN. A subject passes whole
    // gradient tensors. So if a gradient reaches one node of an operator, it reaches all nodes of the operator.
    while (infinite_ && operators > 0 && id < end_of_operator) {
      if (id >= operators_[operators - 1].first) reach_whole_operator(operators_[operators - 1].first, id + 1);
      end_of_operator = operators_[--operators].first;
    }
    Adjoint& adjoint = adjoints_[id];
    if (!adjoint.reached) continue;
    while (next_doubled != doubled_.end() && *next_doubled > id) ++next_doubled;
    for (; next_doubled != doubled_.end() && *next_doubled == id; ++next_doubled) {
      adjoint.value *= 2;
      adjoint.magnitude *= 2;
      adjoint.error *= 2;
      if (adjoint.lowest != kNoBits) ++adjoint.lowest;
    }
    finish(adjoint);
    const double error = errors_[id];
    const bool exact = !adjoint.inexact && error == 0;
    for (const Edge& edge : edges_of(id)) {
      Adjoint& parent = adjoints_[edge.parent];
      const double term = edge.partial * adjoint.value;
      const double size = std::abs(term);
      parent.value += term;
      parent.magnitude += size;
      parent.reached = true;
      ++parent.terms;
      if (exact) {
        const int bit = lowest_bit(term);
        if (bit < parent.lowest) parent.lowest = bit;
      } else {
        parent.inexact = true;
        parent.error += std::abs(edge.partial) * adjoint.error + error * (std::abs(adjoint.value) + adjoint.error) +
                        kRoundingsPerTerm * coarsest_.epsilon * size + tiny();
      }
    }
  }
}

void Tape::reach_whole_operator(NodeId first, NodeId end) {
  bool reached = false;
  for (NodeId id = first; id < end; ++id) reached |= adjoints_[id].reached;
  for (NodeId id = first; reached && id < end; ++id) adjoints_[id].reached = true;
}

Gradient Tape::gradient_of_node(NodeId id) const {
  if (id == kConstant || id > swept_ || !adjoints_[id].reached) return {0, formulas_on_nothing_ ? kUnbounded : 0};
  const Adjoint& adjoint = adjoints_[id];
  // A gradient that is not finite counts as unknown. A subject may compute 0 * inf even for an element on which the
  // root does not depend. So the result depends on the subject's formulas.
  if (!std::isfinite(adjoint.value) || !is_bound(adjoint.error)) return {adjoint.value, kUnbounded};
  return {adjoint.value, adjoint.inexact ? adjoint.error : 0};
}

Gradient Tape::gradient_of_leaf(spec::LeafId leaf, int element) const {
  Gradient out;
  int marks = 0;
  for (const LeafMark& mark : leaves_) {
    if (mark.leaf != leaf || element >= mark.count) continue;
    const Gradient part = gradient_of_node(mark.first + static_cast<NodeId>(element));
    out.value += part.value;
    out.error += mark.ambiguous ? kUnbounded : part.error;
    marks += part.value != 0;
  }
  if (marks > 1) out.error += 2 * marks * (std::abs(out.value) * coarsest_.epsilon + tiny());
  return out;
}

Gradient Tape::gradient_of_snapshot(spec::SnapshotId id, int element) const {
  const SnapshotEntry& entry = snapshots_[id];
  if (element >= entry.count) return {0, kUnbounded};
  Gradient out = gradient_of_node(snapshot_nodes_[entry.begin + static_cast<std::size_t>(element)]);
  if (entry.ambiguous) out.error = kUnbounded;
  return out;
}

}  // namespace modecheck::reference
