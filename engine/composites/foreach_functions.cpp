#include "engine/composites/foreach_functions.h"

#include <array>
#include <utility>

#include "engine/api/composed_functions.h"
#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/api/like_factories.h"
#include "engine/api/result_type.h"
#include "engine/autograd/graph/composite_transaction.h"
#include "engine/autograd/graph/forward_grad.h"
#include "engine/autograd/graph/history.h"
#include "engine/backends/iterate/overlap.h"
#include "engine/composites/elements_backup.h"
#include "engine/core/errors/origin.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/call.h"
#include "engine/modes/inference_mode.h"
#include "spec/operators/for_each.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using Scalars = c10::ArrayRef<c10::Scalar>;

void check_lengths(const char* name, std::size_t self, std::size_t other) {
  // An empty list raises a NotImplementedError, as in libtorch, because without a tensor no backend can be chosen.
  if (self == 0)
    throw c10::NotImplementedError(ErrorClass::Argument,
                                   std::string(name) + ": Tensor list must have at least one tensor");
  MODECHECK_CHECK(self == other, ErrorClass::Argument, name, ": lists must have the same number of elements, got ",
                  self, " and ", other);
}

// Returns the list of `one(i, self[i])`.
template <typename One>
std::vector<Tensor> mapped(TensorList self, One&& one) {
  CompositeTransaction transaction;
  std::vector<Tensor> out;
  out.reserve(self.size());
  for (std::size_t i = 0; i < self.size(); ++i) out.push_back(one(i, self[i]));
  transaction.commit();
  return out;
}

bool all_real(Scalars numbers) {
  for (const c10::Scalar& number : numbers)
    if (number.isComplex()) return false;
  return true;
}

// The tensors at one position of all lists but the first.
using Others = std::array<Tensor, 2>;
using Lists = std::initializer_list<TensorList>;

Others others_at(const Lists& lists, std::size_t i) {
  Others out;
  std::size_t at = 0;
  for (const TensorList& list : lists) out[at++] = list[i];
  return out;
}

// Returns whether autograd records the call. The whole list counts as one argument, so one tensor that requires grad
// suffices.
bool is_recorded(TensorList self, const Lists& lists) {
  if (!thread_state.grad || thread_state.excluded.has(c10::DispatchKey::Autograd)) return false;
  bool any_normal = false;
  bool any_requires_grad = false;
  const auto look = [&](const TensorList& list) {
    for (const Tensor& tensor : list) {
      any_normal = any_normal || !tensor.is_inference();
      any_requires_grad = any_requires_grad || tensor.requires_grad();
    }
  };
  look(self);
  for (const TensorList& list : lists) look(list);
  return any_normal && any_requires_grad;
}

// Raises for a write to an inference tensor outside InferenceMode (rule M2). A guard that excludes ADInplaceOrView
// (rule G5) turns this check off (rule H).
void check_not_inference(const char* name, const Tensor& self) {
  MODECHECK_CHECK(
      !self.is_inference() || thread_state.inference || thread_state.excluded.has(c10::DispatchKey::ADInplaceOrView),
      ErrorClass::InferenceWriteOutsideMode, name,
      ": Inplace update to inference tensor outside InferenceMode is not allowed. You can make a clone to "
      "get a normal tensor before doing inplace update, or write inside the mode.",
      Origin{ErrorClass::InferenceWriteOutsideMode, self.unsafeGetTensorImpl()});
}

// Raises if an in-place operator could not write `result` to `self`.
void check_write(const char* name, const Tensor& self, const Tensor& result) {
  MODECHECK_CHECK(result.sizes() == self.sizes(), ErrorClass::Shape, name, ": output with shape ", self.sizes(),
                  " doesn't match the broadcast shape ", result.sizes());
  MODECHECK_CHECK(can_cast(result.scalar_type(), self.scalar_type()), ErrorClass::Dtype, name, ": result type ",
                  result.scalar_type(), " can't be cast to the desired output type ", self.scalar_type());
}

bool asks_for_gradients(const Tensor& self, const Others& others) {
  bool out = self.requires_grad();
  for (const Tensor& other : others) out = out || (other.defined() && other.requires_grad());
  return out;
}

// Calls a function that computes what will be written. Where a guard lets autograd run inside InferenceMode, its
// results would be inference tensors, and autograd could not save them (rule S1). The in-place operator saves what it
// writes, and that may be a normal tensor.
template <typename Compute>
Tensor without_mode(Compute&& compute) {
  const c10::InferenceMode outside(false);
  return compute();
}

// Returns the tensor from which the result is computed. If the result is recorded, this is a copy, because backward
// would otherwise find its saved tensor overwritten.
Tensor to_overwrite(const Tensor& self, const Others& others) {
  if (!asks_for_gradients(self, others)) return self;
  return without_mode([&] { return self.clone(); });
}

// For operators without an in-place form: writes to `self` through the out variant, or copies the result if the write
// is recorded. As for an in-place operator, `self` and `other` may be the same tensor, but must not overlap otherwise.
template <typename Into, typename Compute>
void write_out(const Tensor& self, const Tensor& other, Into&& into, Compute&& compute) {
  if (is_recorded(self, {TensorList(other)})) {
    self.copy_(compute(to_overwrite(self, {other, Tensor()}), other));
    return;
  }
  // The out variant would resize `self`. expand() raises if `other` does not broadcast to the sizes of `self`.
  if (!other.sizes().equals(self.sizes())) other.expand(self.sizes());
  Tensor out = self;
  into(out, self, other);
}

// Returns whether writing `self` cannot fail and needs no memory. Only the first `lists` entries of `others` are used.
bool is_plain(const Tensor& self, const Others& others, std::size_t lists) {
  const c10::ScalarType type = self.scalar_type();
  const AutogradMeta* const meta = get_autograd_meta(self);
  if ((type != c10::kFloat && type != c10::kDouble) || !is_non_overlapping_and_dense(self) ||
      self.dim() > static_cast<std::int64_t>(c10::TensorImpl::inline_rank) || (meta != nullptr && meta->grad_fn_))
    return false;
  for (std::size_t i = 0; i < lists; ++i) {
    const Tensor& other = others[i];
    if (!other.defined() || other.scalar_type() != type || other.sizes() != self.sizes() ||
        other.device() != self.device() || other.is_alias_of(self))
      return false;
  }
  return true;
}

// An earlier write of this call may write the base of a view in `others`. Raises if that view may not be used then
// (rule W5).
void check_read_late(const char* name, TensorList self, std::size_t i, const Others& others,
                     const std::vector<Tensor>& results) {
  for (const Tensor& other : others)
    for (std::size_t j = 0; j < i; ++j)
      if (other.defined() && results[j].requires_grad() && self[j].is_alias_of(other))
        modecheck::engine::check_outlives_write(other, name);
}

// Copies tensors onto copies of their storages. Tensors that share a storage also share its copy.
class Rehearsal {
 public:
  Tensor operator()(const Tensor& tensor) {
    if (!tensor.defined()) return tensor;
    const c10::Storage storage = tensor.storage();
    for (const auto& [original, copy] : copies_)
      if (original.is_alias_of(storage)) return on(copy, tensor);
    const auto bytes = static_cast<std::int64_t>(storage.nbytes());
    const Tensor copy = another_on(storage, {bytes}, {1}, 0, c10::kByte).clone();
    copies_.emplace_back(storage, copy.storage());
    return on(copies_.back().second, tensor);
  }

 private:
  static Tensor on(const c10::Storage& storage, const Tensor& tensor) {
    return another_on(storage, tensor.sizes(), tensor.strides(), tensor.storage_offset(), tensor.scalar_type());
  }

  std::vector<std::pair<c10::Storage, c10::Storage>> copies_;
};

// Runs `write` on copies of all tensors. Raises whatever `write` would raise, and changes nothing.
template <typename Write>
void rehearse(TensorList self, const Lists& lists, Write& write) {
  const c10::InferenceMode mode;
  Rehearsal copy;
  for (std::size_t i = 0; i < self.size(); ++i) {
    Others others = others_at(lists, i);
    const Tensor written = copy(self[i]);
    for (Tensor& other : others) other = copy(other);
    write(i, written, others);
  }
}

// Returns whether the call could fail after it has written some of the tensors.
bool may_fail(TensorList self, const Lists& lists, bool plain_numbers) {
  if (self.size() == 1) return false;
  if (in_forward_mode()) return true;
  for (std::size_t i = 0; i < self.size(); ++i)
    if (!plain_numbers || !is_plain(self[i], others_at(lists, i), lists.size())) return true;
  return false;
}

// Saves the elements of the list's tensors before they are written one by one.
class ListBefore {
 public:
  explicit ListBefore(std::size_t size) { written_.reserve(size); }
  ~ListBefore() {
    // A tensor may be in the list twice, so the state that was saved last is restored first.
    while (!written_.empty()) written_.pop_back();
  }
  ListBefore(const ListBefore&) = delete;
  ListBefore& operator=(const ListBefore&) = delete;

  // Calls `write`, which either writes `self` or fails and leaves it unchanged.
  template <typename Write>
  void during(const Tensor& self, Write&& write) {
    ElementsBackup before(self);
    try {
      write();
    } catch (...) {
      before.forget();
      throw;
    }
    written_.push_back(std::move(before));
  }
  void forget() noexcept {
    for (ElementsBackup& before : written_) before.forget();
  }

 private:
  std::vector<ElementsBackup> written_;
};

// Writes a list as a whole or not at all (rule E1). `one` computes the result that `write` writes. `plain_numbers`
// means that the call's numbers suit every floating-point dtype.
template <typename One, typename Write>
void written(const char* name, TensorList self, const Lists& lists, bool plain_numbers, One&& one, Write&& write) {
  CompositeTransaction transaction;
  for (std::size_t i = 0; i < self.size(); ++i)
    MODECHECK_CHECK(self[i].defined(), ErrorClass::UndefinedTensor, name, ": expected a tensor at place ", i,
                    " of the list but got an undefined one; leave it out");
  const bool recorded = is_recorded(self, lists);
  for (std::size_t i = 0; recorded && i < self.size(); ++i)
    if (asks_for_gradients(self[i], others_at(lists, i))) modecheck::engine::check_inplace(self[i], name);
  for (const Tensor& tensor : self) check_not_inference(name, tensor);
  if (!recorded && !may_fail(self, lists, plain_numbers)) {
    for (std::size_t i = 0; i < self.size(); ++i) write(i, self[i], others_at(lists, i));
    return transaction.commit();
  }
  ListBefore before(self.size());
  if (!recorded) {
    for (std::size_t i = 0; i < self.size(); ++i)
      before.during(self[i], [&] { write(i, self[i], others_at(lists, i)); });
    before.forget();
    return transaction.commit();
  }
  // All results are computed and all writes checked before the first write. The in-place operator itself is tried on
  // copies, because it may reject what copying its result would allow.
  rehearse(self, lists, write);
  std::vector<Tensor> results;
  results.reserve(self.size());
  for (std::size_t i = 0; i < self.size(); ++i) {
    const Others others = others_at(lists, i);
    results.push_back(without_mode([&] { return one(i, to_overwrite(self[i], others), others); }));
    check_write(name, self[i], results.back());
    for (const Tensor& other : others)
      MODECHECK_CHECK(!other.defined() || other.is_same(self[i]) ||
                          backends::overlap_of(self[i], other) != backends::Overlap::Partial,
                      ErrorClass::MemoryOverlap, name,
                      ": unsupported operation: some elements of an input tensor and of the one that is written refer "
                      "to a single memory location. Please clone() the tensor before performing the operation.");
    check_read_late(name, self, i, others, results);
  }
  for (std::size_t i = 0; i < self.size(); ++i) before.during(self[i], [&] { write(i, self[i], others_at(lists, i)); });
  before.forget();
  transaction.commit();
}

}  // namespace

// `write` is the in-place operator or, if there is none, a copy of the result.
#define MODECHECK_FOREACH(name, formula, write)                                 \
  std::vector<Tensor> _foreach_##name(TensorList self) {                        \
    check_lengths("_foreach_" #name, self.size(), self.size());                 \
    return mapped(self, [&](std::size_t, const Tensor& x) { return formula; }); \
  }                                                                             \
  void _foreach_##name##_(TensorList self) {                                    \
    check_lengths("_foreach_" #name "_", self.size(), self.size());             \
    written(                                                                    \
        "_foreach_" #name "_", self, {}, /*plain_numbers=*/true,                \
        [](std::size_t, const Tensor& x, const Others&) { return formula; },    \
        [](std::size_t, const Tensor& x, const Others&) { write; });            \
  }
#define MODECHECK_FOREACH_METHOD(name) MODECHECK_FOREACH(name, x.name(), x.name##_())
MODECHECK_FOR_EACH(MODECHECK_FOREACH_METHOD, (), abs, acos, asin, atan, ceil, cos, cosh, erf, erfc, exp, expm1, floor,
                   frac, log, log10, log1p, log2, neg, reciprocal, round, sigmoid, sin, sinh, sqrt, tan, tanh, trunc)
#undef MODECHECK_FOREACH_METHOD
MODECHECK_FOREACH(zero, at::zeros_like(x), x.zero_())
#undef MODECHECK_FOREACH

#define MODECHECK_FOREACH(name)                                                              \
  std::vector<Tensor> _foreach_##name(TensorList self, const c10::Scalar& scalar) {          \
    check_lengths("_foreach_" #name, self.size(), self.size());                              \
    return mapped(self, [&](std::size_t, const Tensor& x) { return x.name(scalar); });       \
  }                                                                                          \
  void _foreach_##name##_(TensorList self, const c10::Scalar& scalar) {                      \
    check_lengths("_foreach_" #name "_", self.size(), self.size());                          \
    written(                                                                                 \
        "_foreach_" #name "_", self, {}, !scalar.isComplex(),                                \
        [&](std::size_t, const Tensor& x, const Others&) { return x.name(scalar); },         \
        [&](std::size_t, const Tensor& x, const Others&) { x.name##_(scalar); });            \
  }                                                                                          \
  std::vector<Tensor> _foreach_##name(TensorList self, Scalars scalars) {                    \
    check_lengths("_foreach_" #name, self.size(), scalars.size());                           \
    return mapped(self, [&](std::size_t i, const Tensor& x) { return x.name(scalars[i]); }); \
  }                                                                                          \
  void _foreach_##name##_(TensorList self, Scalars scalars) {                                \
    check_lengths("_foreach_" #name "_", self.size(), scalars.size());                       \
    written(                                                                                 \
        "_foreach_" #name "_", self, {}, all_real(scalars),                                  \
        [&](std::size_t i, const Tensor& x, const Others&) { return x.name(scalars[i]); },   \
        [&](std::size_t i, const Tensor& x, const Others&) { x.name##_(scalars[i]); });      \
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
    written(                                                                                         \
        "_foreach_" #name "_", self, {other}, !alpha.isComplex(),                                    \
        [&](std::size_t, const Tensor& x, const Others& o) { return x.name(o[0], alpha); },          \
        [&](std::size_t, const Tensor& x, const Others& o) { x.name##_(o[0], alpha); });             \
  }
MODECHECK_FOREACH(add)
MODECHECK_FOREACH(sub)
#undef MODECHECK_FOREACH

#define MODECHECK_FOREACH(name, write)                                                     \
  std::vector<Tensor> _foreach_##name(TensorList self, TensorList other) {                 \
    check_lengths("_foreach_" #name, self.size(), other.size());                           \
    return mapped(self, [&](std::size_t i, const Tensor& x) { return x.name(other[i]); }); \
  }                                                                                        \
  void _foreach_##name##_(TensorList self, TensorList other) {                             \
    check_lengths("_foreach_" #name "_", self.size(), other.size());                       \
    written(                                                                               \
        "_foreach_" #name "_", self, {other}, /*plain_numbers=*/true,                      \
        [](std::size_t, const Tensor& x, const Others& o) { return x.name(o[0]); },        \
        [](std::size_t, const Tensor& x, const Others& o) { write; });                     \
  }
MODECHECK_FOREACH(mul, x.mul_(o[0]))
MODECHECK_FOREACH(div, x.div_(o[0]))
#define MODECHECK_WRITE_OUT(name)                            \
  write_out(                                                 \
      x, o[0], [](auto&... all) { at::name##_out(all...); }, \
      [](const Tensor& a, const Tensor& b) { return at::name(a, b); })
MODECHECK_FOREACH(maximum, MODECHECK_WRITE_OUT(maximum))
MODECHECK_FOREACH(minimum, MODECHECK_WRITE_OUT(minimum))
#undef MODECHECK_WRITE_OUT
#undef MODECHECK_FOREACH

#define MODECHECK_FOREACH(name)                                                                                      \
  std::vector<Tensor> _foreach_##name(TensorList self, TensorList tensor1, TensorList tensor2,                       \
                                      const c10::Scalar& value) {                                                    \
    check_lengths("_foreach_" #name, self.size(), tensor1.size());                                                   \
    check_lengths("_foreach_" #name, self.size(), tensor2.size());                                                   \
    return mapped(self, [&](std::size_t i, const Tensor& x) { return x.name(tensor1[i], tensor2[i], value); });      \
  }                                                                                                                  \
  void _foreach_##name##_(TensorList self, TensorList tensor1, TensorList tensor2, const c10::Scalar& value) {       \
    check_lengths("_foreach_" #name "_", self.size(), tensor1.size());                                               \
    check_lengths("_foreach_" #name "_", self.size(), tensor2.size());                                               \
    written(                                                                                                         \
        "_foreach_" #name "_", self, {tensor1, tensor2}, !value.isComplex(),                                         \
        [&](std::size_t, const Tensor& x, const Others& o) { return x.name(o[0], o[1], value); },                    \
        [&](std::size_t, const Tensor& x, const Others& o) { x.name##_(o[0], o[1], value); });                       \
  }                                                                                                                  \
  std::vector<Tensor> _foreach_##name(TensorList self, TensorList tensor1, TensorList tensor2, Scalars scalars) {    \
    check_lengths("_foreach_" #name, self.size(), tensor1.size());                                                   \
    check_lengths("_foreach_" #name, self.size(), tensor2.size());                                                   \
    check_lengths("_foreach_" #name, self.size(), scalars.size());                                                   \
    return mapped(self, [&](std::size_t i, const Tensor& x) { return x.name(tensor1[i], tensor2[i], scalars[i]); }); \
  }                                                                                                                  \
  void _foreach_##name##_(TensorList self, TensorList tensor1, TensorList tensor2, Scalars scalars) {                \
    check_lengths("_foreach_" #name "_", self.size(), tensor1.size());                                               \
    check_lengths("_foreach_" #name "_", self.size(), tensor2.size());                                               \
    check_lengths("_foreach_" #name "_", self.size(), scalars.size());                                               \
    written(                                                                                                         \
        "_foreach_" #name "_", self, {tensor1, tensor2}, all_real(scalars),                                          \
        [&](std::size_t i, const Tensor& x, const Others& o) { return x.name(o[0], o[1], scalars[i]); },             \
        [&](std::size_t i, const Tensor& x, const Others& o) { x.name##_(o[0], o[1], scalars[i]); });                \
  }
MODECHECK_FOREACH(addcmul)
MODECHECK_FOREACH(addcdiv)
#undef MODECHECK_FOREACH

}  // namespace modecheck_v1
}  // namespace at
