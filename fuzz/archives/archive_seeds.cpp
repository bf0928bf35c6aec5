// Writes the first inputs of the target fuzz_archives into a folder, and checks that each of them can be loaded, so
// that mutations begin at files that pass all checks:
//   archive_seeds FOLDER
#include <torch/torch.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/archive/pickle_writer.h"
#include "engine/archive/zip_reader.h"
#include "fuzz/archives/archive_input.h"

namespace {

using modecheck::engine::archives::PickleKind;
using modecheck::engine::archives::PickleRef;
using modecheck::engine::archives::PickleValue;
using modecheck::fuzz::archive_input;
using modecheck::fuzz::ArchivePart;

struct Part : torch::nn::Module {
  Part() {
    register_parameter("weight", at::ones({2, 3}));
    register_buffer("count", at::zeros({3}, at::kLong));
  }
};

struct Whole : torch::nn::Module {
  Whole() { register_module("part", std::make_shared<Part>()); }
};

// Returns the files of optimizers after two steps, so that they have all of their state.
std::vector<std::string> optimizer_files() {
  namespace optim = torch::optim;
  std::vector<std::string> out;
  const auto add = [&](auto&& optimizer, const at::Tensor& parameter) {
    for (int i = 0; i < 2; ++i) {
      parameter.mutable_grad() = at::full({6}, 0.25);
      static_cast<void>(optimizer.step([&] { return parameter.detach().sum(); }));
    }
    std::ostringstream file;
    torch::save(optimizer, file);
    out.push_back(file.str());
  };
  const auto parameter = [] { return at::ones({6}).set_requires_grad(true); };
  const at::Tensor p[] = {parameter(), parameter(), parameter(), parameter(), parameter(), parameter()};
  add(optim::SGD({p[0]}, optim::SGDOptions(0.5).momentum(0.5)), p[0]);
  add(optim::Adam({p[1]}, optim::AdamOptions(0.5).amsgrad(true)), p[1]);
  add(optim::AdamW({p[2]}, optim::AdamWOptions(0.5)), p[2]);
  add(optim::RMSprop({p[3]}, optim::RMSpropOptions(0.5).momentum(0.5).centered(true)), p[3]);
  add(optim::Adagrad({p[4]}, optim::AdagradOptions(0.5)), p[4]);
  add(optim::LBFGS({p[5]}, optim::LBFGSOptions(0.5).history_size(2)), p[5]);
  return out;
}

std::vector<std::string> files() {
  const at::Tensor base = at::ones({6});
  std::vector<std::string> out;
  const auto add = [&](const auto& value) {
    std::ostringstream file;
    torch::save(value, file);
    out.push_back(file.str());
  };
  add(base.view({2, 3}).t());
  add(std::vector<at::Tensor>{base, base.slice(0, 2, 5), at::zeros({2}, at::kMeta)});
  add(std::make_shared<Whole>());
  c10::GenericDict dict;
  dict.insert(c10::IValue("tensor"), c10::IValue(base));
  dict.insert(c10::IValue("list"), c10::IValue(std::vector<c10::IValue>{1, "two", -3.5, c10::IValue()}));
  dict.insert(c10::IValue("integers"), c10::IValue(std::vector<std::int64_t>{1, 1000, -1000000}));
  dict.insert(c10::IValue("device"), c10::IValue(c10::Device(at::kCPU)));
  const std::vector<char> pickled = torch::pickle_save(c10::IValue(dict));
  out.emplace_back(pickled.begin(), pickled.end());
  for (std::string& file : optimizer_files()) out.push_back(std::move(file));
  return out;
}

// Returns the pickle of a model of modecheck::fuzz::model_source(), with a value for each of its attributes.
std::string model_pickle() {
  const PickleRef points = PickleValue::make(PickleKind::Dict);
  points->items = {PickleValue::string("a"),
                   PickleValue::list({PickleValue::tuple({PickleValue::number(1), PickleValue::real(0.5)})})};
  const PickleRef storage = PickleValue::make(PickleKind::PersistentId);
  storage->items = {PickleValue::tuple({PickleValue::string("storage"), PickleValue::global("torch FloatStorage"),
                                        PickleValue::string("0"), PickleValue::string("cpu"), PickleValue::number(6)})};
  const PickleRef hooks = PickleValue::make(PickleKind::Dict);
  hooks->is_ordered = true;
  const PickleRef weight =
      PickleValue::call("torch._utils _rebuild_tensor_v2",
                        {storage, PickleValue::number(0), PickleValue::tuple({PickleValue::number(6)}),
                         PickleValue::tuple({PickleValue::number(1)}), PickleValue::boolean(true), hooks});
  const PickleRef model = PickleValue::make(PickleKind::Object);
  model->text = "__torch__ Net";
  model->state = PickleValue::make(PickleKind::Dict);
  model->state->items = {PickleValue::string("weight"),   weight,
                         PickleValue::string("training"), PickleValue::boolean(true),
                         PickleValue::string("0"),        points};
  return modecheck::engine::archives::write_pickle(*model);
}

// Returns the input for each function that loads it, in the mode and outside. Throws if no function does.
std::vector<std::string> inputs_with(ArchivePart part, const std::string& bytes) {
  std::vector<std::string> out;
  for (unsigned way = 0; way < modecheck::fuzz::kArchiveWays; ++way)
    for (const bool in_mode : {false, true}) {
      const std::string input = archive_input(part, in_mode, way, bytes);
      const auto* const data = reinterpret_cast<const std::uint8_t*>(input.data());
      if (modecheck::fuzz::load_archive_input(data, input.size())) out.push_back(input);
    }
  if (out.empty()) throw std::runtime_error("a file is refused in every way");
  return out;
}

std::vector<std::string> seeds() {
  std::vector<std::string> out;
  const auto add = [&out](ArchivePart part, const std::string& bytes) {
    for (std::string& input : inputs_with(part, bytes)) out.push_back(std::move(input));
  };
  for (const std::string& file : files()) {
    add(ArchivePart::File, file);
    const modecheck::engine::archives::ZipReader zip(file, "a seed");
    add(ArchivePart::Pickle, zip.read("data.pkl", 1 << 20));
  }
  add(ArchivePart::Pickle, model_pickle());
  add(ArchivePart::Source, modecheck::fuzz::model_source());
  add(ArchivePart::Header, R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"__metadata__":{"k":"v"},)"
                           R"("b":{"dtype":"I64","shape":[1,2],"data_offsets":[8,24]}})");
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "archive_seeds: takes one folder, to write the inputs to\n");
    return 2;
  }
  try {
    std::size_t number = 0;
    for (const std::string& seed : seeds()) {
      const std::string path = std::string(argv[1]) + "/" + std::to_string(number++) + ".bin";
      std::ofstream file(path, std::ios::binary);
      if (!(file << seed).flush()) {
        std::fprintf(stderr, "archive_seeds: %s cannot be written\n", path.c_str());
        return 2;
      }
    }
    std::printf("%zu inputs\n", number);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "archive_seeds: %s\n", error.what());
    return 1;
  }
}
