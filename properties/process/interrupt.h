// Handles Ctrl-C and SIGTERM during a long search: the search ends early and reports what it has found so far.
#pragma once

namespace modecheck::properties {

// From now on the first SIGINT or SIGTERM is recorded and does not end the process. A later signal ends the process at
// once if more than a second has passed. Within that second signals are ignored: `timeout` signals a process and then
// its process group, so the signal arrives twice.
void watch_for_interrupt();

// Returns the signal that was recorded, SIGINT or SIGTERM, or 0 if there was none.
int interrupt_signal();

}  // namespace modecheck::properties
