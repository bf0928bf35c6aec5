// The workload that PyTorch's notes on InferenceMode begin with: inside a guard, a saved model is loaded, inputs are
// prepared, the model runs, and its outputs are evaluated. The file needs the libtorch API only. It is compiled against
// our headers and, if libtorch is installed, against libtorch. Both programs print the same numbers.
//
//   inference_workload MODEL.pt VALUES.pt NUMBER
//
// examples/models/make_models.py makes the files. The first NUMBER tensors of VALUES.pt are the model's inputs.
#include <torch/script.h>
#include <torch/torch.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "roi_align_kernel.h"

namespace {

using torch::Tensor;

// A model can name this operator as torch.ops.modecheck_examples.roi_align.
TORCH_LIBRARY(modecheck_examples, m) {
  m.def("roi_align(Tensor features, Tensor regions, float scale, int pooled) -> Tensor");
}
TORCH_LIBRARY_IMPL(modecheck_examples, CPU, m) { m.impl("roi_align", &roi::roi_align); }

std::vector<Tensor> read_tensors(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::vector<Tensor> out;
  const c10::IValue list = torch::pickle_load(bytes);
  for (const torch::jit::IValue& tensor : list.toListRef()) out.push_back(tensor.toTensor());
  return out;
}

// Scales images and other real inputs to mean 0 and deviation 1. Tokens and lengths stay as they are.
std::vector<torch::jit::IValue> preprocess_tensors(const std::vector<Tensor>& tensors) {
  std::vector<torch::jit::IValue> out;
  for (const Tensor& tensor : tensors) {
    if (tensor.is_floating_point())
      out.emplace_back((tensor - tensor.mean()) / (tensor.std() + 1e-5));
    else
      out.emplace_back(tensor);
  }
  return out;
}

// Returns the tensors of a result that may be a tensor or a tuple of results.
void postprocess_tensors(const torch::jit::IValue& value, std::vector<Tensor>& out) {
  if (value.isTensor()) {
    out.push_back(value.toTensor());
    return;
  }
  for (const torch::jit::IValue& element : value.toTuple()->elements()) postprocess_tensors(element, out);
}

void print(const std::string& name, const Tensor& tensor) {
  std::printf("%s inference %d requires_grad %d sizes", name.c_str(), tensor.is_inference(), tensor.requires_grad());
  for (const std::int64_t size : tensor.sizes()) std::printf(" %lld", static_cast<long long>(size));
  std::printf(" values");
  const Tensor values = tensor.to(torch::kDouble).contiguous();
  for (std::int64_t i = 0; i < values.numel(); ++i) std::printf(" %.6f", values.data_ptr<double>()[i]);
  std::printf("\n");
}

void run(const std::string& model, const std::string& values, std::size_t inputs) {
  const c10::InferenceMode guard;
  torch::jit::Module module = torch::jit::load(model);
  module.eval();
  std::vector<Tensor> tensors = read_tensors(values);
  tensors.resize(inputs);
  const torch::jit::IValue result = module.forward(preprocess_tensors(tensors));
  std::vector<Tensor> outputs;
  postprocess_tensors(result, outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) print("output " + std::to_string(i), outputs[i]);
  for (const auto& parameter : module.named_parameters())
    std::printf("%s inference %d\n", parameter.name.c_str(), parameter.value.is_inference());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "inference_workload: takes MODEL.pt, VALUES.pt and the number of inputs\n");
    return 2;
  }
  try {
    run(argv[1], argv[2], static_cast<std::size_t>(std::atoi(argv[3])));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "inference_workload: %s\n", error.what());
    return 1;
  }
  return 0;
}
