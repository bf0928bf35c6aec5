#include "engine/ops/foreach_functions.h"

#include "engine/autograd/composite_transaction.h"
#include "engine/autograd/history.h"
#include "engine/core/thread_state.h"
#include "engine/ops/composed_functions.h"
#include "engine/ops/factories.h"
#include "engine/ops/functions.h"
#include "engine/ops/like_factories.h"
#include "engine/ops/result_type.h"
#include "engine/ops/tensor_functions.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using Scalars = c10::ArrayRef<c10::Scalar>;

void check_lengths(const char* name, std::size_t self, std::size_t other) {
  // By nothing a backend can be chosen.
  if (self == 0)
    throw c10::NotImplementedError(ErrorClass::Argument,
                                   std::string(name) + ": Tensor list must have at least one tensor");
  MODECHECK_CHECK(self == other, ErrorClass::Argument, name, ": lists must have the same number of elements, got ",
                  self, " and ", other);
}

// `one(i, self[i])` is the i-th result.
template <typename One>
std::vector<Tensor> mapped(TensorList self, One&& one) {
  CompositeTransaction transaction;
  std::vector<Tensor> out;
  out.reserve(self.size());
  for (std::size_t i = 0; i < self.size(); ++i) out.push_back(one(i, self[i]));
  transaction.commit();
  return out;
}

// Whether `result` can be written to `self`, by the rules that an in-place operator keeps.
void check_write(const char* name, const Tensor& self, const Tensor& result) {
  MODECHECK_CHECK(!self.is_inference() || thread_state.inference, ErrorClass::InferenceWriteOutsideMode, name,
                  ": Inplace update to inference tensor outside InferenceMode is not allowed. You can make a clone to "
                  "get a normal tensor before doing inplace update, or write inside the mode.");
  MODECHECK_CHECK(result.sizes() == self.sizes(), ErrorClass::Shape, name, ": output with shape ", self.sizes(),
                  " doesn't match the broadcast shape ", result.sizes());
  MODECHECK_CHECK(can_cast(result.scalar_type(), self.scalar_type()), ErrorClass::Dtype, name, ": result type ",
                  result.scalar_type(), " can't be cast to the desired output type ", self.scalar_type());
  for (std::int64_t d = 0; d < self.dim(); ++d)
    MODECHECK_CHECK(self.size(d) < 2 || self.stride(d) != 0, ErrorClass::MemoryOverlap, name,
                    ": unsupported operation: more than one element of the written-to tensor refers to a single "
                    "memory location. Please clone() the tensor before performing the operation.");
  // W4: a recorded result, or the history that the write would lose.
  if (thread_state.grad && !thread_state.inference && (self.requires_grad() || result.requires_grad()))
    modecheck::engine::check_inplace(self, name);
}

// What one element is computed from may be what another one writes.
bool any_shared(TensorList self, std::initializer_list<TensorList> others) {
  for (std::size_t i = 0; i < self.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (self[i].is_alias_of(self[j])) return true;
    for (const TensorList& list : others)
      for (std::size_t j = 0; j < list.size(); ++j)
        if (i != j && self[i].is_alias_of(list[j])) return true;
  }
  return false;
}

// What a result is computed from: a copy where it is recorded, for backward would find what was saved overwritten.
Tensor to_overwrite(const Tensor& self, std::size_t i, std::initializer_list<TensorList> others) {
  bool recorded = self.requires_grad();
  for (const TensorList& list : others) recorded = recorded || list[i].requires_grad();
  return recorded && thread_state.grad && !thread_state.inference ? self.clone() : self;
}

// E1: every result is computed, and every write checked, before the first one.
template <typename One>
void written(const char* name, TensorList self, std::initializer_list<TensorList> others, One&& one) {
  CompositeTransaction transaction;
  std::vector<Tensor> results;
  results.reserve(self.size());
  for (std::size_t i = 0; i < self.size(); ++i) {
    results.push_back(one(i, to_overwrite(self[i], i, others)));
    check_write(name, self[i], results.back());
  }
  const bool one_by_one = any_shared(self, others);
  for (std::size_t i = 0; i < self.size(); ++i)
    self[i].copy_(one_by_one && i > 0 ? one(i, to_overwrite(self[i], i, others)) : results[i]);
  transaction.commit();
}

}  // namespace

#define MODECHECK_FOREACH(name, formula)                                                             \
  std::vector<Tensor> _foreach_##name(TensorList self) {                                             \
    check_lengths("_foreach_" #name, self.size(), self.size());                                      \
    return mapped(self, [&](std::size_t, const Tensor& x) { return formula; });                      \
  }                                                                                                  \
  void _foreach_##name##_(TensorList self) {                                                         \
    check_lengths("_foreach_" #name "_", self.size(), self.size());                                  \
    written("_foreach_" #name "_", self, {}, [&](std::size_t, const Tensor& x) { return formula; }); \
  }
MODECHECK_FOREACH(abs, x.abs())
MODECHECK_FOREACH(acos, x.acos())
MODECHECK_FOREACH(asin, x.asin())
MODECHECK_FOREACH(atan, x.atan())
MODECHECK_FOREACH(ceil, x.ceil())
MODECHECK_FOREACH(cos, x.cos())
MODECHECK_FOREACH(cosh, x.cosh())
MODECHECK_FOREACH(erf, x.erf())
MODECHECK_FOREACH(erfc, x.erfc())
MODECHECK_FOREACH(exp, x.exp())
MODECHECK_FOREACH(expm1, x.expm1())
MODECHECK_FOREACH(floor, x.floor())
MODECHECK_FOREACH(frac, x.frac())
MODECHECK_FOREACH(log, x.log())
MODECHECK_FOREACH(log10, x.log10())
MODECHECK_FOREACH(log1p, x.log1p())
MODECHECK_FOREACH(log2, x.log2())
MODECHECK_FOREACH(neg, x.neg())
MODECHECK_FOREACH(reciprocal, x.reciprocal())
MODECHECK_FOREACH(round, x.round())
MODECHECK_FOREACH(sigmoid, x.sigmoid())
MODECHECK_FOREACH(sin, x.sin())
MODECHECK_FOREACH(sinh, x.sinh())
MODECHECK_FOREACH(sqrt, x.sqrt())
MODECHECK_FOREACH(tan, x.tan())
MODECHECK_FOREACH(tanh, x.tanh())
MODECHECK_FOREACH(trunc, x.trunc())
MODECHECK_FOREACH(zero, at::zeros_like(x))
#undef MODECHECK_FOREACH

#define MODECHECK_FOREACH(name)                                                                                   \
  std::vector<Tensor> _foreach_##name(TensorList self, const c10::Scalar& scalar) {                               \
    check_lengths("_foreach_" #name, self.size(), self.size());                                                   \
    return mapped(self, [&](std::size_t, const Tensor& x) { return x.name(scalar); });                            \
  }                                                                                                               \
  void _foreach_##name##_(TensorList self, const c10::Scalar& scalar) {                                           \
    check_lengths("_foreach_" #name "_", self.size(), self.size());                                               \
    written("_foreach_" #name "_", self, {}, [&](std::size_t, const Tensor& x) { return x.name(scalar); });       \
  }                                                                                                               \
  std::vector<Tensor> _foreach_##name(TensorList self, Scalars scalars) {                                         \
    check_lengths("_foreach_" #name, self.size(), scalars.size());                                                \
    return mapped(self, [&](std::size_t i, const Tensor& x) { return x.name(scalars[i]); });                      \
  }                                                                                                               \
  void _foreach_##name##_(TensorList self, Scalars scalars) {                                                     \
    check_lengths("_foreach_" #name "_", self.size(), scalars.size());                                            \
    written("_foreach_" #name "_", self, {}, [&](std::size_t i, const Tensor& x) { return x.name(scalars[i]); }); \
  }
MODECHECK_FOREACH(add)
MODECHECK_FOREACH(sub)
MODECHECK_FOREACH(mul)
MODECHECK_FOREACH(div)
#undef MODECHECK_FOREACH

#define MODECHECK_FOREACH(name)                                                                      \
  std::vector<Tensor> _foreach_##name(TensorList self, TensorList other, const c10::Scalar& alpha) { \
    check_lengths("_foreach_" #name, self.size(), other.size());                                     \
    return mapped(self, [&](std::size_t i, const Tensor& x) { return x.name(other[i], alpha); });    \
  }                                                                                                  \
  void _foreach_##name##_(TensorList self, TensorList other, const c10::Scalar& alpha) {             \
    check_lengths("_foreach_" #name "_", self.size(), other.size());                                 \
    written("_foreach_" #name "_", self, {other},                                                    \
            [&](std::size_t i, const Tensor& x) { return x.name(other[i], alpha); });                \
  }
MODECHECK_FOREACH(add)
MODECHECK_FOREACH(sub)
#undef MODECHECK_FOREACH

#define MODECHECK_FOREACH(name)                                                                                      \
  std::vector<Tensor> _foreach_##name(TensorList self, TensorList other) {                                           \
    check_lengths("_foreach_" #name, self.size(), other.size());                                                     \
    return mapped(self, [&](std::size_t i, const Tensor& x) { return x.name(other[i]); });                           \
  }                                                                                                                  \
  void _foreach_##name##_(TensorList self, TensorList other) {                                                       \
    check_lengths("_foreach_" #name "_", self.size(), other.size());                                                 \
    written("_foreach_" #name "_", self, {other}, [&](std::size_t i, const Tensor& x) { return x.name(other[i]); }); \
  }
MODECHECK_FOREACH(mul)
MODECHECK_FOREACH(div)
MODECHECK_FOREACH(maximum)
MODECHECK_FOREACH(minimum)
#undef MODECHECK_FOREACH

#define MODECHECK_FOREACH(name, combine)                                                                               \
  std::vector<Tensor> _foreach_##name(TensorList self, TensorList tensor1, TensorList tensor2,                         \
                                      const c10::Scalar& value) {                                                      \
    check_lengths("_foreach_" #name, self.size(), tensor1.size());                                                     \
    check_lengths("_foreach_" #name, self.size(), tensor2.size());                                                     \
    return mapped(self, [&](std::size_t i, const Tensor& x) { return x.add(tensor1[i].combine(tensor2[i]), value); }); \
  }                                                                                                                    \
  void _foreach_##name##_(TensorList self, TensorList tensor1, TensorList tensor2, const c10::Scalar& value) {         \
    check_lengths("_foreach_" #name "_", self.size(), tensor1.size());                                                 \
    check_lengths("_foreach_" #name "_", self.size(), tensor2.size());                                                 \
    written("_foreach_" #name "_", self, {tensor1, tensor2},                                                           \
            [&](std::size_t i, const Tensor& x) { return x.add(tensor1[i].combine(tensor2[i]), value); });             \
  }                                                                                                                    \
  std::vector<Tensor> _foreach_##name(TensorList self, TensorList tensor1, TensorList tensor2, Scalars scalars) {      \
    check_lengths("_foreach_" #name, self.size(), tensor1.size());                                                     \
    check_lengths("_foreach_" #name, self.size(), tensor2.size());                                                     \
    check_lengths("_foreach_" #name, self.size(), scalars.size());                                                     \
    return mapped(self,                                                                                                \
                  [&](std::size_t i, const Tensor& x) { return x.add(tensor1[i].combine(tensor2[i]), scalars[i]); });  \
  }                                                                                                                    \
  void _foreach_##name##_(TensorList self, TensorList tensor1, TensorList tensor2, Scalars scalars) {                  \
    check_lengths("_foreach_" #name "_", self.size(), tensor1.size());                                                 \
    check_lengths("_foreach_" #name "_", self.size(), tensor2.size());                                                 \
    check_lengths("_foreach_" #name "_", self.size(), scalars.size());                                                 \
    written("_foreach_" #name "_", self, {tensor1, tensor2},                                                           \
            [&](std::size_t i, const Tensor& x) { return x.add(tensor1[i].combine(tensor2[i]), scalars[i]); });        \
  }
MODECHECK_FOREACH(addcmul, mul)
MODECHECK_FOREACH(addcdiv, div)
#undef MODECHECK_FOREACH

}  // namespace modecheck_v1
}  // namespace at
