// One function for each kind of operator. It does what Autograd and ADInplaceOrView do around an operator (rule D3).
#pragma once

#include "spec/model/state.h"
#include "spec/rules/saving_table.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

// Says which kernels a call runs before the backend's kernel (rule D1).
struct CallKeys {
  bool autograd = false;
  bool adinplaceorview = false;
};

CallKeys keys_of(const ModelState& m, const Operands& operands, TensorId also = 0);
void route(ModelState& m, CallKeys keys);
bool any_requires_grad(const ModelState& m, const Operands& operands);
bool wants_to_record(const ModelState& m, CallKeys keys, const Operands& operands);
bool records(const ModelState& m, CallKeys keys, const Operands& operands, DType result);

// The checks that rule E3 puts in an order: in-place writes, stale views, saved inputs, inference writes.
void check_in_place(ModelState& m, TensorId target);
void check_stale(ModelState& m, const Operands& operands);
void check_saved(ModelState& m, const Operands& operands, const DerivativeFacts& facts, bool own_copy_of_first);
void check_inference_write(ModelState& m, TensorId target);

// One function for each kind of operator. `results.count` says how many results there are.
void functional(ModelState& m, const Operands& operands, const DerivativeFacts& facts, const OutputMeta& meta,
                Results& results);
inline TensorId functional(ModelState& m, const Operands& operands, const DerivativeFacts& facts,
                           const OutputMeta& meta) {
  Results results;
  functional(m, operands, facts, meta, results);
  return results.tensors[0];
}
void in_place(ModelState& m, const Record& record, const Operands& operands, const OutputMeta& meta);
void out_variant(ModelState& m, const Record& record, const Operands& operands, const Results& outs,
                 const OutputMeta& meta);
TensorId view(ModelState& m, TensorId self, const ViewResult& meta);
void multi_view(ModelState& m, TensorId self, const MultiViewResult& meta,
                std::array<TensorId, kMaxListResults>& results);
TensorId untracked_alias(ModelState& m, TensorId self, const ViewResult& meta, bool may_return_self);
void in_place_view(ModelState& m, TensorId self, const ViewResult& meta);
void detach_in_place(ModelState& m, TensorId self);

// Called after a successful write: bumps the version (rule V3), except of an inference tensor (V4).
void written(ModelState& m, TensorId target, CallKeys keys);

}  // namespace modecheck::spec
