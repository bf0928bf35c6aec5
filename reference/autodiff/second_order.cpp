// Computes second derivatives on the tape (tape.h). A forward sweep computes each node's tangent along the tensor by
// which the first gradient is taken. A reverse sweep then differentiates the root's tangent by every node.
#include <algorithm>
#include <cmath>

#include "reference/autodiff/tape.h"

namespace modecheck::reference {
namespace {

// The number of roundings that the error bound of each term allows for. It includes roundings of intermediate terms of
// similar size.
constexpr double kRoundingsPerSecondTerm = 64;

// Returns true if products of a few numbers of the size of `value` neither overflow nor underflow.
bool is_moderate_number(double value) {
  const double size = std::abs(value);
  return size == 0 || (size > 1e-9 && size < 1e9);
}

}  // namespace

void Tape::finish(Change& change) const {
  change.error += change.terms * (change.magnitude * coarsest_.epsilon + tiny());
  if (!(change.magnitude < coarsest_.largest)) change.error = kUnbounded;
}

// Starts the forward sweep: sets the tangent of each element of `along` to one. Returns false if two elements of
// `along` have the same node.
bool Tape::set_out(const spec::Direction& along) {
  bool clear = true;
  const auto start = [&](NodeId node) {
    if (node == kConstant || node > swept_) return;
    clear = clear && !tangents_[node].reached;
    tangents_[node].add(1, 0);
  };
  if (along.of == spec::BackwardTarget::Of::Leaf) {
    for (const LeafMark& mark : leaves_) {
      if (mark.leaf != along.id) continue;
      clear = clear && !mark.ambiguous;
      for (int k = 0; k < mark.count; ++k) start(mark.first + static_cast<NodeId>(k));
    }
  } else {
    const SnapshotEntry& entry = snapshots_[along.id];
    clear = clear && !entry.ambiguous;
    for (int k = 0; k < entry.count; ++k) start(snapshot_nodes_[entry.begin + static_cast<std::size_t>(k)]);
  }
  return clear;
}

void Tape::change_forward(NodeId id) {
  Change& change = tangents_[id];
  for (const Edge& edge : edges_of(id))
    if (const Change& parent = tangents_[edge.parent]; parent.reached) add_along(edge, id, parent, change);
  if (change.reached) finish(change);
}

// Adds to `to` the change `from` times the edge's partial derivative. `id` is the node that has the edge; its error
// bound widens the bound of the sum.
void Tape::add_along(const Edge& edge, NodeId id, const Change& from, Change& to) const {
  const double term = edge.partial * from.value;
  to.add(term, std::abs(edge.partial) * from.error + errors_[id] * (std::abs(from.value) + from.error) +
                   kRoundingsPerSecondTerm * coarsest_.epsilon * std::abs(term) + tiny());
}

// A derivative's formula may read every operand and result of its operator. If the formula has no known derivative, the
// second gradients of these operands and results are unknown.
void Tape::doubt_unknown_second_derivatives() {
  for (std::size_t i = 0; i < operators_.size(); ++i) {
    if (operators_[i].has_second_derivatives) continue;
    const NodeId next = i + 1 < operators_.size() ? operators_[i + 1].first : swept_ + 1;
    const NodeId end = std::min(next, swept_ + 1);
    bool runs = false;
    for (NodeId id = operators_[i].first; id < end && !runs; ++id)
      for (const Edge& edge : edges_of(id)) runs = runs || (adjoints_[id].reached && tangents_[edge.parent].reached);
    // Skip a node without edges: it is a leaf that was made after this operator and before the next one.
    for (NodeId id = operators_[i].first; id < end && runs; ++id)
      if (!edges_of(id).empty()) turned_[id].add(0, kUnbounded);
  }
}

void Tape::sweep_double_backward(const NodeId* roots, int count, const spec::Direction& along) {
  const std::vector<double> ones(static_cast<std::size_t>(count), 1.0);
  sweep(roots, ones.data(), 0, count);
  formulas_on_nothing_ = formulas_on_nothing_ || partly_empty_;
  tangents_.assign(std::size_t{swept_} + 1, {});
  turned_.assign(std::size_t{swept_} + 1, {});
  // If any partial derivative is not finite, a subject's second gradient depends on the formulas that the subject uses.
  // The same holds if an operator has empty tensors and others: its formulas run on the others, too, and may give
  // infinity there, although no gradient comes from the empty ones.
  bool known = set_out(along) && !infinite_ && !infinite_second_derivative_ && !doubtful_ && !partly_empty_;
  for (NodeId id = 1; id <= swept_; ++id) change_forward(id);
  doubt_unknown_second_derivatives();

  auto second_derivative = second_derivatives_.rbegin();
  for (NodeId id = swept_; id > 0; --id) {
    const Adjoint& adjoint = adjoints_[id];
    while (second_derivative != second_derivatives_.rend() && second_derivative->node > id) ++second_derivative;
    for (; second_derivative != second_derivatives_.rend() && second_derivative->node == id; ++second_derivative) {
      const Change& tangent = tangents_[second_derivative->parent];
      if (!adjoint.reached || !tangent.reached) continue;
      const double off = adjoint.inexact ? adjoint.error : 0;
      const double size = std::abs(second_derivative->value) + second_derivative->error;
      const double term = adjoint.value * second_derivative->value * tangent.value;
      const double error =
          off * size * (std::abs(tangent.value) + tangent.error) +
          std::abs(adjoint.value) *
              (second_derivative->error * (std::abs(tangent.value) + tangent.error) + size * tangent.error) +
          kRoundingsPerSecondTerm * coarsest_.epsilon * std::abs(term) + tiny();
      known = known && is_moderate_number(adjoint.value) && is_moderate_number(second_derivative->value) &&
              is_moderate_number(tangent.value);
      turned_[second_derivative->saved].add(term, error);
    }
    Change& turned = turned_[id];
    if (turned.reached) finish(turned);
    if (!turned.reached) continue;
    for (const Edge& edge : edges_of(id)) add_along(edge, id, turned, turned_[edge.parent]);
  }
  for (NodeId id = 1; id <= swept_; ++id) {
    const Change& turned = turned_[id];
    adjoints_[id] = {};
    adjoints_[id].value = turned.value;
    adjoints_[id].error = known ? turned.error : kUnbounded;
    adjoints_[id].inexact = true;
    adjoints_[id].reached = turned.reached || !known;
  }
}

}  // namespace modecheck::reference
