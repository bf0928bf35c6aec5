// Finds which elements of `self` an index names, for operators such as index_add and scatter.
#pragma once

#include <array>
#include <cstdint>

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

// For each element of the source, `element` holds the number of the element of `self` that receives it.
struct Targets {
  std::array<std::uint32_t, kMaxElements> element;
  std::size_t count = 0;
};

// Finds the targets of an index that names slices along a dimension, as in index_add. A negative index counts from the
// end. If the index is not exactly known, the targets are arbitrary.
Targets slices_of(KernelCall& call, const Operand& index);

// Finds the targets of an index that names single elements, as in scatter and gather.
Targets elements_of(KernelCall& call, const Operand& index);

}  // namespace modecheck::reference
