// The table of all operations that programs can use, one row for each. First come the commands that are not operators:
// guards, reads, calls of autograd and commands of the harness. Their schemas have the syntax of libtorch's schemas.
// Then come the operators of the catalogue.
//
// `operations()[id]` is the row of an operation. Ids hold within one run only; files store names (`Operation::name`).
// Code that needs the rows as types includes spec/program/operator_id.h. Only that code is compiled again when an
// operator is added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spec/operators/operator.h"
#include "spec/program/limits.h"

namespace modecheck::spec {

using OperationId = std::uint16_t;

// The kind of a command. Commands of the kind `Operator` are calls through the subject's dispatcher.
enum class CommandKind : std::uint8_t {
  Operator,
  EnterGuard,  // opens a C++ scope, which Leave, LeaveByException or the end of the program closes
  Leave,
  Read,      // reads state and may raise; changes nothing, but may regenerate a stale view (rule W5)
  Autograd,  // backward, grad, and commands that set flags or gradients
  Harness,   // commands of the harness: leaves with known values, assignments
  Custom,    // runs user code: a custom Function or a custom operator
};

// Groups of operations. Swarm testing leaves out some groups in each program.
enum class Group : std::uint8_t {
  Creation,
  Pointwise,
  Reduction,
  Matrix,
  Joining,
  Copy,
  View,
  MultiView,
  Alias,
  InPlace,
  Out,
  InPlaceView,
  Storage,
  GradFlags,
  Backward,
  Read,
  ModeGuard,    // the guards InferenceMode, NoGradGuard, AutoGradMode, saved_tensors_hooks and ThreadLocalStateGuard
  UnsafeGuard,  // the unsafe guards (rule G5), such as AutoDispatchBelowAutograd
  Handle,
  Custom,  // custom Functions and custom operators
  Lists,   // foreach operators, in-place ones included
};
constexpr int kGroups = 21;

// Names the commands that are not operators, in the order of spec/program/builtin_commands.h.
enum class BuiltinCommand : std::uint8_t {
  Leaf,                       // makes a leaf with known small dyadic values, as `torch::tensor(...)` makes one
  Assign,                     // r_d = r_a: both registers hold the same tensor
  Move,                       // r_d = self.to(host or device), which is self if it is there already (rule K4)
  SaveLoad,                   // r_d = a new leaf, made by torch::save of self and torch::load (rule K1)
  RequiresGrad_,              // calls self.requires_grad_(requires_grad)
  SetData,                    // calls self.set_data(new_data)
  Data,                       // r_d = self.variable_data(), which is `.data` in Python
  RetainGrad,                 // calls self.retain_grad()
  Hook,                       // self.register_hook(...); the hook reads or doubles the gradient, or writes a tensor
  GradOf,                     // r_d = self.grad(); if there is no gradient, r_d stays as it is
  ClearGrad,                  // self.mutable_grad() = Tensor(), which removes the gradient
  Version,                    // reads the version, self._version()
  GradFn,                     // reads self.grad_fn(), which regenerates a stale view (rule W5)
  Backward,                   // calls backward({self}, {gradient}, retain_graph)
  Grad,                       // r_d = grad({self}, {input}, ...)[0].clone(contiguous); r_d stays if `input` is unused
  DoubleBackward,             // double backward: r_d = the gradient of the sum of a gradient made with create_graph
  CustomSquare,               // a custom Function that saves x and returns x * x
  CustomIdentity,             // a custom Function that returns its argument as it is
  CustomView,                 // a custom Function that returns a view of its argument, made in forward
  CustomDirty,                // a custom Function that doubles its argument in place and calls mark_dirty
  CustomOperator,             // a custom operator with a backend kernel only, which computes x * x (rule D5)
  CustomWrite,                // a custom operator that doubles x in place; an argument names its kernels (rule D5)
  OperatorCheck,              // reports the kernels that a custom operator lacks (rule F3)
  EnterInferenceMode,         // enters a scope with c10::InferenceMode guard(enabled)
  EnterNoGrad,                // enters a scope with at::NoGradGuard
  EnterAutoGradMode,          // enters a scope with at::AutoGradMode guard(enabled)
  EnterBelowAutograd,         // enters a scope with at::AutoDispatchBelowAutograd
  EnterBelowADInplaceOrView,  // enters a scope with at::AutoDispatchBelowADInplaceOrView
  EnterNonVariableTypeMode,   // enters a scope with at::AutoNonVariableTypeMode, a deprecated guard of rule G5
  EnterSavedTensorsHooks,     // enters a scope in which the program's own hooks pack and unpack what autograd saves
  CaptureState,               // captures at::ThreadLocalState; a program keeps one captured state
  EnterCapturedState,         // enters a scope with at::ThreadLocalStateGuard guard(captured); dropped without one
  Leave,                      // closes the innermost open guard of the thread; dropped if no guard is open
  LeaveByException,           // an exception of the harness unwinds `count` guards; dropped if no guard is open
  DestroyOuter,               // destroys the guard around the innermost guard (rule G8); dropped if there is none
};

struct Operation {
  std::string_view name;  // the operation's name in programs, for example "add_.Tensor" or "InferenceMode"
  operators::Schema schema;
  CommandKind kind = CommandKind::Operator;
  Group group = Group::Creation;
  operators::Family family = operators::Family::Creation;  // the family of an operator; other commands have none
  // whether the operator is a composite; false for other commands
  bool composite = false;
  OperationId alias_of = 0;    // for an alias: the operator that it calls; else 0
  OperationId foreach_of = 0;  // for a foreach operator: the operator for each tensor; else 0
  OperationId resembles = 0;   // for a composite: the operator that it resembles most
  OperationId out_of = 0;      // for an out variant that moves a result into `out`: the operator that makes the result
  BuiltinCommand builtin = BuiltinCommand::Leaf;  // for a command that is not an operator: which command it is
};

// The number of commands that are not operators. The ids of operators begin here.
constexpr int kBuiltinCommands = static_cast<int>(BuiltinCommand::DestroyOuter) + 1;

// An upper bound of all operation ids, for tables and sets that are indexed by ids.
constexpr int kMostOperations = 1536;

// All rows of the table of operations. The type is no std::span, because libtorch requires that adapters are compiled
// as C++17.
struct Operations {
  const Operation* rows = nullptr;
  std::size_t count = 0;

  const Operation& operator[](std::size_t id) const { return rows[id]; }
  std::size_t size() const { return count; }
  const Operation* begin() const { return rows; }
  const Operation* end() const { return rows + count; }
};

// Returns every operation, in the order of its id.
Operations operations();
const Operation& operation(OperationId id);
int operator_count();

constexpr OperationId id_of(BuiltinCommand builtin) { return static_cast<OperationId>(builtin); }
constexpr bool is_operator(OperationId id) { return id >= kBuiltinCommands; }

// Returns true if the command writes its result to the destination register r_d. An operator that returns its own
// argument (in-place, out=) does not.
constexpr bool keeps_result(const Operation& row) {
  return row.schema.return_count > 0 && !row.schema.returns[0].write;
}

// Returns true if the result is a list of tensors. A command keeps the first kMaxListResults of them.
constexpr bool returns_list(const Operation& row) {
  return row.schema.return_count > 0 && row.schema.returns[0].type == operators::Type::TensorList;
}

// Returns true if the operator returns several tensors, for example `(Tensor values, Tensor indices)`.
constexpr bool returns_several(const Operation& row) { return row.schema.return_count > 1 && keeps_result(row); }

// Returns true if the operator may write an argument (rule V3), even if its schema does not say so.
constexpr bool may_write(const Operation& row) {
  return row.schema.writes() || row.name == "native_batch_norm" || row.name == "batch_norm";
}

// Returns true if the operator draws random numbers. The subject seeds its generator before such an operator
// (`rand_seed`).
bool draws_random_numbers(const Operation& row);

// Returns how many registers, from r_d on, get results. A returned list may have fewer tensors; if it has more, the
// command keeps the first.
constexpr int result_registers(const Operation& row) {
  if (!keeps_result(row)) return 0;
  return returns_list(row) ? kMaxListResults : row.schema.return_count;
}

// Returns the id of the operation with this name, or -1.
int find_operation(std::string_view name);

}  // namespace modecheck::spec
