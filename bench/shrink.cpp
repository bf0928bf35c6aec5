// Measures the cost of shrinking programs. It takes random programs in which the canary (the engine with a planted
// fault) mismatches, and lets the reducer shrink each program. Prints a table with a row for each length: for programs
// as long as those of a campaign, and for much longer programs.
//
//   bench_shrink PROGRAMS      how many programs of each length
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "properties/campaign/campaign.h"
#include "properties/generate/generator.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/shrink/reducer.h"
#include "spec/program/text.h"

namespace {

using namespace modecheck;

constexpr std::uint64_t kMostTried = 100'000;

bool row(properties::Lockstep& lockstep, std::size_t programs, int least, int most) {
  properties::GeneratorOptions options;
  options.min_commands = least;
  options.max_commands = most;
  const properties::Generator generator(options);
  std::vector<properties::ReduceResult> results;
  double before = 0;
  double after = 0;
  for (std::uint64_t i = 0; i < kMostTried && results.size() < programs; ++i) {
    const spec::Program program = generator.program_of(1, i);
    const std::vector<properties::Mismatch> mismatches = lockstep.check(program, false).mismatches;
    if (mismatches.empty()) continue;
    const properties::Signature signature = mismatches.front().signature;
    results.push_back(properties::reduce(program, [&](const spec::Program& candidate) {
      const auto& now = lockstep.check(candidate, false).mismatches;
      return !now.empty() && now.front().signature == signature;
    }));
    before += static_cast<double>(program.records.size());
    after += static_cast<double>(results.back().program.records.size());
  }
  if (results.size() < programs) {
    fmt::print(stderr, "bench_shrink: the canary mismatches in {} of {} programs only\n", results.size(), kMostTried);
    return false;
  }
  const auto middle = [&](auto of) {
    std::vector<double> all;
    for (const properties::ReduceResult& result : results) all.push_back(static_cast<double>(of(result)));
    std::sort(all.begin(), all.end());
    return std::pair(all[all.size() / 2], all.back());
  };
  const auto [checks, most_checks] = middle([](const properties::ReduceResult& one) { return one.checks; });
  const auto [seconds, most_seconds] = middle([](const properties::ReduceResult& one) { return one.seconds; });
  const auto minimal = std::count_if(results.begin(), results.end(), [](const properties::ReduceResult& one) {
    return one.end == properties::ReduceResult::End::Minimal;
  });
  const auto count = static_cast<double>(results.size());
  fmt::print("| {:.0f} | {:.1f} | {} of {} | {:.0f} | {:.0f} | {:.1f} | {:.1f} |\n", before / count, after / count,
             minimal, results.size(), checks, most_checks, 1e3 * seconds, 1e3 * most_seconds);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const long programs = argc == 2 ? std::atol(argv[1]) : 0;
  if (programs < 1) {
    fmt::print(stderr, "bench_shrink: expected the number of programs of each length, at least 1\n");
    return 2;
  }
  const auto count = static_cast<std::size_t>(programs);
  const properties::SubjectHandle canary{"canary:cpu", subjects::Plugin::load("canary"), spec::DeviceKind::Cpu};
  const auto lockstep =
      properties::make_lockstep(properties::spec_oracle(), {canary}, false, std::chrono::milliseconds(5'000));
  fmt::print(
      "| commands | when shrunk | to the end | candidates: median | most | ms: median | most |\n"
      "|---:|---:|---:|---:|---:|---:|---:|\n");
  const bool whole = row(*lockstep, count, 8, 28) && row(*lockstep, count, 40, 40) && row(*lockstep, count, 60, 60);
  return whole ? 0 : 1;
}
