// Makes a failing program small: finds the shortest program with the simplest commands that still fails in the same
// way, as far as a bounded search can. The top of reducer.cpp explains how, and why.
//
//   const ReduceResult result = reduce(program, [&](const spec::Program& candidate) {
//     return signature_of(check(candidate)) == wanted;   // the same failure, not just any failure
//   });
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "spec/program/program.h"

namespace modecheck::properties {

struct ReduceOptions {
  std::uint32_t max_checks = 10'000;  // the largest number of programs that are tried, that is, of calls of `fails`
  double max_seconds = 10;
};

struct ReduceResult {
  enum class End : std::uint8_t {
    Minimal,      // no pass of the reducer found a simpler program that fails
    OutOfChecks,  // the limit of calls of `fails` was reached; the program is the simplest one found so far
    OutOfTime,    // the time limit was reached; the program is the simplest one found so far
    DoesNotFail,  // the given program does not fail, and is returned unchanged
    EmptyFails,   // the empty program fails too, so no command is to blame; the empty program is returned
  };

  spec::Program program;
  End end = End::Minimal;
  std::uint32_t checks = 0;      // the number of programs that were tried, that is, of calls of `fails`
  std::uint32_t cache_hits = 0;  // the number of candidates whose answer was known already
  double seconds = 0;
};

// Returns in words why the search ended, for example "minimal" or "stopped at the limit of checks".
std::string_view name_of(ReduceResult::End end);

// Shrinks the program. `fails` must give the same answer whenever it gets the same program.
ReduceResult reduce(const spec::Program& program, const std::function<bool(const spec::Program&)>& fails,
                    const ReduceOptions& options = {});

}  // namespace modecheck::properties
