// A forked process that runs one function, watched by its parent.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

namespace modecheck::properties {

class ChildProcess {
 public:
  enum class End { Running, Finished, Crashed, Stopped };

  // Runs `body` in a new process; what it writes to the descriptor it is given is read with `output`. The process ends
  // when `body` returns, without running anything that was registered for the end of this one.
  explicit ChildProcess(const std::function<void(int out)>& body);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  // Looks whether it has ended, and takes over what it has written so far. Never waits.
  End poll();

  // Waits until it has ended or `limit` has passed; then it is stopped.
  End wait(std::chrono::milliseconds limit);

  // Ends it at once.
  void stop();

  // All that was written so far and not taken yet.
  std::string& output() { return output_; }

  // "signal 11", "exit status 3".
  const std::string& cause() const { return cause_; }

 private:
  void drain();

  pid_t pid_ = -1;
  int in_ = -1;
  End end_ = End::Running;
  std::string output_;
  std::string cause_;
};

}  // namespace modecheck::properties
