// Where a tensor lives. The numbers are libtorch's, so that boxed calls and saved programs agree.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

namespace c10 {
inline namespace modecheck_v1 {

enum class DeviceType : std::int8_t { CPU = 0, CUDA = 1, Meta = 14 };

constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
constexpr DeviceType kMeta = DeviceType::Meta;

using DeviceIndex = std::int8_t;

struct Device {
  // Implicit, as in libtorch: `tensor.to(at::kMeta)`.
  constexpr Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}

  constexpr DeviceType type() const { return type_; }
  constexpr DeviceIndex index() const { return index_; }
  constexpr bool has_index() const { return index_ >= 0; }
  constexpr bool is_cpu() const { return type_ == DeviceType::CPU; }
  constexpr bool is_cuda() const { return type_ == DeviceType::CUDA; }
  constexpr bool is_meta() const { return type_ == DeviceType::Meta; }
  constexpr bool operator==(const Device& other) const { return type_ == other.type_ && index_ == other.index_; }
  constexpr bool operator!=(const Device& other) const { return !(*this == other); }

  std::string str() const {
    const char* name = is_cpu() ? "cpu" : is_cuda() ? "cuda" : "meta";
    return has_index() ? std::string(name) + ":" + std::to_string(index_) : std::string(name);
  }

 private:
  DeviceType type_;
  DeviceIndex index_;
};

inline std::ostream& operator<<(std::ostream& out, const Device& device) { return out << device.str(); }

}  // namespace modecheck_v1
}  // namespace c10
