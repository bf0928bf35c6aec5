// Names the kind of device on which a subject keeps its tensors.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace modecheck::spec {

enum class DeviceKind : std::uint8_t {
  Cpu,
  Meta,  // the meta device: tensors have shapes, but no elements
  Cuda,  // the CUDA device, a GPU
  Sim,   // a simulated device in the subject's process (engine:sim)
  Fake,  // fake tensors, which claim to be on the CPU and have no elements (engine:fake)
};
constexpr int kDeviceKinds = 5;

// The names of the devices, as the names of subjects hold them: "cpu" in "engine:cpu".
constexpr std::array<std::string_view, kDeviceKinds> kDeviceNames{"cpu", "meta", "cuda", "sim", "fake"};

constexpr std::string_view name_of(DeviceKind device) { return kDeviceNames[static_cast<std::size_t>(device)]; }
constexpr bool has_values(DeviceKind device) { return device != DeviceKind::Meta && device != DeviceKind::Fake; }
// Returns true if the device has memory of its own, which the host cannot access.
constexpr bool has_own_memory(DeviceKind device) { return device == DeviceKind::Cuda || device == DeviceKind::Sim; }

}  // namespace modecheck::spec
