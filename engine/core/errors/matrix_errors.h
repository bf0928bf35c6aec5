// Raises the errors of libtorch about matrices that cannot be inverted, factorised or solved for. `which` is the number
// of the matrix in its batch, counted from 0; `element` and `minor` count from 1, as LAPACK does.
#pragma once

#include <cstdint>

namespace modecheck::engine {

// Says that diagonal element `element` of the factor is zero.
[[noreturn]] void raise_singular(std::int64_t which, int element);
// Says that the leading minor of order `minor` is not positive-definite.
[[noreturn]] void raise_not_definite(std::int64_t which, int minor);
// Says that the system of the matrix has no single solution. The error does not name the element.
[[noreturn]] void raise_unsolvable(std::int64_t which, int element);

}  // namespace modecheck::engine
