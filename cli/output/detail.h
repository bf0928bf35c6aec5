// Says how much a command prints on standard output.
#pragma once

namespace modecheck::cli {

// Quiet prints the verdict only, and no progress line. Short fills a screen at most. Verbose prints every table.
enum class Detail { Quiet, Short, Verbose };

}  // namespace modecheck::cli
