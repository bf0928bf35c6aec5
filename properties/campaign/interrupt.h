// Ctrl-C and SIGTERM during a long search: the search ends early, and what was found until then is told.
#pragma once

namespace modecheck::properties {

// From now on the first SIGINT or SIGTERM is noted instead of ending the process. One that follows after more than a
// second ends it at once. Within that second others are ignored: `timeout` sends its signal to a process and then to
// the process group, so it arrives twice.
void watch_for_interrupt();

// The signal that was noted, or 0.
int interrupt_signal();

}  // namespace modecheck::properties
