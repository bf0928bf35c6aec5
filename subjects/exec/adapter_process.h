// The process of an adapter: a program of the user's that runs commands on an engine in any language, and answers in
// lines of JSON (docs/OWN_ENGINE.md).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace modecheck::subjects {

class AdapterProcess {
 public:
  enum class Answer { Line, Ended, Late };

  // Starts the program of the file. Its errors go where those of this process go. It may use `memory` bytes of address
  // space; 0 sets no limit. Throws std::runtime_error, which names the file, if the program does not start.
  AdapterProcess(const std::string& file, std::size_t memory);
  // Kills the process if it has not ended.
  ~AdapterProcess();
  AdapterProcess(const AdapterProcess&) = delete;
  AdapterProcess& operator=(const AdapterProcess&) = delete;

  // Returns whether the adapter has said something that nobody has read.
  bool has_more() const;
  // Sends a line. A process that has ended does not get it.
  void send(std::string_view line);
  // Waits for a line until the moment `end`, and writes it to `line` without its end. A line that is longer than 16 MiB
  // counts as late.
  Answer receive(std::string& line, std::chrono::steady_clock::time_point end);
  // Waits at most a second for the end of the process, and not at all if `kill_it`. Then kills it, and what it started.
  // Returns how it ended, such as "exit code 1" or "signal 11
  // (Segmentation fault)".
  std::string stop(bool kill_it);

 private:
  pid_t pid_ = -1;
  int socket_ = -1;
  std::string received_;  // what has come and is no whole line yet
};

}  // namespace modecheck::subjects
