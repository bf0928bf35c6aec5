// Judges operators of the registry of the library that this program is linked to. It reads lines of JSON and answers
// each with one line, so that a crash costs one operator only. `modecheck operator` starts it.
//
//   {"library": "/path/libmine.so"}                  loads a library; answers {"operators": [what it registered]} or
//   {"error": ...}
//   {"list": true}                                   answers {"version": ..., "operators": [names of all operators]}
//   {"operator": "aten::add.Tensor", "seed": 1, "tries": 600}   answers with the judgement, or with {"died": signal,
//   "call": ...}
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "subjects/operators/current_call.h"
#include "subjects/operators/judge.h"

namespace {

using Json = nlohmann::json;

std::set<std::string> names() {
  std::set<std::string> out;
  for (const c10::OperatorName& name : c10::Dispatcher::singleton().getAllOpNames())
    if (c10::Dispatcher::singleton().findSchema(name)) out.insert(toString(name));
  return out;
}

c10::OperatorName name_of(const std::string& text) {
  const std::size_t space = text.find("::");
  const std::size_t dot = text.find('.', space == std::string::npos ? 0 : space);
  return {text.substr(0, dot), dot == std::string::npos ? "" : text.substr(dot + 1)};
}

Json load(const std::string& file) {
  const std::set<std::string> before = names();
  const modecheck::operators::TimeLimit limit;
  if (dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) return {{"error", dlerror()}};
  Json out = Json::array();
  for (const std::string& name : names())
    if (before.count(name) == 0) out.push_back(name);
  return {{"operators", out}};
}

Json judged(const Json& request) {
  const std::string name = request["operator"];
  modecheck::operators::JudgeOptions options;
  options.seed = request.value("seed", options.seed);
  options.tries = request.value("tries", options.tries);
  try {
    const modecheck::operators::Judgement found = judge(modecheck::operators::Operator(name_of(name)), options);
    Json violations = Json::array();
    for (const auto& one : found.violations)
      violations.push_back({{"rule", one.rule},
                            {"what", one.what},
                            {"missing", one.missing},
                            {"situation", one.situation},
                            {"call", one.call}});
    return {{"operator", name},     {"schema", found.schema},   {"not_judged", found.not_judged},
            {"calls", found.calls}, {"skipped", found.skipped}, {"violations", violations}};
  } catch (const std::exception& error) {
    const std::string text = error.what();
    return {{"operator", name},
            {"not_judged", text.substr(0, text.find('\n'))},
            {"calls", 0},
            {"violations", Json::array()}};
  }
}

}  // namespace

int main() {
  at::set_num_threads(1);
  c10::SetStackTraceFetcher([] { return std::string(); });
  // Operators and libraries may print, too. So the answers have a file of their own, and what is printed is dropped:
  // drawn arguments cause thousands of warnings.
  const int answers = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  if (std::getenv("MODECHECK_OPERATOR_WARNINGS") == nullptr) dup2(nowhere, STDERR_FILENO);
  modecheck::operators::answer_before_death(answers);
  std::string line;
  while (std::getline(std::cin, line)) {
    const Json request = Json::parse(line);
    Json answer;
    if (request.contains("library"))
      answer = load(request["library"]);
    else if (request.contains("list"))
      answer = Json{{"version", MODECHECK_TORCH_VERSION}, {"operators", names()}};
    else
      answer = judged(request);
    const std::string text = answer.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (write(answers, text.data(), text.size()) != static_cast<ssize_t>(text.size())) return 1;
  }
}
