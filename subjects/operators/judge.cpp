#include "subjects/operators/judge.h"

#include <algorithm>
#include <chrono>

#include "subjects/operators/gradient_checks.h"
#include "subjects/operators/layout_checks.h"
#include "subjects/operators/state_checks.h"

namespace modecheck::operators {
namespace {

constexpr int kLeastTries = 60;
constexpr std::chrono::seconds kMostTime{30};

// Makes a check. What it found before it threw stays.
template <typename Check>
void make(Check check, Judgement& out) {
  try {
    check();
  } catch (const std::exception& error) {
    const std::string text = error.what();
    skip(out, "a check, because of an error: " + text.substr(0, text.find('\n')));
  }
}

}  // namespace

void skip(Judgement& out, const std::string& reason) {
  if (std::find(out.skipped.begin(), out.skipped.end(), reason) == out.skipped.end()) out.skipped.push_back(reason);
}

Judgement judge(const Operator& op, const JudgeOptions& options) {
  Judgement out;
  out.schema = op.schema_as_written();
  out.not_judged = unsupported_reason(op.schema());
  if (!out.not_judged.empty()) return out;
  std::mt19937 random(options.seed);
  std::vector<std::string> seen;
  std::string error;
  const auto end = std::chrono::steady_clock::now() + kMostTime;
  // Some draws are made in any case, because a call that is rejected shows whether it changed something.
  for (int attempt = 0; attempt < options.tries && (out.calls < options.calls || attempt < kLeastTries); ++attempt) {
    if (std::chrono::steady_clock::now() > end) break;
    const DrawnCall drawn = draw_call(op.schema(), random, attempt);
    const OperatorCall call = op.call(drawn, {});
    if (!call.succeeded) {
      error = call.error;
      check_rejected(op, drawn, call, "normal tensors in normal mode", false, out.violations);
      continue;
    }
    if (out.calls >= options.calls) continue;
    const std::string text = drawn.text(op.schema());
    if (std::find(seen.begin(), seen.end(), text) != seen.end()) continue;
    seen.push_back(text);
    ++out.calls;
    make([&] { check_states(op, drawn, out.violations); }, out);
    make([&] { check_layouts(op, drawn, out.violations); }, out);
    make([&] { check_gradients(op, drawn, out); }, out);
  }
  if (out.calls == 0) out.not_judged = "no arguments fit: " + error;
  return out;
}

}  // namespace modecheck::operators
