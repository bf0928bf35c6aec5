#include "cli/model_audit/python_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"
#include "subjects/loading/plugin.h"

extern char** environ;

namespace modecheck::cli {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

[[noreturn]] void reject_python(const std::string& python, const std::string& purpose, int error) {
  throw UsageError(
      fmt::format("{} cannot be started, and it {}: {}; install python3, or set MODECHECK_PYTHON to a python3 that has "
                  "torch",
                  spec::quoted(python), purpose, std::strerror(error)));
}

}  // namespace

std::string chosen_python() {
  const char* const chosen = std::getenv("MODECHECK_PYTHON");
  return chosen != nullptr && *chosen != '\0' ? chosen : "python3";
}

std::string audit_program(const std::string& name, const std::string& purpose) {
  std::error_code error;
  for (const std::string& own : subjects::own_folders()) {
    const std::filesystem::path file = std::filesystem::path(own).parent_path() / "share/modecheck/audit" / name;
    if (std::filesystem::is_regular_file(file, error)) return file.string();
  }
  throw UsageError(fmt::format(
      "share/modecheck/audit/{} is not beside this program, and it {}; install modecheck again", name, purpose));
}

void become_python_program(std::vector<std::string> words, const std::string& purpose) {
  words.insert(words.begin(), chosen_python());
  std::fflush(nullptr);
  ::execvp(words[0].c_str(), pointers_to(words).data());
  reject_python(words[0], purpose, errno);
}

int run_python_program(std::vector<std::string> words, const std::string& purpose) {
  words.insert(words.begin(), chosen_python());
  std::fflush(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words[0].c_str(), &actions, nullptr, pointers_to(words).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) reject_python(words[0], purpose, error);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

}  // namespace modecheck::cli
