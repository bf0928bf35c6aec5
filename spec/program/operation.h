// Everything a program can do, one row each: first what is not an operator (guards, reads, autograd's own calls, what
// the harness does to tensors), declared in the same schema language, then the operators of the catalogue.
//
// `operations()[id]` is the row; ids are for use inside one run, files name operations (`Operation::name`). What needs
// the rows themselves, as types, includes spec/program/operator_id.h; nothing else is compiled anew when an operator is
// added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spec/operators/operator.h"
#include "spec/program/limits.h"

namespace modecheck::spec {

using OperationId = std::uint16_t;

// What sort of command it is. `Operator` rows are called through the dispatcher of the subject.
enum class CommandKind : std::uint8_t {
  Operator,
  EnterGuard,  // opens a C++ scope; closed by Leave, LeaveByException or the end of the program
  Leave,
  Read,      // reads state; may raise, changes nothing but what W5 says
  Autograd,  // backward, grad, flags and gradients
  Harness,   // what only the harness does: leaves with known values, handles
  Custom,    // code of a user's: custom Functions and operators
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

// Everything that is not in the catalogue. The order is that of spec/program/extra_rows.h.
enum class Extra : std::uint8_t {
  Leaf,                       // a new tensor with known small dyadic values, made the way `torch::tensor(...)` is
  Assign,                     // r_d = r_a, the same tensor
  Move,                       // r_d = self.to(host or device): itself if it is there already (K4)
  SaveLoad,                   // r_d = what torch::load reads of what torch::save wrote of self: a fresh leaf (K1)
  RequiresGrad_,              // tensor.requires_grad_(b)
  SetData,                    // self.set_data(new_data)
  Data,                       // r_d = self.variable_data(): `.data` of Python
  RetainGrad,                 // self.retain_grad()
  Hook,                       // self.register_hook(...): one that looks, doubles the gradient, or writes a tensor
  GradOf,                     // r_d = self.grad(); an absent gradient leaves r_d alone
  ClearGrad,                  // self.mutable_grad() = Tensor()
  Version,                    // reads self._version()
  GradFn,                     // reads self.grad_fn(): refreshes a stale view (W5)
  Backward,                   // backward({self}, {gradient}, retain_graph)
  Grad,                       // r_d = grad({self}, {input}, ...)[0].clone(contiguous); unused leaves r_d alone
  GradTwice,                  // r_d = how the sum of the gradient of self changes with a tensor (create_graph)
  CustomSquare,               // a Function that saves x and returns x * x
  CustomIdentity,             // a Function that returns its argument as it is
  CustomView,                 // a Function that returns a view of its argument, made in forward
  CustomDirty,                // a Function that doubles its argument in place, says so (mark_dirty), and returns it
  CustomOperator,             // an operator with a kernel for backends only, which multiplies x by itself (D5)
  CustomWrite,                // an operator that doubles x in place, with or without kernels of its own (D5)
  OperatorCheck,              // what an operator of a user's lacks (F3): registered for it, with these kernels
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
  DestroyOuter,               // destroys the guard around the innermost one (G8); dropped if there is none, or gone
};

struct Operation {
  std::string_view name;  // "add_.Tensor", "InferenceMode", ...
  operators::Schema schema;
  CommandKind kind = CommandKind::Operator;
  Group group = Group::Creation;
  operators::Family family = operators::Family::Creation;  // operators only
  bool composite = false;                                  // operators only
  OperationId means = 0;                                   // what another name stands for; 0: it is none
  OperationId each = 0;                                    // what is done with each tensor of a list; 0: no list
  OperationId like = 0;                                    // of what is made of others: the row it is most like
  OperationId computes = 0;                                // of `out=`: the row whose result is moved there; 0: none
  Extra extra = Extra::Leaf;                               // all but operators
};

// The operators come after these.
constexpr int kExtras = static_cast<int>(Extra::DestroyOuter) + 1;

// No id is as large. For tables and sets that are indexed by ids.
constexpr int kMostOperations = 1536;

// A view of the table. (Adapters are compiled as C++17, as libtorch wants it: no std::span.)
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

constexpr OperationId id_of(Extra extra) { return static_cast<OperationId>(extra); }
constexpr bool is_operator(OperationId id) { return id >= kExtras; }

// Whether the command writes its result to r_d. What returns its own argument (in-place, out=) writes no register.
constexpr bool keeps_result(const Operation& row) {
  return row.schema.return_count > 0 && !row.schema.returns[0].write;
}

// Whether the result is a list of tensors, of which the first kMaxListResults are kept.
constexpr bool returns_list(const Operation& row) {
  return row.schema.return_count > 0 && row.schema.returns[0].type == operators::Type::TensorList;
}

// Whether the results are several tensors: `(Tensor values, Tensor indices)`.
constexpr bool returns_several(const Operation& row) { return row.schema.return_count > 1 && keeps_result(row); }

// Whether it may write an argument, be it that its schema does not say so (V3).
constexpr bool may_write(const Operation& row) {
  return row.schema.writes() || row.name == "native_batch_norm" || row.name == "batch_norm";
}

// Whether it draws from a generator, which is seeded before (`rand_seed`).
bool draws_random_numbers(const Operation& row);

// How many registers, from r_d on, the results go to: a list may be shorter, of more results the first are kept.
constexpr int result_registers(const Operation& row) {
  if (!keeps_result(row)) return 0;
  return returns_list(row) ? kMaxListResults : row.schema.return_count;
}

// The id that has this name, or -1.
int find_operation(std::string_view name);

}  // namespace modecheck::spec
