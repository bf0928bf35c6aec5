// Declares List, the elements of a TorchScript list and their type.
#pragma once

#include <memory>
#include <vector>

#include "engine/script/type.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

struct List {
  List() = default;
  ~List();
  List(const List&) = delete;
  List& operator=(const List&) = delete;

  std::vector<Value> items;
  // The type of the elements, or null if the program did not say it. Only an empty list needs it.
  TypeRef element;
};

}  // namespace modecheck::engine::script
