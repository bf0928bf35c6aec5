// Runs programs in several threads of one process at once. Each thread has its own session and oracle, and the programs
// share no tensor. They can therefore disturb one another only through what the subject's threads share internally
// (G6): dispatcher, allocators, node numbers, the threads of backward. Use it with the thread sanitizer, which sees
// races that change no outcome.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "properties/lockstep/oracle.h"
#include "spec/program/program.h"
#include "subjects/interface/runner.h"

namespace modecheck::properties {

struct ConcurrentRunOptions {
  OracleFactory oracle;
  std::function<std::unique_ptr<subjects::Runner>()> open;  // opens a session of the subject; each thread calls this
  std::function<void(spec::Program&, std::uint64_t)> program_into;
  std::uint64_t programs = 0;
  int threads = 2;
  // If this function is set, thread `thread` calls it before it runs program `index`, so that a crash can be traced to
  // a program. Programs that mismatch are run again as thread 0.
  std::function<void(int thread, std::uint64_t index)> starting;
};

// A program that mismatches in a concurrent run but not alone, or that shows another headline when it runs alone.
struct Disturbed {
  std::uint64_t index = 0;
  std::string headline;  // the mismatch in one line, as headline() in properties/report/report.h prints it
  std::string alone;     // the headline when the program runs alone; empty if it then shows no mismatch
};

struct ConcurrentRunResult {
  std::uint64_t programs = 0;
  std::uint64_t commands = 0;       // the number of commands that were judged
  std::uint64_t alone_as_well = 0;  // the number of programs that mismatch in the same way when they run alone
  std::vector<Disturbed> disturbed;
};

// Runs the programs in options.threads threads. Rethrows an exception of a thread. Live objects after a program are not
// judged, because objects are counted per process.
ConcurrentRunResult run_concurrently(const ConcurrentRunOptions& options);

}  // namespace modecheck::properties
