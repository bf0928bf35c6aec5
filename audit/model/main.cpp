// The worker of `modecheck audit MODEL.pt`: runs a TorchScript model in four modes on one library, and prints what
// happened as one JSON object. This source is built against engine/torch and against libtorch. The verb starts each of
// these programs and writes the report.

#include <dlfcn.h>
#include <torch/script.h>
#include <torch/torch.h>

#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "audit/model/comparison.h"
#include "audit/model/mode.h"
#include "audit/model/request.h"
#include "audit/model/workload.h"

namespace modecheck::audit {
namespace {

void load_library(const std::string& file) {
  if (::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr)
    throw std::runtime_error("--library: " + std::string(::dlerror()));
}

nlohmann::json answer(const Request& request) {
  at::set_num_threads(1);
  for (const std::string& library : request.libraries) load_library(library);
  Workload workload(request);
  nlohmann::json result = workload.facts();
  result["library"] = MODECHECK_WORKER_LIBRARY;
  for (const Mode mode : every_mode) result["modes"].push_back(workload.in_mode(mode));
  result["loaded_inside"] = workload.loaded_inside();
  if (!request.save_outputs.empty()) torch::save(workload.normal_outputs(), request.save_outputs);
  if (!request.compare_outputs.empty()) {
    std::vector<at::Tensor> expected;
    torch::load(expected, request.compare_outputs);
    result["against_other"] = compare(workload.normal_outputs(), expected);
  }
  return result;
}

}  // namespace
}  // namespace modecheck::audit

// Exits with 0 if the model could be loaded and run in at least one mode. Otherwise prints {"error": ...} and exits
// with 1.
int main(int count, char** words) {
  nlohmann::json result;
  try {
    result = modecheck::audit::answer(modecheck::audit::read_request(count, words));
  } catch (const c10::Error& error) {
    result = {{"library", MODECHECK_WORKER_LIBRARY}, {"error", error.what_without_backtrace()}};
  } catch (const std::exception& error) {
    result = {{"library", MODECHECK_WORKER_LIBRARY}, {"error", error.what()}};
  }
  std::puts(result.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  return result.contains("error") ? 1 : 0;
}
