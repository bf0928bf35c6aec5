// Saves a tensor's elements and version before a write, if a later step may still fail. The destructor restores both
// unless all steps have succeeded (rule E1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

class ElementsBackup {
 public:
  explicit ElementsBackup(const at::Tensor& tensor);
  ~ElementsBackup() {
    if (tensor_.defined()) [[unlikely]]
      put_back();
  }
  ElementsBackup(ElementsBackup&& other) noexcept = default;
  ElementsBackup& operator=(const ElementsBackup&) = delete;

  // Keeps the new elements. Must be called when all steps have succeeded.
  void forget() noexcept { tensor_ = {}; }

 private:
  // Restores the elements and the version. This must not allocate host memory, because it runs while an exception
  // unwinds.
  [[gnu::cold, gnu::noinline]] void put_back() noexcept;

  at::Tensor tensor_;
  std::uint32_t version_;
  std::unique_ptr<std::byte[]> bytes_;  // the saved elements of a tensor on the host, in row-major order
  at::Tensor there_;                    // for a tensor on an accelerator: an alias without history
  at::Tensor copy_;                     // for a tensor on an accelerator: a copy of its elements
};

}  // namespace modecheck::engine
