// Declares Tuple, the elements of a TorchScript tuple or of a NamedTuple.
#pragma once

#include <memory>
#include <vector>

#include "engine/script/class_type.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

struct Tuple {
  Tuple() = default;
  ~Tuple();
  Tuple(const Tuple&) = delete;
  Tuple& operator=(const Tuple&) = delete;

  std::vector<Value> items;
  // The class of a NamedTuple, and null for other tuples. Its attributes name the elements.
  ClassRef type;
};

}  // namespace modecheck::engine::script
