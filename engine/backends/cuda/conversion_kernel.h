// One element that becomes one of another dtype, on the device.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/host_device.h"

namespace modecheck::engine::cuda {

struct ConversionArguments {
  static constexpr const char* key = "convert";

  backends::Strided where;  // the result first
  c10::ScalarType from;
};

template <typename To, typename From>
MODECHECK_HOST_DEVICE void convert_one(char* to, const char* from) {
  backends::store<To>(to, backends::convert<To>(backends::load<From>(from)));
}

template <typename To>
MODECHECK_HOST_DEVICE void converted_element(const ConversionArguments& arguments, std::int64_t i) {
  char* at[2];
  arguments.where.place<2>(i, at);
  switch (arguments.from) {
    case c10::kFloat:
      return convert_one<To, float>(at[0], at[1]);
    case c10::kDouble:
      return convert_one<To, double>(at[0], at[1]);
    case c10::kLong:
      return convert_one<To, std::int64_t>(at[0], at[1]);
    case c10::kByte:
      return convert_one<To, std::uint8_t>(at[0], at[1]);
    case c10::kChar:
      return convert_one<To, std::int8_t>(at[0], at[1]);
    case c10::kShort:
      return convert_one<To, std::int16_t>(at[0], at[1]);
    case c10::kInt:
      return convert_one<To, std::int32_t>(at[0], at[1]);
    case c10::kHalf:
      return convert_one<To, c10::Half>(at[0], at[1]);
    case c10::kBFloat16:
      return convert_one<To, c10::BFloat16>(at[0], at[1]);
    case c10::kComplexFloat:
      return convert_one<To, c10::complex<float>>(at[0], at[1]);
    case c10::kComplexDouble:
      return convert_one<To, c10::complex<double>>(at[0], at[1]);
    default:
      return convert_one<To, bool>(at[0], at[1]);
  }
}

}  // namespace modecheck::engine::cuda
