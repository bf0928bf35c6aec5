#include "cli/model_audit/model_worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>

#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"
#include "subjects/loading/plugin.h"

extern char** environ;

namespace modecheck::cli {
namespace {

constexpr std::string_view worker_prefix = "modecheck_model_worker_";

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

std::vector<std::string> command_of(const ModelWorker& worker, const ModelRequest& request,
                                    const std::vector<std::string>& more) {
  std::vector<std::string> words{worker.file, request.model, "--seconds", fmt::format("{}", request.seconds)};
  if (!request.inputs.empty()) words.insert(words.end(), {"--inputs", request.inputs});
  for (const std::string& shape : request.shapes) words.insert(words.end(), {"--shape", shape});
  for (const std::string& library : request.libraries) {
    const std::size_t equals = library.find('=');
    if (library.substr(0, equals) == worker.library)
      words.insert(words.end(), {"--library", library.substr(equals + 1)});
  }
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Starts the program with `output` as its standard output, and waits for its end. Returns the status of waitpid.
int run_program(std::vector<std::string>& words, std::FILE* output) {
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
    throw UsageError(fmt::format("{} cannot be started: {}; it runs the model, so build or install modecheck again",
                                 spec::quoted(words[0]), std::strerror(error)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

std::string whole_text(std::FILE* file) {
  std::string text;
  std::array<char, 4096> part;
  std::rewind(file);
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), file)) text.append(part.data(), size);
  return text;
}

}  // namespace

std::vector<ModelWorker> find_model_workers() {
  std::set<std::string> seen;
  std::vector<ModelWorker> workers;
  std::error_code error;
  for (const std::string& folder : subjects::search_path()) {
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(worker_prefix) || !entry.is_regular_file(error)) continue;
      const std::string library = name.substr(worker_prefix.size());
      if (seen.insert(library).second) workers.push_back({library, entry.path().string()});
    }
  }
  std::sort(workers.begin(), workers.end(),
            [](const ModelWorker& a, const ModelWorker& b) { return a.library < b.library; });
  return workers;
}

nlohmann::json run_model_worker(const ModelWorker& worker, const ModelRequest& request,
                                const std::vector<std::string>& more) {
  const File output(std::tmpfile());
  if (!output) throw UsageError("no temporary file can be made, and the worker writes to one; free some space in /tmp");
  std::vector<std::string> words = command_of(worker, request, more);
  const int status = run_program(words, output.get());
  nlohmann::json answer = nlohmann::json::parse(whole_text(output.get()), nullptr, false);
  if (WIFEXITED(status) && answer.is_object()) {
    answer["worker"] = worker.library;
    return answer;
  }
  const std::string how = WIFSIGNALED(status)
                              ? fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))
                              : fmt::format("exit code {}", WEXITSTATUS(status));
  return {{"worker", worker.library}, {"library", worker.library}, {"error", "the worker ended with " + how}};
}

}  // namespace modecheck::cli
