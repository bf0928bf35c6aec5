#include "spec/model/further/devices.h"

#include "spec/model/commands.h"
#include "spec/model/further/operators.h"
#include "spec/model/kinds.h"
#include "spec/program/arguments.h"
#include "spec/program/operator_id.h"
#include "spec/rules/moving.h"

namespace modecheck::spec {

namespace {

// Returns true if this argument may be a tensor without dimensions on the host while the other tensors are on a device.
// That holds for an operand of an elementwise operator, and for the value of a fill.
bool takes_number(const Operation& row, const operators::Argument& argument) {
  if (row.kind != CommandKind::Operator || argument.write || argument.type != operators::Type::Tensor) return false;
  if (row.schema.name == "fill_" || row.schema.name == "masked_fill" || row.schema.name == "masked_fill_")
    return argument.name == "value";
  return row.family == operators::Family::PointwiseBinary ||
         (row.family == operators::Family::Comparison && row.schema.name != "searchsorted" &&
          row.schema.name != "bucketize");
}

}  // namespace

// Rule P7: an operator makes its results on the device of its tensors, which must all be on one device (E2). If they
// are on two devices, the specification does not say which further errors apply.
void choose_device(ModelState& m, const Record& record) {
  const Operation& row = operation(record.operation);
  const Arguments arguments(record);
  bool host = false;
  bool device = false;
  bool host_number = false;
  const auto look = [&](int reg, const operators::Argument& argument) {
    const Geometry& geometry = m.tensors[m.tensor_in(reg)].geometry;
    if (!m.storages[geometry.storage].on_host)
      device = true;
    else if (geometry.rank == 0 && takes_number(row, argument))
      host_number = true;
    else
      host = true;
  };
  for (int i = 0; i < row.schema.argument_count; ++i) {
    const operators::Argument& argument = row.schema.arguments[at(i)];
    switch (argument.type) {
      case operators::Type::Tensor:
        // Skip a second tensor that this command does not read. A hook writes its tensor only later. grad only looks
        // for its input in the graph. backward reads its gradient only if `seeding` is 2.
        if (i > 0 && row.kind == CommandKind::Autograd) {
          if (row.builtin == BuiltinCommand::Hook || row.builtin == BuiltinCommand::Grad ||
              row.builtin == BuiltinCommand::DoubleBackward)
            break;
          if (row.builtin == BuiltinCommand::Backward && arguments.integer(2) != 2) break;
        }
        look(arguments.reg(i), argument);
        break;
      case operators::Type::OptionalTensor:
        if (arguments.present(i)) look(arguments.reg(i), argument);
        break;
      case operators::Type::TensorList:
      case operators::Type::OptionalTensorList:
        for (int k = 0; k < arguments.list_length(i); ++k)
          if (arguments.list_present(i, k)) look(arguments.list_reg(i, k), argument);
        break;
      default:
        break;
    }
  }
  m.on_host = (host || host_number) && !device;
  const bool asked = record.operation != id_of<operators::copy_>() && host && device;
  // The specification does not say whether these commands accept tensors on two devices, so such a command is dropped.
  // Each entry of a foreach operator's lists may be on another device. A composite may read only a tensor's sizes, and
  // then the tensor's device does not matter.
  const bool open = row.kind != CommandKind::Operator || row.composite || row.family == operators::Family::Foreach ||
                    row.family == operators::Family::Composite || row.family == operators::Family::OperatorAlias ||
                    row.family == operators::Family::Storage || record.operation == id_of<operators::copy>();
  m.leave_unspecified(Unspecified::OperandsOnTwoDevices, asked && open);
  // The random generators of host and device draw different numbers. So random numbers on the host are unspecified if
  // the program runs on another device.
  m.leave_unspecified(Unspecified::RandomNumbersOnTheHost,
                      (host || host_number) && row.kind == CommandKind::Operator && draws_random_numbers(row));
  if (asked && !open) {
    m.reject(ErrorClass::Device);
    m.reasons.all = ~ErrorSet{0};
  }
}

// Copies a tensor to another device, as a conversion of dtype copies it. Returns the tensor itself if it is on that
// device already (rule K4).
void move_to_device(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(arguments.reg(0));
  const bool to_host = arguments.boolean(1);
  if (!has_own_memory(m.options.device) || m.storages[m.tensors[self].geometry.storage].on_host == to_host) {
    m.cite(Rule::K4);
    set_register(m, record.destination, self);
    return;
  }
  m.on_host = to_host;
  m.some_on_host = true;
  Record copy;
  copy.operation = id_of<operators::clone>();
  copy.thread = record.thread;
  copy.destination = record.destination;
  copy.operands[0] = record.operands[0];
  const Operands operands(self);
  const OutputMeta meta = infer_clone(m.tensors[self].geometry, /*preserve=*/true);
  keep_fresh(m, copy, operands, functional(m, operands, derivative_without_saving(), meta));
}

}  // namespace modecheck::spec
