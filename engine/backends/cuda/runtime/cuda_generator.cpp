#include "engine/backends/cuda/runtime/cuda_generator.h"

#include <mutex>
#include <random>

#include "engine/backends/cuda/runtime/device.h"
#include "engine/core/errors/error.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/types/chosen_generator.h"

namespace modecheck::engine::cuda {
namespace {

constexpr std::uint64_t kWordsOfABlock = 4;

void check_index(c10::DeviceIndex device_index) {
  MODECHECK_CHECK(device_index == -1 || device_index == 0, ErrorClass::Argument,
                  "there is one CUDA device, cuda:0; a generator of cuda:", static_cast<int>(device_index),
                  " is not there");
}

// The random number state of the CUDA graph that is being captured, or null. The mutex of the default CUDA generator
// guards this pointer.
GraphDrawing* captured = nullptr;

}  // namespace

Generator::Generator(c10::DeviceIndex device_index) { check_index(device_index); }

void Generator::set_current_seed(std::uint64_t seed) {
  seed_ = seed;
  offset_ = 0;
}

std::uint64_t Generator::seed() {
  std::random_device source;
  set_current_seed((std::uint64_t{source()} << 32) | source());
  return seed_;
}

c10::intrusive_ptr<c10::GeneratorImpl> Generator::clone() const {
  auto* const copy = new Generator;
  copy->seed_ = seed_;
  copy->offset_ = offset_;
  return c10::intrusive_ptr<c10::GeneratorImpl>::reclaim(copy);
}

void Generator::set_philox_offset_per_thread(std::uint64_t offset) {
  MODECHECK_CHECK(offset % kWordsOfABlock == 0, ErrorClass::Argument,
                  "set_philox_offset_per_thread: offset must be a multiple of 4, but is ", offset);
  offset_ = offset;
}

std::pair<std::uint64_t, std::uint64_t> Generator::philox_engine_inputs(std::uint64_t increment) {
  const std::pair<std::uint64_t, std::uint64_t> out{seed_, offset_};
  offset_ += (increment + kWordsOfABlock - 1) / kWordsOfABlock * kWordsOfABlock;
  return out;
}

Generator& default_generator() { return *at::cuda::detail::getDefaultCUDAGenerator().get<Generator>(); }

Generator& generator_in_use() {
  c10::GeneratorImpl* const chosen = chosen_generator();
  if (chosen == nullptr) return default_generator();
  auto* const generator = dynamic_cast<Generator*>(chosen);
  MODECHECK_CHECK(generator != nullptr, ErrorClass::DeviceMismatch,
                  "Expected a 'cuda' device type for generator but found '", chosen->device(),
                  "'; make one with at::cuda::detail::createCUDAGenerator");
  return *generator;
}

Drawing next_drawing(const char* name) {
  Generator& generator = generator_in_use();
  Generator& own = default_generator();
  {
    const std::lock_guard lock(own.mutex_);
    if (captured != nullptr && captured->stream_ == current_stream()) {
      MODECHECK_CHECK(
          &generator == &own, ErrorClass::Argument, name,
          ": a graph that is captured draws from the device's own generator alone; leave the generator out");
      if (!captured->state_.defined()) captured->state_ = empty({2}, c10::kLong, own.device());
      return {{0, captured->blocks_++, static_cast<const std::uint64_t*>(captured->state_.data_ptr())},
              captured->state_};
    }
  }
  const std::lock_guard lock(generator.mutex_);
  const auto [seed, offset] = generator.philox_engine_inputs(kWordsOfABlock);
  return {{seed, offset / kWordsOfABlock}, {}};
}

void GraphDrawing::begin(Stream stream) {
  state_ = {};
  stream_ = stream;
  blocks_ = 0;
  const std::lock_guard lock(default_generator().mutex_);
  captured = this;
}

void GraphDrawing::end() {
  const std::lock_guard lock(default_generator().mutex_);
  if (captured == this) captured = nullptr;
}

void GraphDrawing::advance() const {
  if (blocks_ == 0) return;
  Generator& own = default_generator();
  std::uint64_t now[2];
  {
    const std::lock_guard lock(own.mutex_);
    const auto [seed, offset] = own.philox_engine_inputs(blocks_ * kWordsOfABlock);
    now[0] = seed;
    now[1] = offset / kWordsOfABlock;
  }
  copy_from_host(*state_.unsafeGetTensorImpl()->storage(), now, sizeof now);
}

}  // namespace modecheck::engine::cuda

namespace at {
inline namespace modecheck_v1 {
namespace cuda {
namespace detail {

const Generator& getDefaultCUDAGenerator(c10::DeviceIndex device_index) {
  modecheck::engine::cuda::check_index(device_index);
  static const Generator generator = make_generator<CUDAGeneratorImpl>();
  return generator;
}

Generator createCUDAGenerator(c10::DeviceIndex device_index) { return make_generator<CUDAGeneratorImpl>(device_index); }

}  // namespace detail
}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace at
