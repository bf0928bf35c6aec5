// What an operator is foreseen to return.
#pragma once

#include "properties/generate/sketch/sketch.h"
#include "spec/program/dtype.h"

namespace modecheck::properties {

struct SketchResult {
  Shape shape;
  spec::DType dtype = spec::DType::Float32;
  Shape statistics;  // the sizes of means, beside a result of other sizes
  Shape uses;        // of the indices of bags
  int tensors = 0;   // how many operands count
};

}  // namespace modecheck::properties
