#include "engine/api/generate/function.h"

#include "engine/api/generate/cpp_type.h"
#include "engine/api/generate/overrides.h"

namespace modecheck::generate {
namespace {

using spec::operators::Argument;
using spec::operators::Type;

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

bool is_out(const Argument& argument) { return argument.write && argument.keyword_only; }

std::vector<std::string> names_of_outs(const Row& row) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < row.schema.argument_count; ++i)
    if (is_out(row.schema.arguments[i])) out.emplace_back(row.schema.arguments[i].name);
  return out;
}

// Returns the C++ result type of a function of the API. An operator that writes arguments returns a reference to the
// written argument, or a tuple of references if there are several.
std::string result_of(const Row& row, Form form) {
  if (row.writes_out()) {
    const std::size_t count = names_of_outs(row).size();
    if (count == 1) return "Tensor&";
    std::string out = "std::tuple<Tensor&";
    for (std::size_t i = 1; i < count; ++i) out += ", Tensor&";
    return out + ">";
  }
  // The method resize_ returns a const reference, as in libtorch.
  if (form == Form::Method && row.schema.name == "resize_") return "const Tensor&";
  return row.writes_self() ? "Tensor&" : cpp_result(row.schema);
}

std::vector<Parameter> parameters_of(const Row& row, Form form) {
  std::vector<Parameter> ins;
  std::vector<Parameter> outs;
  for (std::size_t i = 0; i < row.schema.argument_count; ++i) {
    const Argument& argument = row.schema.arguments[i];
    const std::string name(argument.name);
    if (is_out(argument)) {
      outs.push_back({"Tensor&", name, ""});
    } else if (form != Form::Method || argument.name != "self") {
      const bool given = form == Form::OutLast || must_be_given(row, argument.name);
      ins.push_back({cpp_type(argument.type), name, given ? "" : cpp_default(argument)});
    }
  }
  std::vector<Parameter>& first = form == Form::Out ? outs : ins;
  const std::vector<Parameter>& last = form == Form::Out ? ins : outs;
  first.insert(first.end(), last.begin(), last.end());
  return first;
}

std::string body_of(const Row& row, Form form) {
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < row.schema.argument_count; ++i) {
    const std::string_view name = row.schema.arguments[i].name;
    arguments.emplace_back(form == Form::Method && name == "self" ? "*this" : name);
  }
  const std::string call = "call<operators::" + row.type_name + ">(" + joined(arguments) + ");";
  if (row.writes_out()) {
    const std::vector<std::string> outs = names_of_outs(row);
    return call + " return " + (outs.size() == 1 ? outs[0] : "{" + joined(outs) + "}") + ";";
  }
  if (!row.writes_self()) return "return " + call;
  return call + (form == Form::Method ? " return itself();" : " return const_cast<Tensor&>(self);");
}

Function form_of(const Row& row, Form form, const std::string& ending, bool defined) {
  return {
      form,   std::string(row.schema.name) + ending, result_of(row, form), parameters_of(row, form), body_of(row, form),
      defined};
}

}  // namespace

std::vector<Function> functions_of(const Row& row) {
  std::vector<Function> out;
  const bool function = has_function(row) && !function_is_by_hand(row);
  if (row.writes_out()) {
    if (function) out.push_back(form_of(row, Form::Out, "_out", true));
    if (function) out.push_back(form_of(row, Form::OutLast, "_outf", true));
    return out;
  }
  if (function) out.push_back(form_of(row, Form::Function, "", true));
  if (has_method(row)) out.push_back(form_of(row, Form::Method, "", !method_is_by_hand(row)));
  return out;
}

}  // namespace modecheck::generate
