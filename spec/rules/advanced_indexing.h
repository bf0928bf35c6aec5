// Advanced indexing: reads and writes the elements that index tensors name. An int64 tensor holds indices, and a
// negative index counts from the end. A bool mask over some dimensions stands for the indices of its true elements. The
// index tensors broadcast to one shape. The dimensions of that shape replace the indexed dimensions, or come first if
// those are not adjacent. An index out of range gives an error of class Range. Three cases are unspecified: uint8
// masks, which are deprecated; masks without dimensions; and an absent index after masks have used up all dimensions.
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Infers the result's metadata for nonzero, whose result has a number of rows that depends on the values.
OutputMeta infer_nonzero(const CallTensors& tensors, const ValueOracle* oracle);

OutputMeta infer_index(const Record& record, const CallTensors& tensors, const ValueOracle* oracle);

// Infers the result's metadata for index_put: `values` broadcasts to the shape that the indices select. With one mask
// as the only index and a single value, libtorch fills as masked_fill_ does, and accepts other dtypes. A value that may
// not fit the dtype is unspecified. A target that overlaps an input is unspecified, too.
OutputMeta infer_index_put(const Record& record, const CallTensors& tensors, const ValueOracle* oracle);

}  // namespace modecheck::spec
