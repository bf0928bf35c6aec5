#include "engine/api/generate/files.h"

#include <algorithm>
#include <set>

#include "engine/api/generate/function.h"
#include "engine/api/generate/overrides.h"

namespace modecheck::generate {
namespace {

constexpr std::size_t kColumns = 120;
constexpr std::string_view kWarning =
    "// Written by engine/api/generate from the catalogue; `ninja -C build/release modecheck_api` writes it anew.\n";
constexpr std::string_view kOpen = "namespace at {\ninline namespace modecheck_v1 {\n\n";
constexpr std::string_view kClose = "\n}  // namespace modecheck_v1\n}  // namespace at\n";

// Formats a text as a comment whose lines begin with `//`.
std::string comment(const std::string& text) {
  std::string out;
  std::string line = "//";
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (line.size() + 1 + end - begin > kColumns) {
      out += line + "\n";
      line = "//";
    }
    line += " " + text.substr(begin, end - begin);
    begin = end + 1;
  }
  return out + line + "\n";
}

std::string docstring(const Row& row) {
  std::string text(row.schema.text);
  if (!row.alias_of.empty()) text += ", another name of " + std::string(row.alias_of);
  if (!row.dtypes.empty()) text += ". Dtypes: " + row.dtypes;
  text += ". Rules: " + std::string(rule_ids(row)) + ".";
  const std::string_view more = note(row);
  return comment(more.empty() ? text : std::string(more) + " " + text);
}

// Returns the text of a function's signature: `head`, the parameters in parentheses, and `tail`. Starts a new line
// where a line would become too long.
std::string signature(const std::string& head, const Function& function, bool with_defaults, const std::string& tail) {
  std::string out = head + "(";
  const std::size_t indentation = out.size();
  std::size_t column = indentation;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Parameter& parameter = function.parameters[i];
    std::string text = parameter.type + " " + parameter.name;
    if (with_defaults && !parameter.default_value.empty()) text += " = " + parameter.default_value;
    const bool last = i + 1 == function.parameters.size();
    text += last ? ")" + tail : ",";
    if (i > 0 && column + 1 + text.size() > kColumns) {
      out += "\n" + std::string(indentation, ' ');
      column = indentation;
    } else if (i > 0) {
      out += " ";
      ++column;
    }
    out += text;
    column += text.size();
  }
  return function.parameters.empty() ? out + ")" + tail : out;
}

std::string declaration(const Function& function) {
  const bool method = function.form == Form::Method;
  return signature(function.result + " " + function.name, function, true, method ? " const;" : ";") + "\n";
}

std::string definition(const Function& function) {
  const bool method = function.form == Form::Method;
  return signature(function.result + (method ? " Tensor::" : " ") + function.name, function, false,
                   method ? " const {" : " {") +
         "\n  " + function.body + "\n}\n";
}

// Returns the declarations of the functions (or methods) of all operators. Before an operator's first declaration
// stands its docstring.
std::string declarations(const std::vector<Row>& rows, bool methods) {
  std::string out;
  for (const Row& row : rows) {
    std::string all;
    for (const Function& function : functions_of(row))
      if ((function.form == Form::Method) == methods) all += declaration(function);
    if (!all.empty()) out += docstring(row) + all;
  }
  return out;
}

std::string definitions(const std::vector<Row>& rows, bool methods) {
  std::string out;
  for (const Row& row : rows)
    for (const Function& function : functions_of(row))
      if (function.defined && (function.form == Form::Method) == methods) out += definition(function);
  return out;
}

std::string source(const std::string& about, const std::string& includes, const std::string& text) {
  return "// " + about + "\n" + std::string(kWarning) + includes + "#include \"engine/dispatch/call.h\"\n" +
         "#include \"engine/dispatch/ivalue.h\"\n#include \"spec/operators/catalogue.h\"\n\n" + std::string(kOpen) +
         "using modecheck::engine::call;\nnamespace operators = modecheck::spec::operators;\n\n" + text +
         std::string(kClose);
}

// Returns the declarations of the functions in at::meta. They exist for functional operators that are not composites,
// and whose names do not begin with an underscore.
std::string meta_functions(const std::vector<Row>& rows) {
  std::set<std::string> names;
  for (const Row& row : rows) {
    if (row.composite || row.schema.writes() || row.schema.name[0] == '_') continue;
    for (const Function& function : functions_of(row))
      if (function.form == Form::Function) names.insert(function.name);
  }
  std::string out;
  for (const std::string& name : names) out += "MODECHECK_META(" + name + ")\n";
  return out;
}

}  // namespace

std::vector<File> files(const std::vector<Row>& rows) {
  const std::string warning(kWarning);
  return {
      {"engine/core/tensor/generated/methods.inc",
       "// The catalogue's operators as methods of at::Tensor, in the catalogue's order. Included inside the class.\n" +
           warning + declarations(rows, true)},
      {"engine/api/generated/functions.h",
       "// The catalogue's operators as functions in at::, in the catalogue's order. The ones that end in _out write "
       "their\n"
       "// first arguments, and those in _outf their last; both return them.\n" +
           warning +
           "#pragma once\n\n#include <cstdint>\n#include <string_view>\n#include <tuple>\n#include <vector>\n\n"
           "#include \"engine/core/tensor/tensor.h\"\n\n" +
           std::string(kOpen) + declarations(rows, false) + std::string(kClose)},
      {"engine/api/generated/functions.cpp",
       source("The catalogue's operators as functions in at::.", "#include \"engine/api/generated/functions.h\"\n\n",
              definitions(rows, false))},
      {"engine/api/generated/methods.cpp",
       source(
           "The catalogue's operators as methods of at::Tensor. One of an undefined tensor raises like the operator.",
           "", definitions(rows, true))},
      {"engine/api/generated/meta_functions.inc",
       "// The functions in at::meta. Included where MODECHECK_META is defined.\n" + warning + meta_functions(rows)},
  };
}

}  // namespace modecheck::generate
