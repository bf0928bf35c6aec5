// Declares the recurrent layers torch::nn::RNN, LSTM and GRU, and the cells RNNCell, LSTMCell and GRUCell.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/containers/forward_has_default_args.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/rnn.h"
#include "engine/nn/utils/rnn.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

namespace detail {

// Holds the weights of a recurrent layer. For each layer and direction it registers weight_ih_l0, weight_hh_l0,
// bias_ih_l0 and bias_hh_l0, with the layer's number, "_reverse" for the second direction, and weight_hr_l0 for
// projections. The constructor raises an Argument error for a dropout or a proj_size that is out of range.
template <typename Derived>
class RNNImplBase : public Cloneable<Derived> {
 public:
  explicit RNNImplBase(const RNNOptionsBase& options_);
  void reset() override;
  // Draws all parameters from the same uniform distribution, whose width depends on hidden_size.
  void reset_parameters();
  void to(c10::Device device, c10::ScalarType dtype, bool non_blocking = false) override;
  void to(c10::ScalarType dtype, bool non_blocking = false) override;
  void to(c10::Device device, bool non_blocking = false) override;
  void pretty_print(std::ostream& stream) const override;
  // Collects the weights for forward() anew. The engine's kernels need no particular layout of the weights.
  void flatten_parameters();
  // Returns the parameters in order of layers and directions.
  std::vector<Tensor> all_weights() const;
  RNNOptionsBase options_base;

 protected:
  using HiddenSize = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
  void reset_flat_weights();
  // These functions raise an Argument error for an input or a state that does not fit. `batch_sizes` is undefined
  // unless the input is packed. In `msg`, {1} stands for the expected size and {2} for the actual one.
  void check_input(const Tensor& input, const Tensor& batch_sizes) const;
  HiddenSize get_expected_hidden_size(const Tensor& input, const Tensor& batch_sizes) const;
  void check_hidden_size(const Tensor& hx, HiddenSize expected_hidden_size,
                         std::string msg = "Expected hidden size {1}, got {2}") const;
  void check_forward_args(Tensor input, Tensor hidden, Tensor batch_sizes) const;
  // Brings the sequences of a state into another order. An undefined permutation leaves the order as it is.
  Tensor permute_hidden(Tensor hx, const Tensor& permutation) const;
  std::int64_t number_of_states() const { return options_base.num_layers() * (options_base.bidirectional() ? 2 : 1); }

  std::vector<std::string> flat_weights_names_;
  std::vector<std::vector<std::string>> all_weights_;
  std::vector<Tensor> flat_weights_;
};

}  // namespace detail

// The input is [time, batch, input_size], or [batch, time, input_size] with the option batch_first. The state is
// [layers * directions, batch, hidden_size], and zero if it is not given. forward() returns the output and the last
// state.
class RNNImpl : public detail::RNNImplBase<RNNImpl> {
 public:
  RNNImpl(std::int64_t input_size, std::int64_t hidden_size);
  explicit RNNImpl(const RNNOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& input, Tensor hx = {});
  std::tuple<utils::rnn::PackedSequence, Tensor> forward_with_packed_input(
      const utils::rnn::PackedSequence& packed_input, Tensor hx = {});
  RNNOptions options;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
  std::tuple<Tensor, Tensor> forward_helper(const Tensor& input, const Tensor& batch_sizes,
                                            const Tensor& sorted_indices, std::int64_t max_batch_size, Tensor hx);
};
TORCH_MODULE(RNN);

// Has a cell state besides the hidden state, which has the size proj_size if that option is positive.
class LSTMImpl : public detail::RNNImplBase<LSTMImpl> {
 public:
  using States = std::tuple<Tensor, Tensor>;
  LSTMImpl(std::int64_t input_size, std::int64_t hidden_size);
  explicit LSTMImpl(const LSTMOptions& options_);
  std::tuple<Tensor, States> forward(const Tensor& input, c10::optional<States> hx_opt = {});
  std::tuple<utils::rnn::PackedSequence, States> forward_with_packed_input(
      const utils::rnn::PackedSequence& packed_input, c10::optional<States> hx_opt = {});
  LSTMOptions options;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
  void check_forward_args(const Tensor& input, States hidden, const Tensor& batch_sizes) const;
  HiddenSize get_expected_cell_size(const Tensor& input, const Tensor& batch_sizes) const;
  States permute_hidden(States hx, const Tensor& permutation) const;
  std::tuple<Tensor, States> forward_helper(const Tensor& input, const Tensor& batch_sizes,
                                            const Tensor& sorted_indices, std::int64_t max_batch_size,
                                            c10::optional<States> hx_opt);
};
TORCH_MODULE(LSTM);

class GRUImpl : public detail::RNNImplBase<GRUImpl> {
 public:
  GRUImpl(std::int64_t input_size, std::int64_t hidden_size);
  explicit GRUImpl(const GRUOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& input, Tensor hx = {});
  std::tuple<utils::rnn::PackedSequence, Tensor> forward_with_packed_input(
      const utils::rnn::PackedSequence& packed_input, Tensor hx = {});
  GRUOptions options;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
  std::tuple<Tensor, Tensor> forward_helper(const Tensor& input, const Tensor& batch_sizes,
                                            const Tensor& sorted_indices, std::int64_t max_batch_size, Tensor hx);
};
TORCH_MODULE(GRU);

namespace detail {

// Holds the weights of a recurrent cell: `weight_ih` is [chunks * hidden_size, input_size] and `weight_hh` is [chunks *
// hidden_size, hidden_size]. The biases are undefined without the option `bias`.
template <typename Derived>
class RNNCellImplBase : public Cloneable<Derived> {
 public:
  explicit RNNCellImplBase(const RNNCellOptionsBase& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  RNNCellOptionsBase options_base;
  Tensor weight_ih;
  Tensor weight_hh;
  Tensor bias_ih;
  Tensor bias_hh;

 protected:
  // These functions raise an Argument error for an input or a state that does not fit.
  void check_forward_input(const Tensor& input) const;
  void check_forward_hidden(const Tensor& input, const Tensor& hx, std::string hidden_label) const;
  virtual std::string get_nonlinearity_str() const;
  // Returns a state of zeros.
  Tensor first_state(const Tensor& input) const;
};

}  // namespace detail

// The cells take one step: the input is [batch, input_size] and the state is [batch, hidden_size], or zero if it is not
// given. forward() returns the next state.
class RNNCellImpl : public detail::RNNCellImplBase<RNNCellImpl> {
 public:
  RNNCellImpl(std::int64_t input_size, std::int64_t hidden_size);
  explicit RNNCellImpl(const RNNCellOptions& options_);
  Tensor forward(const Tensor& input, Tensor hx = {});
  RNNCellOptions options;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
  std::string get_nonlinearity_str() const override;
};
TORCH_MODULE(RNNCell);

class LSTMCellImpl : public detail::RNNCellImplBase<LSTMCellImpl> {
 public:
  LSTMCellImpl(std::int64_t input_size, std::int64_t hidden_size);
  explicit LSTMCellImpl(const LSTMCellOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& input, c10::optional<std::tuple<Tensor, Tensor>> hx_opt = {});
  LSTMCellOptions options;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};
TORCH_MODULE(LSTMCell);

class GRUCellImpl : public detail::RNNCellImplBase<GRUCellImpl> {
 public:
  GRUCellImpl(std::int64_t input_size, std::int64_t hidden_size);
  explicit GRUCellImpl(const GRUCellOptions& options_);
  Tensor forward(const Tensor& input, Tensor hx = {});
  GRUCellOptions options;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};
TORCH_MODULE(GRUCell);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
