#include "properties/concurrent/race_canary.h"

#include <utility>

namespace modecheck::properties {

RaceCanary::RaceCanary(std::unique_ptr<subjects::Runner> right, std::unique_ptr<subjects::Runner> wrong,
                       std::atomic<int>& running)
    : right_(std::move(right)), wrong_(std::move(wrong)), running_(running) {}

void RaceCanary::run(const spec::ProgramView& program, spec::Trace& trace) {
  subjects::Runner& one = ++running_ == 1 ? *right_ : *wrong_;
  one.run(program, trace);
  --running_;
}

}  // namespace modecheck::properties
