#include "tests/cli/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace modecheck::cli {
namespace {

std::string taken(const std::filesystem::path& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  std::filesystem::remove(file);
  return out.str();
}

}  // namespace

Ran run_program(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& standard_output) {
  const std::filesystem::path stem =
      std::filesystem::temp_directory_path() / ("modecheck-cli-" + std::to_string(getpid()));
  const std::string out_file = standard_output.empty() ? stem.string() + ".out" : standard_output;
  const std::string err_file = stem.string() + ".err";
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, program.c_str(), &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw std::runtime_error("cannot start " + program);
  int status = 0;
  waitpid(pid, &status, 0);
  const std::string out = standard_output.empty() ? taken(out_file) : "";
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out, taken(err_file)};
}

Ran run_modecheck(const std::vector<std::string>& arguments, const std::string& standard_output) {
  return run_program(MODECHECK_PROGRAM, arguments, standard_output);
}

}  // namespace modecheck::cli
