// The text of the functions that an emitted C++ file needs (cpp.h).
#pragma once

#include <string_view>

namespace modecheck::subjects {

inline constexpr std::string_view emit_includes = R"(#include <torch/torch.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <vector>
)";

inline constexpr std::string_view emit_helpers = R"(
// A tensor with these values.
template <typename T>
at::Tensor leaf(at::IntArrayRef sizes, std::initializer_list<T> values, bool requires_grad) {
  at::Tensor out = at::empty(sizes, c10::CppTypeToScalarType<T>::value);
  std::copy(values.begin(), values.end(), out.data_ptr<T>());
  return requires_grad ? out.requires_grad_() : out;
}

// What became of each command, by its number.
static std::map<int, std::string> outcomes;

// Runs a command; an exception is printed and remembered, and the program goes on.
template <typename Run>
void command(int number, const char* text, const Run& run) {
  outcomes[number] = "no exception";
  std::printf("%3d  %s\n", number, text);
  try {
    run();
  } catch (const std::exception& error) {
    const auto* const of_c10 = dynamic_cast<const c10::Error*>(&error);
    std::string what = of_c10 != nullptr ? of_c10->what_without_backtrace() : error.what();
    outcomes[number] =
        what.find("INTERNAL ASSERT FAILED") == std::string::npos ? "an exception" : "an internal assertion";
    std::printf("     -> %s: %s\n", outcomes[number].c_str(), what.substr(0, what.find('\n')).c_str());
  }
}
)";

inline constexpr std::string_view emit_operator_check = R"code(
// Registers an operator with a kernel for the CPU and those that are asked for, and raises if it lacks one. It writes
// its argument (kind 1), returns a view of it (2) or computes.
static at::Tensor reads(const at::Tensor& x) { return x; }
static at::Tensor& writes(at::Tensor& x) { return x; }
static void operator_check(int kind, bool adinplaceorview, bool autograd) {
  torch::Library library(torch::Library::FRAGMENT, "modecheck_checked", c10::nullopt, __FILE__, __LINE__);
  library.def(kind == 1   ? "checked(Tensor(a!) self) -> Tensor(a!)"
              : kind == 2 ? "checked(Tensor(a) self) -> Tensor(a)"
                          : "checked(Tensor self) -> Tensor");
  const auto implement = [&](c10::DispatchKey key) {
    if (kind == 1)
      library.impl("checked", torch::dispatch(key, TORCH_FN(writes)));
    else
      library.impl("checked", torch::dispatch(key, TORCH_FN(reads)));
  };
  implement(c10::DispatchKey::CPU);
  if (adinplaceorview) implement(c10::DispatchKey::ADInplaceOrView);
  if (autograd) implement(c10::DispatchKey::Autograd);
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow("modecheck_checked::checked", "");
  for (const c10::DispatchKey key : {c10::DispatchKey::ADInplaceOrView, c10::DispatchKey::Autograd})
    if ((kind == 1 || kind == 2) && !op.hasKernelForDispatchKey(key))
      throw std::runtime_error(std::string("it has no kernel for ") + c10::toString(key));
}
)code";

inline constexpr std::string_view emit_custom_write = R"code(
// Operators that double a tensor in place: with a kernel for backends only, with one for ADInplaceOrView, and with one
// for Autograd, too.
using CustomWrite = at::Tensor&(at::Tensor&);
static c10::TypedOperatorHandle<CustomWrite> custom_write_of(int kernels) {
  const char* const name = kernels == 1   ? "modecheck::custom_write_counted"
                           : kernels == 2 ? "modecheck::custom_write_recorded"
                                          : "modecheck::custom_write";
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "").typed<CustomWrite>();
}
static void custom_write(at::Tensor x, int kernels) { custom_write_of(kernels).call(x); }

static at::Tensor& doubled(at::Tensor& x) {
  const at::AutoDispatchBelowADInplaceOrView below;
  return x.mul_(2);
}
template <int kernels>
at::Tensor& doubled_and_counted(at::Tensor& x) {
  // Before the write: it raises for an inference tensor outside the mode, and counts none.
  if (x.is_inference()) torch::autograd::increment_version(x);
  {
    const at::AutoDispatchBelowADInplaceOrView below;
    custom_write_of(kernels).call(x);
  }
  if (!x.is_inference()) torch::autograd::increment_version(x);
  return x;
}
struct DoubledBackward final : torch::autograd::Node {
  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override {
    if (!gradients[0].defined()) return {at::Tensor()};
    return {gradients[0].mul(2)};
  }
};
// A node as the library's graph holds it: later versions do so by another pointer.
static void make_node(std::shared_ptr<torch::autograd::Node>& out) {
  out.reset(new DoubledBackward, [](auto* node) { deleteNode(node); });
}
template <typename T>
static void make_node(c10::intrusive_ptr<T>& out) {
  out = c10::make_intrusive<DoubledBackward>();
}
static at::Tensor& doubled_and_recorded(at::Tensor& x) {
  const bool recorded = torch::autograd::compute_requires_grad(x);
  torch::autograd::check_inplace(x, recorded);
  decltype(torch::autograd::Edge::function) node;
  if (recorded) {
    make_node(node);
    node->add_next_edge(torch::autograd::impl::gradient_edge(x));
  }
  {
    const at::AutoDispatchBelowAutograd below;
    custom_write_of(2).call(x);
  }
  torch::autograd::rebase_history(x, node);
  return x;
}
TORCH_LIBRARY_FRAGMENT(modecheck, library) {
  const c10::DispatchKey counting = c10::DispatchKey::ADInplaceOrView;
  for (const char* name : {"custom_write", "custom_write_counted", "custom_write_recorded"}) {
    library.def((std::string(name) + "(Tensor(a!) self) -> Tensor(a!)").c_str());
    library.impl(name, torch::dispatch(c10::DispatchKey::CPU, TORCH_FN(doubled)));
  }
  library.impl("custom_write_counted", torch::dispatch(counting, TORCH_FN(doubled_and_counted<1>)));
  library.impl("custom_write_recorded", torch::dispatch(counting, TORCH_FN(doubled_and_counted<2>)));
  library.impl("custom_write_recorded", torch::dispatch(c10::DispatchKey::Autograd, TORCH_FN(doubled_and_recorded)));
}
)code";

// The texts of the custom code of programs (subjects/adapter/custom_code.h). Each has the identifier by which the
// emitted file calls it.
struct CustomCode {
  std::string_view word;
  std::string_view text;
};
inline constexpr CustomCode emit_custom_code[] = {
    {"SavedTensorsHooks", R"(
#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/saved_variable_hooks.h>

#include <memory>
#include <stdexcept>

// Hooks that keep a copy of what autograd saves (kind 1), raise in pack (2) or in unpack (3), or keep the tensor (any
// other kind).
struct Hooks final : torch::autograd::SavedVariableHooks {
  explicit Hooks(int its_kind) : kind(its_kind) {}
  void call_pack_hook(const at::Tensor& tensor) override {
    if (kind == 2) throw std::runtime_error("modecheck's hook for saved tensors raises");
    packed = kind == 1 ? tensor.detach().clone() : tensor.detach();
  }
  at::Tensor call_unpack_hook() override {
    if (kind == 3) throw std::runtime_error("modecheck's hook for saved tensors raises");
    return packed;
  }
  int kind;
  at::Tensor packed;
};

// The innermost open guard decides which hooks a saved tensor gets; -1: none.
static thread_local int hooks_of_thread = -1;
struct HookingEngine final : torch::autograd::Engine {
  HookingEngine() = default;
  std::unique_ptr<torch::autograd::SavedVariableHooks> get_default_saved_variable_hooks() override {
    if (hooks_of_thread < 0) return nullptr;
    return std::make_unique<Hooks>(hooks_of_thread);
  }
};
static torch::autograd::Engine& hooking_engine() {
  static auto* const engine = new HookingEngine;
  return *engine;
}
struct SavedTensorsHooks {
  explicit SavedTensorsHooks(int kind) : before(hooks_of_thread) {
    torch::autograd::set_default_engine_stub(&hooking_engine);
    hooks_of_thread = kind;
  }
  ~SavedTensorsHooks() { hooks_of_thread = before; }
  int before;
};
)"},
    {"the_device", R"(
// Where this file's tensors are.
static const at::Device the_device = at::kCPU;
)"},
    {"save_and_load", R"(
// A tensor as it comes back from a file.
static at::Tensor save_and_load(const at::Tensor& tensor) {
  std::stringstream stream;
  torch::save(tensor, stream);
  at::Tensor loaded;
  torch::load(loaded, stream);
  return loaded;
}
)"},
    {"grad_twice", R"(
// How the sum of the gradient of `self` with respect to `input` changes with `second`: zeros where it does not.
static at::Tensor grad_twice(const at::Tensor& self, const at::Tensor& input, const at::Tensor& second,
                             const at::Tensor& seed) {
  using torch::autograd::grad;
  static_cast<void>(second.grad_fn());
  if (!second.requires_grad()) static_cast<void>(grad({self}, {second}, {seed}, /*retain_graph=*/true));
  const at::Tensor first = grad({self}, {input}, {seed}, /*retain_graph=*/true, /*create_graph=*/true)[0];
  at::Tensor out;
  if (first.requires_grad())
    out = grad({first}, {second}, {at::ones_like(first)}, /*retain_graph=*/true, /*create_graph=*/false,
               /*allow_unused=*/true)[0];
  if (!out.defined()) return at::zeros(second.sizes(), second.options());
  return out.detach().clone(at::MemoryFormat::Contiguous);
}
)"},
    {"CustomSquare", R"(
// Saves x and returns x * x.
struct CustomSquare : torch::autograd::Function<CustomSquare> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x) {
    context->save_for_backward({x});
    return x.mul(x);
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    at::Tensor x = context->get_saved_variables()[0];
    if (x.is_complex()) x = x.conj();
    return {gradients[0].mul(x).mul(2)};
  }
};
)"},
    {"CustomIdentity", R"(
// Returns its argument as it is.
struct CustomIdentity : torch::autograd::Function<CustomIdentity> {
  static at::Tensor forward(torch::autograd::AutogradContext*, const at::Tensor& x) { return x; }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext*,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0]};
  }
};
)"},
    {"CustomView", R"(
// Returns a view of its argument.
struct CustomView : torch::autograd::Function<CustomView> {
  static at::Tensor forward(torch::autograd::AutogradContext*, const at::Tensor& x) { return x.view_as(x); }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext*,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0]};
  }
};
)"},
    {"CustomDirty", R"(
// Doubles its argument in place, says so, and returns it.
struct CustomDirty : torch::autograd::Function<CustomDirty> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, at::Tensor x) {
    x.mul_(2);
    context->mark_dirty({x});
    return x;
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext*,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0].mul(2)};
  }
};
)"},
    {"add_hook", R"(
// A hook. 1: it returns twice the gradient; 2: it fills `written` with twos; else it does nothing.
static void add_hook(const at::Tensor& tensor, const at::Tensor& written, int kind) {
  tensor.register_hook([&written, kind](const at::Tensor& gradient) {
    if (!gradient.defined()) return at::Tensor();
    if (kind == 1) return gradient.mul(2);
    if (kind == 2) written.fill_(2);
    return at::Tensor();
  });
}
)"},
    {"custom_write", emit_custom_write},
    {"custom_operator", R"(
// An operator with a kernel for backends only, which multiplies x by itself.
static at::Tensor multiplied_by_itself(const at::Tensor& x) { return x.mul(x); }
TORCH_LIBRARY(modecheck, library) {
  library.def("custom_operator(Tensor self) -> Tensor");
  library.impl("custom_operator", torch::dispatch(c10::DispatchKey::CPU, TORCH_FN(multiplied_by_itself)));
}
static at::Tensor custom_operator(const at::Tensor& x) {
  static const auto handle = c10::Dispatcher::singleton()
                                 .findSchemaOrThrow("modecheck::custom_operator", "")
                                 .typed<at::Tensor(const at::Tensor&)>();
  return handle.call(x);
}
)"},
    {"operator_check", emit_operator_check},
};

inline constexpr std::string_view emit_unsafe_memory = R"(
// Uninitialised memory would differ from run to run: the bytes of the storage from `begin` on become zero.
static void zero_from(const at::Tensor& tensor, std::size_t begin) {
  const std::size_t bytes = tensor.storage().nbytes();
  if (begin < bytes) std::memset(static_cast<char*>(tensor.storage().data()) + begin, 0, bytes - begin);
}
)";

inline constexpr std::string_view emit_judging = R"(
static bool mismatched = false;

[[maybe_unused]] static std::string text(bool value) { return value ? "true" : "false"; }
[[maybe_unused]] static std::string text(std::int64_t value) { return std::to_string(value); }
[[maybe_unused]] static std::string text(const std::string& value) { return value; }
[[maybe_unused]] static std::string text(c10::ScalarType value) { return c10::toString(value); }
[[maybe_unused]] static std::string text(at::IntArrayRef values) {
  std::string out;
  for (const std::int64_t value : values) out += (out.empty() ? "" : ", ") + std::to_string(value);
  return "[" + out + "]";
}

// Elements as they lie in memory; no operator is called.
[[maybe_unused]] static std::string element(c10::ScalarType type, const void* at) {
  char out[80];
  if (type == c10::kFloat) {
    std::snprintf(out, sizeof(out), "%.9g", static_cast<double>(*static_cast<const float*>(at)));
  } else if (type == c10::kDouble) {
    std::snprintf(out, sizeof(out), "%.17g", *static_cast<const double*>(at));
  } else if (type == c10::kLong) {
    std::snprintf(out, sizeof(out), "%lld", static_cast<long long>(*static_cast<const std::int64_t*>(at)));
  } else if (type == c10::kInt) {
    std::snprintf(out, sizeof(out), "%d", *static_cast<const std::int32_t*>(at));
  } else if (type == c10::kShort) {
    std::snprintf(out, sizeof(out), "%d", *static_cast<const std::int16_t*>(at));
  } else if (type == c10::kChar) {
    std::snprintf(out, sizeof(out), "%d", *static_cast<const signed char*>(at));
  } else if (type == c10::kHalf) {
    std::snprintf(out, sizeof(out), "%.9g", static_cast<double>(*static_cast<const at::Half*>(at)));
  } else if (type == c10::kBFloat16) {
    std::snprintf(out, sizeof(out), "%.9g", static_cast<double>(*static_cast<const at::BFloat16*>(at)));
  } else if (type == c10::kComplexFloat) {
    const auto* const parts = static_cast<const float*>(at);
    std::snprintf(out, sizeof(out), "%.9g%+.9gi", static_cast<double>(parts[0]), static_cast<double>(parts[1]));
  } else if (type == c10::kComplexDouble) {
    const auto* const parts = static_cast<const double*>(at);
    std::snprintf(out, sizeof(out), "%.17g%+.17gi", parts[0], parts[1]);
  } else {
    std::snprintf(out, sizeof(out), "%d", *static_cast<const unsigned char*>(at));
  }
  return out;
}

[[maybe_unused]] static std::string storage_values(const at::Tensor& tensor) {
  std::string out;
  const char* const data = static_cast<const char*>(tensor.storage().data());
  const std::size_t item = tensor.element_size();
  for (std::size_t at = 0; at + item <= tensor.storage().nbytes(); at += item)
    out += (out.empty() ? "" : ", ") + element(tensor.scalar_type(), data + at);
  return "[" + out + "]";
}

[[maybe_unused]] static std::string values(const at::Tensor& tensor) {
  std::string out;
  const char* const data = static_cast<const char*>(tensor.storage().data());
  for (std::int64_t n = 0; n < tensor.numel(); ++n) {
    std::int64_t rest = n;
    std::int64_t offset = tensor.storage_offset();
    for (std::int64_t d = tensor.dim(); d-- > 0;) {
      offset += rest % tensor.sizes()[d] * tensor.strides()[d];
      rest /= tensor.sizes()[d];
    }
    out += (out.empty() ? "" : ", ") + element(tensor.scalar_type(), data + offset * tensor.element_size());
  }
  return "[" + out + "]";
}

// Stored state, read without refreshing a stale view.
[[maybe_unused]] static bool has_grad_fn(const at::Tensor& tensor) {
  const auto* const meta = torch::autograd::impl::get_autograd_meta(tensor);
  return meta != nullptr && meta->grad_fn_ != nullptr;
}
[[maybe_unused]] static std::string creation_meta(const at::Tensor& tensor) {
  const auto* const meta = torch::autograd::impl::get_view_autograd_meta(tensor);
  if (meta == nullptr || !meta->has_bw_view()) return "no tracked view";
  const char* const names[] = {"DEFAULT", "IN_CUSTOM_FUNCTION", "MULTI_OUTPUT_NODE", "NO_GRAD_MODE", "INFERENCE_MODE"};
  return names[static_cast<int>(meta->get_creation_meta())];
}
[[maybe_unused]] static bool has_version(const at::Tensor& tensor) {
  return tensor.unsafeGetTensorImpl()->version_counter().enabled();
}
[[maybe_unused]] static std::int64_t version(const at::Tensor& tensor) {
  return has_version(tensor) ? tensor.unsafeGetTensorImpl()->version_counter().current_version() : 0;
}

template <typename Value>
void expect(const char* subject, const char* expected, const Value& observed) {
  const std::string seen = text(observed);
  const bool same = seen == expected;
  std::printf("     %s: expected %s, observed %s: %s\n", subject, expected, seen.c_str(),
              same ? "as the rules say" : "MISMATCH");
  if (!same) mismatched = true;
}
)";

// The text that is used if a program has two threads. It makes their commands run in the program's order.
inline constexpr std::string_view emit_turns = R"(
static std::mutex turn_mutex;
static std::condition_variable turn_changed;
static int turn = 0;

// Waits until all commands before `number` are done.
static void wait_for_turn(int number) {
  std::unique_lock<std::mutex> lock(turn_mutex);
  turn_changed.wait(lock, [&] { return turn == number; });
}
static void pass_turn(int next) {
  const std::lock_guard<std::mutex> lock(turn_mutex);
  turn = next;
  turn_changed.notify_all();
}
)";

}  // namespace modecheck::subjects
