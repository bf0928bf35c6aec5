#include "cli/output/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace modecheck::cli {
namespace {

bool takes_path(const OptionFacts& option) { return option.value == "FILE" || option.value == "DIR"; }

// Returns an option's description up to its first full stop, bracket or semicolon. A completion menu shows that much
// beside the name.
std::string first_phrase(const std::string& text) {
  const std::size_t end = std::min({text.find(". "), text.find_first_of("(;"), text.size()});
  return text.substr(0, text.find_last_not_of(' ', end == 0 ? 0 : end - 1) + 1);
}

// Escapes the single quotes in `text`, so that the shell can read `text` between single quotes. `quote` is what this
// shell writes for one single quote.
std::string quoted_for(const std::string& text, const char* quote) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string(quote) : std::string(1, c);
  return out;
}

// Escapes a text for a [description] in zsh's completion.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : quoted_for(first_phrase(text), "'\\''")) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

// Returns a case of bash's completion for the value of one option: the option completes words, files, or nothing.
std::string bash_values(const VerbFacts& verb, const OptionFacts& option) {
  if (option.value.empty()) return "";
  std::string patterns;
  for (const std::string& name : option.names)
    patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : " | ", verb.name, name);
  const std::string action = !option.choices.empty() ? fmt::format("{}='{}'", option.is_list ? "list" : "words",
                                                                   fmt::join(option.choices, " "))
                             : takes_path(option)    ? "files=yes"
                                                     : ":";
  return fmt::format("    {}) {} ;;\n", patterns, action);
}

// Returns the case of bash's completion script for one verb. Bash then offers the verb's options and the choices of its
// arguments. If the first argument is a path, bash offers files, too.
std::string bash_verb(const VerbFacts& verb) {
  std::vector<std::string> names;
  for (const OptionFacts& option : verb.options) names.insert(names.end(), option.names.begin(), option.names.end());
  for (const OptionFacts& argument : verb.arguments)
    names.insert(names.end(), argument.choices.begin(), argument.choices.end());
  const bool files = !verb.arguments.empty() && takes_path(verb.arguments.front());
  return fmt::format("    {}) words='{}'{} ;;\n", verb.name, fmt::join(names, " "),
                     files ? "; [[ $word == -* ]] || files=yes" : "");
}

std::string zsh_values(const OptionFacts& option) {
  if (option.value.empty()) return "";
  if (option.is_list && !option.choices.empty())
    return fmt::format(":value:_values -s , value {}", [&] {
      std::string out;
      for (const std::string& choice : option.choices) {
        out += out.empty() ? "" : " ";
        for (const char c : choice) out += c == ':' ? std::string("\\:") : std::string(1, c);
      }
      return out;
    }());
  if (!option.choices.empty()) return fmt::format(":value:({})", fmt::join(option.choices, " "));
  if (option.value == "FILE") return ":file:_files";
  if (option.value == "DIR") return ":folder:_files -/";
  return ":value: ";
}

}  // namespace

std::string bash_completion(const std::vector<VerbFacts>& verbs) {
  std::vector<std::string> names;
  std::string values;
  std::string options;
  for (const VerbFacts& verb : verbs) {
    names.push_back(verb.name);
    options += bash_verb(verb);
    for (const OptionFacts& option : verb.options) values += bash_values(verb, option);
  }
  // The script splits the line itself. bash would split the name of a subject at its colon.
  return fmt::format(
      "# Completes modecheck in bash: source <(modecheck completion bash)\n"
      "_modecheck() {{\n"
      "  local line=${{COMP_LINE:0:COMP_POINT}} words= list= files=\n"
      "  local word=${{line##* }}\n"
      "  local -a typed\n"
      "  read -ra typed <<<\"${{line%\"$word\"}}\"\n"
      "  local verb=${{typed[1]:-}} before=${{typed[-1]:-}}\n"
      "  COMPREPLY=()\n"
      "  if [[ -z $verb ]]; then\n"
      "    words='{} --help --version'\n"
      "  else\n"
      "    case \"$verb $before\" in\n"
      "{}"
      "    *)\n"
      "    case $verb in\n"
      "{}"
      "    esac ;;\n"
      "    esac\n"
      "  fi\n"
      "  local head=${{word%\"${{word##*,}}\"}}\n"
      "  if [[ -n $files ]]; then\n"
      "    compopt -o filenames 2>/dev/null\n"
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
      "  elif [[ -n $list ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -P \"$head\" -W \"$list\" -- \"${{word##*,}}\")\n"
      "  else\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
      "  fi\n"
      "  if [[ $COMP_WORDBREAKS == *:* && $word == *:* ]]; then\n"
      "    local shown=${{word%\"${{word##*:}}\"}}\n"
      "    COMPREPLY=(\"${{COMPREPLY[@]#\"$shown\"}}\")\n"
      "  fi\n"
      "}}\n"
      "complete -F _modecheck modecheck\n",
      fmt::join(names, " "), values, options);
}

std::string zsh_completion(const std::vector<VerbFacts>& verbs) {
  std::string names;
  std::string cases;
  for (const VerbFacts& verb : verbs) {
    names += fmt::format("    '{}:{}'\n", verb.name, zsh_text(verb.text));
    cases += fmt::format("    {})\n      _arguments", verb.name);
    for (const OptionFacts& option : verb.options)
      for (const std::string& name : option.names)
        cases += fmt::format(" \\\n        '{}[{}]{}'", name, zsh_text(option.text), zsh_values(option));
    for (const OptionFacts& argument : verb.arguments)
      cases += fmt::format(" \\\n        '{}{}'", argument.is_repeated ? "*" : "1", zsh_values(argument));
    cases += "\n      ;;\n";
  }
  return fmt::format(
      "#compdef modecheck\n"
      "# Completes modecheck in zsh: modecheck completion zsh > a folder of $fpath/_modecheck\n"
      "_modecheck() {{\n"
      "  local -a verbs=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe verb verbs\n"
      "    return\n"
      "  fi\n"
      "  local verb=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $verb in\n{}"
      "  esac\n"
      "}}\n"
      "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _modecheck \"$@\"; else compdef _modecheck modecheck; fi\n",
      names, cases);
}

std::string fish_completion(const std::vector<VerbFacts>& verbs) {
  std::string out = "# Completes modecheck in fish: modecheck completion fish | source\ncomplete -c modecheck -f\n";
  for (const VerbFacts& verb : verbs) {
    out += fmt::format("complete -c modecheck -n __fish_use_subcommand -a {} -d '{}'\n", verb.name,
                       quoted_for(first_phrase(verb.text), "\\'"));
    const std::string seen = fmt::format("complete -c modecheck -n '__fish_seen_subcommand_from {}'", verb.name);
    for (const OptionFacts& option : verb.options) {
      std::string names;
      for (const std::string& name : option.names)
        names += name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
      out += seen + names;
      if (!option.choices.empty())
        out += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
      else if (takes_path(option))
        out += " -r -F";
      else if (!option.value.empty())
        out += " -x";
      out += fmt::format(" -d '{}'\n", quoted_for(first_phrase(option.text), "\\'"));
    }
    for (const OptionFacts& argument : verb.arguments) {
      if (!argument.choices.empty()) out += fmt::format("{} -a '{}'\n", seen, fmt::join(argument.choices, " "));
      if (takes_path(argument)) out += seen + " -F\n";
    }
  }
  return out;
}

}  // namespace modecheck::cli
