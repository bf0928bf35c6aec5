// Rules for operators that compute losses. They check arguments, and infer the metadata of results.
#pragma once

#include <cstdint>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Infers the result's metadata for mse_loss and smooth_l1_loss, which work element by element and then reduce to one
// number unless `reduction` is 0. `bfloat` is true if libtorch 1.13.1's CPU kernel supports bfloat16.
OutputMeta infer_loss(const CallTensors& tensors, std::int64_t reduction, bool bfloat);

// Infers the result's metadata for huber_loss, whose result is allocated like `self`.
OutputMeta infer_huber_loss(const CallTensors& tensors, std::int64_t reduction, double delta);

OutputMeta infer_binary_cross_entropy(const CallTensors& tensors, std::int64_t reduction, const ValueOracle* oracle);

OutputMeta infer_nll_loss(const CallTensors& tensors, std::int64_t reduction, std::int64_t ignored,
                          const ValueOracle* oracle);

}  // namespace modecheck::spec
