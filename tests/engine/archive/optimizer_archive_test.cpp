// Tests torch::save and torch::load of optimizers and of modules, and LBFGS. tests/parity/archives.cpp exchanges such
// files with libtorch, and tests/parity/modules.cpp compares the steps of the optimizers.
#include <c10/util/tempfile.h>

#include "tests/engine/archive/archive_files.h"

namespace modecheck::engine {
namespace {

namespace nn = torch::nn;
namespace optim = torch::optim;

// A layer with an optimizer.
template <typename Optimizer, typename Options>
struct Trained {
  explicit Trained(const Options& options) : layer(3, 2), optimizer(layer->parameters(), options) {
    const at::NoGradGuard no_grad;
    for (at::Tensor& parameter : layer->parameters()) parameter.fill_(0.25);
  }
  void step() {
    optimizer.step([&] {
      optimizer.zero_grad();
      at::Tensor loss = (layer->forward(at::arange(6).to(at::kFloat).view({2, 3})) - 1).pow(2).mean();
      loss.backward();
      return loss;
    });
  }

  nn::Linear layer;
  Optimizer optimizer;
};

// After loading, the next step is the same as without saving. It differs from the step of a new optimizer.
template <typename Optimizer, typename Options>
void expect_continued(const Options& options) {
  Trained<Optimizer, Options> first(options), second(options), fresh(options);
  for (int i = 0; i < 3; ++i) first.step();
  std::istringstream layer(bytes_of_saved(first.layer)), state(bytes_of_saved(first.optimizer));
  torch::load(second.layer, layer);
  torch::load(second.optimizer, state);
  torch::load(fresh.layer, layer);  // a second time from one stream
  first.step();
  second.step();
  fresh.step();
  EXPECT_TRUE(at::equal(first.layer->weight, second.layer->weight));
  EXPECT_FALSE(at::equal(first.layer->weight, fresh.layer->weight));
}

TEST(OptimizerArchive, EveryOptimizerContinues) {
  expect_continued<optim::SGD>(optim::SGDOptions(0.01).momentum(0.9));
  expect_continued<optim::Adam>(optim::AdamOptions(0.1).amsgrad(true));
  expect_continued<optim::AdamW>(optim::AdamWOptions(0.1).amsgrad(true));
  expect_continued<optim::Adagrad>(optim::AdagradOptions(0.1));
  expect_continued<optim::RMSprop>(optim::RMSpropOptions(0.01).momentum(0.9).centered(true));
  expect_continued<optim::LBFGS>(optim::LBFGSOptions(0.1).max_iter(2));
  expect_continued<optim::LBFGS>(optim::LBFGSOptions(1).max_iter(2).history_size(2).line_search_fn("strong_wolfe"));
}

TEST(OptimizerArchive, OtherArchivesChangeNothing) {
  Trained<optim::SGD, optim::SGDOptions> sgd(optim::SGDOptions(0.1).momentum(0.5));
  Trained<optim::Adam, optim::AdamOptions> adam(optim::AdamOptions(0.1));
  sgd.step();
  adam.step();
  const auto refusal = [&](auto& optimizer, const std::string& bytes) {
    return refusal_of([&] {
      std::istringstream in(bytes);
      torch::load(optimizer, in);
    });
  };
  optim::Adam other(sgd.layer->parameters(), optim::AdamOptions(0.1));
  EXPECT_NE(refusal(other, bytes_of_saved(sgd.optimizer)).find("does not have a field with name"), std::string::npos);
  EXPECT_TRUE(other.state().empty());
  optim::Adam fewer({adam.layer->weight}, optim::AdamOptions(0.1));
  EXPECT_NE(refusal(fewer, bytes_of_saved(adam.optimizer)).find("has 2 parameters, and the optimizer's has 1"),
            std::string::npos);
  optim::Adam more({optim::OptimizerParamGroup({adam.layer->weight}), optim::OptimizerParamGroup({adam.layer->bias})},
                   optim::AdamOptions(0.1));
  EXPECT_NE(refusal(more, bytes_of_saved(adam.optimizer)).find("has 1 groups of parameters, and the optimizer has 2"),
            std::string::npos);
  EXPECT_TRUE(fewer.state().empty() && more.state().empty());
  torch::serialize::OutputArchive future;
  future.write("pytorch_version", c10::IValue("9.0"));
  std::ostringstream out;
  future.save_to(out);
  EXPECT_NE(refusal(other, out.str()).find("an optimizer of another version"), std::string::npos);
}

// Archives of PyTorch before 1.5.0 have lists of buffers and no groups.
TEST(OptimizerArchive, FormerArchivesAreReadWithAWarning) {
  Trained<optim::SGD, optim::SGDOptions> sgd(optim::SGDOptions(0.1).momentum(0.5));
  const auto with_count = [&](std::int64_t count) {
    torch::serialize::OutputArchive archive;
    archive.write("momentum_buffers/size", at::full({}, count, at::kLong));
    archive.write("momentum_buffers/0", at::full({2, 3}, 5.), true);
    std::ostringstream out;
    archive.save_to(out);
    return refusal_of([&] {
      std::istringstream in(out.str());
      torch::load(sgd.optimizer, in);
    });
  };
  EXPECT_EQ(with_count(1), "");
  ASSERT_EQ(sgd.optimizer.state().size(), 1U);
  const auto& state = dynamic_cast<const optim::SGDParamState&>(*sgd.optimizer.state().begin()->second);
  EXPECT_TRUE(at::equal(state.momentum_buffer(), at::full({2, 3}, 5.)));
  EXPECT_NE(with_count(2).find("No such serialized tensor 'momentum_buffers/1'"), std::string::npos);
  EXPECT_NE(with_count(-1).find("is -1, and a number of elements is not negative"), std::string::npos);
}

TEST(ModuleArchive, ABrokenArchiveChangesNothing) {
  nn::Sequential saved(nn::Linear(2, 2), nn::BatchNorm1d(2)),
      wider(nn::Linear(2, 2), nn::BatchNorm1d(2), nn::Linear(2, 2));
  const at::Tensor before = wider[0]->named_parameters()["weight"].detach().clone();
  const at::Tensor weight = wider[0]->named_parameters()["weight"];
  ASSERT_FALSE(at::equal(saved[0]->named_parameters()["weight"], before));
  std::istringstream in(bytes_of_saved(saved));
  EXPECT_NE(refusal_of([&] { torch::load(wider, in); }).find("No such serialized submodule: '2'"), std::string::npos);
  EXPECT_TRUE(at::equal(weight, before));
  EXPECT_TRUE(weight.requires_grad());
}

// The old file stays whole when the new one cannot be written.
TEST(SavedFile, IsReplacedWholeOrNotAtAll) {
  const TemporaryFile file("replaced.pt"), link("link.pt");
  torch::save(at::ones({3}), file.path());
  std::filesystem::create_symlink(file.path(), link.path());
  std::filesystem::permissions(file.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  torch::save(at::zeros({2}), link.path());
  EXPECT_TRUE(std::filesystem::is_symlink(link.path()));
  Tensor loaded;
  torch::load(loaded, file.path());
  EXPECT_TRUE(at::equal(loaded, at::zeros({2})));
  EXPECT_EQ(std::filesystem::status(file.path()).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_NE(refusal_of([&] {
              torch::save(at::ones({3}), std::filesystem::temp_directory_path().string());
            }).find("cannot be written"),
            std::string::npos);
  // A device takes bytes but cannot be replaced. This one is always full.
  EXPECT_NE(refusal_of([&] { torch::save(at::ones({3}), "/dev/full"); }).find("cannot be written whole"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path()))
    EXPECT_EQ(entry.path().string().find(file.path() + ".saving"), std::string::npos) << entry.path();
}

// LBFGS finds the minimum of a quadratic function of two variables.
TEST(LBFGS, FindsAMinimum) {
  for (const char* const search : {"", "strong_wolfe"}) {
    at::Tensor x = at::full({2}, 3., at::kDouble).set_requires_grad(true);
    optim::LBFGSOptions options(0.5);
    if (*search != '\0') options.line_search_fn(search);
    optim::LBFGS optimizer({x}, options);
    const auto loss = [&] {
      optimizer.zero_grad();
      at::Tensor out = (x[0] - 1).pow(2) + 10 * (x[1] + 2).pow(2);
      out.backward();
      return out;
    };
    for (int i = 0; i < 5; ++i) optimizer.step(loss);
    EXPECT_TRUE(at::allclose(x.detach(), at::tensor(std::vector<double>{1, -2}), 0, 1e-4)) << search << x;
  }
}

TEST(LBFGS, SaysWhatIsWrong) {
  const at::Tensor x = at::ones({2}).set_requires_grad(true);
  optim::LBFGS optimizer({x}, optim::LBFGSOptions(1));
  EXPECT_NE(refusal_of([&] { optimizer.step(nullptr); }).find("LBFGS requires a closure function"), std::string::npos);
  optim::LBFGS other({x}, optim::LBFGSOptions(1).line_search_fn("armijo"));
  EXPECT_NE(refusal_of([&] { other.step([&] { return x.sum(); }); }).find("only 'strong_wolfe' is supported"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] {
              optim::LBFGS({optim::OptimizerParamGroup({x}), optim::OptimizerParamGroup({at::ones({1})})}, 1);
            }).find("doesn't support per-parameter options"),
            std::string::npos);
}

// Names that programs for libtorch use beside the optimizers.
TEST(TorchUtilities, AreThere) {
  if (torch::cuda::is_available())
    EXPECT_TRUE(at::ones({1}).cuda().is_cuda());
  else
    EXPECT_THROW(at::ones({1}).cuda(), c10::Error);
  EXPECT_EQ(c10::guts::to_string(7), "7");
  EXPECT_EQ(c10::to_string(7), "7");
  const int before = at::get_num_interop_threads();
  torch::init_num_threads();
  torch::set_num_interop_threads(before + 1);
  EXPECT_EQ(torch::get_num_interop_threads(), before + 1);
  torch::set_num_interop_threads(before);
  EXPECT_NE(refusal_of([] { torch::set_num_interop_threads(0); }).find("expected a positive number"),
            std::string::npos);
  EXPECT_EQ(at::_test_ambiguous_defaults(at::ones({})).item<int>(), 1);
  EXPECT_EQ(at::_test_ambiguous_defaults(at::ones({}), 2, "2").item<int>(), 2);
  EXPECT_NE(refusal_of([] { at::_test_ambiguous_defaults(at::ones({}), 2); }), "");
  std::string name;
  {
    const c10::TempFile file = c10::make_tempfile();
    name = file.name;
    EXPECT_TRUE(std::filesystem::is_regular_file(name));
  }
  EXPECT_FALSE(std::filesystem::exists(name));
}

}  // namespace
}  // namespace modecheck::engine
