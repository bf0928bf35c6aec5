#include "subjects/exec/adapter_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace modecheck::subjects {
namespace {

std::string end_text(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    return "signal " + std::to_string(number) + " (" + strsignal(number) + ")";
  }
  return "exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

AdapterProcess::AdapterProcess(const std::string& file, std::size_t memory) {
  std::array<int, 2> ends{};
  std::array<int, 2> failure{};  // tells this process why the program did not start
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0 || pipe2(failure.data(), O_CLOEXEC) != 0)
    throw std::runtime_error(file + ": no socket for the adapter: " + std::strerror(errno));
  std::string name = file;
  std::array<char*, 2> words{name.data(), nullptr};
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    // Only calls that are safe after a fork of a process with threads. The adapter ends with this process, and Ctrl-C
    // ends it, too.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    setpgid(0, 0);
    for (const int number : {SIGINT, SIGTERM, SIGPIPE}) signal(number, SIG_DFL);
    const rlimit limit{memory, memory};
    if (memory != 0) setrlimit(RLIMIT_AS, &limit);
    dup2(ends[1], STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    execv(file.c_str(), words.data());
    const int error = errno;
    static_cast<void>(!write(failure[1], &error, sizeof(error)));
    _exit(127);
  }
  close(ends[1]);
  close(failure[1]);
  socket_ = ends[0];
  int error = pid_ < 0 ? errno : 0;
  if (pid_ > 0 && read(failure[0], &error, sizeof(error)) == static_cast<ssize_t>(sizeof(error))) stop(false);
  close(failure[0]);
  if (error == 0) return;
  if (socket_ >= 0) close(socket_);
  pid_ = -1;
  throw std::runtime_error(file + ": the adapter does not start: " + std::strerror(error) +
                           "; it must be an executable file, such as a script with a first line of #!");
}

AdapterProcess::~AdapterProcess() {
  if (pid_ > 0) stop(true);
}

void AdapterProcess::send(std::string_view line) {
  std::string all(line);
  all += '\n';
  for (std::size_t sent = 0; sent < all.size();) {
    const ssize_t some = ::send(socket_, all.data() + sent, all.size() - sent, MSG_NOSIGNAL);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return;  // receive() tells that the process has ended
    sent += static_cast<std::size_t>(some);
  }
}

bool AdapterProcess::has_more() const {
  pollfd watched{socket_, POLLIN, 0};
  return !received_.empty() || (poll(&watched, 1, 0) == 1 && (watched.revents & POLLHUP) == 0);
}

AdapterProcess::Answer AdapterProcess::receive(std::string& line, std::chrono::steady_clock::time_point end) {
  constexpr std::size_t longest_line = std::size_t{1} << 24U;
  std::size_t searched = 0;
  for (;;) {
    if (const std::size_t place = received_.find('\n', searched); place != std::string::npos) {
      line = received_.substr(0, place);
      received_.erase(0, place + 1);
      return Answer::Line;
    }
    searched = received_.size();
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0 || searched > longest_line) return Answer::Late;
    pollfd watched{socket_, POLLIN, 0};
    const int ready = poll(&watched, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 1000)));
    if (ready <= 0) continue;
    std::array<char, 65536> buffer{};
    const ssize_t some = read(socket_, buffer.data(), buffer.size());
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return Answer::Ended;
    received_.append(buffer.data(), static_cast<std::size_t>(some));
  }
}

std::string AdapterProcess::stop(bool kill_it) {
  close(socket_);
  socket_ = -1;
  int status = 0;
  // An adapter that has closed its output may run on, and so may programs that it started.
  constexpr int tries = 100;
  bool has_ended = false;
  for (int i = 0; !kill_it && !has_ended && i < tries; ++i) {
    has_ended = waitpid(pid_, &status, WNOHANG) == pid_;
    if (!has_ended) usleep(10000);
  }
  kill(-pid_, SIGKILL);
  while (!has_ended && waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return end_text(status);
}

}  // namespace modecheck::subjects
