// The schemas of the commands that are not operators, in the order of `BuiltinCommand`.
#pragma once

#include <array>
#include <string_view>

#include "spec/program/operation.h"

namespace modecheck::spec {

struct BuiltinCommandRow {
  std::string_view schema;
  CommandKind kind;
  Group group;
};

constexpr std::array<BuiltinCommandRow, kBuiltinCommands> builtin_commands{{
    {"leaf(int[] size, *, ScalarType dtype, bool requires_grad, int seed) -> Tensor", CommandKind::Harness,
     Group::Creation},
    {"assign(Tensor self) -> Tensor", CommandKind::Harness, Group::Handle},
    // move: if the subject's device is the host, the result is the tensor itself.
    {"move(Tensor self, bool to_host) -> Tensor", CommandKind::Harness, Group::Copy},
    {"save_load(Tensor self) -> Tensor", CommandKind::Harness, Group::Copy},
    {"requires_grad_(Tensor self, bool requires_grad=True) -> ()", CommandKind::Autograd, Group::GradFlags},
    {"set_data(Tensor self, Tensor new_data) -> ()", CommandKind::Autograd, Group::Storage},
    {"data(Tensor self) -> Tensor", CommandKind::Autograd, Group::Alias},
    {"retain_grad(Tensor self) -> ()", CommandKind::Autograd, Group::GradFlags},
    // hook: kind 1 returns twice the gradient. Kind 2 fills a tensor with twos: the tensor that the register `written`
    // holds when the hook runs. With any other kind the hook only reads the gradient.
    {"hook(Tensor self, Tensor written, int kind) -> ()", CommandKind::Autograd, Group::GradFlags},
    {"grad_of(Tensor self) -> Tensor", CommandKind::Autograd, Group::GradFlags},
    {"clear_grad(Tensor self) -> ()", CommandKind::Autograd, Group::GradFlags},
    {"version(Tensor self) -> ()", CommandKind::Read, Group::Read},
    {"grad_fn(Tensor self) -> ()", CommandKind::Read, Group::Read},
    // backward and grad: `seeding` says which gradient is passed. 0: none; 1: contiguous ones with the sizes and dtype
    // of self; 2: `backward` passes the register `gradient`, and `grad` passes self.
    {"backward(Tensor self, Tensor gradient, int seeding, bool retain_graph) -> ()", CommandKind::Autograd,
     Group::Backward},
    {"grad(Tensor self, Tensor input, int seeding, bool retain_graph, bool allow_unused) -> Tensor",
     CommandKind::Autograd, Group::Backward},
    // grad_twice is a double backward. First g = grad({self}, {input}, create_graph). The result is the gradient of
    // g.sum() with respect to `second`, or zeros if g does not depend on `second`. With seeding 0 no gradient is
    // passed, and with any other seeding a gradient of ones.
    {"grad_twice(Tensor self, Tensor input, Tensor second, int seeding) -> Tensor", CommandKind::Autograd,
     Group::Backward},
    {"custom_square(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_identity(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_view(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_dirty(Tensor(a!) self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_operator(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    // custom_write: `kernels` says which kernels the custom operator has above the backend's. 1: ADInplaceOrView; 2:
    // ADInplaceOrView and Autograd; otherwise none.
    {"custom_write(Tensor(a!) self, int kernels) -> ()", CommandKind::Custom, Group::Custom},
    // operator_check: `kind` says what the custom operator does. 1: it writes its argument; 2: it returns a view of its
    // argument; otherwise it is functional. The bools say which kernels the operator has.
    {"operator_check(int kind, bool adinplaceorview, bool autograd) -> ()", CommandKind::Read, Group::Custom},
    {"InferenceMode(bool enabled) -> ()", CommandKind::EnterGuard, Group::ModeGuard},
    {"NoGradGuard() -> ()", CommandKind::EnterGuard, Group::ModeGuard},
    {"AutoGradMode(bool enabled) -> ()", CommandKind::EnterGuard, Group::ModeGuard},
    {"AutoDispatchBelowAutograd() -> ()", CommandKind::EnterGuard, Group::UnsafeGuard},
    {"AutoDispatchBelowADInplaceOrView() -> ()", CommandKind::EnterGuard, Group::UnsafeGuard},
    {"AutoNonVariableTypeMode() -> ()", CommandKind::EnterGuard, Group::UnsafeGuard},
    // saved_tensors_hooks: the hooks get what autograd saves. kind 1: they keep a copy. 2: the pack hook raises. 3: the
    // unpack hook raises. With any other kind they keep the tensor itself.
    {"saved_tensors_hooks(int kind) -> ()", CommandKind::EnterGuard, Group::ModeGuard},
    {"capture_state() -> ()", CommandKind::Harness, Group::ModeGuard},
    {"ThreadLocalStateGuard() -> ()", CommandKind::EnterGuard, Group::ModeGuard},
    {"leave() -> ()", CommandKind::Leave, Group::ModeGuard},
    {"leave_by_exception(int count) -> ()", CommandKind::Leave, Group::ModeGuard},
    {"destroy_outer() -> ()", CommandKind::Leave, Group::ModeGuard},
}};

}  // namespace modecheck::spec
