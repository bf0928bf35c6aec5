// Declares c10::Device, which says where a tensor is stored. The numbers of the device types are libtorch's, so that
// boxed calls and saved programs agree. Tensors can be on the CPU, on Meta, or on a CUDA device. The other device types
// can be named, but using them is an error.
//
// A fake tensor (engine/fake) claims to be on a device but has no bytes. Its Device answers as the claimed one, and
// also says that it is only claimed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>

namespace c10 {
inline namespace modecheck_v1 {

enum class DeviceType : std::int8_t {
  CPU = 0,
  CUDA = 1,
  MKLDNN = 2,
  OPENGL = 3,
  OPENCL = 4,
  IDEEP = 5,
  HIP = 6,
  FPGA = 7,
  ORT = 8,
  XLA = 9,
  Vulkan = 10,
  Metal = 11,
  XPU = 12,
  MPS = 13,
  Meta = 14,
  HPU = 15,
  VE = 16,
  Lazy = 17,
  IPU = 18,
  PrivateUse1 = 19,
  COMPILE_TIME_MAX_DEVICE_TYPES = 20,
};

constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
constexpr DeviceType kHIP = DeviceType::HIP;
constexpr DeviceType kFPGA = DeviceType::FPGA;
constexpr DeviceType kORT = DeviceType::ORT;
constexpr DeviceType kXLA = DeviceType::XLA;
constexpr DeviceType kVulkan = DeviceType::Vulkan;
constexpr DeviceType kMetal = DeviceType::Metal;
constexpr DeviceType kXPU = DeviceType::XPU;
constexpr DeviceType kMPS = DeviceType::MPS;
constexpr DeviceType kMeta = DeviceType::Meta;
constexpr DeviceType kHPU = DeviceType::HPU;
constexpr DeviceType kVE = DeviceType::VE;
constexpr DeviceType kLazy = DeviceType::Lazy;
constexpr DeviceType kIPU = DeviceType::IPU;
constexpr DeviceType kPrivateUse1 = DeviceType::PrivateUse1;

using DeviceIndex = std::int8_t;

// Returns the name of a device type: "cpu" if `lower_case` is set, and "CPU" otherwise.
std::string DeviceTypeName(DeviceType type, bool lower_case = false);

struct Device {
  using Type = DeviceType;

  // Converts a device type implicitly, as in libtorch: `tensor.to(at::kMeta)`. Index -1 stands for the current device
  // of the type.
  constexpr Device(DeviceType type, DeviceIndex index = -1) : bits_(static_cast<std::uint8_t>(type)), index_(index) {}
  // Parses a name such as "cpu" or "cuda:1". Raises for any other text.
  Device(const std::string& text);

  constexpr DeviceType type() const { return static_cast<DeviceType>(bits_ & ~fake_bit); }
  constexpr DeviceIndex index() const { return index_; }
  void set_index(DeviceIndex index) { index_ = index; }
  constexpr bool has_index() const { return index_ != -1; }
  constexpr bool is_cpu() const { return type() == DeviceType::CPU; }
  constexpr bool is_cuda() const { return type() == DeviceType::CUDA; }
  constexpr bool is_meta() const { return type() == DeviceType::Meta; }
  // A device equals the same device that is only claimed.
  constexpr bool operator==(const Device& other) const { return type() == other.type() && index_ == other.index_; }
  constexpr bool operator!=(const Device& other) const { return !(*this == other); }

  std::string str() const;

  // Returns true if a fake tensor claims this device.
  constexpr bool is_fake() const { return (bits_ & fake_bit) != 0; }
  // Returns this device, only claimed.
  constexpr Device as_fake() const {
    Device out = *this;
    out.bits_ |= fake_bit;
    return out;
  }
  // Returns this device as a program names it.
  constexpr Device without_claim() const { return Device(type(), index_); }

  // These functions say where the elements of a tensor on this device are: in the CPU's memory, in a GPU's memory, or
  // nowhere. The elements of a fake tensor are nowhere, and so are those of a tensor on Meta.
  constexpr bool in_cpu_memory() const { return bits_ == static_cast<std::uint8_t>(DeviceType::CPU); }
  constexpr bool in_cuda_memory() const { return bits_ == static_cast<std::uint8_t>(DeviceType::CUDA); }
  constexpr bool has_bytes() const { return !is_fake() && !is_meta(); }

 private:
  static constexpr std::uint8_t fake_bit = 0x40;

  std::uint8_t bits_;  // the device type, and fake_bit if the device is only claimed
  DeviceIndex index_;
};

std::ostream& operator<<(std::ostream& out, DeviceType type);
std::ostream& operator<<(std::ostream& out, const Device& device);

}  // namespace modecheck_v1
}  // namespace c10

template <>
struct std::hash<c10::DeviceType> {
  std::size_t operator()(c10::DeviceType type) const noexcept { return static_cast<std::size_t>(type); }
};
template <>
struct std::hash<c10::Device> {
  std::size_t operator()(c10::Device device) const noexcept {
    return static_cast<std::size_t>(device.type()) << 8 | static_cast<std::uint8_t>(device.index());
  }
};
