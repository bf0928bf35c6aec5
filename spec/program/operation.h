// The table of all operations of programs, one row each. First come the commands that are not operators (guards, reads,
// calls of autograd, commands of the harness), declared in the same schema language. Then come the operators of the
// catalogue.
//
// `operations()[id]` is the row. Ids hold within one run only; files store names (`Operation::name`). Code that needs
// the rows as types includes spec/program/operator_id.h. Only that code is compiled again when an operator is added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spec/operators/operator.h"
#include "spec/program/limits.h"

namespace modecheck::spec {

using OperationId = std::uint16_t;

// The kind of a command. The subject calls `Operator` rows through its dispatcher.
enum class CommandKind : std::uint8_t {
  Operator,
  EnterGuard,  // opens a C++ scope; closed by Leave, LeaveByException or the end of the program
  Leave,
  Read,      // reads state; may raise; changes nothing, but may regenerate a stale view (W5)
  Autograd,  // backward, grad, flags and gradients
  Harness,   // commands of the harness: leaves with known values, assignments
  Custom,    // user code: custom Functions and operators
};

// The groups that swarm testing switches on and off.
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
  ModeGuard,    // InferenceMode, NoGradGuard, AutoGradMode, ThreadLocalStateGuard
  UnsafeGuard,  // the guards of G5
  Handle,
  Custom,  // custom Functions and operators
  Lists,   // operators over lists of tensors, in place or not
};
constexpr int kGroups = 21;

// The commands that are not operators, in the order of spec/program/builtin_commands.h.
enum class BuiltinCommand : std::uint8_t {
  Leaf,                       // a new tensor with known small dyadic values, made the way `torch::tensor(...)` is
  Assign,                     // r_d = r_a, the same tensor
  Move,                       // r_d = self.to(host or device): self if it is already there (K4)
  SaveLoad,                   // r_d = a fresh leaf, by torch::save of self and torch::load (K1)
  RequiresGrad_,              // tensor.requires_grad_(b)
  SetData,                    // self.set_data(new_data)
  Data,                       // r_d = self.variable_data(): `.data` of Python
  RetainGrad,                 // self.retain_grad()
  Hook,                       // self.register_hook(...): reads or doubles the gradient, or writes a tensor
  GradOf,                     // r_d = self.grad(); an absent gradient leaves r_d alone
  ClearGrad,                  // self.mutable_grad() = Tensor()
  Version,                    // reads self._version()
  GradFn,                     // reads self.grad_fn(): regenerates a stale view (W5)
  Backward,                   // backward({self}, {gradient}, retain_graph)
  Grad,                       // r_d = grad({self}, {input}, ...)[0].clone(contiguous); unused leaves r_d alone
  DoubleBackward,             // r_d = the gradient of the sum of a gradient (double backward, create_graph)
  CustomSquare,               // a Function that saves x and returns x * x
  CustomIdentity,             // a Function that returns its argument as it is
  CustomView,                 // a Function that returns a view of its argument, made in forward
  CustomDirty,                // a Function that doubles its argument in place, calls mark_dirty, and returns it
  CustomOperator,             // a custom operator with a backend kernel only, which computes x * x (D5)
  CustomWrite,                // a custom operator that doubles x in place; its kernels are an argument (D5)
  OperatorCheck,              // checks a custom operator with the given kernels for missing ones (F3)
  EnterInferenceMode,         // c10::InferenceMode guard(enabled)
  EnterNoGrad,                // at::NoGradGuard guard
  EnterAutoGradMode,          // at::AutoGradMode guard(enabled)
  EnterBelowAutograd,         // at::AutoDispatchBelowAutograd guard
  EnterBelowADInplaceOrView,  // at::AutoDispatchBelowADInplaceOrView guard
  EnterNonVariableTypeMode,   // at::AutoNonVariableTypeMode guard (G5's deprecated name)
  CaptureState,               // at::ThreadLocalState is captured (one slot for the program)
  EnterCapturedState,         // at::ThreadLocalStateGuard guard(captured); dropped if nothing was captured
  Leave,                      // closes the innermost guard of the thread; dropped if none is open
  LeaveByException,           // an exception of the harness unwinds `count` guards; dropped if none is open
  DestroyOuter,               // destroys the guard around the innermost one (G8); dropped if there is none
};

struct Operation {
  std::string_view name;  // "add_.Tensor", "InferenceMode", ...
  operators::Schema schema;
  CommandKind kind = CommandKind::Operator;
  Group group = Group::Creation;
  operators::Family family = operators::Family::Creation;  // operators only
  bool composite = false;                                  // operators only
  OperationId alias_of = 0;                                // for an alias: the operator that it calls; 0: no alias
  OperationId foreach_of = 0;                              // for foreach: the operator for each tensor; 0: not foreach
  OperationId resembles = 0;                               // for a composite: the operator that it resembles most
  OperationId out_of = 0;  // for an out variant that moves a result into `out`: the operator that computes it
  BuiltinCommand builtin = BuiltinCommand::Leaf;  // for all commands but operators
};

// How many commands are not operators. The ids of operators begin here.
constexpr int kBuiltinCommands = static_cast<int>(BuiltinCommand::DestroyOuter) + 1;

// An upper bound of all ids, for tables and sets that are indexed by ids.
constexpr int kMostOperations = 1536;

// A view of the table. It is no std::span, because libtorch requires that adapters are compiled as C++17.
struct Operations {
  const Operation* rows = nullptr;
  std::size_t count = 0;

  const Operation& operator[](std::size_t id) const { return rows[id]; }
  std::size_t size() const { return count; }
  const Operation* begin() const { return rows; }
  const Operation* end() const { return rows + count; }
};

// Every operation, in the order of its id.
Operations operations();
const Operation& operation(OperationId id);
int operator_count();

constexpr OperationId id_of(BuiltinCommand builtin) { return static_cast<OperationId>(builtin); }
constexpr bool is_operator(OperationId id) { return id >= kBuiltinCommands; }

// Whether the command writes its result to r_d. An operator that returns its own argument (in-place, out=) does not.
constexpr bool keeps_result(const Operation& row) {
  return row.schema.return_count > 0 && !row.schema.returns[0].write;
}

// Whether the result is a list of tensors, of which the first kMaxListResults are kept.
constexpr bool returns_list(const Operation& row) {
  return row.schema.return_count > 0 && row.schema.returns[0].type == operators::Type::TensorList;
}

// Whether the results are several tensors: `(Tensor values, Tensor indices)`.
constexpr bool returns_several(const Operation& row) { return row.schema.return_count > 1 && keeps_result(row); }

// Whether the operator may write an argument (V3), even if its schema does not say so.
constexpr bool may_write(const Operation& row) {
  return row.schema.writes() || row.name == "native_batch_norm" || row.name == "batch_norm";
}

// Whether the operator draws from a generator, which the subject seeds before (`rand_seed`).
bool draws_random_numbers(const Operation& row);

// How many registers, from r_d on, get results. A returned list may be shorter, and of a longer one the first are kept.
constexpr int result_registers(const Operation& row) {
  if (!keeps_result(row)) return 0;
  return returns_list(row) ? kMaxListResults : row.schema.return_count;
}

// The id that has this name, or -1.
int find_operation(std::string_view name);

}  // namespace modecheck::spec
