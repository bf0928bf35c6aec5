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

void write(const std::string& folder) {
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
