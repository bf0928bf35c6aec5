#include "engine/core/errors/matrix_errors.h"

#include <string>

#include "engine/core/errors/error.h"

namespace modecheck::engine {
namespace {

[[noreturn]] void raise(const char* name, std::int64_t which, const std::string& what) {
  throw c10::LinAlgError(ErrorClass::Argument,
                         std::string(name) + ": (Batch element " + std::to_string(which) + "): " + what);
}

}  // namespace

void raise_singular(std::int64_t which, int element) {
  raise("linalg.inv", which,
        "The diagonal element " + std::to_string(element) +
            " is zero, the inversion could not be completed because the input matrix is singular.");
}

void raise_not_definite(std::int64_t which, int minor) {
  raise("linalg.cholesky", which,
        "The factorization could not be completed because the input is not positive-definite (the leading minor of "
        "order " +
            std::to_string(minor) + " is not positive-definite).");
}

void raise_unsolvable(std::int64_t which, int /*element*/) {
  raise("linalg.solve_ex", which, "The solver failed because the input matrix is singular.");
}

}  // namespace modecheck::engine
