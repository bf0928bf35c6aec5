// Declares one operator of the catalogue.
//
//   MODECHECK_OPERATOR(mul__Tensor, PointwiseBinary, "mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
//
// declares a type. The type's name is libtorch's qualified name with `_` for `.`. Other folders add their facts about
// the operator by an overload or a specialisation for the type. If an overload or a specialisation is missing, the code
// does not compile.
#pragma once

#include <string_view>

#include "spec/operators/family.h"
#include "spec/operators/schema.h"

namespace modecheck::spec::operators {

enum class Made : bool {
  Primitive,  // an operator that has a kernel of its own
  Composite,  // an operator that runs as a sequence of other operators (rule D4)
};

template <Family TheFamily, Made HowMade = Made::Primitive>
struct Operator {
  static constexpr Family family = TheFamily;
  static constexpr bool composite = HowMade == Made::Composite;
};

// The parsed schema of an operator. A file parses only the operators that it uses, because parsing the whole catalogue
// would take seconds.
template <typename Target>
inline constexpr Schema schema_of = parse(Target::schema);

}  // namespace modecheck::spec::operators

#define MODECHECK_OPERATOR(name, family, text)       \
  struct name : Operator<Family::family> {           \
    static constexpr std::string_view schema = text; \
  }
#define MODECHECK_COMPOSITE_OPERATOR(name, family, text)    \
  struct name : Operator<Family::family, Made::Composite> { \
    static constexpr std::string_view schema = text;        \
  }
