// The observation of a subject after every command: plain values without addresses, compared as bytes.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "spec/interface/device_kind.h"
#include "spec/program/dtype.h"
#include "spec/program/limits.h"

namespace modecheck::spec {

constexpr std::uint8_t kNoRegister = 255;  // "no such register"
constexpr std::uint8_t kElsewhere = 254;   // exists, but no register holds it
constexpr std::int32_t kNoVersion = std::numeric_limits<std::int32_t>::min();

// Bits of TensorObservation::keys.
constexpr std::uint8_t kKeyBackend = 1;
constexpr std::uint8_t kKeyADInplaceOrView = 2;
constexpr std::uint8_t kKeyAutograd = 4;

// How a view was made (W1). The numbers are names only, and have no order.
enum class CreationMeta : std::int8_t {
  NotAView = -1,
  Default,
  InCustomFunction,
  MultiOutputNode,
  NoGradMode,
  InferenceMode,
};

// All metadata of one tensor, as stored: observing regenerates no stale view (W5).
struct TensorObservation {
  DType dtype = DType::Float32;
  DeviceKind device = DeviceKind::Cpu;
  std::uint8_t keys = 0;
  std::uint8_t is_inference = 0;
  std::uint8_t requires_grad = 0;
  std::uint8_t is_leaf = 1;
  std::uint8_t is_view = 0;      // a tracked view (W1)
  std::uint8_t has_grad_fn = 0;  // the stored grad_fn, which may be stale
  CreationMeta creation_meta = CreationMeta::NotAView;
  std::uint8_t retains_grad = 0;
  std::uint8_t same_tensor = kNoRegister;  // lowest register that holds the same tensor
  std::uint8_t storage = kNoRegister;      // lowest register that shares the storage
  std::uint8_t node = kNoRegister;         // lowest register that has the same stored grad_fn; kNoRegister without one
  std::uint8_t base = kNoRegister;         // lowest register that holds the base; kNoRegister: not a view; kElsewhere
  std::uint8_t output_nr = 0;              // of the stored grad_fn
  std::uint8_t rank = 0;
  std::int32_t version = kNoVersion;  // relative to when the register took the tensor; kNoVersion: none
  std::int32_t storage_offset = 0;
  std::uint32_t storage_bytes = 0;
  std::array<std::int32_t, kMaxRank> sizes{};
  std::array<std::int32_t, kMaxRank> strides{};
};

// The gradient that a tensor holds.
struct GradObservation {
  std::uint8_t defined = 0;
  DType dtype = DType::Float32;
  std::uint8_t is_inference = 0;
  std::uint8_t requires_grad = 0;
  std::uint8_t tensor = kNoRegister;   // lowest register that holds the gradient itself; kElsewhere
  std::uint8_t storage = kNoRegister;  // lowest register that shares the gradient's storage; kElsewhere
  std::uint8_t rank = 0;
  std::uint8_t reserved = 0;
  std::array<std::int32_t, kMaxRank> sizes{};
  std::array<std::int32_t, kMaxRank> strides{};
};

// The modes (G1) of the thread that ran the command.
struct ModeObservation {
  std::uint8_t inference_mode = 0;
  std::uint8_t grad_mode = 1;
  std::uint8_t forward_grad_mode = 1;
  std::uint8_t adinplaceorview_included = 1;
  std::uint8_t autograd_excluded = 0;
  std::uint8_t adinplaceorview_excluded = 0;
};

// The kernels through which the command's primitive operators ran, in order (D3): kKeyAutograd, kKeyADInplaceOrView,
// kKeyBackend. Calls from a backend kernel are not included. `known` is 0 if the subject cannot observe its route.
struct RouteObservation {
  static constexpr int capacity = 14;
  std::uint8_t known = 0;
  std::uint8_t length = 0;
  std::array<std::uint8_t, capacity> keys{};
};

// A range of the trace's bytes.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
};

struct RegisterObservation {
  TensorObservation tensor;
  GradObservation grad;
  ByteRange
      storage;  // all bytes of the storage; empty unless this register is the lowest that shares it; empty on Meta
  ByteRange grad_values;  // the gradient's elements, row-major, in its dtype; empty on Meta
};

struct Observation {
  ModeObservation mode;
  RouteObservation route;
  std::array<RegisterObservation, kRegisters> registers{};
};

}  // namespace modecheck::spec
