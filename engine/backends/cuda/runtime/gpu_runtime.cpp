#include "engine/backends/cuda/runtime/gpu_runtime.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "engine/backends/cuda/runtime/gpu_kernels.h"
#include "engine/backends/cuda/runtime/gpu_library.h"
#include "engine/core/errors/error.h"
#include "engine/core/platform/shared_library.h"

namespace modecheck::engine::cuda {
namespace {

void fail(GpuFailure failure, const char* message) {
  if (failure == GpuFailure::OutOfMemory)
    throw c10::OutOfMemoryError(ErrorClass::OutOfMemory, std::string("cuda: ") + message);
  raise(failure == GpuFailure::Misuse ? ErrorClass::Argument : ErrorClass::Internal, "cuda: ", message);
}

std::vector<std::string> places() {
  std::vector<std::string> out;
  if (const char* const named = std::getenv("MODECHECK_GPU_LIBRARY"); named != nullptr && *named != '\0')
    return {named};
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&gpu_runtime), &info) != 0 && info.dli_fname != nullptr) {
    const std::string file = info.dli_fname;
    if (const std::size_t slash = file.rfind('/'); slash != std::string::npos)
      for (const char* const folder : {"", "subjects/", "../subjects/", "../../subjects/"})
        out.push_back(file.substr(0, slash + 1) + folder + kGpuLibraryName);
  }
  out.emplace_back(kGpuLibraryName);
  return out;
}

struct Found {
  const ModecheckGpuTable* table = nullptr;
  std::string why;
};

Found look() {
  Found out;
  const SharedLibrary library(places());
  if (!library.is_loaded()) {
    out.why = std::string(kGpuLibraryName) + " was not found; it is built where a CUDA toolkit is";
    return out;
  }
  ModecheckGpuEntry entry = nullptr;
  const ModecheckGpuTable* const table = library.find(kGpuEntryName, entry) ? entry() : nullptr;
  if (table == nullptr || table->abi != kGpuAbi) {
    out.why = std::string(kGpuLibraryName) + " is of another version; build it again";
    return out;
  }
  out.table = table;
  return out;
}

const Found& library() {
  static const Found found = look();
  return found;
}

}  // namespace

Runtime* gpu_runtime(std::string* why) {
  const char* reason = library().why.c_str();
  Runtime* const out = library().table == nullptr ? nullptr : library().table->runtime(&fail, &reason);
  if (why != nullptr) *why = reason;
  return out;
}

bool gpu_is_there() {
  static const bool there = [] {
    if (library().table == nullptr) return false;
    const pid_t asking = fork();
    if (asking == 0) _exit(gpu_runtime() != nullptr ? 0 : 1);
    int status = 1;
    return asking > 0 && waitpid(asking, &status, 0) == asking && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }();
  return there;
}

Launch::OnDevice gpu_kernel(const char* key, c10::ScalarType type, int inputs) {
  return library().table == nullptr ? nullptr : library().table->kernel(key, static_cast<int>(type), inputs);
}

}  // namespace modecheck::engine::cuda
