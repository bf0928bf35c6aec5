// Where a subject's tensors live.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace modecheck::spec {

enum class DeviceKind : std::uint8_t {
  Cpu,
  Meta,  // shapes without elements
  Cuda,  // a GPU
  Sim,   // a CUDA device that is simulated in the process
};
constexpr int kDeviceKinds = 4;

// As in the names of subjects: "cpu" of "engine:cpu".
constexpr std::array<std::string_view, kDeviceKinds> kDeviceNames{"cpu", "meta", "cuda", "sim"};

constexpr std::string_view name_of(DeviceKind device) { return kDeviceNames[static_cast<std::size_t>(device)]; }
constexpr bool has_values(DeviceKind device) { return device != DeviceKind::Meta; }
// The elements are not where the host can touch them.
constexpr bool is_apart(DeviceKind device) { return device == DeviceKind::Cuda || device == DeviceKind::Sim; }

}  // namespace modecheck::spec
