// Counts how often the process has allocated memory: every call of malloc, calloc, realloc and the aligned allocations,
// from any code.
#pragma once

namespace modecheck::bench {

long allocation_count();

}  // namespace modecheck::bench
