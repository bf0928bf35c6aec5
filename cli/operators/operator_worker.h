// A worker process that judges operators of one library's registry (subjects/operators/main.cpp). A crash of the
// library costs the process only.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/worker_programs.h"
#include "subjects/exec/adapter_process.h"

namespace modecheck::cli {

// Returns the worker programs, which are called modecheck_operators_NAME, by name.
std::vector<WorkerProgram> find_operator_programs();

class OperatorWorker {
 public:
  // `libraries` are files that the process loads first. Throws UsageError, which names the file, if one does not load.
  OperatorWorker(WorkerProgram program, std::vector<std::string> libraries);

  // The names of all operators of the registry, and of those that the libraries registered.
  const std::vector<std::string>& all() const { return all_; }
  const std::vector<std::string>& of_libraries() const { return of_libraries_; }
  const std::string& version() const { return version_; }

  // Asks for the judgement of an operator. The answer is {"died": ...} if the process died in a call, and nothing if it
  // ended without a word. The next call starts another process.
  std::optional<nlohmann::json> judge(const std::string& name, std::uint32_t seed, int tries);

  // How the process ended, such as "exit code 1". Empty if none has ended.
  const std::string& ending() const { return ending_; }

 private:
  void start();
  std::optional<nlohmann::json> ask(const nlohmann::json& request);

  WorkerProgram program_;
  std::vector<std::string> libraries_;
  std::unique_ptr<subjects::AdapterProcess> process_;
  std::vector<std::string> all_;
  std::vector<std::string> of_libraries_;
  std::string version_;
  std::string ending_;
};

}  // namespace modecheck::cli
