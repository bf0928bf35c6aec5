// Compares recurrent layers and cells, and the packing of sequences, with their definitions. A definition runs each
// sequence of a batch alone.
#include <algorithm>
#include <cmath>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

using Vector = std::vector<double>;

enum class Cell : std::uint8_t { Tanh, Relu, Gru, Lstm };

// What a network has: the number of layers, whether it also reads the sequence backwards, and whether it has biases.
struct Network {
  Cell cell = Cell::Tanh;
  std::int64_t features = 2;
  std::int64_t hidden = 2;
  std::int64_t layers = 1;
  bool both_ways = false;
  bool biases = true;

  std::int64_t gates() const { return cell == Cell::Lstm ? 4 : cell == Cell::Gru ? 3 : 1; }
  std::int64_t directions() const { return both_ways ? 2 : 1; }
  std::size_t states() const { return cell == Cell::Lstm ? 2 : 1; }
  std::size_t weights_of_a_layer() const { return biases ? 4 : 2; }
};

// The state of one sequence: h, and c of an LSTM.
struct State {
  Vector h;
  Vector c;
};

// The weights of a layer in one direction: w_ih, w_hh, b_ih and b_hh.
struct Weights {
  const Array* at;
  bool biases;

  // Returns number `row` of w_ih x + b_ih, or of w_hh h + b_hh.
  double input(const Vector& x, std::int64_t row) const { return sum(at[0], biases ? &at[2] : nullptr, x, row); }
  double state(const Vector& h, std::int64_t row) const { return sum(at[1], biases ? &at[3] : nullptr, h, row); }

 private:
  static double sum(const Array& matrix, const Array* bias, const Vector& vector, std::int64_t row) {
    double out = bias == nullptr ? 0 : (*bias)[row];
    for (std::size_t i = 0; i < vector.size(); ++i) out += matrix[{row, static_cast<std::int64_t>(i)}] * vector[i];
    return out;
  }
};

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

State step(Cell cell, const Vector& x, const State& old, const Weights& weights) {
  State out = old;
  const auto hidden = static_cast<std::int64_t>(old.h.size());
  for (std::int64_t k = 0; k < hidden; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const auto gate = [&](std::int64_t g) {
      return weights.input(x, g * hidden + k) + weights.state(old.h, g * hidden + k);
    };
    switch (cell) {
      case Cell::Tanh:
        out.h[at] = std::tanh(gate(0));
        break;
      case Cell::Relu:
        out.h[at] = std::max(gate(0), 0.0);
        break;
      case Cell::Gru: {
        const double reset = sigmoid(gate(0));
        const double update = sigmoid(gate(1));
        const double fresh = std::tanh(weights.input(x, 2 * hidden + k) + reset * weights.state(old.h, 2 * hidden + k));
        out.h[at] = (1 - update) * fresh + update * old.h[at];
        break;
      }
      case Cell::Lstm:
        out.c[at] = sigmoid(gate(1)) * old.c[at] + sigmoid(gate(0)) * std::tanh(gate(2));
        out.h[at] = sigmoid(gate(3)) * std::tanh(out.c[at]);
        break;
    }
  }
  return out;
}

// Runs the network over one sequence. `states` has one state for each layer and direction, and is left at the last one.
std::vector<Vector> run(const Network& network, std::vector<Vector> sequence, std::vector<State>& states,
                        const Array* weights) {
  std::size_t number = 0;
  for (std::int64_t layer = 0; layer < network.layers; ++layer) {
    std::vector<Vector> out(sequence.size());
    for (std::int64_t direction = 0; direction < network.directions(); ++direction, ++number) {
      const Weights own{weights + number * network.weights_of_a_layer(), network.biases};
      for (std::size_t i = 0; i < sequence.size(); ++i) {
        const std::size_t t = direction == 0 ? i : sequence.size() - 1 - i;
        states[number] = step(network.cell, sequence[t], states[number], own);
        out[t].insert(out[t].end(), states[number].h.begin(), states[number].h.end());
      }
    }
    sequence = std::move(out);
  }
  return sequence;
}

// Runs every sequence of a batch. `row` returns the row of the input that holds step t of sequence b. The arguments
// after the input are the states [layers * directions, batch, hidden] and then the weights.
Arrays run_batch(const Network& network, const Array& rows, const Sizes& lengths, const Array* states,
                 const std::function<std::int64_t(std::int64_t t, std::int64_t b)>& row) {
  const std::int64_t numbers = network.layers * network.directions();
  const std::int64_t width = network.directions() * network.hidden;
  Arrays out{Array({rows.size(0), width})};
  for (std::size_t s = 0; s < network.states(); ++s) out.emplace_back(states[s].sizes);
  for (std::int64_t b = 0; b < static_cast<std::int64_t>(lengths.size()); ++b) {
    std::vector<Vector> sequence(static_cast<std::size_t>(lengths[static_cast<std::size_t>(b)]));
    for (std::size_t t = 0; t < sequence.size(); ++t)
      for (std::int64_t i = 0; i < network.features; ++i)
        sequence[t].push_back(rows[{row(static_cast<std::int64_t>(t), b), i}]);
    std::vector<State> own(static_cast<std::size_t>(numbers));
    for (std::int64_t n = 0; n < numbers; ++n)
      for (std::int64_t k = 0; k < network.hidden; ++k) {
        own[static_cast<std::size_t>(n)].h.push_back(states[0][{n, b, k}]);
        if (network.states() == 2) own[static_cast<std::size_t>(n)].c.push_back(states[1][{n, b, k}]);
      }
    const std::vector<Vector> result = run(network, sequence, own, states + network.states());
    for (std::size_t t = 0; t < result.size(); ++t)
      for (std::int64_t k = 0; k < width; ++k)
        out[0][{row(static_cast<std::int64_t>(t), b), k}] = result[t][static_cast<std::size_t>(k)];
    for (std::int64_t n = 0; n < numbers; ++n)
      for (std::int64_t k = 0; k < network.hidden; ++k) {
        const State& last = own[static_cast<std::size_t>(n)];
        out[1][{n, b, k}] = last.h[static_cast<std::size_t>(k)];
        if (network.states() == 2) out[2][{n, b, k}] = last.c[static_cast<std::size_t>(k)];
      }
  }
  return out;
}

// Returns the states and the weights of a network for a batch of this size.
Arrays states_and_weights(const Network& network, std::int64_t batch) {
  Arrays out;
  std::uint64_t seed = 10;
  for (std::size_t s = 0; s < network.states(); ++s)
    out.push_back(real({network.layers * network.directions(), batch, network.hidden}, ++seed));
  const std::int64_t rows = network.gates() * network.hidden;
  for (std::int64_t layer = 0; layer < network.layers; ++layer)
    for (std::int64_t direction = 0; direction < network.directions(); ++direction) {
      out.push_back(real({rows, layer == 0 ? network.features : network.directions() * network.hidden}, ++seed));
      out.push_back(real({rows, network.hidden}, ++seed));
      if (network.biases) out.push_back(real({rows}, ++seed));
      if (network.biases) out.push_back(real({rows}, ++seed));
    }
  return out;
}

Arrays joined(Arrays first, const Arrays& rest) {
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

Tensors values(const std::tuple<at::Tensor, at::Tensor>& results) {
  return {std::get<0>(results), std::get<1>(results)};
}
Tensors values(const std::tuple<at::Tensor, at::Tensor, at::Tensor>& results) {
  return {std::get<0>(results), std::get<1>(results), std::get<2>(results)};
}

constexpr double kNoDropout = 0;

// Calls the padded form of a layer. The arguments are the input, the states and the weights.
Tensors call_padded(const Network& n, const Tensors& in, bool batch_first) {
  const at::TensorList rest(in);
  const at::TensorList weights = rest.slice(1 + n.states());
  const bool train = false;
  switch (n.cell) {
    case Cell::Lstm:
      return values(
          at::lstm(in[0], rest.slice(1, 2), weights, n.biases, n.layers, kNoDropout, train, n.both_ways, batch_first));
    case Cell::Gru:
      return values(at::gru(in[0], in[1], weights, n.biases, n.layers, kNoDropout, train, n.both_ways, batch_first));
    case Cell::Tanh:
      return values(
          at::rnn_tanh(in[0], in[1], weights, n.biases, n.layers, kNoDropout, train, n.both_ways, batch_first));
    case Cell::Relu:
      return values(
          at::rnn_relu(in[0], in[1], weights, n.biases, n.layers, kNoDropout, train, n.both_ways, batch_first));
  }
  return {};
}

// Calls the packed form of a layer. The arguments are the rows, the states and the weights.
Tensors call_packed(const Network& n, const Tensors& in, const at::Tensor& batch_sizes) {
  const at::TensorList rest(in);
  const at::TensorList weights = rest.slice(1 + n.states());
  const bool train = false;
  switch (n.cell) {
    case Cell::Lstm:
      return values(
          at::lstm(in[0], batch_sizes, rest.slice(1, 2), weights, n.biases, n.layers, kNoDropout, train, n.both_ways));
    case Cell::Gru:
      return values(at::gru(in[0], batch_sizes, in[1], weights, n.biases, n.layers, kNoDropout, train, n.both_ways));
    case Cell::Tanh:
      return values(
          at::rnn_tanh(in[0], batch_sizes, in[1], weights, n.biases, n.layers, kNoDropout, train, n.both_ways));
    case Cell::Relu:
      return values(
          at::rnn_relu(in[0], batch_sizes, in[1], weights, n.biases, n.layers, kNoDropout, train, n.both_ways));
  }
  return {};
}

struct Declarations {
  Cell cell;
  const char* padded;
  const char* packed;
  const char* one_step;
};
constexpr Declarations kDeclarations[] = {
    {Cell::Tanh, "rnn_tanh(Tensor,Tensor,TensorList,bool,int64_t,double,bool,bool,bool)",
     "rnn_tanh(Tensor,Tensor,Tensor,TensorList,bool,int64_t,double,bool,bool)",
     "rnn_tanh_cell(Tensor,Tensor,Tensor,Tensor,optional<Tensor>,optional<Tensor>)"},
    {Cell::Relu, "rnn_relu(Tensor,Tensor,TensorList,bool,int64_t,double,bool,bool,bool)",
     "rnn_relu(Tensor,Tensor,Tensor,TensorList,bool,int64_t,double,bool,bool)",
     "rnn_relu_cell(Tensor,Tensor,Tensor,Tensor,optional<Tensor>,optional<Tensor>)"},
    {Cell::Gru, "gru(Tensor,Tensor,TensorList,bool,int64_t,double,bool,bool,bool)",
     "gru(Tensor,Tensor,Tensor,TensorList,bool,int64_t,double,bool,bool)",
     "gru_cell(Tensor,Tensor,Tensor,Tensor,optional<Tensor>,optional<Tensor>)"},
    {Cell::Lstm, "lstm(Tensor,TensorList,TensorList,bool,int64_t,double,bool,bool,bool)",
     "lstm(Tensor,Tensor,TensorList,TensorList,bool,int64_t,double,bool,bool)",
     "lstm_cell(Tensor,TensorList,Tensor,Tensor,optional<Tensor>,optional<Tensor>)"},
};

constexpr std::int64_t kTime = 3;
constexpr std::int64_t kBatch = 2;

void padded(Judge& judge, const Declarations& names, const Network& network, bool batch_first) {
  const Sizes sizes = batch_first ? Sizes{kBatch, kTime, network.features} : Sizes{kTime, kBatch, network.features};
  judge(
      names.padded, joined({real(sizes, 3)}, states_and_weights(network, kBatch)),
      [=](const Tensors& in) { return call_padded(network, in, batch_first); },
      [=](const Arrays& in) {
        Array rows = in[0];
        rows.sizes = {kTime * kBatch, network.features};
        Arrays out = run_batch(
            network, rows, Sizes(kBatch, kTime), &in[1],
            [batch_first](std::int64_t t, std::int64_t b) { return batch_first ? b * kTime + t : t * kBatch + b; });
        out[0].sizes = sizes;
        out[0].sizes[2] = network.directions() * network.hidden;
        return out;
      });
}

void packed(Judge& judge, const Declarations& names, const Network& network) {
  const Sizes lengths{3, 1};
  const Index first_row{0, 2, 3};  // the row of the packed input at which each step begins
  judge(
      names.packed, joined({real({4, network.features}, 3)}, states_and_weights(network, kBatch)),
      [=](const Tensors& in) {
        return call_packed(network, in, at::tensor({2, 1, 1}, at::kLong));
      },
      [=](const Arrays& in) {
        return run_batch(network, in[0], lengths, &in[1],
                         [&](std::int64_t t, std::int64_t b) { return first_row[static_cast<std::size_t>(t)] + b; });
      });
}

void one_step(Judge& judge, const Declarations& names, const Network& network) {
  Arrays arguments = joined({real({kBatch, network.features}, 3)}, states_and_weights(network, kBatch));
  for (std::size_t s = 1; s <= network.states(); ++s) arguments[s].sizes = {kBatch, network.hidden};
  judge(
      names.one_step, arguments,
      [=](const Tensors& in) {
        const Tensors w(in.begin() + 1 + static_cast<std::ptrdiff_t>(network.states()), in.end());
        const auto bias = [&](std::size_t i) {
          return network.biases ? c10::optional<at::Tensor>(w[i]) : c10::optional<at::Tensor>();
        };
        switch (network.cell) {
          case Cell::Lstm:
            return values(at::lstm_cell(in[0], at::TensorList(in).slice(1, 2), w[0], w[1], bias(2), bias(3)));
          case Cell::Gru:
            return Tensors{at::gru_cell(in[0], in[1], w[0], w[1], bias(2), bias(3))};
          case Cell::Tanh:
            return Tensors{at::rnn_tanh_cell(in[0], in[1], w[0], w[1], bias(2), bias(3))};
          case Cell::Relu:
            return Tensors{at::rnn_relu_cell(in[0], in[1], w[0], w[1], bias(2), bias(3))};
        }
        return Tensors{};
      },
      [=](const Arrays& in) {
        Arrays own = in;
        for (std::size_t s = 1; s <= network.states(); ++s) own[s].sizes = {1, kBatch, network.hidden};
        Arrays out =
            run_batch(network, own[0], Sizes(kBatch, 1), &own[1], [](std::int64_t, std::int64_t b) { return b; });
        for (std::size_t s = 1; s <= network.states(); ++s) out[s].sizes = {kBatch, network.hidden};
        out.erase(out.begin());
        return out;
      });
}

Array padded_by(const Arrays& sequences, bool batch_first, double value) {
  std::int64_t time = 0;
  for (const Array& sequence : sequences) time = std::max(time, sequence.size(0));
  const auto batch = static_cast<std::int64_t>(sequences.size());
  Array out(batch_first ? Sizes{batch, time, 2} : Sizes{time, batch, 2}, value);
  for (std::int64_t b = 0; b < batch; ++b)
    each_index(sequences[static_cast<std::size_t>(b)].sizes, [&](const Index& i) {
      out[batch_first ? Index{b, i[0], i[1]} : Index{i[0], b, i[1]}] = sequences[static_cast<std::size_t>(b)][i];
    });
  return out;
}

// Sequences of three lengths, the longest first: 4, 2 and 1 steps of two features.
void packing(Judge& judge) {
  const Sizes lengths{4, 2, 1};
  const Sizes batch_sizes{3, 2, 1, 1};
  Array counts({4}, 0, Kind::Place);
  Array ends({3}, 0, Kind::Place);
  for (std::int64_t t = 0; t < 4; ++t) counts[t] = static_cast<double>(batch_sizes[static_cast<std::size_t>(t)]);
  for (std::int64_t b = 0; b < 3; ++b) ends[b] = static_cast<double>(lengths[static_cast<std::size_t>(b)]);
  for (const bool batch_first : {false, true}) {
    judge(
        "pad_sequence(TensorList,bool,double)", {real({2, 2}, 1), real({4, 2}, 2), real({1, 2}, 3)},
        [=](const Tensors& in) { return Tensors{at::pad_sequence(in, batch_first, 7.5)}; },
        [=](const Arrays& in) { return Arrays{padded_by(in, batch_first, 7.5)}; });
    const auto place = [=](std::int64_t t, std::int64_t b, std::int64_t k) {
      return batch_first ? Index{b, t, k} : Index{t, b, k};
    };
    judge(
        "_pack_padded_sequence(Tensor,Tensor,bool)", {real(batch_first ? Sizes{3, 4, 2} : Sizes{4, 3, 2}, 4)},
        [=](const Tensors& in) {
          return values(at::_pack_padded_sequence(in[0], at::tensor({4, 2, 1}, at::kLong), batch_first));
        },
        [=](const Arrays& in) {
          Arrays out{Array({0, 2}), counts};
          for (std::int64_t t = 0; t < 4; ++t)
            for (std::int64_t b = 0; b < batch_sizes[static_cast<std::size_t>(t)]; ++b, ++out[0].sizes[0])
              for (std::int64_t k = 0; k < 2; ++k) out[0].at.push_back(in[0][place(t, b, k)]);
          return out;
        });
    for (const std::int64_t total : {0, 5})
      judge(
          "_pad_packed_sequence(Tensor,Tensor,bool,Scalar,int64_t)", {real({7, 2}, 5)},
          [=](const Tensors& in) {
            return values(
                at::_pad_packed_sequence(in[0], at::tensor({3, 2, 1, 1}, at::kLong), batch_first, 7.5, total));
          },
          [=](const Arrays& in) {
            const std::int64_t time = std::max<std::int64_t>(total, 4);
            Arrays out{Array(batch_first ? Sizes{3, time, 2} : Sizes{time, 3, 2}, 7.5), ends};
            std::int64_t row = 0;
            for (std::int64_t t = 0; t < 4; ++t)
              for (std::int64_t b = 0; b < batch_sizes[static_cast<std::size_t>(t)]; ++b, ++row)
                for (std::int64_t k = 0; k < 2; ++k) out[0][place(t, b, k)] = in[0][{row, k}];
            return out;
          });
  }
}

}  // namespace

void recurrent(Judge& judge) {
  for (const Declarations& names : kDeclarations) {
    for (const Network& shape :
         {Network{.layers = 1}, Network{.features = 3, .hidden = 1, .layers = 2, .biases = false},
          Network{.features = 1, .hidden = 1, .layers = 2, .both_ways = true}}) {
      Network network = shape;
      network.cell = names.cell;
      padded(judge, names, network, network.layers == 1);
      packed(judge, names, network);
    }
    for (const bool biases : {false, true})
      one_step(judge, names, {.cell = names.cell, .features = 3, .biases = biases});
  }
  packing(judge);
}

}  // namespace modecheck::definitions
