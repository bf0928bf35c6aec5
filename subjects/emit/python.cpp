#include "subjects/emit/python.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/program/arguments.h"
#include "spec/program/operation.h"
#include "spec/program/operator_id.h"
#include "spec/program/saved_tensors_hooks.h"
#include "spec/program/text.h"
#include "subjects/emit/nesting.h"
#include "subjects/emit/python_prelude.h"
#include "subjects/emit/words.h"

namespace modecheck::subjects {
namespace {

using spec::operators::Type;

std::string reg(int i) { return "r" + std::to_string(i); }

std::string boolean(bool value) { return value ? "True" : "False"; }

std::string number(double value) {
  if (std::isnan(value)) return "float(\"nan\")";
  if (std::isinf(value)) return value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

std::string scalar(const spec::ScalarValue& value) {
  if (value.kind == spec::ScalarValue::Kind::Bool) return boolean(value.value != 0);
  const std::string out = number(value.value);
  if (value.kind == spec::ScalarValue::Kind::Int || out.find_first_of(".e(") != std::string::npos) return out;
  return out + ".0";
}

std::string dtype_text(spec::DType dtype) {
  constexpr std::array<const char*, 12> names{"float32", "float64", "int64",   "bool",     "uint8",     "int8",
                                              "int16",   "int32",   "float16", "bfloat16", "complex64", "complex128"};
  return std::string("torch.") + names[static_cast<std::size_t>(dtype)];
}

template <typename Values, typename Text>
std::string list(const Values& values, int size, const Text& text) {
  std::string out;
  for (int i = 0; i < size; ++i) out += (i > 0 ? ", " : "") + text(values[i]);
  return "[" + out + "]";
}

std::string integers(const spec::IntList& values) {
  return list(values, values.size, [](std::int64_t value) { return std::to_string(value); });
}

// Returns the Python text of one argument, or std::nullopt if it always keeps its default.
std::optional<std::string> argument(const spec::Record& record, const spec::Operation& row, int i) {
  const spec::Arguments arguments(record);
  const spec::operators::Argument& declared = row.schema.arguments[static_cast<std::size_t>(i)];
  switch (declared.type) {
    case Type::Tensor:
      return reg(arguments.reg(i));
    case Type::OptionalTensor:
      return arguments.present(i) ? reg(arguments.reg(i)) : "None";
    case Type::TensorList: {
      std::string out;
      for (int k = 0; k < arguments.list_length(i); ++k) out += (k > 0 ? ", " : "") + reg(arguments.list_reg(i, k));
      return "[" + out + "]";
    }
    case Type::OptionalTensorList: {
      std::string out;
      for (int k = 0; k < arguments.list_length(i); ++k)
        out += (k > 0 ? ", " : "") + (arguments.list_present(i, k) ? reg(arguments.list_reg(i, k)) : "None");
      return "[" + out + "]";
    }
    case Type::Int:
      return std::to_string(arguments.integer(i));
    case Type::OptionalInt: {
      const auto value = arguments.optional_integer(i);
      return value ? std::to_string(*value) : "None";
    }
    case Type::IntList:
      return integers(arguments.integers(i));
    case Type::OptionalIntList: {
      const auto values = arguments.optional_integers(i);
      return values ? integers(*values) : "None";
    }
    case Type::Scalar:
      return scalar(arguments.scalar(i));
    case Type::OptionalScalar: {
      const auto value = arguments.optional_scalar(i);
      return value ? scalar(*value) : "None";
    }
    case Type::OptionalString: {
      const auto word = arguments.optional_word(i);
      return word ? quoted(std::string(*word)) : "None";
    }
    case Type::Float: {
      const std::string out = number(arguments.floating(i));
      return out.find_first_of(".e(") == std::string::npos ? out + ".0" : out;
    }
    case Type::OptionalFloatList: {
      const auto values = arguments.optional_floats(i);
      if (!values) return "None";
      return list(*values, values->size, [](double value) { return number(value); });
    }
    case Type::String: {
      const auto word = arguments.word(i);
      if (!word) return std::nullopt;
      return quoted(std::string(*word));
    }
    case Type::Bool:
      return boolean(arguments.boolean(i));
    case Type::OptionalBool:
      // An optional bool without a default (`stable`) must be passed.
      if (!declared.default_text.empty()) return std::nullopt;
      return boolean(true);
    case Type::ScalarType:
      return dtype_text(arguments.dtype(i));
    case Type::OptionalScalarType: {
      const auto dtype = arguments.optional_dtype(i);
      return dtype ? dtype_text(*dtype) : "None";
    }
    default:
      return std::nullopt;
  }
}

// Returns the Python call of an operator, for example "torch.ops.aten.add.Tensor(r0, r1, alpha=2)". Arguments with a
// default are passed by name, and left out if they have that value.
std::string operator_call(const spec::Record& record, const spec::Operation& row) {
  const spec::operators::Schema& schema = row.schema;
  const std::string packet = "torch.ops.aten." + std::string(schema.name);
  const std::string overload(schema.overload.empty() ? "default" : schema.overload);
  // A keyword of Python can name neither an attribute nor an argument, so it is passed as a string.
  std::string out = overload == "from" ? "getattr(" + packet + ", \"from\")(" : packet + "." + overload + "(";
  bool named = false;
  bool first = true;
  for (int i = 0; i < schema.argument_count; ++i) {
    const spec::operators::Argument& declared = schema.arguments[static_cast<std::size_t>(i)];
    const auto text = argument(record, row, i);
    if (!text || (!declared.default_text.empty() && *text == declared.default_text)) {
      named = true;  // if an argument is left out, later arguments must be named
      continue;
    }
    const bool tensors = declared.type == Type::Tensor || declared.type == Type::TensorList;
    const bool unnameable = declared.name == "from";
    named = !unnameable && (named || !tensors || !declared.default_text.empty() || declared.keyword_only);
    out += first ? "" : ", ";
    out += named ? std::string(declared.name) + "=" + *text : *text;
    first = false;
  }
  return out + ")";
}

std::string leaf_text(const spec::LeafSpec& leaf) {
  int count = 1;
  for (int d = 0; d < leaf.rank; ++d) count *= static_cast<int>(leaf.sizes[static_cast<std::size_t>(d)]);
  std::string values;
  for (int i = 0; i < count; ++i) {
    const double value = spec::leaf_value(leaf.dtype, leaf.seed, i);
    values += i > 0 ? ", " : "";
    if (spec::is_complex(leaf.dtype))
      values += "complex(" + number(value) + ", " + number(spec::leaf_imaginary(leaf.seed, i)) + ")";
    else
      values += leaf.dtype == spec::DType::Bool ? boolean(value != 0) : number(value);
  }
  const auto sizes =
      list(leaf.sizes, static_cast<int>(leaf.rank), [](std::int64_t size) { return std::to_string(size); });
  return "leaf(" + sizes + ", [" + values + "], " + dtype_text(leaf.dtype) + ", " + boolean(leaf.requires_grad) + ")";
}

std::string seed(const std::string& self, const std::string& gradient, std::int64_t seeding) {
  if (seeding == 0) return "None";
  return seeding == 1 ? "torch.ones(" + self + ".size(), dtype=" + self + ".dtype)" : gradient;
}

std::string call_of(const spec::Record& record, const spec::Operation& row) {
  if (row.kind == spec::CommandKind::Operator) return operator_call(record, row);
  const spec::Arguments arguments(record);
  const auto tensor = [&](int i) { return reg(arguments.reg(i)); };
  switch (row.builtin) {
    case spec::BuiltinCommand::Leaf:
      return leaf_text(spec::leaf_of(record));
    case spec::BuiltinCommand::Assign:
      return tensor(0);
    case spec::BuiltinCommand::Move:
      return tensor(0) + (arguments.boolean(1) ? ".cpu()" : ".to(the_device)");
    case spec::BuiltinCommand::SaveLoad:
      return "save_and_load(" + tensor(0) + ")";
    case spec::BuiltinCommand::RequiresGrad_:
      return tensor(0) + ".requires_grad_(" + boolean(arguments.boolean(1)) + ")";
    case spec::BuiltinCommand::SetData:
      return tensor(0) + ".data = " + tensor(1);
    case spec::BuiltinCommand::Data:
      return tensor(0) + ".data";
    case spec::BuiltinCommand::RetainGrad:
      return tensor(0) + ".retain_grad()";
    case spec::BuiltinCommand::Hook:
      // The lambda reads the register when the hook runs, not when the hook is registered.
      return arguments.integer(2) == 1 ? tensor(0) + ".register_hook(lambda gradient: gradient.mul(2))"
             : arguments.integer(2) == 2
                 ? tensor(0) + ".register_hook(lambda gradient: fill_with_twos(" + tensor(1) + "))"
                 : tensor(0) + ".register_hook(lambda gradient: None)";
    case spec::BuiltinCommand::GradOf:
      return tensor(0) + ".grad";
    case spec::BuiltinCommand::ClearGrad:
      return tensor(0) + ".grad = None";
    case spec::BuiltinCommand::Version:
      return tensor(0) + "._version";
    case spec::BuiltinCommand::GradFn:
      return tensor(0) + ".grad_fn";
    case spec::BuiltinCommand::Backward:
      return tensor(0) + ".backward(" + seed(tensor(0), tensor(1), arguments.integer(2)) +
             ", retain_graph=" + boolean(arguments.boolean(3)) + ")";
    case spec::BuiltinCommand::Grad:
      return "torch.autograd.grad([" + tensor(0) + "], [" + tensor(1) + "], [" +
             seed(tensor(0), tensor(0), arguments.integer(2)) + "], retain_graph=" + boolean(arguments.boolean(3)) +
             ", allow_unused=" + boolean(arguments.boolean(4)) + ")[0]";
    case spec::BuiltinCommand::DoubleBackward:
      return "grad_twice(" + tensor(0) + ", " + tensor(1) + ", " + tensor(2) + ", " +
             seed(tensor(0), tensor(0), arguments.integer(3) == 0 ? 0 : 1) + ")";
    case spec::BuiltinCommand::CustomSquare:
      return "CustomSquare.apply(" + tensor(0) + ")";
    case spec::BuiltinCommand::CustomIdentity:
      return "CustomIdentity.apply(" + tensor(0) + ")";
    case spec::BuiltinCommand::CustomView:
      return "CustomView.apply(" + tensor(0) + ")";
    case spec::BuiltinCommand::CustomDirty:
      return "CustomDirty.apply(" + tensor(0) + ")";
    case spec::BuiltinCommand::CustomOperator:
      return "torch.ops.modecheck.custom_operator(" + tensor(0) + ")";
    default:
      return "pass";
  }
}

// Returns the Python text of a guard, or std::nullopt if Python has no such guard.
std::optional<std::string> guard_text(const spec::Record& record) {
  const spec::Arguments arguments(record);
  switch (spec::operation(record.operation).builtin) {
    case spec::BuiltinCommand::EnterInferenceMode:
      return "torch.inference_mode(" + boolean(arguments.boolean(0)) + ")";
    case spec::BuiltinCommand::EnterNoGrad:
      return "torch.no_grad()";
    case spec::BuiltinCommand::EnterAutoGradMode:
      return "torch.set_grad_enabled(" + boolean(arguments.boolean(0)) + ")";
    case spec::BuiltinCommand::EnterSavedTensorsHooks:
      return "hooks_of_kind(" + std::to_string(static_cast<int>(spec::hooks_of_kind(arguments.integer(0))) - 1) + ")";
    case spec::BuiltinCommand::EnterBelowAutograd:
      return "torch._C._AutoDispatchBelowAutograd()";
    case spec::BuiltinCommand::EnterBelowADInplaceOrView:
      return "torch._C._AutoDispatchBelowADInplaceOrView()";
    default:
      return std::nullopt;
  }
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Translates the C++ expression of an expectation to Python. Such expressions use a few words only (expectations.cpp).
std::string observed_text(const Expectation& expectation) {
  std::string text = expectation.observed;
  // Methods that become a call around the tensor in Python: "r0.sizes()" becomes "list(r0.size())".
  for (const auto& [end, call, member] : {std::array<std::string_view, 3>{".scalar_type()", "NAMES[", ".dtype]"},
                                          {".sizes()", "list(", ".size())"},
                                          {".strides()", "list(", ".stride())"}})
    if (text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0)
      text = std::string(call) + text.substr(0, text.size() - end.size()) + std::string(member);
  if (const std::size_t at = text.find(".is_alias_of("); at != std::string::npos)
    text = "torch._C._is_alias_of(" + text.substr(0, at) + ", " + text.substr(at + 13);
  if (const std::size_t at = text.find(".is_same("); at != std::string::npos)
    text = text.substr(0, at) + " is " + text.substr(at + 9, text.size() - at - 10);
  constexpr std::string_view cast = "static_cast<std::int64_t>(";
  if (text.compare(0, cast.size(), cast) == 0) text = text.substr(cast.size(), text.size() - cast.size() - 1);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 14> words{{
      {"torch::autograd::impl::get_autograd_meta(", ""},
      {")->output_nr_", ".output_nr"},
      {"c10::InferenceMode::is_enabled()", "torch.is_inference_mode_enabled()"},
      {"at::GradMode::is_enabled()", "torch.is_grad_enabled()"},
      {"c10::AutogradState::get_tls_state().get_fw_grad_mode()", "torch._C._is_fwd_grad_enabled()"},
      {"c10::impl::tls_is_dispatch_key_", "torch._C._dispatch_tls_is_dispatch_key_"},
      {"(c10::DispatchKey::ADInplaceOrView)", "(\"ADInplaceOrView\")"},
      {"(c10::DispatchKey::AutogradFunctionality)", "(\"AutogradFunctionality\")"},
      {".mutable_grad()", ".grad"},
      {".defined()", " is not None"},
      {".storage().nbytes()", ".untyped_storage().nbytes()"},
      {".requires_grad()", ".requires_grad"},
      {".is_view()", "._is_view()"},
      {".retains_grad()", ".retains_grad"},
  }};
  for (const auto& [from, to] : words) replace_all(text, from, to);
  return text;
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
    const std::string second = two_threads_ ? body_of(1) : std::string();
    const std::string first = body_of(0);
    const std::string all = first + second;
    std::string out;
    for (const std::string& line : options_.headline) out += line.empty() ? "#\n" : "# " + line + "\n";
    out += "#\n# python3 FILE.py, with nothing but the torch package.\n\nimport ctypes\nimport itertools\n";
    if (options_.may_crash) out += "import os\n";
    out += "import struct\nimport sys\n";
    if (two_threads_) out += "import threading\n";
    out += "\nimport torch\n";
    if (options_.may_crash) out += python_child;
    out += python_helpers;
    for (const PythonCode& custom : python_custom_code)
      if (mentions(all, std::string(custom.word))) out += custom.text;
    if (judges()) out += python_judging;
    if (two_threads_) out += python_turns;
    if (mentions(all, "Unwound")) out += "\n\nclass Unwound(BaseException):\n    pass\n";
    out += "\n\n";
    std::string names;
    for (int i = 0; i < spec::kRegisters; ++i) {
      if (!mentions(all, reg(i))) continue;
      out += reg(i) + " = " + leaf_text(spec::initial_leaf(i)) + "\n";
      names += (names.empty() ? "" : ", ") + reg(i);
    }
    for (int i = 0; i < spec::kRegisters; ++i) {
      if (!taken_[static_cast<std::size_t>(i)]) continue;
      out += taken_name(i) + " = version(" + reg(i) + ")\n";
      names += ", " + taken_name(i);
    }
    out += "\n";
    if (two_threads_)
      out += "\ndef second():\n" + (names.empty() ? std::string() : "    global " + names + "\n") +
             (second.empty() ? "    pass\n" : second) + "\n\nother = threading.Thread(target=second)\nother.start()\n";
    out += first;
    if (two_threads_) out += "other.join()\n";
    if (judges()) out += "sys.exit(0 if mismatched else 3)\n";
    return out;
  }

 private:
  static std::string taken_name(int i) { return "version_when_taken_" + std::to_string(i); }

  bool judges() const { return options_.may_crash || !options_.expectations.empty(); }

  std::string body_of(int slot) {
    text_.clear();
    open_.clear();
    indent_ = slot;
    int turn = 0;
    if (slot == 0) expectations(-1);
    for (std::size_t i = 0; i < program_.records.size(); ++i) {
      const spec::Record& record = program_.records[i];
      if (!nesting_.runs[i]) {
        if (record.thread == slot) line("# " + spec::to_text(record) + ": dropped");
        continue;
      }
      if (record.thread == slot) {
        if (two_threads_) line("wait_for_turn(" + std::to_string(turn) + ")");
        after_ = two_threads_ ? "pass_turn(" + std::to_string(turn + 1) + ")" : "";
        emit(static_cast<int>(i), record);
      }
      ++turn;
    }
    while (!open_.empty()) close();
    return text_;
  }

  void line(const std::string& text) { text_ += std::string(4 * static_cast<std::size_t>(indent_), ' ') + text + "\n"; }

  void finish(int i) {
    expectations(i);
    if (!after_.empty()) line(after_);
  }

  void expectations(int command) {
    for (const Expectation& expectation : options_.expectations)
      if (expectation.command == command)
        line("expect(" + quoted(observed_name(expectation)) + ", " + quoted(expectation.expected) + ", " +
             observed_text(expectation) + ")");
  }

  // Returns what an expectation is about, translated to Python if it is an expression.
  static std::string observed_name(const Expectation& expectation) {
    return expectation.subject == expectation.observed ? observed_text(expectation) : expectation.subject;
  }

  void close() {
    const bool caught = open_.back();
    open_.pop_back();
    --indent_;
    if (!caught) return;
    --indent_;
    line("except Unwound:");
    ++indent_;
    line("pass");
    --indent_;
  }

  void emit(int i, const spec::Record& record) {
    const spec::Operation& row = spec::operation(record.operation);
    if (row.kind == spec::CommandKind::EnterGuard) {
      const bool caught = nesting_.unwound_by[static_cast<std::size_t>(i)] != Nesting::none;
      if (caught) {
        line("try:");
        ++indent_;
      }
      line("with " + *guard_text(record) + ":  # " + std::to_string(i + 1));
      open_.push_back(caught);
      ++indent_;
      line("pass");  // a block of Python code must not be empty
      finish(i);
    } else if (row.kind == spec::CommandKind::Leave) {
      if (row.builtin == spec::BuiltinCommand::LeaveByException) line("raise Unwound  # " + std::to_string(i + 1));
      for (int n = 0; n < nesting_.closes[static_cast<std::size_t>(i)]; ++n) close();
      finish(i);
    } else {
      line("with command(" + std::to_string(i + 1) + ", " + quoted(spec::to_text(record)) + "):");
      ++indent_;
      statements(record, row);
      --indent_;
      finish(i);
    }
  }

  void take(int i, const std::string& value) {
    line(reg(i) + " = " + value);
    if (taken_[static_cast<std::size_t>(i)]) line(taken_name(i) + " = version(" + reg(i) + ")");
  }

  void statements(const spec::Record& record, const spec::Operation& row) {
    const std::string call = call_of(record, row);
    const int destination = record.destination;
    if (row.kind == spec::CommandKind::Operator) {
      if (record.operation == spec::id_of<spec::operators::resize_>()) {
        const std::string target = reg(record.operands[0]);
        line("before = " + target + ".untyped_storage().nbytes()");
        line(call);
        return line("zero_from(" + target + ", before)");
      }
      if (spec::draws_random_numbers(row)) line("torch.manual_seed(" + std::to_string(spec::rand_seed(record)) + ")");
      if (!spec::keeps_result(row)) return line(call);
      if (spec::returns_several(row)) {
        line("results = " + call);
        for (int k = 0; k < spec::result_registers(row); ++k)
          take((destination + k) % spec::kRegisters, "results[" + std::to_string(k) + "]");
        return;
      }
      if (spec::returns_list(row)) {
        line("parts = " + call);
        for (int k = 0; k < spec::kMaxListResults; ++k) {
          line("if len(parts) > " + std::to_string(k) + ":");
          ++indent_;
          take((destination + k) % spec::kRegisters, "parts[" + std::to_string(k) + "]");
          --indent_;
        }
        return;
      }
      take(destination, call);
      if (record.operation == spec::id_of<spec::operators::empty_memory_format>() ||
          record.operation == spec::id_of<spec::operators::empty_strided>())
        line("zero_from(" + reg(destination) + ", 0)");
      return;
    }
    if (row.builtin == spec::BuiltinCommand::GradOf || row.builtin == spec::BuiltinCommand::Grad) {
      line("gradient = " + call);
      line("if gradient is not None:");
      ++indent_;
      // grad may return the very root that was passed. Detach, so that autograd does not record the copy.
      const bool may_be_root = spec::Arguments(record).integer(2) == 2;
      take(destination, row.builtin != spec::BuiltinCommand::Grad ? "gradient"
                        : may_be_root ? "gradient.detach().clone(memory_format=torch.contiguous_format)"
                                      : "gradient.clone(memory_format=torch.contiguous_format)");
      --indent_;
      return;
    }
    if (spec::keeps_result(row)) return take(destination, call);
    line(call);
  }

  const spec::Program& program_;
  const EmitOptions& options_;
  Nesting nesting_;
  bool two_threads_ = false;
  std::array<bool, spec::kRegisters> taken_{};
  std::string text_;
  std::string after_;
  std::vector<bool> open_;  // one entry for each open guard: true if an exception is caught at the end of its scope
  int indent_ = 0;
};

}  // namespace

std::optional<std::string> not_in_python(const spec::Program& program) {
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const spec::Operation& row = spec::operation(program.records[i].operation);
    const bool guard = row.kind == spec::CommandKind::EnterGuard && !guard_text(program.records[i]);
    const bool unordered = row.kind == spec::CommandKind::Leave && row.builtin == spec::BuiltinCommand::DestroyOuter;
    const bool check = row.kind == spec::CommandKind::Read && row.builtin == spec::BuiltinCommand::OperatorCheck;
    const bool kernels = row.kind == spec::CommandKind::Custom && row.builtin == spec::BuiltinCommand::CustomWrite;
    const bool capture = row.kind != spec::CommandKind::Operator && row.builtin == spec::BuiltinCommand::CaptureState;
    if (guard || capture || unordered || check || kernels)
      return "command " + std::to_string(i + 1) + ", " + spec::to_text(program.records[i]) +
             ", has no form in Python; C++ has one (--as cpp)";
  }
  return std::nullopt;
}

std::string emit_python(const spec::Program& program, const EmitOptions& options) {
  return Emitter(program, options).file();
}

}  // namespace modecheck::subjects
