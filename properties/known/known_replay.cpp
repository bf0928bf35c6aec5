#include "properties/known/known_replay.h"

#include <vector>

#include "properties/known/excuser.h"

namespace modecheck::properties {
namespace {

bool departs_once(const KnownDeparture& entry, Lockstep& lockstep) {
  const std::vector<Departure> departures = lockstep.check(entry.program, false).departures;
  if (departures.empty() || !entry.has_signature(departures.front().signature)) return false;
  std::vector<KnownDeparture> alone{entry};
  alone.front().versions = {lockstep.subject(0).version()};
  return Excuser(alone, lockstep).excuses(entry.program, departures).front() != nullptr;
}

}  // namespace

// Tries twice: on a busy machine even a short program may exceed its time limit.
bool departs_as_known(const KnownDeparture& entry, Lockstep& lockstep) {
  return departs_once(entry, lockstep) || departs_once(entry, lockstep);
}

}  // namespace modecheck::properties
