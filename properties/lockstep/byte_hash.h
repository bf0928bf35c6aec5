// Hashes bytes with FNV-1a, whose result is the same in every build and on every machine.
#pragma once

#include <cstdint>

namespace modecheck::properties {

class ByteHash {
 public:
  // `bytes` is a range of bytes, such as a std::string or a vector of std::uint8_t.
  template <typename Bytes>
  void add(const Bytes& bytes) {
    for (const auto byte : bytes) value_ = (value_ ^ static_cast<std::uint8_t>(byte)) * 0x100000001b3u;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace modecheck::properties
