// The GPU of the libtorch under test, if that libtorch has a CUDA library and the machine has a GPU. The library is
// loaded when the device is first used. The CUDA runtime copies observed data, not an operator. The copies follow the
// order of the stream on which the commands run, and so wait for the commands.
#pragma once

#include <ATen/Context.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace modecheck::subjects::access {

class TorchCuda {
 public:
  // Returns true if there is a GPU. A forked process makes this check. If this process called the CUDA driver now, the
  // processes that it forks later could not use the GPU.
  static bool is_there() {
    static const bool there = [] {
      if (of_process().library_ == nullptr) return false;
      const pid_t asking = fork();
      if (asking == 0) _exit(at::globalContext().hasCUDA() ? 0 : 1);
      int status = 1;
      return asking > 0 && waitpid(asking, &status, 0) == asking && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }();
    return there;
  }

  // Makes computations on the GPU as precise as possible, and the same in every run.
  static void open() {
    static_cast<void>(of_process());
    at::globalContext().setAllowTF32CuDNN(false);
    at::globalContext().setDeterministicCuDNN(true);
    at::globalContext().setBenchmarkCuDNN(false);
  }

  static const TorchCuda& of_process() {
    static const TorchCuda out;
    return out;
  }

  void read(void* to, const void* from, std::size_t bytes) const { copy(to, from, bytes, from_device); }
  void write(void* to, const void* from, std::size_t bytes) const { copy(to, from, bytes, to_device); }
  // Waits for the device. Returns an error that occurred on the device, or "".
  std::string finish() const {
    const int error = synchronize_ == nullptr ? 0 : synchronize_();
    return error == 0 || text_of_ == nullptr ? std::string() : text_of_(error);
  }

 private:
  // The CUDA runtime's codes of the directions of a copy.
  static constexpr int to_device = 1;
  static constexpr int from_device = 2;

  // Load libtorch_cuda.so before libtorch is first asked for CUDA, because libtorch looks for the CUDA hooks only once.
  TorchCuda() : library_(dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_GLOBAL)) {
    if (library_ == nullptr) return;
    copy_ = reinterpret_cast<decltype(copy_)>(dlsym(library_, "cudaMemcpy"));
    synchronize_ = reinterpret_cast<decltype(synchronize_)>(dlsym(library_, "cudaDeviceSynchronize"));
    text_of_ = reinterpret_cast<decltype(text_of_)>(dlsym(library_, "cudaGetErrorString"));
    if (copy_ == nullptr) library_ = nullptr;
  }

  void copy(void* to, const void* from, std::size_t bytes, int direction) const {
    if (bytes == 0) return;
    const int error = copy_(to, from, bytes, direction);
    if (error != 0)
      throw std::runtime_error("cudaMemcpy: " + std::string(text_of_ == nullptr ? "it failed" : text_of_(error)));
  }

  void* library_;
  int (*copy_)(void* to, const void* from, std::size_t bytes, int direction) = nullptr;
  int (*synchronize_)() = nullptr;
  const char* (*text_of_)(int error) = nullptr;
};

}  // namespace modecheck::subjects::access
