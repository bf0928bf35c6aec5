#include "properties/campaign/controls.h"

#include <algorithm>
#include <atomic>
#include <memory>

#include "properties/campaign/searcher.h"
#include "properties/concurrent/concurrent_run.h"
#include "properties/concurrent/race_canary.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/process/child_process.h"
#include "properties/process/interrupt.h"
#include "properties/process/shared_memory.h"
#include "spec/program/text.h"
#include "subjects/loading/in_process.h"

namespace modecheck::properties {
namespace {

struct State {
  std::atomic<std::uint64_t> tried{0};
  std::atomic<bool> found{false};
};

using Shows = std::function<bool(const spec::Program&)>;

// A search in its own process. The search ends with the first program for which `Shows` returns true.
class Search {
 public:
  using ProgramInto = std::function<void(spec::Program& program, std::uint64_t index)>;

  Search(std::string name, std::uint64_t limit, bool wanted, const ProgramInto& program_into,
         std::chrono::milliseconds time, const std::function<Shows()>& make)
      : program_into_(program_into), process_([&](int) {
          const Shows shows = make();
          const std::int64_t deadline =
              steady_ns() + std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
          spec::Program program;
          for (std::uint64_t i = 0; i < limit && steady_ns() < deadline; ++i) {
            program_into(program, i);
            state_->found = shows(program);
            if (state_->found) return;
            state_->tried = i + 1;
          }
        }) {
    control_.name = std::move(name);
    control_.limit = limit;
    control_.wanted = wanted;
  }

  Control result(std::chrono::milliseconds patience) {
    const ChildProcess::End end = process_.wait(patience);
    control_.tried = state_->tried;
    if (interrupt_signal() != 0 && end == ChildProcess::End::Stopped) {
      control_.not_run = "the run was interrupted";
      return control_;
    }
    // Some controls must find no fault. For such a control, a crash counts as a fault, and so does a program that does
    // not end.
    if (state_->found || (!control_.wanted && end != ChildProcess::End::Finished)) control_.program = control_.tried;
    if (!control_.wanted && !control_.program && control_.tried == 0) {
      control_.missing = true;
      control_.not_run = "there was no time for a single program";
    }
    if (control_.program && !control_.wanted) {
      spec::Program program;
      program_into_(program, *control_.program);
      control_.text = spec::to_text(program);
    }
    return control_;
  }

 private:
  const ProgramInto& program_into_;
  Control control_;
  Shared<State> state_;
  ChildProcess process_;
};

// Returns a function that runs a program in several threads at once and says whether the threads disturb each other.
Shows mismatches_concurrently(const SubjectHandle& right, const SubjectHandle& wrong) {
  const auto running = std::make_shared<std::atomic<int>>(0);
  const auto open = [](const SubjectHandle& subject) {
    spec::SubjectOptions options;
    options.device = subject.device;
    return std::make_unique<subjects::InProcess>(subject.plugin, options);
  };
  ConcurrentRunOptions sides;
  sides.oracle = spec_oracle();
  sides.open = [=] { return std::make_unique<RaceCanary>(open(right), open(wrong), *running); };
  sides.threads = 3;
  sides.programs = 12;
  return [=](const spec::Program& program) mutable {
    sides.program_into = [&](spec::Program& into, std::uint64_t) { into = program; };
    return !run_concurrently(sides).disturbed.empty();
  };
}

bool wrong_gradient(const Verdict& verdict) {
  return std::any_of(verdict.mismatches.begin(), verdict.mismatches.end(),
                     [](const Mismatch& mismatch) { return mismatch.severity == Severity::WrongGradient; });
}

}  // namespace

std::vector<Control> run_controls(const ControlOptions& options) {
  std::vector<std::unique_ptr<Search>> searches;
  std::vector<Control> out;
  const Search::ProgramInto& programs = options.program_into;
  const auto look_for = [&](const char* name, const std::optional<SubjectHandle>& subject, std::uint64_t limit,
                            const Search::ProgramInto& program_into, const std::function<Shows()>& make) {
    if (options.not_run.empty() && subject) {
      searches.push_back(std::make_unique<Search>(name, limit, true, program_into, options.time, make));
      return;
    }
    Control control;
    control.name = name;
    control.limit = limit;
    control.missing = options.not_run.empty();
    control.not_run = control.missing ? "its subject is not there" : options.not_run;
    out.push_back(std::move(control));
  };
  const auto mismatches = [&](const SubjectHandle& subject) -> Shows {
    const std::shared_ptr<Lockstep> lockstep = make_lockstep(spec_oracle(), {subject}, false, options.time);
    return [lockstep](const spec::Program& program) { return !lockstep->check(program).clean(); };
  };
  if (options.alone)
    look_for("canary", options.canary, options.canary_limit, programs, [&] { return mismatches(*options.canary); });
  if (options.beside)
    look_for("race canary", options.engine ? options.canary : options.engine, options.canary_limit, programs,
             [&] { return mismatches_concurrently(*options.engine, *options.canary); });
  if (options.sanctioned_hole)
    look_for("sanctioned hole of G5", options.engine, options.sanctioned_hole_limit,
             options.sanctioned_hole_program_into ? options.sanctioned_hole_program_into : programs, [&]() -> Shows {
               const auto make = [&](reference::SanctionedHoles sanctioned_holes) -> std::shared_ptr<Lockstep> {
                 return make_lockstep(spec_oracle(sanctioned_holes), {*options.engine}, false, options.time);
               };
               // The guards that exclude dispatch keys (rule G5) may make gradients wrong, and rule H exempts such
               // gradients: the sanctioned hole. `judged` judges exempt gradients, too. If only `judged` finds a wrong
               // gradient, a guard made the gradient wrong.
               return [judged = make(reference::SanctionedHoles::Judged),
                       exempt = make(reference::SanctionedHoles::Exempt)](const spec::Program& program) {
                 return wrong_gradient(judged->check(program)) && exempt->check(program).clean();
               };
             });
  if (options.sweep && !(options.starved && options.not_run.empty())) {
    Control control;
    control.name = "allocations that fail";
    control.wanted = false;
    control.missing = options.not_run.empty();
    control.not_run = control.missing ? "its subject is not there" : options.not_run;
    out.push_back(std::move(control));
  }
  if (options.sweep && options.starved && options.not_run.empty())
    searches.push_back(std::make_unique<Search>("allocations that fail", options.sweep_limit, false, programs,
                                                options.time, [&] { return mismatches(*options.starved); }));
  for (const auto& search : searches) out.push_back(search->result(options.time + options.patience));
  return out;
}

}  // namespace modecheck::properties
