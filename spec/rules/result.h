// The result of an operator: its dtype, sizes and strides, and every reason why the arguments are invalid.
// spec/rules/rows has one row for each operator, by family; spec/rules/table.cpp joins the rows.
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Infers the metadata of an operator's result. It serves all operators but views, composites, and operators that change
// metadata.
OutputMeta infer_result(const Record& record, const CallTensors& tensors, const ValueOracle* oracle);

}  // namespace modecheck::spec
