// The commands that are not operators, in the order of `BuiltinCommand`.
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
    // If the subject's device is the host, `move` returns the tensor itself.
    {"move(Tensor self, bool to_host) -> Tensor", CommandKind::Harness, Group::Copy},
    {"save_load(Tensor self) -> Tensor", CommandKind::Harness, Group::Copy},
    {"requires_grad_(Tensor self, bool requires_grad=True) -> ()", CommandKind::Autograd, Group::GradFlags},
    {"set_data(Tensor self, Tensor new_data) -> ()", CommandKind::Autograd, Group::Storage},
    {"data(Tensor self) -> Tensor", CommandKind::Autograd, Group::Alias},
    {"retain_grad(Tensor self) -> ()", CommandKind::Autograd, Group::GradFlags},
    // kind: 1 returns twice the gradient; 2 fills the tensor that the register `written` holds at that time with twos;
    // otherwise the hook only reads the gradient.
    {"hook(Tensor self, Tensor written, int kind) -> ()", CommandKind::Autograd, Group::GradFlags},
    {"grad_of(Tensor self) -> Tensor", CommandKind::Autograd, Group::GradFlags},
    {"clear_grad(Tensor self) -> ()", CommandKind::Autograd, Group::GradFlags},
    {"version(Tensor self) -> ()", CommandKind::Read, Group::Read},
    {"grad_fn(Tensor self) -> ()", CommandKind::Read, Group::Read},
    // seeding: 0 passes no gradient, 1 passes ones(self.sizes()) (contiguous, of self's dtype), 2 passes the register
    // `gradient` (`grad` passes self).
    {"backward(Tensor self, Tensor gradient, int seeding, bool retain_graph) -> ()", CommandKind::Autograd,
     Group::Backward},
    {"grad(Tensor self, Tensor input, int seeding, bool retain_graph, bool allow_unused) -> Tensor",
     CommandKind::Autograd, Group::Backward},
    // Double backward: g = grad({self}, {input}, create_graph), then the gradient of g.sum() with respect to `second`,
    // which is zeros if g does not depend on it. seeding: 0 passes no gradient, otherwise ones.
    {"grad_twice(Tensor self, Tensor input, Tensor second, int seeding) -> Tensor", CommandKind::Autograd,
     Group::Backward},
    {"custom_square(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_identity(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_view(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_dirty(Tensor(a!) self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_operator(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    // kernels above the backend's: 1 ADInplaceOrView, 2 ADInplaceOrView and Autograd, otherwise none.
    {"custom_write(Tensor(a!) self, int kernels) -> ()", CommandKind::Custom, Group::Custom},
    // kind of operator: 1 writes its argument, 2 returns a view of it, otherwise functional. The bools say which
    // kernels it has.
    {"operator_check(int kind, bool adinplaceorview, bool autograd) -> ()", CommandKind::Read, Group::Custom},
    {"InferenceMode(bool enabled) -> ()", CommandKind::EnterGuard, Group::ModeGuard},
    {"NoGradGuard() -> ()", CommandKind::EnterGuard, Group::ModeGuard},
    {"AutoGradMode(bool enabled) -> ()", CommandKind::EnterGuard, Group::ModeGuard},
    {"AutoDispatchBelowAutograd() -> ()", CommandKind::EnterGuard, Group::UnsafeGuard},
    {"AutoDispatchBelowADInplaceOrView() -> ()", CommandKind::EnterGuard, Group::UnsafeGuard},
    {"AutoNonVariableTypeMode() -> ()", CommandKind::EnterGuard, Group::UnsafeGuard},
    {"capture_state() -> ()", CommandKind::Harness, Group::ModeGuard},
    {"ThreadLocalStateGuard() -> ()", CommandKind::EnterGuard, Group::ModeGuard},
    {"leave() -> ()", CommandKind::Leave, Group::ModeGuard},
    {"leave_by_exception(int count) -> ()", CommandKind::Leave, Group::ModeGuard},
    {"destroy_outer() -> ()", CommandKind::Leave, Group::ModeGuard},
}};

}  // namespace modecheck::spec
