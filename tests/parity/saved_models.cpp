// Loads a TorchScript model, prints what torch::jit says about it, and writes it again. This file is built against the
// engine and against libtorch. Each build must print the same, and must load what the other wrote.
//
//   saved_models MODEL.pt VALUES.pt NUMBER OUT.pt
#include <torch/script.h>
#include <torch/torch.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "examples/roi_align_kernel.h"
#include "tests/parity/print.h"
#include "tests/parity/say.h"

namespace {

using at::Tensor;
using modecheck::parity::print;
using modecheck::parity::say;
using torch::jit::IValue;
using torch::jit::Module;

TORCH_LIBRARY(modecheck_examples, m) {
  m.def("roi_align(Tensor features, Tensor regions, float scale, int pooled) -> Tensor");
}
TORCH_LIBRARY_IMPL(modecheck_examples, CPU, m) { m.impl("roi_align", &roi::roi_align); }

std::vector<IValue> inputs_of(const std::string& path, std::size_t number) {
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const IValue list = torch::pickle_load(bytes);
  std::vector<IValue> out;
  for (const IValue& tensor : list.toListRef())
    if (out.size() < number) out.push_back(tensor);
  return out;
}

void show(const char* name, const IValue& value) {
  if (value.isTensor()) {
    print(name, value.toTensor());
    say(name, value.toTensor().requires_grad());
    say(name, value.toTensor().is_inference());
    return;
  }
  say(name, value.toTuple()->elements().size());
  for (const IValue& element : value.toTupleRef().elements()) show(name, element);
}

void show_parts(const Module& module) {
  for (const auto& one : module.named_parameters()) show(("parameter " + one.name).c_str(), one.value);
  for (const auto& one : module.named_buffers()) show(("buffer " + one.name).c_str(), one.value);
  for (const auto& one : module.named_parameters(false)) say("own parameter", one.name);
  for (const auto& one : module.named_buffers(false)) say("own buffer", one.name);
  for (const auto& one : module.named_children()) say("child", one.name);
  for (const auto& one : module.named_modules()) {
    say("module", one.name);
    say("is_training", one.value.is_training());
  }
  for (const auto& one : module.named_attributes()) {
    say("attribute", one.name);
    say("is a module", one.value.isModule());
    if (one.value.isTuple()) say("elements", one.value.toTuple()->elements().size());
    if (one.value.isInt()) say("int", one.value.toInt());
    if (one.value.isBool()) say("bool", one.value.toBool());
    if (one.value.isDouble()) say("float", one.value.toDouble());
  }
  SAY(module.parameters().size());
  SAY(module.buffers().size());
  SAY(module.children().size());
  SAY(module.modules().size());
  SAY(module.attributes().size());
  std::vector<std::string> methods;
  for (const auto& method : module.get_methods()) methods.push_back(method.name());
  std::sort(methods.begin(), methods.end());
  for (const std::string& name : methods) say("method", name);
}

void change(Module module, const std::vector<IValue>& inputs) {
  SAY(module.hasattr("training"));
  SAY(module.hasattr("absent"));
  SAY(module.attr("absent", 7).toInt());
  SAY(module.find_method("forward").has_value());
  SAY(module.find_method("absent").has_value());
  REJECTS(module.attr("absent"));
  REJECTS(module.get_method("absent"));
  REJECTS(module.setattr("absent", 1));
  REJECTS(module.setattr("training", 1.5));
  REJECTS(module.forward({}));
  REJECTS(module.forward({1}));
  module.train();
  for (const Module& one : module.modules()) SAY(one.is_training());
  module.eval();
  module.setattr("training", true);
  SAY(module.is_training());
  module.setattr("training", false);

  const Module deep = module.deepcopy();
  const Module shallow = module.copy();
  const Module cloned = module.clone();
  {
    const at::NoGradGuard no_grad;
    for (const Tensor& parameter : module.parameters()) parameter.mul_(0.5);
  }
  show("after halving", module.forward(inputs));
  for (Module one : {deep, shallow, cloned}) show("copy", one.forward(inputs));
  Module wide = deep;
  wide.to(at::kDouble);
  for (const Tensor& parameter : wide.parameters()) SAY(parameter.scalar_type());
}

void run(const std::string& model, const std::vector<IValue>& inputs, const std::string& out) {
  torch::jit::ExtraFilesMap extra{{"note.txt", ""}, {"absent.txt", "unchanged"}};
  Module module = torch::jit::load(model, at::kCPU, extra);
  SAY(extra["note.txt"]);
  SAY(extra["absent.txt"]);
  show_parts(module);
  show("outside", module.forward(inputs));
  show("method", module.get_method("forward")(inputs));
  {
    const c10::InferenceMode mode;
    Module inside = torch::jit::load(model);
    for (const Tensor& parameter : inside.parameters()) SAY(parameter.is_inference());
    for (const Tensor& buffer : inside.buffers()) SAY(buffer.is_inference());
    show("inside", inside.forward(inputs));
  }
  std::stringstream stream;
  torch::jit::load(model).save(stream, {{"note.txt", "written again"}});
  std::ofstream(out, std::ios::binary) << stream.str();
  Module again = torch::jit::load(stream, at::kCPU, extra);
  SAY(extra["note.txt"]);
  show("again", again.forward(inputs));
  change(module, inputs);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "saved_models: takes MODEL.pt, VALUES.pt, the number of inputs, and OUT.pt\n");
    return 2;
  }
  run(argv[1], inputs_of(argv[2], static_cast<std::size_t>(std::atoi(argv[3]))), argv[4]);
  return 0;
}
