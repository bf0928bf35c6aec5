// Generates a C++ program that calls every operator of the catalogue by its libtorch name, as a method and as a
// function. The calls are parts of programs that the rules accept. A new operator is covered without a change.
#include <cstdio>
#include <string>

#include "spec/program/operation.h"
#include "spec/program/operator_id.h"
#include "spec/program/slots.h"
#include "spec/program/text.h"
#include "subjects/emit/call.h"
#include "tests/parity/operator_programs.h"

namespace {

namespace spec = modecheck::spec;
namespace subjects = modecheck::subjects;

constexpr int kExamples = 2;  // the number of programs for each operator
constexpr int kCommands = 6;

// libtorch 1.13.1 does not record ldexp_ (known/ldexp-in-place-is-an-output/cause.json).
bool is_rejected_by_libtorch(const spec::Operation& row) { return row.schema.name == "ldexp_"; }

bool leaves_memory_as_it_was(const spec::Operation& row) {
  return row.schema.name.substr(0, 5) == "empty" || row.schema.name == "resize_";
}

std::string statement(const spec::Record& record, const spec::Operation& row, const std::string& call) {
  if (row.schema.argument_count > 0 && !spec::keeps_result(row)) {
    const std::string first =
        spec::draws_random_numbers(row) ? "at::manual_seed(" + std::to_string(spec::rand_seed(record)) + "); " : "";
    // The generated program prints the argument that the call wrote.
    for (std::size_t i = 0; i < row.schema.argument_count; ++i)
      if (row.schema.arguments[i].write)
        return first + call + "; show(r" +
               std::to_string(
                   record.operands[static_cast<std::size_t>(spec::slots_of(record.operation).arguments[i].operand)]) +
               (leaves_memory_as_it_was(row) ? ", Shown::Geometry);" : ");");
  }
  if (spec::draws_random_numbers(row))
    return "at::manual_seed(" + std::to_string(spec::rand_seed(record)) + "); show(" + call + ");";
  return "show(" + call + (leaves_memory_as_it_was(row) ? ", Shown::Geometry);" : ");");
}

void write_call(const spec::Program& program, subjects::Form form) {
  const spec::Record& last = program.records.back();
  std::printf("  reset();\n");
  for (std::size_t i = 0; i + 1 < program.records.size(); ++i) {
    const spec::Record& record = program.records[i];
    const std::string call = subjects::cpp_call(record);
    if (spec::returns_list(spec::operation(record.operation)))
      std::printf("  r%d = %s[0];\n", record.destination, call.c_str());
    else if (spec::keeps_result(spec::operation(record.operation)))
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
  std::string calls;
  for (const modecheck::parity::OperatorPrograms& found : modecheck::parity::operator_programs(kExamples, kCommands)) {
    if (found.programs.empty()) {
      std::fprintf(stderr, "no program calls %s\n", std::string(spec::operation(found.operation).name).c_str());
      return 1;
    }
    if (is_rejected_by_libtorch(spec::operation(found.operation))) continue;
    const std::string name = "call_" + std::to_string(found.operation);
    std::printf("static void %s() {\n", name.c_str());
    for (const spec::Program& program : found.programs) {
      write_call(program, subjects::Form::Method);
      if (subjects::cpp_call(program.records.back(), subjects::Form::Function) !=
          subjects::cpp_call(program.records.back(), subjects::Form::Method))
        write_call(program, subjects::Form::Function);
    }
    std::printf("}\n\n");
    calls += "  " + name + "();\n";
  }
  // libtorch warns when it resizes an output. That is no difference, so the generated program discards stderr.
  std::printf("int main() {\n  if (std::freopen(\"/dev/null\", \"w\", stderr) == nullptr) return 2;\n%s}\n",
              calls.c_str());
  return 0;
}
