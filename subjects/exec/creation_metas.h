// PyTorch's names of what a view's creation meta can be.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "spec/interface/observation.h"

namespace modecheck::subjects {

inline constexpr std::array<std::pair<std::string_view, spec::CreationMeta>, 5> kCreationMetas{{
    {"DEFAULT", spec::CreationMeta::Default},
    {"IN_CUSTOM_FUNCTION", spec::CreationMeta::InCustomFunction},
    {"MULTI_OUTPUT_NODE", spec::CreationMeta::MultiOutputNode},
    {"NO_GRAD_MODE", spec::CreationMeta::NoGradMode},
    {"INFERENCE_MODE", spec::CreationMeta::InferenceMode},
}};

// Returns the name, or "" for a tensor that is no view.
constexpr std::string_view name_of(spec::CreationMeta meta) {
  for (const auto& [name, value] : kCreationMetas)
    if (value == meta) return name;
  return "";
}

constexpr std::optional<spec::CreationMeta> creation_meta_named(std::string_view name) {
  for (const auto& [known, value] : kCreationMetas)
    if (known == name) return value;
  return std::nullopt;
}

}  // namespace modecheck::subjects
