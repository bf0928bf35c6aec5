#include "tests/cli/pseudo_terminal.h"

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace modecheck::cli {

std::string run_in_terminal(const std::vector<std::string>& arguments, int columns,
                            const std::vector<std::pair<std::string, std::string>>& environment) {
  std::vector<std::string> words{MODECHECK_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  winsize size{40, static_cast<unsigned short>(columns), 0, 0};
  int terminal = -1;
  const pid_t pid = forkpty(&terminal, nullptr, nullptr, &size);
  if (pid < 0) throw std::runtime_error("there is no pseudo-terminal");
  if (pid == 0) {
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    execv(argv[0], argv.data());
    _exit(127);
  }
  std::string out;
  std::array<char, 4096> buffer{};
  // Reading from the terminal fails once the last process that has it open has ended.
  for (ssize_t n = 0; (n = ::read(terminal, buffer.data(), buffer.size())) > 0;)
    out.append(buffer.data(), static_cast<std::size_t>(n));
  close(terminal);
  waitpid(pid, nullptr, 0);
  return out;
}

}  // namespace modecheck::cli
