// A kernel for the CUDA device that converts elements to another dtype.
#pragma once

#include <cstdint>

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

}  // namespace modecheck::engine::cuda
