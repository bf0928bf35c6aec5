#include "tests/definitions/declarations.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace modecheck::definitions {
namespace {

struct Token {
  std::string text;
  bool counted;  // the token comes from a header that declares functions or methods
};

// Lists the folders of the headers that declare functions and methods.
constexpr std::array<std::string_view, 4> kFoldersOfFunctions{"engine/api/", "engine/composites/",
                                                              "engine/derivatives/", "engine/kernels/"};

bool in_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_identifier(const std::string& text) { return in_identifier(text[0]) && !std::isdigit(text[0]); }

std::vector<Token> tokens(std::string_view text) {
  std::vector<Token> out;
  bool counted = false;
  std::size_t i = 0;
  bool line_begins = true;
  while (i < text.size()) {
    const char c = text[i];
    if (c == '\n') {
      line_begins = true;
      ++i;
    } else if (c == '#' && line_begins) {
      const std::size_t end = text.find('\n', i);
      const std::string_view line = text.substr(i, end - i);
      // A line such as `# 12 "file" 1` marks the beginning of a file in the preprocessor's output.
      if (line.find('"') != std::string_view::npos)
        counted = std::any_of(kFoldersOfFunctions.begin(), kFoldersOfFunctions.end(),
                              [&](std::string_view folder) { return line.find(folder) != std::string_view::npos; }) ||
                  (line.find("engine/core/tensor/") != std::string_view::npos &&
                   line.find(".inc\"") != std::string_view::npos);
      i = end == std::string_view::npos ? text.size() : end;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++i;
    } else {
      line_begins = false;
      std::size_t end = i + 1;
      if (in_identifier(c)) {
        while (end < text.size() && in_identifier(text[end])) ++end;
      } else if (c == '"' || c == '\'') {
        while (end < text.size() && text[end] != c) end += text[end] == '\\' ? 2 : 1;
        ++end;
      } else if (c == ':' && end < text.size() && text[end] == ':') {
        ++end;
      }
      out.push_back({std::string(text.substr(i, end - i)), counted});
      i = end;
    }
  }
  return out;
}

// Returns the type of a parameter, without the parts that do not distinguish overloads, such as const.
std::string type_of(const std::vector<std::string>& parameter) {
  std::vector<std::string> words;
  for (const std::string& word : parameter) {
    if (word == "=") break;
    if (word != "const" && word != "&" && word != "c10" && word != "caffe2" && word != "at" && word != "std" &&
        word != "::" && word != "modecheck_v1")
      words.push_back(word);
  }
  // The last word is the parameter's name and is dropped. A lone `bool` is a type without a name.
  if (words.size() > 1 && is_identifier(words.back())) words.pop_back();
  std::string out;
  for (const std::string& word : words) out += word;
  return out;
}

// Adds the declaration in `words`, which reads `... name(parameters) ...`. Does nothing if `words` is no declaration.
void add_declaration(const std::vector<std::string>& words, bool method, std::vector<Declaration>& out) {
  std::size_t begin = 0;
  if (words[0] == "template") {
    int depth = 0;
    for (begin = 1; begin < words.size(); ++begin) {
      depth += words[begin] == "<" ? 1 : words[begin] == ">" ? -1 : 0;
      if (depth == 0) break;
    }
    ++begin;
  }
  std::size_t open = begin;
  while (open < words.size() && words[open] != "(") ++open;
  if (open >= words.size() || open <= begin + 1) return;
  for (std::size_t i = begin; i < open; ++i)
    if (words[i] == "=" || words[i] == "using" || words[i] == "operator" || words[i] == "friend") return;
  Declaration made;
  made.name = words[open - 1];
  made.method = method;
  if (method) made.types.push_back("Tensor");
  std::vector<std::string> parameter;
  int depth = 0;
  for (std::size_t i = open + 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (depth == 0 && (word == "," || word == ")")) {
      if (!parameter.empty()) made.types.push_back(type_of(parameter));
      parameter.clear();
      if (word == ")") break;
      continue;
    }
    depth += word == "(" || word == "<" || word == "{" ? 1 : word == ")" || word == ">" || word == "}" ? -1 : 0;
    parameter.push_back(word);
  }
  out.push_back(std::move(made));
}

enum class Scope { At, Class, Other };

}  // namespace

std::string Declaration::text() const {
  std::string out = name + "(";
  for (std::size_t i = 0; i < types.size(); ++i) out += (i == 0 ? "" : ",") + types[i];
  return out + ")";
}

std::vector<Declaration> declarations(std::string_view preprocessed) {
  const std::vector<Token> all = tokens(preprocessed);
  std::vector<Declaration> out;
  std::vector<std::string> namespaces;
  // The loop tracks the open namespaces and the open class. It skips the text between all other braces.
  std::vector<bool> inlines;
  bool in_class = false;
  std::vector<std::string> words;
  bool counted = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& word = all[i].text;
    const bool interesting = namespaces.size() == 1 && namespaces[0] == "at";
    if (word == ";") {
      if (!words.empty() && counted && interesting) add_declaration(words, in_class, out);
      words.clear();
    } else if (word == "}") {
      if (in_class)
        in_class = false;
      else if (!inlines.empty()) {
        if (!inlines.back()) namespaces.pop_back();
        inlines.pop_back();
      }
      words.clear();
    } else if (word == ":" && words.size() == 1 &&
               (words[0] == "public" || words[0] == "private" || words[0] == "protected")) {
      words.clear();
    } else if (word == "{") {
      std::size_t at = 0;
      const bool inline_one = !words.empty() && words[0] == "inline" && words.size() > 1 && words[1] == "namespace";
      at = inline_one ? 1 : 0;
      if (!words.empty() && words[at] == "namespace") {
        if (!inline_one) {
          std::string name;
          for (std::size_t k = at + 1; k < words.size(); ++k) name += words[k];
          namespaces.push_back(name);
        }
        inlines.push_back(inline_one);
        words.clear();
        continue;
      }
      if (interesting && !in_class && words.size() >= 2 && words[0] == "class" && words[1] == "Tensor") {
        in_class = true;
        words.clear();
        continue;
      }
      // This brace opens a function body, or stands in `= {}` inside a declaration.
      int depth = 0;
      int parentheses = 0;
      for (const std::string& before : words) parentheses += before == "(" ? 1 : before == ")" ? -1 : 0;
      const std::size_t begin = i;
      for (;; ++i) {
        depth += all[i].text == "{" ? 1 : all[i].text == "}" ? -1 : 0;
        if (parentheses > 0) words.push_back(all[i].text);
        if (depth == 0 || i + 1 == all.size()) break;
      }
      (void)begin;
      if (parentheses > 0) continue;
      if (!words.empty() && counted && interesting) add_declaration(words, in_class, out);
      words.clear();
    } else {
      if (words.empty()) counted = all[i].counted;
      words.push_back(word);
    }
  }
  return out;
}

}  // namespace modecheck::definitions
