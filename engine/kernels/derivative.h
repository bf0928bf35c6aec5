// The derivative of an operator: the tensors that it saves, the condition under which it saves them, and the formula.
// There is one specialisation for each differentiable operator; engine/derivatives/gradient.h has a short form of most:
//
//   template <>
//   struct Derivative<operators::mul_Tensor> : Differentiable {
//     static constexpr const char* name = "MulBackward0";          // libtorch's name of the node
//     SavedTensor self, other;
//     auto saved() { return std::tie(self, other); }
//     void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
//       if (saver.needs(1)) saver.input(self, a);                  // other's gradient needs self
//       if (saver.needs(0)) saver.input(other, b);                 // self's gradient needs other
//     }
//     void backward(Backward& b) {
//       if (b.needs(0)) b.out(0) = mul(b.gradient(), b.get(other));
//       if (b.needs(1)) b.out(1) = mul(b.gradient(), b.get(self));
//     }
//   };
//
// Inputs are numbered in the schema's order over all tensor arguments that gradients flow to; each element of a list
// counts. Masks, conditions and indices do not count. A formula may return the gradient in the broadcast shape and the
// promoted dtype: the engine sums and converts it. An operator without a specialisation is not differentiable, and its
// results have no history.
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

// Saves the tensors that the derivative of one recorded call needs. Raises for inference tensors (rule S1).
class Saver {
 public:
  Saver(std::string_view op, const Node& node, HistoryTransaction& transaction)
      : op_(op), node_(node), transaction_(transaction) {}

  // Returns whether backward will compute the gradient of the input with this number.
  bool needs(std::size_t input) const { return input < node_.num_outputs() && node_.should_compute_output(input); }
  void input(SavedTensor& saved, const at::Tensor& tensor) {
    SavedTensor::check(tensor, op_);
    saved.save(tensor, transaction_);
  }
  // Saves a mask, a condition or an index. No gradient flows through such a tensor, so its history is not saved.
  void constant(SavedTensor& saved, const at::Tensor& tensor) {
    SavedTensor::check(tensor, op_);
    saved.save_constant(tensor);
  }
  // Saves a copy of an argument that the operator is about to overwrite.
  void overwritten(SavedTensor& saved, const at::Tensor& tensor) { saved.save_copy(tensor, transaction_); }

 private:
  std::string_view op_;
  const Node& node_;
  HistoryTransaction& transaction_;
};

// The gradients that a derivative formula receives and returns in one run.
class Backward {
 public:
  Backward(const Node& node, variable_list& gradients) : node_(node), gradients_(gradients), out_(node.num_outputs()) {}

  bool needs(std::size_t input) const { return node_.should_compute_output(input); }
  const at::Tensor& gradient() const { return gradients_[0]; }
  // Returns the gradient of the result with this number. An undefined tensor means a gradient of zero.
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

// The base class of derivatives, with the values that most of them have.
struct Differentiable {
  static constexpr bool differentiable = true;
  // Says whether the Autograd kernel saves the operator's result in the derivative's member `result`.
  static constexpr bool saves_result = false;
  // The number of results that are differentiable. These results come first; the other results are indices or
  // statistics.
  static constexpr std::size_t differentiable_results = 1;
  auto saved() { return std::tuple<>(); }
};

// The node of one recorded call of the operator. It holds the operator's derivative with its saved tensors.
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
    each_saved([this](SavedTensor& saved) { saved.prepare(*this); });
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
