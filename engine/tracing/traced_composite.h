// Tells a fake mode with symbolic sizes about an operator that is made of other operators.
#pragma once

#include <memory>

#include "engine/tracing/call_record.h"
#include "engine/tracing/inside_composite.h"
#include "engine/tracing/run_traced.h"
#include "engine/tracing/symbolic_tracer.h"
#include "spec/operators/operator.h"

namespace modecheck::engine {

// Returns the tracer that active() returns, or in no fake mode that of the first fake tensor among the arguments.
// Returns null while tracing is off.
SymbolicTracer* tracer_of_call(const CallRecord& record);

// Runs the body of a composite. If the call is one of fake tensors with symbolic sizes, and their mode has a rule for
// the composite, the operators of the body are not traced, and the rule gives the results their sizes.
template <typename Op, typename Body, typename... Arguments>
auto traced_composite(const Body& body, const Arguments&... arguments) {
  if (!any_tracer()) [[likely]]
    return body();
  CallRecord record(CallRecord::About{operators::schema_of<Op>.qualified_name, operators::schema_of<Op>.name,
                                      OperatorKind::Composite, Op::family, written_argument<Op>, written_count<Op>});
  (record.add(arguments), ...);
  SymbolicTracer* const tracer = tracer_of_call(record);
  const std::unique_ptr<SymbolicTracer::Call> call = tracer == nullptr ? nullptr : tracer->begin(record);
  if (call) return run_traced(*call, record, body);
  if (tracer == nullptr) return body();
  const InsideComposite its_operators;
  return body();
}

}  // namespace modecheck::engine
