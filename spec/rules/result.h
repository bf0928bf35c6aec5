// The result of an operator: its dtype, sizes and strides, and every reason why the arguments are wrong.
// spec/rules/rows has one row for each operator, by family; spec/rules/table.cpp joins the rows.
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// The result of any operator that is not a view, does not change metadata, and is not a composite.
OutputMeta infer_result(const Record& record, const CallTensors& tensors, const ValueOracle* oracle);

}  // namespace modecheck::spec
