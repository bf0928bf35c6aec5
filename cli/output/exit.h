// The exit status of the process.
#pragma once

namespace modecheck::cli {

// NothingJudged: no subject's answer was compared, or so few were that agreement means nothing.
enum class Exit : int { Clean = 0, Findings = 1, Usage = 2, NothingJudged = 3 };

}  // namespace modecheck::cli
