// Marks the storages whose bytes no rule promises, so that these bytes are not compared.
#pragma once

#include "spec/model/values.h"

namespace modecheck::spec::limits {

// Marks the outputs of an operator if an input is unpredictable, or if the operator writes memory that it also reads.
void mark_outputs(ModelState& m, const Record& record, const InputGeometries& inputs, int count,
                  const Geometry* outputs, int output_count);

}  // namespace modecheck::spec::limits
