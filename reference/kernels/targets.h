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

// For an index of slices along a dimension, as index_add takes it. A negative index counts from the end. If the index
// is not exactly known, the targets are arbitrary.
Targets slices_of(KernelCall& call, const Operand& index);

// For an index of single elements, as scatter and gather take it.
Targets elements_of(KernelCall& call, const Operand& index);

}  // namespace modecheck::reference
