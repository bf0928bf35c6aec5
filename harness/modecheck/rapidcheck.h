// Checks an engine in one line of a RapidCheck test, which fails with the report of `modecheck run`:
//
//   rc::check("mine keeps the rules", modecheck::rapidcheck::keeps_rules("./modecheck_subject_mine.so"));
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <utility>

#include "modecheck/check.h"

namespace modecheck::rapidcheck {

// Generates seeds. RapidCheck does not shrink them: a smaller seed gives other programs, and not smaller ones.
inline rc::Gen<std::uint64_t> seeds() {
  return rc::gen::noShrink(
      rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 48)));
}

// Generates random programs of a profile in the text form, for properties of your own.
inline rc::Gen<std::string> programs(Profile profile = {}) {
  return rc::gen::map(seeds(), [profile = std::move(profile)](std::uint64_t seed) {
    Profile drawn = profile;
    drawn.seed = seed;
    return draw_program(drawn, 0);
  });
}

// Returns a property for rc::check: the subject keeps the rules. Each case runs `profile.programs` programs (ten unless
// a profile is given) of a seed that RapidCheck draws. modecheck shrinks what it finds. A case that judged nothing is
// discarded, so that RapidCheck gives up if no program can be judged.
inline auto keeps_rules(std::string subject, Profile profile = {10}) {
  return [subject = std::move(subject), profile = std::move(profile)] {
    Profile drawn = profile;
    drawn.seed = *seeds();
    const CheckResult result = check_programs(subject, drawn);
    RC_PRE(result.outcome != CheckResult::Outcome::NothingJudged);
    if (!result.passed()) RC_FAIL(result.report);
  };
}

}  // namespace modecheck::rapidcheck
