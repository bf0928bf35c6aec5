// The random numbers of the CUDA device: Philox4x32-10, which threads draw from without asking one another. What a call
// draws is in drawn_words.h.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/backends/cuda/device_code/drawn_words.h"
#include "engine/backends/cuda/runtime/runtime.h"
#include "engine/core/tensor/tensor.h"
#include "engine/core/types/generator.h"

namespace modecheck::engine::cuda {

class Generator final : public c10::GeneratorImpl {
 public:
  static constexpr std::uint64_t default_seed = 67280421310721;

  // There is one device: -1 or 0.
  explicit Generator(c10::DeviceIndex device_index = -1);

  // The offset is zero from there on.
  void set_current_seed(std::uint64_t seed) override;
  std::uint64_t current_seed() const override { return seed_; }
  std::uint64_t seed() override;
  c10::intrusive_ptr<c10::GeneratorImpl> clone() const override;
  c10::Device device() const override { return {c10::kCUDA, 0}; }
  static c10::DeviceType device_type() { return c10::kCUDA; }

  // Counts words, of which a block has four. Raises for an offset that is not a multiple of four.
  void set_philox_offset_per_thread(std::uint64_t offset);
  std::uint64_t philox_offset_per_thread() const { return offset_; }
  // Seed and offset, which moves on by so many words, or a few more: by whole blocks.
  std::pair<std::uint64_t, std::uint64_t> philox_engine_inputs(std::uint64_t increment);

 private:
  std::uint64_t seed_ = default_seed;
  std::uint64_t offset_ = 0;
};

// The device's own.
Generator& default_generator();

// The one that was chosen for this call, or the device's. Raises if it is no generator of the device.
Generator& generator_in_use();

// What one call draws, and what its kernels read besides their operands: undefined, or the state of a graph. The
// generator in use moves on. Raises if a graph is captured and the generator is not the device's own.
struct Drawing {
  DrawState state;
  at::Tensor replay;
};
Drawing next_drawing(const char* name);

// What a graph draws: when it is replayed it goes on where the device's generator is then.
class GraphDrawing {
 public:
  // From now on, whatever draws on `stream` belongs to the graph.
  void begin(Stream stream);
  void end();
  // Before a replay, on the stream of that.
  void advance() const;

 private:
  friend Drawing next_drawing(const char* name);

  Stream stream_ = default_stream;
  at::Tensor state_;  // int64 [2]: seed and offset; undefined before the first draw
  std::uint64_t blocks_ = 0;
};

}  // namespace modecheck::engine::cuda

namespace at {
inline namespace modecheck_v1 {

using CUDAGeneratorImpl = modecheck::engine::cuda::Generator;

namespace cuda {
namespace detail {

// The device's, and one of its own. Raise for another device than -1 or 0; the device need not be there.
const Generator& getDefaultCUDAGenerator(c10::DeviceIndex device_index = -1);
Generator createCUDAGenerator(c10::DeviceIndex device_index = -1);

}  // namespace detail
}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace at
