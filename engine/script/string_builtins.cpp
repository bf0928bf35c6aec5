// The builtins of TorchScript for strings and for output.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <string_view>

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
  // As in TorchScript, arguments that no {} names are ignored.
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
      return std::to_string(run_operator("::int", {value}).integer());
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

// The part of a string that the arguments `start` and `end` of a method choose. A negative one counts from the end, and
// -1 is the end itself.
struct Window {
  Window(const Arguments& a, std::size_t place) : text(a[0].string()) {
    const auto size = static_cast<std::int64_t>(text.size());
    const auto bound = [&](std::size_t at, std::int64_t otherwise, std::int64_t from_end) {
      const std::int64_t given = a.size() > at && !a[at].is_none() ? a[at].integer() : otherwise;
      return std::clamp<std::int64_t>(given < 0 ? std::max(given, -size - 1) + size + from_end : given, 0, size + 1);
    };
    const std::int64_t begin = bound(place, 0, 0);
    const std::int64_t end = std::min(bound(place + 1, -1, 1), size);
    is_inside = begin <= size && begin <= end;
    first = static_cast<std::size_t>(begin);
    if (is_inside) part = std::string_view(text).substr(first, static_cast<std::size_t>(end - begin));
  }

  const std::string& text;
  std::string_view part;
  std::size_t first = 0;
  bool is_inside = false;  // false: the start lies after the end, so that not even an empty text is found
};

bool starts_with(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const Window window(a, 2);
  out = Value(window.is_inside && window.part.starts_with(a[1].string()));
  return true;
}
bool ends_with(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const Window window(a, 2);
  out = Value(window.is_inside && window.part.ends_with(a[1].string()));
  return true;
}

// Returns the place of a[1] in the window, or -1.
std::int64_t found_in(const Arguments& a, bool from_end) {
  const Window window(a, 2);
  if (!window.is_inside) return -1;
  const std::size_t at = from_end ? window.part.rfind(a[1].string()) : window.part.find(a[1].string());
  return at == std::string_view::npos ? -1 : static_cast<std::int64_t>(at + window.first);
}
template <bool from_end>
bool find(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  out = Value(found_in(a, from_end));
  return true;
}
template <bool from_end>
bool find_or_raise(Arguments& a, Value& out) {
  if (!find<from_end>(a, out)) return false;
  MODECHECK_CHECK(out.integer() >= 0, ErrorClass::Argument, "TorchScript: ValueError: substring not found");
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

bool replace(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const std::string& text = a[0].string();
  const std::string& old = a[1].string();
  MODECHECK_CHECK(!old.empty(), ErrorClass::Argument, "TorchScript: replace(): the replaced text is empty");
  std::string result;
  std::size_t at = 0;
  std::int64_t left = a.size() > 3 && !a[3].is_none() ? a[3].integer() : -1;
  for (std::size_t next = 0; left != 0 && (next = text.find(old, at)) != std::string::npos; at = next + old.size()) {
    --left;
    result.append(text, at, next - at).append(a[2].string());
    MODECHECK_CHECK(result.size() <= kMostElements, ErrorClass::OutOfMemory, "TorchScript: a string has more than ",
                    kMostElements, " bytes, which is the most that is allowed");
  }
  out = Value(result.append(text, at));
  return true;
}

// Splits a string from its end.
bool split_from_end(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  std::string_view text = a[0].string();
  const std::string separator = a.size() > 1 && !a[1].is_none() ? a[1].string() : " ";
  MODECHECK_CHECK(!separator.empty(), ErrorClass::Argument, "TorchScript: rsplit(): empty separator");
  const std::int64_t most = a.size() > 2 && !a[2].is_none() ? a[2].integer() : -1;
  std::vector<Value> parts;
  while (most < 0 || static_cast<std::int64_t>(parts.size()) < most) {
    const std::size_t at = text.rfind(separator);
    if (at == std::string_view::npos) break;
    parts.emplace_back(text.substr(at + separator.size()));
    text = text.substr(0, at);
  }
  parts.emplace_back(text);
  std::reverse(parts.begin(), parts.end());
  out = Value::list(std::move(parts));
  return true;
}
bool split_lines(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const bool keeps_ends = a.size() > 1 && a[1].is_bool() && a[1].boolean();
  const std::string& text = a[0].string();
  std::vector<Value> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\n\r\f\v", at), text.size());
    const std::size_t next = text.compare(end, 2, "\r\n") == 0 ? end + 2 : std::min(end + 1, text.size());
    lines.emplace_back(text.substr(at, (keeps_ends ? next : end) - at));
    at = next;
  }
  out = Value::list(std::move(lines));
  return true;
}
template <bool from_end>
bool partition(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const std::string& text = a[0].string();
  const std::string& separator = a[1].string();
  const std::size_t at = from_end ? text.rfind(separator) : text.find(separator);
  if (at == std::string::npos)
    out = from_end ? Value::tuple({"", "", text}) : Value::tuple({text, "", ""});
  else
    out = Value::tuple({text.substr(0, at), separator, text.substr(at + separator.size())});
  return true;
}

// Puts `left` and `right` fillers around the text.
Value padded(const std::string& text, std::size_t left, std::size_t right, char filler) {
  return Value(std::string(left, filler) + text + std::string(right, filler));
}
enum class Side : std::uint8_t { Left, Right, Both };
template <Side side>
bool justified(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const std::string& text = a[0].string();
  const std::string filler = a.size() > 2 && !a[2].is_none() ? a[2].string() : " ";
  MODECHECK_CHECK(filler.size() == 1, ErrorClass::Argument,
                  "TorchScript: TypeError: The fill character must be exactly one character long");
  const std::int64_t width = a[1].integer();
  MODECHECK_CHECK(width <= static_cast<std::int64_t>(kMostElements), ErrorClass::OutOfMemory,
                  "TorchScript: a string of ", width, " bytes; at most ", kMostElements, " are allowed");
  const std::size_t missing =
      width > static_cast<std::int64_t>(text.size()) ? static_cast<std::size_t>(width) - text.size() : 0;
  const std::size_t left = side == Side::Left ? 0 : side == Side::Right ? missing : missing / 2;
  out = padded(text, left, missing - left, filler[0]);
  return true;
}
bool filled_with_zeros(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const std::string& text = a[0].string();
  const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  Arguments digits{text.substr(sign), Value(a[1].integer() - static_cast<std::int64_t>(sign)), "0"};
  if (a[1].integer() < 0) digits[1] = Value(0);
  justified<Side::Right>(digits, out);
  out = Value(text.substr(0, sign) + out.string());
  return true;
}
bool with_spaces(Arguments& a, Value& out) {
  if (!a[0].is_string()) return false;
  const std::int64_t width = a.size() > 1 && !a[1].is_none() ? a[1].integer() : 8;
  std::string text;
  std::int64_t column = 0;
  for (const char c : a[0].string()) {
    const std::int64_t spaces = c != '\t' ? 0 : width <= 0 ? 0 : width - column % width;
    MODECHECK_CHECK(spaces <= static_cast<std::int64_t>(kMostElements - text.size()), ErrorClass::OutOfMemory,
                    "TorchScript: a string has more than ", kMostElements, " bytes, which is the most that is allowed");
    if (c == '\t')
      text.append(static_cast<std::size_t>(spaces), ' ');
    else
      text += c;
    column = c == '\n' || c == '\r' ? 0 : c == '\t' ? column + spaces : column + 1;
  }
  out = Value(std::move(text));
  return true;
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }
char to_upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
char to_lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Makes a method that changes the case of each letter, given the character before it, which is '\0' for the first.
template <typename Change>
constexpr Builtin::Run with_case(Change /*change*/) {
  return +[](Arguments& a, Value& out) {
    if (!a[0].is_string()) return false;
    std::string text = a[0].string();
    char before = '\0';
    for (char& c : text) {
      const char old = c;
      c = Change()(before, c);
      before = old;
    }
    out = Value(std::move(text));
    return true;
  };
}
// Makes a method that tests the whole text.
template <typename Test>
constexpr Builtin::Run tested(Test /*test*/) {
  return +[](Arguments& a, Value& out) {
    if (!a[0].is_string()) return false;
    out = Value(bool{Test()(a[0].string())});
    return true;
  };
}
bool is_title(const std::string& text) {
  bool has_letter = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_letter(text[i])) continue;
    if (is_upper(text[i]) == (i > 0 && is_letter(text[i - 1]))) return false;
    has_letter = true;
  }
  return has_letter;
}
bool is_identifier(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; });
}

// Returns "0x1f" for 31 in the base 16.
template <int base>
bool in_base(Arguments& a, Value& out) {
  if (!a[0].is_int()) return false;
  const bool is_negative = a[0].integer() < 0;
  const auto bits = static_cast<std::uint64_t>(a[0].integer());
  char digits[64];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, is_negative ? 0 - bits : bits, base);
  out = Value((is_negative ? "-" : "") +
              std::string(base == 16  ? "0x"
                          : base == 8 ? "0o"
                                      : "0b") +
              std::string(digits, end));
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

constexpr std::array kStringBuiltins{
    Builtin{"aten::str", 1, 1, text_of},
    Builtin{"::str", 1, 1, text_of},
    Builtin{"aten::format", 1, 64, format},
    Builtin{"aten::percentFormat", 1, 64, percent_format},
    Builtin{"::print", 0, 64, print},
    Builtin{"aten::warn", 1, 2, warn, "message stacklevel"},
    Builtin{"prim::RaiseException", 1, 2, raise_exception},
    Builtin{"aten::startswith", 2, 4, starts_with},
    Builtin{"aten::endswith", 2, 4, ends_with},
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
    Builtin{"aten::find", 2, 4, find<false>},
    Builtin{"aten::rfind", 2, 4, find<true>},
    Builtin{"aten::rindex", 2, 4, find_or_raise<true>},
    Builtin{"aten::replace", 3, 4, replace},
    Builtin{"aten::rsplit", 1, 3, split_from_end},
    Builtin{"aten::splitlines", 1, 2, split_lines},
    Builtin{"aten::partition", 2, 2, partition<false>},
    Builtin{"aten::rpartition", 2, 2, partition<true>},
    Builtin{"aten::ljust", 2, 3, justified<Side::Left>},
    Builtin{"aten::rjust", 2, 3, justified<Side::Right>},
    Builtin{"aten::center", 2, 3, justified<Side::Both>},
    Builtin{"aten::zfill", 2, 2, filled_with_zeros},
    Builtin{"aten::expandtabs", 1, 2, with_spaces},
    Builtin{"aten::title", 1, 1,
            with_case([](char before, char c) { return is_letter(before) ? to_lower(c) : to_upper(c); })},
    Builtin{"aten::capitalize", 1, 1,
            with_case([](char before, char c) { return before == '\0' ? to_upper(c) : to_lower(c); })},
    Builtin{"aten::swapcase", 1, 1,
            with_case([](char /*before*/, char c) { return is_upper(c) ? to_lower(c) : to_upper(c); })},
    Builtin{"aten::islower", 1, 1, tested([](const std::string& text) {
              return std::any_of(text.begin(), text.end(), is_lower) &&
                     std::none_of(text.begin(), text.end(), is_upper);
            })},
    Builtin{"aten::isupper", 1, 1, tested([](const std::string& text) {
              return std::any_of(text.begin(), text.end(), is_upper) &&
                     std::none_of(text.begin(), text.end(), is_lower);
            })},
    Builtin{"aten::istitle", 1, 1, tested([](const std::string& text) { return is_title(text); })},
    Builtin{"aten::isnumeric", 1, 1, all_are<std::isdigit>},
    Builtin{"aten::isdecimal", 1, 1, all_are<std::isdigit>},
    Builtin{"aten::isidentifier", 1, 1, tested([](const std::string& text) { return is_identifier(text); })},
    Builtin{"aten::isprintable", 1, 1, tested([](const std::string& text) {
              return std::all_of(text.begin(), text.end(),
                                 [](char c) { return std::isprint(static_cast<unsigned char>(c)) != 0; });
            })},
    Builtin{"aten::hex", 1, 1, in_base<16>},
    Builtin{"aten::oct", 1, 1, in_base<8>},
    Builtin{"aten::bin", 1, 1, in_base<2>},
    Builtin{"aten::ord", 1, 1, code_of},
    Builtin{"::ord", 1, 1, code_of},
    Builtin{"aten::chr", 1, 1, character_of},
    Builtin{"::chr", 1, 1, character_of},
};

}  // namespace

std::span<const Builtin> string_builtins() { return kStringBuiltins; }

bool place_of_text(std::vector<Value>& arguments, Value& result) { return find_or_raise<false>(arguments, result); }

bool count_of_text(std::vector<Value>& arguments, Value& result) {
  const Window window(arguments, 2);
  const std::string& part = arguments[1].string();
  std::int64_t count = part.empty() && window.is_inside ? static_cast<std::int64_t>(window.part.size()) + 1 : 0;
  for (std::size_t at = 0; !part.empty() && (at = window.part.find(part, at)) != std::string_view::npos;
       at += part.size())
    ++count;
  result = Value(count);
  return true;
}

}  // namespace modecheck::engine::script
