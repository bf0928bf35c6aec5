#include "cli/operators/judge_operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

namespace modecheck::cli {
namespace {

constexpr std::uint32_t kMostDeaths = 3;  // of one operator, until it is not tried again

std::string death_text(int signal_number) {
  if (signal_number == SIGALRM) return "does not end within 15 seconds";
  return fmt::format("ends the process by signal {} ({})", signal_number, strsignal(signal_number));
}

void add(std::vector<OperatorViolation>& out, OperatorViolation violation) {
  const bool known = std::any_of(out.begin(), out.end(), [&](const OperatorViolation& one) {
    return one.rule == violation.rule && one.what == violation.what;
  });
  if (!known) out.push_back(std::move(violation));
}

// libtorch's own operators look only after the write whether they may write, and each operator that is made of them
// inherits that.
std::string known_entry(const OperatorViolation& one) {
  const bool late = one.rule == "P3" &&
                    one.situation.find("Inplace update to inference tensor outside InferenceMode") != std::string::npos;
  return late ? "written-before-rejected" : "";
}

// Takes the answer into the report. Returns whether the process ended, so that the operator is to be tried with another
// seed.
bool take(const std::optional<nlohmann::json>& answer, const OperatorWorker& worker, OperatorReport& report) {
  const bool died = answer && answer->contains("died");
  if (died || !answer) {
    const std::string what = died ? death_text((*answer)["died"].get<int>()) : "ends the process: " + worker.ending();
    add(report.violations, {"E2", what, "", "", died ? answer->value("call", "") : "", ""});
    report.not_judged = "each attempt ended the process";
    return true;
  }
  report.schema = answer->value("schema", "");
  report.not_judged = answer->value("not_judged", "");
  report.calls = answer->value("calls", 0);
  report.skipped = answer->value("skipped", std::vector<std::string>{});
  for (const nlohmann::json& one : answer->value("violations", nlohmann::json::array())) {
    OperatorViolation violation{one["rule"], one["what"], one["missing"], one["situation"], one["call"], ""};
    violation.known = known_entry(violation);
    add(report.violations, std::move(violation));
  }
  return false;
}

OperatorReport judge_one(OperatorWorker& worker, const JudgeRequest& request, const std::string& name) {
  OperatorReport out;
  out.name = name;
  std::uint32_t deaths = 0;
  while (take(worker.judge(name, request.seed + deaths, request.tries), worker, out) && ++deaths < kMostDeaths) {
  }
  // Other draws fit more operators, and cost little because few are left.
  if (out.not_judged.starts_with("no arguments fit") && out.violations.empty())
    take(worker.judge(name, request.seed + kMostDeaths, 4 * request.tries), worker, out);
  return out;
}

}  // namespace

bool OperatorReport::broken() const {
  return std::any_of(violations.begin(), violations.end(),
                     [](const OperatorViolation& one) { return one.known.empty(); });
}

std::vector<OperatorReport> judge_operators(const JudgeRequest& request,
                                            const std::function<void(std::size_t done)>& progress) {
  std::vector<OperatorReport> out(request.names.size());
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      OperatorWorker worker(request.program, request.libraries);
      for (std::size_t i = next++; i < request.names.size(); i = next++) {
        OperatorReport report = judge_one(worker, request, request.names[i]);
        const std::lock_guard lock(mutex);
        out[i] = std::move(report);
        progress(++done);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = request.names.size();
    }
  };
  std::vector<std::thread> threads;
  const std::size_t count = std::min<std::size_t>(static_cast<std::size_t>(request.jobs), request.names.size());
  for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work);
  for (std::thread& one : threads) one.join();
  if (failure) std::rethrow_exception(failure);
  return out;
}

}  // namespace modecheck::cli
