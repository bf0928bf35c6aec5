// What the process ends with.
#pragma once

namespace modecheck::cli {

// NothingJudged: no answer of a subject was compared, or so few that agreement means nothing.
enum class Exit : int { Clean = 0, Findings = 1, Usage = 2, NothingJudged = 3 };

}  // namespace modecheck::cli
