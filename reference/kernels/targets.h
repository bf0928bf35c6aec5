// Where an index sends the elements of a source.
#pragma once

#include <array>
#include <cstdint>

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

// Where each element of a source goes: an element of `self`.
struct Targets {
  std::array<std::uint32_t, kMaxElements> element;
  std::size_t count = 0;
};

// Slices, one for each index; a negative one counts from the end. An index that is not known may be anything.
Targets slices_of(KernelCall& call, const Operand& index);

// Single elements.
Targets elements_of(KernelCall& call, const Operand& index);

}  // namespace modecheck::reference
