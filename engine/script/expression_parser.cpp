#include "engine/script/expression_parser.h"

#include <array>
#include <charconv>
#include <string_view>

#include "engine/script/lexer.h"
#include "engine/script/limits.h"

namespace modecheck::engine::script {
namespace {

NodeRef make_node(NodeKind kind, int line) { return std::make_unique<Node>(kind, line); }

NodeRef with_text(NodeKind kind, int line, std::string text) {
  NodeRef out = make_node(kind, line);
  out->text = std::move(text);
  return out;
}

// The words that begin something that the language lacks, or that cannot be a name.
constexpr std::array<std::string_view, 24> kReserved{
    "lambda", "yield", "await", "async", "class", "def", "with",  "try",    "except", "finally", "global", "nonlocal",
    "import", "from",  "if",    "else",  "elif",  "for", "while", "return", "and",    "or",      "in",     "is"};

}  // namespace

ExpressionParser::Level::Level(ExpressionParser& parser, int levels) : parser_(parser), levels_(levels) {
  parser_.depth_ += levels_;
  if (parser_.depth_ > kMostNesting) {
    parser_.depth_ -= levels_;
    levels_ = 0;
    check();
  }
}

void ExpressionParser::Level::check() const {
  parser_.reject("expressions and blocks are nested more than " + std::to_string(kMostNesting) + " deep");
}

void ExpressionParser::Level::deepen() {
  ++levels_;
  if (++parser_.depth_ > kMostNesting) check();
}

Token ExpressionParser::take() {
  Token out = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return out;
}

bool ExpressionParser::accept(const char* symbol) {
  if (!peek().is(symbol)) return false;
  take();
  return true;
}

bool ExpressionParser::accept_word(const char* word) {
  if (!peek().is_word(word)) return false;
  take();
  return true;
}

void ExpressionParser::expect(const char* symbol) {
  if (!accept(symbol)) reject_instead_of(std::string("'") + symbol + "'");
}

std::string ExpressionParser::name(const char* what) {
  if (peek().kind != TokenKind::Name) reject_instead_of(what);
  for (const std::string_view reserved : kReserved)
    if (peek().text == reserved) reject_instead_of(what);
  return take().text;
}

void ExpressionParser::reject(const std::string& what) const { reject_source(file_, peek().line, what); }

void ExpressionParser::reject_instead_of(const std::string& wanted) const {
  const Token& found = peek();
  std::string text;
  switch (found.kind) {
    case TokenKind::Newline:
      text = "the end of the line";
      break;
    case TokenKind::Indent:
      text = "an indented line";
      break;
    case TokenKind::Dedent:
      text = "the end of the block";
      break;
    case TokenKind::End:
      text = "the end of the file";
      break;
    default:
      text = "'" + found.text.substr(0, 80) + "'";
  }
  reject("expected " + wanted + " but found " + text);
}

NodeRef ExpressionParser::expressions() {
  const int line = peek().line;
  NodeRef first = expression();
  if (!peek().is(",")) return first;
  NodeRef tuple = make_node(NodeKind::TupleDisplay, line);
  tuple->children.push_back(std::move(first));
  while (accept(",")) {
    if (peek().kind == TokenKind::Newline || peek().is("=") || peek().is("]") || peek().is_word("in")) break;
    tuple->children.push_back(expression());
  }
  return tuple;
}

NodeRef ExpressionParser::expression() {
  const Level level(*this);
  const int line = peek().line;
  if (peek().is_word("lambda")) reject("lambda is not supported: TorchScript has no functions inside functions");
  NodeRef value = disjunction();
  if (!accept_word("if")) return value;
  NodeRef out = make_node(NodeKind::Conditional, line);
  out->children.push_back(disjunction());
  if (!accept_word("else")) reject_instead_of("'else'");
  out->children.push_back(std::move(value));
  out->children.push_back(expression());
  return out;
}

NodeRef ExpressionParser::chain(NodeKind kind, const char* word, Reader operand) {
  Level level(*this, 0);
  NodeRef left = (this->*operand)();
  while (peek().is_word(word)) {
    level.deepen();
    NodeRef out = make_node(kind, take().line);
    out->children.push_back(std::move(left));
    out->children.push_back((this->*operand)());
    left = std::move(out);
  }
  return left;
}

NodeRef ExpressionParser::disjunction() { return chain(NodeKind::Or, "or", &ExpressionParser::conjunction); }
NodeRef ExpressionParser::conjunction() { return chain(NodeKind::And, "and", &ExpressionParser::negation); }

NodeRef ExpressionParser::negation() {
  if (!peek().is_word("not")) return comparison();
  const Level level(*this);
  NodeRef out = with_text(NodeKind::Unary, take().line, "not");
  out->children.push_back(negation());
  return out;
}

NodeRef ExpressionParser::comparison() {
  NodeRef left = bits(0);
  std::string text;
  const auto is_comparison = [&] {
    for (const char* symbol : {"==", "!=", "<", "<=", ">", ">="})
      if (peek().is(symbol)) return true;
    return peek().is_word("is") || peek().is_word("in") || (peek().is_word("not") && peek(1).is_word("in"));
  };
  if (!is_comparison()) return left;
  const Token token = take();
  text = token.text;
  if (text == "is" && accept_word("not")) text = "is not";
  if (text == "not") {
    take();
    text = "not in";
  }
  NodeRef out = with_text(NodeKind::Binary, token.line, text);
  out->children.push_back(std::move(left));
  out->children.push_back(bits(0));
  if (is_comparison()) reject("chained comparisons are not supported; join them with `and`");
  return out;
}

NodeRef ExpressionParser::bits(int precedence) {
  static constexpr std::array<std::array<const char*, 5>, 6> kSymbols{
      {{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%", "@"}}};
  if (precedence == static_cast<int>(kSymbols.size())) return sign();
  Level level(*this, 0);
  NodeRef left = bits(precedence + 1);
  const auto matches = [&] {
    for (const char* symbol : kSymbols[static_cast<std::size_t>(precedence)])
      if (symbol != nullptr && peek().is(symbol)) return true;
    return false;
  };
  while (matches()) {
    level.deepen();
    const Token token = take();
    NodeRef out = with_text(NodeKind::Binary, token.line, token.text);
    out->children.push_back(std::move(left));
    out->children.push_back(bits(precedence + 1));
    left = std::move(out);
  }
  return left;
}

NodeRef ExpressionParser::sign() {
  if (!peek().is("-") && !peek().is("+") && !peek().is("~")) return power();
  const Level level(*this);
  const Token token = take();
  // The smallest integer has no positive counterpart, so the sign belongs to the number.
  if (token.text == "-" && peek().kind == TokenKind::Int && peek().text == "9223372036854775808" && !peek(1).is("**")) {
    take();
    NodeRef out = make_node(NodeKind::Constant, token.line);
    out->value = Value(std::int64_t{-9223372036854775807} - 1);
    return out;
  }
  NodeRef out = with_text(NodeKind::Unary, token.line, token.text);
  out->children.push_back(sign());
  return out;
}

NodeRef ExpressionParser::power() {
  NodeRef base = postfix();
  if (!peek().is("**")) return base;
  const Level level(*this);
  NodeRef out = with_text(NodeKind::Binary, take().line, "**");
  out->children.push_back(std::move(base));
  out->children.push_back(sign());
  return out;
}

NodeRef ExpressionParser::postfix() {
  Level level(*this, 0);
  NodeRef out = atom();
  while (true) {
    const int line = peek().line;
    if (accept(".")) {
      NodeRef attribute = with_text(NodeKind::Attribute, line, name("the name of an attribute"));
      attribute->children.push_back(std::move(out));
      out = std::move(attribute);
    } else if (accept("(")) {
      out = call(std::move(out));
    } else if (accept("[")) {
      out = subscript(std::move(out));
    } else {
      return out;
    }
    level.deepen();
  }
}

NodeRef ExpressionParser::call(NodeRef callee) {
  NodeRef out = make_node(NodeKind::Call, callee->line);
  out->children.push_back(std::move(callee));
  bool has_keyword = false;
  while (!accept(")")) {
    if (peek().is("*") || peek().is("**")) reject("arguments that are unpacked with * or ** are not supported");
    if (peek().kind == TokenKind::Name && peek(1).is("=")) {
      has_keyword = true;
      const Token word = take();
      take();
      NodeRef keyword = with_text(NodeKind::Keyword, word.line, word.text);
      keyword->children.push_back(expression());
      out->children.push_back(std::move(keyword));
    } else {
      if (has_keyword) reject("an argument without a name follows one with a name");
      out->children.push_back(expression());
    }
    if (!accept(",") && !peek().is(")")) reject_instead_of("',' or ')'");
  }
  return out;
}

NodeRef ExpressionParser::subscript(NodeRef base) {
  const int line = peek().line;
  const auto part = [this]() -> NodeRef { return peek().is(":") || peek().is("]") ? nullptr : expressions(); };
  NodeRef first = part();
  if (!peek().is(":")) {
    if (first == nullptr) reject_instead_of("an index");
    expect("]");
    NodeRef out = make_node(NodeKind::Subscript, line);
    out->children.push_back(std::move(base));
    out->children.push_back(std::move(first));
    return out;
  }
  take();
  NodeRef out = make_node(NodeKind::Slice, line);
  out->children.push_back(std::move(base));
  out->children.push_back(std::move(first));
  out->children.push_back(part());
  out->children.push_back(accept(":") ? part() : nullptr);
  expect("]");
  return out;
}

void ExpressionParser::comprehension(Node& node) {
  // The target is read without comparisons, so that `in` ends it.
  const int line = peek().line;
  NodeRef target = postfix();
  if (peek().is(",")) {
    NodeRef tuple = make_node(NodeKind::TupleDisplay, line);
    tuple->children.push_back(std::move(target));
    while (accept(",")) {
      if (peek().is_word("in")) break;
      tuple->children.push_back(postfix());
    }
    target = std::move(tuple);
  }
  if (!accept_word("in")) reject_instead_of("'in'");
  node.children.push_back(std::move(target));
  node.children.push_back(disjunction());
  while (accept_word("if")) node.children.push_back(disjunction());
  if (peek().is_word("for")) reject("a comprehension with several `for` is not supported");
}

NodeRef ExpressionParser::list() {
  NodeRef out = make_node(NodeKind::ListDisplay, peek().line);
  if (accept("]")) return out;
  out->children.push_back(expression());
  if (accept_word("for")) {
    out->kind = NodeKind::Comprehension;
    comprehension(*out);
    expect("]");
    return out;
  }
  while (accept(",")) {
    if (peek().is("]")) break;
    out->children.push_back(expression());
  }
  expect("]");
  return out;
}

NodeRef ExpressionParser::dictionary() {
  NodeRef out = make_node(NodeKind::DictDisplay, peek().line);
  while (!accept("}")) {
    out->children.push_back(expression());
    if (!accept(":")) reject("sets are not supported: ':' must follow the key of a dictionary");
    out->children.push_back(expression());
    if (out->children.size() == 2 && accept_word("for")) {
      out->kind = NodeKind::DictComprehension;
      comprehension(*out);
      expect("}");
      return out;
    }
    if (!accept(",") && !peek().is("}")) reject_instead_of("',' or '}'");
  }
  return out;
}

NodeRef ExpressionParser::parenthesized() {
  const int line = peek().line;
  NodeRef out = make_node(NodeKind::TupleDisplay, line);
  if (accept(")")) return out;
  NodeRef first = expression();
  if (peek().is_word("for")) reject("generators are not supported; write a list comprehension");
  if (accept(")")) return first;
  out->children.push_back(std::move(first));
  while (accept(",")) {
    if (peek().is(")")) break;
    out->children.push_back(expression());
  }
  expect(")");
  return out;
}

NodeRef ExpressionParser::number() {
  const Token token = take();
  NodeRef out = make_node(NodeKind::Constant, token.line);
  const char* const begin = token.text.data();
  const char* const end = begin + token.text.size();
  if (token.kind == TokenKind::Int) {
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || stop != end)
      reject_source(file_, token.line, "the integer " + token.text.substr(0, 80) + " does not fit 64 bits");
    out->value = Value(value);
    return out;
  }
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error == std::errc::result_out_of_range)
    value = std::strtod(token.text.c_str(), nullptr);
  else if (error != std::errc() || stop != end)
    reject_source(file_, token.line, "'" + token.text.substr(0, 80) + "' is not a number");
  out->value = token.kind == TokenKind::Float ? Value(value) : Value(c10::complex<double>(0, value));
  return out;
}

NodeRef ExpressionParser::atom() {
  const Level level(*this);
  const Token& token = peek();
  const int line = token.line;
  if (token.kind == TokenKind::Int || token.kind == TokenKind::Float || token.kind == TokenKind::Imaginary)
    return number();
  if (token.kind == TokenKind::String) {
    NodeRef out = make_node(NodeKind::Constant, line);
    std::string text = take().text;
    while (peek().kind == TokenKind::String) text += take().text;
    out->value = Value(std::move(text));
    return out;
  }
  if (accept("(")) return parenthesized();
  if (accept("[")) return list();
  if (accept("{")) return dictionary();
  if (token.is("...")) reject("`...` is not supported in saved code");
  if (token.kind == TokenKind::Name && (token.text == "None" || token.text == "True" || token.text == "False")) {
    NodeRef out = make_node(NodeKind::Constant, line);
    const std::string word = take().text;
    if (word != "None") out->value = Value(word == "True");
    return out;
  }
  return with_text(NodeKind::Name, line, name("an expression"));
}

}  // namespace modecheck::engine::script
