// An array of flags in memory that this process shares with the processes that it forks. Two processes may raise
// different flags at the same time.
#pragma once

#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace modecheck::properties {

class SharedFlags {
 public:
  explicit SharedFlags(std::size_t count) : count_(count == 0 ? 1 : count) {
    void* memory = mmap(nullptr, count_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    flags_ = static_cast<std::uint8_t*>(memory);
  }
  SharedFlags(const SharedFlags&) = delete;
  SharedFlags& operator=(const SharedFlags&) = delete;
  ~SharedFlags() { munmap(flags_, count_); }

  void raise(std::size_t i) const { flags_[i] = 1; }
  bool raised(std::size_t i) const { return flags_[i] != 0; }

 private:
  std::size_t count_;
  std::uint8_t* flags_ = nullptr;
};

}  // namespace modecheck::properties
