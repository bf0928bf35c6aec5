#include "cli/output/man_page.h"

#include <fmt/format.h>

#include "cli/output/exit_codes.h"

namespace modecheck::cli {
namespace {

// Escapes text for roff: hyphens that a user types, backslashes, and lines that roff would take for a request.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  if (!out.empty() && (out.front() == '.' || out.front() == '\'')) out.insert(0, "\\&");
  return out;
}

std::string entry_of_page(const std::string& head, const std::string& text) {
  return fmt::format(".TP\n{}\n{}\n", head, roff(text));
}

std::string option_head(const OptionFacts& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
  return option.value.empty() || option.names.front().front() != '-'
             ? names
             : fmt::format("{} \\fI{}\\fR", names, roff(option.value));
}

std::string verb_section(const VerbFacts& verb) {
  std::string arguments;
  for (const OptionFacts& argument : verb.arguments)
    arguments += fmt::format(" {}\\fI{}\\fR{}{}", argument.is_required ? "" : "[", roff(argument.names.front()),
                             argument.is_repeated ? "..." : "", argument.is_required ? "" : "]");
  std::string out = fmt::format(".SS \"modecheck {}\"\n\\fBmodecheck {}\\fR [\\fIoption\\fR...]{}\n.PP\n{}\n",
                                verb.name, verb.name, arguments, roff(verb.text));
  for (const OptionFacts& argument : verb.arguments) out += entry_of_page(option_head(argument), argument.text);
  for (const OptionFacts& option : verb.options) out += entry_of_page(option_head(option), option.text);
  return out;
}

}  // namespace

std::string man_page(const std::string& summary, const std::vector<VerbFacts>& verbs, const std::string& version,
                     const std::string& date) {
  std::string out = fmt::format(
      ".TH modecheck 1 {} \"{}\"\n.SH NAME\nmodecheck \\- check an engine against the rules of InferenceMode\n"
      ".SH SYNOPSIS\n\\fBmodecheck\\fR \\fIverb\\fR [\\fIoption\\fR...] [\\fIargument\\fR...]\n"
      ".SH DESCRIPTION\n{}\n.SH VERBS\n",
      date, roff(version), roff(summary));
  for (const VerbFacts& verb : verbs) out += verb_section(verb);
  out += ".SH EXIT STATUS\n";
  for (const ExitCode& one : kExitCodes) out += entry_of_page(fmt::format("\\fB{}\\fR", one.code), one.meaning);
  out += ".SH ENVIRONMENT\n";
  out += entry_of_page("\\fBNO_COLOR\\fR", "if it is set and not empty, the command prints no colours");
  out += entry_of_page("\\fBMODECHECK_SUBJECT_PATH\\fR", "folders with more plug-ins, separated by colons");
  out += ".SH FILES\n";
  return out + entry_of_page("\\fImodecheck.toml\\fR", "the settings that run --settings NAME reads");
}

}  // namespace modecheck::cli
