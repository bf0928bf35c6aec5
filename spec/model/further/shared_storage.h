// Commands that give a tensor the storage of another one: set_, set_data and .data. Rule K3 forbids to mix inference
// tensors and normal tensors. Rule H says which other promises these commands may break.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void set_source(ModelState& m, TensorId self, TensorId source);
void set_data(ModelState& m, TensorId self, TensorId data);
TensorId data_of(ModelState& m, TensorId self);

}  // namespace modecheck::spec
