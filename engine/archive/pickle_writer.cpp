#include "engine/archive/pickle_writer.h"

#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "engine/archive/limits.h"
#include "engine/archive/pickle_opcodes.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine::archives {

namespace {

class PickleText {
 public:
  std::string write(const PickleValue& value) {
    code(PickleOpcode::Proto);
    out_ += '\2';
    add(value, 1);
    code(PickleOpcode::Stop);
    return std::move(out_);
  }

 private:
  void code(PickleOpcode opcode) { out_ += static_cast<char>(opcode); }
  void little(std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) out_ += static_cast<char>(value >> (8 * i) & 0xff);
  }

  void number(std::int64_t value) {
    if (value >= 0 && value <= 0xff) {
      code(PickleOpcode::BinInt1);
      little(static_cast<std::uint64_t>(value), 1);
    } else if (value >= 0 && value <= 0xffff) {
      code(PickleOpcode::BinInt2);
      little(static_cast<std::uint64_t>(value), 2);
    } else if (value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max()) {
      code(PickleOpcode::BinInt);
      little(static_cast<std::uint64_t>(value), 4);
    } else {
      code(PickleOpcode::Long1);
      out_ += static_cast<char>(sizeof value);
      little(static_cast<std::uint64_t>(value), sizeof value);
    }
  }
  void floating(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    code(PickleOpcode::BinFloat);
    for (std::size_t i = sizeof bits; i-- > 0;) out_ += static_cast<char>(bits >> (8 * i) & 0xff);
  }

  // Writes a reference to what the memo has under `key`, and returns true; or keeps a number for the next value.
  bool from_memo(const std::string& key) {
    const auto [place, is_new] = memo_.emplace(key, memo_.size());
    if (is_new) return false;
    memo_code(PickleOpcode::BinGet, PickleOpcode::LongBinGet, place->second);
    return true;
  }
  void to_memo(const std::string& key) { memo_code(PickleOpcode::BinPut, PickleOpcode::LongBinPut, memo_.at(key)); }
  void memo_code(PickleOpcode narrow, PickleOpcode wide, std::size_t index) {
    code(index <= 0xff ? narrow : wide);
    little(index, index <= 0xff ? 1 : 4);
  }
  void string(const std::string& text) {
    const std::string key = "s" + text;
    if (from_memo(key)) return;
    MODECHECK_CHECK(text.size() <= kMostTextBytes, ErrorClass::Argument, "torch::save: a string has ", text.size(),
                    " bytes; the bound is ", kMostTextBytes);
    code(PickleOpcode::BinUnicode);
    little(text.size(), 4);
    out_ += text;
    to_memo(key);
  }
  void global(const std::string& name) {
    const std::string key = "g" + name;
    if (from_memo(key)) return;
    const std::size_t space = name.find(' ');
    code(PickleOpcode::Global);
    out_.append(name, 0, space).append("\n").append(name, space + 1).append("\n");
    to_memo(key);
  }

  void items(const PickleValue& value, std::size_t depth, PickleOpcode last) {
    code(PickleOpcode::Mark);
    for (const PickleRef& item : value.items) add(*item, depth + 1);
    code(last);
  }
  void tuple(const PickleValue& value, std::size_t depth) {
    if (value.items.empty())
      code(PickleOpcode::EmptyTuple);
    else
      items(value, depth, PickleOpcode::Tuple);
  }

  void add(const PickleValue& value, std::size_t depth) {
    MODECHECK_CHECK(depth <= kMostPickleDepth, ErrorClass::Argument, "torch::save: values are nested more than ",
                    kMostPickleDepth, " deep, which is the bound");
    if (!value.is_shared) return add_new(value, depth);
    // The value's own address names it in the memo; strings and names have other keys.
    const std::string key = "v" + std::to_string(reinterpret_cast<std::uintptr_t>(&value));
    if (from_memo(key)) return;
    add_new(value, depth);
    to_memo(key);
  }

  void add_new(const PickleValue& value, std::size_t depth) {
    switch (value.kind) {
      case PickleKind::None:
        return code(PickleOpcode::None);
      case PickleKind::Bool:
        return code(value.integer != 0 ? PickleOpcode::NewTrue : PickleOpcode::NewFalse);
      case PickleKind::Int:
        return number(value.integer);
      case PickleKind::Double:
        return floating(value.floating);
      case PickleKind::String:
        return string(value.text);
      case PickleKind::Global:
        return global(value.text);
      case PickleKind::Tuple:
        return tuple(value, depth);
      case PickleKind::Call:
        global(value.text);
        tuple(value, depth);
        return code(PickleOpcode::Reduce);
      case PickleKind::PersistentId:
        add(*value.items.front(), depth + 1);
        return code(PickleOpcode::BinPersId);
      case PickleKind::List:
        code(PickleOpcode::EmptyList);
        if (!value.items.empty()) items(value, depth, PickleOpcode::Appends);
        return;
      case PickleKind::Dict:
      case PickleKind::Object:
        return with_state(value, depth);
    }
  }

  void with_state(const PickleValue& value, std::size_t depth) {
    if (value.is(PickleKind::Object)) {
      global(value.text);
      code(PickleOpcode::EmptyTuple);
      code(PickleOpcode::NewObj);
    } else if (value.is_ordered) {
      global("collections OrderedDict");
      code(PickleOpcode::EmptyTuple);
      code(PickleOpcode::Reduce);
    } else {
      code(PickleOpcode::EmptyDict);
    }
    if (!value.items.empty()) items(value, depth, PickleOpcode::SetItems);
    if (value.state == nullptr) return;
    add(*value.state, depth + 1);
    code(PickleOpcode::Build);
  }

  std::string out_;
  std::unordered_map<std::string, std::size_t> memo_;
};

}  // namespace

std::string write_pickle(const PickleValue& value) { return PickleText().write(value); }

}  // namespace modecheck::engine::archives
