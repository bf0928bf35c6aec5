// Declares ExpressionParser, which reads expressions from the tokens of a TorchScript source.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include "engine/script/node.h"
#include "engine/script/token.h"

namespace modecheck::engine::script {

class ExpressionParser {
 public:
  ExpressionParser(const std::string& file, std::vector<Token> tokens) : file_(file), tokens_(std::move(tokens)) {}

  // Reads an expression. `expressions` also reads a tuple without parentheses.
  NodeRef expression();
  NodeRef expressions();

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
  }
  Token take();
  bool accept(const char* symbol);
  bool accept_word(const char* word);
  void expect(const char* symbol);
  std::string name(const char* what);
  [[noreturn]] void reject(const std::string& what) const;
  [[noreturn]] void reject_instead_of(const std::string& wanted) const;

  // Counts the nesting while it exists.
  class Level {
   public:
    explicit Level(ExpressionParser& parser, int levels = 1);
    ~Level() { parser_.depth_ -= levels_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    // Counts one level more, for operators that follow one another without brackets.
    void deepen();

   private:
    void check() const;

    ExpressionParser& parser_;
    int levels_;
  };

 private:
  using Reader = NodeRef (ExpressionParser::*)();

  NodeRef disjunction();
  NodeRef conjunction();
  NodeRef negation();
  NodeRef comparison();
  NodeRef bits(int precedence);
  NodeRef sign();
  NodeRef power();
  NodeRef postfix();
  NodeRef atom();
  NodeRef number();
  NodeRef parenthesized();
  NodeRef list();
  NodeRef dictionary();
  NodeRef call(NodeRef callee);
  NodeRef subscript(NodeRef base);
  void comprehension(Node& node);
  NodeRef chain(NodeKind kind, const char* word, Reader operand);

  const std::string& file_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace modecheck::engine::script
