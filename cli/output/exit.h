// The exit statuses of the command.
#pragma once

namespace modecheck::cli {

// NothingJudged means that no subject's answer was compared, or so few answers that agreement means nothing.
// MachineFailed means that the same command may succeed later or on another machine.
enum class Exit : int { Clean = 0, Findings = 1, Usage = 2, NothingJudged = 3, MachineFailed = 4 };

}  // namespace modecheck::cli
