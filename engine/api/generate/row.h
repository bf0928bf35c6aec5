// Holds the facts about one operator of the catalogue from which the C++ API is generated.
#pragma once

#include <string>
#include <string_view>

#include "spec/operators/family.h"
#include "spec/operators/schema.h"

namespace modecheck::generate {

struct Row {
  std::string type_name;  // the name of the operator's struct in modecheck::spec::operators
  spec::operators::Schema schema;
  spec::operators::Family family;
  std::string_view alias_of;  // the qualified name of the operator of which this operator is an alias, or empty
  bool composite;
  std::string dtypes;  // the dtypes that the operator's tensors may have (dtypes.txt); empty if it takes no tensor

  // Returns whether the operator is an out variant, such as `add.out`.
  bool writes_out() const {
    for (std::size_t i = 0; i < schema.argument_count; ++i)
      if (schema.arguments[i].write && schema.arguments[i].keyword_only) return true;
    return false;
  }
  // Returns whether the operator writes its first argument, as the in-place operator `add_.Tensor` does.
  bool writes_self() const { return schema.argument_count > 0 && schema.arguments[0].write && !writes_out(); }
};

}  // namespace modecheck::generate
