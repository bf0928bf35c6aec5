// What an operator makes of its arguments: dtype, sizes and strides of the result, and every reason why the arguments
// are wrong. One function per family; the table of operators is in result_rules.cpp.
#pragma once

#include "spec/arguments.h"
#include "spec/iterator_rules.h"
#include "spec/promotion.h"
#include "spec/view_rules.h"

namespace modecheck::spec {

// The tensor arguments of a call in the order of the schema, list elements each, `out` excluded.
struct CallTensors {
  IteratorInputs inputs;
  const Geometry* target = nullptr;  // what is written: inputs[0] of in-place operators, or `out`
  bool out = false;                  // the target is `out`
};

struct ResultPlan {
  Reasons reasons;
  bool beyond_limits = false;
  // What libtorch does depends on what the model cannot see; the command is dropped, whatever else is wrong with it.
  bool unanswered = false;
  // Functional: the fresh result. out=: what `out` becomes if its sizes are other ones. In-place: not used.
  Geometry result;
  bool resizes = false;    // `out` gets the result's sizes
  bool restrides = false;  // and its strides (else row-major ones)
  // An argument asks for integers. Else autograd does not know before the call that nothing will be recorded.
  bool asks_for_integers = false;
};

// The result of any operator that is no view and changes no metadata. Composites are not known here.
ResultPlan plan_result(const Record& record, const CallTensors& tensors, const ValueWitness* witness);

// The parts of composites.
ResultPlan plan_clone(const Geometry& self, bool preserve);
ResultPlan plan_conversion(const Geometry& self, std::optional<DType> dtype);
ResultPlan plan_softmax(const Geometry& self, std::int64_t dim, bool half_to_float);
ResultPlan plan_dot(const Geometry& self, const Geometry& other);
ResultPlan plan_mv(const Geometry& self, const Geometry& vector);
ResultPlan plan_mm(const Geometry& self, const Geometry& other);
ResultPlan plan_bmm(const Geometry& self, const Geometry& other);

}  // namespace modecheck::spec
