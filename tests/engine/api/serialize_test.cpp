// Tests saving and loading tensors. A loaded tensor is a new leaf. If it is loaded inside InferenceMode, it is an
// inference tensor.

#include <gtest/gtest.h>
#include <torch/torch.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

namespace modecheck::engine {
namespace {

std::string saved(const at::Tensor& tensor) {
  std::ostringstream out;
  torch::save(tensor, out);
  return out.str();
}

at::Tensor loaded(const std::string& bytes) {
  std::istringstream in(bytes);
  at::Tensor out;
  torch::load(out, in);
  return out;
}

TEST(Serialize, K1TheModeSaysOfWhichKindALoadedTensorIs) {
  const at::Tensor normal = torch::ones({2});
  at::Tensor inference;
  {
    const c10::InferenceMode guard;
    inference = torch::ones({2});
    EXPECT_TRUE(loaded(saved(normal)).is_inference());
    EXPECT_TRUE(loaded(saved(inference)).is_inference());
    const c10::InferenceMode off(false);
    EXPECT_FALSE(loaded(saved(inference)).is_inference());
  }
  const at::Tensor copy = loaded(saved(inference));
  EXPECT_FALSE(copy.is_inference());
  EXPECT_EQ(copy._version(), 0);
  copy.add_(1);
  EXPECT_TRUE(at::equal(copy, torch::full({2}, 2.0)));
  EXPECT_TRUE(at::equal(inference, torch::ones({2})));
}

// Loading must also read a stream that cannot tell how many bytes are still to come, such as a pipe.
TEST(Serialize, StreamsThatCannotTellWhereTheyAre) {
  class Pipe final : public std::stringbuf {
   public:
    using std::stringbuf::stringbuf;

   protected:
    pos_type seekoff(off_type, std::ios::seekdir, std::ios::openmode) override { return pos_type(off_type(-1)); }
    pos_type seekpos(pos_type, std::ios::openmode) override { return pos_type(off_type(-1)); }
  };
  const at::Tensor ones = torch::ones({2, 3});
  Pipe pipe(saved(ones), std::ios::in);
  std::istream in(&pipe);
  at::Tensor out;
  torch::load(out, in);
  EXPECT_TRUE(at::equal(out, ones));
}

TEST(Serialize, RequiresGradIsKeptAndHistoryIsNot) {
  const at::Tensor leaf = torch::ones({2}, torch::requires_grad());
  (leaf * 2).sum().backward();
  for (const at::Tensor& one : {loaded(saved(leaf)), loaded(saved(leaf * 3))}) {
    EXPECT_TRUE(one.requires_grad());
    EXPECT_TRUE(one.is_leaf());
    EXPECT_FALSE(one.grad().defined());
  }
  const c10::InferenceMode guard;
  const at::Tensor inside = loaded(saved(leaf));
  EXPECT_TRUE(inside.requires_grad());
  EXPECT_TRUE(inside.is_inference());
}

TEST(Serialize, TheWholeStorageIsKept) {
  const at::Tensor whole = torch::arange(12).to(at::kFloat).view({3, 4});
  const at::Tensor part = whole.t().slice(0, 1, 3);
  const at::Tensor copy = loaded(saved(part));
  EXPECT_TRUE(at::equal(copy, part));
  EXPECT_EQ(copy.strides(), part.strides());
  EXPECT_EQ(copy.storage_offset(), part.storage_offset());
  EXPECT_EQ(copy.storage().nbytes(), part.storage().nbytes());
  EXPECT_FALSE(copy.is_view());
  const at::Tensor wide = loaded(saved(torch::ones({1}).expand({3})));
  EXPECT_EQ(wide.stride(0), 0);
  EXPECT_EQ(loaded(saved(torch::ones({0, 2}))).sizes(), c10::IntArrayRef({0, 2}));
}

TEST(Serialize, EveryDtypeAndMeta) {
  for (const c10::ScalarType dtype : {at::kByte, at::kChar, at::kShort, at::kInt, at::kLong, at::kHalf, at::kFloat,
                                      at::kDouble, at::kComplexFloat, at::kComplexDouble, at::kBool, at::kBFloat16}) {
    const at::Tensor tensor = torch::ones({3}).to(dtype);
    const at::Tensor copy = loaded(saved(tensor));
    EXPECT_EQ(copy.scalar_type(), dtype);
    EXPECT_TRUE(at::equal(copy, tensor)) << dtype;
  }
  const at::Tensor meta = loaded(saved(torch::ones({2}, at::kMeta)));
  EXPECT_TRUE(meta.is_meta());
  EXPECT_EQ(meta.sizes(), c10::IntArrayRef({2}));
}

TEST(Serialize, ADefinedTensorGetsTheData) {
  at::Tensor into = torch::zeros({3}, torch::requires_grad());
  const at::Tensor same = into;
  std::istringstream in(saved(torch::ones({2})));
  torch::load(into, in);
  EXPECT_TRUE(into.is_same(same));
  EXPECT_EQ(into.sizes(), c10::IntArrayRef({2}));
  EXPECT_TRUE(into.requires_grad());
  const std::string normal = saved(torch::ones({2}));
  const c10::InferenceMode guard;
  std::istringstream again(normal);
  // Rule K3: a normal tensor cannot take the data of an inference tensor.
  EXPECT_THROW(torch::load(into, again), c10::Error);
  EXPECT_FALSE(into.is_inference());
}

TEST(Serialize, ListsAndFiles) {
  const std::string file =
      (std::filesystem::temp_directory_path() / ("modecheck-serialize-" + std::to_string(getpid()))).string();
  torch::save(std::vector<at::Tensor>{torch::ones({2}), torch::zeros({1, 1})}, file);
  std::vector<at::Tensor> list;
  torch::load(list, file);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[1].sizes(), c10::IntArrayRef({1, 1}));
  torch::save(torch::ones({4}), file);
  at::Tensor one;
  torch::load(one, file);
  EXPECT_EQ(one.numel(), 4);
  EXPECT_THROW(torch::load(one, file + ".absent"), c10::Error);
  std::filesystem::remove(file);
}

TEST(Serialize, UndefinedTensorsAndNullModulesSaySo) {
  std::ostringstream out;
  EXPECT_THROW(torch::save(at::Tensor(), out), c10::Error);
  EXPECT_THROW(torch::save(std::shared_ptr<torch::nn::Module>(), out), c10::Error);
  EXPECT_EQ(out.str(), "");
}

// Whichever byte of a saved file is wrong, loading gives a tensor or an error that describes the file.
TEST(Serialize, BrokenFilesAreRejected) {
  const std::string whole = saved(torch::ones({2, 3}).t());
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THROW(loaded(whole.substr(0, length)), c10::Error) << length;
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int bit : {0, 5, 7}) {
      std::string broken = whole;
      broken[at] = static_cast<char>(broken[at] ^ (1 << bit));
      try {
        static_cast<void>(loaded(broken).sum().item<double>());
      } catch (const c10::Error& error) {
        EXPECT_EQ(std::string(error.what()).find("cannot load the stream"), 0U) << error.what();
      }
    }
  EXPECT_THROW(loaded("PK\3\4 an archive"), c10::Error);
}

}  // namespace
}  // namespace modecheck::engine
