#include "engine/dispatch/dispatcher.h"

namespace c10 {
inline namespace modecheck_v1 {

using modecheck::engine::ErrorClass;
using modecheck::engine::OperatorEntry;

namespace {

// Returns the catalogue's operator with this name, or nullptr if there is none.
const modecheck::engine::BoxedOperator* in_catalogue(const OperatorName& name) {
  constexpr std::string_view prefix = "aten::";
  std::string_view bare = name.name;
  if (!bare.starts_with(prefix)) return nullptr;
  bare.remove_prefix(prefix.size());
  return modecheck::engine::find_operator(bare, name.overload_name);
}

}  // namespace

// Registers the keys under which a custom operator without a kernel falls through (rule D5).
Dispatcher::Dispatcher() {
  for (const DispatchKey key :
       {DispatchKey::BackendSelect, DispatchKey::ADInplaceOrView, DispatchKey::AutogradOther, DispatchKey::AutogradCPU,
        DispatchKey::AutogradCUDA, DispatchKey::AutogradXLA, DispatchKey::AutogradLazy, DispatchKey::AutogradMeta,
        DispatchKey::Tracer, DispatchKey::AutogradNestedTensor, DispatchKey::AutocastCPU, DispatchKey::AutocastCUDA})
    fallbacks_[modecheck::engine::slot_of(key)] = KernelFunction::makeFallthrough();
}

Dispatcher& Dispatcher::singleton() {
  static Dispatcher dispatcher;
  return dispatcher;
}

OperatorEntry* Dispatcher::find(const OperatorName& name) {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : found->second.get();
}

OperatorEntry& Dispatcher::find_or_make(const OperatorName& name) {
  std::unique_ptr<OperatorEntry>& entry = entries_[name];
  if (entry == nullptr) {
    entry = std::make_unique<OperatorEntry>(name);
    entry->compute(fallbacks_);
  }
  return *entry;
}

std::optional<OperatorHandle> Dispatcher::findOp(const OperatorName& name) {
  if (const auto* const boxed = in_catalogue(name)) return OperatorHandle(boxed);
  const std::lock_guard lock(mutex_);
  const OperatorEntry* const entry = find(name);
  // An entry stays in the table after all its registrations have been undone, so an empty entry counts as not found.
  if (entry == nullptr || (!entry->has_schema() && !entry->has_kernels())) return std::nullopt;
  return OperatorHandle(entry);
}

std::optional<OperatorHandle> Dispatcher::findSchema(const OperatorName& name) {
  std::optional<OperatorHandle> found = findOp(name);
  if (found.has_value() && !found->hasSchema()) found.reset();
  return found;
}

OperatorHandle Dispatcher::findSchemaOrThrow(const char* name, const char* overload) {
  const OperatorName wanted(name, overload);
  const std::optional<OperatorHandle> found = findSchema(wanted);
  MODECHECK_CHECK(found.has_value(), ErrorClass::UnknownOperator, "Could not find schema for ", wanted,
                  findOp(wanted).has_value() ? " but we found an implementation; did you forget to def() the operator?"
                                             : "; `modecheck operators` lists those of aten that exist");
  return *found;
}

std::vector<OperatorName> Dispatcher::getAllOpNames() {
  const std::lock_guard lock(mutex_);
  std::vector<OperatorName> out;
  for (const auto& [name, entry] : entries_)
    if (entry->has_schema()) out.push_back(name);
  modecheck::engine::each_operator([&](const modecheck::engine::BoxedOperator& op) {
    OperatorName name("aten::" + std::string(op.schema->name), std::string(op.schema->overload));
    if (entries_.find(name) == entries_.end()) out.push_back(std::move(name));
  });
  return out;
}

bool Dispatcher::hasBackendFallbackForDispatchKey(DispatchKey key) const {
  const std::size_t slot = modecheck::engine::slot_of(key);
  return slot != modecheck::engine::no_slot && fallbacks_[slot].isValid();
}

RegistrationHandleRAII Dispatcher::registerLibrary(std::string ns, std::string where) {
  const std::lock_guard lock(mutex_);
  const auto [found, inserted] = libraries_.emplace(ns, where);
  MODECHECK_CHECK(
      inserted, ErrorClass::Argument,
      "TORCH_LIBRARY: Only a single TORCH_LIBRARY can be used to register the namespace ", ns,
      "; please put all of your definitions in a single TORCH_LIBRARY block. If you were trying to specify "
      "implementations, consider using TORCH_LIBRARY_IMPL (which can be duplicated), and to define operators "
      "of a namespace in several places, TORCH_LIBRARY_FRAGMENT. Previous registration of TORCH_LIBRARY was ",
      found->second, "; latest registration was ", where);
  return RegistrationHandleRAII([this, ns] {
    const std::lock_guard undo(mutex_);
    libraries_.erase(ns);
  });
}

RegistrationHandleRAII Dispatcher::registerDef(FunctionSchema schema, std::string where) {
  const OperatorName name = schema.operator_name();
  const std::lock_guard lock(mutex_);
  const bool of_catalogue = in_catalogue(name) != nullptr;
  OperatorEntry* const present = find(name);
  MODECHECK_CHECK(!of_catalogue && (present == nullptr || !present->has_schema()), ErrorClass::Argument, name,
                  ": Tried to register an operator (", schema,
                  ") with the same name and overload name multiple times. Each overload's schema should only be "
                  "registered with a single call to def(). Duplicate registration: ",
                  where, ". Original registration: ",
                  of_catalogue ? std::string("the engine's catalogue") : present->where_defined());
  OperatorEntry& entry = find_or_make(name);
  entry.define(std::move(schema), std::move(where));
  for (const auto& listener : listeners_) listener->onOperatorRegistered(OperatorHandle(&entry));
  return RegistrationHandleRAII([this, &entry] {
    const std::lock_guard undo(mutex_);
    for (const auto& listener : listeners_) listener->onOperatorDeregistered(OperatorHandle(&entry));
    entry.undefine();
  });
}

RegistrationHandleRAII Dispatcher::addRegistrationListener(std::unique_ptr<OpRegistrationListener> listener) {
  const std::lock_guard lock(mutex_);
  for (const auto& [name, entry] : entries_)
    if (entry->has_schema()) listener->onOperatorRegistered(OperatorHandle(entry.get()));
  const auto added = listeners_.insert(listeners_.end(), std::move(listener));
  return RegistrationHandleRAII([this, added] {
    const std::lock_guard undo(mutex_);
    listeners_.erase(added);
  });
}

std::vector<OperatorHandle> Dispatcher::findDanglingImpls() {
  const std::lock_guard lock(mutex_);
  std::vector<OperatorHandle> out;
  for (const auto& [name, entry] : entries_)
    if (!entry->has_schema() && entry->has_kernels()) out.emplace_back(entry.get());
  return out;
}

std::vector<OperatorName> Dispatcher::getRegistrationsForDispatchKey(std::optional<DispatchKey> key) {
  std::vector<OperatorName> out;
  if (!key.has_value() || modecheck::engine::catalogue_has_kernel(*key))
    modecheck::engine::each_operator([&](const modecheck::engine::BoxedOperator& op) {
      out.emplace_back("aten::" + std::string(op.schema->name), std::string(op.schema->overload));
    });
  const std::lock_guard lock(mutex_);
  for (const auto& [name, entry] : entries_)
    if (entry->has_schema() && (!key.has_value() || entry->has_kernel(*key))) out.push_back(name);
  return out;
}

RegistrationHandleRAII Dispatcher::registerImpl(const OperatorName& name, DispatchKey key,
                                                OperatorEntry::Registered kernel) {
  // The kernels of the catalogue's operators cannot be replaced, because their kernel tables are compile-time
  // constants. That makes calls cheap.
  MODECHECK_CHECK(in_catalogue(name) == nullptr, ErrorClass::Unsupported, name,
                  ": the kernels of the engine's own operators cannot be replaced (tried at ", kernel.where,
                  "); define an operator in a namespace of your own");
  const std::lock_guard lock(mutex_);
  OperatorEntry& entry = find_or_make(name);
  const auto added = entry.add(key, std::move(kernel), fallbacks_);
  return RegistrationHandleRAII([this, &entry, key, added] {
    const std::lock_guard undo(mutex_);
    entry.remove(key, added, fallbacks_);
  });
}

RegistrationHandleRAII Dispatcher::registerFallback(DispatchKey key, KernelFunction kernel, std::string where) {
  const std::size_t slot = modecheck::engine::slot_of(key);
  MODECHECK_CHECK(slot != modecheck::engine::no_slot, ErrorClass::Argument, "fallback: ", key,
                  " stands for several keys; register one for each of them (", where, ")");
  const std::lock_guard lock(mutex_);
  MODECHECK_CHECK(
      !fallbacks_[slot].isValid(), ErrorClass::Argument,
      "fallback: Tried to register multiple backend fallbacks for the same dispatch key ", key, " (", where,
      "); autograd's keys, ADInplaceOrView, BackendSelect and autocast have one from the start, which falls "
      "through");
  const auto set = [this, slot](KernelFunction value) {
    fallbacks_[slot] = std::move(value);
    for (auto& [name, entry] : entries_) entry->compute(fallbacks_);
  };
  set(std::move(kernel));
  return RegistrationHandleRAII([this, set] {
    const std::lock_guard undo(mutex_);
    set(KernelFunction());
  });
}

std::string Dispatcher::checkCustomOperators() {
  const std::lock_guard lock(mutex_);
  std::string out;
  for (const auto& [name, entry] : entries_) out += entry->escapes();
  return out;
}

}  // namespace modecheck_v1
}  // namespace c10
