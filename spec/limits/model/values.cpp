#include "spec/limits/model/values.h"

namespace modecheck::spec::limits {

namespace {

// Returns false if the bytes of the output are unspecified because the output overlaps an input or itself. That happens
// if libtorch does not check for overlap, or if a resize made `out` overlap.
bool is_determined(const Record& record, const InputGeometries& inputs, int count, const Geometry& output) {
  const operators::Family family = operation(record.operation).family;
  if (family == operators::Family::Fill) return true;
  const bool elementwise = family == operators::Family::PointwiseUnary ||
                           family == operators::Family::PointwiseBinary || family == operators::Family::Comparison ||
                           family == operators::Family::Copy || family == operators::Family::Indexing;
  bool determined = !may_overlap_itself(output);
  const int first =
      // an operator such as addmm_ reads `self` once, so it does not matter that `self` is also the output
      operation(record.operation).schema.arguments[0].write && !elementwise ? 1 : 0;
  for (int i = first; i < count; ++i)
    determined =
        determined && (!may_overlap(inputs[at(i)], output) || (elementwise && same_layout(inputs[at(i)], output)));
  return determined;
}

}  // namespace

void mark_outputs(ModelState& m, const Record& record, const InputGeometries& inputs, int count,
                  const Geometry* outputs, int output_count) {
  for (int i = 0; i < count; ++i) {
    if (!m.storages[inputs[at(i)].storage].marks.unpredictable) continue;
    for (int k = 0; k < output_count; ++k) m.storages[outputs[k].storage].marks.unpredictable = true;
  }
  if (!is_determined(record, inputs, count, outputs[0])) m.storages[outputs[0].storage].marks.unpredictable = true;
}

}  // namespace modecheck::spec::limits
