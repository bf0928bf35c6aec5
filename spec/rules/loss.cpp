#include "spec/rules/loss.h"

#include <algorithm>

#include "spec/rules/pointwise.h"

namespace modecheck::spec {
namespace {

// Infers the metadata of a reduced loss. The result is one number, in memory that was allocated for all elements.
void reduce_in_place(OutputMeta& meta) {
  const std::int64_t count = meta.result.numel();
  if (count * item_size(meta.result.dtype) > kMaxStorageBytes) meta.beyond_limits = Unspecified::StorageTooLarge;
  meta.extra_capacity_of_first = static_cast<std::int32_t>(std::max<std::int64_t>(count, 1) - 1);
  set_contiguous(meta.result, {});
}

bool has_loss(DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; }

}  // namespace

OutputMeta infer_loss(const CallTensors& tensors, std::int64_t reduction, bool bfloat) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted);
  const DType dtype = meta.result.dtype;
  meta.reasons.add_if(!is_floating(dtype) || (dtype == DType::BFloat16 && !bfloat), ErrorClass::Dtype);
  if (!meta.reasons.none() || meta.is_beyond_limits() || reduction == 0) return meta;
  reduce_in_place(meta);
  return meta;
}

OutputMeta infer_huber_loss(const CallTensors& tensors, std::int64_t reduction, double delta) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted);
  const DType computed = meta.result.dtype;
  meta.reasons.add_if(delta <= 0, ErrorClass::Argument);
  meta.reasons.add_if(!is_floating(computed) || !is_floating(self.dtype), ErrorClass::Dtype);
  meta.result.dtype = self.dtype;
  if (!meta.reasons.none() || meta.is_beyond_limits()) return meta;
  if (meta.result.numel() * item_size(self.dtype) > kMaxStorageBytes) meta.beyond_limits = Unspecified::StorageTooLarge;
  if (same_sizes(meta.result, self)) set_preserved(meta.result, self);
  // huber_loss: a result without elements keeps the memory that libtorch allocated for the result's first shape.
  else if (meta.result.numel() == 0)
    meta.leave_unspecified(Unspecified::LayoutWithoutElements);
  meta.result.dtype = self.dtype;
  if (reduction != 0) set_contiguous(meta.result, {});
  return meta;
}

OutputMeta infer_binary_cross_entropy(const CallTensors& tensors, std::int64_t reduction, const ValueOracle* oracle) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& target = tensors.inputs[1];
  OutputMeta meta;
  meta.reasons.add_if(!has_loss(self.dtype) || target.dtype != self.dtype, ErrorClass::Dtype);
  // The documentation of binary_cross_entropy requires a target of the input's shape; libtorch broadcasts it.
  meta.reasons.add_if(!same_sizes(self, target), ErrorClass::Shape);
  if (tensors.inputs.count > 2) {
    const Geometry& weight = tensors.inputs[2];
    meta.reasons.add_if(!is_expandable_to(sizes_of(weight), sizes_of(self)), ErrorClass::Shape);
    // binary_cross_entropy: libtorch multiplies the loss by the weight. A weight of another dtype works for some dtypes
    // only.
    if (weight.dtype != self.dtype) meta.leave_unspecified(Unspecified::MixedDtypes);
  }
  set_preserved(meta.result, self);
  meta.result.dtype = self.dtype;
  if (!has_loss(self.dtype) || target.dtype != self.dtype || meta.is_unspecified()) return meta;
  // binary_cross_entropy checks the values of `self` and of the target before it checks the weight.
  if (self.numel() != 0) {
    if (oracle == nullptr)
      meta.leave_unspecified(Unspecified::ValuesNotKnown);
    else
      // PyTorch issue 87373: the elements of both tensors must lie between 0 and 1
      for (const Geometry* const probabilities : {&self, &target})
        meta.reasons.add_if(!oracle->all_between(*probabilities, 0, 1), ErrorClass::Argument);
  }
  if (!meta.reasons.none()) return meta;
  if (reduction != 0) {
    // binary_cross_entropy: the losses of the elements stay in the storage behind their mean or sum. No rule says what
    // those bytes are.
    if (self.numel() > 1) meta.leave_unspecified(Unspecified::BytesBeyondTheResult);
    reduce_in_place(meta);
  }
  return meta;
}

OutputMeta infer_nll_loss(const CallTensors& tensors, std::int64_t reduction, std::int64_t ignored,
                          const ValueOracle* oracle) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& target = tensors.inputs[1];
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(self.rank == 0 || self.rank > 2, ErrorClass::Shape);
  meta.reasons.add_if(target.rank > 1, ErrorClass::Shape);
  if (!meta.reasons.none()) return meta;
  const std::int64_t classes = self.sizes[at(self.rank - 1)];
  // nll_loss: the documentation requires a target of the input's batch. libtorch accepts targets of other ranks, too.
  meta.reasons.add_if(self.rank - 1 != target.rank, ErrorClass::Shape);
  if (self.rank == 2 && target.rank == 1) meta.reasons.add_if(self.sizes[0] != target.sizes[0], ErrorClass::Shape);
  meta.reasons.add_if(!has_loss(self.dtype) && self.dtype != DType::BFloat16, ErrorClass::Dtype);
  // nll_loss accepts uint8 targets, because old versions of PyTorch had uint8 indices.
  bool dtypes_fit = target.dtype == DType::Int64 || target.dtype == DType::UInt8;
  if (tensors.inputs.count > 2) {
    const Geometry& weight = tensors.inputs[2];
    meta.reasons.add_if(weight.rank != 1 || weight.sizes[0] != classes, ErrorClass::Shape);
    dtypes_fit = dtypes_fit && weight.dtype == self.dtype;
  }
  meta.reasons.add_if(!dtypes_fit, ErrorClass::Dtype);
  // If the target of nll_loss has no elements, no library checks the dtype of the target.
  if (target.numel() == 0 && !dtypes_fit) meta.leave_unspecified(Unspecified::EmptyInputChecks);
  if (!meta.reasons.none() || meta.is_unspecified()) return meta;
  if (target.numel() > 0 && oracle != nullptr && !oracle->all_within(target, 0, classes)) {
    // nll_loss: a target that is out of range is valid if it is the ignored class.
    if (ignored >= 0 && ignored < classes)
      meta.reasons.add(ErrorClass::Range);
    else
      meta.leave_unspecified(Unspecified::IgnoredClassOutOfRange);
  }
  Sizes sizes;
  if (reduction == 0 && self.rank == 2) sizes.push(self.sizes[0]);
  set_contiguous(meta.result, sizes);
  meta.others[0].dtype = self.dtype;
  set_contiguous(meta.others[0], {});
  return meta;
}

}  // namespace modecheck::spec
