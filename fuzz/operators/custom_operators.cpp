// Judges definitions, kernels and calls of custom operators (rules D1 to D5, F3). An input is up to 16 steps: a library
// block begins or ends, an operator is defined, gets a kernel or is called. Blocks end in any order.
//
// After each step the thread must have the modes that it had before. After the last block has ended, no operator and no
// fallback may be left. A wrong step must be refused by an error of a class that the program's author can act upon.
#include <torch/library.h>
#include <torch/torch.h>

#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/finding.h"
#include "fuzz/operators/kernels.h"
#include "fuzz/target.h"
#include "properties/choice/choice_bytes.h"

namespace modecheck::fuzz {
namespace {

using c10::DispatchKey;
using properties::Choice;
using torch::Library;

constexpr std::uint32_t kMostSteps = 16;
constexpr std::size_t kMostBlocks = 6;
constexpr std::array kNamespaces = {"one", "two"};
// Entries of names are never removed from the dispatcher, so there are only a few.
constexpr std::array kNames = {"f", "f.overload", "g", "g_", "view", "f.out", "one::f", "two::g"};
constexpr std::array kSchemas = {
    "(Tensor self) -> Tensor",
    "(Tensor(a!) self) -> Tensor(a!)",
    "(Tensor(a) self) -> Tensor(a)",
    "(Tensor self, Tensor other) -> Tensor",
    "(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
    "(Tensor[] tensors) -> Tensor[]",
    "(Tensor self) -> (Tensor, Tensor)",
    "(Tensor self, int n=1) -> int",
    "(Tensor? self, str text=\"a\") -> Tensor",
    "(Tensor self, float factor=0.5, int[2] sizes=1, bool flag=False) -> ()",
    "() -> Tensor",
    "",
};
constexpr std::array kKeys = {
    DispatchKey::CPU,         DispatchKey::Meta,          DispatchKey::AutogradCPU,
    DispatchKey::Autograd,    DispatchKey::AutogradMeta,  DispatchKey::ADInplaceOrView,
    DispatchKey::CatchAll,    DispatchKey::BackendSelect, DispatchKey::CompositeExplicitAutograd,
    DispatchKey::AutocastCPU, DispatchKey::Tracer,        DispatchKey::TESTING_ONLY_GenericMode,
    DispatchKey::CUDA,        DispatchKey::Undefined,     DispatchKey::Dense,
    DispatchKey::PrivateUse1, DispatchKey::AutogradOther, DispatchKey::CompositeExplicitAutogradNonFunctional,
};

template <typename List>
auto one_of(Choice& choice, const List& list) {
  return list[choice.below(static_cast<std::uint32_t>(list.size()))];
}

// Runs a step. Throws Finding if it is refused by an error that only a fault of the engine can cause.
template <typename Step>
void try_step(Step&& step) {
  try {
    step();
  } catch (const KernelFailure&) {
    // A kernel of the test threw it, and the dispatcher passed it on.
  } catch (const std::exception& error) {
    const auto* const classified = dynamic_cast<const engine::Classified*>(&error);
    if (classified != nullptr && classified->error_class() != engine::ErrorClass::Internal) return;
    throw Finding("a step with a custom operator is refused by an error that no program can cause", error.what());
  }
}

void require_same_modes(const engine::ModeState& before) {
  if (!(engine::thread_state == before)) throw Finding("a step with a custom operator changes the modes of its thread");
}

c10::OperatorName name_of(const char* ns, const std::string& text) {
  const std::string full = text.find("::") == std::string::npos ? std::string(ns) + "::" + text : text;
  const std::size_t dot = full.find('.');
  return {full.substr(0, dot), dot == std::string::npos ? std::string() : full.substr(dot + 1)};
}

class Session {
 public:
  explicit Session(Choice& choice) : choice_(choice) {}

  void step() {
    switch (choice_.below(8)) {
      case 0:
        return begin_block();
      case 1:
        return end_block();
      case 2:
        return define();
      case 3:
      case 4:
        return implement();
      case 5:
        return fall_back();
      case 6:
        return ask();
      default:
        return call();
    }
  }

 private:
  void begin_block() {
    if (blocks_.size() == kMostBlocks) return;
    const auto kind = static_cast<Library::Kind>(choice_.below(3));
    const std::string ns = choice_.below(6) == 5 ? "_" : one_of(choice_, kNamespaces);
    const std::optional<DispatchKey> key =
        kind == Library::IMPL || choice_.below(8) == 7 ? std::optional(one_of(choice_, kKeys)) : std::nullopt;
    try_step([&] { blocks_.emplace_back(kind, ns, key, "input", 1); });
  }

  void end_block() {
    if (blocks_.empty()) return;
    const std::size_t at = choice_.below(static_cast<std::uint32_t>(blocks_.size()));
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  Library* block() {
    if (blocks_.empty()) begin_block();
    return blocks_.empty() ? nullptr : &blocks_[choice_.below(static_cast<std::uint32_t>(blocks_.size()))];
  }

  void define() {
    Library* const m = block();
    if (m == nullptr) return;
    const std::string text = std::string(one_of(choice_, kNames)) + one_of(choice_, kSchemas);
    if (choice_.below(2) == 0)
      try_step([&] { m->def(text.c_str()); });
    else
      with_kernel(choice_, [&](auto&& kernel) {
        try_step([&] { m->def(text.c_str(), std::forward<decltype(kernel)>(kernel)); });
      });
  }

  void implement() {
    Library* const m = block();
    if (m == nullptr) return;
    const char* const name = one_of(choice_, kNames);
    const std::optional<DispatchKey> key = choice_.below(2) == 1 ? std::optional(one_of(choice_, kKeys)) : std::nullopt;
    with_kernel(choice_, [&](auto&& kernel) {
      try_step([&] {
        if (key.has_value())
          m->impl(name, *key, std::forward<decltype(kernel)>(kernel));
        else
          m->impl(name, std::forward<decltype(kernel)>(kernel));
      });
    });
  }

  void fall_back() {
    Library* const m = block();
    if (m == nullptr) return;
    with_kernel(choice_,
                [&](auto&& kernel) { try_step([&] { m->fallback(std::forward<decltype(kernel)>(kernel)); }); });
  }

  std::optional<c10::OperatorHandle> operator_of_choice() {
    const char* const ns = one_of(choice_, kNamespaces);
    return c10::Dispatcher::singleton().findOp(name_of(ns, one_of(choice_, kNames)));
  }

  void ask() {
    c10::Dispatcher& dispatcher = c10::Dispatcher::singleton();
    static_cast<void>(dispatcher.checkCustomOperators());
    static_cast<void>(dispatcher.findDanglingImpls());
    const std::optional<c10::OperatorHandle> op = operator_of_choice();
    if (!op.has_value()) return;
    static_cast<void>(op->dumpComputedTable());
    const DispatchKey key = one_of(choice_, kKeys);
    try_step([&] { static_cast<void>(op->hasKernelForDispatchKey(key)); });
    try_step([&] { static_cast<void>(op->hasComputedKernelForDispatchKey(key)); });
    try_step([&] { static_cast<void>(op->schema()); });
  }

  at::Tensor tensor_of_choice() {
    switch (choice_.below(7)) {
      case 0:
        return at::ones({2, 2});
      case 1:
        return at::ones({2, 2}).set_requires_grad(true);
      case 2: {
        const c10::InferenceMode guard;
        return at::ones({2, 2});
      }
      case 3:
        return at::ones({2, 2}).set_requires_grad(true).mul(2);
      case 4:
        return at::ones({4}).slice(0, 1, 3);
      case 5:
        return at::ones({2, 2}, c10::kMeta);
      default:
        return {};
    }
  }

  c10::IValue value_of_choice() {
    switch (choice_.below(8)) {
      case 0:
        return static_cast<std::int64_t>(choice_.below(256)) - 128;
      case 1:
        return 0.5;
      case 2:
        return "text";
      case 3:
        return std::vector<at::Tensor>{tensor_of_choice(), tensor_of_choice()};
      case 4:
        return choice_.below(2) == 1;
      case 5:
        return {};
      default:
        return tensor_of_choice();
    }
  }

  void call() {
    const std::optional<c10::OperatorHandle> op = operator_of_choice();
    if (!op.has_value()) return;
    torch::jit::Stack stack;
    for (std::uint32_t i = choice_.below(4); i > 0; --i) stack.push_back(value_of_choice());
    const std::uint32_t modes = choice_.below(16);
    const c10::InferenceMode inference((modes & 1) != 0);
    const at::AutoGradMode grad((modes & 4) == 0);
    const auto below = (modes & 2) != 0 ? std::make_unique<at::AutoDispatchBelowADInplaceOrView>() : nullptr;
    const engine::ModeState before = engine::thread_state;
    try_step([&] {
      if ((modes & 8) != 0)
        op->callBoxedForDispatchKey(one_of(choice_, kKeys), stack);
      else
        op->callBoxed(stack);
      for (const c10::IValue& value : stack)
        if (value.isTensor() && value.toTensor().defined() && !value.toTensor().is_meta())
          static_cast<void>(value.toTensor().detach().clone());
    });
    require_same_modes(before);
  }

  Choice& choice_;
  std::vector<Library> blocks_;
};

std::vector<DispatchKey> keys_with_fallback() {
  std::vector<DispatchKey> out;
  for (const DispatchKey key : kKeys)
    if (c10::Dispatcher::singleton().hasBackendFallbackForDispatchKey(key)) out.push_back(key);
  return out;
}

// Throws Finding if a definition or a fallback outlives its block. `fallbacks` are the keys that had one before.
void require_nothing_left(const std::vector<DispatchKey>& fallbacks) {
  c10::Dispatcher& dispatcher = c10::Dispatcher::singleton();
  for (const char* const ns : kNamespaces)
    for (const char* const name : kNames)
      if (dispatcher.findSchema(name_of(ns, name)).has_value())
        throw Finding("an operator outlives the block that defined it", name);
  if (keys_with_fallback() != fallbacks) throw Finding("a fallback outlives its block");
}

}  // namespace

void judge_custom_operators(const std::uint8_t* data, std::size_t size) {
  properties::BytesChoice choice(data, size);
  const engine::ModeState before = engine::thread_state;
  static const std::vector<DispatchKey> fallbacks = keys_with_fallback();
  {
    Session session(choice);
    for (std::uint32_t i = 0; i < kMostSteps && !choice.exhausted(); ++i) {
      session.step();
      require_same_modes(before);
    }
  }
  require_nothing_left(fallbacks);
}

}  // namespace modecheck::fuzz
