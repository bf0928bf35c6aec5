// Whether a departure is one that is known.
#pragma once

#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "properties/known/known.h"
#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

class Excuser {
 public:
  // Both must outlive it. `before_run` is called before every other program that is run.
  Excuser(const std::vector<KnownDeparture>& known, Lockstep& lockstep, std::function<void()> before_run = {})
      : known_(known), lockstep_(lockstep), before_run_(std::move(before_run)) {}

  // For each of the departures that the lockstep has just found in `program`, the entry that it falls under, or null.
  // Where that hangs on a cure the lockstep runs other programs: the verdict that it gave before is void afterwards.
  std::vector<const KnownDeparture*> excuses(const spec::Program& given, const std::vector<Departure>& departures);

 private:
  // An entry that hangs on its cures.
  struct Candidate {
    const KnownDeparture* entry;
    std::vector<Cure::Changes> cures;
  };

  // A departure without what the next run of the lockstep overwrites.
  struct Sought {
    const Departure* departure;
    std::vector<Difference> differences;  // those that nothing explains without a cure
    spec::Observation expected;           // after the command
    // The program without the commands before it that change nothing (E1); and without failed backwards, too.
    std::array<Cure::Changes, 2> without_idle;
  };

  // The first of the candidates without whose cause the departure is gone; or null. `beside` is changed besides.
  const KnownDeparture* cured_by(const std::vector<Candidate>& candidates, const spec::Program& program,
                                 const Sought& sought, const Cure::Changes& beside);

  // Whether the changed program departs as the program itself.
  bool is_there(const Cure::Changes& changes, const spec::Program& program, const Sought& sought);

  // Whether the departing command was judged in the changed program, is the same course of events, and agrees there.
  bool is_gone(const Cure::Changes& changes, const spec::Program& program, const Sought& sought);

  // Whether the cured command departs in other ways only, all of which are known without a cure: two causes may meet in
  // a command, and taking away one of them leaves the other.
  bool departs_without(const Sought& sought, const Cure::Cured& cured, const Verdict& verdict) const;

  bool concerns(const KnownDeparture& entry, const Departure& departure) const;

  const std::vector<KnownDeparture>& known_;
  Lockstep& lockstep_;
  std::function<void()> before_run_;
};

}  // namespace modecheck::properties
