// Writes the first inputs of the target fuzz_archives into a folder, and checks that each of them can be loaded, so
// that mutations begin at files that pass all checks:
//   archive_seeds FOLDER
#include <torch/torch.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
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
  return out;
}

std::vector<std::string> seeds() {
  std::vector<std::string> out;
  for (const std::string& file : files()) {
    out.push_back(archive_input(ArchivePart::File, file));
    const modecheck::engine::archives::ZipReader zip(file, "a seed");
    out.push_back(archive_input(ArchivePart::Pickle, zip.read("data.pkl", 1 << 20)));
  }
  out.push_back(archive_input(ArchivePart::Header,
                              R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"__metadata__":{"k":"v"},)"
                              R"("b":{"dtype":"I64","shape":[1,2],"data_offsets":[8,24]}})"));
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
      const auto* const data = reinterpret_cast<const std::uint8_t*>(seed.data());
      if (modecheck::fuzz::load_archive_input(data, seed.size()) == 0) {
        std::fprintf(stderr, "archive_seeds: input %zu is refused in every way\n", number);
        return 1;
      }
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
