// Arithmetic on sizes and dtypes that foreseeing a result needs.
#pragma once

#include "properties/generate/sketch/sketch.h"
#include "spec/program/dtype.h"
#include "spec/program/record.h"

namespace modecheck::properties {

spec::DType promote(const SketchTensor& a, const SketchTensor& b);
bool is_index(spec::DType dtype);
bool fits(const Shape& shape, spec::DType dtype);
// An int[] at immediate `at` as a shape; false if a size is negative.
bool read_shape(const spec::Record& record, int at, Shape& out);
// Batches of matrices as batches of single elements.
Shape batches_of(Shape shape);
// A dimension counted from either end; -1 if there is none such. `rank` 0 counts as one dimension.
int wrap_dim(int dim, int rank);

}  // namespace modecheck::properties
