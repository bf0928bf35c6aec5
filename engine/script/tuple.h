// Declares Tuple, the elements of a TorchScript tuple or of a NamedTuple.
#pragma once

#include <memory>
#include <vector>

#include "engine/script/class_type.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

struct Tuple {
  std::vector<Value> items;
  // The class of a NamedTuple, and null for other tuples. Its attributes name the elements.
  ClassRef type;
};

}  // namespace modecheck::engine::script
