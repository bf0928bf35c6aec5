// Plans how a pointwise operator walks its operands: the broadcast shape, the order of the dimensions, and the strides
// of a fresh output.
//
//   Plan plan;
//   plan.add_output();                      // not allocated yet: it will get plan.fresh_strides()
//   plan.add_input(a_sizes, a_strides);
//   plan.add_input(b_sizes, b_strides);
//   if (!plan.broadcast(mismatch)) ...reject
//   plan.order_dimensions();
//   plan.fresh_strides(strides);            // allocate the output with plan.shape() and these
//
// The strides of a fresh output are observable, so the order follows libtorch's rule exactly. Dimensions are sorted by
// the operands' strides; for each pair of dimensions the first operand that orders them decides. The output is laid out
// in that order.
#pragma once

#include <vector>

#include "engine/backends/iterate/broadcast.h"
#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

class Plan {
 public:
  static constexpr int max_operands = 4;  // the maximum number of operands of a Loop; order_for can handle more

  // Add an operand to the plan. Add the outputs first, then the inputs, in the order of the operator's arguments. A
  // fresh output has no strides, because it does not exist yet or will be resized.
  void add_fresh_output() { add() = {{}, {}, false, true}; }
  void add_output(DimSpan sizes, DimSpan strides) { add() = {sizes, strides, true, true}; }
  void add_input(DimSpan sizes, DimSpan strides) { add() = {sizes, strides, true, false}; }

  // Computes the common shape of the inputs. Returns false and sets `mismatch` if they do not broadcast.
  bool broadcast(BroadcastMismatch& mismatch);
  const Dims& shape() const { return shape_; }

  // Treats an output as fresh, because it will be resized. The strides of a fresh output do not affect the order of
  // dimensions.
  void make_fresh(int operand) { at(operand).laid_out = false; }

  // Replaces an operand's strides by the strides that a copy of the operand in another dtype would have.
  void set_strides(int operand, DimSpan strides) { at(operand).strides = strides; }

  // Finds the order in which the loop walks the dimensions. This order also decides the layout of a fresh output.
  void order_dimensions();
  // Finds the order in which the loop walks the dimensions of `shape`. The operands must broadcast to `shape`.
  void order_for(DimSpan shape);
  // Makes the loop walk the elements of `shape` in row-major order, whatever the operands' strides are.
  void order_row_major(DimSpan shape);
  // Returns true if the loop must keep its order, because two of its writes may go to the same element. The later write
  // must then win.
  bool in_order() const { return in_order_; }
  // Computes the strides of a fresh output, in elements. Call after order_dimensions.
  void fresh_strides(Dims& strides) const;

  // Returns the i-th dimension that the loop walks, counted from the innermost. Call after order_dimensions.
  int walk(int i) const { return order_[i]; }

 private:
  enum class FastLayout : std::uint8_t { None, Contiguous, ChannelsLast, SameStrides };

  struct Operand {
    DimSpan sizes;
    DimSpan strides;
    bool laid_out = false;
    bool output = false;
  };

  Operand& at(int i) { return i < max_operands ? operands_[i] : more_[static_cast<std::size_t>(i - max_operands)]; }
  const Operand& at(int i) const {
    return i < max_operands ? operands_[i] : more_[static_cast<std::size_t>(i - max_operands)];
  }
  Operand& add() {
    if (count_ >= max_operands) more_.emplace_back();
    return at(count_++);
  }
  FastLayout find_fast_layout() const;
  void sort_dimensions();
  std::int64_t stride(const Operand& operand, int dimension) const;

  Operand operands_[max_operands];
  std::vector<Operand> more_;
  int count_ = 0;
  Dims shape_;
  bool same_shape_ = true;
  bool in_order_ = false;
  FastLayout fast_ = FastLayout::None;
  int order_[max_dims];  // the dimensions of the shape, the innermost first
};

}  // namespace modecheck::engine::backends
