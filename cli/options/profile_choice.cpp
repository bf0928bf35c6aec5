#include "cli/options/profile_choice.h"

#include <fmt/format.h>

#include "cli/options/suggestion.h"
#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {

properties::Profile choose_profile(const std::string& name) {
  if (const auto profile = properties::profile_named(name)) return *profile;
  std::vector<std::string> names;
  for (const properties::Profile profile : properties::kProfiles) names.emplace_back(properties::name_of(profile));
  throw UsageError(fmt::format("--profile: there is no profile {}{}; there are: semantics, operators, all",
                               spec::quoted(name), suggestion(name, names)));
}

}  // namespace modecheck::cli
