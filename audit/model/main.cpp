// The worker of `modecheck audit MODEL.pt`: runs a TorchScript model in four modes on one library, and prints what
// happened as one JSON object. This source is built against engine/torch and against libtorch. The verb starts each of
// these programs and writes the report.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <torch/script.h>
#include <torch/torch.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "audit/model/comparison.h"
#include "audit/model/inputs.h"
#include "audit/model/message.h"
#include "audit/model/mode.h"
#include "audit/model/request.h"
#include "audit/model/workload.h"

namespace modecheck::audit {
namespace {

// The version of the form of the answer. The command (cli/model_audit/model_worker.cpp) has the same number, and
// refuses the answer of a worker that was built from other sources.
constexpr int form_of_answer = 3;

void load_library(const std::string& file) {
  if (::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr)
    throw std::runtime_error("--library: " + std::string(::dlerror()));
}

// Saves the inputs for the workers of the other libraries. If that fails, the file stays empty, and they read the file
// that the user named.
void offer_inputs(const std::vector<c10::IValue>& inputs, const std::string& file) {
  try {
    save_inputs(inputs, file);
  } catch (const std::exception&) {
  }
}

nlohmann::json answer(const Request& request) {
  at::set_num_threads(1);
  const std::vector<c10::IValue> inputs = inputs_of(request);
  if (!request.save_inputs.empty()) offer_inputs(inputs, request.save_inputs);
  for (const std::string& library : request.libraries) load_library(library);
  Workload workload(request, inputs);
  nlohmann::json result = workload.facts();
  result["library"] = MODECHECK_WORKER_LIBRARY;
  result["form"] = form_of_answer;
  for (const Mode mode : every_mode) result["modes"].push_back(workload.in_mode(mode));
  result["loaded_inside"] = workload.loaded_inside();
  if (workload.normal_failed()) return result;
  try {
    if (!request.save_outputs.empty()) torch::save(workload.normal_outputs(), request.save_outputs);
    if (!request.compare_outputs.empty()) {
      std::vector<at::Tensor> expected;
      torch::load(expected, request.compare_outputs);
      result["against_other"] = compare(workload.normal_outputs(), expected);
    }
  } catch (const std::exception& error) {
    result["outputs_not_kept"] = message_of(error);
  }
  return result;
}

// Returns a file that ends at the program's standard output, and sends what the model prints nowhere: a model that
// prints would spoil the answer.
std::FILE* separate_answer() {
  const int descriptor = ::dup(STDOUT_FILENO);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (descriptor < 0 || nowhere < 0 || ::dup2(nowhere, STDOUT_FILENO) < 0) return stdout;
  return ::fdopen(descriptor, "w");
}

}  // namespace
}  // namespace modecheck::audit

// Exits with 0 if the model could be loaded and run in at least one mode. Otherwise prints {"error": ...} and exits
// with 1.
int main(int count, char** words) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a model that never ends must not outlive the command
  std::FILE* const output = modecheck::audit::separate_answer();
  nlohmann::json result;
  try {
    result = modecheck::audit::answer(modecheck::audit::read_request(count, words));
  } catch (const std::exception& error) {
    result = {{"library", MODECHECK_WORKER_LIBRARY}, {"error", modecheck::audit::message_of(error)}};
  }
  std::fputs((result.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n").c_str(), output);
  std::fflush(output);
  return result.contains("error") ? 1 : 0;
}
