// Scalar reverse-mode differentiation on an immutable trace (S3): the recorded computation as one node per scalar, each
// with its parents and the partial derivatives at the values it was recorded with. Nothing that happens to storages
// later can change it; that is the point.
//
// A history says which node every element of a storage is. Node 0 is "a constant". Scalars are real: a complex element
// is two of them. The derivatives of a real function with respect to the parts of z = x + iy, put together as dL/dx + i
// dL/dy, are the gradient by PyTorch's convention, and a complex seed is one seed for each part.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "reference/values/geometry.h"
#include "reference/values/rounding.h"
#include "spec/interface/effect.h"
#include "spec/program/limits.h"

namespace modecheck::reference {

using NodeId = std::uint32_t;
constexpr NodeId kConstant = 0;

// One scalar of a gradient. `error` bounds |what a subject computes - value|; 0: it computes exactly this.
struct Gradient {
  double value = 0;
  double error = 0;
};

class Tape {
 public:
  Tape() { clear(); }

  // Forgets everything; memory is kept for the next program.
  void clear();

  // ---- recording -------------------------------------------------------------------------------------------------
  // A node is opened, gets its edges, and is closed. `error` bounds how far the partial derivatives may be from those
  // that a subject uses; 0 if both are exact.
  NodeId node() {
    starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
    errors_.push_back(0);
    return static_cast<NodeId>(starts_.size() - 1);
  }
  // Adds an edge to the node made last. A constant parent adds nothing.
  void edge(NodeId parent, double partial, double error = 0) {
    if (parent == kConstant) return;
    edges_.push_back({partial, parent});
    if (error == kUnbounded) doubtful_ = true;
    // It may be infinite in the subject's dtype, and then a zero that arrives is none any more.
    if (!(std::abs(partial) < kNoBound)) {
      infinite_ = true;
      error = kUnbounded;
    }
    if (error != 0 || !is_short(partial, bits_)) widen(partial, error);
  }

  // The nodes from here on come from one operator. Subjects send gradients to whole tensors, zeros included, and where
  // a derivative is infinite it matters that a zero arrives.
  // `computed`: the dtype of its numbers, with whose precision subjects compute gradients too.
  void begin_operator(spec::DType computed) {
    operators_.push_back({static_cast<NodeId>(starts_.size()), false});
    const FloatFormat& format = format_of(computed);
    bits_ = std::min(format.bits, kFormat32.bits);
    if (format.bits < coarsest_.bits) {
      // Of two formats the shorter fraction and the narrower range.
      coarsest_.bits = format.bits;
      coarsest_.epsilon = format.epsilon;
    }
    coarsest_.tiniest = std::max(coarsest_.tiniest, format.tiniest);
    coarsest_.largest = std::min(coarsest_.largest, format.largest);
    coarsest_.lowest_bit = std::max(coarsest_.lowest_bit, format.lowest_bit);
  }

  // The second partial derivatives of the operator's nodes are known too: 0 but for those that `bend` adds.
  void knows_bends() { operators_.back().knows_bends = true; }
  // How the partial derivative of the node made last with respect to `parent` changes with `saved`: a parent, the same
  // or another; or the node itself, where subjects compute that derivative from its value. `error` bounds how far a
  // subject's may be off.
  void bend(NodeId parent, NodeId saved, double value, double error = 0) {
    if (parent == kConstant || saved == kConstant) return;
    if (!(std::abs(value) < kNoBound)) infinite_bend_ = true;
    bends_.push_back(
        {static_cast<NodeId>(starts_.size() - 1), parent, saved, value, std::isnan(error) ? kUnbounded : error});
  }

  // An operator without scalars was recorded.
  void nothing_recorded() { empties_ = true; }

  // Nothing is known any more of the partials of the nodes from `first` to before `end`.
  void doubt(NodeId first, NodeId end) {
    doubtful_ = true;
    for (NodeId id = first; id < end; ++id) errors_[id] = kUnbounded;
  }

  // ---- histories -------------------------------------------------------------------------------------------------
  void new_history(spec::HistoryId id);

  // The nodes of the elements of a tensor; of a complex one those of the imaginary parts apart, constants for a real
  // one. They may be left out.
  void read(const spec::Geometry& geometry, const Places& places, NodeId* out, NodeId* imaginary = nullptr) const;

  // Replaces them. What else the history holds becomes new nodes too, equal to the old ones: whatever is derived with
  // respect to the tensor from now on does not see uses from before the write. `storage_bytes`: how far the history
  // reaches. Complex elements have two nodes each, one after the other.
  void write(const spec::Geometry& geometry, const Places& places, const NodeId* nodes, std::uint32_t storage_bytes);

  // Every element becomes a fresh variable of `leaf`, every complex one two.
  void mark_leaf(spec::LeafId leaf, const spec::Geometry& geometry, const Places& places);

  // Remembers what the elements are now. Scalars do not know through which alias they were used: whoever asks for a
  // gradient with respect to one alias has to know that they were used through no other.
  void snapshot(spec::SnapshotId id, const spec::Geometry& geometry, const Places& places);

  // ---- reverse sweep ---------------------------------------------------------------------------------------------
  // The derivative of sum(seeds[i] * roots[i]); `seed_error` bounds the errors of the seeds. What goes back by way of
  // what is `doubled` is doubled there: whoever asks has to know that it goes by no other alias.
  void sweep(const NodeId* roots, const double* seeds, double seed_error, int count,
             const spec::DoubledGradient* doubled = nullptr, int doubled_count = 0);

  // The derivative of the sum of the elements that the gradient of sum(roots[i]) with respect to `along` has: the
  // gradient is how that sum changes when all these elements do, alike, and it is differentiated in reverse.
  void sweep_twice(const NodeId* roots, int count, const spec::Direction& along);

  // The result of the last sweep, per element in the order of the leaf's or snapshot's elements; of complex ones the
  // parts count as elements.
  Gradient gradient_of_leaf(spec::LeafId leaf, int element) const;
  Gradient gradient_of_snapshot(spec::SnapshotId id, int element) const;
  Gradient gradient_of_node(NodeId id) const;

 private:
  static constexpr int kSlotBytes = 2;  // of the smallest floating dtype
  static constexpr int kSlots = spec::kMaxStorageBytes / kSlotBytes;

  // How the scalars of a dtype lie in a history: so many slots for an element, a scalar every so many.
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
    NodeId first;  // of its nodes
    bool knows_bends;
  };
  struct Bend {
    NodeId node;
    NodeId parent;
    NodeId saved;
    double value;
    double error;
  };
  // Of a second sweep: a change of a node, or a derivative of one.
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
    std::uint32_t begin = 0;  // in snapshot_nodes_
    int count = 0;
    bool ambiguous = false;
  };
  struct Adjoint {
    double value = 0;
    double magnitude = 0;  // sum of the magnitudes of the terms
    double error = 0;
    int lowest = kNoBits;
    std::uint16_t terms = 0;
    bool inexact = false;
    bool reached = false;
  };

  void widen(double partial, double error);
  // What underflow can take away from a gradient.
  double tiny() const { return 8 * coarsest_.tiniest; }
  void finish(Adjoint& adjoint) const;
  void find_doubled(const spec::DoubledGradient* doubled, int count);
  void reach_whole_operator(NodeId first, NodeId end);
  bool set_out(const spec::Direction& along);
  void finish(Change& change) const;
  void change_forward(NodeId id);

  std::vector<Edge> edges_;
  std::vector<std::uint32_t> starts_;  // of each node's edges
  std::vector<double> errors_;         // of each node's partials
  std::vector<Operator> operators_;
  std::vector<Bend> bends_;           // in the order of their nodes
  int bits_ = kFormat32.bits;         // of the operator that is recorded
  FloatFormat coarsest_ = kFormat64;  // of all that was recorded
  bool infinite_ = false;             // whether any partial is not finite
  bool infinite_bend_ = false;        // or any second one
  bool doubtful_ = false;             // whether nothing is known of any partial, which then may not be finite
  bool empties_ = false;              // whether an operator without scalars was recorded
  bool formulas_on_nothing_ = false;  // whether that can show although no scalar leads there
  std::vector<History> histories_;
  std::vector<LeafMark> leaves_;
  std::vector<SnapshotEntry> snapshots_;
  std::vector<NodeId> snapshot_nodes_;
  std::vector<NodeId> doubled_;  // in the last sweep, the latest first; as often as they are
  std::vector<Adjoint> adjoints_;
  std::vector<Change> tangents_;  // of a second sweep: how each node changes with what the first gradient is of
  std::vector<Change> turned_;    // and the derivatives of the whole change
  NodeId swept_ = 0;              // adjoints_[1 .. swept_] are of the last sweep
};

}  // namespace modecheck::reference
