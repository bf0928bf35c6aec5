// Sizes and dtype of what an operator returns, by family. `result` comes with those of the first operand. Ok: go on.
#pragma once

#include "properties/generate/sketch/call.h"
#include "properties/generate/sketch/result.h"
#include "properties/generate/sketch/sketch.h"

namespace modecheck::properties {

// Operators that make a tensor out of sizes and numbers.
Foreseen foresee_creation(const SketchCall& call, SketchResult& result);
// Pointwise operators.
Foreseen foresee_pointwise(const SketchCall& call, SketchResult& result);
// Reductions, cumulations and sorting.
Foreseen foresee_reduction(const SketchCall& call, SketchResult& result);
// Products of matrices, distances between rows, and triangles.
Foreseen foresee_matrix(const SketchCall& call, SketchResult& result);
// Windows, borders, convolutions, other sizes of images.
Foreseen foresee_image(const SketchCall& call, SketchResult& result);
// Normalisations and Fourier transforms.
Foreseen foresee_normalization(const SketchCall& call, SketchResult& result);
// What puts elements into other places.
Foreseen foresee_moving(const SketchCall& call, SketchResult& result);
// Losses, and what picks elements or puts them elsewhere.
Foreseen foresee_selection(const SketchCall& call, SketchResult& result);
// What picks elements, or writes them, by index.
Foreseen foresee_indexing(const SketchCall& call, SketchResult& result);

}  // namespace modecheck::properties
