#include "engine/provenance/function_name.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace modecheck::engine::provenance {
namespace {

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Removes the first component of a nested name, for example `2at`, and returns it. Returns an empty text at the end.
std::string_view take_component(std::string_view& text) {
  std::size_t length = 0;
  std::size_t digits = 0;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9' && length < text.size(); ++digits)
    length = length * 10 + static_cast<std::size_t>(text[digits] - '0');
  if (digits == 0 || digits + length > text.size()) return {};
  const std::string_view out = text.substr(digits, length);
  text.remove_prefix(digits + length);
  return out;
}

// Removes what precedes the namespaces of a function: that it is local to others, const, or a member.
bool begin_nested_name(std::string_view& name) {
  if (!take_prefix(name, "_Z")) return false;
  if (take_prefix(name, "TW") || take_prefix(name, "TH")) return false;
  while (take_prefix(name, "Z")) {
  }
  while (take_prefix(name, "N") || take_prefix(name, "K") || take_prefix(name, "V") || take_prefix(name, "R") ||
         take_prefix(name, "O")) {
  }
  return true;
}

// Returns whether the C library runs main or the function of a thread by this function.
bool starts_threads(std::string_view name) {
  constexpr std::array<std::string_view, 6> names{"_start", "start_thread", "clone", "__clone", "clone3", "__clone3"};
  return name.substr(0, 12) == "__libc_start" || name == "execute_native_thread_routine" ||
         std::find(names.begin(), names.end(), name) != names.end();
}

void remove_all(std::string& text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) text.erase(at, part.size());
}

// Removes the parameters, the template arguments and the type of the result from a demangled name.
std::string bare_name(std::string demangled) {
  remove_all(demangled, "(anonymous namespace)::");
  std::string out;
  int depth = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const std::string_view rest = std::string_view(demangled).substr(i);
    if (depth == 0 && rest.substr(0, 8) == "operator") return out + std::string(rest.substr(0, rest.find('(', 9)));
    const char c = demangled[i];
    if (c == '(' && depth == 0 && i > 0) break;
    if (c == '<') ++depth;
    if (depth == 0 && c == ' ')
      out.clear();
    else if (depth == 0)
      out += c;
    if (c == '>') --depth;
  }
  return out;
}

}  // namespace

bool is_of_the_engine(std::string_view name) {
  if (!begin_nested_name(name)) return false;
  const std::string_view first = take_component(name);
  if (first == "modecheck") return take_component(name) == "engine";
  if (first != "at" && first != "c10" && first != "torch") return false;
  for (std::string_view next = take_component(name); !next.empty(); next = take_component(name))
    if (next == "modecheck_v1") return true;
  return false;
}

bool is_of_a_library(std::string_view name) {
  if (is_of_the_engine(name) || starts_threads(name)) return true;
  if (!begin_nested_name(name)) return false;
  if (name.substr(0, 2) == "St" || name.substr(0, 2) == "Sa" || name.substr(0, 2) == "Ss") return true;
  const std::string_view first = take_component(name);
  return first == "__gnu_cxx" || first == "tbb" || first == "__cxxabiv1";
}

bool is_file_of_a_library(std::string_view file) {
  for (const std::string_view part : {"/engine/torch/", "/include/modecheck/engine/", "/include/c++/"})
    if (file.find(part) != file.npos) return true;
  return file.substr(0, 13) == "/usr/include/" || file.substr(0, 9) == "/usr/lib/";
}

std::string written_name(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                         std::free);
  if (status != 0 || !demangled) return name;
  const std::string_view whole = demangled.get();
  // A kernel is named by its operator, if the function of the interface that ran it was inlined into the program.
  constexpr std::string_view operators = "operators::";
  if (is_of_the_engine(name) && whole.find("modecheck::engine::") == 0 && whole.find(operators) != whole.npos) {
    const std::string_view rest = whole.substr(whole.find(operators) + operators.size());
    return std::string(rest.substr(0, rest.find_first_of(",> (")));
  }
  std::string out = bare_name(demangled.get());
  remove_all(out, "modecheck_v1::");
  for (const std::string_view prefix : {"at::", "c10::", "torch::", "optim::", "autograd::", "Tensor::", "detail::"})
    if (out.compare(0, prefix.size(), prefix) == 0) out.erase(0, prefix.size());
  return out.empty() ? std::string(demangled.get()) : out;
}

}  // namespace modecheck::engine::provenance
