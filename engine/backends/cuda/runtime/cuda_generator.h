// The random number generator of the CUDA device: Philox4x32-10, whose numbers each thread computes independently.
// drawn_words.h says which numbers a call draws.
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

  // Makes a generator for the CUDA device. There is one such device, so the index must be -1 (the current device) or 0.
  explicit Generator(c10::DeviceIndex device_index = -1);

  // Sets the seed of the generator, and sets its offset to zero.
  void set_current_seed(std::uint64_t seed) override;
  std::uint64_t current_seed() const override { return seed_; }
  std::uint64_t seed() override;
  c10::intrusive_ptr<c10::GeneratorImpl> clone() const override;
  c10::Device device() const override { return {c10::kCUDA, 0}; }
  static c10::DeviceType device_type() { return c10::kCUDA; }

  // Sets the offset, which counts 32-bit words, four to a Philox block. Raises if the offset is not a multiple of four.
  void set_philox_offset_per_thread(std::uint64_t offset);
  std::uint64_t philox_offset_per_thread() const { return offset_; }
  // Returns the seed and the offset of the generator. Then advances the offset by `increment` words, rounded up to
  // whole Philox blocks.
  std::pair<std::uint64_t, std::uint64_t> philox_engine_inputs(std::uint64_t increment);

 private:
  std::uint64_t seed_ = default_seed;
  std::uint64_t offset_ = 0;
};

// Returns the default generator of the CUDA device.
Generator& default_generator();

// Returns the generator that was passed to the current call, or else the default CUDA generator. Raises if the
// generator passed is not a CUDA generator.
Generator& generator_in_use();

// The random number state for one call of an operator. next_drawing() makes the state and advances the generator in
// use. During a graph capture, `replay` is a tensor with the state of the graph, which kernels also read. Otherwise
// `replay` is undefined. During a capture, next_drawing() raises if the generator in use is not the default one.
struct Drawing {
  DrawState state;
  at::Tensor replay;
};
Drawing next_drawing(const char* name);

// The random number state of a CUDA graph. Every replay draws the numbers that the device's generator would draw next.
class GraphDrawing {
 public:
  // From now on, every draw of random numbers on `stream` belongs to the graph.
  void begin(Stream stream);
  void end();
  // Hands the generator's current state to the graph, and advances the generator. Call on the replay's stream before
  // each replay.
  void advance() const;

 private:
  friend Drawing next_drawing(const char* name);

  Stream stream_ = default_stream;
  at::Tensor state_;  // the seed, and the offset in Philox blocks, as int64 [2]; undefined before the first draw
  std::uint64_t blocks_ = 0;
};

}  // namespace modecheck::engine::cuda

namespace at {
inline namespace modecheck_v1 {

using CUDAGeneratorImpl = modecheck::engine::cuda::Generator;

namespace cuda {
namespace detail {

// getDefaultCUDAGenerator returns the default CUDA generator. createCUDAGenerator makes a new one. Both raise for a
// device index other than -1 or 0. No device has to be present.
const Generator& getDefaultCUDAGenerator(c10::DeviceIndex device_index = -1);
Generator createCUDAGenerator(c10::DeviceIndex device_index = -1);

}  // namespace detail
}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace at
