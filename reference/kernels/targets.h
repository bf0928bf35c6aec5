// The elements to which an index sends the elements of a source.
#pragma once

#include <array>
#include <cstdint>

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

// For each element of a source, the element of `self` that receives it.
struct Targets {
  std::array<std::uint32_t, kMaxElements> element;
  std::size_t count = 0;
};

// The index names slices, and a negative one counts from the end. If the index is not exactly known, its values are
// arbitrary.
Targets slices_of(KernelCall& call, const Operand& index);

// The index names single elements.
Targets elements_of(KernelCall& call, const Operand& index);

}  // namespace modecheck::reference
