#include "cli/model_audit/model_worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"

extern char** environ;

namespace modecheck::cli {
namespace {

// audit/model/main.cpp has the same number.
constexpr int form_of_answer = 3;

constexpr std::string_view worker_prefix = "modecheck_model_worker_";

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

// Returns the program to run. The user's own program takes the place of the engine's worker.
std::string program_of(const ModelWorker& worker, const ModelRequest& request) {
  const std::string prefix = std::string(engine_worker) + "=";
  if (worker.library == engine_worker)
    for (const std::string& library : request.libraries)
      if (library.starts_with(prefix)) return std::filesystem::absolute(library.substr(prefix.size())).string();
  return worker.file;
}

std::vector<std::string> command_of(const ModelWorker& worker, const ModelRequest& request,
                                    const std::vector<std::string>& more) {
  std::vector<std::string> words{program_of(worker, request), request.model, "--seconds",
                                 fmt::format("{}", request.seconds)};
  const bool have_inputs = std::find(more.begin(), more.end(), "--inputs") != more.end();
  if (!have_inputs && !request.inputs.empty()) words.insert(words.end(), {"--inputs", request.inputs});
  if (!have_inputs)
    for (const std::string& shape : request.shapes) words.insert(words.end(), {"--shape", shape});
  for (const std::string& library : request.libraries) {
    const std::size_t equals = library.find('=');
    if (library.substr(0, equals) == worker.library && worker.library != engine_worker)
      words.insert(words.end(), {"--library", library.substr(equals + 1)});
  }
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Waits for the end of the process, and kills it after `seconds`. Returns the status of waitpid, or nothing if the
// process was killed here.
std::optional<int> wait_for(pid_t child, double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point began = Clock::now();
  std::chrono::microseconds pause(200);
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) != child) {
    if (Clock::now() - began > std::chrono::duration<double>(seconds)) {
      ::kill(child, SIGKILL);
      while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
      return std::nullopt;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(20'000));
  }
  return status;
}

// Starts the program with `output` as its standard output, and waits for its end as wait_for() does.
std::optional<int> run_program(std::vector<std::string>& words, std::FILE* output, double seconds) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(output), 1);
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw UsageError(fmt::format(
        "{} cannot be started: {}. It runs the model, so build or install modecheck again, or name another program by "
        "--library engine=FILE",
        spec::quoted(words[0]), std::strerror(error)));
  return wait_for(child, seconds);
}

std::string whole_text(std::FILE* file) {
  std::string text;
  std::array<char, 4096> part;
  std::rewind(file);
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), file)) text.append(part.data(), size);
  return text;
}

}  // namespace

std::vector<ModelWorker> find_model_workers() { return find_worker_programs(worker_prefix); }

nlohmann::json run_model_worker(const ModelWorker& worker, const ModelRequest& request,
                                const std::vector<std::string>& more) {
  const File output(std::tmpfile());
  if (!output) throw UsageError("no temporary file can be made, and the worker writes to one; free some space in /tmp");
  std::vector<std::string> words = command_of(worker, request, more);
  const std::optional<int> status = run_program(words, output.get(), request.time_limit);
  nlohmann::json answer = nlohmann::json::parse(whole_text(output.get()), nullptr, false);
  const bool is_answer = status && WIFEXITED(*status) && answer.is_object();
  const bool is_current = is_answer && (answer.contains("error") || answer.value("form", 1) == form_of_answer);
  if (is_current) {
    answer["worker"] = worker.library;
    return answer;
  }
  const std::string error =
      is_answer ? fmt::format(
                      "{} was built from another version of modecheck, so its answer cannot be read. Build it "
                      "again; scripts/reference does that for versions of PyTorch.",
                      worker.file)
      : !status ? fmt::format(
                      "The model ran for {} seconds and was ended. It may be slow, or loop for ever; --time-limit "
                      "gives it more time.",
                      request.time_limit)
      : WIFSIGNALED(*status)
          ? fmt::format("The worker ended with signal {} ({}).", WTERMSIG(*status), strsignal(WTERMSIG(*status)))
          : fmt::format("The worker ended with exit code {} and without an answer.", WEXITSTATUS(*status));
  return {{"worker", worker.library}, {"library", worker.library}, {"error", error}};
}

}  // namespace modecheck::cli
