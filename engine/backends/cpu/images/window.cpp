#include "engine/backends/cpu/images/window.h"

#include "engine/core/errors/error.h"

namespace modecheck::engine::backends {

std::int64_t spatial_value(const char* name, const char* what, c10::IntArrayRef list, int dimension, int rank) {
  MODECHECK_CHECK(list.size() == 1 || list.size() == static_cast<std::size_t>(rank), ErrorClass::Argument, name, ": ",
                  what, " must be one number or one for each of ", rank, " spatial dimensions, but is ", list);
  return list.size() == 1 ? list[0] : list[static_cast<std::size_t>(dimension)];
}

}  // namespace modecheck::engine::backends
