// Owns descriptors that a CUDA library (cuBLASLt, cuDNN) has created. The destructor destroys them in reverse order.
#pragma once

#include <cstddef>

namespace modecheck::engine::cuda {

class Descriptions {
 public:
  using Destroy = int (*)(void* object);

  Descriptions() = default;
  Descriptions(const Descriptions&) = delete;
  Descriptions& operator=(const Descriptions&) = delete;
  ~Descriptions() {
    for (std::size_t i = made_; i > 0; --i) static_cast<void>(what_[i - 1].destroy(what_[i - 1].object));
  }

  // Creates a descriptor and owns it. `create(void**)` makes the descriptor and returns 0, or an error code. Returns
  // null if `create` failed, or if the list of descriptors is full.
  template <typename Create>
  void* made(const Create& create, Destroy destroy) {
    void* object = nullptr;
    if (made_ == most || create(&object) != 0) return nullptr;
    what_[made_++] = {object, destroy};
    return object;
  }

 private:
  static constexpr std::size_t most = 6;
  struct One {
    void* object;
    Destroy destroy;
  };
  One what_[most] = {};
  std::size_t made_ = 0;
};

}  // namespace modecheck::engine::cuda
