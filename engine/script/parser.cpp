#include "engine/script/parser.h"

#include <array>
#include <string_view>

#include "engine/script/expression_parser.h"
#include "engine/script/lexer.h"
#include "engine/script/limits.h"

namespace modecheck::engine::script {
namespace {

constexpr std::array<std::string_view, 10> kRefusedStatements{"with",     "try",   "import", "from",  "global",
                                                              "nonlocal", "yield", "async",  "await", "match"};
constexpr std::array<std::string_view, 12> kAugmented{
    "+=", "-=", "*=", "/=", "//=", "%=", "&=", "|=", "^=", "<<=", ">>=", "**="};

class Parser {
 public:
  Parser(const std::string& path, const std::string& text) : in_(path, tokenize(path, text)) {}

  void read(SourceFile& out) {
    while (in_.peek().kind != TokenKind::End) {
      if (in_.peek().is_word("class")) {
        out.classes.push_back(class_source());
      } else if (in_.peek().is_word("def")) {
        out.functions.push_back(function_source());
      } else if (in_.peek().is_word("import") || in_.peek().is_word("op_version_set")) {
        // PyTorch before 1.5 wrote these lines. The names in the file are qualified without them.
        while (in_.peek().kind != TokenKind::Newline && in_.peek().kind != TokenKind::End) in_.take();
        in_.take();
      } else {
        in_.reject_instead_of("a class or a function");
      }
    }
  }

 private:
  void end_line() {
    if (in_.peek().kind != TokenKind::Newline) in_.reject_instead_of("the end of the line");
    in_.take();
  }
  void open_block() {
    in_.expect(":");
    end_line();
    if (in_.peek().kind != TokenKind::Indent) in_.reject_instead_of("an indented line");
    in_.take();
  }
  bool close_block() {
    if (in_.peek().kind != TokenKind::Dedent) return false;
    in_.take();
    return true;
  }

  NodeRef block() {
    const ExpressionParser::Level level(in_);
    NodeRef out = std::make_unique<Node>(NodeKind::Block, in_.peek().line);
    if (in_.peek().is(":") && in_.peek(1).kind != TokenKind::Newline) {
      in_.take();
      out->children.push_back(statement());
      return out;
    }
    open_block();
    while (!close_block()) out->children.push_back(statement());
    return out;
  }

  NodeRef statement() {
    const Token& token = in_.peek();
    const int line = token.line;
    if (token.kind == TokenKind::Name) {
      for (const std::string_view refused : kRefusedStatements)
        if (token.text == refused && (in_.peek(1).kind == TokenKind::Name || in_.peek(1).is(":")))
          in_.reject("the statement `" + token.text + "` is not supported");
      if (token.text == "if") return conditional();
      if (token.text == "while") return loop();
      if (token.text == "for") return for_loop();
      if (token.text == "def" || token.text == "class") in_.reject("a definition inside a function is not supported");
    }
    NodeRef out = simple_statement(line);
    end_line();
    return out;
  }

  NodeRef conditional() {
    const ExpressionParser::Level level(in_);
    NodeRef out = std::make_unique<Node>(NodeKind::If, in_.take().line);
    out->children.push_back(in_.expression());
    out->children.push_back(block());
    if (in_.peek().is_word("elif")) {
      NodeRef other = std::make_unique<Node>(NodeKind::Block, in_.peek().line);
      other->children.push_back(conditional());
      out->children.push_back(std::move(other));
    } else {
      out->children.push_back(in_.accept_word("else") ? block() : nullptr);
    }
    return out;
  }
  NodeRef loop() {
    NodeRef out = std::make_unique<Node>(NodeKind::While, in_.take().line);
    out->children.push_back(in_.expression());
    out->children.push_back(block());
    return out;
  }
  NodeRef for_loop() {
    NodeRef out = std::make_unique<Node>(NodeKind::For, in_.take().line);
    out->children.push_back(loop_target());
    if (!in_.accept_word("in")) in_.reject_instead_of("'in'");
    out->children.push_back(in_.expressions());
    out->children.push_back(block());
    return out;
  }
  // Reads names and tuples of names. `in` would otherwise be read as a comparison.
  NodeRef loop_target() {
    const ExpressionParser::Level level(in_);
    const int line = in_.peek().line;
    const auto one = [&]() -> NodeRef {
      if (in_.accept("(")) {
        NodeRef inner = loop_target();
        in_.expect(")");
        return inner;
      }
      NodeRef out = std::make_unique<Node>(NodeKind::Name, in_.peek().line);
      out->text = in_.name("the variable of a loop");
      return out;
    };
    NodeRef first = one();
    if (!in_.peek().is(",")) return first;
    NodeRef tuple = std::make_unique<Node>(NodeKind::TupleDisplay, line);
    tuple->children.push_back(std::move(first));
    while (in_.accept(",")) {
      if (in_.peek().is_word("in") || in_.peek().is(")")) break;
      tuple->children.push_back(one());
    }
    return tuple;
  }

  NodeRef simple_statement(int line) {
    const auto made = [&](NodeKind kind) {
      in_.take();
      return std::make_unique<Node>(kind, line);
    };
    const bool at_end = in_.peek(1).kind == TokenKind::Newline;
    if (in_.peek().is_word("pass")) return made(NodeKind::Pass);
    if (in_.peek().is_word("break")) return made(NodeKind::Break);
    if (in_.peek().is_word("continue")) return made(NodeKind::Continue);
    if (in_.peek().is_word("return")) {
      NodeRef out = made(NodeKind::Return);
      out->children.push_back(at_end ? nullptr : in_.expressions());
      return out;
    }
    if (in_.peek().is_word("assert")) {
      NodeRef out = made(NodeKind::Assert);
      out->children.push_back(in_.expression());
      out->children.push_back(in_.accept(",") ? in_.expression() : nullptr);
      return out;
    }
    if (in_.peek().is_word("raise")) {
      NodeRef out = made(NodeKind::Raise);
      out->children.push_back(at_end ? nullptr : in_.expression());
      return out;
    }
    if (in_.peek().is_word("del")) {
      NodeRef out = made(NodeKind::Delete);
      out->children.push_back(in_.expression());
      return out;
    }
    return assignment(line);
  }

  NodeRef assignment(int line) {
    NodeRef first = in_.expressions();
    for (const std::string_view symbol : kAugmented)
      if (in_.peek().kind == TokenKind::Symbol && in_.peek().text == symbol) {
        NodeRef out = std::make_unique<Node>(NodeKind::Augmented, line);
        out->text = in_.take().text;
        out->text.pop_back();
        check_target(*first);
        out->children.push_back(std::move(first));
        out->children.push_back(in_.expressions());
        return out;
      }
    NodeRef annotation;
    if (in_.accept(":")) annotation = in_.expression();
    if (!in_.accept("=")) {
      if (annotation != nullptr) in_.reject("a variable is declared without a value");
      NodeRef out = std::make_unique<Node>(NodeKind::Expression, line);
      out->children.push_back(std::move(first));
      return out;
    }
    check_target(*first);
    NodeRef out = std::make_unique<Node>(NodeKind::Assign, line);
    out->children.push_back(std::move(first));
    out->children.push_back(in_.expressions());
    if (in_.peek().is("=")) in_.reject("several assignments in one statement are not supported");
    if (annotation != nullptr) out->children.push_back(std::move(annotation));
    return out;
  }
  void check_target(const Node& node) {
    if (node.kind == NodeKind::TupleDisplay || node.kind == NodeKind::ListDisplay) {
      for (const NodeRef& child : node.children) check_target(*child);
      return;
    }
    if (node.kind != NodeKind::Name && node.kind != NodeKind::Attribute && node.kind != NodeKind::Subscript)
      in_.reject("the left side of an assignment is a variable, an attribute, an element or a tuple of them");
  }

  FunctionSource function_source() {
    FunctionSource out;
    out.line = in_.take().line;
    out.name = in_.name("the name of a function");
    in_.expect("(");
    while (!in_.accept(")")) {
      if (in_.peek().is("*") || in_.peek().is("**")) in_.reject("parameters with * or ** are not supported");
      if (out.parameters.size() >= kMostParameters)
        in_.reject("a function has more than " + std::to_string(kMostParameters) +
                   " parameters, which is the most that is allowed");
      FunctionSource::Parameter& parameter = out.parameters.emplace_back();
      parameter.line = in_.peek().line;
      parameter.name = in_.name("the name of a parameter");
      if (in_.accept(":")) parameter.type = in_.expression();
      if (in_.accept("=")) parameter.default_value = in_.expression();
      if (!in_.accept(",") && !in_.peek().is(")")) in_.reject_instead_of("',' or ')'");
    }
    if (in_.accept("->")) out.result = in_.expression();
    out.body = block();
    return out;
  }

  ClassSource class_source() {
    ClassSource out;
    out.line = in_.take().line;
    out.name = in_.name("the name of a class");
    if (in_.accept("(")) {
      out.base = in_.name("the name of the base class");
      in_.expect(")");
    }
    if (!out.base.empty() && out.base != "Module" && out.base != "NamedTuple")
      in_.reject("a class derived from " + out.base +
                 " is not supported; a class is derived from Module, NamedTuple or nothing");
    open_block();
    while (!close_block()) {
      if (in_.peek().is_word("def"))
        out.methods.push_back(function_source());
      else if (in_.peek().is_word("pass")) {
        in_.take();
        end_line();
      } else {
        field(out);
      }
    }
    return out;
  }

  // Reads a list of strings, such as that of __parameters__.
  std::vector<std::string> strings() {
    std::vector<std::string> out;
    in_.expect("=");
    in_.expect("[");
    while (!in_.accept("]")) {
      if (in_.peek().kind != TokenKind::String) in_.reject_instead_of("a string");
      out.push_back(in_.take().text);
      if (!in_.accept(",") && !in_.peek().is("]")) in_.reject_instead_of("',' or ']'");
    }
    return out;
  }

  void field(ClassSource& out) {
    ClassSource::Field field;
    field.line = in_.peek().line;
    field.name = in_.name("the name of an attribute");
    if (field.name == "__parameters__") {
      out.parameters = strings();
    } else if (field.name == "__buffers__") {
      out.buffers = strings();
    } else if (field.name == "__forward_hooks__" || field.name == "__forward_pre_hooks__") {
      if (!strings().empty()) in_.reject("hooks of modules are not supported; remove them before the model is saved");
    } else {
      if (field.name == "__annotations__") {
        in_.expect("[");
        if (in_.peek().kind != TokenKind::String) in_.reject_instead_of("a string");
        field.name = in_.take().text;
        in_.expect("]");
        in_.expect("=");
      } else {
        in_.expect(":");
      }
      field.type = in_.expression();
      if (in_.accept("=")) field.value = in_.expression();
      out.fields.push_back(std::move(field));
    }
    end_line();
  }

  ExpressionParser in_;
};

}  // namespace

ClassSource* SourceFile::find_class(const std::string& name) {
  const auto found = class_places.find(name);
  return found == class_places.end() ? nullptr : &classes[found->second];
}

FunctionSource* SourceFile::find_function(const std::string& name) {
  const auto found = function_places.find(name);
  return found == function_places.end() ? nullptr : &functions[found->second];
}

SourceFile parse_file(const std::string& path, const std::string& text) {
  SourceFile out;
  out.path = path;
  Parser(path, text).read(out);
  for (std::size_t i = 0; i < out.classes.size(); ++i) out.class_places.emplace(out.classes[i].name, i);
  for (std::size_t i = 0; i < out.functions.size(); ++i) out.function_places.emplace(out.functions[i].name, i);
  return out;
}

}  // namespace modecheck::engine::script
