// How much a command prints on standard output.
#pragma once

namespace modecheck::cli {

// Quiet: the verdict only, and no progress line. Short: a screen. Verbose: every table.
enum class Detail { Quiet, Short, Verbose };

}  // namespace modecheck::cli
