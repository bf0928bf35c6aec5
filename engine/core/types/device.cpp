#include "engine/core/types/device.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "engine/core/errors/error.h"

namespace c10 {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements functions of libtorch's namespaces

namespace {

// The names of the device types, ordered by the numeric value of DeviceType.
constexpr std::array<std::string_view, 20> names{"cpu",  "cuda", "mkldnn", "opengl", "opencl", "ideep",        "hip",
                                                 "fpga", "ort",  "xla",    "vulkan", "metal",  "xpu",          "mps",
                                                 "meta", "hpu",  "ve",     "lazy",   "ipu",    "privateuseone"};

}  // namespace

std::string DeviceTypeName(DeviceType type, bool lower_case) {
  const auto number = static_cast<std::size_t>(type);
  MODECHECK_CHECK(number < names.size(), ErrorClass::Argument, "Unknown device: ", static_cast<int>(type),
                  ". A c10::DeviceType is one of 0 to ", names.size() - 1);
  std::string out(names[number]);
  if (!lower_case) std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::toupper(c); });
  return out;
}

Device::Device(const std::string& text) : Device(DeviceType::CPU) {
  const std::size_t colon = text.find(':');
  const std::string_view name = std::string_view(text).substr(0, colon);
  const auto* const found = std::find(names.begin(), names.end(), name);
  MODECHECK_CHECK(found != names.end(), ErrorClass::Argument, "Device: '", text,
                  "' names no type of device; write it as 'cpu' or 'cuda:1', the type one of those in "
                  "c10::DeviceType");
  bits_ = static_cast<std::uint8_t>(found - names.begin());
  if (colon == std::string::npos) return;
  const std::string_view digits = std::string_view(text).substr(colon + 1);
  const bool number = !digits.empty() && digits.size() <= 3 &&
                      std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const int index = number ? std::stoi(std::string(digits)) : -1;
  MODECHECK_CHECK(number && index <= 127, ErrorClass::Argument, "Device: '", digits, "' in '", text,
                  "' is no index; it is a number of 0 to 127, as in 'cuda:1'");
  index_ = static_cast<DeviceIndex>(index);
}

std::string Device::str() const {
  std::string out = DeviceTypeName(type(), true);
  return has_index() ? out + ":" + std::to_string(index_) : out;
}

std::ostream& operator<<(std::ostream& out, DeviceType type) { return out << DeviceTypeName(type, true); }

std::ostream& operator<<(std::ostream& out, const Device& device) { return out << device.str(); }

}  // namespace modecheck_v1
}  // namespace c10
