// Marks storages whose bytes nothing promises.
#pragma once

#include "spec/model/values.h"

namespace modecheck::spec::limits {

// The outputs of an operator: as unpredictable as its inputs are, and where it writes what it reads.
void mark_outputs(ModelState& m, const Record& record, const InputGeometries& inputs, int count,
                  const Geometry* outputs, int output_count);

}  // namespace modecheck::spec::limits
