// Writes files with torch::save, OutputArchive and pickle_save, or reads such files and prints what is in them. This
// file is built against the engine and against libtorch. Each build must print the same for the files of both.
#include <torch/torch.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/parity/print.h"
#include "tests/parity/say.h"

namespace {

using at::Tensor;
using modecheck::parity::filled;
using modecheck::parity::print;

struct PartImpl : torch::nn::Module {
  explicit PartImpl(double seed) {
    weight = register_parameter("weight", filled({2, 3}, 5).mul(seed));
    count = register_buffer("count", at::full({}, seed, at::kLong));
  }
  Tensor weight, count;
};
TORCH_MODULE(Part);

struct WholeImpl : torch::nn::Module {
  explicit WholeImpl(double seed) {
    first = register_module("first", Part(seed));
    second = register_module("second", Part(seed + 1));
    bias = register_parameter("bias", at::full({3}, seed), false);
  }
  Part first{nullptr}, second{nullptr};
  Tensor bias;
};
TORCH_MODULE(Whole);

std::vector<Tensor> tensors() {
  const Tensor whole = filled({4, 6}, 1).mul(100);
  std::vector<Tensor> out;
  for (const at::ScalarType dtype : {at::kByte, at::kChar, at::kShort, at::kInt, at::kLong, at::kHalf, at::kFloat,
                                     at::kDouble, at::kBool, at::kBFloat16})
    out.push_back(whole.abs().to(dtype));
  out.push_back(at::view_as_complex(filled({3, 2}, 2)));
  out.push_back(at::view_as_complex(filled({3, 2}, 3).to(at::kFloat)));
  out.push_back(whole.t());
  out.push_back(whole.slice(1, 1, 5, 2));
  out.push_back(whole.narrow(0, 2, 1));
  out.push_back(at::ones({1}).expand({3, 2}));
  out.push_back(at::empty({0, 3}));
  out.push_back(at::full({}, 7));
  out.push_back(at::ones({2, 2}).set_requires_grad(true));
  return out;
}

void write_bytes(const std::string& path, const std::vector<char>& bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::vector<char> read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Takes three steps with a new optimizer and saves it, or loads it from the file and takes one step.
template <typename Optimizer, typename Options>
void optimize(bool writes, const std::string& path, const Options& options) {
  const Tensor x = filled({2, 3}, 20).set_requires_grad(true), y = filled({2}, 21).set_requires_grad(true);
  Optimizer optimizer({x, y}, options);
  const auto step = [&] {
    optimizer.step([&] {
      optimizer.zero_grad();
      Tensor loss = (x - 1).pow(2).sum() + x.pow(4).sum();
      loss.backward();
      return loss;
    });
  };
  if (writes) {
    for (int i = 0; i < 3; ++i) step();
    torch::save(optimizer, path);
    return;
  }
  torch::load(optimizer, path);
  SAY(optimizer.state().size());
  step();
  print(path.substr(path.find_last_of('/')).c_str(), x.detach());
}

void optimizers(bool writes, const std::string& folder) {
  namespace optim = torch::optim;
  optimize<optim::SGD>(writes, folder + "sgd.pt", optim::SGDOptions(0.01).momentum(0.9));
  optimize<optim::Adam>(writes, folder + "adam.pt", optim::AdamOptions(0.1).amsgrad(true));
  optimize<optim::AdamW>(writes, folder + "adamw.pt", optim::AdamWOptions(0.1));
  optimize<optim::Adagrad>(writes, folder + "adagrad.pt", optim::AdagradOptions(0.1));
  optimize<optim::RMSprop>(writes, folder + "rmsprop.pt", optim::RMSpropOptions(0.01).momentum(0.9).centered(true));
  // With a longer history libtorch cannot save the optimizer after its second iteration: `al` has undefined tensors.
  optimize<optim::LBFGS>(writes, folder + "lbfgs.pt", optim::LBFGSOptions(0.01).max_iter(2).history_size(1));
  optimize<optim::LBFGS>(writes, folder + "lbfgs_search.pt",
                         optim::LBFGSOptions(0.01).max_iter(2).history_size(1).line_search_fn("strong_wolfe"));
}

void write(const std::string& folder) {
  optimizers(true, folder);
  torch::save(filled({2, 3}, 9), folder + "one.pt");
  torch::save(tensors(), folder + "list.pt");
  torch::save(at::ones({4, 3}, at::kMeta).t(), folder + "meta.pt");
  torch::save(Whole(2), folder + "module.pt");
  torch::serialize::OutputArchive archive, nested, deeper;
  archive.write("number", c10::IValue(std::int64_t{1} << 40));
  archive.write("negative", c10::IValue(std::int64_t{-7}));
  archive.write("real", c10::IValue(1.25));
  archive.write("flag", c10::IValue(true));
  archive.write("text", c10::IValue("a \"text\"\n"));
  archive.write("integers", c10::IValue(std::vector<std::int64_t>{1, 1000, -100000}));
  archive.write("reals", c10::IValue(std::vector<double>{0.5, -0.5}));
  archive.write("none", c10::IValue());
  archive.write("a.dotted/name", filled({2}, 4));
  nested.write("buffer", filled({1}, 6), true);
  deeper.write("tensor", filled({1}, 7));
  nested.write("deeper", deeper);
  archive.write("nested", nested);
  archive.save_to(folder + "archive.pt");
  c10::Dict<std::string, Tensor> dict;
  dict.insert("a", filled({2}, 10));
  dict.insert("b", filled({2, 2}, 11).t());
  write_bytes(folder + "dict.pt", torch::pickle_save(c10::IValue(dict)));
  write_bytes(folder + "tensors.pt", torch::pickle_save(c10::IValue(std::vector<Tensor>{filled({2}, 12)})));
}

void show(const char* name, const Tensor& tensor) {
  print(name, tensor.is_complex() ? at::view_as_real(tensor) : tensor);
  SAY(tensor.scalar_type());
  SAY(tensor.strides());
  SAY(tensor.storage_offset());
  SAY(tensor.storage().nbytes());
  SAY(tensor.requires_grad());
  SAY(tensor.is_leaf());
  SAY(tensor.is_inference());
}

void read(const std::string& folder) {
  optimizers(false, folder);
  Tensor one;
  torch::load(one, folder + "one.pt");
  show("one", one);
  Tensor meta;
  torch::load(meta, folder + "meta.pt");
  SAY(meta.device());
  SAY(meta.sizes());
  SAY(meta.strides());
  std::vector<Tensor> list;
  torch::load(list, folder + "list.pt");
  for (const Tensor& tensor : list) show("list", tensor);
  Whole whole(5);
  torch::load(whole, folder + "module.pt");
  for (const auto& item : whole->named_parameters()) show(item.key().c_str(), item.value());
  for (const auto& item : whole->named_buffers()) show(item.key().c_str(), item.value());

  torch::serialize::InputArchive archive, nested, deeper;
  archive.load_from(folder + "archive.pt");
  c10::IValue value;
  for (const std::string& key : archive.keys()) SAY(key);
  for (const char* const key : {"number", "negative", "real", "flag", "text", "integers", "reals", "none"}) {
    archive.read(key, value);
    if (value.isInt()) SAY(value.toInt());
    if (value.isDouble()) SAY(value.toDouble());
    if (value.isBool()) SAY(value.toBool());
    if (value.isString()) SAY(value.toStringRef());
    if (value.isIntList()) SAY(at::IntArrayRef(value.toIntVector()));
    if (value.isDoubleList()) SAY(value.toDoubleVector()[1]);
    SAY(value.isNone());
  }
  Tensor named, buffer, tensor;
  archive.read("a.dotted/name", named);
  show("named", named);
  archive.read("nested", nested);
  nested.read("buffer", buffer, true);
  show("buffer", buffer);
  nested.read("deeper", deeper);
  deeper.read("tensor", tensor);
  show("tensor", tensor);
  SAY(archive.try_read("absent", value));
  REJECTS(archive.read("absent", value));
  REJECTS(archive.read("absent", tensor));
  REJECTS(archive.read("absent", nested));
  REJECTS(archive.read("number", tensor));

  const c10::IValue dict = torch::pickle_load(read_bytes(folder + "dict.pt"));
  for (const auto& entry : dict.toGenericDict()) show(entry.key().toStringRef().c_str(), entry.value().toTensor());
  const c10::IValue tensors = torch::pickle_load(read_bytes(folder + "tensors.pt"));
  for (const Tensor& element : tensors.toTensorVector()) show("element", element);
  const c10::InferenceMode mode;
  Tensor inside;
  torch::load(inside, folder + "one.pt");
  show("inside", inside);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "archives: takes write or read, and a folder\n");
    return 2;
  }
  const std::string folder = std::string(argv[2]) + "/";
  if (std::strcmp(argv[1], "write") == 0)
    write(folder);
  else
    read(folder);
}
