// Gives the adapter what it needs from our engine beyond the libtorch API; torch_access.h is the counterpart for
// libtorch. The engine tells more than libtorch: the route of a command, and how many objects are alive.
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <exception>
#include <sstream>
#include <string>
#include <string_view>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/core/errors/data_dependent_error.h"
#include "engine/core/memory/live_objects.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/dispatcher.h"
#include "engine/dispatch/route.h"
#include "spec/interface/observation.h"
#include "spec/program/operation.h"
#include "subjects/adapter/device_session.h"
#include "subjects/adapter/errors_engine.h"
#include "subjects/adapter/fake_program.h"

namespace modecheck::subjects::access {

#ifdef MODECHECK_CANARY
constexpr const char* name = "canary";
#elif defined(MODECHECK_ALLOCATION_FAILURE)
constexpr const char* name = "starved";
#else
constexpr const char* name = "engine";
#endif
inline const char* version() { return MODECHECK_VERSION; }

inline const void* code_address() { return reinterpret_cast<const void*>(&c10::Dispatcher::singleton); }

class SilentWarnings final : public c10::WarningHandler {
 public:
  void process(const c10::SourceLocation&, const std::string&, bool) override {}
};

// Silences the engine's warnings in the calling thread, because each thread has its own warning handler.
inline void prepare_thread() {
  static SilentWarnings silent;
  c10::Warning::set_warning_handler(&silent);
}
inline void prepare_process() {}

inline std::string_view message_of(const std::exception& error) { return error.what(); }
inline spec::ErrorClass classify(const std::exception& error) { return classify_engine_error(error); }
// What depends on the elements of fake tensors is dropped by the model, so this error of a command is a mismatch.
inline bool is_unsupported(const std::exception& error) {
  if (dynamic_cast<const engine::DataDependentError*>(&error) != nullptr) return false;
  const engine::Classified* const classified = engine::classified(error);
  return classified != nullptr && classified->error_class() == engine::ErrorClass::Unsupported;
}

struct AutogradState {
  const void* node;
  std::uint32_t output_nr;
  bool retains_grad;
  bool is_view;
  spec::CreationMeta creation_meta;
  const c10::TensorImpl* base;
  const at::Tensor* grad;  // null: the tensor has no gradient
};

// Reads a tensor's stored autograd state. It fills `out` in place, because it runs for every register after every
// command.
inline void read_autograd_state(const at::Tensor& tensor, AutogradState& out) {
  using Theirs = torch::autograd::CreationMeta;
  using Ours = spec::CreationMeta;
  static_assert(static_cast<int>(Theirs::DEFAULT) == static_cast<int>(Ours::Default) &&
                    static_cast<int>(Theirs::IN_CUSTOM_FUNCTION) == static_cast<int>(Ours::InCustomFunction) &&
                    static_cast<int>(Theirs::MULTI_OUTPUT_NODE) == static_cast<int>(Ours::MultiOutputNode) &&
                    static_cast<int>(Theirs::NO_GRAD_MODE) == static_cast<int>(Ours::NoGradMode) &&
                    static_cast<int>(Theirs::INFERENCE_MODE) == static_cast<int>(Ours::InferenceMode),
                "the cast below");
  const torch::autograd::AutogradMeta* const meta = tensor.unsafeGetTensorImpl()->autograd_meta();
  const bool known = meta != nullptr;
  out.node = known ? meta->grad_fn_.get() : nullptr;
  out.output_nr = known ? meta->output_nr_ : 0;
  out.retains_grad = known && meta->retains_grad_;
  out.grad = known && meta->grad_.defined() ? &meta->grad_ : nullptr;
  out.is_view = known && meta->is_view_;
  out.base = nullptr;
  out.creation_meta = Ours::NotAView;
  if (!out.is_view) return;
  const auto* const view = static_cast<const torch::autograd::DifferentiableViewMeta*>(meta);
  out.base = view->get_backward_info().base_.unsafeGetTensorImpl();
  out.creation_meta = static_cast<Ours>(view->get_creation_meta());
}

inline bool has_version(const c10::TensorImpl& impl) { return impl.version_counter().enabled(); }
inline std::int32_t version_of(const c10::TensorImpl& impl) {
  return static_cast<std::int32_t>(impl.version_counter().current_version());
}

struct StorageState {
  const void* identity;
  const void* data;
  std::size_t bytes;
};

inline StorageState storage_state(const c10::TensorImpl& impl) {
  const c10::StorageImpl* const storage = impl.storage().get();
  return {storage, storage->data(), storage->nbytes()};
}

inline std::uint8_t keys_of(c10::DispatchKeySet keys) {
  using Set = c10::DispatchKeySet;
  const std::uint64_t bits = keys.raw_repr();
  return static_cast<std::uint8_t>(((bits & Set::backend_bits) != 0 ? spec::kKeyBackend : 0) |
                                   ((bits & Set::adinplaceorview_bit) != 0 ? spec::kKeyADInplaceOrView : 0) |
                                   ((bits & Set::autograd_bit) != 0 ? spec::kKeyAutograd : 0));
}
inline std::uint8_t keys_of(const c10::TensorImpl& impl) { return keys_of(impl.key_set()); }

inline spec::ModeObservation mode() {
  const engine::ModeState& state = engine::thread_state;
  spec::ModeObservation out;
  out.inference_mode = state.inference;
  out.grad_mode = state.grad;
  out.forward_grad_mode = state.forward_grad;
  out.adinplaceorview_included = state.included.has(c10::DispatchKey::ADInplaceOrView);
  out.autograd_excluded = state.excluded.has(c10::DispatchKey::AutogradFunctionality);
  out.adinplaceorview_excluded = state.excluded.has(c10::DispatchKey::ADInplaceOrView);
  return out;
}

// Call this when no program runs that uses hooks: without a stub the engine asks for none.
inline void stop_asking_for_hooks() { torch::autograd::set_default_engine_stub(nullptr); }

// Returns the calling thread's route trace, which lists the kernels that ran. It is made when the thread runs its first
// command.
inline engine::RouteTrace& route_of_thread() {
  // avoids the function call behind every access to a thread_local variable
  if (engine::route_trace != nullptr) return *engine::route_trace;
  thread_local engine::RouteTrace trace;
  return trace;
}
inline void start_route() { route_of_thread().clear(); }
// While an object of this class lives, what runs is no part of the route, because it is code of the program.
using OutsideTheRoute = engine::RouteMute;

inline void read_route(spec::RouteObservation& out) {
  out = spec::RouteObservation{};
  out.known = 1;
  for (const engine::RouteStep& step : route_of_thread().steps()) {
    if (out.length == spec::RouteObservation::capacity) break;
    out.keys[out.length++] = step.key == c10::DispatchKey::ADInplaceOrView                 ? spec::kKeyADInplaceOrView
                             : keys_of(c10::DispatchKeySet(step.key)) == spec::kKeyBackend ? spec::kKeyBackend
                                                                                           : spec::kKeyAutograd;
  }
}

inline std::int64_t live_objects() { return engine::live_objects().total(); }

// Returns the device of a tensor of a program. `own` is the program's own device. A program on fake tensors begins with
// real ones. In each part of the program only tensors of the right kind count as being on its own device.
inline spec::DeviceKind device_of(const at::Tensor& tensor, spec::DeviceKind own) {
  if (own == spec::DeviceKind::Fake)
    return tensor.is_cpu() && tensor.is_fake() == (engine::thread_fake_mode != 0) ? own : spec::DeviceKind::Cpu;
  return tensor.is_meta() ? spec::DeviceKind::Meta : tensor.is_cuda() ? own : spec::DeviceKind::Cpu;
}

inline bool has_device(spec::DeviceKind device) {
  return !spec::has_own_memory(device) || DeviceSession::exists(device);
}
inline bool supports(const spec::Operation&, spec::DeviceKind device) { return has_device(device); }

// --- Functions for the CUDA device, if there is one: device_session.h

inline void open_device(spec::DeviceKind device) {
  if (spec::has_own_memory(device)) DeviceSession::of(device);
}
inline void begin_program(spec::DeviceKind device, const spec::ProgramView& program) {
  if (spec::has_own_memory(device)) DeviceSession::of(device).begin(program);
}
inline void begin_command(spec::DeviceKind device) {
  if (spec::has_own_memory(device)) [[unlikely]]
    DeviceSession::of(device).change_stream();
}
inline std::string finish_device(spec::DeviceKind device) {
  return spec::has_own_memory(device) ? DeviceSession::of(device).finish() : std::string();
}
inline void device_read(spec::DeviceKind device, void* to, const c10::TensorImpl& from, std::size_t begin,
                        std::size_t bytes) {
  DeviceSession::of(device).read(to, *from.storage(), begin, bytes);
}
inline void device_write(spec::DeviceKind device, const c10::TensorImpl& to, std::size_t begin, const void* from,
                         std::size_t bytes) {
  DeviceSession::of(device).write(*to.storage(), begin, from, bytes);
}

// Returns what the engine's check of custom operators reports about the operators of a namespace.
inline std::string operator_check(const std::string& ns) {
  std::string out;
  std::istringstream lines(c10::Dispatcher::singleton().checkCustomOperators());
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("F3: " + ns + "::", 0) == 0) out += line + "\n";
  return out;
}

}  // namespace modecheck::subjects::access
