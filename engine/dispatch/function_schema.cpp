#include "engine/dispatch/function_schema.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/core/errors/error.h"

namespace modecheck::engine {
namespace {

constexpr std::array base_types{"Tensor",     "int",    "SymInt", "float",        "bool",    "str",  "Scalar",
                                "ScalarType", "Layout", "Device", "MemoryFormat", "complex", "Dict", "Generator"};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Reads the text of a schema from left to right.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) { skip_spaces(); }

  bool done() const { return at_ == text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  bool accept(std::string_view token) {
    if (std::string_view(text_).substr(at_, token.size()) != token) return false;
    at_ += token.size();
    skip_spaces();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) reject(token);
  }
  std::string word(const char* what) {
    const std::size_t begin = at_;
    while (is_word(peek())) ++at_;
    if (at_ == begin) reject(what);
    std::string out = text_.substr(begin, at_ - begin);
    skip_spaces();
    return out;
  }
  // Returns the text of a default value: up to a comma or closing parenthesis that is outside of brackets, parentheses
  // and quotes.
  std::string default_text() {
    const std::size_t begin = at_;
    int depth = 0;
    char quote = '\0';
    for (; !done(); ++at_) {
      const char c = peek();
      if (quote != '\0') {
        if (c == '\\' && at_ + 1 < text_.size())
          ++at_;
        else if (c == quote)
          quote = '\0';
        continue;
      }
      if (c == '"' || c == '\'') quote = c;
      if (depth == 0 && (c == ',' || c == ')')) break;
      if (c == '[' || c == '(') ++depth;
      if (c == ']' || c == ')') --depth;
    }
    std::size_t end = at_;
    while (end > begin && std::isspace(static_cast<unsigned char>(text_[end - 1])) != 0) --end;
    if (end == begin) reject("a default value");
    return text_.substr(begin, end - begin);
  }
  [[noreturn]] void reject(std::string_view wanted) const {
    raise(ErrorClass::Argument, "schema: expected ", wanted, " at character ", at_ + 1, " of \"", text_, "\"");
  }

 private:
  void skip_spaces() {
    while (std::isspace(static_cast<unsigned char>(peek())) != 0) ++at_;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

c10::OperatorName read_name(Reader& in) {
  std::string name = in.word("an operator's name");
  while (in.accept("::")) name += "::" + in.word("a name after the namespace");
  std::string overload;
  if (in.accept(".")) overload = in.word("the name of the overload");
  // libtorch rejects these overload names too. "default" is its name for the empty overload, and Python reserves names
  // that start with "__".
  MODECHECK_CHECK(overload != "default" && !overload.starts_with("__"), ErrorClass::Argument, "schema: ", overload,
                  " is not a legal overload name for aten operators");
  return {std::move(name), std::move(overload)};
}

// Reads an alias annotation such as `(a!)` and returns its inner text. Returns an empty string if there is no
// annotation.
std::string read_alias(Reader& in) {
  std::string alias;
  if (!in.accept("(")) return alias;
  while (!in.accept(")")) {
    if (in.done()) in.reject(")");
    if (in.accept("->"))
      alias += " -> ";
    else if (in.accept("|"))
      alias += "|";
    else if (in.accept("!"))
      alias += "!";
    else if (in.accept("*"))
      alias += "*";
    else
      alias += in.word("an alias set");
  }
  return alias;
}

// Reads a type such as `Tensor(a!)?`, `Tensor[](a)` or `int[2]`. The alias annotation is stored in the returned
// argument.
c10::Argument read_type(Reader& in) {
  const std::string base = in.word("a type");
  if (std::find(base_types.begin(), base_types.end(), base) == base_types.end())
    in.reject(
        "one of the types Tensor, int, float, complex, bool, str, Scalar, ScalarType, Layout, Device, MemoryFormat, "
        "Dict, not " +
        base + ",");
  std::string type = base;
  if (base == "Dict") {
    in.expect("(");
    type += "(" + read_type(in).type();
    in.expect(",");
    type += ", " + read_type(in).type() + ")";
    in.expect(")");
  }
  std::string alias = read_alias(in);
  while (true) {
    if (in.accept("[")) {
      type += '[';
      if (!in.accept("]")) {
        type += in.word("the list's length");
        in.expect("]");
      }
      type += ']';
    } else if (in.accept("?")) {
      type += '?';
    } else {
      break;
    }
  }
  if (alias.empty()) alias = read_alias(in);
  c10::Argument out(std::string(), std::move(type));
  out.set_alias(std::move(alias));
  return out;
}

c10::Argument named(const c10::Argument& type, std::string name) {
  c10::Argument out(std::move(name), type.type());
  out.set_alias(type.alias());
  return out;
}

std::vector<c10::Argument> read_arguments(Reader& in) {
  std::vector<c10::Argument> out;
  bool keyword_only = false;
  if (in.accept(")")) return out;
  do {
    if (in.accept("*")) {
      keyword_only = true;
      continue;
    }
    const c10::Argument type = read_type(in);
    c10::Argument argument = named(type, in.word("the argument's name"));
    if (keyword_only) argument.set_kwarg_only();
    if (in.accept("=")) argument.set_default(in.default_text());
    out.push_back(std::move(argument));
  } while (in.accept(","));
  in.expect(")");
  return out;
}

c10::Argument read_return(Reader& in) {
  const c10::Argument type = read_type(in);
  return is_word(in.peek()) ? named(type, in.word("the result's name")) : type;
}

std::vector<c10::Argument> read_returns(Reader& in) {
  if (!in.accept("(")) return {read_return(in)};
  std::vector<c10::Argument> out;
  if (in.accept(")")) return out;
  do out.push_back(read_return(in));
  while (in.accept(","));
  in.expect(")");
  return out;
}

std::variant<c10::OperatorName, c10::FunctionSchema> read(const std::string& text, bool name_allowed) {
  Reader in(text);
  c10::OperatorName name = read_name(in);
  if (in.done() && name_allowed) return name;
  in.expect("(");
  std::vector<c10::Argument> arguments = read_arguments(in);
  in.expect("->");
  std::vector<c10::Argument> returns = read_returns(in);
  if (!in.done()) in.reject("the end");
  return c10::FunctionSchema(std::move(name.name), std::move(name.overload_name), std::move(arguments),
                             std::move(returns));
}

void write(std::string& out, const c10::Argument& argument) {
  std::string type = argument.type();
  if (!argument.alias().empty()) {
    // In a schema's text the alias annotation follows the types of a dictionary. It precedes the suffix `[]` of a list
    // or `?` of an optional.
    const std::size_t base = type.rfind(')') == std::string::npos ? 0 : type.rfind(')');
    const std::size_t suffix = std::min(type.find('[', base), type.find('?', base));
    type.insert(std::min(suffix, type.size()), "(" + argument.alias() + ")");
  }
  out += type;
  if (!argument.name().empty()) out += " " + argument.name();
  if (argument.default_value().has_value()) out += "=" + *argument.default_value();
}

// Returns the type that a box stores for this schema type. Lengths of lists are left out, and types that are boxed as
// integers, such as ScalarType, become "int".
std::string boxed_type(const std::string& type) {
  std::string out;
  std::size_t end = 0;
  while (end < type.size() && is_word(type[end])) ++end;
  const std::string base = type.substr(0, end);
  out = base == "SymInt" || base == "ScalarType" || base == "Layout" || base == "MemoryFormat" ? "int" : base;
  for (char c : std::string_view(type).substr(end))
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) out += c;
  return out;
}

std::string difference(const char* what, const std::vector<c10::Argument>& inferred,
                       const std::vector<c10::Argument>& specified) {
  if (inferred.size() != specified.size())
    return std::string("The number of ") + what + "s is different. " + std::to_string(specified.size()) + " vs " +
           std::to_string(inferred.size());
  for (std::size_t i = 0; i < inferred.size(); ++i)
    if (boxed_type(inferred[i].type()) != boxed_type(specified[i].type()))
      return std::string("Type mismatch in ") + what + " " + std::to_string(i + 1) + ": " + specified[i].type() +
             " vs " + inferred[i].type();
  return {};
}

}  // namespace

std::string schema_difference(const c10::FunctionSchema& inferred, const c10::FunctionSchema& specified) {
  std::string out = difference("argument", inferred.arguments(), specified.arguments());
  return out.empty() ? difference("return", inferred.returns(), specified.returns()) : out;
}

}  // namespace modecheck::engine

namespace c10 {
inline namespace modecheck_v1 {

bool FunctionSchema::is_mutable() const {
  return std::any_of(arguments_.begin(), arguments_.end(), [](const Argument& a) { return a.is_write(); });
}

bool FunctionSchema::setNamespaceIfNotSet(const std::string& ns) {
  if (name_.getNamespace().has_value()) return false;
  name_.name = ns + "::" + name_.name;
  return true;
}

std::string toString(const FunctionSchema& schema) {
  std::string out = toString(schema.operator_name()) + "(";
  bool keyword_only = false;
  const char* separator = "";
  for (const Argument& argument : schema.arguments()) {
    out += separator;
    if (argument.kwarg_only() && !keyword_only) out += "*, ";
    keyword_only = argument.kwarg_only();
    modecheck::engine::write(out, argument);
    separator = ", ";
  }
  out += ") -> ";
  const std::vector<Argument>& returns = schema.returns();
  if (returns.size() != 1) out += "(";
  separator = "";
  for (const Argument& result : returns) {
    out += separator;
    modecheck::engine::write(out, result);
    separator = ", ";
  }
  if (returns.size() != 1) out += ")";
  return out;
}

}  // namespace modecheck_v1
}  // namespace c10

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

c10::FunctionSchema parseSchema(const std::string& text) {
  return std::get<c10::FunctionSchema>(modecheck::engine::read(text, false));
}

std::variant<c10::OperatorName, c10::FunctionSchema> parseSchemaOrName(const std::string& text) {
  return modecheck::engine::read(text, true);
}

c10::OperatorName parseName(const std::string& text) {
  modecheck::engine::Reader in(text);
  c10::OperatorName name = modecheck::engine::read_name(in);
  if (!in.done()) in.reject("the end of the operator's name");
  return name;
}

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
