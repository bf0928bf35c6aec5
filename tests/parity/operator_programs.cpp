#include "tests/parity/operator_programs.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "properties/generate/generator.h"
#include "reference/run/expected_run.h"
#include "spec/program/arguments.h"
#include "spec/program/operator_id.h"

namespace modecheck::parity {
namespace {

constexpr std::uint64_t kAttempts = 40000;  // the number of programs that are tried for each operator
// With this seed no program reaches a kink in double precision. No program needs operands of several dtypes either,
// because all variables have double precision.
constexpr std::uint64_t kSeed = 4;

// Returns whether a call has an index list in which all indices are absent. An internal assertion of libtorch fails for
// such a call.
bool indexes_by_nothing(const spec::Record& record) {
  const spec::Arguments arguments(record);
  const spec::operators::Schema& schema = spec::operation(record.operation).schema;
  for (int i = 0; i < schema.argument_count; ++i) {
    if (schema.arguments[static_cast<std::size_t>(i)].type != spec::operators::Type::OptionalTensorList) continue;
    for (int k = 0; k < arguments.list_length(i); ++k)
      if (arguments.list_present(i, k)) return false;
    return true;
  }
  return false;
}

// Returns whether addcmul, addcdiv or where gets an output of another dtype than its operands. An assertion of libtorch
// fails for such a call (known/out-of-another-dtype-asserts/cause.json).
bool converts_into_output(const spec::Record& record, const spec::Observation& after) {
  const std::string_view name = spec::operation(record.operation).name;
  if (name != "addcmul.out" && name != "addcdiv.out" && name != "where.self_out") return false;
  const spec::Arguments arguments(record);
  const auto dtype = [&](int argument) {
    return after.registers[static_cast<std::size_t>(arguments.reg(argument))].tensor.dtype;
  };
  const int out = spec::operation(record.operation).schema.argument_count - 1;
  return dtype(out) != dtype(1) || dtype(out) != dtype(2);
}

// Truncates the program after its first call of the operator, and returns whether the rules accept all its commands.
bool accepted(reference::ExpectedRun& expected, spec::Program& program, spec::OperationId id) {
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    if (program.records[i].operation != id) continue;
    program.records.resize(i + 1);
    if (indexes_by_nothing(program.records[i])) return false;
    spec::Trace trace;
    std::array<std::uint8_t, spec::kMaxCommands> dropped{};
    expected.run(program, trace, dropped);
    if (expected.trusted() <= i) return false;
    for (std::size_t k = 0; k <= i; ++k)
      if (trace.steps[k].outcome.kind != spec::OutcomeKind::Ok) return false;
    if (converts_into_output(program.records[i], trace.steps[i].observation)) return false;
    return true;
  }
  return false;
}

}  // namespace

std::vector<OperatorPrograms> operator_programs(int examples, int commands) {
  std::vector<OperatorPrograms> out;
  reference::ExpectedRun expected(spec::DeviceKind::Cpu, /*values=*/true);
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    if (spec::operations()[id].kind != spec::CommandKind::Operator) continue;
    properties::GeneratorOptions options;
    options.min_commands = 1;
    options.max_commands = commands;
    options.operations.reset();
    options.operations.set(id);
    options.operations.set(spec::id_of(spec::BuiltinCommand::Leaf));
    // Programs may call unsqueeze, because a leaf has at most four dimensions, and some operators need more.
    options.operations.set(spec::id_of<spec::operators::unsqueeze>());
    options.second_thread_one_in = 0;
    options.blind_of_256 = 0;
    const properties::Generator generator(options);
    OperatorPrograms& found = out.emplace_back();
    found.operation = static_cast<spec::OperationId>(id);
    for (std::uint64_t attempt = 0; attempt < kAttempts && found.programs.size() < static_cast<std::size_t>(examples);
         ++attempt) {
      spec::Program program = generator.program_of(kSeed, attempt);
      if (accepted(expected, program, found.operation)) found.programs.push_back(std::move(program));
    }
  }
  return out;
}

}  // namespace modecheck::parity
