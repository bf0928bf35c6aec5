// A BytesChoice takes decisions from a string of bytes, as libFuzzer gives them. A decision takes one byte, or more
// bytes if it has more than 256 outcomes. After the last byte every decision is 0. So any string is a sequence of
// decisions, and a shorter string means a simpler program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/choice/choice.h"

namespace modecheck::properties {

class BytesChoice final : public Choice {
 public:
  // Keeps a pointer to the bytes, which must outlive this object.
  BytesChoice(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint32_t below(std::uint32_t n) override {
    if (n <= 1) return 0;
    std::uint32_t value = byte();
    for (std::uint32_t reach = 256; reach < n && reach != 0; reach <<= 8) value = value << 8 | byte();
    return value % n;
  }

  bool exhausted() const { return at_ == size_; }

 private:
  std::uint32_t byte() { return at_ < size_ ? data_[at_++] : 0; }

  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

}  // namespace modecheck::properties
