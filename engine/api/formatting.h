// Printing tensors as libtorch prints them.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// The elements, rows on lines of their own and wrapped at `linesize` columns, then "[ CPUFloatType{2,3} ]". All numbers
// of a matrix share one format, and a power of ten before it if they are large. More than two dimensions are printed
// matrix by matrix. Raises on Meta.
std::ostream& print(std::ostream& out, const Tensor& tensor, std::int64_t linesize);
// To std::cout.
void print(const Tensor& tensor, std::int64_t linesize = 80);
inline std::ostream& operator<<(std::ostream& out, const Tensor& tensor) { return print(out, tensor, 80); }

}  // namespace modecheck_v1
}  // namespace at
