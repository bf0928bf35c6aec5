// Stresses mode transitions: threads open and end guards in random order, leave them by exceptions, run backward inside
// hooks, and hand tensors, graphs, states and guards to one another. After each step a thread compares its mode state
// with a model, and checks the kinds, versions and gradients that follow from it. Run it under each sanitizer:
//
//   modecheck_stress [--rounds N | --seconds N] [--seed N] [--threads N] [--steps N] [--plant NAME]
//
// Exits with 1 if an expectation was violated, and names the round that shows it. A sanitizer ends the program by
// itself.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>

#include "tests/stress/round.h"

namespace {

using modecheck::stress::Outcome;
using modecheck::stress::Round;

int report(const Outcome& outcome, const Round& round, const std::string& planted) {
  for (const std::string& failure : outcome.failures()) std::printf("violated: %s\n", failure.c_str());
  std::printf("repeat with: modecheck_stress --rounds 1 --seed %llu --threads %d --steps %d%s%s\n",
              static_cast<unsigned long long>(round.seed), round.threads, round.steps,
              planted.empty() ? "" : " --plant ", planted.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Stresses mode transitions with random guards, exceptions, hand-offs and threads.", "modecheck_stress");
  Round round;
  std::uint64_t rounds = 20;
  double seconds = 0;
  std::string planted;
  app.add_option("--rounds", rounds, "rounds to run (default: 20)")->check(CLI::PositiveNumber);
  app.add_option("--seconds", seconds, "run rounds for this time instead")->check(CLI::PositiveNumber);
  app.add_option("--seed", round.seed, "seed of the first round; each later round adds one (default: 1)");
  app.add_option("--threads", round.threads, "threads of a round (default: 4)")->check(CLI::Range(1, 64));
  app.add_option("--steps", round.steps, "steps of each thread in a round (default: 200)")->check(CLI::PositiveNumber);
  app.add_option("--plant", planted, "a defect to plant, which must be found")
      ->check(CLI::IsMember(modecheck::stress::planted_names()));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (!planted.empty()) round.planted = modecheck::stress::planted_of(planted);

  Outcome outcome;
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  for (std::uint64_t done = 0; seconds > 0 ? elapsed() < seconds : done < rounds; ++done, ++round.seed) {
    run_round(round, outcome);
    if (outcome.has_failed()) return report(outcome, round, planted);
  }
  std::printf("%llu steps of %d threads in %.1f s: no expectation was violated\n",
              static_cast<unsigned long long>(outcome.steps()), round.threads, elapsed());
  return 0;
}
