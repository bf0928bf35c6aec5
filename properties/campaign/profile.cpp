#include "properties/campaign/profile.h"

#include <algorithm>

#include "spec/model/rules.h"

namespace modecheck::properties {
namespace {

constexpr std::array<std::string_view, kProfiles.size()> kNames{"semantics", "operators", "all"};

bool is_rule(std::string_view name) {
  return std::any_of(spec::rules().begin(), spec::rules().end(), [&](const auto& rule) { return rule.id == name; });
}

bool is_of_semantics(std::string_view rule) {
  constexpr std::string_view chapters = "KPVWSMGDF";
  return is_rule(rule) && (rule == "E1" || chapters.find(rule.front()) != std::string_view::npos);
}

// Whether `rule` is rule E2, rule E3 or the name of a field that an operator's kernel computes, such as the dtype. No
// rule about modes covers these fields.
bool is_of_operators(std::string_view rule) {
  constexpr std::array fields{Field::DType,         Field::Device,       Field::Sizes,  Field::Strides,
                              Field::StorageOffset, Field::StorageBytes, Field::Values, Field::GradStrides};
  return rule == "E2" || rule == "E3" ||
         std::any_of(fields.begin(), fields.end(), [&](Field field) { return name_of(field) == rule; });
}

}  // namespace

std::string_view name_of(Profile profile) { return kNames[static_cast<std::size_t>(profile)]; }

std::optional<Profile> profile_named(std::string_view name) {
  for (const Profile profile : kProfiles)
    if (name_of(profile) == name) return profile;
  return std::nullopt;
}

bool judges(Profile profile, std::string_view rule) {
  return profile == Profile::All || is_of_semantics(rule) || (profile == Profile::Operators && is_of_operators(rule));
}

bool judges(Profile profile, const Mismatch& mismatch) {
  return std::any_of(mismatch.differences.begin(), mismatch.differences.end(), [&](const Difference& one) {
    return judges(profile, one.rule.empty() ? name_of(one.field) : one.rule);
  });
}

}  // namespace modecheck::properties
