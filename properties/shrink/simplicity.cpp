#include "properties/shrink/simplicity.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "spec/program/slots.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

using spec::OperationId;
using spec::Record;
using spec::operators::Argument;
using spec::operators::Type;

// The operators that readers know best, group after group (creation, pointwise, reduction and so on), and in each group
// the simplest first. All other operators follow in the catalogue's order: functional, view and in-place operators
// before out variants and composites.
constexpr std::string_view kSimplest[] = {
    "ones",
    "zeros",
    "leaf",
    "add.Tensor",
    "mul.Tensor",
    "exp",
    "sum",
    "sum.dim_IntList",
    "mm",
    "addmm",
    "cat",
    "index_select",
    "clone",
    "t",
    "alias",
    "select.int",
    "slice.Tensor",
    "view",
    "unbind.int",
    "split.Tensor",
    "detach",
    "data",
    "zero_",
    "add_.Tensor",
    "mul_.Tensor",
    "fill_.Scalar",
    "copy_",
    "add.out",
    "mul.out",
    "t_",
    "detach_",
    "resize_",
    "requires_grad_",
    "backward",
    "InferenceMode",
    "NoGradGuard",
    "leave",
    "AutoDispatchBelowADInplaceOrView",
    "AutoDispatchBelowAutograd",
};

struct Plainness {
  std::array<std::uint16_t, spec::kMostOperations> rank{};
  // For each operation, the simplest values of its immediates (the numbers in a record that stand for arguments other
  // than tensors).
  std::array<std::array<std::int8_t, spec::kMaxImmediates>, spec::kMostOperations> immediates{};
};

std::int8_t into(spec::Range range, int value) {
  return static_cast<std::int8_t>(std::clamp<int>(value, range.low, range.high));
}

// Returns the value of the elements in the simplest list for this argument.
int simplest_element(const Argument& argument) {
  if (argument.name == "size" || argument.name == "shape") return 2;
  for (const std::string_view one : {"stride", "kernel_size", "dilation", "output_size"})
    if (argument.name == one) return 1;
  return 0;
}

// Sets each immediate of one argument to its simplest value.
void set_simplest(const Argument& argument, const spec::SlotLayout& layout, spec::ArgumentSlots slots,
                  std::array<std::int8_t, spec::kMaxImmediates>& out) {
  if (slots.immediate < 0) return;
  const auto set = [&](int offset, int value) {
    const auto i = static_cast<std::size_t>(slots.immediate + offset);
    out[i] = into(layout.ranges[i], value);
  };
  const std::string_view text = argument.default_text;
  const bool sizes = argument.name == "size" || argument.name == "shape";
  switch (argument.type) {
    case Type::TensorList:
      set(0, 1);
      break;
    case Type::OptionalTensorList:
      for (int i = 0; i < slots.immediates; ++i) set(i, 1);
      break;
    case Type::Float:
      set(0, 2);
      break;
    case Type::OptionalFloatList:
      set(0, -1);
      break;
    case Type::Int:
      set(0, text.empty() ? (argument.name == "seeding" || argument.name == "split_size" || argument.name == "length" ||
                                     argument.name == "chunks"
                                 ? 1
                                 : 0)
                          : std::atoi(std::string(text).c_str()));
      break;
    case Type::IntList:
    case Type::OptionalIntList:
      set(0, argument.type == Type::OptionalIntList ? -1 : sizes ? 1 : 0);
      for (int i = 0; i + 1 < slots.immediates; ++i) set(1 + i, simplest_element(argument));
      break;
    case Type::Scalar:
      set(1, text.empty() ? 2 : std::atoi(std::string(text).c_str()));
      break;
    case Type::Bool:
      // A flag's simplest value is its default, or false. For a guard's `enabled` it is true, because an enabled guard
      // does what its name says.
      set(0, text == "True" || argument.name == "enabled" ? 1 : 0);
      break;
    case Type::OptionalScalarType:
      set(0, -1);
      break;
    default:
      break;
  }
}

Plainness make_plainness() {
  Plainness out;
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    const spec::Operation& row = spec::operations()[id];
    const auto* const known = std::find(std::begin(kSimplest), std::end(kSimplest), row.name);
    const auto place = static_cast<std::size_t>(known - std::begin(kSimplest));
    const std::size_t rank = known != std::end(kSimplest) ? place : std::size(kSimplest) + id;
    out.rank[id] = static_cast<std::uint16_t>(rank);
    const spec::SlotLayout& layout = spec::slots_of(static_cast<OperationId>(id));
    for (std::size_t i = 0; i < row.schema.argument_count; ++i)
      set_simplest(row.schema.arguments[i], layout, layout.arguments[i], out.immediates[id]);
  }
  return out;
}

const Plainness& simplicity() {
  static const Plainness table = make_plainness();
  return table;
}

}  // namespace

std::int8_t simplest_immediate(OperationId id, int immediate) {
  return simplicity().immediates[id][static_cast<std::size_t>(immediate)];
}

std::vector<OperationId> plainer_operations(OperationId id) {
  const spec::Operation& row = spec::operation(id);
  const auto& rank = simplicity().rank;
  const auto stands_for = [&](const spec::Operation& with) {
    if (with.kind == row.kind && with.group == row.group) return true;
    // A command that returns a tensor may also be replaced by a command that makes or computes a new tensor, or takes a
    // view.
    return spec::keeps_result(row) && (with.name == "ones" || with.name == "add.Tensor" || with.name == "t");
  };
  std::vector<OperationId> out;
  for (std::size_t other = 0; other < spec::operations().size(); ++other) {
    const auto candidate = static_cast<OperationId>(other);
    // An alias of an operator is no simpler than the operator itself.
    if (spec::operation(candidate).alias_of == 0 && rank[candidate] < rank[id] &&
        stands_for(spec::operation(candidate)))
      out.push_back(candidate);
  }
  std::sort(out.begin(), out.end(), [&](OperationId a, OperationId b) { return rank[a] < rank[b]; });
  return out;
}

std::uint64_t cost_of(const Record& record) {
  const auto& simplest = simplicity().immediates[record.operation];
  std::uint64_t immediates = 0;
  const spec::SlotLayout& layout = spec::slots_of(record.operation);
  for (std::size_t i = 0; i < layout.immediate_count; ++i) {
    // A list of fewer elements than a record can hold leaves some numbers of the record unused. These numbers are
    // always zero in a canonical record, and cost nothing.
    Record other = record;
    other.immediates[i] = static_cast<std::int8_t>(
        record.immediates[i] == layout.ranges[i].high ? layout.ranges[i].low : record.immediates[i] + 1);
    spec::canonicalize(other);
    if (other == record) continue;
    const int distance = std::abs(record.immediates[i] - simplest[i]);
    immediates += static_cast<std::uint64_t>(distance > 0 ? 8 + distance : 0);
  }
  std::uint64_t registers = record.destination;
  for (const std::uint8_t operand : record.operands) registers += operand;
  return (static_cast<std::uint64_t>(simplicity().rank[record.operation]) * 4 + 1) * 1000 + record.thread * 500u +
         immediates * 8 + registers;
}

bool simpler(const spec::Program& a, const spec::Program& b) {
  if (a.records.size() != b.records.size()) return a.records.size() < b.records.size();
  std::uint64_t cost_a = 0;
  std::uint64_t cost_b = 0;
  for (const Record& record : a.records) cost_a += cost_of(record);
  for (const Record& record : b.records) cost_b += cost_of(record);
  if (cost_a != cost_b) return cost_a < cost_b;
  for (std::size_t i = 0; i < a.records.size(); ++i) {
    const std::uint64_t x = cost_of(a.records[i]);
    const std::uint64_t y = cost_of(b.records[i]);
    if (x != y) return x < y;
    const int bytes = std::memcmp(&a.records[i], &b.records[i], sizeof(Record));
    if (bytes != 0) return bytes < 0;
  }
  return false;
}

}  // namespace modecheck::properties
