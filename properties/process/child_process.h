// A ChildProcess is a forked process that runs one function while its parent watches it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

namespace modecheck::properties {

class ChildProcess {
 public:
  enum class End { Running, Finished, Crashed, Stopped };

  // Runs `body` in a new process. `output` reads what `body` writes to the file descriptor `out`. The process ends when
  // `body` returns, without running the exit handlers of the parent.
  explicit ChildProcess(const std::function<void(int out)>& body);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  // Checks whether the child process has ended, and reads what it has written so far. Never waits.
  End poll();

  // Waits until the process has ended. Stops it when `limit` has passed, or at once after Ctrl-C or SIGTERM
  // (properties/process/interrupt.h).
  End wait(std::chrono::milliseconds limit);

  // Kills the child process at once.
  void stop();

  // Returns the output read so far; the caller may remove what it has used.
  std::string& output() { return output_; }

  // Returns why the process ended, for example "signal 11" or "exit status 3".
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
