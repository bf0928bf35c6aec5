// The values that a str or str? argument can have. A program stores the index of the value in these lists.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "spec/operators/schema.h"

namespace modecheck::spec {

struct StringArguments {
  const std::string_view* words = nullptr;
  int count = 0;

  constexpr std::string_view operator[](int i) const { return words[static_cast<std::size_t>(i)]; }
  constexpr const std::string_view* begin() const { return words; }
  constexpr const std::string_view* end() const { return words + count; }
};

// In a list for a str? argument, the first value is None. A list ends with an invalid value if libtorch reports an
// error for such a value.
constexpr std::array<std::string_view, 3> kRoundingModes{"None", "trunc", "floor"};
constexpr std::array<std::string_view, 3> kSides{"None", "left", "right"};
constexpr std::array<std::string_view, 5> kNormalizations{"None", "backward", "forward", "ortho", "other"};
constexpr std::array<std::string_view, 6> kReductions{"sum", "prod", "mean", "amax", "amin", "none"};
constexpr std::array<std::string_view, 6> kSegmentReductions{"sum", "prod", "mean", "max", "min", "none"};
constexpr std::array<std::string_view, 3> kIndexings{"ij", "xy", "ji"};
constexpr std::array<std::string_view, 3> kPaddings{"valid", "same", "none"};
// Equations of einsum for up to three tensors: views, diagonals, sums and products, with and without an ellipsis.
constexpr std::array<std::string_view, 24> kEquations{
    "i,i->",        "ij,jk->ik",      "ij->ji",     "ii->i",      "ii",
    "bij,bjk->bik", "i,j->ij",        "ij,ij->",    "ij->",       "...ij,...jk->...ik",
    "ij,kj->ik",    "i,ij,j->",       "ij->i",      "i",          "ij,j",
    "...i->...",    "ij,j->i",        "ij,ij->ij",  "bij,bij->b", "ij,jk,kl->il",
    "iij->ij",      "...i,...i->...", "i...->...i", "ij->k"};

template <std::size_t count>
constexpr StringArguments string_arguments_of(const std::array<std::string_view, count>& words) {
  return {words.data(), static_cast<int>(count)};
}

// Returns the values of an argument, which depend on its name and on its operator. The list is empty if the argument
// always keeps its default. An argument that this function does not know does not compile.
constexpr StringArguments string_arguments_of(const operators::Argument& argument) {
  if (argument.type == operators::Type::OptionalString) {
    if (argument.name == "side") return string_arguments_of(kSides);
    if (argument.name == "norm") return string_arguments_of(kNormalizations);
    if (argument.name == "rounding_mode") return string_arguments_of(kRoundingModes);
    operators::detail::schema_is_malformed("a str? whose words are not known");
  }
  if (argument.type != operators::Type::String) return {};
  if (argument.name == "padding") return string_arguments_of(kPaddings);
  if (!argument.default_text.empty()) return {};
  if (argument.name == "equation") return string_arguments_of(kEquations);
  if (argument.name == "indexing") return string_arguments_of(kIndexings);
  if (argument.name != "reduce") operators::detail::schema_is_malformed("a str whose words are not known");
  return argument.operation == "segment_reduce" ? string_arguments_of(kSegmentReductions)
                                                : string_arguments_of(kReductions);
}

}  // namespace modecheck::spec
