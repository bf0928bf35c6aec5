// This device behaves like a GPU, lives in host memory and finishes all work at once. Work that the engine gives only
// to a GPU, such as library calls, runs here with fake libraries. Kernels run on the host.
#pragma once

#include <cstdlib>
#include <cstring>

#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::on_device {

class HostGpu final : public cuda::Runtime {
 public:
  // library_blocks counts the library workspaces in use. has_library_memory says whether a library can get a workspace.
  static inline int library_blocks = 0;
  static inline bool has_library_memory = true;

  // Installed NVIDIA libraries would need a real GPU, so these variables keep the engine from loading them.
  HostGpu() {
    setenv("MODECHECK_CUBLASLT", "none", /*overwrite=*/0);
    setenv("MODECHECK_CUDNN", "none", /*overwrite=*/0);
  }

  void* allocate(std::size_t bytes, cuda::Stream /*stream*/) override { return std::calloc(1, bytes); }
  void release(void* block, cuda::Stream /*stream*/) override { std::free(block); }
  void copy(void* to, const void* from, std::size_t bytes, cuda::CopyKind /*kind*/, cuda::Stream /*stream*/) override {
    if (bytes != 0) std::memcpy(to, from, bytes);
  }
  void launch(const cuda::Launch& launch, cuda::Stream stream) override {
    if (launch.on_host != nullptr)
      static_cast<void>(launch.on_host(launch.arguments));
    else
      launch.on_device(launch.arguments, handle(stream));
  }
  void launch(HostWork work, cuda::Stream /*stream*/) override { static_cast<void>(work.run()); }
  const cuda::StreamMemory* library_memory() const override {
    static constexpr cuda::StreamMemory memory{&take, &give_back};
    return &memory;
  }
  // Returns the stream handle that the engine passes to a library.
  void* handle(cuda::Stream stream) { return handles_ + stream; }

  cuda::Stream create_stream() override { return streams_ < most_streams ? streams_++ : 0; }
  cuda::Event record(cuda::Stream /*stream*/) override { return 1; }
  void wait(cuda::Stream /*stream*/, cuda::Event /*event*/) override {}
  bool is_done(cuda::Event /*event*/) override { return true; }
  void synchronize(cuda::Stream /*stream*/) override {}
  void synchronize_event(cuda::Event /*event*/) override {}
  void synchronize_device() override {}
  void* allocate_pinned(std::size_t bytes) override { return std::malloc(bytes); }
  void release_pinned(void* block) noexcept override { std::free(block); }

  // This device cannot capture CUDA graphs.
  void begin_capture(cuda::Stream /*stream*/) override { std::abort(); }
  cuda::Graph end_capture() override { std::abort(); }
  void abandon_capture() noexcept override {}
  bool is_capturing() const override { return false; }
  void replay(cuda::Graph /*graph*/, cuda::Stream /*stream*/) override { std::abort(); }
  void drop(cuda::Graph /*graph*/) noexcept override {}

  int stream_count() const override { return streams_; }
  std::size_t total_memory() const override { return std::size_t{1} << 30; }
  cuda::MemoryStatistics memory() const override { return {}; }
  void reset_peak() override {}
  void release_reserved() override {}
  void limit_memory(std::size_t /*bytes*/) override {}

 private:
  static void* take(std::size_t bytes, void* /*stream*/) {
    if (!has_library_memory) return nullptr;
    ++library_blocks;
    return std::malloc(bytes);
  }
  static void give_back(void* block, void* /*stream*/) {
    --library_blocks;
    std::free(block);
  }

  static constexpr int most_streams = 64;
  char handles_[most_streams] = {};
  int streams_ = 1;
};

}  // namespace modecheck::engine::on_device
