// The meanings of the exit codes, in words, for --help and the man page. docs/USING.md has the same table.
#pragma once

#include <array>

namespace modecheck::cli {

struct ExitCode {
  const char* code;
  const char* meaning;
};

constexpr std::array kExitCodes{
    ExitCode{"0", "there is no new finding, and every control went as it must"},
    ExitCode{"1", "there is a new finding, a known mismatch no longer shows, or a control failed"},
    ExitCode{"2", "the command was used wrongly, or an output could not be written"},
    ExitCode{"3", "nothing was judged, or next to nothing"},
    ExitCode{"4", "the machine failed: results could not be added to their file, or memory or processes ran out"},
    ExitCode{"130", "Ctrl-C ended the run; run, exhaust and compare report what they found until then"},
    ExitCode{"143", "SIGTERM ended the run; run, exhaust and compare report what they found until then"},
};

}  // namespace modecheck::cli
