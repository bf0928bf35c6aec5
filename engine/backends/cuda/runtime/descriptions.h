// What a library was made to describe, destroyed in the end: the last one first.
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

  // `create` makes an object of the library's, or says why not; null: it did not.
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
