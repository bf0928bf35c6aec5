// Advanced indexing: reads and writes the elements that tensors of indices name. An int64 tensor holds indices, and a
// negative one counts from the end; a bool mask over some dimensions stands for the indices of its true elements. The
// index tensors broadcast to one shape. Its dimensions replace the indexed ones, or come first if those are not
// adjacent. Wrong indices give an error of class Range. Three cases are unspecified: uint8 masks, which are deprecated;
// masks without dimensions; and an absent index after masks have used up all dimensions.
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// The number of rows depends on the values.
OutputMeta infer_nonzero(const CallTensors& tensors, const ValueOracle* oracle);

OutputMeta infer_index(const Record& record, const CallTensors& tensors, const ValueOracle* oracle);

// `values` broadcasts to the shape that the indices select. With one mask alone and a single number, libtorch fills as
// masked_fill_ does, and accepts other dtypes: a value that may not fit is unspecified. A target that overlaps an input
// is unspecified too.
OutputMeta infer_index_put(const Record& record, const CallTensors& tensors, const ValueOracle* oracle);

}  // namespace modecheck::spec
