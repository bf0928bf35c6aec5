// Prints recurrent layers, attention, transformers, fractional pools and the adaptive softmax: their text, parameters,
// results and gradients. This file is built against the engine and against libtorch; both builds must print the same.
#include <torch/torch.h>

#include <cstdio>
#include <functional>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/parity/print.h"

namespace {

using at::Tensor;
using modecheck::parity::filled;
using modecheck::parity::print;
namespace F = torch::nn::functional;
namespace nn = torch::nn;
namespace rnn = torch::nn::utils::rnn;

void collect(std::vector<Tensor>& out, const Tensor& tensor) { out.push_back(tensor); }
void collect(std::vector<Tensor>& out, const rnn::PackedSequence& packed) { out.push_back(packed.data()); }
template <typename First, typename Second>
void collect(std::vector<Tensor>& out, const std::tuple<First, Second>& both) {
  collect(out, std::get<0>(both));
  collect(out, std::get<1>(both));
}

template <typename Holder>
void print_text(const Holder& module) {
  std::ostringstream out;
  out << module;
  std::printf("%s\n", out.str().c_str());
}

// Prints the parameters, what `call` returns, and the gradients of a sum of squares.
template <typename Holder, typename Call>
void show_call(Holder module, const Call& call) {
  module->to(at::kDouble);
  print_text(module);
  for (const auto& item : module->named_parameters()) print(("  parameter " + item.key()).c_str(), item.value());
  std::vector<Tensor> results;
  collect(results, call(*module));
  Tensor loss = at::zeros({}, at::kDouble);
  for (const Tensor& result : results) {
    print("  result", result);
    if (result.defined()) loss = loss + result.mul(result).sum();
  }
  loss.backward();
  for (const auto& item : module->named_parameters()) print(("  gradient " + item.key()).c_str(), item.value().grad());
  const auto clone = std::dynamic_pointer_cast<typename Holder::ContainedType>(module->clone());
  clone->eval();
  std::vector<Tensor> again;
  collect(again, call(*clone));
  for (const Tensor& result : again) print("  clone", result);
}

template <typename Holder, typename... Inputs>
void show(const Holder& module, Inputs... inputs) {
  show_call(module, [&](auto& layer) { return layer.forward(inputs...); });
}

// Prints the first line of the error that `call` raises.
void print_error(const char* name, const std::function<void()>& call) {
  try {
    call();
    std::printf("%s: no error\n", name);
  } catch (const c10::Error& error) {
    const std::string text = error.what_without_backtrace();
    std::printf("%s: %s\n", name, text.substr(0, text.find('\n')).c_str());
  }
}

void recurrent_layers() {
  torch::manual_seed(21);
  const Tensor x = filled({4, 3, 2}, 1);
  const Tensor h = filled({1, 3, 5}, 2);
  show(nn::RNN(2, 5), x);
  show(nn::RNN(nn::RNNOptions(2, 5).nonlinearity(torch::kReLU).bias(false)), x, h);
  show(nn::RNN(nn::RNNOptions(2, 3).num_layers(2).bidirectional(true)), x);
  show(nn::LSTM(2, 5), x);
  show(nn::LSTM(nn::LSTMOptions(2, 5).proj_size(3).num_layers(2)), x);
  show(nn::LSTM(nn::LSTMOptions(2, 5).proj_size(2).bias(false).bidirectional(true)), x);
  show(nn::LSTM(nn::LSTMOptions(2, 5).batch_first(true)), x.transpose(0, 1),
       c10::optional<std::tuple<Tensor, Tensor>>(std::make_tuple(h, filled({1, 3, 5}, 3))));
  show(nn::GRU(2, 5), x, h);
  show(nn::GRU(nn::GRUOptions(2, 3).num_layers(2).bidirectional(true).batch_first(true)), x);
  const nn::GRU gru(2, 3);
  for (const Tensor& weight : gru->all_weights()) print("weight", weight);
}

void cells() {
  torch::manual_seed(22);
  const Tensor x = filled({3, 2}, 11);
  const Tensor h = filled({3, 4}, 12);
  show(nn::RNNCell(2, 4), x);
  show(nn::RNNCell(nn::RNNCellOptions(2, 4).nonlinearity(torch::kReLU).bias(false)), x, h);
  show(nn::LSTMCell(2, 4), x);
  show(nn::LSTMCell(nn::LSTMCellOptions(2, 4).bias(false)), x,
       c10::optional<std::tuple<Tensor, Tensor>>(std::make_tuple(h, filled({3, 4}, 13))));
  show(nn::GRUCell(2, 4), x);
  show(nn::GRUCell(nn::GRUCellOptions(2, 4).bias(false)), x, h);
}

void packed_sequences() {
  torch::manual_seed(23);
  const std::vector<Tensor> sequences = {filled({2, 3}, 21), filled({4, 3}, 22), filled({1, 3}, 23)};
  print("padded", rnn::pad_sequence(sequences, false, 7.5));
  print("padded by batch", rnn::pad_sequence(sequences, true));
  const auto packed = rnn::pack_sequence(sequences, false);
  print("data", packed.data());
  print("batch sizes", packed.batch_sizes());
  print("sorted", packed.sorted_indices());
  print("unsorted", packed.unsorted_indices());
  for (const bool batch_first : {false, true}) {
    const auto whole = rnn::pad_packed_sequence(packed, batch_first, -1, 5);
    print("whole", std::get<0>(whole));
    print("lengths", std::get<1>(whole));
  }
  const Tensor batch = filled({3, 4, 3}, 24).set_requires_grad(true);
  const auto sorted = rnn::pack_padded_sequence(batch, at::tensor({4, 2, 2}, at::kLong), true);
  print("sorted data", sorted.data());
  const Tensor back = std::get<0>(rnn::pad_packed_sequence(sorted));
  back.mul(back).sum().backward();
  print("gradient", batch.grad());
  const auto over = [&](auto& layer) { return layer.forward_with_packed_input(packed); };
  show_call(nn::RNN(nn::RNNOptions(3, 2).num_layers(2).bidirectional(true)), over);
  show_call(nn::LSTM(nn::LSTMOptions(3, 2).num_layers(2).bidirectional(true)), over);
  show_call(nn::GRU(3, 2), over);
  print_error("lengths", [&] { rnn::pack_padded_sequence(batch, at::tensor({4, 2}, at::kLong), true); });
  print_error("length", [&] { rnn::pack_padded_sequence(batch, at::tensor({4, 2, 0}, at::kLong), true); });
  print_error("total length", [&] { rnn::pad_packed_sequence(packed, false, 0, 3); });
}

void recurrent_errors() {
  const Tensor x = at::ones({4, 3, 2});
  print_error("rank", [&] { nn::LSTM(2, 5)->forward(x[0]); });
  print_error("input size", [&] { nn::GRU(3, 5)->forward(x); });
  print_error("cell input", [&] { nn::LSTMCell(3, 5)->forward(x[0]); });
  print_error("cell batch", [&] { nn::GRUCell(2, 5)->forward(x[0], at::ones({2, 5})); });
  print_error("cell state", [&] { nn::RNNCell(2, 5)->forward(x[0], at::ones({3, 4})); });
}

void attention() {
  torch::manual_seed(24);
  const Tensor query = filled({3, 2, 6}, 31);
  const Tensor key = filled({4, 2, 6}, 32);
  const Tensor value = filled({4, 2, 6}, 33);
  const Tensor padding = at::tensor({0, 0, 0, 1, 0, 1, 0, 0}, at::kLong).to(at::kBool).view({2, 4});
  const Tensor none;
  show(nn::MultiheadAttention(6, 2), query, key, value);
  show(nn::MultiheadAttention(6, 3), query, query, query);
  show(nn::MultiheadAttention(nn::MultiheadAttentionOptions(6, 2).bias(false)), query, key, key, padding, true,
       filled({3, 4}, 34), false);
  show(nn::MultiheadAttention(nn::MultiheadAttentionOptions(6, 2).add_bias_kv(true).add_zero_attn(true)), query, key,
       value, padding, false);
  show(nn::MultiheadAttention(nn::MultiheadAttentionOptions(6, 2).kdim(4).vdim(4)), query, filled({4, 2, 4}, 35),
       filled({4, 2, 4}, 36));
  nn::MultiheadAttention noisy(nn::MultiheadAttentionOptions(6, 2).dropout(0.5));
  noisy->to(at::kDouble);
  print("dropout", std::get<0>(noisy->forward(query, key, value)));
  F::MultiheadAttentionForwardFuncOptions how(6, 2, filled({18, 6}, 37), filled({18}, 38), {}, {}, false, 0,
                                              filled({6, 6}, 39), filled({6}, 40));
  how.training(false).static_k(filled({4, 5, 3}, 41)).static_v(filled({4, 5, 3}, 42));
  const auto fixed = F::multi_head_attention_forward(query, key, value, how);
  print("static", std::get<0>(fixed));
  print("static weights", std::get<1>(fixed));
}

void transformers() {
  torch::manual_seed(25);
  const Tensor src = filled({3, 2, 4}, 51);
  const Tensor tgt = filled({2, 2, 4}, 52);
  const Tensor padding = at::tensor({0, 0, 1, 0, 1, 0}, at::kLong).to(at::kBool).view({2, 3});
  const Tensor none;
  const auto encoder = nn::TransformerEncoderLayerOptions(4, 2).dim_feedforward(5).dropout(0);
  const auto decoder = nn::TransformerDecoderLayerOptions(4, 2).dim_feedforward(5).dropout(0);
  show(nn::TransformerEncoderLayer(encoder), src, filled({3, 3}, 53), padding);
  show(nn::TransformerEncoderLayer(nn::TransformerEncoderLayerOptions(encoder).activation(torch::kGELU)), src);
  show(nn::TransformerDecoderLayer(decoder), tgt, src, filled({2, 2}, 54), none, none, padding);
  show(nn::TransformerDecoderLayer(
           nn::TransformerDecoderLayerOptions(decoder).activation([](const Tensor& input) { return input.tanh(); })),
       tgt, src);
  const nn::AnyModule norm(nn::LayerNorm(nn::LayerNormOptions({4})));
  show(nn::TransformerEncoder(nn::TransformerEncoderOptions(encoder, 2).norm(norm)), src);
  show(nn::TransformerDecoder(nn::TransformerDecoderOptions(nn::TransformerDecoderLayer(decoder), 2)), tgt, src);
  show(nn::Transformer(nn::TransformerOptions(4, 2, 2, 1).dim_feedforward(5).dropout(0)), src, tgt, none,
       nn::Transformer::Impl::generate_square_subsequent_mask(2).to(at::kDouble));
  nn::TransformerEncoderLayer noisy(nn::TransformerEncoderLayerOptions(4, 2).dim_feedforward(5).dropout(0.3));
  noisy->to(at::kDouble);
  print("dropout", noisy->forward(src));
  nn::Transformer whole(nn::TransformerOptions(4, 2, 1, 1).dim_feedforward(3));
  print_error("rank", [&] { whole->forward(src[0], tgt); });
  print_error("batch", [&] { whole->forward(src, tgt.narrow(1, 0, 1)); });
  print_error("features", [&] { whole->forward(src, filled({2, 2, 3}, 55)); });
}

void fractional_pools() {
  torch::manual_seed(26);
  const Tensor image = filled({2, 3, 9, 7}, 61);
  const Tensor volume = filled({1, 2, 5, 6, 7}, 62);
  const auto pools = [](auto& layer, const Tensor& input) {
    const auto both = layer->forward_with_indices(input);
    print_text(layer);
    print("fractional", std::get<0>(both));
    print("indices", std::get<1>(both));
  };
  nn::FractionalMaxPool2d of_sizes(nn::FractionalMaxPool2dOptions({2, 3}).output_size(std::vector<int64_t>{4, 3}));
  nn::FractionalMaxPool2d of_ratios(nn::FractionalMaxPool2dOptions(2).output_ratio(0.6));
  nn::FractionalMaxPool3d of_volume(nn::FractionalMaxPool3dOptions(2).output_size(3));
  pools(of_sizes, image);
  pools(of_sizes, image[1]);
  pools(of_ratios, image.to(at::kFloat));
  pools(of_volume, volume);
  const Tensor input = image.clone().set_requires_grad(true);
  const Tensor out = F::fractional_max_pool2d(
      input, F::FractionalMaxPool2dFuncOptions(3).output_size(1)._random_samples(filled({2, 3, 2}, 63).abs()));
  out.mul(out).sum().backward();
  print("gradient", input.grad());
  print_error("neither", [] { nn::FractionalMaxPool2d pool(nn::FractionalMaxPool2dOptions(2)); });
}

void adaptive_softmax() {
  torch::manual_seed(27);
  const Tensor input = filled({5, 8}, 71);
  const Tensor target = at::tensor({0, 9, 3, 5, 4}, at::kLong);
  nn::AdaptiveLogSoftmaxWithLoss layer(
      nn::AdaptiveLogSoftmaxWithLossOptions(8, 10, {3, 6}).div_value(2).head_bias(true));
  layer->to(at::kDouble);
  print_text(layer);
  for (const auto& item : layer->named_parameters()) print(item.key().c_str(), item.value());
  print("log_prob", layer->log_prob(input));
  print("predict", layer->predict(input));
  layer->to(at::kFloat);
  const auto out = layer->forward(input.to(at::kFloat), target);
  print("output", out.output);
  std::printf("loss %.6g\n", out.loss);
  out.output.sum().backward();
  for (const auto& item : layer->named_parameters()) print(item.key().c_str(), item.value().grad());
  print("one", layer->forward(input[0].to(at::kFloat), at::scalar_tensor(7, at::kLong)).output);
  print_error("target", [&] { layer->forward(input.to(at::kFloat), target + 1); });
  print_error("cutoffs", [] { nn::AdaptiveLogSoftmaxWithLoss bad(8, 10, std::vector<int64_t>{3, 3}); });
}

// The slopes of negative elements are random while the module is training.
void random_slopes() {
  torch::manual_seed(28);
  const Tensor x = filled({2, 3, 4}, 81).set_requires_grad(true);
  const Tensor out = nn::RReLU(nn::RReLUOptions().lower(0.1).upper(0.7))->forward(x);
  print("rrelu", out);
  out.mul(out).sum().backward();
  print("gradient", x.grad());
  print("in place", nn::RReLU(nn::RReLUOptions().inplace(true))->forward(x.detach().to(at::kFloat)));
  print("next", at::rand({2}));
  print("remainder", x.detach() % 0.3);
  print("remainder", 2 % x.detach());
  print("remainder", x.detach() % filled({4}, 82));
}

}  // namespace

int main() {
  recurrent_layers();
  cells();
  packed_sequences();
  recurrent_errors();
  attention();
  transformers();
  fractional_pools();
  adaptive_softmax();
  random_slopes();
}
