#include "engine/core/dispatch_key_set.h"

namespace c10 {
inline namespace modecheck_v1 {

const char* toString(DispatchKey key) {
  switch (key) {
    case DispatchKey::Undefined:
      return "Undefined";
    case DispatchKey::Dense:
      return "Dense";
    case DispatchKey::BackendSelect:
      return "BackendSelect";
    case DispatchKey::ADInplaceOrView:
      return "ADInplaceOrView";
    case DispatchKey::AutogradOther:
      return "AutogradOther";
    case DispatchKey::AutogradFunctionality:
      return "AutogradFunctionality";
    case DispatchKey::AutogradNestedTensor:
      return "AutogradNestedTensor";
    case DispatchKey::AutocastCPU:
      return "AutocastCPU";
    case DispatchKey::AutocastCUDA:
      return "AutocastCUDA";
    case DispatchKey::CPU:
      return "CPU";
    case DispatchKey::CUDA:
      return "CUDA";
    case DispatchKey::XLA:
      return "XLA";
    case DispatchKey::Lazy:
      return "Lazy";
    case DispatchKey::Meta:
      return "Meta";
    case DispatchKey::PrivateUse1:
      return "PrivateUse1";
    case DispatchKey::Tracer:
      return "Tracer";
    case DispatchKey::AutogradCPU:
      return "AutogradCPU";
    case DispatchKey::AutogradCUDA:
      return "AutogradCUDA";
    case DispatchKey::AutogradXLA:
      return "AutogradXLA";
    case DispatchKey::AutogradLazy:
      return "AutogradLazy";
    case DispatchKey::AutogradMeta:
      return "AutogradMeta";
    case DispatchKey::AutogradPrivateUse1:
      return "AutogradPrivateUse1";
    case DispatchKey::Autograd:
      return "Autograd";
    case DispatchKey::TESTING_ONLY_GenericWrapper:
      return "TESTING_ONLY_GenericWrapper";
    case DispatchKey::TESTING_ONLY_GenericMode:
      return "TESTING_ONLY_GenericMode";
    case DispatchKey::CompositeImplicitAutograd:
      return "CompositeImplicitAutograd";
    case DispatchKey::CompositeExplicitAutograd:
      return "CompositeExplicitAutograd";
    case DispatchKey::CompositeExplicitAutogradNonFunctional:
      return "CompositeExplicitAutogradNonFunctional";
  }
  return "UNKNOWN_TENSOR_TYPE_ID";
}

std::string toString(DispatchKeySet keys) {
  // In the order of dispatch. A key of its own for each backend is listed for the backends that the set has.
  static constexpr DispatchKey order[] = {DispatchKey::CPU,
                                          DispatchKey::CUDA,
                                          DispatchKey::XLA,
                                          DispatchKey::Lazy,
                                          DispatchKey::Meta,
                                          DispatchKey::PrivateUse1,
                                          DispatchKey::BackendSelect,
                                          DispatchKey::ADInplaceOrView,
                                          DispatchKey::AutogradOther,
                                          DispatchKey::AutogradCPU,
                                          DispatchKey::AutogradCUDA,
                                          DispatchKey::AutogradXLA,
                                          DispatchKey::AutogradLazy,
                                          DispatchKey::AutogradMeta,
                                          DispatchKey::AutogradPrivateUse1,
                                          DispatchKey::AutogradNestedTensor,
                                          DispatchKey::Tracer,
                                          DispatchKey::AutocastCPU,
                                          DispatchKey::AutocastCUDA,
                                          DispatchKey::TESTING_ONLY_GenericWrapper,
                                          DispatchKey::TESTING_ONLY_GenericMode};
  std::string out = "DispatchKeySet(";
  bool first = true;
  for (const DispatchKey key : order) {
    if (!keys.has(key)) continue;
    if (!first) out += ", ";
    out += toString(key);
    first = false;
  }
  return out + ")";
}

}  // namespace modecheck_v1
}  // namespace c10
