// Commands that give a tensor another storage: set_, set_data, .data and resize_. Rule K3 forbids to mix inference
// tensors and normal tensors. Rule H says which other promises these commands may break.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void set_source(ModelState& m, TensorId self, TensorId source);
void set_data(ModelState& m, TensorId self, TensorId data);
TensorId data_of(ModelState& m, TensorId self);
void resize(ModelState& m, TensorId self, const IntList& size);

}  // namespace modecheck::spec
