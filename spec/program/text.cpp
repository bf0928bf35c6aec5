#include "spec/program/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "spec/program/arguments.h"
#include "spec/program/nearest_operation.h"
#include "spec/program/quoted.h"
#include "spec/program/slots.h"
#include "spec/program/string_arguments.h"

namespace modecheck::spec {
namespace {

using operators::Argument;
using operators::Schema;
using operators::Type;

constexpr std::string_view kHeader = "modecheck 1";
constexpr int kGradientGiven = 2;  // the value of `seeding` with which backward reads `gradient`

// The value of one argument, as a record holds it: consecutive immediates and consecutive operands, in the layout of
// `slots_of`.
struct Value {
  std::array<int, 1 + kMaxListRoom> immediates{};
  std::array<int, kMaxTensorList> operands{};

  friend bool operator==(const Value& a, const Value& b) {
    return a.immediates == b.immediates && a.operands == b.operands;
  }
};

constexpr std::size_t place_of(int i) { return static_cast<std::size_t>(i); }

bool has_slot(ArgumentSlots slots) { return slots.immediates + slots.operands > 0; }

// Returns true for the argument `gradient` of `backward`, which is read only for some values of `seeding`.
bool is_gradient(OperationId id, const Argument& argument) {
  return id == id_of(BuiltinCommand::Backward) && argument.name == "gradient";
}
bool reads_gradient(const Record& record) {
  return record.immediates[place_of(slots_of(record.operation).arguments[2].immediate)] == kGradientGiven;
}

Value value_of(const Record& record, ArgumentSlots slots) {
  Value out;
  for (int i = 0; i < slots.immediates; ++i)
    out.immediates[place_of(i)] = record.immediates[place_of(slots.immediate + i)];
  for (int i = 0; i < slots.operands; ++i) out.operands[place_of(i)] = record.operands[place_of(slots.operand + i)];
  return out;
}

void store(Record& record, ArgumentSlots slots, const Value& value) {
  for (int i = 0; i < slots.immediates; ++i)
    record.immediates[place_of(slots.immediate + i)] = static_cast<std::int8_t>(value.immediates[place_of(i)]);
  for (int i = 0; i < slots.operands; ++i)
    record.operands[place_of(slots.operand + i)] = static_cast<std::uint8_t>(value.operands[place_of(i)]);
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

std::string write_name(std::string_view name) {
  const bool plain = std::all_of(name.begin(), name.end(), is_word);
  return plain ? std::string(name) : "\"" + std::string(name) + "\"";
}

// A part of error messages: explains why a number must be small. docs/PROGRAMS.md lists all limits.
constexpr std::string_view kWhySmall =
    " (a limit of programs: their numbers are small, so that every tensor fits into the memory that the harness sets "
    "aside)";

// A part of error messages: explains why a number that is not an integer must be small and exact.
constexpr std::string_view kWhyExact =
    " (a limit of programs: such numbers are small and exact in binary, so that results can be compared bit by bit)";

// Reads one line of a program's text from left to right.
class Reader {
 public:
  Reader(std::string_view text, int line) : text_(text), line_(line) {}

  [[noreturn]] void fail(const std::string& what) const { throw TextError(line_, what); }
  [[noreturn]] void fail_expected(const std::string& expected) {
    skip_space();
    fail((at_ == text_.size() ? std::string("the line ends") : "found " + quoted(next())) + ", expected " + expected);
  }

  bool done() {
    skip_space();
    return at_ == text_.size();
  }
  std::string_view rest() {
    skip_space();
    return text_.substr(at_);
  }
  char peek() {
    skip_space();
    return at_ == text_.size() ? '\0' : text_[at_];
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c, const std::string& why) {
    if (!accept(c)) fail_expected(quoted(std::string(1, c)) + why);
  }

  // Reads the name of an operation, an argument, a dtype or a register. Returns an empty text if there is no name at
  // this position.
  std::string_view word() {
    skip_space();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // Reads the text between quotes, which begin at this position. Returns an empty text if the closing quote is missing.
  std::string_view quoted_text() {
    skip_space();
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) return {};
    const std::string_view out = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return out;
  }

  // Reads the next word if one of the characters of `follows` comes after it. Otherwise reads nothing and returns
  // std::nullopt.
  std::optional<std::string_view> word_before(std::string_view follows) {
    const std::size_t begin = at_;
    const std::string_view name = word();
    if (!name.empty() && !done() && follows.find(peek()) != std::string_view::npos) return name;
    at_ = begin;
    return std::nullopt;
  }

  int reg() {
    const std::size_t begin = at_;
    const std::string_view name = word();
    const int number = name.size() == 2 && name[0] == 'r' ? name[1] - '0' : -1;
    if (number < 0 || number >= kRegisters) {
      at_ = begin;
      fail_expected("a register, r0 .. r" + std::to_string(kRegisters - 1) + ": a program has " +
                    std::to_string(kRegisters) + " of them");
    }
    return number;
  }

  struct Number {
    double value = 0;
    bool floating = false;
  };
  Number number(const std::string& expected) {
    skip_space();
    const std::size_t begin = at_;
    if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) ++at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string digits(text_.substr(begin, at_ - begin));
    char* end = nullptr;
    Number out;
    out.floating = digits.find('.') != std::string::npos;
    out.value = std::strtod(digits.c_str(), &end);
    const bool plain = digits.find_first_not_of("+-.0123456789") == std::string::npos;
    if (digits.empty() || !plain || end != digits.c_str() + digits.size()) {
      at_ = begin;
      fail_expected(expected);
    }
    return out;
  }

  int integer(Range range) {
    const std::string expected =
        "an integer, " + std::to_string(range.low) + " .. " + std::to_string(range.high) + std::string(kWhySmall);
    const std::size_t begin = at_;
    const Number out = number(expected);
    if (out.floating || out.value < range.low || out.value > range.high) {
      at_ = begin;
      fail_expected(expected);
    }
    return static_cast<int>(out.value);
  }

  // Reads `true` or `false`, or `True` or `False` as schemas write them.
  std::optional<bool> boolean() {
    const std::size_t begin = at_;
    const std::string_view name = word();
    if (name == "true" || name == "True") return true;
    if (name == "false" || name == "False") return false;
    at_ = begin;
    return std::nullopt;
  }

  bool none() {
    const std::size_t begin = at_;
    if (word() == "None") return true;
    at_ = begin;
    return false;
  }

 private:
  // Returns the text at this position, for error messages: a whole name or number, otherwise the rest of the line.
  std::string_view next() const {
    std::size_t end = at_;
    while (end < text_.size() && (is_word(text_[end]) || (end == at_ && (text_[end] == '-' || text_[end] == '+'))))
      ++end;
    return end == at_ ? text_.substr(at_) : text_.substr(at_, end - at_);
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_;
};

int read_dtype(Reader& in) {
  Reader before = in;
  const std::string_view name = in.word();
  for (int i = 0; i < kDTypes; ++i)
    if (name == name_of(static_cast<DType>(i))) return i;
  std::string names;
  for (int i = 0; i < kDTypes; ++i) {
    if (i > 0) names += i + 1 == kDTypes ? " or " : ", ";
    names += name_of(static_cast<DType>(i));
  }
  before.fail_expected("a dtype: " + names);
}

// Reads one of the values in `names`. The text of a value that is no word, such as an equation, stands in quotes.
int read_name(Reader& in, StringArguments names) {
  Reader before = in;
  const std::string_view name = in.peek() == '"' ? in.quoted_text() : in.word();
  std::string expected;
  for (int i = 0; i < names.count; ++i) {
    if (name == names[i]) return i;
    expected.append(i == 0 ? "" : i + 1 == names.count ? " or " : ", ").append(write_name(names[i]));
  }
  before.fail_expected(expected);
}

// Returns the text of the float argument whose immediate is `raw`. The immediate counts halves.
std::string write_half(int raw) {
  return std::string(raw < 0 ? "-" : "") + std::to_string(std::abs(raw) / 2) + (raw % 2 != 0 ? ".5" : ".0");
}

// Returns the text of one number in a list of floats, whose immediate is `raw`. The immediate counts quarters.
std::string write_quarters(int raw) {
  constexpr std::array<const char*, 4> fractions{".0", ".25", ".5", ".75"};
  return std::to_string(raw / 4) + fractions[place_of(raw % 4)];
}

int read_quarters(Reader& in, Range range) {
  const std::string expected = "a multiple of 0.25 in " + write_quarters(range.low) + " .. " +
                               write_quarters(range.high) + std::string(kWhyExact);
  Reader before = in;
  const double raw = in.number(expected).value * 4;
  if (raw < range.low || raw > range.high || raw != static_cast<int>(raw)) before.fail_expected(expected);
  return static_cast<int>(raw);
}

void read_scalar(Reader& in, Value& out) {
  if (const std::optional<bool> flag = in.boolean()) {
    out.immediates = {2, *flag ? 1 : 0};
    return;
  }
  const std::string expected =
      "an integer -4 .. 4, a multiple of 0.5 in -2.0 .. 2.0, true or false" + std::string(kWhyExact);
  Reader before = in;
  const Reader::Number number = in.number(expected);
  const double raw = number.floating ? number.value * 2 : number.value;
  if (raw < -4 || raw > 4 || raw != static_cast<int>(raw)) before.fail_expected(expected);
  out.immediates = {number.floating ? 1 : 0, static_cast<int>(raw)};
}

std::string write_float(int raw) { return raw == kInfinity ? "inf" : write_half(raw); }

int read_float(Reader& in, Range range) {
  const bool may_be_infinite = range.high == kInfinity;
  if (may_be_infinite) range.high = kInfinity - 1;
  const std::string expected = "a multiple of 0.5 in " + write_half(range.low) + " .. " + write_half(range.high) +
                               (may_be_infinite ? ", or inf" : "") + std::string(kWhyExact);
  Reader before = in;
  if (may_be_infinite && in.word() == "inf") return kInfinity;
  in = before;
  const double raw = in.number(expected).value * 2;
  if (raw < range.low || raw > range.high || raw != static_cast<int>(raw)) before.fail_expected(expected);
  return static_cast<int>(raw);
}

std::string too_long(int room, std::string_view what) {
  return "a list has more than " + std::to_string(room) + " " + std::string(what) + ", expected at most " +
         std::to_string(room) + " (a limit of programs: a command is kept in a record of fixed size)";
}

// Reads a list. `ranges[0]` is the range of the list's length; `read_one(i)` reads element `i`.
template <typename ReadOne>
void read_list(Reader& in, Value& out, const Range* ranges, const ReadOne& read_one) {
  const int room = ranges[0].high;
  in.expect('[', " and a list of numbers");
  int length = 0;
  if (!in.accept(']')) {
    do {
      if (length == room) in.fail(too_long(room, "elements"));
      out.immediates[place_of(1 + length)] = read_one(length);
      ++length;
    } while (in.accept(','));
    in.expect(']', " after the list");
  }
  if (length < ranges[0].low)
    in.fail("a list has fewer than " + std::to_string(ranges[0].low) + " elements, expected at least as many");
  out.immediates[0] = length;
}

void read_registers(Reader& in, Value& out, const Range* ranges) {
  in.expect('[', " and a list of registers");
  const int room = ranges[0].high;  // if an operator has several lists, a list may have fewer elements
  int length = 0;
  do {
    if (length == room) in.fail(too_long(room, "tensors"));
    out.operands[place_of(length)] = in.reg();
    ++length;
  } while (in.accept(','));
  in.expect(']', " after the list");
  out.immediates[0] = length;
}

// Reads a list of registers, some of which may be None.
void read_optional_registers(Reader& in, Value& out) {
  in.expect('[', " and a list of registers or None");
  int length = 0;
  do {
    if (length == kMaxTensorList) in.fail(too_long(kMaxTensorList, "tensors"));
    if (!in.none()) {
      out.operands[place_of(length)] = in.reg();
      out.immediates[place_of(1 + length)] = 1;
    }
    ++length;
  } while (in.accept(','));
  in.expect(']', " after the list");
  out.immediates[0] = length;
}

// Reads the value of an argument. `ranges` are the ranges of the argument's own immediates.
Value read_value(Reader& in, const Argument& argument, const Range* ranges) {
  Value out;
  switch (argument.type) {
    case Type::Tensor:
      out.operands[0] = in.reg();
      break;
    case Type::OptionalTensor:
      if (in.none()) break;
      out.immediates[0] = 1;
      out.operands[0] = in.reg();
      break;
    case Type::TensorList:
      read_registers(in, out, ranges);
      break;
    case Type::OptionalTensorList:
      read_optional_registers(in, out);
      break;
    case Type::Int:
      out.immediates[0] = in.integer(ranges[0]);
      break;
    case Type::OptionalInt:
      if (in.none()) break;
      out.immediates[0] = 1;
      out.immediates[1] = in.integer(ranges[1]);
      break;
    case Type::OptionalIntList:
      if (in.none()) {
        out.immediates[0] = -1;
        break;
      }
      [[fallthrough]];
    case Type::IntList:
      read_list(in, out, ranges, [&](int i) { return in.integer(ranges[1 + i]); });
      break;
    case Type::Float:
      out.immediates[0] = read_float(in, ranges[0]);
      break;
    case Type::OptionalFloatList:
      if (in.none())
        out.immediates[0] = -1;
      else
        read_list(in, out, ranges, [&](int i) { return read_quarters(in, ranges[1 + i]); });
      break;
    case Type::OptionalScalar:
      if (in.none()) {
        out.immediates[0] = -1;
        break;
      }
      [[fallthrough]];
    case Type::Scalar:
      read_scalar(in, out);
      break;
    case Type::OptionalString:
    case Type::String:
      out.immediates[0] = read_name(in, string_arguments_of(argument));
      break;
    case Type::Bool:
      if (const std::optional<bool> flag = in.boolean())
        out.immediates[0] = *flag ? 1 : 0;
      else
        in.fail_expected("true or false");
      break;
    case Type::OptionalScalarType:
      if (in.none()) {
        out.immediates[0] = -1;
        break;
      }
      [[fallthrough]];
    case Type::ScalarType:
      out.immediates[0] = read_dtype(in);
      break;
    default:
      break;
  }
  return out;
}

// Returns libtorch's default for an argument of a command that is not an operator. A program's text may leave such an
// argument out. Written text always has the argument, so that a report shows the complete command.
std::string_view api_default(const Operation& row, const Argument& argument) {
  if (argument.default_text == "long") return "int64";  // `long` is a schema's name for int64
  if (row.kind == CommandKind::Operator) return {};
  switch (row.builtin) {
    case BuiltinCommand::EnterInferenceMode:
      return "True";
    case BuiltinCommand::Backward:
    case BuiltinCommand::Grad:
    case BuiltinCommand::DoubleBackward:
      if (argument.name == "seeding") return "0";  // the default of `seeding`: no gradient is passed
      return argument.type == Type::Bool ? "False" : "";
    case BuiltinCommand::Leaf:
      if (argument.name == "dtype") return "float32";
      return argument.name == "requires_grad" ? "False" : argument.name == "seed" ? "0" : "";
    default:
      return {};
  }
}

// Returns the value that the text of a default describes. Returns std::nullopt if there is no default, or if no record
// can hold the value.
std::optional<Value> default_of(const Argument& argument, std::string_view default_text, const Range* ranges) {
  if (default_text.empty()) return std::nullopt;
  std::string text(default_text);
  if (text[0] == '[') {
    text += ']';  // the schema parser drops the `]` at the end of a default list
  } else if (argument.type == Type::IntList) {
    // If a list's default is one number, the number is the default of every element.
    std::string list = "[" + text;
    for (int i = 1; i < argument.list_size; ++i) list += "," + text;
    text = list + "]";
  }
  try {
    Reader in(text, 0);
    return read_value(in, argument, ranges);
  } catch (const TextError&) {
    return std::nullopt;
  }
}

std::string write_scalar(const Value& value) {
  const int raw = value.immediates[1];
  if (value.immediates[0] == 2) return raw != 0 ? "true" : "false";
  if (value.immediates[0] == 0) return std::to_string(raw);
  return write_half(raw);
}

std::string write_reg(int reg) { return std::string("r").append(std::to_string(reg)); }

std::string write_value(const Argument& argument, const Value& value) {
  std::string out;
  switch (argument.type) {
    case Type::Tensor:
      return write_reg(value.operands[0]);
    case Type::OptionalTensor:
      return value.immediates[0] != 0 ? write_reg(value.operands[0]) : "None";
    case Type::TensorList:
      for (int i = 0; i < value.immediates[0]; ++i) out += (i > 0 ? ", " : "") + write_reg(value.operands[place_of(i)]);
      return "[" + out + "]";
    case Type::OptionalTensorList:
      for (int i = 0; i < value.immediates[0]; ++i) {
        out += i > 0 ? ", " : "";
        out += value.immediates[place_of(1 + i)] != 0 ? write_reg(value.operands[place_of(i)]) : "None";
      }
      return "[" + out + "]";
    case Type::Int:
      return std::to_string(value.immediates[0]);
    case Type::Float:
      return write_float(value.immediates[0]);
    case Type::OptionalFloatList:
      if (value.immediates[0] < 0) return "None";
      for (int i = 0; i < value.immediates[0]; ++i)
        out += (i > 0 ? ", " : "") + write_quarters(value.immediates[place_of(1 + i)]);
      return "[" + out + "]";
    case Type::OptionalInt:
      return value.immediates[0] != 0 ? std::to_string(value.immediates[1]) : "None";
    case Type::IntList:
    case Type::OptionalIntList:
      if (value.immediates[0] < 0) return "None";
      for (int i = 0; i < value.immediates[0]; ++i)
        out += (i > 0 ? ", " : "") + std::to_string(value.immediates[place_of(1 + i)]);
      return "[" + out + "]";
    case Type::OptionalScalar:
      if (value.immediates[0] < 0) return "None";
      [[fallthrough]];
    case Type::Scalar:
      return write_scalar(value);
    case Type::OptionalString:
    case Type::String:
      return write_name(string_arguments_of(argument)[value.immediates[0]]);
    case Type::Bool:
      return value.immediates[0] != 0 ? "true" : "false";
    case Type::ScalarType:
    case Type::OptionalScalarType:
      if (value.immediates[0] < 0) return "None";
      return std::string(name_of(static_cast<DType>(value.immediates[0])));
    default:
      return out;
  }
}

const Range* ranges_at(const SlotLayout& layout, ArgumentSlots slots) {
  return slots.immediate < 0 ? layout.ranges.data() : layout.ranges.data() + slots.immediate;
}

// Stores the default of an argument that a call leaves out. The default is `api`, or the default of the schema if `api`
// is empty. Returns false if there is no default, or if no record can hold it.
bool store_default(Record& record, std::size_t index, std::string_view api) {
  const Argument& argument = operation(record.operation).schema.arguments[index];
  const SlotLayout& layout = slots_of(record.operation);
  const ArgumentSlots slots = layout.arguments[index];
  if (!has_slot(slots)) return true;
  const std::optional<Value> usual =
      default_of(argument, api.empty() ? argument.default_text : api, ranges_at(layout, slots));
  if (usual) store(record, slots, *usual);
  return usual.has_value();
}

std::string write_arguments(const Record& record) {
  const Schema& schema = operation(record.operation).schema;
  const SlotLayout& layout = slots_of(record.operation);
  std::string out;
  bool named = false;
  for (std::size_t i = 0; i < schema.argument_count; ++i) {
    const Argument& argument = schema.arguments[i];
    const ArgumentSlots slots = layout.arguments[i];
    if (!has_slot(slots)) continue;
    const Value value = value_of(record, slots);
    const std::optional<Value> usual = default_of(argument, argument.default_text, ranges_at(layout, slots));
    if ((usual && *usual == value) || (is_gradient(record.operation, argument) && !reads_gradient(record))) {
      named = true;
      continue;
    }
    const bool tensor =
        argument.type == Type::Tensor || argument.type == Type::TensorList || argument.type == Type::OptionalTensorList;
    named = named || argument.keyword_only || !tensor;
    if (!out.empty()) out += ", ";
    if (named) out += std::string(argument.name) + "=";
    out += write_value(argument, value);
  }
  return out;
}

std::string write_thread(const Record& record) {
  return record.thread == 0 ? std::string() : "[t" + std::to_string(record.thread) + "] ";
}

std::string write_call(const Record& record) {
  const Operation& row = operation(record.operation);
  std::string out;
  if (keeps_result(row)) {
    out += write_reg(record.destination);
    for (int i = 1; i < result_registers(row); ++i) out += ", " + write_reg((record.destination + i) % kRegisters);
    out += " = ";
  }
  return out + std::string(row.name) + "(" + write_arguments(record) + ")";
}

std::string argument_names(const Operation& row, const SlotLayout& layout) {
  std::string out;
  const Schema& schema = row.schema;
  for (std::size_t i = 0; i < schema.argument_count; ++i)
    if (has_slot(layout.arguments[i])) out += (out.empty() ? "" : ", ") + std::string(schema.arguments[i].name);
  return out.empty() ? "none" : out;
}

std::size_t find_argument(const Reader& in, const Operation& row, const SlotLayout& layout, std::string_view name) {
  for (std::size_t i = 0; i < row.schema.argument_count; ++i) {
    if (row.schema.arguments[i].name != name) continue;
    if (!has_slot(layout.arguments[i]))
      in.fail("argument " + quoted(name) + " of " + std::string(row.name) + " always has its default; leave it out");
    return i;
  }
  in.fail(std::string(row.name) + " has no argument " + quoted(name) +
          ", expected one of: " + argument_names(row, layout));
}

void read_arguments(Reader& in, Record& record) {
  const Operation& row = operation(record.operation);
  const SlotLayout& layout = slots_of(record.operation);
  std::array<bool, Schema::max_arguments> given{};
  bool named = false;
  std::size_t position = 0;
  in.expect('(', " after " + std::string(row.name));
  if (!in.accept(')')) {
    do {
      std::size_t index = position;
      if (const std::optional<std::string_view> name = in.word_before("=")) {
        in.accept('=');
        named = true;
        index = find_argument(in, row, layout, *name);
      } else {
        if (named) in.fail_expected("name=value: no argument by position follows one by name");
        if (index >= row.schema.argument_count || !has_slot(layout.arguments[index]))
          in.fail_expected("')': " + std::string(row.name) +
                           " has only these arguments: " + argument_names(row, layout));
        if (row.schema.arguments[index].keyword_only)
          in.fail_expected("name=value: argument " + quoted(row.schema.arguments[index].name) +
                           " is given by name only");
        ++position;
      }
      const Argument& argument = row.schema.arguments[index];
      if (given[index]) in.fail("argument " + quoted(argument.name) + " is given twice");
      given[index] = true;
      const ArgumentSlots slots = layout.arguments[index];
      store(record, slots, read_value(in, argument, ranges_at(layout, slots)));
    } while (in.accept(','));
    in.expect(')', " or ','");
  }
  const bool gradient_given = record.operation == id_of(BuiltinCommand::Backward) && given[1];
  for (std::size_t i = 0; i < row.schema.argument_count; ++i) {
    const Argument& argument = row.schema.arguments[i];
    if (given[i]) continue;
    const std::string_view api = gradient_given && argument.name == "seeding" ? "2" : api_default(row, argument);
    if (!store_default(record, i, api) && (!is_gradient(record.operation, argument) || reads_gradient(record)))
      in.fail(std::string(row.name) + " needs its argument " + quoted(argument.name) +
              (argument.default_text.empty() ? std::string()
                                             : ": its default, " + std::string(argument.default_text) +
                                                   ", is no number that a program can hold" + std::string(kWhyExact)));
  }
}

std::uint8_t read_thread(Reader& in) {
  if (!in.accept('[')) return 0;
  const std::string_view name = in.word();
  const int number = name.size() == 2 && name[0] == 't' ? name[1] - '0' : -1;
  if (number < 0 || number >= kThreads)
    in.fail("found " + quoted(name) + ", expected a thread slot, t0 .. t" + std::to_string(kThreads - 1) +
            ": a program has " + std::to_string(kThreads) + " threads");
  in.expect(']', " after the thread slot");
  return static_cast<std::uint8_t>(number);
}

// The registers before the `=` of a command, which get its results.
struct Destinations {
  std::array<int, kMaxResults> registers{};
  int count = 0;
};

Destinations read_destinations(Reader& in) {
  Destinations out;
  if (!Reader(in).word_before("=,")) return out;
  do {
    if (out.count == kMaxResults) in.fail("nothing gives more than " + std::to_string(kMaxResults) + " registers");
    out.registers[place_of(out.count)] = in.reg();
    ++out.count;
  } while (in.accept(','));
  in.expect('=', " after the registers of the result");
  return out;
}

void check_destinations(const Reader& in, const Operation& row, Destinations found) {
  const std::string name(row.name);
  if (!keeps_result(row)) {
    if (found.count > 0) in.fail(name + " writes no register, expected no '='");
    return;
  }
  constexpr std::array<std::string_view, kMaxResults> counts{"one register", "two registers", "three registers",
                                                             "four registers"};
  const int results = result_registers(row);
  std::string example;
  for (int i = 0; i < results; ++i) example += (i > 0 ? ", " : "") + write_reg(i);
  example += " = ";
  if (found.count == 0) in.fail(name + " gives a result, expected " + quoted(example + name + "(...)"));
  if (found.count != results)
    in.fail(name + " gives " + std::string(counts[place_of(results - 1)]) + ", expected " +
            quoted(example + name + "(...)"));
  for (int i = 1; i < results; ++i) {
    const int next = (found.registers[0] + i) % kRegisters;
    if (found.registers[place_of(i)] != next)
      in.fail("found " + write_reg(found.registers[place_of(i)]) + ", expected " + write_reg(next) +
              ": each result goes to the register after the one before it");
  }
}

Record read_command(Reader& in) {
  Record record;
  const std::uint8_t thread = read_thread(in);
  if (in.accept('}')) {
    record.operation = id_of(BuiltinCommand::Leave);
  } else {
    const Destinations destinations = read_destinations(in);
    Reader before = in;
    const std::string_view name = in.word();
    if (name.empty()) before.fail_expected("an operation or '}'");
    const int id = find_operation(name);
    if (id < 0) {
      const std::string_view nearest = nearest_operation(name);
      in.fail("there is no operation " + quoted(name) +
              (nearest.empty() ? ", expected one that `modecheck operators` lists"
                               : ", did you mean " + quoted(nearest) + "?"));
    }
    record.operation = static_cast<OperationId>(id);
    const Operation& row = operation(record.operation);
    check_destinations(in, row, destinations);
    if (destinations.count > 0) record.destination = static_cast<std::uint8_t>(destinations.registers[0]);
    read_arguments(in, record);
    if (row.kind == CommandKind::EnterGuard) in.accept('{');
  }
  record.thread = thread;
  if (!in.done()) in.fail_expected("the end of the line");
  canonicalize(record);
  return record;
}

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

}  // namespace

std::string to_text(const Record& record) { return write_thread(record) + write_call(record); }

std::string to_text(const Program& program) {
  std::string out(kHeader);
  out += '\n';
  std::array<int, kThreads> depth{};
  for (const Record& record : program.records) {
    const Operation& row = operation(record.operation);
    int& own = depth[record.thread];
    const bool leave = record.operation == id_of(BuiltinCommand::Leave);
    if (leave && own > 0) --own;
    out.append(2 * place_of(own), ' ');
    out += write_thread(record);
    out += leave ? "}" : write_call(record);
    if (row.kind == CommandKind::EnterGuard) {
      out += " {";
      ++own;
    }
    if (record.operation == id_of(BuiltinCommand::LeaveByException)) own = std::max(0, own - record.immediates[0]);
    out += '\n';
  }
  return out;
}

Program parse_program(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
  Program out;
  bool header = false;
  int line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = text.find('\n');
    Reader in(without_comment(text.substr(0, end)), line);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (in.done()) continue;
    if (!header) {
      Reader before = in;
      if (in.word() != "modecheck" || in.word() != "1" || !in.done())
        before.fail("found " + quoted(before.rest()) + ", expected the header " + quoted(kHeader));
      header = true;
      continue;
    }
    if (out.records.size() == kMaxCommands)
      in.fail("the program goes on, expected at most " + std::to_string(kMaxCommands) +
              " commands (a limit of programs: what is observed after each command is kept in memory of fixed size)");
    out.records.push_back(read_command(in));
  }
  if (!header) throw TextError(line == 0 ? 1 : line, "the file ends, expected the header " + quoted(kHeader));
  return out;
}

Record default_arguments(OperationId id, std::size_t first) {
  Record out;
  out.operation = id;
  const Operation& row = operation(id);
  for (std::size_t i = first; i < row.schema.argument_count; ++i) {
    const Argument& argument = row.schema.arguments[i];
    if (!store_default(out, i, api_default(row, argument)))
      throw std::logic_error(std::string(row.name) + " needs its argument " + quoted(argument.name) +
                             ": it has no default, or one that no record can hold");
  }
  return out;
}

Record parse_record(std::string_view text) {
  Reader in(text, 1);
  return read_command(in);
}

}  // namespace modecheck::spec
