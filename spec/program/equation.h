// Parses an equation of `einsum` such as "ij,jk->ik". It makes no checks, because programs use only the well-formed
// equations of spec/program/string_arguments.h.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "spec/program/limits.h"

namespace modecheck::spec {

// The labels of one tensor's dimensions in an equation of einsum, from left to right.
struct Subscripts {
  static constexpr int kLetters = 52;         // the letters A to Z, then a to z
  static constexpr int kEllipsis = kLetters;  // the label of the ellipsis: all dimensions without a letter
  static constexpr int capacity = kMaxRank + 1;

  std::array<int, capacity> labels{};
  int count = 0;
  bool open = false;  // the labels include an ellipsis

  int named() const { return count - (open ? 1 : 0); }
  const int* begin() const { return labels.data(); }
  const int* end() const { return labels.data() + count; }
};

inline Subscripts subscripts_of(std::string_view text) {
  Subscripts out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    int label = c >= 'a' ? c - 'a' + 26 : c - 'A';
    if (c == '.') {
      label = Subscripts::kEllipsis;
      out.open = true;
      i += 2;  // skips the other two dots of an ellipsis
    }
    out.labels[static_cast<std::size_t>(out.count++)] = label;
  }
  return out;
}

struct Equation {
  std::array<Subscripts, kMaxTensorList> operands;
  int count = 0;
  bool says_result = false;
  Subscripts result;
};

inline Equation equation_of(std::string_view text) {
  Equation out;
  const std::size_t arrow = text.find("->");
  out.says_result = arrow != std::string_view::npos;
  if (out.says_result) out.result = subscripts_of(text.substr(arrow + 2));
  std::string_view rest = text.substr(0, arrow);
  while (true) {
    const std::size_t comma = rest.find(',');
    out.operands[static_cast<std::size_t>(out.count++)] = subscripts_of(rest.substr(0, comma));
    if (comma == std::string_view::npos) return out;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace modecheck::spec
