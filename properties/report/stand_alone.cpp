#include "properties/report/stand_alone.h"

#include <algorithm>

#include "properties/report/report.h"
#include "properties/report/rule_text.h"
#include "subjects/emit/cpp.h"
#include "subjects/emit/python.h"

namespace modecheck::properties {

namespace {

subjects::EmitOptions options_of(const spec::Program& program, const Lockstep& lockstep, const Mismatch& mismatch) {
  const Expected& expected = lockstep.expected_of(static_cast<std::size_t>(mismatch.subject));
  subjects::EmitOptions options;
  options.headline = {sentence(program, mismatch)};
  if (const RuleText rule = rule_text(mismatch.signature.rule); !rule.statement.empty())
    options.headline.push_back(mismatch.signature.rule + ": " + std::string(rule.statement));
  if (expected.dropped != nullptr) options.dropped.assign(expected.dropped, expected.dropped + expected.count);
  options.may_crash = mismatch.signature.error == "crash" || mismatch.signature.error == "timeout";
  if (!options.may_crash && mismatch.step < static_cast<int>(expected.count))
    options.expectations = subjects::expectations_of(
        mismatch.step, *expected.trace, lockstep.trace(static_cast<std::size_t>(mismatch.subject)),
        [&](int reg, bool gradient) {
          const Field field = gradient ? Field::GradValues : Field::Values;
          return std::any_of(mismatch.differences.begin(), mismatch.differences.end(),
                             [&](const Difference& one) { return one.field == field && one.reg == reg; });
        });
  return options;
}

}  // namespace

std::string cpp_of(const spec::Program& program, const Lockstep& lockstep, const Mismatch& mismatch) {
  return subjects::emit_cpp(program, options_of(program, lockstep, mismatch));
}

std::string python_of(const spec::Program& program, const Lockstep& lockstep, const Mismatch& mismatch) {
  return subjects::emit_python(program, options_of(program, lockstep, mismatch));
}

}  // namespace modecheck::properties
