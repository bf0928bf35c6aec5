// Makes a failing program small and plain: the shortest program with the plainest commands that still fails in the same
// way, as far as a bounded search finds it. How, and why so, is told at the top of reducer.cpp.
//
//   const ReduceResult result = reduce(program, [&](const spec::Program& candidate) {
//     return signature_of(check(candidate)) == wanted;   // the same failure, not just any
//   });
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "spec/program/program.h"

namespace modecheck::properties {

struct ReduceOptions {
  std::uint32_t max_checks = 10'000;  // calls of `fails`
  double max_seconds = 10;
};

struct ReduceResult {
  enum class End : std::uint8_t {
    Minimal,      // no pass finds anything simpler
    OutOfChecks,  // still the simplest that was found
    OutOfTime,    // the same
    DoesNotFail,  // the program given does not fail: returned as it was
    EmptyFails,   // the empty program fails too, so no command is to blame: returned empty
  };

  spec::Program program;
  End end = End::Minimal;
  std::uint32_t checks = 0;      // calls of `fails`
  std::uint32_t cache_hits = 0;  // candidates that were known already
  double seconds = 0;
};

// "minimal", "stopped after 10000 checks", ...
std::string_view name_of(ReduceResult::End end);

// `fails` must give the same answer for the same program.
ReduceResult reduce(const spec::Program& program, const std::function<bool(const spec::Program&)>& fails,
                    const ReduceOptions& options = {});

}  // namespace modecheck::properties
