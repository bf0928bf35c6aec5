#include "spec/rules/norm.h"

#include <cmath>

#include "spec/rules/reduction.h"

namespace modecheck::spec {
namespace {

// Rejects a norm of no elements if the norm has no value. A norm of infinite order is a maximum or a minimum, which
// does not exist then. A norm of negative order has no value either (PyTorch issue 52783).
void check_identity(OutputMeta& meta, const Geometry& self, double order, const IntList& dims) {
  if (self.numel() != 0 || (order >= 0 && !std::isinf(order))) return;
  meta.reasons.add_if(dims.size == 0, ErrorClass::Range);
  for (const std::int64_t dim : dims) {
    const int along = wrapped_dim(dim, self.rank);
    meta.reasons.add_if(along >= 0 && self.rank > 0 && self.sizes[at(along)] == 0, ErrorClass::Range);
  }
}

}  // namespace

OutputMeta infer_norm(const CallTensors& tensors, std::optional<ScalarValue> order, const IntList& dims, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = infer_reduction(tensors, dims, keepdim, part_of(self.dtype));
  meta.reasons.add_if(!is_differentiable(self.dtype), ErrorClass::Dtype);
  // norm: a bool is not a valid order. If there are no elements, libtorch does not check the order.
  if (order && order->kind == ScalarValue::Kind::Bool) {
    meta.reasons.add_if(self.numel() != 0, ErrorClass::Argument);
    if (self.numel() == 0) meta.leave_unspecified(Unspecified::EmptyInputChecks);
  } else if (order) {
    check_identity(meta, self, order->value, dims);
  }
  return meta;
}

OutputMeta infer_vector_norm(const CallTensors& tensors, ScalarValue order, const IntList& dims, bool keepdim,
                             std::optional<DType> asked) {
  const Geometry& self = tensors.inputs[0];
  const DType dtype = asked.value_or(self.dtype);
  OutputMeta meta = infer_reduction(tensors, dims, keepdim, part_of(dtype));
  const bool known = is_differentiable(self.dtype) && is_differentiable(dtype);
  const bool holds = is_complex(dtype) == is_complex(self.dtype) && promote(self.dtype, dtype) == dtype;
  meta.reasons.add_if(!known || !holds, ErrorClass::Dtype);
  check_identity(meta, self, order.value, dims);
  return meta;
}

namespace {

bool has_distance(DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; }

}  // namespace

OutputMeta infer_cdist(const CallTensors& tensors, std::optional<std::int64_t> compute_mode) {
  OutputMeta meta;
  const Geometry& x1 = tensors.inputs[0];
  const Geometry& x2 = tensors.inputs[1];
  meta.result.dtype = x1.dtype;
  meta.reasons.add_if(compute_mode.value_or(0) < 0 || compute_mode.value_or(0) > 2, ErrorClass::Argument);
  meta.reasons.add_if(!is_floating(x1.dtype) || !is_floating(x2.dtype), ErrorClass::Dtype);
  if (is_floating(x1.dtype) && is_floating(x2.dtype)) {
    meta.leave_unspecified(Unspecified::MixedDtypes, x1.dtype != x2.dtype);
    meta.leave_unspecified(Unspecified::DtypesTaken, !has_distance(x1.dtype));
  }
  const bool matrices = x1.rank >= 2 && x2.rank >= 2;
  meta.reasons.add_if(!matrices, ErrorClass::Shape);
  if (!matrices) return meta;
  meta.reasons.add_if(x1.sizes[at(x1.rank - 1)] != x2.sizes[at(x2.rank - 1)], ErrorClass::Shape);
  Sizes sizes;
  Sizes other;
  for (int d = 0; d + 2 < x1.rank; ++d) sizes.push(x1.sizes[at(d)]);
  for (int d = 0; d + 2 < x2.rank; ++d) other.push(x2.sizes[at(d)]);
  meta.reasons.add_if(!broadcast(sizes, other), ErrorClass::Shape);
  if (!meta.reasons.none()) return meta;
  sizes.push(x1.sizes[at(x1.rank - 2)]);
  sizes.push(x2.sizes[at(x2.rank - 2)]);
  set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_pdist(const Geometry& self) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(!is_contiguous(self), ErrorClass::Strides);
  meta.reasons.add_if(self.rank < 2, ErrorClass::Range);
  if (self.rank > 2 || (self.rank == 1 && self.sizes[0] < 2)) meta.leave_unspecified(Unspecified::InnerOperatorRanks);
  if (self.rank < 2) return meta;
  const std::int64_t rows = self.sizes[0];
  // pdist without distances to compute: libtorch does not check the dtype.
  if (!has_distance(self.dtype) && (rows < 2 || self.sizes[1] == 0))
    meta.leave_unspecified(Unspecified::EmptyInputChecks);
  meta.reasons.add_if(!has_distance(self.dtype), ErrorClass::Dtype);
  if (!meta.reasons.none()) return meta;
  Sizes sizes;
  sizes.push(rows < 2 ? 0 : rows * (rows - 1) / 2);
  set_contiguous(meta.result, sizes);
  return meta;
}

}  // namespace modecheck::spec
