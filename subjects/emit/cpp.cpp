#include "subjects/emit/cpp.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "spec/program/arguments.h"
#include "spec/program/operation.h"
#include "spec/program/operator_id.h"
#include "spec/program/saved_tensors_hooks.h"
#include "spec/program/text.h"
#include "subjects/emit/call.h"
#include "subjects/emit/nesting.h"
#include "subjects/emit/prelude.h"
#include "subjects/emit/words.h"

namespace modecheck::subjects {
namespace {

std::string guard_declaration(const spec::Record& record) {
  const spec::Arguments arguments(record);
  switch (spec::operation(record.operation).builtin) {
    case spec::BuiltinCommand::EnterInferenceMode:
      return std::string("c10::InferenceMode guard(") + (arguments.boolean(0) ? "true);" : "false);");
    case spec::BuiltinCommand::EnterNoGrad:
      return "at::NoGradGuard guard;";
    case spec::BuiltinCommand::EnterAutoGradMode:
      return std::string("at::AutoGradMode guard(") + (arguments.boolean(0) ? "true);" : "false);");
    case spec::BuiltinCommand::EnterBelowAutograd:
      return "at::AutoDispatchBelowAutograd guard;";
    case spec::BuiltinCommand::EnterBelowADInplaceOrView:
      return "at::AutoDispatchBelowADInplaceOrView guard;";
    case spec::BuiltinCommand::EnterNonVariableTypeMode:
      return "at::AutoNonVariableTypeMode guard(true);";
    case spec::BuiltinCommand::EnterSavedTensorsHooks:
      return "SavedTensorsHooks guard(" +
             std::to_string(static_cast<int>(spec::hooks_of_kind(arguments.integer(0))) - 1) + ");";
    case spec::BuiltinCommand::EnterCapturedState:
      return "at::ThreadLocalStateGuard guard(*captured);";
    default:
      return {};
  }
}

std::string guard_name(int i) { return "guard" + std::to_string(i + 1); }

// Returns the declaration of a guard that is destroyed before its scope ends: "c10::InferenceMode guard(true);" becomes
// "auto guard3 = std::make_unique<c10::InferenceMode>(true);".
std::string guard_in_hand(const spec::Record& record, int i) {
  const std::string declaration = guard_declaration(record);
  const std::size_t type_end = declaration.find(' ');
  const std::size_t open = declaration.find('(', type_end);
  const std::string values = open == std::string::npos ? "();" : declaration.substr(open);
  return "auto " + guard_name(i) + " = std::make_unique<" + declaration.substr(0, type_end) + ">" + values;
}

class Emitter {
 public:
  Emitter(const spec::Program& program, const EmitOptions& options)
      : program_(program), options_(options), nesting_(nesting_of(program, options.dropped)) {
    for (const spec::Record& record : program.records) two_threads_ = two_threads_ || record.thread == 1;
    for (std::size_t i = 0; i < taken_.size(); ++i)
      for (const Expectation& expectation : options.expectations)
        taken_[i] = taken_[i] || mentions(expectation.observed, taken_name(static_cast<int>(i)));
  }

  std::string file() {
    const std::string body = bodies();
    std::string out;
    for (const std::string& line : options_.headline) out += line.empty() ? "//\n" : "// " + line + "\n";
    if (!options_.headline.empty()) out += "//\n";
    out += "// g++ -std=c++17 FILE.cpp -I/usr/include/torch/csrc/api/include -ltorch -ltorch_cpu -lc10\n\n";
    out += emit_includes;
    if (mentions(body, "custom_operator") || mentions(body, "operator_check") || mentions(body, "custom_write"))
      out += "\n#include <torch/library.h>\n";
    if (mentions(body, "custom_write")) out += "#include <torch/csrc/autograd/VariableTypeUtils.h>\n";
    if (mentions(body, "make_unique")) out += "\n#include <memory>\n";
    if (two_threads_) out += "\n#include <condition_variable>\n#include <mutex>\n#include <thread>\n";
    if (options_.may_crash) out += "\n#include <sys/wait.h>\n#include <unistd.h>\n#include <cstdlib>\n";
    out += emit_helpers;
    if (mentions(body, "zero_from")) out += emit_unsafe_memory;
    for (const CustomCode& custom : emit_custom_code)
      if (mentions(body, std::string(custom.word))) out += custom.text;
    if (judges()) out += emit_judging;
    if (two_threads_) out += emit_turns;
    if (mentions(body, "Unwound")) out += "\nstruct Unwound {};\n";
    out += "\nstatic void run() {\n";
    for (int i = 0; i < spec::kRegisters; ++i)
      if (mentions(body, "r" + std::to_string(i)))
        out += "  at::Tensor r" + std::to_string(i) + " = " + cpp_leaf(spec::initial_leaf(i)) + ";\n";
    for (int i = 0; i < spec::kRegisters; ++i)
      if (taken_[static_cast<std::size_t>(i)]) out += "  std::int64_t " + taken_name(i) + " = 0;\n";
    if (mentions(body, "captured")) out += "  c10::optional<at::ThreadLocalState> captured;\n";
    out += "\n" + body + "}\n" + main_function();
    return out;
  }

 private:
  static std::string taken_name(int reg) { return "version_when_taken_" + std::to_string(reg); }

  bool judges() const { return options_.may_crash || !options_.expectations.empty(); }

  std::string main_function() const {
    if (!judges()) return "\nint main() { run(); }\n";
    if (!options_.may_crash) return "\nint main() {\n  run();\n  return mismatched ? 0 : 3;\n}\n";
    return R"(
int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  const pid_t child = fork();
  if (child == 0) {
    run();
    std::_Exit(mismatched ? 0 : 3);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    std::printf("     expected to go on, died of signal %d: MISMATCH\n", WTERMSIG(status));
    return 0;
  }
  return WEXITSTATUS(status);
}
)";
  }

  std::string bodies() {
    std::string out;
    indent_ = two_threads_ ? 2 : 1;
    const std::string second = two_threads_ ? body_of(1) : std::string();
    indent_ = 1;
    const std::string first = body_of(0);
    if (two_threads_) out += "  std::thread second([&] {\n" + second + "  });\n\n";
    out += first;
    if (two_threads_) out += "  second.join();\n";
    return out;
  }

  std::string body_of(int slot) {
    text_.clear();
    open_.clear();
    int turn = 0;
    if (slot == 0) expectations(-1);
    for (std::size_t i = 0; i < program_.records.size(); ++i) {
      const spec::Record& record = program_.records[i];
      if (!nesting_.runs[i]) {
        if (record.thread == slot) line("// " + spec::to_text(record) + ": dropped");
        continue;
      }
      if (record.thread == slot) {
        if (two_threads_) line("wait_for_turn(" + std::to_string(turn) + ");");
        after_ = two_threads_ ? "pass_turn(" + std::to_string(turn + 1) + ");" : "";
        emit(static_cast<int>(i), record);
      }
      ++turn;
    }
    while (!open_.empty()) close();
    return text_;
  }

  void line(const std::string& text) { text_ += std::string(2 * static_cast<std::size_t>(indent_), ' ') + text + "\n"; }

  void finish(int i) {
    expectations(i);
    if (!after_.empty()) line(after_);
  }

  void expectations(int command) {
    for (const Expectation& expectation : options_.expectations)
      if (expectation.command == command)
        line("expect(" + quoted(expectation.subject) + ", " + quoted(expectation.expected) + ", " +
             expectation.observed + ");");
  }

  void close() {
    const bool caught = open_.back();
    open_.pop_back();
    --indent_;
    line(caught ? "} catch (const Unwound&) {" : "}");
    if (caught) line("}");
  }

  void emit(int i, const spec::Record& record) {
    const spec::Operation& row = spec::operation(record.operation);
    if (row.kind == spec::CommandKind::EnterGuard) {
      const bool caught = nesting_.unwound_by[static_cast<std::size_t>(i)] != Nesting::none;
      line((caught ? "try {  // " : "{  // ") + std::to_string(i + 1));
      open_.push_back(caught);
      ++indent_;
      line(nesting_.destroyed[static_cast<std::size_t>(i)] ? guard_in_hand(record, i) : guard_declaration(record));
      finish(i);
    } else if (nesting_.destroys[static_cast<std::size_t>(i)] != Nesting::none) {
      line(guard_name(nesting_.destroys[static_cast<std::size_t>(i)]) + ".reset();  // " + std::to_string(i + 1));
      finish(i);
    } else if (row.kind == spec::CommandKind::Leave) {
      if (row.builtin == spec::BuiltinCommand::LeaveByException) line("throw Unwound();  // " + std::to_string(i + 1));
      for (int n = 0; n < nesting_.closes[static_cast<std::size_t>(i)]; ++n) close();
      finish(i);
    } else {
      line("command(" + std::to_string(i + 1) + ", " + quoted(spec::to_text(record)) + ", [&] { " +
           statements(record, row) + " });");
      finish(i);
    }
  }

  // Returns the C++ statement "r3 = ...;". A statement that records the version is added if an expectation needs that
  // version.
  std::string take(int reg, const std::string& value) const {
    const std::string name = "r" + std::to_string(reg);
    std::string out = name + " = " + value + ";";
    if (taken_[static_cast<std::size_t>(reg)]) out += " " + taken_name(reg) + " = version(" + name + ");";
    return out;
  }

  std::string statements(const spec::Record& record, const spec::Operation& row) const {
    const std::string call = cpp_call(record);
    const int destination = record.destination;
    if (row.kind == spec::CommandKind::Operator) {
      if (spec::draws_random_numbers(row))
        return "at::manual_seed(" + std::to_string(spec::rand_seed(record)) + "); " +
               (spec::keeps_result(row) ? take(destination, call) : call + ";");
      if (record.operation == spec::id_of<spec::operators::empty_memory_format>() ||
          record.operation == spec::id_of<spec::operators::empty_strided>())
        return take(destination, call) + " zero_from(r" + std::to_string(destination) + ", 0);";
      if (record.operation == spec::id_of<spec::operators::resize_>()) {
        const std::string target = "r" + std::to_string(record.operands[0]);
        return "const std::size_t before = " + target + ".storage().nbytes(); " + call + "; zero_from(" + target +
               ", before);";
      }
      if (!spec::keeps_result(row)) return call + ";";
      if (spec::returns_several(row)) {
        std::string out = "const auto results = " + call + ";";
        for (int k = 0; k < spec::result_registers(row); ++k)
          out += " " + take((destination + k) % spec::kRegisters, "std::get<" + std::to_string(k) + ">(results)");
        return out;
      }
      if (!spec::returns_list(row)) return take(destination, call);
      std::string out = "const auto parts = " + call + ";";
      for (int k = 0; k < spec::kMaxListResults; ++k)
        out += " if (parts.size() > " + std::to_string(k) + ") { " +
               take((destination + k) % spec::kRegisters, "parts[" + std::to_string(k) + "]") + " }";
      return out;
    }
    switch (row.builtin) {
      case spec::BuiltinCommand::CaptureState:
        return "captured.emplace();";
      case spec::BuiltinCommand::GradOf:
        return "if (" + call + ".defined()) { " + take(destination, call) + " }";
      case spec::BuiltinCommand::Grad: {
        // grad may return the very root that was passed. Detach, so that autograd does not record the copy.
        const bool may_be_root = spec::Arguments(record).integer(2) == 2;
        return "const at::Tensor gradient = " + call + "; if (gradient.defined()) { " +
               take(destination, may_be_root ? "gradient.detach().clone(at::MemoryFormat::Contiguous)"
                                             : "gradient.clone(at::MemoryFormat::Contiguous)") +
               " }";
      }
      default:
        return spec::keeps_result(row) ? take(destination, call) : call + ";";
    }
  }

  const spec::Program& program_;
  const EmitOptions& options_;
  Nesting nesting_;
  bool two_threads_ = false;
  std::array<bool, spec::kRegisters> taken_{};
  std::string text_;
  std::string after_;
  std::vector<bool> open_;  // one entry for each open guard: true if an exception is caught at the end of its scope
  int indent_ = 1;
};

}  // namespace

std::string emit_cpp(const spec::Program& program, const EmitOptions& options) {
  return Emitter(program, options).file();
}

}  // namespace modecheck::subjects
