// Declares the set of dispatch keys of a tensor, of a thread or of a call (rule D1). As in libtorch a set has two
// parts: backends, and functionalities. A per-backend key such as AutogradCPU is one bit of each part.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <string>

#include "engine/core/types/device.h"

namespace c10 {
inline namespace modecheck_v1 {

enum class DispatchKey : std::uint16_t {
  Undefined,
  // these keys name a functionality
  Dense,
  BackendSelect,
  ADInplaceOrView,
  AutogradOther,
  AutogradFunctionality,
  AutogradNestedTensor,
  Tracer,
  AutocastCPU,
  AutocastCUDA,
  // No tensor has these two keys. Programs use them to try out boxed fallbacks and modes.
  TESTING_ONLY_GenericWrapper,
  TESTING_ONLY_GenericMode,
  // these keys name a backend
  CPU,
  CUDA,
  // No tensor of the engine has the key XLA, Lazy or PrivateUse1. Backends outside the engine register kernels under
  // these keys.
  XLA,
  Lazy,
  Meta,
  PrivateUse1,
  AutogradCPU,
  AutogradCUDA,
  AutogradXLA,
  AutogradLazy,
  AutogradMeta,
  AutogradPrivateUse1,
  // Alias keys: a kernel that is registered under an alias key serves several keys. A key set cannot contain an alias
  // key, except that Autograd adds the bit of AutogradFunctionality.
  Autograd,  // an alias of AutogradCPU, AutogradCUDA and the other autograd keys
  CompositeImplicitAutograd,
  CompositeExplicitAutograd,
  CompositeExplicitAutogradNonFunctional,
  CatchAll = CompositeImplicitAutograd,
  // these are former names of the backend keys
  CPUTensorId = CPU,
  CUDATensorId = CUDA,
};

constexpr DispatchKey kAutograd = DispatchKey::Autograd;

const char* toString(DispatchKey key);
inline std::ostream& operator<<(std::ostream& out, DispatchKey key) { return out << toString(key); }

class DispatchKeySetIterator;

class DispatchKeySet final {
 public:
  using iterator = DispatchKeySetIterator;
  constexpr DispatchKeySet() = default;
  constexpr explicit DispatchKeySet(DispatchKey key) : bits_(static_cast<std::uint32_t>(bits_of(key))) {}
  constexpr DispatchKeySet(std::initializer_list<DispatchKey> keys) {
    for (DispatchKey key : keys) bits_ |= static_cast<std::uint32_t>(bits_of(key));
  }
  enum Full { FULL };
  enum FullAfter { FULL_AFTER };
  constexpr explicit DispatchKeySet(Full /*every key*/)
      : bits_(static_cast<std::uint32_t>((std::uint64_t{testing_mode_bit} << 1) - 1)) {}
  // Makes the set of all backends and of all functionalities with a lower dispatch priority than `key`. A kernel of the
  // key redispatches with this set (rule D2).
  constexpr DispatchKeySet(FullAfter /*below*/, DispatchKey key)
      : bits_(static_cast<std::uint32_t>((bits_of(key) & ~backend_bits) - 1)) {}
  static constexpr DispatchKeySet from_raw(std::uint64_t bits) {
    DispatchKeySet out;
    out.bits_ = static_cast<std::uint32_t>(bits);
    return out;
  }

  constexpr std::uint64_t raw_repr() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has(DispatchKey key) const {
    const std::uint64_t wanted = bits_of(key);
    return wanted != 0 && (bits_ & wanted) == wanted;
  }
  constexpr bool has_any(DispatchKeySet other) const { return (bits_ & other.bits_) != 0; }
  constexpr bool has_all(DispatchKeySet other) const { return (bits_ & other.bits_) == other.bits_; }
  constexpr DispatchKeySet add(DispatchKey key) const { return from_raw(bits_ | bits_of(key)); }
  // Returns the set without the key's functionality. The set keeps its backends, as in libtorch.
  constexpr DispatchKeySet remove(DispatchKey key) const { return from_raw(bits_ & ~(bits_of(key) & ~backend_bits)); }
  constexpr DispatchKeySet operator|(DispatchKeySet other) const { return from_raw(bits_ | other.bits_); }
  constexpr DispatchKeySet operator&(DispatchKeySet other) const { return from_raw(bits_ & other.bits_); }
  constexpr DispatchKeySet operator-(DispatchKeySet other) const {
    return from_raw(bits_ & ~(other.bits_ & ~backend_bits));
  }
  constexpr bool operator==(DispatchKeySet other) const { return bits_ == other.bits_; }
  constexpr bool operator!=(DispatchKeySet other) const { return bits_ != other.bits_; }

  constexpr DispatchKeySetIterator begin() const;
  constexpr DispatchKeySetIterator end() const;

  // The bits are in dispatch order, from the lowest: backends, ADInplaceOrView, Autograd.
  static constexpr std::uint64_t cpu_bit = std::uint64_t{1} << 0;
  static constexpr std::uint64_t cuda_bit = std::uint64_t{1} << 1;
  static constexpr std::uint64_t xla_bit = std::uint64_t{1} << 2;
  static constexpr std::uint64_t lazy_bit = std::uint64_t{1} << 3;
  static constexpr std::uint64_t meta_bit = std::uint64_t{1} << 4;
  static constexpr std::uint64_t private_use_bit = std::uint64_t{1} << 5;
  static constexpr std::uint64_t backend_bits = cpu_bit | cuda_bit | xla_bit | lazy_bit | meta_bit | private_use_bit;
  static constexpr std::uint64_t dense_bit = std::uint64_t{1} << 6;
  static constexpr std::uint64_t backend_select_bit = std::uint64_t{1} << 7;
  static constexpr std::uint64_t adinplaceorview_bit = std::uint64_t{1} << 8;
  static constexpr std::uint64_t autograd_other_bit = std::uint64_t{1} << 9;
  static constexpr std::uint64_t autograd_bit = std::uint64_t{1} << 10;
  static constexpr std::uint64_t autograd_nested_bit = std::uint64_t{1} << 11;
  static constexpr std::uint64_t tracer_bit = std::uint64_t{1} << 12;
  static constexpr std::uint64_t autocast_cpu_bit = std::uint64_t{1} << 13;
  static constexpr std::uint64_t autocast_cuda_bit = std::uint64_t{1} << 14;
  static constexpr std::uint64_t testing_wrapper_bit = std::uint64_t{1} << 15;
  static constexpr std::uint64_t testing_mode_bit = std::uint64_t{1} << 16;

  static constexpr std::uint64_t bits_of(DispatchKey key) {
    switch (key) {
      case DispatchKey::Undefined:
        return 0;
      case DispatchKey::Dense:
        return dense_bit;
      case DispatchKey::BackendSelect:
        return backend_select_bit;
      case DispatchKey::ADInplaceOrView:
        return adinplaceorview_bit;
      case DispatchKey::AutogradOther:
        return autograd_other_bit;
      case DispatchKey::AutogradFunctionality:
      case DispatchKey::Autograd:
        return autograd_bit;
      case DispatchKey::AutogradNestedTensor:
        return autograd_nested_bit;
      case DispatchKey::Tracer:
        return tracer_bit;
      case DispatchKey::AutocastCPU:
        return autocast_cpu_bit;
      case DispatchKey::AutocastCUDA:
        return autocast_cuda_bit;
      case DispatchKey::TESTING_ONLY_GenericWrapper:
        return testing_wrapper_bit;
      case DispatchKey::TESTING_ONLY_GenericMode:
        return testing_mode_bit;
      case DispatchKey::CPU:
        return dense_bit | cpu_bit;
      case DispatchKey::CUDA:
        return dense_bit | cuda_bit;
      case DispatchKey::XLA:
        return dense_bit | xla_bit;
      case DispatchKey::Lazy:
        return dense_bit | lazy_bit;
      case DispatchKey::Meta:
        return dense_bit | meta_bit;
      case DispatchKey::PrivateUse1:
        return dense_bit | private_use_bit;
      case DispatchKey::AutogradCPU:
        return autograd_bit | cpu_bit;
      case DispatchKey::AutogradCUDA:
        return autograd_bit | cuda_bit;
      case DispatchKey::AutogradXLA:
        return autograd_bit | xla_bit;
      case DispatchKey::AutogradLazy:
        return autograd_bit | lazy_bit;
      case DispatchKey::AutogradMeta:
        return autograd_bit | meta_bit;
      case DispatchKey::AutogradPrivateUse1:
        return autograd_bit | private_use_bit;
      case DispatchKey::CompositeImplicitAutograd:
      case DispatchKey::CompositeExplicitAutograd:
      case DispatchKey::CompositeExplicitAutogradNonFunctional:
        return 0;
    }
    return 0;
  }

 private:
  std::uint32_t bits_ = 0;  // libtorch uses 64 bits, but a guard saves and restores 32 bits faster
};

// The keys that InferenceMode excludes (rule G2).
constexpr DispatchKeySet autograd_dispatch_keyset({DispatchKey::AutogradFunctionality, DispatchKey::AutogradOther,
                                                   DispatchKey::AutogradNestedTensor});
// The keys that a normal tensor has in addition to those of its backend (rule K5).
constexpr DispatchKeySet normal_tensor_keyset({DispatchKey::AutogradFunctionality, DispatchKey::ADInplaceOrView});
constexpr DispatchKeySet autograd_dispatch_keyset_with_ADInplaceOrView =
    autograd_dispatch_keyset | DispatchKeySet(DispatchKey::ADInplaceOrView);
// The autocast keys. As in libtorch every thread excludes them by default. The engine has no autocast, so it does not
// use them otherwise.
constexpr DispatchKeySet autocast_dispatch_keyset({DispatchKey::AutocastCPU, DispatchKey::AutocastCUDA});

// The first set has all keys with a lower dispatch priority than ADInplaceOrView, and the second all keys with a lower
// priority than Autograd. Kernels of these two keys redispatch with the set (rule D2).
constexpr DispatchKeySet after_ADInplaceOrView_keyset =
    DispatchKeySet::from_raw(DispatchKeySet::adinplaceorview_bit - 1);
constexpr DispatchKeySet after_autograd_keyset = DispatchKeySet::from_raw(DispatchKeySet::autograd_other_bit - 1);

// Returns the names of the keys as libtorch lists them, lowest first: "DispatchKeySet(CPU, ADInplaceOrView,
// AutogradCPU)".
std::string toString(DispatchKeySet keys);
inline std::ostream& operator<<(std::ostream& out, DispatchKeySet keys) { return out << toString(keys); }

// The backends without a functionality. A key such as AutogradCPU combines a backend with the functionality autograd.
enum class BackendComponent : std::uint8_t { InvalidBit, CPUBit, CUDABit, XLABit, LazyBit, MetaBit, PrivateUse1Bit };

constexpr BackendComponent toBackendComponent(DispatchKey key) {
  const std::uint64_t bits = DispatchKeySet::bits_of(key);
  return (bits & DispatchKeySet::cpu_bit) != 0           ? BackendComponent::CPUBit
         : (bits & DispatchKeySet::cuda_bit) != 0        ? BackendComponent::CUDABit
         : (bits & DispatchKeySet::xla_bit) != 0         ? BackendComponent::XLABit
         : (bits & DispatchKeySet::lazy_bit) != 0        ? BackendComponent::LazyBit
         : (bits & DispatchKeySet::meta_bit) != 0        ? BackendComponent::MetaBit
         : (bits & DispatchKeySet::private_use_bit) != 0 ? BackendComponent::PrivateUse1Bit
                                                         : BackendComponent::InvalidBit;
}
// Returns the key whose kernels record gradients for tensors of the backend.
constexpr DispatchKey getAutogradKeyFromBackend(BackendComponent backend) {
  switch (backend) {
    case BackendComponent::CPUBit:
      return DispatchKey::AutogradCPU;
    case BackendComponent::CUDABit:
      return DispatchKey::AutogradCUDA;
    case BackendComponent::XLABit:
      return DispatchKey::AutogradXLA;
    case BackendComponent::LazyBit:
      return DispatchKey::AutogradLazy;
    case BackendComponent::MetaBit:
      return DispatchKey::AutogradMeta;
    case BackendComponent::PrivateUse1Bit:
      return DispatchKey::AutogradPrivateUse1;
    default:
      return DispatchKey::AutogradOther;
  }
}
// Returns the backend key of a set, without its autograd key. Returns Undefined if the set has no backend.
constexpr DispatchKey legacyExtractDispatchKey(DispatchKeySet keys) {
  for (const DispatchKey key : {DispatchKey::PrivateUse1, DispatchKey::Meta, DispatchKey::Lazy, DispatchKey::XLA,
                                DispatchKey::CUDA, DispatchKey::CPU})
    if (keys.has(key)) return key;
  return DispatchKey::Undefined;
}

constexpr DispatchKeySet backend_keyset(Device device) {
  return DispatchKeySet(!device.has_bytes()       ? DispatchKey::Meta
                        : device.in_cuda_memory() ? DispatchKey::CUDA
                                                  : DispatchKey::CPU);
}

}  // namespace modecheck_v1
}  // namespace c10

#include "engine/core/types/dispatch_key_set_iterator.h"  // defines the type that begin() and end() return
