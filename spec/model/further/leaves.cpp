#include "spec/model/further/leaves.h"

#include "spec/limits/model/results.h"
#include "spec/model/commands.h"
#include "spec/model/tensors.h"
#include "spec/model/values.h"
#include "spec/program/arguments.h"

namespace modecheck::spec {

TensorId make_leaf(ModelState& m, const LeafSpec& spec) {
  Geometry geometry;
  geometry.dtype = spec.dtype;
  Sizes sizes;
  for (int i = 0; i < spec.rank; ++i) sizes.push(spec.sizes[at(i)]);
  set_contiguous(geometry, sizes);
  geometry.storage = new_storage(m, geometry.numel() * item_size(spec.dtype));
  play_new_storage(m, geometry.storage);
  m.cite(Rule::K1);
  const TensorId leaf = new_tensor_of_mode(m, geometry);
  play_fill_leaf(m, geometry, spec.seed);
  if (spec.requires_grad) set_requires_grad(m, leaf, true);
  return leaf;
}

void run_leaf(ModelState& m, const Record& record) {
  const LeafSpec spec = leaf_of(record);
  std::int64_t bytes = item_size(spec.dtype);
  for (int d = 0; d < spec.rank; ++d) {
    if (spec.sizes[at(d)] < 0) m.reject(ErrorClass::Shape);
    bytes *= spec.sizes[at(d)];
  }
  if (spec.requires_grad && !is_differentiable(spec.dtype)) m.reject(ErrorClass::RequiresGradDtype, Rule::M3);
  limits::leave_large_storage(m, bytes);
  if (!m.stopped()) set_register(m, record.destination, make_leaf(m, spec));
}

}  // namespace modecheck::spec
