// Scalar reverse-mode differentiation on an immutable trace (S3). Each scalar of the recorded computation is a node
// with its parents and the partial derivatives at the recorded values. Later writes to storages cannot change the
// trace, which makes it the standard for soundness.
//
// A history maps every element of a storage to its node. Node 0 stands for a constant. Scalars are real, so a complex
// element is two scalars. For z = x + iy the gradient of a real function L is dL/dx + i dL/dy, which is PyTorch's
// convention. A complex seed is one seed for each part.
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

// One scalar of a gradient. `error` bounds |what a subject computes - value|; 0 means that the subject must compute
// exactly `value`.
struct Gradient {
  double value = 0;
  double error = 0;
};

class Tape {
 public:
  Tape() { clear(); }

  // Forgets everything but keeps the memory for the next program.
  void clear();

  // ---- recording -------------------------------------------------------------------------------------------------
  // A caller opens a node and then adds its edges. `error` bounds how far the partial derivative may be from the one
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
    // The partial may be infinite in the subject's dtype. A zero gradient times infinity is then NaN.
    if (!(std::abs(partial) < kNoBound)) {
      infinite_ = true;
      error = kUnbounded;
    }
    if (error != 0 || !is_short(partial, bits_)) widen(partial, error);
  }

  // Starts the nodes of one operator. Subjects send gradients to whole tensors, zeros included, and a zero matters
  // where a derivative is infinite. `computed` is the dtype of the operator's numbers, in whose precision subjects also
  // compute gradients.
  void begin_operator(spec::DType computed) {
    operators_.push_back({static_cast<NodeId>(starts_.size()), false});
    bits_ = std::min(format_of(computed).bits, kFormat32.bits);
    computes_in(computed);
  }

  // States that subjects add gradients in the precision of `computed`.
  void computes_in(spec::DType computed) {
    const FloatFormat& format = format_of(computed);
    if (format.bits < coarsest_.bits) {
      // Combine the two formats: keep the shorter fraction here and the narrower range below.
      coarsest_.bits = format.bits;
      coarsest_.epsilon = format.epsilon;
    }
    coarsest_.tiniest = std::max(coarsest_.tiniest, format.tiniest);
    coarsest_.largest = std::min(coarsest_.largest, format.largest);
    coarsest_.lowest_bit = std::max(coarsest_.lowest_bit, format.lowest_bit);
  }

  // States that the operator's second partial derivatives are known too. They are 0 except for those that
  // `second_derivative` adds.
  void has_second_derivatives() { operators_.back().has_second_derivatives = true; }
  // Adds a second derivative: how the newest node's partial with respect to `parent` changes with `saved`. `saved` is a
  // parent, or the node itself where subjects compute the partial from the result. `error` bounds how far a subject's
  // value may be off.
  void second_derivative(NodeId parent, NodeId saved, double value, double error = 0) {
    if (parent == kConstant || saved == kConstant) return;
    if (!(std::abs(value) < kNoBound)) infinite_second_derivative_ = true;
    second_derivatives_.push_back(
        {static_cast<NodeId>(starts_.size() - 1), parent, saved, value, std::isnan(error) ? kUnbounded : error});
  }

  // Notes that an operator on an empty tensor was recorded.
  void nothing_recorded() { empties_ = true; }

  // Marks the partials of the nodes in [first, end) as unknown.
  void doubt(NodeId first, NodeId end) {
    doubtful_ = true;
    for (NodeId id = first; id < end; ++id) errors_[id] = kUnbounded;
  }

  // ---- histories -------------------------------------------------------------------------------------------------
  void new_history(spec::HistoryId id);

  // Looks up the nodes of a tensor's elements. `imaginary` is optional and receives the nodes of the imaginary parts,
  // or constants for a real tensor.
  void read(const spec::Geometry& geometry, const Places& places, NodeId* out, NodeId* imaginary = nullptr) const;

  // Replaces the nodes of the tensor's elements. Every other slot of the history gets a new node equal to the old one.
  // Derivatives taken later with respect to the tensor therefore do not see uses from before the write. `storage_bytes`
  // says how far the history reaches. A complex element has two consecutive nodes.
  void write(const spec::Geometry& geometry, const Places& places, const NodeId* nodes, std::uint32_t storage_bytes);

  // Makes every element a fresh variable of `leaf`; a complex element becomes two variables.
  void mark_leaf(spec::LeafId leaf, const spec::Geometry& geometry, const Places& places);

  // Remembers the current nodes of the elements. A scalar does not know through which alias it was used. A caller that
  // asks for a gradient with respect to one alias must know that no other alias was used.
  void snapshot(spec::SnapshotId id, const spec::Geometry& geometry, const Places& places);

  // ---- reverse sweep ---------------------------------------------------------------------------------------------
  // Computes the derivative of sum(seeds[i] * roots[i]); `seed_error` bounds the errors of the seeds. A gradient that
  // flows through a leaf or snapshot in `doubled` is doubled there. The caller must know that this gradient flows
  // through no other alias.
  void sweep(const NodeId* roots, const double* seeds, double seed_error, int count,
             const spec::DoubledGradient* doubled = nullptr, int doubled_count = 0);

  // Computes the gradient of the sum of the elements of a first gradient, which is the gradient of sum(roots[i]) with
  // respect to `along`. The sum equals the directional derivative along all elements of `along` together, which the
  // sweep differentiates in reverse.
  void sweep_double_backward(const NodeId* roots, int count, const spec::Direction& along);

  // The result of the last sweep for one element of the leaf, snapshot or node. Elements are in the tensor's order;
  // each part of a complex element counts as an element.
  Gradient gradient_of_leaf(spec::LeafId leaf, int element) const;
  Gradient gradient_of_snapshot(spec::SnapshotId id, int element) const;
  Gradient gradient_of_node(NodeId id) const;

 private:
  static constexpr int kSlotBytes = 2;  // size of the smallest floating dtype
  static constexpr int kSlots = spec::kMaxStorageBytes / kSlotBytes;

  // The layout of a dtype in a history: how many slots an element and a scalar take.
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
  // A value of the second-order sweep: the tangent of a node, or the derivative of the root's tangent.
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
    std::uint32_t begin = 0;  // index in snapshot_nodes_
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

  std::span<const Edge> edges_of(NodeId id) const {
    const std::size_t end = id + 1 < starts_.size() ? starts_[id + 1] : edges_.size();
    return {edges_.data() + starts_[id], end - starts_[id]};
  }
  void widen(double partial, double error);
  // The error that underflow can cause in a gradient.
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
  std::vector<std::uint32_t> starts_;  // index of each node's first edge
  std::vector<double> errors_;         // error bound of each node's partials
  std::vector<Operator> operators_;
  std::vector<SecondDerivative> second_derivatives_;  // ordered by node
  int bits_ = kFormat32.bits;                         // precision of the operator that is being recorded
  FloatFormat coarsest_ = kFormat64;                  // coarsest format of all recorded operators
  bool infinite_ = false;                             // whether any first partial is not finite
  bool infinite_second_derivative_ = false;           // whether any second partial is not finite
  bool doubtful_ = false;                             // whether any partial is unknown, and so possibly not finite
  bool empties_ = false;                              // whether an operator on an empty tensor was recorded
  bool formulas_on_nothing_ = false;  // whether subjects' formulas on empty tensors can change a gradient
  std::vector<History> histories_;
  std::vector<LeafMark> leaves_;
  std::vector<SnapshotEntry> snapshots_;
  std::vector<NodeId> snapshot_nodes_;
  std::vector<NodeId> doubled_;  // nodes that the last sweep doubled, latest first, each as often as it was doubled
  std::vector<Adjoint> adjoints_;
  std::vector<Change> tangents_;  // second-order sweep: each node's tangent along the direction
  std::vector<Change> turned_;    // second-order sweep: derivative of the root's tangent
  NodeId swept_ = 0;              // the last sweep filled adjoints_[1 .. swept_]
};

}  // namespace modecheck::reference
