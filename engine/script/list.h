// Declares List, the elements of a TorchScript list and their type.
#pragma once

#include <memory>
#include <vector>

#include "engine/script/type.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

struct List {
  std::vector<Value> items;
  // The type of the elements, or null if the program did not say it. Only an empty list needs it.
  TypeRef element;
};

}  // namespace modecheck::engine::script
