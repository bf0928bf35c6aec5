// Declares dropouts as modules.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/dropout.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Declares a dropout, which works while the module is training. The constructor raises an Argument error for a
// probability outside [0, 1].
#define MODECHECK_DROPOUT(Name)                             \
  class Name##Impl : public Cloneable<Name##Impl> {         \
   public:                                                  \
    Name##Impl(double p);                                   \
    explicit Name##Impl(DropoutOptions options_ = {});      \
    void reset() override;                                  \
    void pretty_print(std::ostream& stream) const override; \
    Tensor forward(Tensor input);                           \
    DropoutOptions options;                                 \
  };                                                        \
  TORCH_MODULE(Name)

MODECHECK_DROPOUT(Dropout);
MODECHECK_DROPOUT(Dropout2d);
MODECHECK_DROPOUT(Dropout3d);
MODECHECK_DROPOUT(AlphaDropout);
MODECHECK_DROPOUT(FeatureAlphaDropout);

#undef MODECHECK_DROPOUT

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
