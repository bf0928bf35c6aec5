// What a program can do that is not an operator, in the order of `Extra`.
#pragma once

#include <array>
#include <string_view>

#include "spec/program/operation.h"

namespace modecheck::spec {

struct ExtraRow {
  std::string_view schema;
  CommandKind kind;
  Group group;
};

constexpr std::array<ExtraRow, kExtras> extra_rows{{
    {"leaf(int[] size, *, ScalarType dtype, bool requires_grad, int seed) -> Tensor", CommandKind::Harness,
     Group::Creation},
    {"assign(Tensor self) -> Tensor", CommandKind::Harness, Group::Handle},
    // Where the subject's tensors are on the host anyway, it is there already.
    {"move(Tensor self, bool to_host) -> Tensor", CommandKind::Harness, Group::Copy},
    {"save_load(Tensor self) -> Tensor", CommandKind::Harness, Group::Copy},
    {"requires_grad_(Tensor self, bool requires_grad=True) -> ()", CommandKind::Autograd, Group::GradFlags},
    {"set_data(Tensor self, Tensor new_data) -> ()", CommandKind::Autograd, Group::Storage},
    {"data(Tensor self) -> Tensor", CommandKind::Autograd, Group::Alias},
    {"retain_grad(Tensor self) -> ()", CommandKind::Autograd, Group::GradFlags},
    // kind: 1 it returns twice the gradient, 2 it fills what is in the register `written` by then with twos, else it
    // looks.
    {"hook(Tensor self, Tensor written, int kind) -> ()", CommandKind::Autograd, Group::GradFlags},
    {"grad_of(Tensor self) -> Tensor", CommandKind::Autograd, Group::GradFlags},
    {"clear_grad(Tensor self) -> ()", CommandKind::Autograd, Group::GradFlags},
    {"version(Tensor self) -> ()", CommandKind::Read, Group::Read},
    {"grad_fn(Tensor self) -> ()", CommandKind::Read, Group::Read},
    // seeding: 0 no gradient is passed, 1 ones(self.sizes()) is made (contiguous, of self's dtype) and passed, 2 the
    // register `gradient` is passed (of `grad`: self).
    {"backward(Tensor self, Tensor gradient, int seeding, bool retain_graph) -> ()", CommandKind::Autograd,
     Group::Backward},
    {"grad(Tensor self, Tensor input, int seeding, bool retain_graph, bool allow_unused) -> Tensor",
     CommandKind::Autograd, Group::Backward},
    // grad({self}, {input}, create_graph) and then that of the sum of its elements with respect to `second`: zeros
    // where it does not depend on it. seeding: 0 no gradient is passed, else ones.
    {"grad_twice(Tensor self, Tensor input, Tensor second, int seeding) -> Tensor", CommandKind::Autograd,
     Group::Backward},
    {"custom_square(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_identity(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_view(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_dirty(Tensor(a!) self) -> Tensor", CommandKind::Custom, Group::Custom},
    {"custom_operator(Tensor self) -> Tensor", CommandKind::Custom, Group::Custom},
    // kernels: beside that for backends, 1 it has one for ADInplaceOrView, 2 one for Autograd, too; else none.
    {"custom_write(Tensor(a!) self, int kernels) -> ()", CommandKind::Custom, Group::Custom},
    // kind: 1 it writes its argument, 2 it returns a view of it, else it computes. Which of its own kernels it has.
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
