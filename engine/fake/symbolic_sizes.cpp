#include "engine/fake/symbolic_sizes.h"

#include <algorithm>
#include <utility>

#include "engine/core/errors/data_dependent_error.h"
#include "engine/core/errors/error.h"
#include "engine/fake/remembered_call.h"
#include "engine/fake/rules/composites.h"
#include "engine/fake/symbolic/shape_functions.h"
#include "engine/fake/symbolic/symbolic_node.h"
#include "engine/fake/traced_call.h"

namespace modecheck::engine::fake {
namespace {

bool has_symbols(const SymbolicGeometry& geometry) {
  const auto is_symbolic = [](const Expression& one) { return !one.constant().has_value(); };
  return std::any_of(geometry.sizes.begin(), geometry.sizes.end(), is_symbolic) ||
         std::any_of(geometry.strides.begin(), geometry.strides.end(), is_symbolic) ||
         is_symbolic(geometry.storage_offset);
}

bool has_hints(const ShapeEnv& env, const std::vector<Expression>& expressions, c10::IntArrayRef numbers) {
  return std::equal(expressions.begin(), expressions.end(), numbers.begin(), numbers.end(),
                    [&](const Expression& one, std::int64_t number) { return env.traced_value(one) == number; });
}

bool has_hints(const ShapeEnv& env, const SymbolicGeometry& geometry, const at::Tensor& tensor) {
  return has_hints(env, geometry.sizes, tensor.sizes()) && has_hints(env, geometry.strides, tensor.strides()) &&
         env.traced_value(geometry.storage_offset) == tensor.storage_offset();
}

// Whether the sizes, strides and offset of a tensor are these numbers.
bool has_numbers(const at::Tensor& tensor, const std::vector<std::int64_t>& numbers) {
  const c10::IntArrayRef sizes = tensor.sizes();
  const c10::IntArrayRef strides = tensor.strides();
  if (numbers.size() != 2 * sizes.size() + 1 || numbers.back() != tensor.storage_offset()) return false;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (numbers[i] != sizes[i] || numbers[sizes.size() + i] != strides[i]) return false;
  return true;
}

}  // namespace

void raise_for_stand_in(std::string_view where) {
  throw DataDependentError(
      std::string(where) +
      ": a check says something of a size that depends on data, and it is not true of the number " +
      "that kernels take for this size. Give the traced program a size.");
}

SymbolicGeometry numbers_of(const at::Tensor& tensor) {
  SymbolicGeometry out;
  out.sizes.assign(tensor.sizes().begin(), tensor.sizes().end());
  out.strides.assign(tensor.strides().begin(), tensor.strides().end());
  out.storage_offset = tensor.storage_offset();
  return out;
}

SymbolicSizes::SymbolicSizes(std::shared_ptr<ShapeEnv> env, std::uint32_t mode)
    : env_(std::move(env)), unbacked_(env_), mode_(mode) {
  trace_mode(mode_);
}

SymbolicSizes::~SymbolicSizes() { stop_tracing(mode_); }

bool SymbolicSizes::has_numbers_of(const at::Tensor& tensor, std::uint32_t geometry) const {
  return tensor.defined() && has_numbers(tensor, geometries_[geometry - 1].numbers);
}

// What gave a tensor other numbers without a rule, such as another tensor's data, left its expressions behind.
std::uint32_t SymbolicSizes::number_of(const at::Tensor& tensor) const {
  const std::uint32_t number = tensor.unsafeGetTensorImpl()->symbols();
  if (number == 0 || number > geometries_.size()) return 0;
  if (tensor.unsafeGetTensorImpl()->storage()->fake_mode() != mode_) return 0;
  return has_numbers_of(tensor, number) ? number : 0;
}

const SymbolicGeometry* SymbolicSizes::known(const at::Tensor& tensor) const {
  const std::uint32_t number = number_of(tensor);
  return number == 0 ? nullptr : &geometries_[number - 1].geometry;
}

SymbolicGeometry SymbolicSizes::geometry_of(const at::Tensor& tensor) const {
  const SymbolicGeometry* const found = known(tensor);
  if (found == nullptr) return numbers_of(tensor);
  SymbolicGeometry out = *found;
  if (env_->is_without_replacements()) return out;
  for (std::vector<Expression>* const all : {&out.sizes, &out.strides})
    for (Expression& one : *all) one = env_->simplified(one);
  out.storage_offset = env_->simplified(out.storage_offset);
  // A check may say that an unbacked size is a number or equals another size. The tensor has another number of
  // elements.
  if (env_->has_stand_ins() && !has_hints(*env_, out, tensor)) raise_for_stand_in("a check");
  return out;
}

void SymbolicSizes::set_geometry(const at::Tensor& tensor, SymbolicGeometry geometry) {
  const auto is_unbacked = [&](const Expression& one) { return env_->has_unbacked(one); };
  if (std::any_of(geometry.sizes.begin(), geometry.sizes.end(), is_unbacked) && !has_hints(*env_, geometry, tensor))
    raise_for_stand_in("the trace");
  MODECHECK_CHECK(has_hints(*env_, geometry, tensor), ErrorClass::Internal,
                  "a rule of symbolic sizes gives other numbers than the kernel for a tensor of sizes ", tensor.sizes(),
                  " and strides ", tensor.strides());
  if (!has_symbols(geometry)) {
    tensor.unsafeGetTensorImpl()->set_symbols(0);
    return;
  }
  // What a body made outside of all modes belongs to this one from now on.
  if (c10::StorageImpl& storage = *tensor.unsafeGetTensorImpl()->storage(); storage.fake_mode() == 0)
    storage.set_fake_mode(mode_);
  tensor.unsafeGetTensorImpl()->set_symbols(number_for(std::move(geometry), tensor));
}

// Returns the number of an equal geometry, or a new one.
std::uint32_t SymbolicSizes::number_for(SymbolicGeometry geometry, const at::Tensor& tensor) {
  const std::size_t hash = hash_of(geometry);
  const auto place = numbers_.find(hash);
  if (place != numbers_.end() && geometries_[place->second - 1].geometry == geometry) return place->second;
  std::vector<std::int64_t> numbers;
  numbers.reserve(2 * geometry.sizes.size() + 1);
  numbers.insert(numbers.end(), tensor.sizes().begin(), tensor.sizes().end());
  numbers.insert(numbers.end(), tensor.strides().begin(), tensor.strides().end());
  numbers.push_back(tensor.storage_offset());
  geometries_.push_back({std::move(geometry), std::move(numbers)});
  const auto number = static_cast<std::uint32_t>(geometries_.size());
  numbers_.insert_or_assign(hash, number);
  return number;
}

std::optional<Expression> SymbolicSizes::bytes_of(const at::Tensor& tensor) const {
  const c10::intrusive_ptr<c10::StorageImpl>& storage = tensor.unsafeGetTensorImpl()->storage();
  const auto found = storages_.find(storage.get());
  if (found == storages_.end()) return std::nullopt;
  Expression bytes = found->second.bytes;
  if (const std::uint32_t filled = found->second.geometry; filled != 0)
    bytes = numel(geometries_[filled - 1].geometry.sizes) * bytes;
  // A storage that has grown since is not known any more.
  if (env_->traced_value(bytes) != static_cast<std::int64_t>(storage->nbytes())) return std::nullopt;
  return env_->simplified(bytes);
}

bool SymbolicSizes::has_noted(const at::Tensor& tensor) const {
  return storages_.contains(tensor.unsafeGetTensorImpl()->storage().get());
}

void SymbolicSizes::note_bytes(const at::Tensor& tensor, const Expression& bytes) {
  const c10::intrusive_ptr<c10::StorageImpl>& storage = tensor.unsafeGetTensorImpl()->storage();
  storages_.insert_or_assign(storage.get(), SymbolicStorage{storage, 0, bytes});
}

void SymbolicSizes::note_unknown_bytes(const at::Tensor& tensor) {
  constexpr std::int64_t of_no_storage = -1;
  note_bytes(tensor, of_no_storage);
}

void SymbolicSizes::note_grown(const at::Tensor& tensor, const std::optional<Expression>& before) {
  if (!before) return note_unknown_bytes(tensor);
  const SymbolicGeometry geometry = geometry_of(tensor);
  const auto size = static_cast<std::int64_t>(tensor.element_size());
  note_bytes(tensor, env_->maximum(*before, (numel(geometry.sizes) + geometry.storage_offset) * size));
}

void SymbolicSizes::note_fresh(const at::Tensor& tensor, std::uint32_t geometry) {
  const c10::intrusive_ptr<c10::StorageImpl>& storage = tensor.unsafeGetTensorImpl()->storage();
  // A storage with room for more elements than the tensor is not known to be for other sizes (bytes_of).
  const std::int64_t bytes = static_cast<std::int64_t>(tensor.element_size()) * (geometry == 0 ? tensor.numel() : 1);
  storages_.insert_or_assign(storage.get(), SymbolicStorage{storage, geometry, bytes});
}

void SymbolicSizes::concretise(const std::vector<SymbolicGeometry>& geometries, std::string_view where) {
  const auto fix = [&](const Expression& one) {
    if (env_->has_unbacked(one))
      throw DataDependentError(std::string(where) + ": " + env_->atoms().text(one) +
                               " depends on the data of a tensor, and the sizes of the results would have to be " +
                               "computed from a number. Give the traced program a size.");
    const std::optional<std::int64_t> hint = env_->size_hint(one);
    if (!one.constant() && hint) static_cast<void>(env_->decide(Fact::equal(one, *hint), where));
  };
  for (const SymbolicGeometry& geometry : geometries) {
    for (const Expression& one : geometry.sizes) fix(one);
    for (const Expression& one : geometry.strides) fix(one);
    fix(geometry.storage_offset);
  }
  ++concretised_[std::string(where)];
}

// Kernels take large numbers for sizes that depend on data, and a small storage depends on none.
void SymbolicSizes::concretise_all(std::string_view where, std::size_t bytes) {
  SymbolicGeometry all;
  for (const Symbol& symbol : env_->symbols())
    if (!symbol.is_size || static_cast<std::size_t>(symbol.stand_in.value_or(0)) <= bytes)
      all.sizes.push_back(env_->simplified(Expression::of(symbol.atom)));
  if (has_symbols(all)) concretise({all}, where);
}

// Whether a composite has a rule or can read sizes. If a tensor has no elements, or none for some sizes, every body
// can: reshape() then takes numbers that are wrong for other sizes.
bool SymbolicSizes::must_follow(const CallRecord& record) const {
  if (can_follow(record.about().op)) return true;
  const auto may_be_empty = [&](const at::Tensor& tensor) {
    if (!tensor.defined()) return false;
    const SymbolicGeometry* const found = known(tensor);
    return found == nullptr ? tensor.numel() == 0
                            : std::any_of(found->sizes.begin(), found->sizes.end(), [&](const Expression& size) {
                                return size.constant() != 1 && !env_->is_at_least_two(size);
                              });
  };
  return std::any_of(record.arguments().begin(), record.arguments().end(), [&](const CallRecord::Argument& argument) {
    const auto* const tensor = std::get_if<at::Tensor>(&argument);
    const auto* const list = std::get_if<CallRecord::Tensors>(&argument);
    return (tensor != nullptr && may_be_empty(*tensor)) ||
           (list != nullptr && std::any_of(list->begin(), list->end(), may_be_empty));
  });
}

std::unique_ptr<SymbolicTracer::Call> SymbolicSizes::begin(const CallRecord& record) {
  if (record.about().kind == OperatorKind::Composite && !must_follow(record)) return nullptr;
  unbacked_.begin_call();
  if (unbacked_.any())
    for (const at::Tensor& tensor : written_tensors(record)) unbacked_.will_be_written(tensor);
  // A check may be false of the number that kernels take. A call that was kept would not see that.
  if (const std::size_t now = env_->runtime_assertions().size(); now != std::exchange(assertions_, now))
    calls_.forget();
  const bool is_cacheable = write_key(*this, record, key_);
  if (const CallCache::Results* const given = is_cacheable ? calls_.find(key_) : nullptr; given != nullptr)
    return std::make_unique<RememberedCall>(*this, record, *given);
  auto call = std::make_unique<TracedCall>(*this, record);
  if (is_cacheable) call->remember_as(std::move(key_));
  if (!call->is_traced()) return nullptr;
  call->look_ahead();
  return call;
}

std::optional<std::int64_t> SymbolicSizes::size_of_data(const char* op, const at::Tensor& tensor) {
  if (tensor.numel() == 0) return 0;
  if (!env_->settings().allow_dynamic_output_shape_ops) return std::nullopt;
  return unbacked_.taken_by_kernel(tensor, op);
}

void SymbolicSizes::make_numbers(const at::Tensor& tensor, std::string_view where) {
  const SymbolicGeometry geometry = geometry_of(tensor);
  if (has_symbols(geometry)) concretise({geometry}, where);
}

std::vector<c10::SymInt> SymbolicSizes::symbolic_numbers(const at::Tensor& tensor) const {
  const SymbolicGeometry geometry = geometry_of(tensor);
  std::vector<c10::SymInt> out;
  for (const std::vector<Expression>* const all : {&geometry.sizes, &geometry.strides})
    for (const Expression& one : *all) out.push_back(sym_int_of(env_, one));
  out.push_back(sym_int_of(env_, geometry.storage_offset));
  return out;
}

void SymbolicSizes::note_gradient(const at::Tensor& gradient, const at::Tensor& tensor) {
  if (!gradient.defined()) return;
  // The gradient has the sizes from before as_strided_ or the like, which no longer belong to a tensor.
  if (gradient.sizes() != tensor.sizes()) return concretise_all("backward");
  const SymbolicGeometry* const found = known(tensor);
  if (found == nullptr) return;
  // A gradient that the program passed has sizes already. They must be those of the tensor.
  if (const SymbolicGeometry* const before = known(gradient); before != nullptr) {
    for (std::size_t i = 0; i < found->sizes.size(); ++i)
      static_cast<void>(env_->decide(Fact::equal(before->sizes[i], found->sizes[i]), "backward"));
    return;
  }
  give_sizes(gradient, *found, "backward");
}

// Gives a gradient the sizes of its tensor, and strides that have its numbers.
void SymbolicSizes::give_sizes(const at::Tensor& gradient, const SymbolicGeometry& tensor, std::string_view where) {
  SymbolicGeometry out;
  out.sizes = tensor.sizes;
  out.storage_offset = gradient.storage_offset();
  const auto strides = fresh_strides(*env_, gradient, out.sizes, {tensor}, where);
  if (!strides) return concretise({tensor}, where);
  out.strides = *strides;
  set_geometry(gradient, std::move(out));
}

at::Tensor SymbolicSizes::run_hook(const GradientHook& hook, const at::Tensor& gradient,
                                   const SymbolicGeometry& tensor) {
  constexpr std::string_view where = "a hook of a gradient";
  if (known(gradient) == nullptr && has_hints(*env_, tensor.sizes, gradient.sizes()))
    give_sizes(gradient, tensor, where);
  at::Tensor out;
  {
    const On traced;
    out = hook(gradient);
  }
  if (!out.defined()) return out;
  const std::vector<Expression> before = geometry_of(gradient).sizes;
  const std::vector<Expression> after = geometry_of(out).sizes;
  for (std::size_t i = 0; i < after.size() && after.size() == before.size(); ++i)
    if (!env_->decide(Fact::equal(after[i], before[i]), where)) break;
  return out;
}

SymbolicTracer::GradientHook SymbolicSizes::traced_hook(GradientHook hook, const at::Tensor& tensor) {
  return [hook = std::move(hook), geometry = geometry_of(tensor), mode = mode_](const at::Tensor& gradient) {
    // The mode may be gone when the hook runs.
    auto* const tracer = dynamic_cast<SymbolicSizes*>(of(gradient));
    return tracer == nullptr || tracer->mode_ != mode ? hook(gradient) : tracer->run_hook(hook, gradient, geometry);
  };
}

void SymbolicSizes::note_sum(const at::Tensor& present, const at::Tensor& tensor) {
  const auto rank = static_cast<std::size_t>(tensor.dim());
  if ((known(tensor) == nullptr && known(present) == nullptr) || static_cast<std::size_t>(present.dim()) < rank) return;
  const std::vector<Expression> sizes = geometry_of(tensor).sizes;
  const std::vector<Expression> before = geometry_of(present).sizes;
  const std::size_t front = static_cast<std::size_t>(present.dim()) - rank;
  for (std::size_t i = 0; i < rank; ++i) {
    // A size of 1 is broadcast. It stays 1, because another size would have to be equal.
    const std::int64_t size = present.sizes()[front + i];
    if (tensor.sizes()[i] != size && tensor.sizes()[i] != 1) {
      // The addition is rejected, because these sizes differ and none is broadcast.
      for (const Expression& fits : {before[front + i], Expression(1)})
        static_cast<void>(env_->decide(Fact::equal(sizes[i], fits), "backward"));
      static_cast<void>(env_->decide(Fact::equal(before[front + i], 1), "backward"));
      return;
    }
    const Expression wanted = tensor.sizes()[i] != size ? Expression(1) : before[front + i];
    static_cast<void>(env_->decide(Fact::equal(sizes[i], wanted), "backward"));
  }
}

}  // namespace modecheck::engine::fake
