// Programs in several threads of one process at once. Each thread has a session and an oracle of its own, and the
// programs share no tensor: what the subject's threads share beneath them (dispatcher, allocators, numbers of nodes,
// the threads of backward) is all that they can disturb one another by (G6). Made for the thread sanitizer, which sees
// what no outcome shows.
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

struct SideBySideOptions {
  OracleFactory oracle;
  std::function<std::unique_ptr<subjects::Runner>()> open;  // called by each thread
  std::function<void(spec::Program&, std::uint64_t)> program_into;
  std::uint64_t programs = 0;
  int threads = 2;
  // Called by thread `thread` before it runs program `index`, if set: a crash leaves no other word. What departed is
  // run again as thread 0.
  std::function<void(int thread, std::uint64_t index)> starting;
};

// A program that departs beside others and not alone, or elsewhere.
struct Disturbed {
  std::uint64_t index = 0;
  std::string headline;  // as `headline` in properties/report/report.h says it
  std::string alone;     // the same of the run alone; empty: nothing departs there
};

struct SideBySideResult {
  std::uint64_t programs = 0;
  std::uint64_t commands = 0;       // that were judged
  std::uint64_t alone_as_well = 0;  // programs that depart, and do so when nobody runs beside them
  std::vector<Disturbed> disturbed;
};

// Throws what a thread threw. What the programs leave behind is not judged: objects are counted by process.
SideBySideResult run_side_by_side(const SideBySideOptions& options);

}  // namespace modecheck::properties
