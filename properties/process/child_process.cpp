#include "properties/process/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "properties/process/interrupt.h"

namespace modecheck::properties {

ChildProcess::ChildProcess(const std::function<void(int out)>& body) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  std::fflush(nullptr);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (pid_ == 0) {
    // If the parent process dies, this process must end, too.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    close(ends[0]);
    // A crash of this process is an expected outcome. So no crash handler may write a message about the crash.
    for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) signal(number, SIG_DFL);
    // A terminal sends Ctrl-C to every process of the command. Only the parent decides whether this process ends.
    for (int number : {SIGINT, SIGTERM}) signal(number, SIG_IGN);
    int status = 0;
    const int messages = dup(STDERR_FILENO);
#if !defined(__SANITIZE_ADDRESS__) && !defined(MODECHECK_THREAD_SANITIZER)
    // Hides the libraries' warnings, which are not part of any report. A sanitizer's messages stay visible.
    if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) dup2(nowhere, STDERR_FILENO);
#endif
    try {
      body(ends[1]);
    } catch (const std::exception& error) {
      dprintf(messages, "modecheck: %s\n", error.what());
      status = 3;
    }
    std::fflush(nullptr);
#if defined(MODECHECK_COVERAGE) || defined(MODECHECK_THREAD_SANITIZER)
    // exit runs handlers that write coverage data, and the thread sanitizer sets the exit status there
    std::exit(status);
#else
    _exit(status);
#endif
  }
  close(ends[1]);
  in_ = ends[0];
  fcntl(in_, F_SETFL, fcntl(in_, F_GETFL) | O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  stop();
  if (in_ >= 0) close(in_);
}

void ChildProcess::drain() {
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t size = read(in_, buffer.data(), buffer.size());
    if (size <= 0) return;
    output_.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

ChildProcess::End ChildProcess::poll() {
  if (end_ != End::Running) return end_;
  drain();
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return end_;
  drain();
  const bool finished = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  end_ = finished ? End::Finished : End::Crashed;
  if (WIFSIGNALED(status))
    cause_ = fmt::format("signal {}", WTERMSIG(status));
  else if (!finished)
    cause_ = fmt::format("exit status {}", WEXITSTATUS(status));
  return end_;
}

ChildProcess::End ChildProcess::wait(std::chrono::milliseconds limit) {
  const auto until = std::chrono::steady_clock::now() + limit;
  while (poll() == End::Running) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0 || interrupt_signal() != 0) {
      stop();
      return end_;
    }
    // Wait for a moment, or until the child process writes something or ends. The pipe closes when the child process
    // ends.
    pollfd waiting{in_, POLLIN, 0};
    ::poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 50)));
    if ((waiting.revents & (POLLHUP | POLLIN)) == POLLHUP) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  return end_;
}

void ChildProcess::stop() {
  if (poll() != End::Running) return;
  kill(pid_, SIGKILL);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  drain();
  end_ = End::Stopped;
  cause_ = "time limit";
}

}  // namespace modecheck::properties
