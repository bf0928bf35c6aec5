// What the unpack hooks returned for the node that runs on this thread. A node that runs asks each hook once, and what
// the hook returned goes when the node has run.
#pragma once

#include <cstddef>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

class SavedTensor;

class UnpackedTensors {
 public:
  // What is added while an object of this class lives goes at its end. Backwards may nest, so objects may, too.
  UnpackedTensors() : before_(count_) {}
  ~UnpackedTensors() {
    if (count_ != before_) [[unlikely]]
      drop_from(before_);
  }
  UnpackedTensors(const UnpackedTensors&) = delete;
  UnpackedTensors& operator=(const UnpackedTensors&) = delete;

  static void add(const SavedTensor& saved, at::Tensor unpacked);
  // Returns what was added last for `saved`, or an undefined tensor.
  static at::Tensor of(const SavedTensor& saved);

 private:
  static void drop_from(std::size_t first) noexcept;

  std::size_t before_;
  static thread_local std::size_t count_;
};

}  // namespace modecheck::engine
