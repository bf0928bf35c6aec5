#include "properties/known/known_replay.h"

#include <vector>

#include "properties/known/known_issue_matcher.h"

namespace modecheck::properties {
namespace {

KnownAnswer answer_once(const KnownMismatch& entry, Lockstep& lockstep) {
  using Kind = KnownAnswer::Kind;
  const Verdict verdict = lockstep.check(entry.program, false);
  if (verdict.mismatches.empty()) {
    const bool judged = !verdict.judged_nothing() && verdict.compared.front() + verdict.dropped == verdict.steps;
    return {judged ? Kind::Agrees : Kind::NotJudged, ""};
  }
  const Signature& found = verdict.mismatches.front().signature;
  const std::string text = to_text(found);
  // The entry as if it had been found in this subject and version.
  std::vector<KnownMismatch> alone{entry};
  alone.front().versions = {lockstep.subject(0).version()};
  if (!is_adapter(found.subject)) alone.front().signature.subject = without_version(found.subject);
  const bool recognised =
      alone.front().has_signature(found) &&
      KnownIssueMatcher(alone, lockstep).matches(entry.program, verdict.mismatches).front() != nullptr;
  return {recognised ? Kind::Shows : Kind::Otherwise, text};
}

}  // namespace

// Runs the program at most twice: on a busy machine even a short program may exceed its time limit.
KnownAnswer answer_to(const KnownMismatch& entry, Lockstep& lockstep) {
  const KnownAnswer first = answer_once(entry, lockstep);
  return first.kind == KnownAnswer::Kind::Shows ? first : answer_once(entry, lockstep);
}

bool mismatches_as_known(const KnownMismatch& entry, Lockstep& lockstep) {
  return answer_to(entry, lockstep).kind == KnownAnswer::Kind::Shows;
}

}  // namespace modecheck::properties
