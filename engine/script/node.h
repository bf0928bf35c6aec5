// Declares Node, a part of a TorchScript program: an expression or a statement. The parser makes it, and the compiler
// resolves the names in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/script/type.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

struct CallTarget;
struct Node;
using NodeRef = std::unique_ptr<Node>;

enum class NodeKind : std::uint8_t {
  // expressions
  Constant,   // `value`
  Name,       // `text`; the compiler sets `slot`, or turns the node into a Constant
  Attribute,  // `text` of children[0]
  Subscript,  // children[0][children[1]]
  Slice,      // start, stop and step: children, each of which may be null
  Call,       // children[0] is called with the others
  Keyword,    // `text`=children[0], an argument of a call
  ListDisplay,
  TupleDisplay,
  DictDisplay,        // keys and values in turn
  Comprehension,      // children: element, target, iterable, and the conditions
  DictComprehension,  // children: key, value, target, iterable, and the conditions
  Conditional,        // children: condition, value if true, value if false
  And,
  Or,
  Unary,   // the operator `text`
  Binary,  // the operator `text`
  // calls that the compiler has resolved
  Operator,      // `target`: an operator of the dispatcher or a builtin, with the arguments as children
  FunctionCall,  // `value` is the function, the arguments are children
  MethodCall,    // the method `text` of children[0], with the other children as arguments
  NewObject,     // an instance of `type`
  NewTuple,      // a NamedTuple of `type` with the elements as children
  Cast,          // annotate(type, child) and unchecked_cast(type, child)
  Uninitialized,
  IsInstance,    // whether children[0] has `type`
  HasAttribute,  // whether children[0] has an attribute `text`
  // statements
  Block,
  Assign,  // children: target, value. `type` is the annotation, if there is one.
  // The operator `text`; children: target, value, and a node whose target is the operator in place. The compiler sets
  // `target` to the operator that makes a new value.
  Augmented,
  Expression,
  If,     // children: condition, block, block or null
  While,  // children: condition, block
  For,    // children: target, iterable, block. `slot` is 1 if the iterable is a range, whose bounds are its children.
  Return,
  Break,
  Continue,
  Pass,
  Assert,  // children: condition, message or null
  Raise,   // the exception `text`; children: message or null
  Delete,  // children: the element
};

struct Node {
  Node(NodeKind what, int where) : kind(what), line(where) {}

  NodeKind kind;
  int line;
  std::int32_t slot = -1;
  std::string text;
  Value value;
  TypeRef type;
  std::vector<NodeRef> children;
  std::shared_ptr<const CallTarget> target;
};

}  // namespace modecheck::engine::script
