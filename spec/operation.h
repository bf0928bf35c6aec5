// Everything a program can do, one row each: the operators of the catalogue first, then what is not an operator
// (guards, reads, autograd's own calls, what the harness does to tensors), declared in the same schema language.
//
// `operations()[id]` is the row; ids are for use inside one run, files name operations (`Operation::name`).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "spec/limits.h"
#include "spec/operators/catalogue.h"

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
};
constexpr int kGroups = 19;

// Everything that is not in the catalogue. The order is that of `extra_schemas` below.
enum class Extra : std::uint8_t {
  Leaf,                       // a new tensor with known small dyadic values, made the way `torch::tensor(...)` is
  Assign,                     // r_d = r_a, the same tensor
  RequiresGrad_,              // tensor.requires_grad_(b)
  SetData,                    // self.set_data(new_data)
  Data,                       // r_d = self.variable_data(): `.data` of Python
  RetainGrad,                 // self.retain_grad()
  GradOf,                     // r_d = self.grad(); an absent gradient leaves r_d alone
  ClearGrad,                  // self.mutable_grad() = Tensor()
  Version,                    // reads self._version()
  GradFn,                     // reads self.grad_fn(): refreshes a stale view (W5)
  Backward,                   // backward({self}, {gradient}, retain_graph)
  Grad,                       // r_d = grad({self}, {input}, ...)[0].clone(contiguous); unused leaves r_d alone
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
};

struct Operation {
  std::string_view name;  // "add_.Tensor", "InferenceMode", ...
  operators::Schema schema;
  CommandKind kind = CommandKind::Operator;
  Group group = Group::Creation;
  operators::Family family = operators::Family::Creation;  // operators only
  bool composite = false;                                  // operators only
  Extra extra = Extra::Leaf;                               // all but operators
};

namespace detail {

struct ExtraRow {
  std::string_view schema;
  CommandKind kind;
  Group group;
};

constexpr std::array<ExtraRow, 22> extra_rows{{
    {"leaf(int[] size, *, ScalarType dtype, bool requires_grad, int seed) -> Tensor", CommandKind::Harness,
     Group::Creation},
    {"assign(Tensor self) -> Tensor", CommandKind::Harness, Group::Handle},
    {"requires_grad_(Tensor self, bool requires_grad=True) -> ()", CommandKind::Autograd, Group::GradFlags},
    {"set_data(Tensor self, Tensor new_data) -> ()", CommandKind::Autograd, Group::Storage},
    {"data(Tensor self) -> Tensor", CommandKind::Autograd, Group::Alias},
    {"retain_grad(Tensor self) -> ()", CommandKind::Autograd, Group::GradFlags},
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
}};

constexpr Group group_of(const operators::Schema& schema, operators::Family family) {
  using operators::Family;
  switch (family) {
    case Family::InPlaceView:
      return Group::InPlaceView;
    case Family::Storage:
      return Group::Storage;
    case Family::Creation:
      return Group::Creation;
    case Family::View:
      return Group::View;
    case Family::MultiView:
      return Group::MultiView;
    case Family::Alias:
      return Group::Alias;
    default:
      break;
  }
  if (schema.writes()) return schema.arguments[0].write ? Group::InPlace : Group::Out;
  switch (family) {
    case Family::Reduction:
    case Family::Softmax:
      return Group::Reduction;
    case Family::MatrixProduct:
      return Group::Matrix;
    case Family::Joining:
    case Family::Indexing:
      return Group::Joining;
    case Family::Copy:
    case Family::Fill:
      return Group::Copy;
    default:
      return Group::Pointwise;
  }
}

template <typename Row>
constexpr Operation operation_of() {
  Operation out;
  out.name = Row::schema.qualified_name;
  out.schema = Row::schema;
  out.kind = CommandKind::Operator;
  out.family = Row::family;
  out.composite = Row::composite;
  out.group = group_of(Row::schema, Row::family);
  return out;
}

constexpr Operation operation_of(std::size_t extra) {
  Operation out;
  out.schema = operators::parse(extra_rows[extra].schema);
  out.name = out.schema.qualified_name;
  out.kind = extra_rows[extra].kind;
  out.group = extra_rows[extra].group;
  out.extra = static_cast<Extra>(extra);
  return out;
}

}  // namespace detail

constexpr int kOperators = operators::Catalogue::size;
constexpr int kOperations = kOperators + static_cast<int>(detail::extra_rows.size());

// Every operation, in the order of its id.
const std::array<Operation, kOperations>& operations();

inline const Operation& operation(OperationId id) { return operations()[id]; }

constexpr OperationId id_of(Extra extra) { return static_cast<OperationId>(kOperators + static_cast<int>(extra)); }

namespace detail {
// Not a fold: compilers nest those only so deep.
template <typename Row, typename... Rows>
constexpr int index_in(operators::List<Rows...>) {
  constexpr bool is_row[] = {std::is_same_v<Row, Rows>...};
  for (std::size_t i = 0; i < sizeof...(Rows); ++i)
    if (is_row[i]) return static_cast<int>(i);
  return -1;
}
}  // namespace detail

// The id of a catalogue row: id_of<operators::add_Tensor>().
template <typename Row>
constexpr OperationId id_of() {
  constexpr int index = detail::index_in<Row>(operators::Catalogue{});
  static_assert(index >= 0, "not a row of the catalogue");
  return static_cast<OperationId>(index);
}

// Whether the command writes its result to r_d. What returns its own argument (in-place, out=) writes no register.
constexpr bool keeps_result(const Operation& row) {
  return row.schema.return_count > 0 && !row.schema.returns[0].write;
}

// Whether the result is a list of tensors, of which the first kMaxResults are kept.
constexpr bool returns_list(const Operation& row) {
  return row.schema.return_count > 0 && row.schema.returns[0].type == operators::Type::TensorList;
}

// The id that has this name, or -1.
int find_operation(std::string_view name);

}  // namespace modecheck::spec
