#include "properties/known/known_replay.h"

#include <vector>

#include "properties/known/known_issue_matcher.h"

namespace modecheck::properties {
namespace {

bool mismatches_once(const KnownMismatch& entry, Lockstep& lockstep) {
  const std::vector<Mismatch> mismatches = lockstep.check(entry.program, false).mismatches;
  if (mismatches.empty() || !entry.has_signature(mismatches.front().signature)) return false;
  std::vector<KnownMismatch> alone{entry};
  alone.front().versions = {lockstep.subject(0).version()};
  return KnownIssueMatcher(alone, lockstep).matches(entry.program, mismatches).front() != nullptr;
}

}  // namespace

// Runs the program at most twice: on a busy machine even a short program may exceed its time limit.
bool mismatches_as_known(const KnownMismatch& entry, Lockstep& lockstep) {
  return mismatches_once(entry, lockstep) || mismatches_once(entry, lockstep);
}

}  // namespace modecheck::properties
