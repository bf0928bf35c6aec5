#include "engine/composites/recurrent_functions.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/api/operator_overloads.h"
#include "engine/api/tensor_literal.h"
#include "engine/composites/composition.h"
#include "engine/composites/neural_functions.h"
#include "engine/composites/random_functions.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::as_a_whole;
using modecheck::engine::ErrorClass;

namespace {

using StepSizes = std::vector<std::int64_t>;
// Holds the hidden state of a recurrent cell and, for an LSTM, its cell state.
using RecurrentState = std::vector<Tensor>;

// Holds the weights of one layer in one direction. A bias or a projection that the layer lacks is undefined.
struct RecurrentWeights {
  Tensor input;
  Tensor hidden;
  Tensor input_bias;
  Tensor hidden_bias;
  Tensor projection;
};

// Computes the next state from the previous one and from the step's input, which is multiplied by its weight already.
using RecurrentStep = RecurrentState (*)(const Tensor&, const RecurrentState&, const RecurrentWeights&);

RecurrentState lstm_step(const Tensor& input, const RecurrentState& state, const RecurrentWeights& weights) {
  const std::vector<Tensor> gates = (linear(state[0], weights.hidden, weights.hidden_bias) + input).chunk(4, 1);
  const Tensor cell = gates[1].sigmoid() * state[1] + gates[0].sigmoid() * gates[2].tanh();
  const Tensor hidden = gates[3].sigmoid() * cell.tanh();
  return {weights.projection.defined() ? hidden.matmul(weights.projection.t()) : hidden, cell};
}

RecurrentState gru_step(const Tensor& input, const RecurrentState& state, const RecurrentWeights& weights) {
  const std::vector<Tensor> inputs = input.chunk(3, 1);
  const std::vector<Tensor> hidden = linear(state[0], weights.hidden, weights.hidden_bias).chunk(3, 1);
  const Tensor reset = (hidden[0] + inputs[0]).sigmoid();
  const Tensor update = (hidden[1] + inputs[1]).sigmoid();
  const Tensor fresh = (inputs[2] + hidden[2] * reset).tanh();
  return {(state[0] - fresh) * update + fresh};
}

RecurrentState tanh_step(const Tensor& input, const RecurrentState& state, const RecurrentWeights& weights) {
  return {(linear(state[0], weights.hidden, weights.hidden_bias) + input).tanh()};
}

RecurrentState relu_step(const Tensor& input, const RecurrentState& state, const RecurrentWeights& weights) {
  return {(linear(state[0], weights.hidden, weights.hidden_bias) + input).relu()};
}

// Returns the states of `count` sequences, of which `first` is the first one.
RecurrentState sequences_of(const RecurrentState& state, std::int64_t first, std::int64_t count) {
  modecheck::engine::sizes_as_numbers("a recurrent layer", state);
  RecurrentState out;
  for (const Tensor& part : state)
    out.push_back(first == 0 && count == part.size(0) ? part : part.narrow(0, first, count));
  return out;
}

RecurrentState joined(const std::vector<RecurrentState>& states) {
  if (states.size() == 1) return states[0];
  RecurrentState out;
  for (std::size_t part = 0; part < states[0].size(); ++part) {
    std::vector<Tensor> parts;
    for (const RecurrentState& state : states) parts.push_back(state[part]);
    out.push_back(cat(parts));
  }
  return out;
}

// Runs one layer in one direction. The sequences are in order of decreasing lengths, so that a step has the first ones.
// Returns the outputs of all steps in order of time, and the last state of each sequence.
std::pair<std::vector<Tensor>, RecurrentState> run_steps(const std::vector<Tensor>& inputs, const RecurrentState& start,
                                                         const RecurrentWeights& weights, RecurrentStep step,
                                                         bool reversed) {
  modecheck::engine::sizes_as_numbers("a recurrent layer", inputs, start);
  std::vector<Tensor> outputs(inputs.size());
  std::vector<RecurrentState> ended;
  RecurrentState state = sequences_of(start, 0, (reversed ? inputs.back() : inputs.front()).size(0));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::size_t time = reversed ? inputs.size() - 1 - i : i;
    const std::int64_t count = inputs[time].size(0);
    const std::int64_t before = state[0].size(0);
    if (count < before) {
      ended.push_back(sequences_of(state, count, before - count));
      state = sequences_of(state, 0, count);
    } else if (count > before) {
      state = joined({state, sequences_of(start, before, count - before)});
    }
    state = step(inputs[time], state, weights);
    outputs[time] = state[0];
  }
  ended.push_back(state);
  std::reverse(ended.begin(), ended.end());
  return {outputs, joined(ended)};
}

// Raises unless the parameters and states have the dtype and the device of the input.
void check_attributes(const Tensor& input, TensorList hidden, TensorList params) {
  const auto check = [&](const char* name, const Tensor& other) {
    if (!other.defined()) return;
    MODECHECK_CHECK(input.device() == other.device(), ErrorClass::DeviceMismatch, "Input and ", name,
                    " tensors are not at the same device, found input tensor at ", input.device(), " and ", name,
                    " tensor at ", other.device());
    MODECHECK_CHECK(input.scalar_type() == other.scalar_type(), ErrorClass::Dtype, "Input and ", name,
                    " tensors are not the same dtype, found input tensor with ", input.scalar_type(), " and ", name,
                    " tensor with ", other.scalar_type());
  };
  for (const Tensor& one : hidden) check("hidden", one);
  for (const Tensor& one : params) check("parameter", one);
}

std::vector<RecurrentWeights> weights_from(TensorList params, bool has_biases, bool has_projections) {
  const std::size_t each = 2 + (has_biases ? 2U : 0U) + (has_projections ? 1U : 0U);
  MODECHECK_CHECK(params.size() % each == 0, ErrorClass::Argument,
                  "got an incorrect number of RNN parameters: a layer has ", each, " in each direction, but there are ",
                  params.size());
  std::vector<RecurrentWeights> out;
  for (std::size_t i = 0; i < params.size(); i += each) {
    RecurrentWeights one{params[i], params[i + 1], {}, {}, {}};
    if (has_biases) {
      one.input_bias = params[i + 2];
      one.hidden_bias = params[i + 3];
    }
    if (has_projections) one.projection = params[i + each - 1];
    out.push_back(std::move(one));
  }
  return out;
}

// Returns the numbers of a vector of lengths or batch sizes.
StepSizes numbers_of(const char* name, const Tensor& tensor) {
  modecheck::engine::sizes_as_numbers(name, tensor);
  MODECHECK_CHECK(tensor.dim() == 1 && tensor.device().is_cpu() && tensor.scalar_type() == kLong, ErrorClass::Argument,
                  "'", name, "' argument should be a 1D CPU int64 tensor, but got ", tensor.dim(), "D ",
                  tensor.device(), " ", tensor.scalar_type(), " tensor");
  StepSizes out;
  for (std::int64_t i = 0; i < tensor.size(0); ++i) out.push_back(tensor.select(0, i).item<std::int64_t>());
  return out;
}

// Runs all layers. `batch_sizes` is undefined for an input of three dimensions, whose first one is the time. The first
// result is the output, and the others are the last states of all layers and directions.
std::vector<Tensor> run_layers(Tensor input, const Tensor& batch_sizes, TensorList hx, TensorList params,
                               bool has_biases, std::int64_t num_layers, double dropout_p, bool train,
                               bool bidirectional, RecurrentStep step) {
  modecheck::engine::sizes_as_numbers("a recurrent layer", input, batch_sizes, hx, params);
  check_attributes(input, hx, params);
  const StepSizes counts = batch_sizes.defined() ? numbers_of("batch_sizes", batch_sizes) : StepSizes();
  MODECHECK_CHECK(batch_sizes.defined() ? !counts.empty() : input.dim() == 3 && input.size(0) > 0, ErrorClass::Shape,
                  "Expected sequence length to be larger than 0 in RNN, but the input has sizes ", input.sizes());
  const bool has_projections = hx.size() == 2 && hx[0].size(2) != hx[1].size(2);
  const std::vector<RecurrentWeights> weights = weights_from(params, has_biases, has_projections);
  const auto directions = static_cast<std::size_t>(bidirectional ? 2 : 1);
  const std::size_t runs = static_cast<std::size_t>(num_layers) * directions;
  for (const Tensor& state : hx)
    MODECHECK_CHECK(state.dim() == 3 && state.size(0) == static_cast<std::int64_t>(runs), ErrorClass::Shape,
                    "Expected more hidden states in stacked_rnn: ", runs, " of two dimensions, but got sizes ",
                    state.sizes());
  MODECHECK_CHECK(weights.size() == runs, ErrorClass::Argument, "Expected more weights in stacked_rnn: those of ", runs,
                  " layers and directions, but got those of ", weights.size());
  std::vector<std::vector<Tensor>> last(hx.size());
  for (std::size_t run = 0; run < runs; run += directions) {
    std::vector<Tensor> outputs;
    for (std::size_t direction = 0; direction < directions; ++direction) {
      const RecurrentWeights& own = weights[run + direction];
      const Tensor products = linear(input, own.input, own.input_bias);
      const std::vector<Tensor> steps =
          batch_sizes.defined() ? products.split_with_sizes(counts, 0) : products.unbind(0);
      RecurrentState start;
      for (const Tensor& state : hx) start.push_back(state.select(0, static_cast<std::int64_t>(run + direction)));
      const auto [out, state] = run_steps(steps, start, own, step, direction == 1);
      outputs.push_back(batch_sizes.defined() ? cat(out) : stack(out));
      for (std::size_t part = 0; part < state.size(); ++part) last[part].push_back(state[part]);
    }
    input = directions == 1 ? outputs[0] : cat(outputs, -1);
    if (dropout_p != 0 && train && run + directions < runs) input = at::dropout(input, dropout_p, true);
  }
  std::vector<Tensor> results = {input};
  for (const std::vector<Tensor>& states : last) results.push_back(stack(states));
  return results;
}

// Runs all layers over an input that is not packed.
std::vector<Tensor> run_padded(const Tensor& input, TensorList hx, TensorList params, bool has_biases,
                               std::int64_t num_layers, double dropout_p, bool train, bool bidirectional,
                               bool batch_first, RecurrentStep step) {
  return as_a_whole([&] {
    std::vector<Tensor> out = run_layers(batch_first ? input.transpose(0, 1) : input, {}, hx, params, has_biases,
                                         num_layers, dropout_p, train, bidirectional, step);
    if (batch_first) out[0] = out[0].transpose(0, 1);
    return out;
  });
}

std::vector<Tensor> run_packed(const Tensor& data, const Tensor& batch_sizes, TensorList hx, TensorList params,
                               bool has_biases, std::int64_t num_layers, double dropout_p, bool train,
                               bool bidirectional, RecurrentStep step) {
  return as_a_whole([&] {
    return run_layers(data, batch_sizes, hx, params, has_biases, num_layers, dropout_p, train, bidirectional, step);
  });
}

RecurrentState run_cell(const Tensor& input, const RecurrentState& hx, const Tensor& w_ih, const Tensor& w_hh,
                        const c10::optional<Tensor>& b_ih, const c10::optional<Tensor>& b_hh, RecurrentStep step) {
  modecheck::engine::sizes_as_numbers("a recurrent cell", input, hx, w_ih, w_hh, b_ih, b_hh);
  MODECHECK_CHECK(input.dim() == 2 && input.size(1) == w_ih.size(1), ErrorClass::Shape,
                  "input has inconsistent input_size: got sizes ", input.sizes(), " expected [batch, ", w_ih.size(1),
                  "]");
  for (std::size_t i = 0; i < hx.size(); ++i) {
    MODECHECK_CHECK(hx[i].dim() == 2 && input.size(0) == hx[i].size(0), ErrorClass::Shape, "Input batch size ",
                    input.size(0), " doesn't match hidden", i, " batch size: its sizes are ", hx[i].sizes());
    MODECHECK_CHECK(hx[i].size(1) == w_hh.size(1), ErrorClass::Shape, "hidden", i,
                    " has inconsistent hidden_size: got ", hx[i].size(1), ", expected ", w_hh.size(1));
  }
  const RecurrentWeights weights{w_ih, w_hh, b_ih.value_or(Tensor()), b_hh.value_or(Tensor()), {}};
  return as_a_whole([&] { return step(linear(input, weights.input, weights.input_bias), hx, weights); });
}

}  // namespace

std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& input, TensorList hx, TensorList params, bool has_biases,
                                        std::int64_t num_layers, double dropout, bool train, bool bidirectional,
                                        bool batch_first) {
  MODECHECK_CHECK(hx.size() == 2, ErrorClass::Argument, "lstm expects two hidden states, but got ", hx.size());
  const auto out =
      run_padded(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first, lstm_step);
  return {out[0], out[1], out[2]};
}

std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& data, const Tensor& batch_sizes, TensorList hx, TensorList params,
                                        bool has_biases, std::int64_t num_layers, double dropout, bool train,
                                        bool bidirectional) {
  MODECHECK_CHECK(hx.size() == 2, ErrorClass::Argument, "lstm expects two hidden states, but got ", hx.size());
  const auto out =
      run_packed(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional, lstm_step);
  return {out[0], out[1], out[2]};
}

// Defines a recurrent layer without a cell state and its cell.
#define MODECHECK_RECURRENT(name, step)                                                                               \
  std::tuple<Tensor, Tensor> name(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,          \
                                  std::int64_t num_layers, double dropout, bool train, bool bidirectional,            \
                                  bool batch_first) {                                                                 \
    const auto out =                                                                                                  \
        run_padded(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first, step);      \
    return {out[0], out[1]};                                                                                          \
  }                                                                                                                   \
  std::tuple<Tensor, Tensor> name(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params, \
                                  bool has_biases, std::int64_t num_layers, double dropout, bool train,               \
                                  bool bidirectional) {                                                               \
    const auto out =                                                                                                  \
        run_packed(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional, step);       \
    return {out[0], out[1]};                                                                                          \
  }                                                                                                                   \
  Tensor name##_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,                   \
                     const c10::optional<Tensor>& b_ih, const c10::optional<Tensor>& b_hh) {                          \
    return run_cell(input, {hx}, w_ih, w_hh, b_ih, b_hh, step)[0];                                                    \
  }

MODECHECK_RECURRENT(gru, gru_step)
MODECHECK_RECURRENT(rnn_tanh, tanh_step)
MODECHECK_RECURRENT(rnn_relu, relu_step)
#undef MODECHECK_RECURRENT

std::tuple<Tensor, Tensor> lstm_cell(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh,
                                     const c10::optional<Tensor>& b_ih, const c10::optional<Tensor>& b_hh) {
  MODECHECK_CHECK(hx.size() == 2, ErrorClass::Argument, "lstm_cell expects two hidden states, but got ", hx.size());
  const RecurrentState out = run_cell(input, {hx[0], hx[1]}, w_ih, w_hh, b_ih, b_hh, lstm_step);
  return {out[0], out[1]};
}

Tensor pad_sequence(TensorList sequences, bool batch_first, double padding_value) {
  modecheck::engine::sizes_as_numbers("pad_sequence", sequences);
  MODECHECK_CHECK(!sequences.empty(), ErrorClass::Argument, "pad_sequence: received an empty list of sequences");
  return as_a_whole([&] {
    std::int64_t longest = 0;
    for (const Tensor& sequence : sequences) longest = std::max(longest, sequence.size(0));
    const auto rest = sequences[0].sizes().slice(1);
    StepSizes sizes = {static_cast<std::int64_t>(sequences.size()), longest};
    if (!batch_first) std::swap(sizes[0], sizes[1]);
    sizes.insert(sizes.end(), rest.begin(), rest.end());
    const Tensor out = full(sizes, padding_value, sequences[0].options());
    for (std::size_t i = 0; i < sequences.size(); ++i)
      out.select(batch_first ? 0 : 1, static_cast<std::int64_t>(i))
          .narrow(0, 0, sequences[i].size(0))
          .copy_(sequences[i]);
    return out;
  });
}

std::tuple<Tensor, Tensor> _pack_padded_sequence(const Tensor& input, const Tensor& lengths, bool batch_first) {
  modecheck::engine::sizes_as_numbers("_pack_padded_sequence", input, lengths);
  const StepSizes ends = numbers_of("lengths", lengths);
  MODECHECK_CHECK(input.dim() >= 2 && input.numel() > 0, ErrorClass::Shape,
                  "Cannot pack empty tensors: expected sizes [time, batch, ...], but got ", input.sizes());
  const std::int64_t batch = input.size(batch_first ? 0 : 1);
  MODECHECK_CHECK(lengths.size(0) == batch, ErrorClass::Argument,
                  "Expected `len(lengths)` to be equal to batch_size, but got ", lengths.size(0),
                  " (batch_size=", batch, ")");
  MODECHECK_CHECK(*std::min_element(ends.begin(), ends.end()) > 0, ErrorClass::Argument,
                  "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0");
  MODECHECK_CHECK(std::is_sorted(ends.rbegin(), ends.rend()), ErrorClass::Argument,
                  "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
                  "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence instead");
  return as_a_whole([&]() -> std::tuple<Tensor, Tensor> {
    const Tensor by_time = batch_first ? input.transpose(0, 1) : input;
    StepSizes counts;
    std::vector<Tensor> runs;
    std::int64_t begin = 0;
    for (std::int64_t count = batch; count > 0; --count) {
      const std::int64_t end = ends[static_cast<std::size_t>(count - 1)];
      if (end == begin) continue;
      runs.push_back(by_time.narrow(0, begin, end - begin).narrow(1, 0, count).flatten(0, 1));
      counts.insert(counts.end(), static_cast<std::size_t>(end - begin), count);
      begin = end;
    }
    return {cat(runs), at::tensor(counts, TensorOptions(kLong))};
  });
}

std::tuple<Tensor, Tensor> _pad_packed_sequence(const Tensor& data, const Tensor& batch_sizes, bool batch_first,
                                                const c10::Scalar& padding_value, std::int64_t total_length) {
  modecheck::engine::sizes_as_numbers("_pad_packed_sequence", data, batch_sizes);
  const StepSizes counts = numbers_of("batch_sizes", batch_sizes);
  MODECHECK_CHECK(!counts.empty(), ErrorClass::Argument, "_pad_packed_sequence: batch_sizes has no steps");
  const auto steps = static_cast<std::int64_t>(counts.size());
  MODECHECK_CHECK(total_length <= 0 || total_length >= steps, ErrorClass::Argument,
                  "Expected total_length to be at least the length of the longest sequence in input, but got "
                  "total_length=",
                  total_length, " and max sequence length being ", steps);
  return as_a_whole([&]() -> std::tuple<Tensor, Tensor> {
    StepSizes sizes = {std::max(total_length, steps), counts[0]};
    sizes.insert(sizes.end(), data.sizes().begin() + 1, data.sizes().end());
    const Tensor out = full(sizes, padding_value, data.options());
    StepSizes lengths(static_cast<std::size_t>(counts[0]), 0);
    std::int64_t row = 0;
    for (std::int64_t time = 0; time < steps; ++time) {
      const std::int64_t count = counts[static_cast<std::size_t>(time)];
      out.select(0, time).narrow(0, 0, count).copy_(data.narrow(0, row, count));
      row += count;
      for (std::int64_t i = 0; i < count; ++i) ++lengths[static_cast<std::size_t>(i)];
    }
    return {batch_first ? out.transpose(0, 1) : out, at::tensor(lengths, TensorOptions(kLong))};
  });
}

}  // namespace modecheck_v1
}  // namespace at
