// Defines the enumerators of options, such as torch::kReLU. Each is a constant of a type of its own in torch::enumtype.
#pragma once

#include <cstdint>
#include <string>

#include "engine/core/types/reduction.h"

// Lists all enumerators.
// clang-format off
#define MODECHECK_ENUMERATORS(_) \
  _(Linear) _(Conv1D) _(Conv2D) _(Conv3D) _(ConvTranspose1D) _(ConvTranspose2D) _(ConvTranspose3D) _(Sigmoid) \
  _(Tanh) _(ReLU) _(GELU) _(SiLU) _(Mish) _(LeakyReLU) _(FanIn) _(FanOut) _(Constant) _(Reflect) _(Replicate) \
  _(Circular) _(Nearest) _(Bilinear) _(Bicubic) _(Trilinear) _(Area) _(NearestExact) _(Sum) _(Mean) _(Max) \
  _(None) _(BatchMean) _(Zeros) _(Border) _(Reflection) _(RNN_TANH) _(RNN_RELU) _(LSTM) _(GRU) _(Valid) _(Same)
// clang-format on

namespace torch {
inline namespace modecheck_v1 {
namespace enumtype {

// The numbers of the enumerators.
enum class Enumerator : std::uint8_t {
#define MODECHECK_NUMBER(Name) Name,
  MODECHECK_ENUMERATORS(MODECHECK_NUMBER)
#undef MODECHECK_NUMBER
};

#define MODECHECK_TYPE(Name)                               \
  struct k##Name {                                         \
    constexpr k##Name() {}                                 \
    static constexpr Enumerator number = Enumerator::Name; \
  };
MODECHECK_ENUMERATORS(MODECHECK_TYPE)
#undef MODECHECK_TYPE

// Returns the name of an enumerator, such as "kReLU".
const char* name_of(Enumerator number);
// Returns the at::Reduction of kNone, kMean or kSum. Raises an Argument error for another enumerator.
at::Reduction::Reduction reduction_of(Enumerator number);

// Returns the number of the enumerator that an OneOf or a c10::variant holds.
template <typename Variant>
Enumerator number_of(const Variant& value) {
  return visit([](const auto& one) { return one.number; }, value);
}

// These functions take an OneOf or a c10::variant of enumerators.
template <typename Variant>
std::string get_enum_name(const Variant& value) {
  return name_of(number_of(value));
}
template <typename Variant>
at::Reduction::Reduction reduction_get_enum(const Variant& value) {
  return reduction_of(number_of(value));
}

}  // namespace enumtype

#define MODECHECK_CONSTANT(Name) inline constexpr enumtype::k##Name k##Name{};
MODECHECK_ENUMERATORS(MODECHECK_CONSTANT)
#undef MODECHECK_CONSTANT
#undef MODECHECK_ENUMERATORS

}  // namespace modecheck_v1
}  // namespace torch
