// The CUDA device on which a process's programs run: a GPU or a simulated device. The program determines on which
// stream each command runs. A simulated device also draws the order in which unordered work runs. While a program runs,
// only the engine waits for the device. The observer's stream copies observed data, which are read when the program is
// over.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "engine/backends/cuda/runtime/device.h"
#include "engine/backends/cuda/runtime/gpu_runtime.h"
#include "engine/backends/simulated/simulated_runtime.h"
#include "spec/interface/subject.h"

namespace modecheck::subjects {

class DeviceSession {
 public:
  static bool exists(spec::DeviceKind kind) { return kind == spec::DeviceKind::Sim || engine::cuda::gpu_is_there(); }
  // The session is never destroyed, because tensors that a program left behind are released later.
  static DeviceSession& of(spec::DeviceKind kind) {
    if (kind == spec::DeviceKind::Sim) {
      static engine::cuda::SimulatedRuntime* const simulated = make_simulated();
      static DeviceSession* const session = new DeviceSession(*simulated, simulated);
      return *session;
    }
    static DeviceSession* const session = new DeviceSession(*engine::cuda::gpu_runtime(), nullptr);
    return *session;
  }

  void begin(const spec::ProgramView& program) {
    state_ = 0xCBF29CE484222325u;
    for (std::uint32_t i = 0; i < program.count; ++i) {
      const auto* const bytes = reinterpret_cast<const unsigned char*>(&program.records[i]);
      for (std::size_t k = 0; k < sizeof(spec::Record); ++k) state_ = (state_ ^ bytes[k]) * 0x100000001B3u;
    }
    if (simulated_ != nullptr) simulated_->reseed(state_);
    engine::cuda::set_device(&runtime_);
    engine::cuda::set_current_stream(engine::cuda::default_stream);
  }

  // Gives the calling thread another stream.
  void change_stream() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    engine::cuda::set_current_stream(streams_[(state_ >> 33) % streams_.size()]);
  }

  // Waits for the device. Returns an error that occurred on the device, or "".
  std::string finish() {
    std::string out;
    try {
      runtime_.synchronize_device();
    } catch (const std::exception& error) {
      out = error.what();
    }
    if (simulated_ != nullptr) simulated_->forget_misuses();
    return out;
  }

  // Copies bytes of a storage to `to`. The device fills `to` later, in the order of the observer's stream.
  void read(void* to, const c10::StorageImpl& from, std::size_t begin, std::size_t bytes) {
    engine::cuda::DeviceMemory* const memory = engine::cuda::memory_of(from);
    if (memory == nullptr || bytes == 0) return;
    memory->use(observer_, engine::cuda::Access::Reads);
    runtime_.copy(to, static_cast<const char*>(memory->data()) + begin, bytes,
                  engine::cuda::CopyKind::DeviceToPinnedHost, observer_);
  }

  void write(const c10::StorageImpl& to, std::size_t begin, const void* from, std::size_t bytes) {
    engine::cuda::DeviceMemory* const memory = engine::cuda::memory_of(to);
    if (memory == nullptr || bytes == 0) return;
    const engine::cuda::Stream stream = engine::cuda::current_stream();
    memory->use(stream, engine::cuda::Access::Writes);
    runtime_.copy(static_cast<char*>(memory->data()) + begin, from, bytes, engine::cuda::CopyKind::HostToDevice,
                  stream);
  }

 private:
  // Makes the simulated device. With MODECHECK_SIMULATE=gpu it only does what a GPU can do, with the kernels of
  // libmodecheck_gpu, and the host does the rest.
  static engine::cuda::SimulatedRuntime* make_simulated() {
    auto* const out = new engine::cuda::SimulatedRuntime(/*seed=*/1);
    const char* const manner = std::getenv("MODECHECK_SIMULATE");
    if (manner != nullptr && std::string_view(manner) == "gpu") out->behave_like_a_gpu();
    return out;
  }
  DeviceSession(engine::cuda::Runtime& runtime, engine::cuda::SimulatedRuntime* simulated)
      : runtime_(runtime), simulated_(simulated) {
    for (std::size_t i = 1; i < streams_.size(); ++i) streams_[i] = runtime_.create_stream();
    observer_ = runtime_.create_stream();
  }

  engine::cuda::Runtime& runtime_;
  engine::cuda::SimulatedRuntime* simulated_;  // the simulated device's runtime; null for a GPU
  std::array<engine::cuda::Stream, 3> streams_{};
  engine::cuda::Stream observer_ = engine::cuda::default_stream;
  std::uint64_t state_ = 1;
};

}  // namespace modecheck::subjects
