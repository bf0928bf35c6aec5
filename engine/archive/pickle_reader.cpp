#include "engine/archive/pickle_reader.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/archive/limits.h"
#include "engine/archive/pickle_names.h"
#include "engine/archive/pickle_opcodes.h"

namespace modecheck::engine::archives {

namespace {

constexpr unsigned kProtocol = 2;
constexpr const char* kOrderedDict = "collections OrderedDict";

class PickleMachine {
 public:
  PickleMachine(std::string_view bytes, const Place& place) : bytes_(bytes), place_(place) {}

  PickleRef run() {
    require(bytes_.size() <= kMostPickleBytes, "the pickle has ", bytes_.size(), " bytes; the bound is ",
            kMostPickleBytes);
    require(!bytes_.empty() && byte() == static_cast<unsigned>(PickleOpcode::Proto) && byte() == kProtocol,
            "the pickle does not begin with protocol ", kProtocol, ", which is the one that PyTorch writes");
    while (step()) continue;
    require(stack_.size() == 1 && marks_.empty(), "the pickle ends with ", stack_.size(),
            " values on its stack, not 1");
    require(at_ == bytes_.size(), "there are ", bytes_.size() - at_, " bytes after the end of the pickle");
    return stack_.back();
  }

 private:
  template <typename... Parts>
  [[noreturn]] void refuse(const Parts&... parts) const {
    place_.refuse("at byte ", opcode_at_, " of the pickle: ", parts...);
  }
  template <typename... Parts>
  void require(bool holds, const Parts&... parts) const {
    if (!holds) refuse(parts...);
  }

  std::string_view take(std::size_t size) {
    require(size <= bytes_.size() - at_, "the pickle ends within a value: ", size, " bytes are needed, and ",
            bytes_.size() - at_, " are left");
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  unsigned byte() { return static_cast<unsigned char>(take(1)[0]); }
  // Reads an unsigned number of `size` bytes, the lowest byte first.
  std::uint64_t little(std::size_t size) {
    std::uint64_t out = 0;
    const std::string_view read = take(size);
    for (std::size_t i = size; i-- > 0;) out = out << 8 | static_cast<unsigned char>(read[i]);
    return out;
  }
  // Reads an integer in two's complement.
  std::int64_t signed_little(std::size_t size) {
    if (size == 0) return 0;
    const std::size_t unused = 64 - 8 * size;
    return static_cast<std::int64_t>(little(size) << unused) >> unused;
  }
  double big_endian_double() {
    const std::string_view read = take(sizeof(double));
    std::uint64_t bits = 0;
    for (const char one : read) bits = bits << 8 | static_cast<unsigned char>(one);
    double out = 0;
    std::memcpy(&out, &bits, sizeof out);
    return out;
  }
  std::string line() {
    const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
    require(end < bytes_.size(), "the pickle ends within a name");
    require(end - at_ <= kMostNameBytes, "a name has ", end - at_, " bytes; the bound is ", kMostNameBytes);
    std::string out(take(end - at_));
    take(1);
    return out;
  }

  void count_one() {
    require(++made_ <= kMostPickleValues, "the pickle makes more than ", kMostPickleValues,
            " values, which is the bound");
  }
  void push(PickleRef value) {
    count_one();
    stack_.push_back(std::move(value));
  }
  PickleRef pop() {
    const std::size_t least = marks_.empty() ? 0 : marks_.back();
    require(stack_.size() > least, "the opcode needs a value, and the stack has none above the last mark");
    PickleRef out = std::move(stack_.back());
    stack_.pop_back();
    return out;
  }
  std::vector<PickleRef> pop_to_mark() {
    require(!marks_.empty(), "the opcode needs a mark, and the stack has none");
    const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
    std::vector<PickleRef> out(std::make_move_iterator(begin), std::make_move_iterator(stack_.end()));
    stack_.erase(begin, stack_.end());
    marks_.pop_back();
    return out;
  }
  std::vector<PickleRef> pop_some(std::size_t count) {
    std::vector<PickleRef> out(count);
    for (std::size_t i = count; i-- > 0;) out[i] = pop();
    return out;
  }

  // Notes that `whole` contains `part`. The bounds hold for every value, so nobody who reads the result has to check.
  void contain(PickleValue& whole, const PickleValue& part) {
    whole.depth = std::max(whole.depth, part.depth + 1);
    whole.count += part.count;
    require(whole.depth <= kMostPickleDepth, "values are nested more than ", kMostPickleDepth,
            " deep, which is the bound");
    require(whole.count <= kMostPickleValues, "shared values stand for more than ", kMostPickleValues,
            " values, which is the bound");
  }
  PickleRef with_items(PickleRef whole, std::vector<PickleRef> items) {
    for (const PickleRef& item : items) contain(*whole, *item);
    whole->items = std::move(items);
    return whole;
  }
  // Returns the value on top of the stack, to which an opcode adds something.
  PickleValue& changed(PickleKind kind, const char* opcode) {
    const std::size_t least = marks_.empty() ? 0 : marks_.back();
    require(stack_.size() > least, opcode, " needs ", phrase(kind), ", and the stack has no value");
    PickleValue& out = *stack_.back();
    require(out.is(kind), opcode, " needs ", phrase(kind), ", and the stack has ", phrase(out.kind));
    require(!out.is_shared, opcode, " changes a value that the memo has given out; PyTorch writes no such pickle");
    return out;
  }

  void add_to_list(std::vector<PickleRef> items, const char* opcode) {
    PickleValue& list = changed(PickleKind::List, opcode);
    for (PickleRef& item : items) {
      contain(list, *item);
      list.items.push_back(std::move(item));
    }
  }
  void add_to_dict(std::vector<PickleRef> items, const char* opcode) {
    PickleValue& dict = changed(PickleKind::Dict, opcode);
    require(items.size() % 2 == 0, opcode, " has a key without a value");
    for (std::size_t i = 0; i < items.size(); ++i) {
      const PickleKind kind = items[i]->kind;
      const bool is_key = i % 2 == 0;
      require(!is_key || kind == PickleKind::String || kind == PickleKind::Int || kind == PickleKind::Double ||
                  kind == PickleKind::Bool || kind == PickleKind::Call || kind == PickleKind::Tuple,
              phrase(kind), " is the key of a dict");
      contain(dict, *items[i]);
      dict.items.push_back(std::move(items[i]));
    }
  }

  void global() {
    const std::string module = line();
    const std::string name = module + " " + line();
    require(is_known_name(name), "the pickle names ", in_quotes(name),
            ", which is none of the functions and classes of PyTorch's tensor files; it is not run");
    push(PickleValue::global(name));
  }
  void reduce() {
    const PickleRef arguments = pop();
    const PickleRef function = pop();
    require(function->is(PickleKind::Global), "REDUCE calls ", phrase(function->kind), ", which is no function");
    require(arguments->is(PickleKind::Tuple), "the arguments of ", in_quotes(function->text), " are ",
            phrase(arguments->kind), ", not a tuple");
    require(!is_torchscript_class(function->text), "REDUCE calls the class ", in_quotes(function->text));
    if (function->text == kOrderedDict) {
      require(arguments->items.empty(), "an OrderedDict is made with arguments; PyTorch makes it empty");
      PickleRef dict = PickleValue::make(PickleKind::Dict);
      dict->is_ordered = true;
      push(std::move(dict));
    } else {
      push(with_items(PickleValue::call(function->text, {}), arguments->items));
    }
  }
  void new_object() {
    const PickleRef arguments = pop();
    const PickleRef type = pop();
    require(type->is(PickleKind::Global) && is_torchscript_class(type->text), "NEWOBJ makes an object of ",
            type->is(PickleKind::Global) ? in_quotes(type->text) : phrase(type->kind),
            ", which is no TorchScript class");
    require(arguments->is(PickleKind::Tuple) && arguments->items.empty(), "NEWOBJ has arguments; PyTorch gives none");
    names_ += type->text.size();
    require(names_ <= kMostTextBytes, "the names of the classes of all objects together have more than ",
            kMostTextBytes, " bytes");
    PickleRef object = PickleValue::make(PickleKind::Object);
    object->text = type->text;
    push(std::move(object));
  }
  void build() {
    PickleRef state = pop();
    const PickleKind kind =
        !stack_.empty() && stack_.back()->is(PickleKind::Dict) ? PickleKind::Dict : PickleKind::Object;
    PickleValue& target = changed(kind, "BUILD");
    require(target.state == nullptr, "BUILD gives a value a second state");
    require(kind == PickleKind::Object || target.is_ordered,
            "BUILD gives a dict a state, which only an OrderedDict has");
    contain(target, *state);
    target.state = std::move(state);
  }

  void put(std::size_t index) {
    const std::size_t least = marks_.empty() ? 0 : marks_.back();
    require(stack_.size() > least, "the memo has no value to keep");
    count_one();
    memo_[index] = stack_.back();
  }
  void get(std::size_t index) {
    const auto found = memo_.find(index);
    require(found != memo_.end(), "the memo has no value ", index);
    found->second->is_shared = true;
    push(found->second);
  }

  // Runs one opcode. Returns false after STOP.
  bool step() {
    opcode_at_ = at_;
    require(at_ < bytes_.size(), "the pickle ends without the opcode STOP");
    const unsigned code = byte();
    if (structure(code) || leaf(code)) return true;
    if (code == static_cast<unsigned>(PickleOpcode::Stop)) return false;
    constexpr char digits[] = "0123456789abcdef";
    refuse("opcode 0x", std::string{digits[code >> 4], digits[code & 15]},
           " is none of those that PyTorch writes, so it is refused");
  }

  // Runs an opcode that pushes a number, a string or a name. Returns false for other opcodes.
  bool leaf(unsigned code) {
    switch (static_cast<PickleOpcode>(code)) {
      case PickleOpcode::None:
        return push(PickleValue::none()), true;
      case PickleOpcode::NewTrue:
        return push(PickleValue::boolean(true)), true;
      case PickleOpcode::NewFalse:
        return push(PickleValue::boolean(false)), true;
      case PickleOpcode::BinInt:
        return push(PickleValue::number(signed_little(4))), true;
      case PickleOpcode::BinInt1:
        return push(PickleValue::number(static_cast<std::int64_t>(little(1)))), true;
      case PickleOpcode::BinInt2:
        return push(PickleValue::number(static_cast<std::int64_t>(little(2)))), true;
      case PickleOpcode::Long1: {
        const std::size_t size = byte();
        require(size <= sizeof(std::int64_t), "an integer has ", size, " bytes; the bound is 8");
        return push(PickleValue::number(signed_little(size))), true;
      }
      case PickleOpcode::BinFloat:
        return push(PickleValue::real(big_endian_double())), true;
      case PickleOpcode::BinUnicode: {
        const std::size_t size = little(4);
        require(size <= kMostTextBytes, "a string has ", size, " bytes; the bound is ", kMostTextBytes);
        return push(PickleValue::string(std::string(take(size)))), true;
      }
      case PickleOpcode::Global:
        return global(), true;
      default:
        return false;
    }
  }

  // Runs an opcode that makes or changes a container, or that uses the memo. Returns false for other opcodes.
  bool structure(unsigned code) {
    switch (static_cast<PickleOpcode>(code)) {
      case PickleOpcode::Mark:
        return count_one(), marks_.push_back(stack_.size()), true;
      case PickleOpcode::EmptyList:
        return push(PickleValue::list({})), true;
      case PickleOpcode::EmptyDict:
        return push(PickleValue::make(PickleKind::Dict)), true;
      case PickleOpcode::EmptyTuple:
        return push(PickleValue::tuple({})), true;
      case PickleOpcode::Tuple: {
        std::vector<PickleRef> items = pop_to_mark();
        return push(with_items(PickleValue::tuple({}), std::move(items))), true;
      }
      case PickleOpcode::Tuple1:
      case PickleOpcode::Tuple2:
      case PickleOpcode::Tuple3:
        return push(with_items(PickleValue::tuple({}),
                               pop_some(code - static_cast<unsigned>(PickleOpcode::Tuple1) + 1))),
               true;
      case PickleOpcode::Append:
        return add_to_list(pop_some(1), "APPEND"), true;
      case PickleOpcode::Appends:
        return add_to_list(pop_to_mark(), "APPENDS"), true;
      case PickleOpcode::SetItem:
        return add_to_dict(pop_some(2), "SETITEM"), true;
      case PickleOpcode::SetItems:
        return add_to_dict(pop_to_mark(), "SETITEMS"), true;
      case PickleOpcode::Reduce:
        return reduce(), true;
      case PickleOpcode::NewObj:
        return new_object(), true;
      case PickleOpcode::Build:
        return build(), true;
      case PickleOpcode::BinPersId: {
        std::vector<PickleRef> id = pop_some(1);
        return push(with_items(PickleValue::make(PickleKind::PersistentId), std::move(id))), true;
      }
      case PickleOpcode::BinPut:
        return put(byte()), true;
      case PickleOpcode::LongBinPut:
        return put(little(4)), true;
      case PickleOpcode::BinGet:
        return get(byte()), true;
      case PickleOpcode::LongBinGet:
        return get(little(4)), true;
      default:
        return false;
    }
  }

  std::string_view bytes_;
  const Place& place_;
  std::size_t at_ = 0;
  std::size_t opcode_at_ = 0;
  std::size_t made_ = 0;
  std::size_t names_ = 0;  // the bytes of the class names that the objects hold
  std::vector<PickleRef> stack_;
  std::vector<std::size_t> marks_;
  std::unordered_map<std::size_t, PickleRef> memo_;
};

}  // namespace

PickleRef read_pickle(std::string_view bytes, const Place& place) { return PickleMachine(bytes, place).run(); }

}  // namespace modecheck::engine::archives
