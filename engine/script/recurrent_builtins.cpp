// The recurrent operators that TorchScript programs call: lstm, gru, rnn_tanh, rnn_relu and their cells. The catalogue
// has none of them. As in libtorch without a special library, each is made of linear, sigmoid and tanh.
#include <array>

#include "engine/api/generated/functions.h"
#include "engine/core/errors/error.h"
#include "engine/script/builtin.h"
#include "engine/script/call_target.h"
#include "engine/script/list.h"

namespace modecheck::engine::script {
namespace {

using Arguments = std::vector<Value>;

// The weights of one layer in one direction. Without biases the last two are None.
struct CellWeights {
  Value input;
  Value hidden;
  Value input_bias;
  Value hidden_bias;
  Value projection;  // of an LSTM with proj_size, and None otherwise
};

struct CellState {
  at::Tensor hidden;
  at::Tensor cell;  // of an LSTM only
};

at::Tensor linear(const at::Tensor& input, const Value& weight, const Value& bias) {
  return run_operator("aten::linear", {input, weight, bias}).tensor();
}

struct LstmCell {
  static CellState step(const at::Tensor& input, const CellState& state, const CellWeights& weights) {
    const at::Tensor gates =
        linear(input, weights.input, weights.input_bias).add(linear(state.hidden, weights.hidden, weights.hidden_bias));
    const std::vector<at::Tensor> parts = gates.chunk(4, -1);
    CellState out;
    out.cell = parts[1].sigmoid().mul(state.cell).add(parts[0].sigmoid().mul(parts[2].tanh()));
    out.hidden = parts[3].sigmoid().mul(out.cell.tanh());
    if (!weights.projection.is_none()) out.hidden = linear(out.hidden, weights.projection, {});
    return out;
  }
};
struct GruCell {
  static CellState step(const at::Tensor& input, const CellState& state, const CellWeights& weights) {
    const std::vector<at::Tensor> from_input = linear(input, weights.input, weights.input_bias).chunk(3, -1);
    const std::vector<at::Tensor> from_hidden = linear(state.hidden, weights.hidden, weights.hidden_bias).chunk(3, -1);
    const at::Tensor reset = from_input[0].add(from_hidden[0]).sigmoid();
    const at::Tensor update = from_input[1].add(from_hidden[1]).sigmoid();
    const at::Tensor fresh = from_input[2].add(reset.mul(from_hidden[2])).tanh();
    return {state.hidden.sub(fresh).mul(update).add(fresh), {}};
  }
};
template <bool is_relu>
struct SimpleCell {
  static CellState step(const at::Tensor& input, const CellState& state, const CellWeights& weights) {
    const at::Tensor sum =
        linear(input, weights.input, weights.input_bias).add(linear(state.hidden, weights.hidden, weights.hidden_bias));
    return {is_relu ? sum.relu() : sum.tanh(), {}};
  }
};

// Runs one layer in one direction over time, which is dimension 0. Appends the outputs in the order of time.
template <typename Cell>
std::vector<at::Tensor> run_layer(const std::vector<at::Tensor>& inputs, CellState& state, const CellWeights& weights,
                                  bool is_reversed) {
  std::vector<at::Tensor> out(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::size_t time = is_reversed ? inputs.size() - 1 - i : i;
    state = Cell::step(inputs[time], state, weights);
    out[time] = state.hidden;
  }
  return out;
}

// The arguments after the hidden states: params has_biases num_layers dropout train bidirectional batch_first.
struct Layers {
  // An LSTM may have one more weight in each layer and direction, which projects the hidden state.
  Layers(const Arguments& a, const char* operator_name, bool may_project)
      : weights(a[2].elements()),
        has_biases(a[3].boolean()),
        layers(a[4].integer()),
        dropout(a[5].real()),
        is_training(a[6].boolean()),
        directions(a[7].boolean() ? 2 : 1),
        is_batch_first(a[8].boolean()) {
    MODECHECK_CHECK(layers > 0 && layers < 10000, ErrorClass::Argument, operator_name, ": the number of layers is ",
                    layers, "; 1 to 9999 are supported");
    const auto cells = static_cast<std::size_t>(layers * directions);
    projects = may_project && weights.size() == cells * (weights_of_cell() + 1);
    MODECHECK_CHECK(projects || weights.size() == cells * weights_of_cell(), ErrorClass::Argument, operator_name,
                    ": expected ", cells * weights_of_cell(), " weights for ", layers, " layers and ", directions,
                    " directions, but got ", weights.size());
  }
  std::size_t weights_of_cell() const { return has_biases ? 4 : 2; }
  CellWeights of(std::size_t index) const {
    const std::size_t first = index * (weights_of_cell() + (projects ? 1 : 0));
    CellWeights out{weights[first], weights[first + 1], {}, {}, {}};
    if (has_biases) {
      out.input_bias = weights[first + 2];
      out.hidden_bias = weights[first + 3];
    }
    if (projects) out.projection = weights[first + weights_of_cell()];
    return out;
  }

  std::vector<Value> weights;
  bool has_biases;
  std::int64_t layers;
  double dropout;
  bool is_training;
  std::int64_t directions;
  bool is_batch_first;
  bool projects = false;
};

// Runs all layers. `states` has one state for each layer and direction, and gets the last states.
template <typename Cell>
at::Tensor run_layers(const at::Tensor& input, const Layers& all, std::vector<CellState>& states) {
  at::Tensor sequence = all.is_batch_first ? input.transpose(0, 1) : input;
  for (std::int64_t layer = 0; layer < all.layers; ++layer) {
    const std::vector<at::Tensor> steps = sequence.unbind(0);
    std::vector<at::Tensor> outputs;
    for (std::int64_t direction = 0; direction < all.directions; ++direction) {
      const auto index = static_cast<std::size_t>(layer * all.directions + direction);
      outputs.push_back(at::stack(run_layer<Cell>(steps, states[index], all.of(index), direction == 1), 0));
    }
    sequence = outputs.size() == 1 ? outputs[0] : at::cat(outputs, -1);
    if (all.is_training && all.dropout > 0 && layer + 1 < all.layers)
      sequence = run_operator("aten::dropout", {sequence, all.dropout, true}).tensor();
  }
  return all.is_batch_first ? sequence.transpose(0, 1) : sequence;
}

at::Tensor stacked(const std::vector<CellState>& states, at::Tensor CellState::*member) {
  std::vector<at::Tensor> parts;
  for (const CellState& state : states) parts.push_back(state.*member);
  return at::stack(parts, 0);
}

void check_states(const at::Tensor& hidden, const Layers& all, const char* operator_name) {
  MODECHECK_CHECK(hidden.dim() == 3 && hidden.size(0) == all.layers * all.directions, ErrorClass::Shape, operator_name,
                  ": the hidden state must have 3 dimensions, the first of size ", all.layers * all.directions,
                  ", but its sizes are ", hidden.sizes());
}
void check_input(const at::Tensor& input, const char* operator_name) {
  MODECHECK_CHECK(input.dim() == 3 && input.numel() > 0, ErrorClass::Shape, operator_name,
                  ": the input must have 3 dimensions and elements, but its sizes are ", input.sizes());
}

bool lstm(Arguments& a, Value& out) {
  // The overload for packed sequences has a tensor of batch sizes in second place.
  MODECHECK_CHECK(!a[1].is_tensor(), ErrorClass::Unsupported, "lstm: packed sequences are not supported");
  if (!a[0].is_tensor() || !a[1].is_list() || a[1].elements().size() != 2 || !a[2].is_list()) return false;
  const Layers all(a, "lstm", true);
  const at::Tensor& hidden = a[1].elements()[0].tensor();
  const at::Tensor& cell = a[1].elements()[1].tensor();
  check_input(a[0].tensor(), "lstm");
  check_states(hidden, all, "lstm");
  check_states(cell, all, "lstm");
  std::vector<CellState> states;
  for (std::int64_t i = 0; i < all.layers * all.directions; ++i)
    states.push_back({hidden.select(0, i), cell.select(0, i)});
  at::Tensor output = run_layers<LstmCell>(a[0].tensor(), all, states);
  out = Value::tuple({output, stacked(states, &CellState::hidden), stacked(states, &CellState::cell)});
  return true;
}

template <typename Cell>
bool recurrent(Arguments& a, Value& out) {
  MODECHECK_CHECK(!a[2].is_tensor(), ErrorClass::Unsupported, "gru or rnn: packed sequences are not supported");
  if (!a[0].is_tensor() || !a[1].is_tensor() || !a[2].is_list()) return false;
  const Layers all(a, "gru or rnn", false);
  check_input(a[0].tensor(), "gru or rnn");
  check_states(a[1].tensor(), all, "gru or rnn");
  std::vector<CellState> states;
  for (std::int64_t i = 0; i < all.layers * all.directions; ++i) states.push_back({a[1].tensor().select(0, i), {}});
  at::Tensor output = run_layers<Cell>(a[0].tensor(), all, states);
  out = Value::tuple({output, stacked(states, &CellState::hidden)});
  return true;
}

CellWeights weights_from(const Arguments& a) {
  return {a[2], a[3], a.size() > 4 ? a[4] : Value(), a.size() > 5 ? a[5] : Value(), {}};
}
bool lstm_cell(Arguments& a, Value& out) {
  if (!a[0].is_tensor() || !a[1].is_list() || a[1].elements().size() != 2) return false;
  const CellState state =
      LstmCell::step(a[0].tensor(), {a[1].elements()[0].tensor(), a[1].elements()[1].tensor()}, weights_from(a));
  out = Value::tuple({state.hidden, state.cell});
  return true;
}
template <typename Cell>
bool simple_cell(Arguments& a, Value& out) {
  if (!a[0].is_tensor() || !a[1].is_tensor()) return false;
  out = Value(Cell::step(a[0].tensor(), {a[1].tensor(), {}}, weights_from(a)).hidden);
  return true;
}

constexpr std::array kRecurrentBuiltins{
    Builtin{"aten::lstm", 9, 9, lstm},
    Builtin{"aten::gru", 9, 9, recurrent<GruCell>},
    Builtin{"aten::rnn_tanh", 9, 9, recurrent<SimpleCell<false>>},
    Builtin{"aten::rnn_relu", 9, 9, recurrent<SimpleCell<true>>},
    Builtin{"aten::lstm_cell", 4, 6, lstm_cell},
    Builtin{"aten::gru_cell", 4, 6, simple_cell<GruCell>},
    Builtin{"aten::rnn_tanh_cell", 4, 6, simple_cell<SimpleCell<false>>},
    Builtin{"aten::rnn_relu_cell", 4, 6, simple_cell<SimpleCell<true>>},
};

}  // namespace

std::span<const Builtin> recurrent_builtins() { return kRecurrentBuiltins; }

}  // namespace modecheck::engine::script
