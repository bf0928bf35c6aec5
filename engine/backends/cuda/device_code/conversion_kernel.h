// The kernel that converts elements to another dtype on the CUDA device. Each thread converts one element or a pack of
// four.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/device_code/packed_elements.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

struct ConversionArguments {
  static constexpr const char* key = "convert";

  backends::Strided where;  // the operands: the result, then the source
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
  backends::visit_dtype(arguments.from, [&](auto type) { convert_one<To, decltype(type)>(at[0], at[1]); });
}

// Returns true if each thread converts a pack of four elements, false if each thread converts one element.
template <typename To>
bool converts_packs(const ConversionArguments& arguments) {
  if constexpr (sizeof(backends::Stored<To>) > 8) return false;
  const std::int64_t bytes[] = {sizeof(backends::Stored<To>),
                                static_cast<std::int64_t>(c10::elementSize(arguments.from))};
  return has_packed_elements(arguments.where, bytes);
}

template <typename To, typename From>
MODECHECK_HOST_DEVICE void convert_pack(char* to, const char* from, std::int64_t step) {
  if constexpr (sizeof(backends::Stored<To>) <= 8 && sizeof(backends::Stored<From>) <= 8) {
    const ElementPack<From> in = read_packed<From>(from, step);
    ElementPack<To> out;
    for (int k = 0; k < packed_elements; ++k) {
      const auto stored = in.elements[k];
      if constexpr (std::is_same_v<From, bool>)
        out.elements[k] = static_cast<backends::Stored<To>>(backends::convert<To>(stored != 0));
      else
        out.elements[k] = static_cast<backends::Stored<To>>(backends::convert<To>(static_cast<From>(stored)));
    }
    out.write(to);
  }
}

template <typename To>
MODECHECK_HOST_DEVICE void converted_pack(const ConversionArguments& arguments, std::int64_t i) {
  char* at[2];
  arguments.where.place<2>(i * packed_elements, at);
  backends::visit_dtype(
      arguments.from, [&](auto type) { convert_pack<To, decltype(type)>(at[0], at[1], arguments.where.steps[1][0]); });
}

}  // namespace modecheck::engine::cuda
