// How often the process has allocated memory: every malloc, calloc, realloc and aligned allocation, whoever makes it.
#pragma once

namespace modecheck::bench {

long allocation_count();

}  // namespace modecheck::bench
