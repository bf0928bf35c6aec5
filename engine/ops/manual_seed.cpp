#include "engine/backends/cpu/generator.h"
#include "engine/ops/factories.h"

namespace at {
inline namespace modecheck_v1 {

void manual_seed(std::uint64_t seed) { modecheck::engine::backends::manual_seed(seed); }

}  // namespace modecheck_v1
}  // namespace at
