// The builtins of TorchScript for strings and for output.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <iostream>

#include "engine/core/errors/error.h"
#include "engine/core/errors/warning.h"
#include "engine/script/builtin.h"
#include "engine/script/call_target.h"
#include "engine/script/limits.h"
#include "engine/script/list.h"
#include "engine/script/value_functions.h"

namespace modecheck::engine::script {
namespace {

using Arguments = std::vector<Value>;

bool text_of(Arguments& a, Value& out) {
  out = Value(to_text(a[0]));
  return true;
}

// Replaces each {} of the first argument by the next one.
bool format(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const std::string& pattern = a[0].string();
  std::string text;
  std::size_t used = 1;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::string pair = pattern.substr(i, 2);
    if (pair == "{}") {
      MODECHECK_CHECK(used < a.size(), ErrorClass::Argument,
                      "TorchScript: Too few arguments for format string: ", pattern);
      text += to_text(a[used++]);
      ++i;
    } else {
      text += pattern[i];
    }
    MODECHECK_CHECK(text.size() <= kMostElements, ErrorClass::OutOfMemory, "TorchScript: a string has more than ",
                    kMostElements, " bytes, which is the most that is allowed");
  }
  MODECHECK_CHECK(used == a.size(), ErrorClass::Argument,
                  "TorchScript: Too many arguments for format string: ", pattern);
  out = Value(std::move(text));
  return true;
}

std::string converted(char letter, const Value& value) {
  char buffer[512];
  switch (letter) {
    case 's':
      return to_text(value);
    case 'd':
    case 'i':
      return std::to_string(value.is_float() ? static_cast<std::int64_t>(value.real()) : value.integer());
    case 'f':
    case 'e':
    case 'g': {
      const char pattern[] = {'%', letter, '\0'};
      std::snprintf(buffer, sizeof buffer, pattern, value.real());
      return buffer;
    }
    default:
      raise(ErrorClass::Argument, "TorchScript: the specifier %", letter,
            " is not supported in a format string; %s, %d, %i, %f, %e and %g are");
  }
}
// Replaces the specifiers of `pattern % arguments`.
bool percent_format(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const std::string& pattern = a[0].string();
  std::vector<Value> values(a.begin() + 1, a.end());
  if (values.size() == 1 && values[0].is_tuple()) values = std::vector<Value>(values[0].elements());
  std::string text;
  std::size_t used = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      text += pattern[i];
      continue;
    }
    MODECHECK_CHECK(++i < pattern.size(), ErrorClass::Argument, "TorchScript: incomplete format specifier");
    if (pattern[i] == '%') {
      text += '%';
      continue;
    }
    MODECHECK_CHECK(used < values.size(), ErrorClass::Argument,
                    "TorchScript: Too few arguments for format string: ", pattern);
    text += converted(pattern[i], values[used++]);
  }
  MODECHECK_CHECK(used == values.size(), ErrorClass::Argument,
                  "TorchScript: Too many arguments for format string: ", pattern);
  out = Value(std::move(text));
  return true;
}

bool print(Arguments& a, Value& out) {
  std::string line;
  for (const Value& one : a) line += (line.empty() ? "" : " ") + to_text(one);
  std::cout << line << '\n';
  out = Value();
  return true;
}
bool warn(Arguments& a, Value& out) {
  c10::Warning::warn({"torch.warn", "TorchScript", 0}, a[0].string(), false);
  out = Value();
  return true;
}

[[noreturn]] bool raise_exception(Arguments& a, Value& /*out*/) {
  const std::string kind = a.size() > 1 && a[1].is_string() ? a[1].string() + ": " : std::string();
  raise(ErrorClass::Argument, kind, to_text(a[0]));
}

bool starts_with(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  out = Value(a[0].string().starts_with(a[1].string()));
  return true;
}
bool ends_with(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  out = Value(a[0].string().ends_with(a[1].string()));
  return true;
}

bool stripped(Arguments& a, Value& out, bool at_start, bool at_end) {
  if (!a[0].is_string()) return false;
  const std::string unwanted = a.size() > 1 && !a[1].is_none() ? a[1].string() : " \t\n\r\f\v";
  const std::string& text = a[0].string();
  std::size_t first = at_start ? text.find_first_not_of(unwanted) : 0;
  if (first == std::string::npos) first = text.size();
  std::size_t last = at_end ? text.find_last_not_of(unwanted) : text.size() - 1;
  last = last == std::string::npos ? 0 : last + 1;
  out = Value(first < last ? text.substr(first, last - first) : std::string());
  return true;
}

// Splits a string. For a tensor this is the overload with a list of sizes, which the catalogue names split_with_sizes.
bool split(Arguments& a, Value& out) {
  if (a[0].is_tensor() && a.size() > 1 && a[1].is_list()) {
    out = run_operator("aten::split_with_sizes", a);
    return true;
  }
  if (!a[0].is_string()) return false;
  const std::string& text = a[0].string();
  const std::int64_t most = a.size() > 2 && !a[2].is_none() ? a[2].integer() : -1;
  std::vector<Value> parts;
  if (a.size() < 2 || a[1].is_none()) {
    std::size_t at = text.find_first_not_of(" \t\n\r");
    while (at != std::string::npos) {
      const std::size_t end = text.find_first_of(" \t\n\r", at);
      parts.emplace_back(text.substr(at, end == std::string::npos ? end : end - at));
      at = end == std::string::npos ? end : text.find_first_not_of(" \t\n\r", end);
    }
  } else {
    const std::string& separator = a[1].string();
    MODECHECK_CHECK(!separator.empty(), ErrorClass::Argument, "TorchScript: split(): empty separator");
    std::size_t at = 0;
    while (most < 0 || static_cast<std::int64_t>(parts.size()) < most) {
      const std::size_t end = text.find(separator, at);
      if (end == std::string::npos) break;
      parts.emplace_back(text.substr(at, end - at));
      at = end + separator.size();
    }
    parts.emplace_back(text.substr(at));
  }
  out = Value::list(std::move(parts));
  return true;
}

bool join(Arguments& a, Value& out) {
  if (!a[0].is_string() || !a[1].is_list()) return false;
  std::string text;
  const std::vector<Value>& parts = a[1].elements();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += a[0].string();
    text += parts[i].string();
    MODECHECK_CHECK(text.size() <= kMostElements, ErrorClass::OutOfMemory, "TorchScript: a string has more than ",
                    kMostElements, " bytes, which is the most that is allowed");
  }
  out = Value(std::move(text));
  return true;
}

template <int (*change)(int)>
bool changed(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  std::string text = a[0].string();
  for (char& c : text) c = static_cast<char>(change(static_cast<unsigned char>(c)));
  out = Value(std::move(text));
  return true;
}
template <int (*test)(int)>
bool all_are(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const std::string& text = a[0].string();
  out = Value(!text.empty() &&
              std::all_of(text.begin(), text.end(), [](char c) { return test(static_cast<unsigned char>(c)) != 0; }));
  return true;
}

bool find(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const std::size_t at = a[0].string().find(a[1].string());
  out = Value(at == std::string::npos ? std::int64_t{-1} : static_cast<std::int64_t>(at));
  return true;
}
bool replace(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const std::string& text = a[0].string();
  const std::string& old = a[1].string();
  MODECHECK_CHECK(!old.empty(), ErrorClass::Argument, "TorchScript: replace(): the replaced text is empty");
  std::string result;
  std::size_t at = 0;
  for (std::size_t next = 0; (next = text.find(old, at)) != std::string::npos; at = next + old.size()) {
    result.append(text, at, next - at).append(a[2].string());
    MODECHECK_CHECK(result.size() <= kMostElements, ErrorClass::OutOfMemory, "TorchScript: a string has more than ",
                    kMostElements, " bytes, which is the most that is allowed");
  }
  out = Value(result.append(text, at));
  return true;
}
bool code_of(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  MODECHECK_CHECK(a[0].string().size() == 1, ErrorClass::Argument,
                  "TorchScript: ord() expected a character, but a string of ", a[0].string().size(),
                  " bytes was given");
  out = Value(std::int64_t{static_cast<unsigned char>(a[0].string()[0])});
  return true;
}
bool character_of(Arguments& a, Value& out) {
  if (!a[0].is_int()) return false;
  MODECHECK_CHECK(a[0].integer() >= 0 && a[0].integer() < 256, ErrorClass::Argument,
                  "TorchScript: chr() takes a number from 0 to 255, not ", a[0].integer());
  out = Value(std::string(1, static_cast<char>(a[0].integer())));
  return true;
}

constexpr auto kStrip = +[](Arguments& a, Value& out) { return stripped(a, out, true, true); };
constexpr auto kStripLeft = +[](Arguments& a, Value& out) { return stripped(a, out, true, false); };
constexpr auto kStripRight = +[](Arguments& a, Value& out) { return stripped(a, out, false, true); };

constexpr std::array kTable{
    Builtin{"aten::str", 1, 1, text_of},
    Builtin{"::str", 1, 1, text_of},
    Builtin{"aten::format", 1, 64, format},
    Builtin{"aten::percentFormat", 1, 64, percent_format},
    Builtin{"::print", 0, 64, print},
    Builtin{"aten::warn", 1, 2, warn, "message stacklevel"},
    Builtin{"prim::RaiseException", 1, 2, raise_exception},
    Builtin{"aten::startswith", 2, 2, starts_with},
    Builtin{"aten::endswith", 2, 2, ends_with},
    Builtin{"aten::strip", 1, 2, kStrip},
    Builtin{"aten::lstrip", 1, 2, kStripLeft},
    Builtin{"aten::rstrip", 1, 2, kStripRight},
    Builtin{"aten::split", 1, 3, split},
    Builtin{"aten::join", 2, 2, join},
    Builtin{"aten::upper", 1, 1, changed<std::toupper>},
    Builtin{"aten::lower", 1, 1, changed<std::tolower>},
    Builtin{"aten::isdigit", 1, 1, all_are<std::isdigit>},
    Builtin{"aten::isalpha", 1, 1, all_are<std::isalpha>},
    Builtin{"aten::isalnum", 1, 1, all_are<std::isalnum>},
    Builtin{"aten::isspace", 1, 1, all_are<std::isspace>},
    Builtin{"aten::find", 2, 2, find},
    Builtin{"aten::replace", 3, 3, replace},
    Builtin{"aten::ord", 1, 1, code_of},
    Builtin{"::ord", 1, 1, code_of},
    Builtin{"aten::chr", 1, 1, character_of},
    Builtin{"::chr", 1, 1, character_of},
};

}  // namespace

std::span<const Builtin> string_builtins() { return kTable; }

}  // namespace modecheck::engine::script
