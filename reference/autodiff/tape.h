// The tape differentiates the computation of a program in reverse, scalar by scalar (S3). Each scalar of the recorded
// computation is a node with its parents and the partial derivatives at the recorded values. Later writes to storages
// do not change the tape, so its gradients are right even after in-place writes.
//
// A history maps every element of a storage to its node. Node 0 stands for a constant. Nodes are real, so a complex
// element has two nodes. For z = x + iy the gradient of a real function L is dL/dx + i dL/dy, which is PyTorch's
// convention. A complex seed is given as two seeds: its real part and its imaginary part.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/values/geometry.h"
#include "reference/values/rounding.h"
#include "spec/interface/effect.h"
#include "spec/program/limits.h"

namespace modecheck::reference {

using NodeId = std::uint32_t;
constexpr NodeId kConstant = 0;

// The gradient of one scalar. `error` bounds |subject's gradient - value|. If `error` is 0, the subject must compute
// exactly `value`.
struct Gradient {
  double value = 0;
  double error = 0;
};

class Tape {
 public:
  Tape() { clear(); }

  // Clears the tape for the next program, but keeps the allocated memory.
  void clear();

  // ---- recording -------------------------------------------------------------------------------------------------
  // node() adds a node; the caller then adds the node's edges with edge(). The argument `error` of edge() bounds the
  // difference between `partial` and the partial derivative that a subject uses. It is 0 if a subject uses exactly
  // `partial`.
  NodeId node() {
    starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
    errors_.push_back(0);
    return static_cast<NodeId>(starts_.size() - 1);
  }
  // Adds an edge from the newest node to `parent`. If the parent is a constant, the call adds nothing.
  void edge(NodeId parent, double partial, double error = 0) {
    if (parent == kConstant) return;
    edges_.push_back({partial, parent});
    if (error == kUnbounded) doubtful_ = true;
    // The partial derivative may be infinite in the subject's dtype. A zero gradient times this infinity is NaN.
    if (!(std::abs(partial) < kNoBound)) {
      infinite_ = true;
      error = kUnbounded;
    }
    if (error != 0 || !is_short(partial, bits_)) widen(partial, error);
  }

  // Starts the nodes of one operator, which computes in the dtype `computed`. Subjects compute the operator's gradients
  // in the same precision. The tape must know which nodes belong to one operator. A subject passes whole gradient
  // tensors, so a zero among the gradients may meet an infinite derivative.
  void begin_operator(spec::DType computed) {
    operators_.push_back({static_cast<NodeId>(starts_.size()), false});
    bits_ = std::min(format_of(computed).bits, kFormat32.bits);
    computes_in(computed);
  }

  // States that subjects add gradients in the precision of the dtype `computed`.
  void computes_in(spec::DType computed) {
    const FloatFormat& format = format_of(computed);
    if (format.bits < coarsest_.bits) {
      // `coarsest_` has the fewest significant bits and the narrowest range of all formats so far. This format has
      // fewer bits, so `coarsest_` takes its bits.
      coarsest_.bits = format.bits;
      coarsest_.epsilon = format.epsilon;
    }
    coarsest_.tiniest = std::max(coarsest_.tiniest, format.tiniest);
    coarsest_.largest = std::min(coarsest_.largest, format.largest);
    coarsest_.lowest_bit = std::max(coarsest_.lowest_bit, format.lowest_bit);
  }

  // States that all nonzero second partial derivatives of the operator will be added by `second_derivative`.
  void has_second_derivatives() { operators_.back().has_second_derivatives = true; }
  // Adds a second derivative of the newest node: its partial derivative by `parent`, differentiated by the node
  // `saved`. `saved` is a parent, or the newest node itself where subjects compute the partial from the result. `error`
  // bounds a subject's error in `value`.
  void second_derivative(NodeId parent, NodeId saved, double value, double error = 0) {
    if (parent == kConstant || saved == kConstant) return;
    if (!(std::abs(value) < kNoBound)) infinite_second_derivative_ = true;
    second_derivatives_.push_back(
        {static_cast<NodeId>(starts_.size() - 1), parent, saved, value, std::isnan(error) ? kUnbounded : error});
  }

  // Notes that an operator on an empty tensor was recorded; it has no nodes.
  void nothing_recorded() { empties_ = true; }
  // Notes that an operator was recorded of which some operands or results are empty and others are not.
  void recorded_partly_empty() { partly_empty_ = true; }

  // Marks the partial derivatives of the nodes in [first, end) as unknown.
  void doubt(NodeId first, NodeId end) {
    doubtful_ = true;
    for (NodeId id = first; id < end; ++id) errors_[id] = kUnbounded;
  }

  // ---- histories -------------------------------------------------------------------------------------------------
  void new_history(spec::HistoryId id);

  // Writes the nodes of a tensor's elements to `out`. If `imaginary` is not null, it receives the nodes of the
  // imaginary parts, or constants for a real tensor.
  void read(const spec::Geometry& geometry, const Places& places, NodeId* out, NodeId* imaginary = nullptr) const;

  // Replaces the nodes of the tensor's elements by `nodes`; a complex element has two consecutive nodes. Every other
  // slot of the history gets a new node with the value of its old node. So a later gradient with respect to these nodes
  // leaves out all uses before the write. `storage_bytes` is the size of the storage that the history describes.
  void write(const spec::Geometry& geometry, const Places& places, const NodeId* nodes, std::uint32_t storage_bytes);

  // Gives every element of the tensor a new node, which belongs to `leaf`. A complex element gets two nodes.
  void mark_leaf(spec::LeafId leaf, const spec::Geometry& geometry, const Places& places);

  // Remembers the current nodes of the tensor's elements. A node does not tell through which view of the storage it was
  // used. A caller that asks for the gradient of one view must know that no other view was used.
  void snapshot(spec::SnapshotId id, const spec::Geometry& geometry, const Places& places);

  // ---- reverse sweep ---------------------------------------------------------------------------------------------
  // Computes the gradient of sum(seeds[i] * roots[i]) with respect to every node; `seed_error` bounds the error of each
  // seed. `doubled` lists the leaves and snapshots at which a backward hook doubles the gradient. The caller must know
  // that this gradient flows through no other view of the same storage.
  void sweep(const NodeId* roots, const double* seeds, double seed_error, int count,
             const spec::DoubledGradient* doubled = nullptr, int doubled_count = 0);

  // Computes a second gradient. Let g be the gradient of sum(roots[i]) with respect to `along`. The second gradient is
  // the gradient of sum(g). Its root, sum(g), is the derivative of sum(roots[i]) along the direction in which all
  // elements of `along` grow alike.
  void sweep_double_backward(const NodeId* roots, int count, const spec::Direction& along);

  // Returns the gradient that the last sweep computed for one element of a leaf, a snapshot or a node. Elements are
  // numbered in the tensor's order. The real and the imaginary part of a complex element count as two elements.
  Gradient gradient_of_leaf(spec::LeafId leaf, int element) const;
  Gradient gradient_of_snapshot(spec::SnapshotId id, int element) const;
  Gradient gradient_of_node(NodeId id) const;

 private:
  static constexpr int kSlotBytes = 2;  // A slot is as large as the smallest floating dtype.
  static constexpr int kSlots = spec::kMaxStorageBytes / kSlotBytes;

  // The layout of a dtype in a history: how many slots one element takes, and how many one real or imaginary part
  // takes.
  struct Layout {
    int element;
    int scalar;
  };
  static constexpr Layout layout_of(spec::DType dtype) {
    const int element = spec::item_size(dtype) / kSlotBytes;
    return {element, spec::is_complex(dtype) ? element / 2 : element};
  }

  struct Edge {
    double partial;
    NodeId parent;
  };
  struct Operator {
    NodeId first;  // the operator's first node
    bool has_second_derivatives;
  };
  struct SecondDerivative {
    NodeId node;
    NodeId parent;
    NodeId saved;
    double value;
    double error;
  };
  // A value and its error bound in the second-order sweep: a node's tangent, or the derivative of the root's tangent by
  // a node.
  struct Change {
    double value = 0;
    double magnitude = 0;
    double error = 0;
    std::uint16_t terms = 0;
    bool reached = false;

    void add(double term, double off) {
      value += term;
      magnitude += std::abs(term);
      error += std::isnan(off) ? kUnbounded : off;
      reached = true;
      ++terms;
    }
  };
  using History = std::array<NodeId, kSlots>;
  struct LeafMark {
    spec::LeafId leaf;
    NodeId first;
    int count;
    bool ambiguous;
  };
  struct SnapshotEntry {
    std::uint32_t begin = 0;  // where the snapshot's nodes begin in snapshot_nodes_
    int count = 0;
    bool ambiguous = false;
  };
  struct Adjoint {
    double value = 0;
    double magnitude = 0;  // sum of the magnitudes of the terms that were added to `value`
    double error = 0;
    int lowest = kNoBits;
    std::uint16_t terms = 0;
    bool inexact = false;
    bool reached = false;
  };

  std::span<const Edge> edges_of(NodeId id) const {
    const std::size_t end = id + 1 < starts_.size() ? starts_[id + 1] : edges_.size();
    return {edges_.data() + starts_[id], end - starts_[id]};
  }
  void widen(double partial, double error);
  // Returns the error that underflow in a subject can cause in a gradient.
  double tiny() const { return 8 * coarsest_.tiniest; }
  void finish(Adjoint& adjoint) const;
  void find_doubled(const spec::DoubledGradient* doubled, int count);
  void reach_whole_operator(NodeId first, NodeId end);
  bool set_out(const spec::Direction& along);
  void finish(Change& change) const;
  void doubt_unknown_second_derivatives();
  void change_forward(NodeId id);
  void add_along(const Edge& edge, NodeId id, const Change& from, Change& to) const;

  std::vector<Edge> edges_;
  std::vector<std::uint32_t> starts_;  // for each node, the index of its first edge in edges_
  std::vector<double> errors_;         // for each node, the error bound of its partial derivatives
  std::vector<Operator> operators_;
  // ordered by the node whose partial derivative each entry differentiates
  std::vector<SecondDerivative> second_derivatives_;
  int bits_ = kFormat32.bits;         // significant bits of the recorded operator's dtype, at most those of float32
  FloatFormat coarsest_ = kFormat64;  // the shortest fraction and the narrowest range of all recorded operators
  bool infinite_ = false;             // whether any first partial derivative is not finite
  bool infinite_second_derivative_ = false;  // whether any second partial derivative is not finite
  bool doubtful_ = false;                    // whether any partial derivative is unknown, and so possibly not finite
  bool empties_ = false;                     // whether an operator on an empty tensor was recorded
  bool partly_empty_ = false;                // whether a recorded operator has empty tensors and others
  bool formulas_on_nothing_ = false;  // whether subjects' derivative formulas on empty tensors can change a gradient
  std::vector<History> histories_;
  std::vector<LeafMark> leaves_;
  std::vector<SnapshotEntry> snapshots_;
  std::vector<NodeId> snapshot_nodes_;
  // nodes whose gradient the last sweep doubled, latest node first; a node stands here once for each doubling
  std::vector<NodeId> doubled_;
  std::vector<Adjoint> adjoints_;
  std::vector<Change> tangents_;  // of the second-order sweep: each node's tangent along the direction
  std::vector<Change> turned_;    // of the second-order sweep: the derivative of the root's tangent by each node
  NodeId swept_ = 0;              // the last sweep filled adjoints_ from index 1 to index swept_
};

}  // namespace modecheck::reference
