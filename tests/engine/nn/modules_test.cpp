// Tests torch::nn's modules: values beside their operators, parameters by name, clone, to, train and eval, and their
// tensors in InferenceMode and outside. tests/parity/modules.cpp and layers.cpp compare all modules with libtorch's.
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

namespace nn = torch::nn;
namespace F = torch::nn::functional;

std::string message_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST(Modules, LinearIsItsOperator) {
  nn::Linear layer(3, 2);
  EXPECT_EQ(layer->named_parameters().keys(), (std::vector<std::string>{"weight", "bias"}));
  const at::Tensor x = at::randn({4, 3});
  EXPECT_TRUE(at::equal(layer(x), at::linear(x, layer->weight, layer->bias)));
  layer->forward(x).sum().backward();
  EXPECT_TRUE(at::allclose(layer->bias.grad(), at::full({2}, 4.)));
  layer->zero_grad();
  EXPECT_TRUE(at::equal(layer->bias.grad(), at::zeros({2})));
  layer->to(at::kDouble);
  EXPECT_EQ(layer->weight.scalar_type(), at::kDouble);
  EXPECT_EQ(nn::Linear(nn::LinearOptions(3, 2).bias(false))->parameters().size(), 1U);
}

// Rules K4, S1 and M2: a module that is made in the mode has inference tensors. Outside, its running statistics cannot
// be written, and its weight cannot be saved for backward.
TEST(Modules, AreOfTheModesKind) {
  nn::Sequential inside{nullptr};
  nn::Sequential outside(nn::Linear(2, 2), nn::BatchNorm1d(2));
  const at::Tensor x = at::randn({3, 2});
  {
    const c10::InferenceMode mode;
    inside = nn::Sequential(nn::Linear(2, 2), nn::BatchNorm1d(2));
    EXPECT_TRUE(inside->forward(x).is_inference());
    EXPECT_TRUE(outside->forward(x).is_inference());
    EXPECT_TRUE(std::dynamic_pointer_cast<nn::SequentialImpl>(outside->clone())->parameters()[0].is_inference());
  }
  for (const at::Tensor& parameter : inside->parameters()) EXPECT_TRUE(parameter.is_inference());
  for (const at::Tensor& parameter : outside->parameters()) EXPECT_FALSE(parameter.is_inference());
  EXPECT_EQ(rejected([&] { inside->forward(x); }), ErrorClass::InferenceWriteOutsideMode);
  const at::Tensor tracked = x.clone().set_requires_grad(true);
  EXPECT_EQ(rejected([&] { inside->at<nn::LinearImpl>(0).forward(tracked); }), ErrorClass::InferenceSavedForBackward);
  EXPECT_NO_THROW(outside->forward(x).sum().backward());
}

TEST(Modules, BatchNormCountsBatchesWhileItTrains) {
  nn::BatchNorm1d norm(2);
  const at::Tensor x = at::randn({5, 2});
  norm->forward(x);
  norm->forward(x);
  EXPECT_EQ(norm->num_batches_tracked.item<std::int64_t>(), 2);
  norm->eval();
  const at::Tensor mean = norm->running_mean.clone();
  norm->forward(x);
  EXPECT_TRUE(at::equal(norm->running_mean, mean));
  EXPECT_EQ(norm->named_buffers().keys(),
            (std::vector<std::string>{"running_mean", "running_var", "num_batches_tracked"}));
  EXPECT_NE(message_of([&] { norm->forward(at::ones({2})); }).find("expected 2D or 3D input (got 1D input)"),
            std::string::npos);
}

// The clone has tensors of its own, even where the options hold the weight.
TEST(Modules, ClonesShareNoTensors) {
  const at::Tensor weight = at::ones({3, 2});
  nn::Embedding table = nn::Embedding::from_pretrained(weight);
  const auto copy = std::dynamic_pointer_cast<nn::EmbeddingImpl>(table->clone());
  EXPECT_FALSE(copy->weight.is_alias_of(table->weight));
  EXPECT_TRUE(table->weight.is_alias_of(weight));
  nn::BCELoss loss(nn::BCELossOptions().weight(weight));
  const auto loss_copy = loss->clone();
  EXPECT_FALSE(loss_copy->buffers()[0].is_alias_of(loss->buffers()[0]));
}

TEST(Modules, SayWhatIsWrong) {
  EXPECT_NE(message_of([] { nn::Dropout(1.5); }).find("between 0 and 1, but got 1.5"), std::string::npos);
  EXPECT_NE(message_of([] { nn::Conv2d(nn::Conv2dOptions(3, 2, 1).groups(2)); }).find("divisible by groups"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              nn::Conv1d(nn::Conv1dOptions(3, 2, 3).stride(2).padding(torch::kSame));
            }).find("not supported for strided"),
            std::string::npos);
  EXPECT_NE(message_of([] { nn::Embedding(nn::EmbeddingOptions(3, 2).padding_idx(3)); }).find("Padding_idx must be"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              F::interpolate(at::ones({1, 1, 2}));
            }).find("either size or scale_factor"),
            std::string::npos);
  EXPECT_NE(message_of([] { nn::Linear(nullptr)->forward(at::ones({1})); }).find("Accessing empty ModuleHolder"),
            std::string::npos);
  EXPECT_EQ(rejected([] {
              F::grid_sample(at::ones({1, 1, 2, 2, 2}), at::ones({1, 2, 2, 2, 3}));
            }),
            ErrorClass::Unsupported);
}

// A layer over time is its cell, applied step after step, and a packed input gives the same for each sequence.
TEST(RecurrentLayers, AreTheirCellsOverTime) {
  nn::LSTM layer(3, 4);
  const std::vector<at::Tensor> weights = layer->all_weights();
  const at::Tensor x = at::randn({5, 2, 3});
  at::Tensor hidden = at::zeros({2, 4});
  at::Tensor cell = at::zeros({2, 4});
  for (const at::Tensor& step : x.unbind(0))
    std::tie(hidden, cell) = at::lstm_cell(step, {hidden, cell}, weights[0], weights[1], weights[2], weights[3]);
  const auto [output, states] = layer->forward(x);
  EXPECT_TRUE(at::allclose(output[4], hidden));
  EXPECT_TRUE(at::allclose(std::get<1>(states)[0], cell));
  namespace rnn = nn::utils::rnn;
  const at::Tensor lengths = at::tensor({2, 5}, at::kLong);
  const auto packed = rnn::pack_padded_sequence(x, lengths, false, false);
  const auto [packed_output, packed_states] = layer->forward_with_packed_input(packed);
  EXPECT_TRUE(at::allclose(std::get<0>(packed_states)[0][0], output[1][0]));
  EXPECT_TRUE(at::allclose(std::get<0>(packed_states)[0][1], output[4][1]));
  const auto [padded, again] = rnn::pad_packed_sequence(packed_output);
  EXPECT_TRUE(at::equal(again, lengths));
  EXPECT_TRUE(at::equal(padded[3][0], at::zeros({4})));
}

// Rules K4 and S1: in the mode a recurrent layer and attention record nothing and return inference tensors. Outside,
// the same modules can be trained.
TEST(RecurrentLayers, WorkInTheMode) {
  nn::GRU layer(3, 4);
  nn::MultiheadAttention attention(4, 2);
  const at::Tensor x = at::randn({5, 2, 3});
  {
    const c10::InferenceMode mode;
    const at::Tensor inside = std::get<0>(layer->forward(x));
    EXPECT_TRUE(inside.is_inference());
    EXPECT_TRUE(std::get<0>(attention->forward(inside, inside, inside)).is_inference());
  }
  const at::Tensor outside = std::get<0>(layer->forward(x));
  std::get<0>(attention->forward(outside, outside, outside)).sum().backward();
  for (const at::Tensor& parameter : layer->parameters()) EXPECT_TRUE(parameter.grad().defined());
}

TEST(RecurrentLayers, SayWhatIsWrong) {
  const at::Tensor x = at::randn({5, 2, 3});
  EXPECT_NE(message_of([&] { nn::LSTM(2, 4)->forward(x); }).find("Expected 2, got 3"), std::string::npos);
  EXPECT_NE(message_of([&] {
              nn::GRU(3, 4)->forward(x, at::zeros({1, 2, 5}));
            }).find("[1, 2, 4], got [1, 2, 5]"),
            std::string::npos);
  EXPECT_NE(message_of([] { nn::RNN layer(nn::RNNOptions(3, 4).dropout(2)); }).find("range [0, 1]"), std::string::npos);
  EXPECT_NE(message_of([&] {
              at::gru(x, at::zeros({1, 2, 4}), {x}, true, 1, 0, false, false, false);
            }).find("incorrect number of RNN parameters"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              at::_pack_padded_sequence(x, at::tensor({2, 5}, at::kLong), false);
            }).find("decreasing"),
            std::string::npos);
  EXPECT_NE(message_of([] { nn::MultiheadAttention attention(5, 2); }).find("divisible by num_heads"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              at::fractional_max_pool2d(x, {4, 2}, {3, 1}, at::rand({1, 5, 2}));
            }).find("too large"),
            std::string::npos);
}

TEST(Containers, SequentialPassesValuesOn) {
  nn::Sequential layers(nn::Linear(2, 3), nn::ReLU());
  const at::Tensor x = at::randn({4, 2});
  EXPECT_TRUE(at::equal(layers->forward(x), layers->at<nn::LinearImpl>(0).forward(x).relu()));
  EXPECT_EQ(layers->named_parameters().keys(), (std::vector<std::string>{"0.weight", "0.bias"}));
  EXPECT_NE(message_of([] { nn::Sequential()->forward(at::ones({1})); }).find("empty Sequential"), std::string::npos);
  EXPECT_NE(message_of([&] { layers->forward(1); }).find("Expected argument #0 to be of type"), std::string::npos);
  EXPECT_NE(message_of([&] { layers->at<nn::ReLUImpl>(7); }).find("Index out of range"), std::string::npos);
}

TEST(Containers, DefaultArgumentsAreFilledIn) {
  nn::AnyModule unpool(nn::MaxUnpool1d(2));
  const auto [values, indices] = F::max_pool1d_with_indices(at::randn({1, 1, 4}), F::MaxPool1dFuncOptions(2));
  EXPECT_EQ(unpool.forward(values, indices).size(2), 4);
  EXPECT_NE(message_of([&, v = values] { unpool.forward(v); }).find("at least 2 argument(s) and at most 3"),
            std::string::npos);
}

TEST(Containers, DictionariesKeepTheirOrder) {
  nn::ModuleDict dict;
  dict->update(std::vector<std::pair<std::string, std::shared_ptr<nn::Module>>>{{"b", nn::ReLU().ptr()},
                                                                                {"a", nn::Linear(1, 1).ptr()}});
  EXPECT_EQ(dict->keys(), (std::vector<std::string>{"b", "a"}));
  dict->pop("b");
  EXPECT_EQ(dict->named_children().keys(), (std::vector<std::string>{"a"}));
  EXPECT_NE(message_of([&] { dict->at<nn::ReLUImpl>("a"); }).find("and not of the type asked for"), std::string::npos);
  nn::ParameterDict parameters;
  parameters->insert("w", at::ones({2}).set_requires_grad(true));
  EXPECT_TRUE(parameters["w"].requires_grad());
  EXPECT_EQ(parameters->parameters().size(), 1U);
}

TEST(Initialisation, OrthogonalRowsAreOrthonormal) {
  const at::Tensor rows = nn::init::orthogonal_(at::empty({3, 5}, at::kDouble), 2);
  EXPECT_TRUE(at::allclose(rows.matmul(rows.t()), 4 * at::eye(3, at::kDouble)));
  const at::Tensor columns = nn::init::orthogonal_(at::empty({5, 3}, at::kDouble));
  EXPECT_TRUE(at::allclose(columns.t().matmul(columns), at::eye(3, at::kDouble)));
}

TEST(Optimizers, TrainOutsideTheMode) {
  nn::Sequential model(nn::Linear(2, 4), nn::Tanh(), nn::Linear(4, 1));
  torch::optim::Adam optimizer(model->parameters(), torch::optim::AdamOptions(0.05));
  const at::Tensor x = at::randn({16, 2});
  double first = 0;
  double last = 0;
  for (int step = 0; step < 60; ++step) {
    optimizer.zero_grad();
    const at::Tensor loss = F::mse_loss(model->forward(x), x.sum(1, true));
    loss.backward();
    optimizer.step();
    last = loss.item<double>();
    if (step == 0) first = last;
  }
  EXPECT_LT(last, first / 4);
  EXPECT_EQ(optimizer.state().size(), 4U);
}

TEST(Optimizers, SayWhatIsWrong) {
  const at::Tensor p = at::ones({2}).set_requires_grad(true);
  using torch::optim::SGD;
  EXPECT_NE(message_of([&] { SGD({p}, -1); }).find("Invalid learning rate: -1"), std::string::npos);
  EXPECT_NE(message_of([&] { SGD({p * 2}, 1); }).find("can't optimize a non-leaf Tensor"), std::string::npos);
  EXPECT_NE(message_of([&] {
              SGD(std::vector<torch::optim::OptimizerParamGroup>{{{p}}, {{p}}}, 1);
            }).find("appear in more than one parameter group"),
            std::string::npos);
}

}  // namespace modecheck::engine
