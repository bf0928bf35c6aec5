// Measures the benchmark's rows on one library, the engine or libtorch, and prints JSON. Google Benchmark measures
// nanoseconds. A counter counts allocations. Callgrind counts instructions if the program runs under it with
// --instructions.
//
//   bench_engine --times [Google Benchmark's options]
//   bench_engine --allocations
//   valgrind --tool=callgrind --instr-atstart=no bench_engine --instructions N
#include <benchmark/benchmark.h>
#include <valgrind/callgrind.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "bench/allocations.h"
#include "bench/rows.h"

namespace modecheck::bench {
namespace {

std::string label(const Row& row) { return row.name + " | " + name_of(row.mode); }

void print_allocations() {
  constexpr long kIterations = 1000;
  std::printf("{\n");
  bool first = true;
  for (const Row& row : make_rows()) {
    row.run(200);
    const long before = allocation_count();
    row.run(kIterations);
    const long after = allocation_count();
    std::printf("%s  \"%s\": %.2f", first ? "" : ",\n", label(row).c_str(),
                static_cast<double>(after - before) / kIterations);
    first = false;
  }
  std::printf("\n}\n");
}

// Makes one callgrind dump for each row of the benchmark; the dump's description is the row's label. The loop around
// the measured call costs two or three instructions.
void count_instructions(long iterations) {
  for (const Row& row : make_rows()) {
    const std::string name = label(row);  // a variable, because a temporary would be destroyed inside the macro below
    row.run(200);
    CALLGRIND_START_INSTRUMENTATION;
    row.run(64);
    CALLGRIND_ZERO_STATS;
    row.run(iterations);
    CALLGRIND_DUMP_STATS_AT(name.c_str());
    CALLGRIND_STOP_INSTRUMENTATION;
  }
}

void time_rows(int argc, char** argv) {
  for (const Row& row : make_rows())
    benchmark::RegisterBenchmark(label(row).c_str(), [row](benchmark::State& state) {
      row.run(200);
      while (state.KeepRunningBatch(1000)) row.run(1000);
    });
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

}  // namespace
}  // namespace modecheck::bench

int main(int argc, char** argv) {
  const std::string verb = argc > 1 ? argv[1] : "";
  if (verb == "--allocations") {
    modecheck::bench::print_allocations();
  } else if (verb == "--instructions" && argc > 2) {
    modecheck::bench::count_instructions(std::atol(argv[2]));
  } else if (verb == "--times") {
    modecheck::bench::time_rows(argc - 1, argv + 1);
  } else {
    std::fprintf(stderr, "%s: expected --times, --allocations or --instructions N\n", argv[0]);
    return 2;
  }
  return 0;
}
