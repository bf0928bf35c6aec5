#include "subjects/exec/adapter_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

extern char** environ;

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
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::runtime_error(file + ": no socket for the adapter: " + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::string name = file;
  std::array<char*, 2> words{name.data(), nullptr};
  const int error = posix_spawn(&pid_, file.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  socket_ = ends[0];
  if (error != 0) {
    pid_ = -1;
    close(socket_);
    throw std::runtime_error(file + ": the adapter does not start: " + std::strerror(error) +
                             "; it must be an executable file, such as a script with a first line of #!");
  }
  if (memory == 0) return;
  const rlimit limit{memory, memory};
  prlimit(pid_, RLIMIT_AS, &limit, nullptr);
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

AdapterProcess::Answer AdapterProcess::receive(std::string& line, std::chrono::steady_clock::time_point end) {
  for (;;) {
    if (const std::size_t place = received_.find('\n'); place != std::string::npos) {
      line = received_.substr(0, place);
      received_.erase(0, place + 1);
      return Answer::Line;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    pollfd watched{socket_, POLLIN, 0};
    const int ready = poll(&watched, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return Answer::Late;
    std::array<char, 65536> buffer{};
    const ssize_t some = read(socket_, buffer.data(), buffer.size());
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return Answer::Ended;
    received_.append(buffer.data(), static_cast<std::size_t>(some));
  }
}

std::string AdapterProcess::stop(bool kill_it) {
  if (kill_it) kill(pid_, SIGKILL);
  close(socket_);
  socket_ = -1;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return end_text(status);
}

}  // namespace modecheck::subjects
