#include "engine/script/lexer.h"

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/core/errors/error.h"
#include "engine/script/limits.h"

namespace modecheck::engine::script {
namespace {

constexpr std::array<std::string_view, 24> kLongSymbols{"...", "**=", "//=", "<<=", ">>=", "->", "**", "//",
                                                        "==",  "!=",  "<=",  ">=",  "+=",  "-=", "*=", "/=",
                                                        "%=",  "&=",  "|=",  "^=",  "<<",  ">>", "<>", ":="};
constexpr std::string_view kShortSymbols = "()[]{}:,.=+-*/%<>@&|^~;!";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word_part(char c) { return starts_word(c) || is_digit(c); }

class Lexer {
 public:
  Lexer(const std::string& file, const std::string& text) : file_(file), text_(text) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) read_line();
    while (indents_.back() > 0) close_indent();
    add(TokenKind::End, {});
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  [[noreturn]] void reject(const std::string& what) const { reject_source(file_, line_, what); }
  void add(TokenKind kind, std::string text) {
    if (tokens_.size() >= kMostTokens)
      reject("the file has more than " + std::to_string(kMostTokens) + " words, which is the most that is read");
    tokens_.push_back({kind, line_, std::move(text)});
  }
  void close_indent() {
    indents_.pop_back();
    add(TokenKind::Dedent, {});
  }

  // Reads a line, or several if brackets are open at the end of one.
  void read_line() {
    std::size_t width = 0;
    while (peek() == ' ' || peek() == '\t') {
      width += peek() == '\t' ? 8 - width % 8 : 1;
      ++at_;
    }
    if (peek() == '#' || peek() == '\n' || peek() == '\r' || at_ >= text_.size()) {
      skip_rest();
      return;
    }
    set_indent(width);
    while (at_ < text_.size()) {
      if (peek() == '\n' && brackets_ == 0) break;
      read_token();
    }
    if (brackets_ != 0 && at_ >= text_.size()) reject("a bracket is not closed at the end of the file");
    add(TokenKind::Newline, {});
    skip_rest();
  }
  // Skips a comment and the end of the line.
  void skip_rest() {
    while (at_ < text_.size() && peek() != '\n') ++at_;
    if (at_ < text_.size()) ++at_;
    ++line_;
  }
  void set_indent(std::size_t width) {
    if (width > indents_.back()) {
      if (indents_.size() > static_cast<std::size_t>(kMostNesting))
        reject("blocks are nested more than " + std::to_string(kMostNesting) + " deep");
      indents_.push_back(width);
      add(TokenKind::Indent, {});
      return;
    }
    while (width < indents_.back()) close_indent();
    if (width != indents_.back()) reject("the indentation fits no block that is open");
  }

  void read_token() {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '\n') {
      ++at_;
      ++line_;
    } else if (c == '#') {
      while (at_ < text_.size() && peek() != '\n') ++at_;
    } else if (c == '\\' && peek(1) == '\n') {
      at_ += 2;
      ++line_;
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      read_number();
    } else if (c == '"' || c == '\'') {
      read_string();
    } else if (starts_word(c)) {
      read_word();
    } else {
      read_symbol();
    }
  }

  void read_word() {
    const std::size_t begin = at_;
    while (is_word_part(peek())) ++at_;
    if ((peek() == '"' || peek() == '\'') && at_ - begin <= 2)
      reject("strings with a prefix such as f\"\" are not supported; torch.jit.save writes calls of format instead");
    add(TokenKind::Name, text_.substr(begin, at_ - begin));
  }

  void read_number() {
    const std::size_t begin = at_;
    TokenKind kind = TokenKind::Int;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X' || peek(1) == 'b' || peek(1) == 'o'))
      reject("only decimal numbers are supported");
    while (is_digit(peek()) || peek() == '_') ++at_;
    if (peek() == '.') {
      kind = TokenKind::Float;
      ++at_;
      while (is_digit(peek())) ++at_;
    }
    if (peek() == 'e' || peek() == 'E') {
      kind = TokenKind::Float;
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (!is_digit(peek())) reject("a number has no digits after its exponent's letter");
      while (is_digit(peek())) ++at_;
    }
    std::string number = text_.substr(begin, at_ - begin);
    std::erase(number, '_');
    if (peek() == 'j' || peek() == 'J') {
      kind = TokenKind::Imaginary;
      ++at_;
    }
    if (is_word_part(peek())) reject("a number is followed by a letter");
    add(kind, std::move(number));
  }

  void read_string() {
    const char quote = peek();
    const bool is_long = peek(1) == quote && peek(2) == quote;
    const int first_line = line_;
    at_ += is_long ? 3 : 1;
    std::string out;
    while (true) {
      if (at_ >= text_.size() || (!is_long && peek() == '\n')) {
        line_ = first_line;
        reject("a string is not closed");
      }
      const char c = text_[at_];
      if (c == quote && (!is_long || (peek(1) == quote && peek(2) == quote))) break;
      if (c == '\n') ++line_;
      if (c == '\\') {
        read_escape(out);
      } else {
        out += c;
        ++at_;
      }
    }
    at_ += is_long ? 3 : 1;
    add(TokenKind::String, std::move(out));
  }
  void read_escape(std::string& out) {
    constexpr std::string_view letters = "abfnrtv\\'\"";
    constexpr std::string_view values = "\a\b\f\n\r\t\v\\'\"";
    const char c = peek(1);
    at_ += 2;
    const std::size_t known = c == '\0' ? std::string_view::npos : letters.find(c);
    if (known != std::string_view::npos) {
      out += values[known];
    } else if (c >= '0' && c <= '7') {
      unsigned value = static_cast<unsigned>(c - '0');
      for (int i = 0; i < 2 && peek() >= '0' && peek() <= '7'; ++i, ++at_)
        value = value * 8 + static_cast<unsigned>(peek() - '0');
      out += static_cast<char>(value & 0xFF);
    } else if (c == 'x') {
      constexpr std::string_view digits = "0123456789abcdef0123456789ABCDEF";
      const std::size_t high = peek() == '\0' ? std::string_view::npos : digits.find(peek());
      const std::size_t low = peek(1) == '\0' ? std::string_view::npos : digits.find(peek(1));
      if (high == std::string_view::npos || low == std::string_view::npos) reject("\\x needs two hexadecimal digits");
      out += static_cast<char>(high % 16 * 16 + low % 16);
      at_ += 2;
    } else if (c == '\n') {
      ++line_;
    } else {
      reject("a string has an unknown escape sequence");
    }
  }

  void read_symbol() {
    const std::string_view rest = std::string_view(text_).substr(at_);
    for (const std::string_view symbol : kLongSymbols)
      if (rest.substr(0, symbol.size()) == symbol) {
        add(TokenKind::Symbol, std::string(symbol));
        at_ += symbol.size();
        return;
      }
    const char c = peek();
    if (c == '\0' || kShortSymbols.find(c) == std::string_view::npos)
      reject("the character with code " + std::to_string(static_cast<unsigned char>(c)) +
             " stands outside of strings and comments, where TorchScript has no such character");
    if (c == '(' || c == '[' || c == '{') ++brackets_;
    if ((c == ')' || c == ']' || c == '}') && --brackets_ < 0) reject(std::string("no bracket is open before ") + c);
    add(TokenKind::Symbol, std::string(1, c));
    ++at_;
  }

  const std::string& file_;
  const std::string& text_;
  std::size_t at_ = 0;
  int line_ = 1;
  int brackets_ = 0;
  std::vector<std::size_t> indents_{0};
  std::vector<Token> tokens_;
};

}  // namespace

void reject_source(const std::string& file, int line, const std::string& what) {
  raise(ErrorClass::Argument, "TorchScript: ", file, ":", line, ": ", what);
}

std::vector<Token> tokenize(const std::string& file, const std::string& text) {
  if (text.size() > kMostSourceBytes)
    reject_source(
        file, 1,
        "the file has more than " + std::to_string(kMostSourceBytes) + " bytes, which is the most that is read");
  return Lexer(file, text).run();
}

}  // namespace modecheck::engine::script
