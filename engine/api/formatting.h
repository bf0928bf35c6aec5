// Prints tensors in libtorch's format.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Prints the elements and then the type, for example "[ CPUFloatType{2,3} ]". Each row is on its own line, and wraps at
// `linesize` columns. All numbers of a matrix share one format, and a leading power of ten if they are large. More than
// two dimensions are printed matrix by matrix. Raises for meta tensors.
std::ostream& print(std::ostream& out, const Tensor& tensor, std::int64_t linesize);
// Prints to std::cout.
void print(const Tensor& tensor, std::int64_t linesize = 80);
inline std::ostream& operator<<(std::ostream& out, const Tensor& tensor) { return print(out, tensor, 80); }

}  // namespace modecheck_v1
}  // namespace at
