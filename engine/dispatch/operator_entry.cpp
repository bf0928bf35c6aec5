#include "engine/dispatch/operator_entry.h"

#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/operator_handle.h"

namespace c10 {
inline namespace modecheck_v1 {

void KernelFunction::fall_through(OperatorKernel* /*kernel*/, const OperatorHandle& op, DispatchKeySet /*keys*/,
                                  torch::jit::Stack* /*stack*/) {
  const OperatorName& name = op.operator_name();
  modecheck::engine::raise(modecheck::engine::ErrorClass::Unsupported, name, ": Could not run '", name,
                           "' for this key: it falls through there to the next key. Call a key that has a kernel.");
}

}  // namespace modecheck_v1
}  // namespace c10

namespace modecheck::engine {
namespace {

using c10::DispatchKey;

constexpr bool is_autograd(DispatchKey key) {
  return key == DispatchKey::AutogradOther || key == DispatchKey::AutogradCPU || key == DispatchKey::AutogradCUDA ||
         key == DispatchKey::AutogradXLA || key == DispatchKey::AutogradLazy || key == DispatchKey::AutogradMeta ||
         key == DispatchKey::AutogradPrivateUse1 || key == DispatchKey::AutogradNestedTensor;
}
constexpr bool is_backend(DispatchKey key) {
  return c10::toBackendComponent(key) != c10::BackendComponent::InvalidBit && !is_autograd(key);
}
// Returns the backend for which the key records gradients. Returns Undefined if the key belongs to no single backend.
constexpr DispatchKey backend_of(DispatchKey key) {
  switch (key) {
    case DispatchKey::AutogradCPU:
      return DispatchKey::CPU;
    case DispatchKey::AutogradCUDA:
      return DispatchKey::CUDA;
    case DispatchKey::AutogradXLA:
      return DispatchKey::XLA;
    case DispatchKey::AutogradLazy:
      return DispatchKey::Lazy;
    case DispatchKey::AutogradMeta:
      return DispatchKey::Meta;
    case DispatchKey::AutogradPrivateUse1:
      return DispatchKey::PrivateUse1;
    default:
      return DispatchKey::Undefined;
  }
}

}  // namespace

void OperatorEntry::define(c10::FunctionSchema schema, std::string where) {
  schema_ = std::move(schema);
  where_defined_ = std::move(where);
  try {
    for (const auto& [key, kernels] : kernels_)
      for (const Registered& kernel : kernels) check_schema(kernel);
  } catch (...) {
    undefine();
    throw;
  }
}

void OperatorEntry::undefine() {
  schema_.reset();
  where_defined_.clear();
}

void OperatorEntry::check_schema(const Registered& kernel) const {
  if (!schema_.has_value() || !kernel.inferred.has_value()) return;
  const std::string difference = schema_difference(*kernel.inferred, *schema_);
  MODECHECK_CHECK(difference.empty(), ErrorClass::Argument, name_,
                  ": Inferred operator schema for a C++ kernel function doesn't match the expected function schema.\n"
                  "  operator: ",
                  name_, "\n  expected schema: ", *schema_, "\n    registered at ", where_defined_,
                  "\n  inferred schema: ", *kernel.inferred, "\n    registered at ", kernel.where,
                  "\n  reason: ", difference);
}

OperatorEntry::Kernels::iterator OperatorEntry::add(DispatchKey key, Registered kernel, const Fallbacks& fallbacks) {
  if (kernel.signature.has_value())
    for (const auto& [other_key, kernels] : kernels_)
      for (const Registered& other : kernels)
        MODECHECK_CHECK(!other.signature.has_value() || *other.signature == *kernel.signature, ErrorClass::Argument,
                        name_, ": Mismatch in kernel C++ signatures\n  operator: ", text(),
                        "\n  kernel 1: ", other.signature->name(), "\n    dispatch key: ", other_key,
                        "\n    registered at ", other.where, "\n  kernel 2: ", kernel.signature->name(),
                        "\n    dispatch key: ", key, "\n    registered at ", kernel.where);
  check_schema(kernel);
  Kernels& kernels = kernels_[key];
  kernels.push_front(std::move(kernel));
  compute(fallbacks);
  return kernels.begin();
}

void OperatorEntry::remove(DispatchKey key, Kernels::iterator kernel, const Fallbacks& fallbacks) {
  Kernels& kernels = kernels_[key];
  kernels.erase(kernel);
  if (kernels.empty()) kernels_.erase(key);
  compute(fallbacks);
}

const c10::KernelFunction* OperatorEntry::registered(DispatchKey key) const {
  const auto found = kernels_.find(key);
  return found == kernels_.end() ? nullptr : &found->second.front().kernel;
}

// Chooses the kernel of a slot, in libtorch's order of precedence. A kernel for exactly this key comes first, then
// explicit composites, then implicit ones. The kernel of the alias key Autograd follows, and a fallback comes last.
OperatorEntry::Choice OperatorEntry::choose(std::size_t slot, const Fallbacks& fallbacks) const {
  const DispatchKey key = dispatch_slots[slot];
  if (const auto* kernel = registered(key)) return {*kernel, "kernel"};
  const bool composite_key = is_backend(key) || key == DispatchKey::Undefined;
  const auto* const non_functional = registered(DispatchKey::CompositeExplicitAutogradNonFunctional);
  if (composite_key && non_functional != nullptr) return {*non_functional, "non-functional explicit composite"};
  const auto* const explicit_composite = registered(DispatchKey::CompositeExplicitAutograd);
  if (composite_key && explicit_composite != nullptr) return {*explicit_composite, "explicit composite"};
  // An operator with a backend kernel or an explicit composite needs a derivative of its own. The implicit composite,
  // whose derivative comes from the operators that it calls, must not replace that derivative.
  const DispatchKey backend = backend_of(key);
  const bool has_backend_kernel = (backend != DispatchKey::Undefined && registered(backend) != nullptr) ||
                                  explicit_composite != nullptr || non_functional != nullptr;
  const auto* const implicit_composite = registered(DispatchKey::CompositeImplicitAutograd);
  if ((composite_key || is_autograd(key)) && implicit_composite != nullptr && !has_backend_kernel)
    return {*implicit_composite, "implicit composite"};
  if (const auto* const autograd = registered(DispatchKey::Autograd); is_autograd(key) && autograd != nullptr)
    return {*autograd, "Autograd"};
  return {fallbacks[slot], "fallback"};
}

void OperatorEntry::compute(const Fallbacks& fallbacks) {
  for (std::size_t slot = 0; slot < dispatch_slots.size(); ++slot) {
    Choice choice = choose(slot, fallbacks);
    table_[slot] = std::move(choice.kernel);
    why_[slot] = choice.why;
  }
  for (std::size_t backend = 0; backend < backend_count; ++backend) {
    runs_[backend] = c10::DispatchKeySet::backend_bits;
    for (std::size_t f = 0; f < detail::functionality_count; ++f) {
      const std::uint64_t functionality = std::uint64_t{1} << (f + detail::functionality_shift);
      if (!table_[slot_of(functionality, backend)].isFallthrough()) runs_[backend] |= functionality;
    }
  }
}

c10::DispatchKeySet OperatorEntry::call_keys(c10::DispatchKeySet keys) const {
  const ModeState& state = thread_state;
  return below((keys | state.included) - state.excluded);
}

void OperatorEntry::check_signature(const c10::impl::CppSignature& signature) const {
  for (const auto& [key, kernels] : kernels_)
    for (const Registered& kernel : kernels)
      MODECHECK_CHECK(
          !kernel.signature.has_value() || *kernel.signature == signature, ErrorClass::Argument, name_,
          ": Tried to access or call an operator with a wrong signature.\n  operator: ", text(),
          "\n  correct signature:  ", kernel.signature->name(), "\n    registered at ", kernel.where,
          "\n  accessed/called as: ", signature.name(),
          "\nThe signature given to OperatorHandle::typed<Return (Args...)>() has to be the very one of the "
          "kernels, references included.");
}

std::string OperatorEntry::text() const { return has_schema() ? toString(*schema_) : toString(name_); }

bool OperatorEntry::has_computed_kernel(DispatchKey key) const {
  const std::size_t slot = slot_of(key);
  return slot != no_slot && table_[slot].isValid();
}

void OperatorEntry::reject_missing(std::size_t slot) const {
  std::string available;
  for (std::size_t i = 0; i < dispatch_slots.size(); ++i)
    if (table_[i].isValid()) available += (available.empty() ? "" : ", ") + std::string(toString(dispatch_slots[i]));
  if (slot == 0)
    raise(ErrorClass::Unsupported, name_,
          ": There were no tensor arguments to this function (e.g., you passed an empty list of Tensors), but no "
          "fallback function is registered for schema ",
          name_, ". Register a kernel without a key for it. Available functions are [", available, "]");
  raise(ErrorClass::Unsupported, name_, ": Could not run '", name_, "' with arguments from the '", dispatch_slots[slot],
        "' backend. No kernel is registered for it. '", name_, "' is only available for these backends: [", available,
        "]");
}

std::string OperatorEntry::dump() const {
  std::string out;
  for (std::size_t slot = 0; slot < dispatch_slots.size(); ++slot) {
    if (!table_[slot].isValid()) continue;
    out += std::string(toString(dispatch_slots[slot])) + ": ";
    out += table_[slot].isFallthrough() ? "falls through" : why_[slot];
    out += '\n';
  }
  return out;
}

std::string OperatorEntry::escapes() const {
  if (!schema_.has_value() || registered(DispatchKey::CompositeImplicitAutograd) != nullptr) return {};
  bool writes = false;
  for (const c10::Argument& argument : schema_->arguments()) writes |= argument.is_write();
  bool views = false;
  for (const c10::Argument& result : schema_->returns()) views |= !result.alias().empty() && !result.is_write();
  if (!writes && !views) return {};
  std::string out;
  const std::string subject = toString(name_) + (writes ? " writes an argument" : " returns a view");
  if (registered(DispatchKey::ADInplaceOrView) == nullptr)
    out += "F3: " + subject + " and has no ADInplaceOrView kernel (D5): " +
           (writes ? "nothing bumps the version (V3) or rejects an inference tensor outside the mode (M2)\n"
                   : "the view is not tracked (W1)\n");
  for (const DispatchKey key : dispatch_slots)
    if (backend_of(key) != DispatchKey::Undefined && registered(backend_of(key)) != nullptr &&
        table_[slot_of(key)].isFallthrough())
      out += "F3: " + subject + " and has no " + toString(key) + " kernel (D5): nothing is recorded" +
             (writes ? ", and writes that autograd forbids are not rejected (W4)\n" : "\n");
  return out;
}

}  // namespace modecheck::engine
