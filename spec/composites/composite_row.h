// The row of a composite names the function that runs the composite's sub-operations in libtorch's order (rule D4). The
// row stands beneath the function, in the file of the composite's family:
//
//   static TensorId inverse(ModelState& m, const Record& record) { ... }
//   MODECHECK_COMPOSITE(inverse, inverse)
//
// The macro names the function, and then every composite that the function runs. The function returns the first result,
// or 0 if the command is rejected or dropped. Further results are those of the last sub-operation
// (sub_operation_result). A composite that returns a list fills the registers itself.
//
// A composite of the catalogue without a row does not link: "undefined reference to CompositeOf<operators::inverse>::
// function()". A function without a row is an unused function, which does not compile.
#pragma once

#include "spec/model/state.h"
#include "spec/operators/composites.h"
#include "spec/operators/for_each.h"

namespace modecheck::spec {

using CompositeFunction = TensorId (*)(ModelState& m, const Record& record);

template <typename Operator>
struct CompositeOf {
  static CompositeFunction function();
};

}  // namespace modecheck::spec

#define MODECHECK_COMPOSITE_ROW(op, run)                     \
  template <>                                                \
  CompositeFunction CompositeOf<operators::op>::function() { \
    return run;                                              \
  }
#define MODECHECK_COMPOSITE(run, ...) MODECHECK_FOR_EACH(MODECHECK_COMPOSITE_ROW, (run), __VA_ARGS__)
