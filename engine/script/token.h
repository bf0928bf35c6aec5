// Declares Token, a word of a TorchScript source.
#pragma once

#include <cstdint>
#include <string>

namespace modecheck::engine::script {

enum class TokenKind : std::uint8_t {
  Name,  // a keyword too
  Int,
  Float,
  Imaginary,  // the number of a literal such as 2j
  String,     // `text` is what the literal stands for
  Symbol,     // an operator, a bracket or a separator
  Newline,
  Indent,
  Dedent,
  End,
};

struct Token {
  bool is(const char* symbol) const { return kind == TokenKind::Symbol && text == symbol; }
  bool is_word(const char* word) const { return kind == TokenKind::Name && text == word; }

  TokenKind kind = TokenKind::End;
  int line = 0;
  std::string text;
};

}  // namespace modecheck::engine::script
