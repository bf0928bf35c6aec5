// Counts how often the process has allocated memory: every malloc, calloc, realloc and aligned allocation, from any
// code.
#pragma once

namespace modecheck::bench {

long allocation_count();

}  // namespace modecheck::bench
