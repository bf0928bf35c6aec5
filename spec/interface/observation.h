// What the harness observes of a subject after every command. An observation holds plain values without addresses, and
// observations are compared as bytes.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "spec/interface/device_kind.h"
#include "spec/program/dtype.h"
#include "spec/program/limits.h"

namespace modecheck::spec {

constexpr std::uint8_t kNoRegister = 255;  // no register: there is no such tensor
constexpr std::uint8_t kElsewhere = 254;   // the tensor exists, but no register holds it
constexpr std::int32_t kNoVersion = std::numeric_limits<std::int32_t>::min();

// Bits of TensorObservation::keys: the dispatch keys of a tensor.
constexpr std::uint8_t kKeyBackend = 1;
constexpr std::uint8_t kKeyADInplaceOrView = 2;
constexpr std::uint8_t kKeyAutograd = 4;

// How a view was made (rule W1). The enumerators' numbers have no order.
enum class CreationMeta : std::int8_t {
  NotAView = -1,
  Default,
  InCustomFunction,
  MultiOutputNode,
  NoGradMode,
  InferenceMode,
};

// All metadata of one tensor, as the tensor stores them. Observing does not regenerate a stale view (rule W5).
struct TensorObservation {
  DType dtype = DType::Float32;
  DeviceKind device = DeviceKind::Cpu;
  std::uint8_t keys = 0;
  std::uint8_t is_inference = 0;
  std::uint8_t requires_grad = 0;
  std::uint8_t is_leaf = 1;
  std::uint8_t is_view = 0;      // 1: the tensor is a tracked view (rule W1)
  std::uint8_t has_grad_fn = 0;  // 1: the tensor stores a grad_fn, which may be out of date (rule W5)
  CreationMeta creation_meta = CreationMeta::NotAView;
  std::uint8_t retains_grad = 0;
  std::uint8_t same_tensor = kNoRegister;  // the lowest register that holds the same tensor
  std::uint8_t storage = kNoRegister;      // the lowest register whose tensor shares the storage
  std::uint8_t node = kNoRegister;  // the lowest register whose tensor has the same grad_fn; kNoRegister: no grad_fn
  std::uint8_t base = kNoRegister;  // the lowest register that holds the base, or kElsewhere; kNoRegister: not a view
  std::uint8_t output_nr = 0;       // which output of the stored grad_fn the tensor is
  std::uint8_t rank = 0;
  std::int32_t version = kNoVersion;  // the version counter minus its value when the register took the tensor
  std::int32_t storage_offset = 0;
  std::uint32_t storage_bytes = 0;
  std::array<std::int32_t, kMaxRank> sizes{};
  std::array<std::int32_t, kMaxRank> strides{};
};

// The gradient in a tensor's grad field.
struct GradObservation {
  std::uint8_t defined = 0;
  DType dtype = DType::Float32;
  std::uint8_t is_inference = 0;
  std::uint8_t requires_grad = 0;
  std::uint8_t tensor = kNoRegister;   // the lowest register that holds the gradient tensor itself, or kElsewhere
  std::uint8_t storage = kNoRegister;  // the lowest register whose tensor shares the gradient's storage, or kElsewhere
  std::uint8_t rank = 0;
  std::uint8_t reserved = 0;
  std::array<std::int32_t, kMaxRank> sizes{};
  std::array<std::int32_t, kMaxRank> strides{};
};

// The modes (rule G1) of the thread that ran the command.
struct ModeObservation {
  std::uint8_t inference_mode = 0;
  std::uint8_t grad_mode = 1;
  std::uint8_t forward_grad_mode = 1;
  std::uint8_t adinplaceorview_included = 1;
  std::uint8_t autograd_excluded = 0;
  std::uint8_t adinplaceorview_excluded = 0;
};

// The route: the kernels through which the command's primitive operators ran, in order (rule D3). An entry combines
// kKeyAutograd, kKeyADInplaceOrView and kKeyBackend. Calls from a backend kernel are not included. `known` is 0 if the
// subject cannot observe its route.
struct RouteObservation {
  static constexpr int capacity = 14;
  std::uint8_t known = 0;
  std::uint8_t length = 0;
  std::array<std::uint8_t, capacity> keys{};
};

// A range of Trace::bytes, which holds the bytes of values and messages.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
};

struct RegisterObservation {
  TensorObservation tensor;
  GradObservation grad;
  ByteRange storage;      // all bytes of the storage; empty on Meta, and if a lower register shares the storage
  ByteRange grad_values;  // the gradient's elements in row-major order and in its dtype; empty on Meta
};

struct Observation {
  ModeObservation mode;
  RouteObservation route;
  std::array<RegisterObservation, kRegisters> registers{};
};

}  // namespace modecheck::spec
