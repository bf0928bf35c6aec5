// Declares an operator with its in-place form and its out variant in one row:
//
//   MODECHECK_FORMS(hypot, PointwiseBinary, ", Tensor other");
//
// declares the three operators hypot, hypot_ and hypot_out with the schemas
//
//   hypot(Tensor self, Tensor other) -> Tensor
//   hypot_(Tensor(a!) self, Tensor other) -> Tensor(a!)
//   hypot.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
//
// The list `hypot::forms` holds the three.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

// `rest` is the schema's text after `self`, and begins with a comma. MODECHECK_FORMS adds a `*` before `out`. For
// MODECHECK_FORMS_WITH_KEYWORDS, `rest` has a `*` already, before its keyword-only arguments.
#define MODECHECK_FORMS(name, family, rest) MODECHECK_FORMS_TEXT(name, family, rest, ", *")
#define MODECHECK_FORMS_WITH_KEYWORDS(name, family, rest) MODECHECK_FORMS_TEXT(name, family, rest, "")
#define MODECHECK_FORMS_TEXT(name, family, rest, star)                                                               \
  struct name##_;                                                                                                    \
  struct name##_out;                                                                                                 \
  struct name : Operator<Family::family> {                                                                           \
    using forms = List<name, name##_, name##_out>;                                                                   \
    static constexpr std::string_view schema = #name "(Tensor self" rest ") -> Tensor";                              \
  };                                                                                                                 \
  struct name##_ : Operator<Family::family> {                                                                        \
    static constexpr std::string_view schema = #name "_(Tensor(a!) self" rest ") -> Tensor(a!)";                     \
  };                                                                                                                 \
  struct name##_out : Operator<Family::family> {                                                                     \
    static constexpr std::string_view schema = #name ".out(Tensor self" rest star ", Tensor(a!) out) -> Tensor(a!)"; \
  }
