// Whether a departure is one that is known.
#pragma once

#include <vector>

#include "properties/known.h"
#include "properties/lockstep.h"

namespace modecheck::properties {

class Excuser {
 public:
  // Both must outlive it.
  Excuser(const std::vector<KnownDeparture>& known, Lockstep& lockstep) : known_(known), lockstep_(lockstep) {}

  // For each of the departures that the lockstep has just found in `program`, the entry that it falls under, or null.
  // Where that hangs on a cure the lockstep runs other programs: the verdict that it gave before is void afterwards.
  std::vector<const KnownDeparture*> excuses(const spec::Program& program, const std::vector<Departure>& departures);

 private:
  // The first of the entries, all of which have cures, without whose cause the departure is gone; or null.
  const KnownDeparture* cured_by(const std::vector<const KnownDeparture*>& candidates, const spec::Program& program,
                                 const Departure& departure);
  bool is_gone(const Cure::Cured& cured, const Departure& departure);

  const std::vector<KnownDeparture>& known_;
  Lockstep& lockstep_;
};

}  // namespace modecheck::properties
