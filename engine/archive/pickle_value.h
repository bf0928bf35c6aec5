// Declares PickleValue, a value that a pickle describes. A pickle's calls are kept as values: nothing is executed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace modecheck::engine::archives {

enum class PickleKind : std::uint8_t {
  None,
  Bool,
  Int,
  Double,
  String,
  Global,        // `text` is the module and the name, for example "torch FloatStorage"
  Tuple,         // `items`
  List,          // `items`
  Dict,          // `items` are keys and values in turn; `is_ordered` for collections.OrderedDict
  Call,          // a function's name is in `text`, its arguments are `items`
  Object,        // a TorchScript class's name is in `text`
  PersistentId,  // `items` has one value, which describes data outside the pickle
};

struct PickleValue;
using PickleRef = std::shared_ptr<PickleValue>;

struct PickleValue {
  static PickleRef make(PickleKind kind);
  static PickleRef none() { return make(PickleKind::None); }
  static PickleRef boolean(bool value);
  static PickleRef number(std::int64_t value);
  static PickleRef real(double value);
  static PickleRef string(std::string value);
  static PickleRef global(std::string name);
  static PickleRef tuple(std::vector<PickleRef> items);
  static PickleRef list(std::vector<PickleRef> items);
  static PickleRef call(std::string name, std::vector<PickleRef> arguments);

  bool is(PickleKind wanted) const { return kind == wanted; }
  bool is_call_of(const char* name) const { return kind == PickleKind::Call && text == name; }
  // Returns the value of the key in a Dict, or null if it has no such key.
  PickleRef find(const std::string& key) const;

  PickleKind kind = PickleKind::None;
  bool is_ordered = false;
  std::int64_t integer = 0;  // of a Bool (0 or 1) or an Int
  double floating = 0;
  std::string text;
  std::vector<PickleRef> items;
  PickleRef state;  // what a pickle gave an Object or an OrderedDict as its state; may be null

  // PickleReader's bookkeeping: the nesting below this value and with it, the number of values if every reference is
  // followed, and whether the memo has given this value out, after which it must not change. A writer sets
  // `is_shared` for a value that occurs more than once.
  std::size_t depth = 1;
  std::size_t count = 1;
  bool is_shared = false;
};

// Returns a phrase such as "a list", for error messages.
const char* phrase(PickleKind kind);

}  // namespace modecheck::engine::archives
