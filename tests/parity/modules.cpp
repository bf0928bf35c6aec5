// Prints modules, functions and optimizers of the C++ frontend: their text, parameters, buffers, results and gradients.
// This file is built against the engine and against libtorch; both builds must print the same.
#include <torch/torch.h>

#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "tests/parity/print.h"

namespace {

using at::Tensor;
using modecheck::parity::filled;
using modecheck::parity::print;
namespace F = torch::nn::functional;
namespace nn = torch::nn;

template <typename Holder>
std::string text_of(const Holder& module) {
  std::ostringstream out;
  out << module;
  return out.str();
}

// Prints the module, its parameters and buffers, what it makes of the inputs, and the gradients of a sum of squares.
template <typename Holder, typename... Inputs>
void show(Holder module, Inputs... inputs) {
  module->to(at::kDouble);
  std::printf("%s\n", text_of(module).c_str());
  for (const auto& item : module->named_parameters()) print(("  parameter " + item.key()).c_str(), item.value());
  const Tensor out = module->forward(inputs...);
  print("  forward", out);
  for (const auto& item : module->named_buffers()) print(("  buffer " + item.key()).c_str(), item.value());
  if (out.requires_grad()) {
    out.mul(out).sum().backward();
    for (const auto& item : module->named_parameters())
      print(("  gradient " + item.key()).c_str(), item.value().grad());
  }
  module->eval();
  print("  eval", module->forward(inputs...));
  const auto clone = std::dynamic_pointer_cast<typename Holder::ContainedType>(module->clone());
  print("  clone", clone->forward(inputs...));
}

void linear() {
  const Tensor x = filled({3, 4}, 1);
  show(nn::Identity(), x);
  show(nn::Linear(4, 2), x);
  show(nn::Linear(nn::LinearOptions(4, 2).bias(false)), x);
  show(nn::Flatten(), filled({2, 3, 4}, 2));
  show(nn::Unflatten(nn::UnflattenOptions(1, {2, 2})), x);
  std::printf("%s\n", text_of(nn::Unflatten(nn::UnflattenOptions("C", {{"a", 2}, {"b", 2}}))).c_str());
  show(nn::Bilinear(4, 4, 3), x, filled({3, 4}, 3));
  show(nn::CosineSimilarity(), x, filled({3, 4}, 3));
  show(nn::PairwiseDistance(nn::PairwiseDistanceOptions().p(3).keepdim(true)), x, filled({3, 4}, 3));
  print("pdist", F::pdist(x));
}

void activations() {
  const Tensor x = filled({2, 4, 3}, 5) * 3;
  show(nn::ELU(nn::ELUOptions().alpha(0.7)), x);
  show(nn::SELU(), x);
  show(nn::Hardshrink(0.3), x);
  show(nn::Hardtanh(nn::HardtanhOptions().min_val(-0.5).max_val(0.7)), x);
  show(nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.3)), x);
  show(nn::LogSigmoid(), x);
  show(nn::Softmax(1), x);
  show(nn::Softmin(1), x);
  show(nn::LogSoftmax(2), x);
  show(nn::Softmax2d(), x);
  show(nn::PReLU(nn::PReLUOptions().num_parameters(4)), x);
  show(nn::ReLU(), x);
  show(nn::ReLU6(), x);
  show(nn::CELU(nn::CELUOptions().alpha(1.4)), x);
  show(nn::GLU(1), x);
  show(nn::GELU(), x);
  show(nn::GELU(nn::GELUOptions().approximate("tanh")), x);
  show(nn::SiLU(), x);
  show(nn::Mish(), x);
  show(nn::Sigmoid(), x);
  show(nn::Softplus(nn::SoftplusOptions().beta(2).threshold(1)), x);
  show(nn::Softshrink(0.3), x);
  show(nn::Softsign(), x);
  show(nn::Tanh(), x);
  show(nn::Tanhshrink(), x);
  show(nn::Threshold(0.2, 0.9), x);
  nn::RReLU rrelu;
  rrelu->eval();
  show(rrelu, x.abs());
  for (const bool inplace : {false, true}) {
    std::printf("%s\n", text_of(nn::ReLU(inplace)).c_str());
    std::printf("%s\n", text_of(nn::SELU(inplace)).c_str());
    std::printf("%s\n", text_of(nn::ELU(nn::ELUOptions().inplace(inplace))).c_str());
    std::printf("%s\n", text_of(nn::Threshold(nn::ThresholdOptions(1, 2).inplace(inplace))).c_str());
    std::printf("%s\n", text_of(nn::RReLU(nn::RReLUOptions().inplace(inplace))).c_str());
    print("relu", F::relu(x.clone(), F::ReLUFuncOptions(inplace)));
    print("elu", F::elu(x.clone(), F::ELUFuncOptions().inplace(inplace)));
  }
  print("softmax to float", F::softmax(x, F::SoftmaxFuncOptions(0).dtype(at::kFloat)));
  torch::manual_seed(3);
  print("gumbel", F::gumbel_softmax(x.to(at::kFloat), F::GumbelSoftmaxFuncOptions().hard(true).dim(1)));
}

void losses() {
  const Tensor x = filled({3, 4}, 11);
  const Tensor y = filled({3, 4}, 12);
  const Tensor p = x.sigmoid();
  const Tensor q = y.sigmoid();
  const Tensor ends = at::tensor({1, -1, 1}, at::kLong);
  const Tensor classes = at::tensor({1, 0, 3}, at::kLong);
  show(nn::L1Loss(), x, y);
  show(nn::L1Loss(torch::kNone), x, y);
  show(nn::KLDivLoss(torch::kBatchMean), p.log(), q);
  show(nn::KLDivLoss(nn::KLDivLossOptions(torch::kSum).log_target(true)), p.log(), q.log());
  show(nn::MSELoss(torch::kSum), x, y);
  show(nn::BCELoss(nn::BCELossOptions().weight(q)), p, q);
  show(nn::HingeEmbeddingLoss(nn::HingeEmbeddingLossOptions().margin(0.5)), x, y.sign());
  show(nn::MultiMarginLoss(nn::MultiMarginLossOptions().margin(2)), x, classes);
  show(nn::CosineEmbeddingLoss(nn::CosineEmbeddingLossOptions().margin(0.2)), x, y, ends);
  show(nn::SmoothL1Loss(nn::SmoothL1LossOptions().beta(0.3)), x, y);
  show(nn::HuberLoss(nn::HuberLossOptions(torch::kNone).delta(0.4)), x, y);
  show(nn::MultiLabelMarginLoss(), x, at::tensor({3, 0, -1, 1, 1, -1, 0, 0, -1, 2, 2, 2}, at::kLong).view({3, 4}));
  show(nn::SoftMarginLoss(), x, y.sign());
  show(nn::MultiLabelSoftMarginLoss(nn::MultiLabelSoftMarginLossOptions().weight(q[0])), x, y.sign().clamp_min(0));
  show(nn::TripletMarginLoss(nn::TripletMarginLossOptions().margin(0.8).swap(true)), x, y, filled({3, 4}, 13));
  show(nn::TripletMarginWithDistanceLoss(nn::TripletMarginWithDistanceLossOptions().reduction(torch::kNone)), x, y,
       filled({3, 4}, 13));
  show(nn::PoissonNLLLoss(nn::PoissonNLLLossOptions().full(true)), x, y.abs() * 3);
  show(nn::MarginRankingLoss(nn::MarginRankingLossOptions().margin(0.3)), x[0], x[1], y[0].sign());
  show(nn::NLLLoss(nn::NLLLossOptions().weight(q[0]).ignore_index(3)), p.log(), classes);
  show(nn::CrossEntropyLoss(nn::CrossEntropyLossOptions().label_smoothing(0.2)), x, classes);
  show(nn::BCEWithLogitsLoss(nn::BCEWithLogitsLossOptions().weight(q).pos_weight(q[1] + 1)), x, q);
  const Tensor logits = filled({6, 3, 5}, 14).set_requires_grad(true);
  const Tensor log_probs = logits.log_softmax(2);
  const Tensor targets = at::tensor({1, 2, 2, 4, 3, 3, 1, 0, 0}, at::kLong).view({3, 3});
  const Tensor times = at::tensor({6, 5, 6}, at::kLong);
  const Tensor lengths = at::tensor({3, 2, 1}, at::kLong);
  for (const bool zero : {false, true}) {
    const nn::CTCLoss ctc(nn::CTCLossOptions().reduction(torch::kSum).zero_infinity(zero));
    nn::CTCLoss loss = ctc;
    print("ctc", loss(log_probs, targets, times, lengths));
  }
  print("ctc mean", F::ctc_loss(log_probs, targets, times, lengths));
  const Tensor loss = F::ctc_loss(log_probs, targets, times, lengths);
  loss.backward();
  // libtorch adds a part to the gradient of log-probabilities that log_softmax takes away again.
  print("ctc gradient", logits.grad());
}

void convolutions() {
  const Tensor line = filled({2, 4, 7}, 21);
  const Tensor image = filled({2, 4, 6, 7}, 22);
  const Tensor volume = filled({1, 2, 4, 5, 3}, 23);
  show(nn::Conv1d(4, 2, 3), line);
  show(nn::Conv1d(nn::Conv1dOptions(4, 2, 3).padding(torch::kSame)), line);
  show(nn::Conv2d(nn::Conv2dOptions(4, 2, {3, 2}).stride(2).padding({1, 0}).dilation({1, 2}).groups(2)), image);
  show(nn::Conv2d(nn::Conv2dOptions(4, 2, 3).padding(1).padding_mode(torch::kCircular).bias(false)), image);
  show(nn::Conv2d(nn::Conv2dOptions(4, 2, 3).padding({1, 2}).padding_mode(torch::kReflect)), image);
  show(nn::Conv2d(nn::Conv2dOptions(4, 2, 3).padding(torch::kValid)), image);
  show(nn::Conv3d(2, 2, 2), volume);
  show(nn::ConvTranspose1d(nn::ConvTranspose1dOptions(4, 2, 3).stride(2).output_padding(1)), line);
  show(nn::ConvTranspose2d(nn::ConvTranspose2dOptions(4, 2, 3).groups(2).padding(1).dilation(2)), image);
  show(nn::ConvTranspose3d(2, 3, 2), volume);
  nn::ConvTranspose2d to_size(nn::ConvTranspose2dOptions(4, 2, 3).stride(2));
  to_size->to(at::kDouble);
  print("to size", to_size->forward(image, std::vector<int64_t>{14, 15}));
  show(nn::Fold(nn::FoldOptions({4, 5}, {2, 2})), filled({2, 12, 12}, 24));
  show(nn::Unfold(nn::UnfoldOptions({2, 3}).dilation({1, 2}).padding({1, 0}).stride(2)), image);
  show(nn::PixelShuffle(2), image);
  show(nn::PixelUnshuffle(nn::PixelUnshuffleOptions(2)), filled({1, 1, 4, 6}, 25));
}

void paddings() {
  const Tensor line = filled({2, 2, 4}, 31);
  const Tensor image = filled({1, 2, 4, 3}, 32);
  const Tensor volume = filled({1, 1, 3, 3, 3}, 33);
  show(nn::ReflectionPad1d(2), line);
  show(nn::ReflectionPad2d(nn::ReflectionPad2dOptions({1, 2, 2, 0})), image);
  show(nn::ReflectionPad3d(1), volume);
  show(nn::ReplicationPad1d(nn::ReplicationPad1dOptions({3, 1})), line);
  show(nn::ReplicationPad2d(2), image);
  show(nn::ReplicationPad3d(1), volume);
  show(nn::ZeroPad2d(nn::ZeroPad2dOptions({1, 2, 0, 1})), image);
  show(nn::ConstantPad1d(2, 3.5), line);
  show(nn::ConstantPad2d(nn::ConstantPad2dOptions({1, 0, 2, 1}, -1)), image);
  show(nn::ConstantPad3d(1, 0.25), volume);
  print("circular", F::pad(image, F::PadFuncOptions({1, 1, 2, 1}).mode(torch::kCircular)));
  print("constant", F::pad(image, F::PadFuncOptions({1, 1}).value(2)));
}

void pools() {
  const Tensor line = filled({2, 3, 8}, 41);
  const Tensor image = filled({2, 2, 6, 7}, 42);
  const Tensor volume = filled({1, 2, 4, 5, 6}, 43);
  show(nn::AvgPool1d(nn::AvgPool1dOptions(3).stride(2).padding(1).count_include_pad(false)), line);
  show(nn::AvgPool2d(nn::AvgPool2dOptions({3, 2}).divisor_override(5)), image);
  show(nn::AvgPool3d(2), volume);
  show(nn::MaxPool1d(nn::MaxPool1dOptions(3).stride(2).ceil_mode(true)), line);
  show(nn::MaxPool2d(nn::MaxPool2dOptions({3, 2}).padding(1).dilation({1, 2})), image);
  show(nn::MaxPool3d(2), volume);
  show(nn::AdaptiveAvgPool1d(3), line);
  show(nn::AdaptiveAvgPool2d(nn::AdaptiveAvgPool2dOptions({3, c10::nullopt})), image);
  show(nn::AdaptiveAvgPool3d(2), volume);
  show(nn::AdaptiveMaxPool1d(3), line);
  show(nn::AdaptiveMaxPool2d(nn::AdaptiveMaxPool2dOptions({4, 3})), image);
  show(nn::AdaptiveMaxPool3d(nn::AdaptiveMaxPool3dOptions({2, c10::nullopt, 4})), volume);
  print("indices", std::get<1>(nn::AdaptiveMaxPool2d(3)->forward_with_indices(image)));
  print("indices", std::get<1>(F::adaptive_max_pool3d_with_indices(volume, F::AdaptiveMaxPool3dFuncOptions(2))));
  show(nn::LPPool1d(nn::LPPool1dOptions(2, 3).stride(2)), line.abs());
  show(nn::LPPool2d(nn::LPPool2dOptions(3, {2, 3})), image.abs());
  const auto one = F::max_pool1d_with_indices(line, F::MaxPool1dFuncOptions(2));
  show(nn::MaxUnpool1d(2), std::get<0>(one), std::get<1>(one));
  const auto two = F::max_pool2d_with_indices(image, F::MaxPool2dFuncOptions({2, 3}).stride(2));
  print("unpool2d",
        F::max_unpool2d(std::get<0>(two), std::get<1>(two),
                        F::MaxUnpool2dFuncOptions({2, 3}).stride(2).output_size(std::vector<int64_t>{2, 2, 6, 7})));
  const auto three = F::max_pool3d_with_indices(volume.narrow(3, 0, 4), F::MaxPool3dFuncOptions(2));
  std::printf("%s\n", text_of(nn::MaxUnpool3d(2)).c_str());
  print("unpool3d", F::max_unpool3d(std::get<0>(three), std::get<1>(three), F::MaxUnpool3dFuncOptions(2)));
}

void normalizations() {
  const Tensor table = filled({5, 4}, 51);
  const Tensor line = filled({3, 4, 5}, 52);
  const Tensor image = filled({2, 4, 3, 2}, 53);
  const Tensor volume = filled({2, 4, 2, 2, 2}, 54);
  show(nn::BatchNorm1d(4), table);
  show(nn::BatchNorm1d(nn::BatchNorm1dOptions(4).momentum(c10::nullopt).affine(false)), line);
  show(nn::BatchNorm2d(nn::BatchNorm2dOptions(4).eps(1e-3).momentum(0.3)), image);
  show(nn::BatchNorm2d(nn::BatchNorm2dOptions(4).track_running_stats(false)), image);
  show(nn::BatchNorm3d(4), volume);
  show(nn::InstanceNorm1d(4), line);
  show(nn::InstanceNorm2d(nn::InstanceNorm2dOptions(4).affine(true).track_running_stats(true)), image);
  show(nn::InstanceNorm3d(4), volume);
  show(nn::LayerNorm(std::vector<int64_t>{4, 5}), line);
  show(nn::LayerNorm(nn::LayerNormOptions({5}).elementwise_affine(false).eps(0.1)), line);
  show(nn::GroupNorm(2, 4), image);
  show(nn::LocalResponseNorm(nn::LocalResponseNormOptions(3).alpha(0.2).beta(0.5).k(2)), image);
  show(nn::LocalResponseNorm(2), line);
  // libtorch lets the windows of the third and later channels begin one channel too early.
  show(nn::CrossMapLRN2d(nn::CrossMapLRN2dOptions(3).alpha(0.2)), image.narrow(1, 0, 2));
  print("normalize", F::normalize(line, F::NormalizeFuncOptions().p(1).dim(-1)));
}

void embeddings() {
  const Tensor indices = at::tensor({1, 0, 4, 2, 1, 1}, at::kLong);
  torch::manual_seed(5);
  show(nn::Embedding(5, 3), indices);
  show(nn::Embedding(nn::EmbeddingOptions(5, 3).padding_idx(-1).max_norm(0.7).norm_type(1.5)), indices);
  show(nn::EmbeddingBag(5, 3), indices.view({2, 3}));
  show(nn::EmbeddingBag(nn::EmbeddingBagOptions(5, 3).mode(torch::kMax)), indices.view({3, 2}));
  nn::EmbeddingBag bag = nn::EmbeddingBag::from_pretrained(
      filled({5, 2}, 61), nn::EmbeddingBagFromPretrainedOptions().mode(torch::kSum).freeze(false));
  print("bag", bag->forward(indices, at::tensor({0, 2, 2}, at::kLong), filled({6}, 62)));
  std::printf("%s %d\n", text_of(bag).c_str(), bag->weight.requires_grad());
  print("one_hot", F::one_hot(indices, 6));
}

void images() {
  const Tensor line = filled({1, 2, 5}, 71);
  const Tensor image = filled({1, 2, 4, 5}, 72);
  const Tensor volume = filled({1, 1, 3, 4, 3}, 73);
  using Options = F::InterpolateFuncOptions;
  const std::vector<double> half{1.5};
  print("nearest", F::interpolate(line, Options().scale_factor(half)));
  print("nearest", F::interpolate(image, Options().size(std::vector<int64_t>{7, 3})));
  print("nearest", F::interpolate(volume, Options().size(std::vector<int64_t>{5, 2, 4})));
  print("exact", F::interpolate(image, Options().size(std::vector<int64_t>{7, 3}).mode(torch::kNearestExact)));
  print("area", F::interpolate(image, Options().size(std::vector<int64_t>{2, 3}).mode(torch::kArea)));
  for (const bool corners : {false, true}) {
    const auto to = [&](std::vector<int64_t> size) { return Options().size(size).align_corners(corners); };
    print("linear", F::interpolate(line, to({8}).mode(torch::kLinear)));
    print("bilinear", F::interpolate(image, to({3, 8}).mode(torch::kBilinear)));
    print("bicubic", F::interpolate(image, to({7, 3}).mode(torch::kBicubic)));
    print("trilinear", F::interpolate(volume, to({4, 3, 5}).mode(torch::kTrilinear)));
    const Tensor theta = filled({1, 2, 3}, 74);
    const Tensor grid = F::affine_grid(theta, {1, 2, 3, 4}, corners);
    print("affine", grid);
    print("affine 3d", F::affine_grid(filled({2, 3, 4}, 75), {2, 1, 2, 3, 2}, corners));
    using GridOptions = F::GridSampleFuncOptions;
    print("grid", F::grid_sample(image, grid, GridOptions().align_corners(corners).padding_mode(torch::kBorder)));
    print("grid", F::grid_sample(image, grid, GridOptions().align_corners(corners).mode(torch::kNearest)));
  }
  show(nn::Upsample(
           nn::UpsampleOptions().scale_factor(std::vector<double>{2, 1}).mode(torch::kBilinear).align_corners(false)),
       image);
  std::printf("%s\n", text_of(nn::Upsample(nn::UpsampleOptions().size(std::vector<int64_t>{2, 3}))).c_str());
}

void dropouts() {
  const Tensor x = at::ones({2, 3, 4, 5});
  std::printf("%s %s %s %s %s\n", text_of(nn::Dropout(0.2)).c_str(), text_of(nn::Dropout2d()).c_str(),
              text_of(nn::Dropout3d(nn::Dropout3dOptions(0.1).inplace(true))).c_str(),
              text_of(nn::AlphaDropout(0.3)).c_str(), text_of(nn::FeatureAlphaDropout(0.4)).c_str());
  torch::manual_seed(9);
  print("dropout", nn::Dropout(0.3)->forward(x[0]));
  print("dropout2d", nn::Dropout2d(0.3)->forward(x));
  print("alpha", nn::AlphaDropout(0.3)->forward(x[0]));
  print("feature alpha", nn::FeatureAlphaDropout(0.3)->forward(x));
  print("off", F::dropout(x[0], F::DropoutFuncOptions().p(0.5).training(false)));
}

void initialisations() {
  torch::manual_seed(11);
  const auto fresh = [] { return at::empty({4, 6}); };
  print("constant", nn::init::constant_(fresh(), 2.5));
  print("eye", nn::init::eye_(fresh()));
  print("dirac", nn::init::dirac_(at::empty({3, 2, 3, 3})));
  print("normal", nn::init::normal_(fresh(), 1, 2));
  print("uniform", nn::init::uniform_(fresh(), -1, 2));
  print("kaiming", nn::init::kaiming_normal_(fresh(), 0.1, torch::kFanOut, torch::kReLU));
  print("kaiming", nn::init::kaiming_uniform_(fresh()));
  print("xavier", nn::init::xavier_normal_(fresh(), 1.5));
  print("xavier", nn::init::xavier_uniform_(at::empty({2, 3, 4})));
  print("orthogonal", nn::init::orthogonal_(fresh(), 1.5));
  print("orthogonal", nn::init::orthogonal_(at::empty({5, 3})));
  print("sparse", nn::init::sparse_(fresh(), 0.5));
  std::printf("%.9g %.9g\n", nn::init::calculate_gain(torch::kTanh), nn::init::calculate_gain(torch::kLeakyReLU, 0.2));
}

struct Twice : nn::Module {
  int forward(int number) { return 2 * number; }
};

void containers() {
  torch::manual_seed(13);
  nn::Sequential layers(nn::Linear(3, 4), nn::ReLU(), nn::Functional(torch::relu), nn::BatchNorm1d(4));
  layers->push_back("last", nn::Linear(4, 2));
  std::printf("%s %zu\n", text_of(layers).c_str(), layers->size());
  for (const auto& item : layers->named_parameters()) print(item.key().c_str(), item.value());
  print("sequential", layers->forward(at::ones({2, 3})));
  print("at", layers->at<nn::LinearImpl>(0).weight);
  const nn::Sequential named({{"one", nn::Linear(2, 2)}, {"two", nn::Tanh()}});
  std::printf("%s\n", text_of(named).c_str());
  nn::ModuleList list(nn::Linear(2, 3), nn::ReLU());
  list->insert(1, nn::Linear(3, 3));
  list->extend(std::vector<std::shared_ptr<nn::Module>>{nn::Tanh().ptr()});
  std::printf("%s %zu\n", text_of(list).c_str(), list->size());
  nn::ModuleDict dict(std::vector<std::pair<std::string, std::shared_ptr<nn::Module>>>{{"a", nn::Linear(1, 2).ptr()},
                                                                                       {"b", nn::ReLU().ptr()}});
  std::printf("%s %d\n", text_of(dict).c_str(), dict->contains("b"));
  nn::ParameterList parameters(at::ones({2}), at::zeros({1, 2}));
  std::printf("%s\n", text_of(parameters).c_str());
  nn::ParameterDict by_name;
  by_name->insert("w", at::ones({3}));
  std::printf("%s\n", text_of(by_name).c_str());
  nn::AnyModule any(Twice{});
  std::printf("%d %s\n", any.forward<int>(21), any.type_info() == typeid(Twice) ? "Twice" : "another");
  for (const int which : {0, 1, 2, 3}) {
    try {
      if (which == 0) any.forward<int>(1.5);
      if (which == 1) any.forward<int>();
      if (which == 2) any.forward<float>(1);
      if (which == 3) layers->at<nn::LinearImpl>(1);
    } catch (const std::exception& error) {
      const std::string text = error.what();
      const std::size_t end = text.find('\n');
      std::printf("%s\n", text.substr(0, end).c_str());
    }
  }
}

template <typename Optimizer, typename Options>
void optimize(const char* name, const Options& options) {
  torch::manual_seed(17);
  nn::Sequential model(nn::Linear(3, 4), nn::Tanh(), nn::Linear(4, 1));
  model->to(at::kDouble);
  Optimizer optimizer(model->parameters(), options);
  torch::optim::StepLR scheduler(optimizer, 2, 0.5);
  const Tensor x = filled({8, 3}, 81);
  for (int step = 0; step < 5; ++step) {
    const Tensor loss = optimizer.step([&] {
      optimizer.zero_grad();
      Tensor value = F::mse_loss(model->forward(x), x.sum(1, true));
      value.backward();
      return value;
    });
    scheduler.step();
    print(name, loss);
    for (const Tensor& parameter : model->parameters())
      std::printf("%s: version %d\n", name, static_cast<int>(parameter._version()));
  }
  for (const Tensor& parameter : model->parameters()) print("  parameter", parameter);
}

void optimizers() {
  namespace optim = torch::optim;
  optimize<optim::SGD>("SGD", optim::SGDOptions(0.1));
  optimize<optim::SGD>("SGD", optim::SGDOptions(0.1).momentum(0.9).weight_decay(0.1).nesterov(true));
  optimize<optim::SGD>("SGD", optim::SGDOptions(0.1).momentum(0.9).dampening(0.3));
  optimize<optim::Adam>("Adam", optim::AdamOptions(0.1).weight_decay(0.1));
  optimize<optim::Adam>("Adam", optim::AdamOptions(0.1).amsgrad(true).betas(std::make_tuple(0.5, 0.6)));
  optimize<optim::AdamW>("AdamW", optim::AdamWOptions(0.1).amsgrad(true));
  optimize<optim::Adagrad>("Adagrad", optim::AdagradOptions(0.1).lr_decay(0.1).weight_decay(0.2));
  optimize<optim::RMSprop>("RMSprop", optim::RMSpropOptions(0.1).momentum(0.5).centered(true));
  optimize<optim::RMSprop>("RMSprop", optim::RMSpropOptions(0.1).weight_decay(0.1));
  optimize<optim::LBFGS>("LBFGS", optim::LBFGSOptions(0.1).max_iter(4).history_size(3));
  optimize<optim::LBFGS>("LBFGS", optim::LBFGSOptions(1).max_iter(3).line_search_fn("strong_wolfe"));
}

void utilities() {
  nn::Linear layer(2, 3);
  layer->to(at::kDouble);
  layer->weight.mutable_grad() = filled({3, 2}, 91);
  layer->bias.mutable_grad() = filled({3}, 92);
  std::printf("%.9g\n", nn::utils::clip_grad_norm_(layer->parameters(), 0.5));
  print("clipped", layer->weight.grad());
  nn::utils::clip_grad_value_(layer->parameters(), 0.1);
  print("limited", layer->weight.grad());
  nn::utils::vector_to_parameters(filled({9}, 93), layer->parameters());
  print("vector", nn::utils::parameters_to_vector(layer->parameters()));
}

}  // namespace

int main() {
  torch::manual_seed(1);
  linear();
  activations();
  losses();
  convolutions();
  paddings();
  pools();
  normalizations();
  embeddings();
  images();
  dropouts();
  initialisations();
  containers();
  optimizers();
  utilities();
}
