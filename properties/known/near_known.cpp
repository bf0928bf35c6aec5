#include "properties/known/near_known.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "properties/known/known_issue_matcher.h"
#include "properties/known/mismatch_context.h"

namespace modecheck::properties {
namespace {

NearKnown near(const KnownMismatch& entry, std::vector<std::string> differs) {
  return {entry.id, entry.cause.id, entry.cause.title, std::move(differs)};
}

// Returns the entries for other versions of the subject, rewritten to be about the present version.
std::vector<KnownMismatch> of_other_versions(const std::vector<KnownMismatch>& known, const std::string& subject,
                                             const std::string& version) {
  std::vector<KnownMismatch> out;
  for (const KnownMismatch& entry : known) {
    if (entry.speaks_of(subject, version) || entry.subject() != without_version(subject)) continue;
    out.push_back(entry);
    out.back().versions = {version};
  }
  return out;
}

// Whether the finding's operation and the known entry's operation have the same kind, group and family. Operations of
// different families have different kernels, so the finding is then no variant of the entry.
bool is_of_a_kind(const KnownMismatch& entry, spec::OperationId id) {
  const int known = spec::find_operation(entry.signature.operation);
  if (known < 0) return false;
  const spec::Operation& a = spec::operation(static_cast<spec::OperationId>(known));
  const spec::Operation& b = spec::operation(id);
  return a.kind == b.kind && a.group == b.group && a.family == b.family;
}

std::optional<NearKnown> by_conditions(const std::vector<KnownMismatch>& known, const MismatchContext& context,
                                       const std::string& subject, const std::string& version) {
  constexpr std::size_t kMostDiffering = 2;
  std::optional<NearKnown> best;
  for (const KnownMismatch& entry : known) {
    const Mismatch& mismatch = context.mismatch();
    if (entry.subject() != without_version(subject) || entry.signature.rule != mismatch.signature.rule) continue;
    if (!entry.pattern.counterfactuals.empty() || !is_of_a_kind(entry, context.record().operation)) continue;
    std::optional<std::vector<std::string>> differs = entry.pattern.unmet(context);
    if (!differs) continue;
    // A mismatch at a backward has its cause in earlier commands. A pattern that has neither conditions nor an error
    // message does not look at earlier commands, so it cannot tell the cause.
    const bool goes_back = spec::operation(context.record().operation).group == spec::Group::Backward;
    if (goes_back && !entry.pattern.tells_the_cause_of(context)) continue;
    if (!entry.speaks_of(subject, version)) differs->push_back("the version");
    if (differs->empty() || differs->size() > kMostDiffering) continue;
    if (!best || differs->size() < best->differs.size()) best = near(entry, std::move(*differs));
  }
  return best;
}

}  // namespace

std::optional<NearKnown> nearest_known(const std::vector<KnownMismatch>& known, Lockstep& lockstep,
                                       const spec::Program& program, const Mismatch& mismatch) {
  const spec::Program meant = spec::meant(program);
  if (!MismatchContext::at_command(meant, mismatch)) return std::nullopt;
  const auto index = static_cast<std::size_t>(mismatch.subject);
  const std::string subject = mismatch.signature.subject;
  const std::string version = lockstep.subject(index).version();
  const std::optional<NearKnown> candidate =
      by_conditions(known, MismatchContext(meant, lockstep.expected_of(index), mismatch), subject, version);
  const std::vector<KnownMismatch> others = of_other_versions(known, subject, version);
  const KnownMismatch* const same = KnownIssueMatcher(others, lockstep).matches(program, {mismatch}).front();
  if (same != nullptr) return near(*same, {"the version"});
  return candidate;
}

nlohmann::json near_json(const std::optional<NearKnown>& near) {
  if (!near) return nullptr;
  return {{"entry", near->entry}, {"cause", near->cause}, {"title", near->title}, {"differs", near->differs}};
}

std::optional<NearKnown> near_of(const nlohmann::json& object) {
  if (object.is_null()) return std::nullopt;
  return NearKnown{object.at("entry"), object.at("cause"), object.at("title"), object.at("differs")};
}

std::string sentence(const NearKnown& near) {
  return fmt::format("It resembles the known issue {} ({}). It differs in {}.", near.cause, near.title,
                     fmt::join(near.differs, " and "));
}

}  // namespace modecheck::properties
