// The call that is made now. If the process dies in it, its last line of output names the call.
#pragma once

#include <string>

namespace modecheck::operators {

void note_call(const std::string& call);

// From now on a fatal signal writes the line {"died": SIGNAL, "call": CALL} to the file `output`, and ends the process.
void answer_before_death(int output);

// While it exists, the process has 15 seconds. Then it dies by SIGALRM, which is how a call that does not end is told.
class TimeLimit {
 public:
  TimeLimit();
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;
};

}  // namespace modecheck::operators
