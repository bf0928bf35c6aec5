// Writes the C++ program that calls every operator of the catalogue by its libtorch name, as a method and as a
// function, in programs that the rules accept: an operator that is added is called without anybody writing it down.
#include <array>
#include <cstdio>
#include <string>

#include "properties/generator.h"
#include "reference/expected_run.h"
#include "reference/subjects/emit_call.h"
#include "spec/arguments.h"
#include "spec/operation.h"
#include "spec/operator_id.h"
#include "spec/program_text.h"

namespace {

namespace spec = modecheck::spec;
namespace subjects = modecheck::subjects;

constexpr int kExamples = 2;      // programs for each operator
constexpr int kAttempts = 40000;  // programs looked at to find them
constexpr std::uint64_t kSeed = 1;

bool leaves_memory_as_it_was(const spec::Operation& row) {
  return row.schema.name.substr(0, 5) == "empty" || row.schema.name == "resize_";
}

// libtorch asserts there.
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

// The program up to its first call of the operator, if the rules accept all of it.
bool accepted(modecheck::reference::ExpectedRun& expected, spec::Program& program, spec::OperationId id) {
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
    return true;
  }
  return false;
}

std::string statement(const spec::Record& record, const spec::Operation& row, const std::string& call) {
  if (row.schema.argument_count > 0 && !spec::keeps_result(row)) {
    // The argument that was written.
    for (std::size_t i = 0; i < row.schema.argument_count; ++i)
      if (row.schema.arguments[i].write)
        return call + "; show(r" +
               std::to_string(
                   record.operands[static_cast<std::size_t>(spec::slots_of(record.operation).arguments[i].operand)]) +
               (leaves_memory_as_it_was(row) ? ", Shown::Geometry);" : ");");
  }
  if (record.operation == spec::id_of<spec::operators::rand>())
    return "at::manual_seed(" + std::to_string(spec::rand_seed(record)) + "); show(" + call + ");";
  return "show(" + call + (leaves_memory_as_it_was(row) ? ", Shown::Geometry);" : ");");
}

void write_call(const spec::Program& program, subjects::Form form) {
  const spec::Record& last = program.records.back();
  std::printf("  reset();\n");
  for (std::size_t i = 0; i + 1 < program.records.size(); ++i) {
    const spec::Record& record = program.records[i];
    const std::string call = subjects::cpp_call(record);
    if (spec::keeps_result(spec::operation(record.operation)))
      std::printf("  r%d = %s;\n", record.destination, call.c_str());
    else
      std::printf("  %s;\n", call.c_str());
  }
  const spec::Operation& row = spec::operation(last.operation);
  const std::string call = subjects::cpp_call(last, form);
  std::string text;
  for (const char c : call) text += c == '"' ? '\'' : c;
  std::printf("  run(\"%s\", [] { %s });\n", text.c_str(), statement(last, row, call).c_str());
}

}  // namespace

int main() {
  std::printf("#include \"tests/parity/every_operator.h\"\n\nusing namespace modecheck::parity;\n\n");
  std::printf("static at::Tensor r0, r1, r2, r3, r4, r5;\n\nstatic void reset() {\n");
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    std::printf("  r%d = %s;\n", reg, subjects::cpp_leaf(spec::initial_leaf(reg)).c_str());
  std::printf("}\n\n");
  modecheck::reference::ExpectedRun expected(spec::DeviceKind::Cpu, /*values=*/true);
  std::string calls;
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    const spec::Operation& row = spec::operations()[id];
    if (row.kind != spec::CommandKind::Operator) continue;
    modecheck::properties::GeneratorOptions options;
    options.min_commands = 1;
    options.max_commands = 6;
    options.operations.reset();
    options.operations.set(id);
    options.operations.set(spec::id_of(spec::Extra::Leaf));
    // Leaves have up to four dimensions.
    options.operations.set(spec::id_of<spec::operators::unsqueeze>());
    options.second_thread_one_in = 0;
    options.blind_of_256 = 0;
    const modecheck::properties::Generator generator(options);
    std::printf("static void call_%zu() {\n", id);
    int examples = 0;
    for (std::uint64_t attempt = 0; attempt < kAttempts && examples < kExamples; ++attempt) {
      spec::Program program = generator.program_of(kSeed, attempt);
      if (!accepted(expected, program, static_cast<spec::OperationId>(id))) continue;
      ++examples;
      write_call(program, subjects::Form::Method);
      if (subjects::cpp_call(program.records.back(), subjects::Form::Function) !=
          subjects::cpp_call(program.records.back(), subjects::Form::Method))
        write_call(program, subjects::Form::Function);
    }
    std::printf("}\n\n");
    if (examples == 0) {
      std::fprintf(stderr, "no program calls %s\n", std::string(row.name).c_str());
      return 1;
    }
    calls += "  call_" + std::to_string(id) + "();\n";
  }
  // What libtorch warns of, an output that is made larger, is no difference.
  std::printf("int main() {\n  if (std::freopen(\"/dev/null\", \"w\", stderr) == nullptr) return 2;\n%s}\n",
              calls.c_str());
  return 0;
}
