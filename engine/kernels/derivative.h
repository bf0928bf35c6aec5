// A derivative: what an operator saves, under which condition, and the formula. One specialisation per differentiable
// row:
//
//   template <>
//   struct Derivative<operators::mul_Tensor> : Differentiable {
//     static constexpr const char* name = "MulBackward0";          // libtorch's name of the node
//     SavedTensor self, other;
//     auto saved() { return std::tie(self, other); }
//     void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
//       if (saver.needs(1)) saver.input(self, a);                  // self is needed for other's gradient, and
//       reversely if (saver.needs(0)) saver.input(other, b);
//     }
//     void backward(Backward& b) {
//       if (b.needs(0)) b.out(0) = mul(b.gradient(), b.get(other));
//       if (b.needs(1)) b.out(1) = mul(b.gradient(), b.get(self));
//     }
//   };
//
// Inputs are numbered over all tensor arguments that gradients flow to (masks, conditions and indices do not count), in
// the schema's order, lists element by element. A formula may return
// the gradient in the broadcast shape and the promoted type: the engine sums and converts it. An operator without a
// specialisation is not differentiable: its results have no history.
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "engine/autograd/graph/history.h"
#include "engine/autograd/saved/saved_tensor.h"
#include "engine/dispatch/facts.h"

namespace modecheck::engine {

template <typename Op>
struct Derivative {
  static constexpr bool differentiable = false;
};

// What a forward call saves goes through one of these. Raises for inference tensors (S1).
class Saver {
 public:
  Saver(std::string_view op, const Node& node, HistoryTransaction& transaction)
      : op_(op), node_(node), transaction_(transaction) {}

  // The gradient of this input will be asked for.
  bool needs(std::size_t input) const { return input < node_.num_outputs() && node_.should_compute_output(input); }
  void input(SavedTensor& saved, const at::Tensor& tensor) {
    SavedTensor::check(tensor, op_);
    saved.save(tensor, transaction_);
  }
  // A mask, a condition or an index: nothing flows through it, so its own history does not matter.
  void constant(SavedTensor& saved, const at::Tensor& tensor) {
    SavedTensor::check(tensor, op_);
    saved.save_constant(tensor);
  }
  // The value of an argument that the operator overwrites.
  void overwritten(SavedTensor& saved, const at::Tensor& tensor) { saved.save_copy(tensor, transaction_); }

 private:
  std::string_view op_;
  const Node& node_;
  HistoryTransaction& transaction_;
};

// One run of a formula.
class Backward {
 public:
  Backward(const Node& node, variable_list& gradients) : node_(node), gradients_(gradients), out_(node.num_outputs()) {}

  bool needs(std::size_t input) const { return node_.should_compute_output(input); }
  const at::Tensor& gradient() const { return gradients_[0]; }
  // Of the i-th result; undefined stands for zero.
  at::Tensor& gradient(std::size_t index) { return gradients_[index]; }
  std::size_t gradients() const { return gradients_.size(); }
  std::size_t inputs() const { return out_.size(); }
  at::Tensor get(const SavedTensor& saved) const { return saved.get(node_); }
  at::Tensor& out(std::size_t input) { return out_[input]; }
  const InputMetadata& result(std::size_t index) const { return node_.input_metadata(index); }
  variable_list take() { return std::move(out_); }

 private:
  const Node& node_;
  variable_list& gradients_;
  variable_list out_;
};

struct Differentiable {
  static constexpr bool differentiable = true;
  // The operator's result is saved by this member, if the derivative has one of that name.
  static constexpr bool saves_result = false;
  // How many of several results have a derivative: the first ones. The others are indices.
  static constexpr std::size_t differentiable_results = 1;
  auto saved() { return std::tuple<>(); }
};

// The node of one recorded call.
template <typename Op>
class OperatorNode final : public Node {
 public:
  Derivative<Op> derivative;

  std::string name() const override { return Derivative<Op>::name; }
  void check_saved() const override {
    MODECHECK_CHECK(!freed_, ErrorClass::BackwardGraphFreed, name(),
                    ": Trying to backward through the graph a second time (or directly access saved tensors after they "
                    "have already been freed). Saved intermediate values of the graph are freed by backward; specify "
                    "retain_graph=true the first time");
    each_saved([this](SavedTensor& saved) { saved.check_version(*this); });
  }
  void release_variables() override {
    each_saved([this](SavedTensor& saved) {
      freed_ |= saved.present();
      saved.release();
    });
  }
  variable_list apply(variable_list&& gradients) override {
    Backward backward(*this, gradients);
    bool any = false;
    for (const at::Tensor& gradient : gradients) any |= gradient.defined();
    if (any) derivative.backward(backward);
    return backward.take();
  }

 private:
  template <typename Visit>
  void each_saved(Visit&& visit) const {
    std::apply([&](auto&... saved) { (visit_saved(visit, saved), ...); },
               const_cast<Derivative<Op>&>(derivative).saved());
  }
  template <typename Visit>
  static void visit_saved(Visit& visit, SavedTensor& saved) {
    visit(saved);
  }
  template <typename Visit>
  static void visit_saved(Visit& visit, std::vector<SavedTensor>& list) {
    for (SavedTensor& saved : list) visit(saved);
  }

  bool freed_ = false;
};

}  // namespace modecheck::engine
