#include "spec/model/further/shared_storage.h"

#include "spec/limits/model/results.h"
#include "spec/limits/model/sanctioned_holes.h"
#include "spec/model/further/retained.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/tensors.h"
#include "spec/model/values.h"

namespace modecheck::spec {

// Rejects the command if one tensor is an inference tensor and the other a normal one, because the two never share
// storage.
static void require_one_kind(ModelState& m, TensorId a, TensorId b) {
  if (m.tensors[a].inference == m.tensors[b].inference) return;
  m.reject(ErrorClass::KindMismatch, Rule::K3, Rule::P2);
}

// set_: gives its argument the storage, sizes and strides of another tensor.
//   autograd   a recorded call makes the checks of an in-place operator (rules W4, W5)
//   arguments  both must be inference tensors or both normal ones (K3), and the storage must be large enough
//   inference  an inference tensor may be written inside InferenceMode only (M1, M2)
//   then       the version goes up (V3); set_ has no derivative, so a backward through a recorded set_ raises
void set_source(ModelState& m, TensorId self, TensorId source) {
  Operands operands(self);
  operands.add(source);
  const CallKeys keys = keys_of(m, operands);
  const bool recorded = records(m, keys, operands, m.tensors[self].geometry.dtype);
  if (recorded) {
    check_in_place(m, self);
    check_stale(m, operands);
  }
  require_one_kind(m, self, source);
  Geometry wanted = m.tensors[source].geometry;
  // set_ keeps the dtype, whose elements may be larger than those of the source's dtype.
  wanted.dtype = m.tensors[self].geometry.dtype;
  if (bytes_needed(wanted) > m.storages[wanted.storage].bytes) m.reject(ErrorClass::StorageSize);
  check_inference_write(m, self);
  if (m.stopped()) return;

  route(m, keys);
  written(m, self, keys);
  if (self != source) {
    m.cite(Rule::H);
    wanted.history = 0;
    limits::mark_exchange(m, self, wanted);
    m.tensors[self].geometry = wanted;
  }
  if (recorded) {
    rebase_history(m, self, new_node(m, NodeKind::NotImplemented, operands));
    move_retained_of_write(m, self);
  } else if (self != source) {
    mark_leaf_again(m, self);
  }
}

// Runs set_data: gives `self` the elements of `data`. Rules K3 and M3 apply, and also M2, because the storage of `self`
// is exchanged.
void set_data(ModelState& m, TensorId self, TensorId data) {
  require_one_kind(m, self, data);
  if (requires_grad(m, self) && !is_differentiable(m.tensors[data].geometry.dtype))
    m.reject(ErrorClass::RequiresGradDtype, Rule::M3);
  check_inference_write(m, self);
  if (m.stopped() || self == data) return;
  m.cite(Rule::H);
  limits::mark_exchange(m, self, m.tensors[data].geometry);
  // Graphs recorded before set_data keep the leaf's old AccumulateGrad node. If the dtype changes, later graphs get a
  // new node.
  if (m.tensors[self].geometry.dtype != m.tensors[data].geometry.dtype) m.tensors[self].accumulator = 0;
  m.tensors[self].geometry = m.tensors[data].geometry;
  m.tensors[self].geometry.history = 0;
  mark_leaf_again(m, self);
}

// Runs .data: makes an alias with a version counter of its own (rules K2, V1), so that no check sees writes through the
// alias (H).
TensorId data_of(ModelState& m, TensorId self) {
  m.cite(Rule::V1, Rule::K2, Rule::H);
  Geometry geometry = m.tensors[self].geometry;
  geometry.history = 0;
  limits::mark_alias(m, geometry.storage);
  const TensorId data = new_tensor(m, geometry, m.tensors[self].inference);
  if (!m.tensors[self].inference) m.tensors[data].counter = new_counter(m);
  return data;
}

// resize_: gives its argument other sizes, and a larger storage if needed.
//   autograd   if Autograd runs, the argument must not require grad (rule M6), whatever grad mode is
//   arguments  sizes must be valid
//   inference  an inference tensor may be written inside InferenceMode only (M1, M2)
//   then       the version goes up (V3), even if the sizes stay the same
void resize(ModelState& m, TensorId self, const IntList& size) {
  const Operands operands(self);
  const CallKeys keys = keys_of(m, operands);
  if (keys.autograd && requires_grad(m, self)) m.reject(ErrorClass::ResizeRequiresGrad, Rule::M6);
  if (std::any_of(size.begin(), size.end(), [](std::int64_t length) { return length < 0; }))
    m.reject(ErrorClass::Shape);
  check_inference_write(m, self);
  if (m.rejected()) return;
  Geometry wanted = m.tensors[self].geometry;
  const bool changes = sizes_of(wanted) != sizes_of(size);
  if (changes) set_contiguous(wanted, sizes_of(size));
  limits::leave_large_storage(m, bytes_needed(wanted));
  if (m.stopped()) return;

  route(m, keys);
  written(m, self, keys);
  if (!changes) return;
  resize_to(m, self, wanted, keys);
  mark_leaf_again(m, self);
}

}  // namespace modecheck::spec
