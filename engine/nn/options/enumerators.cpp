#include "engine/nn/options/enumerators.h"

#include <array>

#include "engine/core/errors/error.h"

namespace torch {
inline namespace modecheck_v1 {
namespace enumtype {

const char* name_of(Enumerator number) {
  static constexpr std::array names{"kLinear",
                                    "kConv1D",
                                    "kConv2D",
                                    "kConv3D",
                                    "kConvTranspose1D",
                                    "kConvTranspose2D",
                                    "kConvTranspose3D",
                                    "kSigmoid",
                                    "kTanh",
                                    "kReLU",
                                    "kGELU",
                                    "kSiLU",
                                    "kMish",
                                    "kLeakyReLU",
                                    "kFanIn",
                                    "kFanOut",
                                    "kConstant",
                                    "kReflect",
                                    "kReplicate",
                                    "kCircular",
                                    "kNearest",
                                    "kBilinear",
                                    "kBicubic",
                                    "kTrilinear",
                                    "kArea",
                                    "kNearestExact",
                                    "kSum",
                                    "kMean",
                                    "kMax",
                                    "kNone",
                                    "kBatchMean",
                                    "kZeros",
                                    "kBorder",
                                    "kReflection",
                                    "kRNN_TANH",
                                    "kRNN_RELU",
                                    "kLSTM",
                                    "kGRU",
                                    "kValid",
                                    "kSame"};
  return names.at(static_cast<std::size_t>(number));
}

at::Reduction::Reduction reduction_of(Enumerator number) {
  if (number == Enumerator::None) return at::Reduction::None;
  if (number == Enumerator::Mean) return at::Reduction::Mean;
  MODECHECK_CHECK(number == Enumerator::Sum, modecheck::engine::ErrorClass::Argument, name_of(number),
                  " is not a valid value for reduction");
  return at::Reduction::Sum;
}

}  // namespace enumtype
}  // namespace modecheck_v1
}  // namespace torch
