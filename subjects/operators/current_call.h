// The call that is made now. If the process dies in it, its last line of output names the call.
#pragma once

#include <string>

namespace modecheck::operators {

void note_call(const std::string& call);

// From now on a fatal signal writes the line {"died": SIGNAL, "call": CALL} to the standard output, and ends the
// process.
void answer_before_death();

}  // namespace modecheck::operators
