#include "cli/report/exploration.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "cli/output/numbers.h"
#include "cli/output/progress_line.h"
#include "properties/campaign/transition_set.h"
#include "properties/generate/alphabet.h"
#include "properties/process/interrupt.h"

namespace modecheck::cli {

Exploration explore(int depth, std::uint64_t programs, int jobs) {
  const auto start = std::chrono::steady_clock::now();
  if (jobs == 0) jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  properties::StateWalk walk(properties::alphabet(), properties::StateWalk::Pruning::On, jobs);
  const auto reachable = std::make_unique<properties::TransitionSet>();
  ProgressLine line;
  Exploration out;
  out.coverage_matrix = std::make_unique<properties::CoverageMatrix>();
  std::uint64_t run = 0;
  for (;;) {
    // Stop after an interrupt, because an interrupted walk never reaches the next depth.
    if (properties::interrupt_signal() != 0) {
      out.end = "the run was interrupted";
      break;
    }
    if (walk.programs() == 0) {
      out.end = "there is no other state";
      break;
    }
    if (walk.depth() == depth) {
      out.end = fmt::format("--depth {}", depth);
      break;
    }
    if (run + walk.programs() > programs) {
      out.end = fmt::format("--programs {}: {} commands more would be {} programs more", grouped(programs),
                            walk.depth() + 1, grouped(walk.programs()));
      break;
    }
    if (line.shown())
      line.show(fmt::format("{} programs of {} commands, {} states", grouped(walk.programs()), walk.depth() + 1,
                            grouped(walk.states())));
    Exploration::Level level;
    level.walked = walk.advance([&](const properties::Transition& transition, spec::RuleSet rules) {
      if (reachable->add(transition)) ++level.new_transitions;
      out.coverage_matrix->add(transition, rules);
    });
    run += level.walked.programs;
    out.levels.push_back(level);
  }
  out.states = walk.states();
  out.reachable = reachable->all();
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return out;
}

}  // namespace modecheck::cli
