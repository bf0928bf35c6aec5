// What a tensor's elements were before a write that something after it may fail. They come back, and the version with
// them, unless the whole has succeeded (E1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

class ElementsBefore {
 public:
  explicit ElementsBefore(const at::Tensor& tensor);
  ~ElementsBefore() {
    if (tensor_.defined()) [[unlikely]]
      put_back();
  }
  ElementsBefore(ElementsBefore&& other) noexcept = default;
  ElementsBefore& operator=(const ElementsBefore&) = delete;

  // The whole has succeeded.
  void forget() noexcept { tensor_ = {}; }

 private:
  // Needs no memory of the host's.
  [[gnu::cold, gnu::noinline]] void put_back() noexcept;

  at::Tensor tensor_;
  std::uint32_t version_;
  std::unique_ptr<std::byte[]> bytes_;  // on the host: the elements in row-major order
  at::Tensor there_;                    // on an accelerator: the tensor's place without its history ...
  at::Tensor copy_;                     // ... and the elements
};

}  // namespace modecheck::engine
