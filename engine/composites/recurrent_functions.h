// Declares recurrent layers and cells as functions in at::, and functions that pad and pack sequences.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/scalar.h"

namespace at {
inline namespace modecheck_v1 {

// Recurrent layers. The input is [time, batch, features], or [batch, time, features] with `batch_first`. A packed input
// is [rows, features], and `batch_sizes` says how many sequences each step has. A hidden state is [layers * directions,
// batch, hidden]. `params` holds for each layer and direction: w_ih, w_hh, with `has_biases` b_ih and b_hh, and for an
// LSTM with projections w_hr. Between layers `dropout` is applied if `train` is set. The functions return the output
// and the last states. They raise c10::Error for a state, a number of weights, a dtype or a device that does not fit.
std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& input, TensorList hx, TensorList params, bool has_biases,
                                        std::int64_t num_layers, double dropout, bool train, bool bidirectional,
                                        bool batch_first);
std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& data, const Tensor& batch_sizes, TensorList hx, TensorList params,
                                        bool has_biases, std::int64_t num_layers, double dropout, bool train,
                                        bool bidirectional);
std::tuple<Tensor, Tensor> gru(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,
                               std::int64_t num_layers, double dropout, bool train, bool bidirectional,
                               bool batch_first);
std::tuple<Tensor, Tensor> gru(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                               bool has_biases, std::int64_t num_layers, double dropout, bool train,
                               bool bidirectional);
std::tuple<Tensor, Tensor> rnn_tanh(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,
                                    std::int64_t num_layers, double dropout, bool train, bool bidirectional,
                                    bool batch_first);
std::tuple<Tensor, Tensor> rnn_tanh(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                                    bool has_biases, std::int64_t num_layers, double dropout, bool train,
                                    bool bidirectional);
std::tuple<Tensor, Tensor> rnn_relu(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,
                                    std::int64_t num_layers, double dropout, bool train, bool bidirectional,
                                    bool batch_first);
std::tuple<Tensor, Tensor> rnn_relu(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                                    bool has_biases, std::int64_t num_layers, double dropout, bool train,
                                    bool bidirectional);

// One step of a recurrent layer. The input is [batch, features] and a state is [batch, hidden]. The functions return
// the next state. They raise c10::Error for sizes that do not fit.
std::tuple<Tensor, Tensor> lstm_cell(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh,
                                     const c10::optional<Tensor>& b_ih = {}, const c10::optional<Tensor>& b_hh = {});
Tensor gru_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                const c10::optional<Tensor>& b_ih = {}, const c10::optional<Tensor>& b_hh = {});
Tensor rnn_tanh_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                     const c10::optional<Tensor>& b_ih = {}, const c10::optional<Tensor>& b_hh = {});
Tensor rnn_relu_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                     const c10::optional<Tensor>& b_ih = {}, const c10::optional<Tensor>& b_hh = {});

// Stacks sequences [length, ...] to one tensor [time, batch, ...], or [batch, time, ...] with `batch_first`. Elements
// after the end of a sequence are `padding_value`. Raises for an empty list.
Tensor pad_sequence(TensorList sequences, bool batch_first = false, double padding_value = 0.0);

// Removes the padding of sequences [time, batch, ...], which must be in order of decreasing `lengths`. Returns the
// elements step after step, and how many sequences each step has. `lengths` must be a vector of int64 on the CPU.
std::tuple<Tensor, Tensor> _pack_padded_sequence(const Tensor& input, const Tensor& lengths, bool batch_first);

// The inverse of _pack_padded_sequence. Returns the padded sequences and their lengths. A positive `total_length` is
// the number of steps of the result; it raises if that is less than the longest sequence has.
std::tuple<Tensor, Tensor> _pad_packed_sequence(const Tensor& data, const Tensor& batch_sizes, bool batch_first,
                                                const c10::Scalar& padding_value, std::int64_t total_length);

}  // namespace modecheck_v1
}  // namespace at
