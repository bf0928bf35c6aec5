// Gives the adapter what it needs from libtorch beyond the public API. It reads stored autograd state without
// regenerating stale views, and prepares the process so that runs repeat. engine_access.h is the counterpart for our
// engine; the adapter is the same otherwise. Differences between versions of libtorch, from 1.13 on, are handled in
// this file only.
//
// Every function here reads only, except prepare_process and prepare_thread.
#pragma once

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/ThreadLocalState.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>
#include <c10/util/Logging.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/version.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include "spec/interface/observation.h"
#include "spec/interface/subject.h"
#include "spec/program/operation.h"
#include "subjects/adapter/torch_cuda.h"
#include "subjects/messages/messages.h"

namespace modecheck::subjects::access {

// The subject's name: "torch" for the installed libtorch. The name of another version contains its number:
// "torch-2.15.0".
constexpr const char* name = MODECHECK_SUBJECT_NAME;
// The version of libtorch. TORCH_VERSION is wrong in Debian's package (subjects/CMakeLists.txt).
inline const char* version() { return MODECHECK_TORCH_VERSION; }

// Returns an address inside the library under test, taken from a function that the adapter itself calls.
inline const void* code_address() { return reinterpret_cast<const void*>(&c10::Dispatcher::realSingleton); }

// An allocator that sets every new block to zeros, so that uninitialised memory is the same in each run and in each
// subject.
class ZeroingAllocator final : public c10::Allocator {
 public:
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 3)
  c10::DataPtr allocate(std::size_t bytes) override { return zeroed(bytes); }
  void copy_data(void* to, const void* from, std::size_t bytes) const override { default_copy_data(to, from, bytes); }
#else
  c10::DataPtr allocate(std::size_t bytes) const override { return zeroed(bytes); }
#endif
  c10::DeleterFnPtr raw_deleter() const override { return &std::free; }

 private:
  static c10::DataPtr zeroed(std::size_t bytes) {
    if (bytes == 0) return {nullptr, nullptr, &std::free, c10::Device(c10::DeviceType::CPU)};
    constexpr std::size_t alignment = 64;
    void* const data = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    TORCH_CHECK(data != nullptr, "out of memory: ", bytes, " bytes");
    std::memset(data, 0, bytes);
    return {data, data, &std::free, c10::Device(c10::DeviceType::CPU)};
  }
};

class SilentWarnings final : public c10::WarningHandler {
 public:
#if TORCH_VERSION_MAJOR >= 2
  void process(const c10::Warning&) override {}
#else
  void process(const c10::SourceLocation&, const std::string&, bool) override {}
#endif
};

// Silences libtorch's warnings in the calling thread, because each thread has its own warning handler.
inline void prepare_thread() {
  static SilentWarnings silent;
#if TORCH_VERSION_MAJOR >= 2
  c10::WarningUtils::set_warning_handler(&silent);
#else
  c10::Warning::set_warning_handler(&silent);
#endif
}

inline void prepare_process() {
  static ZeroingAllocator zeroing;
  static const bool once = [] {
    c10::SetCPUAllocator(&zeroing, /*priority=*/100);
    // Turn off backtraces, because a backtrace costs a thousand times as much as the error itself.
    c10::SetStackTraceFetcher([] { return std::string(); });
    at::set_num_threads(1);
    return true;
  }();
  static_cast<void>(once);
}

inline std::string_view message_of(const std::exception& error) {
  const auto* const of_c10 = dynamic_cast<const c10::Error*>(&error);
  return of_c10 != nullptr ? of_c10->what_without_backtrace() : error.what();
}

// Returns the class of an error (rule E2), by the table of messages (subjects/messages/libtorch.cpp).
inline spec::ErrorClass classify(const std::exception& error) { return classify_message(message_of(error)); }

// Returns true if the error says that there is no kernel for this device. Then the subject does not support the
// command, and the error is not judged.
inline bool is_unsupported(const std::exception& error) {
  return dynamic_cast<const c10::NotImplementedError*>(&error) != nullptr &&
         message_of(error).find("Could not run 'aten::") == 0;
}

// A tensor's stored autograd state. It is read without the accessors that regenerate a stale view (rule W5).
struct AutogradState {
  const void* node;
  std::uint32_t output_nr;
  bool retains_grad;
  bool is_view;
  spec::CreationMeta creation_meta;
  const c10::TensorImpl* base;
  const at::Tensor* grad;  // null: the tensor has no gradient
};

// Says whether a tensor retains its gradient. libtorch 1.13 stores the hook's index, or -1; later versions store a
// bool.
inline bool retains(std::int64_t hook) { return hook != -1; }
inline bool retains(bool whether) { return whether; }

inline void read_autograd_state(const at::Tensor& tensor, AutogradState& out) {
  out = {nullptr, 0, false, false, spec::CreationMeta::NotAView, nullptr, nullptr};
  const auto* const meta = torch::autograd::impl::get_autograd_meta(tensor);
  if (meta == nullptr) return;
  out.node = meta->grad_fn_.get();
  out.output_nr = meta->output_nr_;
  out.retains_grad = retains(meta->retains_grad_);
  if (meta->grad_.defined()) out.grad = &meta->grad_;
  if (!meta->is_view_) return;
  const auto* const view = torch::autograd::impl::get_view_autograd_meta(tensor);
  if (!view->has_bw_view()) return;  // the result of `detach` is a view for forward-mode differentiation only
  out.is_view = true;
  out.base = view->get_backward_view().base_.unsafeGetTensorImpl();
  switch (view->get_creation_meta()) {
    case torch::autograd::CreationMeta::DEFAULT:
      out.creation_meta = spec::CreationMeta::Default;
      break;
    case torch::autograd::CreationMeta::IN_CUSTOM_FUNCTION:
      out.creation_meta = spec::CreationMeta::InCustomFunction;
      break;
    case torch::autograd::CreationMeta::MULTI_OUTPUT_NODE:
      out.creation_meta = spec::CreationMeta::MultiOutputNode;
      break;
    case torch::autograd::CreationMeta::NO_GRAD_MODE:
      out.creation_meta = spec::CreationMeta::NoGradMode;
      break;
    case torch::autograd::CreationMeta::INFERENCE_MODE:
      out.creation_meta = spec::CreationMeta::InferenceMode;
      break;
  }
}

inline bool has_version(const c10::TensorImpl& impl) { return impl.version_counter().enabled(); }
inline std::int32_t version_of(const c10::TensorImpl& impl) {
  return static_cast<std::int32_t>(impl.version_counter().current_version());
}

struct StorageState {
  const void* identity;  // null: the tensor has no storage
  const void* data;      // null on the meta device, which has no memory
  std::size_t bytes;
};

inline StorageState storage_state(const c10::TensorImpl& impl) {
  StorageState out{nullptr, nullptr, 0};
  if (!impl.has_storage()) return out;
  auto* const storage = impl.storage().unsafeGetStorageImpl();
  out.identity = storage;
  out.data = storage->data();
  out.bytes = storage->nbytes();
  return out;
}

inline std::uint8_t keys_of(const c10::TensorImpl& impl) {
  const c10::DispatchKeySet keys = impl.key_set();
  return static_cast<std::uint8_t>(
      (keys.has(c10::DispatchKey::CPU) || keys.has(c10::DispatchKey::Meta) ? spec::kKeyBackend : 0) |
      (keys.has_any(c10::inplace_or_view_ks) ? spec::kKeyADInplaceOrView : 0) |
      (keys.has_any(c10::autograd_dispatch_keyset) ? spec::kKeyAutograd : 0));
}

inline spec::ModeObservation mode() {
  spec::ModeObservation out;
  const c10::AutogradState& state = c10::AutogradState::get_tls_state();
  const c10::impl::LocalDispatchKeySet keys = c10::impl::tls_local_dispatch_key_set();
  out.inference_mode = state.get_inference_mode();
  out.grad_mode = state.get_grad_mode();
  out.forward_grad_mode = state.get_fw_grad_mode();
  out.adinplaceorview_included = keys.included_.has(c10::DispatchKey::ADInplaceOrView);
  out.autograd_excluded = keys.excluded_.has(c10::DispatchKey::AutogradFunctionality);
  out.adinplaceorview_excluded = keys.excluded_.has(c10::DispatchKey::ADInplaceOrView);
  return out;
}

// libtorch asks its engine of autograd for hooks in any case.
inline void stop_asking_for_hooks() {}

// libtorch does not tell which kernels ran, nor how many objects are alive.
inline void start_route() {}
class OutsideTheRoute {
 public:
  OutsideTheRoute() {}   // NOLINT: see OnThisThread
  ~OutsideTheRoute() {}  // NOLINT: see OnThisThread
};
inline void read_route(spec::RouteObservation& out) { out = spec::RouteObservation{}; }
inline std::int64_t live_objects() { return -1; }

// Returns the device of a tensor of a program. `own` is the program's own device.
inline spec::DeviceKind device_of(const at::Tensor& tensor, spec::DeviceKind own) {
  return tensor.is_meta() ? spec::DeviceKind::Meta : tensor.is_cuda() ? own : spec::DeviceKind::Cpu;
}

// libtorch has fake tensors in Python only, so no program of it is fake.
class FakeProgram {
 public:
  enum class Run : std::uint8_t { First, OtherSizes, Again };

  void begin(bool /*with_symbols*/) {}
  bool begin_again(Run /*run*/) { return false; }
  at::Tensor from_tensor(const at::Tensor& real) { return real; }
  void end() {}
  template <typename Registers>
  std::string compare(const Registers& /*registers*/, std::uint32_t /*command*/, const spec::Outcome& /*outcome*/) {
    return {};
  }

  class OnThisThread {
   public:
    explicit OnThisThread(const FakeProgram& /*program*/) {}
    ~OnThisThread() {}  // NOLINT: without a destructor, the compiler would call a constant of this type unused
  };
};

inline bool has_device(spec::DeviceKind device) {
  if (device == spec::DeviceKind::Fake) return false;
  return !spec::has_own_memory(device) || (device == spec::DeviceKind::Cuda && TorchCuda::is_there());
}
inline void open_device(spec::DeviceKind device) {
  if (spec::has_own_memory(device)) TorchCuda::open();
}
inline void begin_program(spec::DeviceKind, const spec::ProgramView&) {}
inline void begin_command(spec::DeviceKind) {}
inline std::string finish_device(spec::DeviceKind device) {
  return spec::has_own_memory(device) ? TorchCuda::of_process().finish() : std::string();
}
inline void device_read(spec::DeviceKind, void* to, const c10::TensorImpl& from, std::size_t begin, std::size_t bytes) {
  TorchCuda::of_process().read(to, static_cast<const char*>(storage_state(from).data) + begin, bytes);
}
inline void device_write(spec::DeviceKind, const c10::TensorImpl& to, std::size_t begin, const void* from,
                         std::size_t bytes) {
  TorchCuda::of_process().write(static_cast<char*>(const_cast<void*>(storage_state(to).data)) + begin, from, bytes);
}

// Returns true if the operator takes the arguments that the catalogue lists, which are those of libtorch 1.13. A later
// version may have added an argument.
inline bool has_arguments(const c10::FunctionSchema& theirs, const spec::operators::Schema& ours) {
  const auto& arguments = theirs.arguments();
  if (arguments.size() != static_cast<std::size_t>(ours.argument_count)) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].name() != ours.arguments[i].name) return false;
  return true;
}

// Returns true if the subject supports an operation on the device. Operators with other arguments than the catalogue's
// are unsupported. On Meta and CUDA, so are operators without a kernel for the device.
inline bool supports(const spec::Operation& row, spec::DeviceKind device) {
  if (!has_device(device)) return false;
  if (row.kind != spec::CommandKind::Operator) return true;
  const std::string full = "aten::" + std::string(row.schema.name);
  const auto handle = c10::Dispatcher::singleton().findSchema({full, std::string(row.schema.overload)});
  if (!handle.has_value() || !has_arguments(handle->schema(), row.schema)) return false;
  if (device == spec::DeviceKind::Cpu) return true;
  // On a GPU the random numbers depend on the number of multiprocessors, so programs cannot compare them.
  if (device == spec::DeviceKind::Cuda && spec::draws_random_numbers(row)) return false;
  const auto own = device == spec::DeviceKind::Meta ? c10::DispatchKey::Meta : c10::DispatchKey::CUDA;
  return handle->hasKernelForDispatchKey(own) ||
         handle->hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd) ||
         handle->hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutogradNonFunctional) ||
         handle->hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd);
}

// Returns which kernels the operator `checked` of a namespace lacks. libtorch has no such check, but it tells which
// kernels are registered.
inline std::string operator_check(const std::string& ns) {
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow((ns + "::checked").c_str(), "");
  if (op.schema().arguments()[0].alias_info() == nullptr) return {};
  std::string out;
  if (!op.hasKernelForDispatchKey(c10::DispatchKey::ADInplaceOrView)) out += "has no ADInplaceOrView kernel\n";
  if (!op.hasKernelForDispatchKey(c10::DispatchKey::Autograd)) out += "has no Autograd kernel\n";
  return out;
}

}  // namespace modecheck::subjects::access
