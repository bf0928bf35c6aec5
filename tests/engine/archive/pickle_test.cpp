// Tests reading and writing pickles: round trips, and what a hostile pickle is refused for.
#include <random>

#include "engine/archive/limits.h"
#include "engine/archive/pickle_reader.h"
#include "engine/archive/pickle_writer.h"
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using archives::PickleKind;
using archives::PickleRef;
using archives::PickleValue;

PickleRef unpickled(const std::string& code) {
  return archives::read_pickle(code, archives::Place{"f.pt", "data.pkl"});
}

// Returns what is wrong with the pickle, whose protocol this function adds; or an empty text.
std::string pickle_error(const std::string& code) {
  try {
    unpickled("\x80\x02" + code);
  } catch (const c10::Error& error) {
    EXPECT_EQ(error.error_class(), ErrorClass::Argument);
    return error.what();
  }
  return {};
}

std::string bytes_of_length(const char* text, std::size_t length) { return {text, length}; }

bool same_value(const PickleValue& a, const PickleValue& b) {
  if (a.kind != b.kind || a.integer != b.integer || a.text != b.text || a.is_ordered != b.is_ordered) return false;
  if (a.floating != b.floating || a.items.size() != b.items.size()) return false;
  if ((a.state == nullptr) != (b.state == nullptr)) return false;
  if (a.state != nullptr && !same_value(*a.state, *b.state)) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i)
    if (!same_value(*a.items[i], *b.items[i])) return false;
  return true;
}

PickleRef rich_value() {
  PickleRef dict = PickleValue::make(PickleKind::Dict);
  dict->is_ordered = true;
  std::vector<PickleRef> numbers;
  for (const std::int64_t value :
       {std::int64_t{0}, std::int64_t{255}, std::int64_t{256}, std::int64_t{65535}, std::int64_t{65536},
        std::int64_t{-1}, std::int64_t{2147483647}, std::int64_t{2147483648}, std::int64_t{-2147483648},
        std::int64_t{-2147483649}, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()})
    numbers.push_back(PickleValue::number(value));
  PickleRef object = PickleValue::make(PickleKind::Object);
  object->text = "__torch__.___torch_mangle_0 Module";
  object->state = PickleValue::make(PickleKind::Dict);
  PickleRef storage = PickleValue::make(PickleKind::PersistentId);
  storage->items = {PickleValue::tuple({PickleValue::string("storage"), PickleValue::global("torch FloatStorage")})};
  const std::vector<PickleRef> values = {
      PickleValue::list(numbers),
      PickleValue::tuple({}),
      PickleValue::list({}),
      PickleValue::none(),
      PickleValue::boolean(true),
      PickleValue::boolean(false),
      PickleValue::real(-1.5),
      PickleValue::string("text"),
      PickleValue::call("torch._utils _rebuild_tensor_v2", {storage, PickleValue::number(1)}),
      object};
  for (const PickleRef& value : values) {
    dict->items.push_back(PickleValue::string("key " + std::to_string(dict->items.size())));
    dict->items.push_back(value);
  }
  dict->state = PickleValue::make(PickleKind::Dict);
  dict->state->items = {PickleValue::string("text"), PickleValue::number(1)};
  return dict;
}

TEST(Pickle, WhatIsWrittenIsRead) {
  const PickleRef value = rich_value();
  const PickleRef read = unpickled(archives::write_pickle(*value));
  EXPECT_TRUE(same_value(*value, *read));
  EXPECT_EQ(read->find("key 2")->kind, PickleKind::Tuple);
  EXPECT_EQ(read->find("absent"), nullptr);
}

// The memo's numbers have one byte up to 255 and four bytes beyond.
TEST(Pickle, ManyStringsAreWrittenOnce) {
  PickleRef list = PickleValue::list({});
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < 600; ++i) list->items.push_back(PickleValue::string("string " + std::to_string(i)));
  const std::string code = archives::write_pickle(*list);
  EXPECT_TRUE(same_value(*list, *unpickled(code)));
  EXPECT_EQ(code.find("string 599"), code.rfind("string 599"));
}

TEST(Pickle, HostilePicklesAreRefused) {
  const std::string text_of_4gb = bytes_of_length("X\xff\xff\xff\xff.", 6);
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "cannot load f.pt, entry 'data.pkl': at byte 2 of the pickle: the pickle ends without the opcode STOP"},
      {"cos\nsystem\n(X\4", "at byte 2 of the pickle: the pickle names 'os system', which is none of"},
      {"c__builtin__\neval\n.", "the pickle names '__builtin__ eval'"},
      {"c__torch__x\ny\n.", "the pickle names '__torch__x y'"},
      {"ctorch\nload\n.", "the pickle names 'torch load'"},
      {"ctorch", "the pickle ends within a name"},
      {"c" + std::string(5000, 'n') + "\n\n.", "a name has 5000 bytes; the bound is 4096"},
      {"i", "opcode 0x69 is none of those that PyTorch writes, so it is refused"},
      {"0", "opcode 0x30 is none of those"},
      {"\x95", "opcode 0x95 is none of those"},
      {text_of_4gb, "a string has 4294967295 bytes; the bound is 16777216"},
      {bytes_of_length("X\x05\0\0\0ab.", 8), "the pickle ends within a value: 5 bytes are needed, and 3 are left"},
      {bytes_of_length("\x8a\x09\0\0\0\0\0\0\0\0\0.", 12), "an integer has 9 bytes; the bound is 8"},
      {".", "the pickle ends with 0 values on its stack, not 1"},
      {"NN.", "the pickle ends with 2 values on its stack, not 1"},
      {"N(.", "the pickle ends with 1 values on its stack"},
      {"N.N", "there are 1 bytes after the end of the pickle"},
      {"t", "the opcode needs a mark, and the stack has none"},
      {"\x86", "the opcode needs a value, and the stack has none above the last mark"},
      {"N(\x85", "the opcode needs a value, and the stack has none above the last mark"},
      {"q\1", "the memo has no value to keep"},
      {bytes_of_length("h\0", 2), "the memo has no value 0"},
      {"N(a", "the opcode needs a value"},
      {"NNa", "APPEND needs a list, and the stack has None"},
      {"](NNu", "SETITEMS needs a dict, and the stack has a list"},
      {"}(Nu", "SETITEMS has a key without a value"},
      {"}N)s", "None is the key of a dict"},
      {"})b", "BUILD gives a dict a state, which only an OrderedDict has"},
      {"N)b", "BUILD needs an object of a TorchScript class, and the stack has None"},
      {"c__torch__\nM\n)\x81}b}b", "BUILD gives a value a second state"},
      {"N)R", "REDUCE calls None, which is no function"},
      {"ctorch\nSize\nNR", "the arguments of 'torch Size' are None, not a tuple"},
      {"c__torch__\nM\n)R", "REDUCE calls the class '__torch__ M'"},
      {"ccollections\nOrderedDict\n(NtR", "an OrderedDict is made with arguments"},
      {"ctorch\nSize\n)\x81", "NEWOBJ makes an object of 'torch Size', which is no TorchScript class"},
      {"c__torch__\nM\nN\x85\x81", "NEWOBJ has arguments"},
      // A list that would contain itself, and a shared value that changes.
      {bytes_of_length("]q\0h\0a.", 7), "APPEND changes a value that the memo has given out"},
      {"}}Ns", "a dict is the key of a dict"},
      {bytes_of_length("}q\0Nh\0s.", 8), "SETITEM changes a value"},
  };
  for (const auto& [code, message] : cases) {
    const std::string refusal = pickle_error(code);
    EXPECT_NE(refusal.find(message), std::string::npos) << "expected: " << message << "\nactual: " << refusal;
  }
  for (const char* const code : {"", "\x80", "\x80\x03N.", "N."})
    EXPECT_EQ(rejected([&] { unpickled(code); }), ErrorClass::Argument) << code;
}

// Each tuple has the value before it twice, so a reader that follows every reference would meet 2^60 values.
TEST(Pickle, SharedValuesCannotGrowExponentially) {
  std::string nested = "]";
  for (char i = 0; i < 60; ++i) nested += std::string("q") + i + "h" + i + "\x86";
  const std::string bound = pickle_error(nested + ".");
  EXPECT_NE(bound.find("shared values stand for more than 2097152 values, which is the bound"), std::string::npos)
      << bound;
}

TEST(Pickle, DepthAndNumberOfValuesAreBounded) {
  const auto nested = [](std::size_t depth) { return std::string(depth, ']') + std::string(depth - 1, 'a') + "."; };
  EXPECT_EQ(pickle_error(nested(archives::kMostPickleDepth)), "");
  const std::string deep = pickle_error(nested(archives::kMostPickleDepth + 1));
  EXPECT_NE(deep.find("values are nested more than 512 deep, which is the bound"), std::string::npos) << deep;
  const std::string many = pickle_error(std::string(archives::kMostPickleValues + 1, 'N'));
  EXPECT_NE(many.find("the pickle makes more than 2097152 values, which is the bound"), std::string::npos) << many;
  PickleRef value = PickleValue::list({});
  for (std::size_t i = 0; i < archives::kMostPickleDepth; ++i) value = PickleValue::list({value});
  EXPECT_EQ(rejected([&] { archives::write_pickle(*value); }), ErrorClass::Argument);
}

// Each object copies the name of its class, so a small pickle could ask for gigabytes.
TEST(Pickle, NamesOfClassesAreBounded) {
  std::string code =
      "c__torch__." + std::string(4000, 'a') + "\n" + std::string(80, 'b') + "\nq" + std::string(1, '\0');
  for (int i = 0; i < 6000; ++i) code += std::string("h\0)\x81", 4);
  EXPECT_NE(pickle_error(code + "0").find("the names of the classes of all objects"), std::string::npos);
}

TEST(Pickle, TruncatedAndMutatedPicklesAreReadOrRefused) {
  const std::string code = archives::write_pickle(*rich_value());
  for (std::size_t length = 0; length < code.size(); ++length)
    EXPECT_EQ(rejected([&] { unpickled(code.substr(0, length)); }), ErrorClass::Argument) << length;
  std::mt19937 random(1);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string mutated = code;
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
      mutated[random() % mutated.size()] = static_cast<char>(random() % 256);
    try {
      unpickled(mutated);
    } catch (const c10::Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 5000);
}

}  // namespace
}  // namespace modecheck::engine
