// Tests IValues of every kind, dictionaries, and custom operators that take them.
#include <ATen/core/Dict.h>
#include <ATen/core/op_registration/op_registration.h>
#include <torch/library.h>

#include <array>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using c10::Dict;
using c10::IValue;
using c10::List;

Dict<std::string, std::int64_t> numbers() {
  Dict<std::string, std::int64_t> out;
  out.insert("one", 1);
  out.insert("two", 2);
  return out;
}

}  // namespace

TEST(IValues, EveryKindHasAName) {
  const std::vector<std::pair<IValue, std::string>> kinds = {
      {IValue(), "None"},
      {IValue(normal()), "Tensor"},
      {IValue(1), "Int"},
      {IValue(1.5), "Double"},
      {IValue(true), "Bool"},
      {IValue(c10::Device(c10::kCPU)), "Device"},
      {IValue(std::vector<std::int64_t>{1}), "IntList"},
      {IValue(std::vector<Tensor>{normal()}), "TensorList"},
      {IValue("text"), "String"},
      {IValue(std::vector<double>{1}), "DoubleList"},
      {IValue(std::vector<bool>{true}), "BoolList"},
      {IValue(std::vector<std::string>{"a"}), "StringList"},
      {IValue(std::vector<c10::optional<Tensor>>{c10::nullopt}), "OptionalTensorList"},
      {IValue(c10::complex<double>(1, 2)), "ComplexDouble"},
      {IValue(std::vector<c10::complex<double>>{{1, 2}}), "ComplexDoubleList"},
      {IValue(std::vector<std::vector<std::int64_t>>{{1}, {2, 3}}), "GenericList"},
      {IValue(numbers()), "GenericDict"},
  };
  for (const auto& [value, name] : kinds) {
    EXPECT_EQ(value.tagKind(), name);
    IValue copy = value;
    EXPECT_TRUE(copy.is(value) || copy == value) << name;
    const IValue moved = std::move(copy);
    EXPECT_TRUE(copy.isNone()) << name;  // NOLINT: the test checks the value that was moved from
    EXPECT_STREQ(moved.tagKind(), name.c_str());
    EXPECT_EQ(value.isList(), name.find("List") != std::string::npos) << name;
    if (value.isList()) {
      EXPECT_FALSE(value.toListRef().empty()) << name;
    }
    EXPECT_EQ(rejected([&, v = value] { static_cast<void>(v.isDevice() ? v.toInt() : v.toDevice().index()); }),
              ErrorClass::Argument)
        << name;
  }
}

TEST(IValues, Equality) {
  EXPECT_EQ(IValue("a"), IValue("a"));
  EXPECT_NE(IValue("1"), IValue(1));
  EXPECT_NE(IValue(1), IValue(1.0));
  EXPECT_EQ(IValue(), IValue());
  EXPECT_EQ(IValue(c10::complex<double>(1, 2)), IValue(c10::complex<double>(1, 2)));
  EXPECT_NE(IValue(std::vector<std::int64_t>{1}), IValue(std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(IValue(std::vector<std::vector<std::int64_t>>{{1}, {2}}),
            IValue(std::vector<std::vector<std::int64_t>>{{1}, {2}}));
  EXPECT_NE(IValue(std::vector<std::vector<std::int64_t>>{{1}, {2}}),
            IValue(std::vector<std::vector<std::int64_t>>{{1}, {3}}));
  const Tensor a = normal({2});
  EXPECT_TRUE(IValue(a).equals(a.clone()).toTensor().equal(a.eq(a)));
  EXPECT_EQ(rejected([&] { static_cast<void>(IValue(a) == IValue(a.clone())); }), ErrorClass::Argument);
  EXPECT_EQ(IValue(normal({1})), IValue(normal({1})));
  EXPECT_TRUE(IValue(a).is(IValue(a)));
  EXPECT_FALSE(IValue(a).is(IValue(a.clone())));
  EXPECT_TRUE(IValue().is(IValue(Tensor())));
  EXPECT_EQ(IValue(std::vector<Tensor>{a, a}), IValue(std::vector<Tensor>{a, a}));
}

TEST(IValues, ReferencesAreCounted) {
  const Tensor a = normal();
  IValue boxed(a);
  EXPECT_TRUE(boxed.isPtrType());
  EXPECT_EQ(boxed.internalToPointer(), a.unsafeGetTensorImpl());
  EXPECT_EQ(boxed.use_count(), 2U);
  IValue other("text");
  boxed.swap(other);
  EXPECT_TRUE(boxed.isString());
  EXPECT_TRUE(other.isTensor());
  EXPECT_FALSE(boxed.isPtrType());
  EXPECT_EQ(boxed.use_count(), 1U);
  EXPECT_EQ(IValue(Tensor()).use_count(), 0U);
  const IValue dict(numbers());
  EXPECT_EQ(dict.use_count(), 1U);
  const IValue list(std::vector<std::vector<std::int64_t>>{{1}});
  const IValue same = list;  // NOLINT: the test counts the references, so the copy must exist
  EXPECT_EQ(list.use_count(), 2U);
}

TEST(IValues, Hashes) {
  const Tensor a = normal();
  EXPECT_EQ(IValue(a).hash(), IValue(a).hash());
  EXPECT_EQ(IValue("x").hash(), IValue(std::string("x")).hash());
  EXPECT_EQ(IValue(c10::Device(c10::kCPU)).hash(), IValue(c10::Device(c10::kCPU)).hash());
  EXPECT_EQ(IValue(c10::complex<double>(1, 2)).hash(), IValue(c10::complex<double>(1, 2)).hash());
  EXPECT_EQ(rejected([] { static_cast<void>(IValue(std::vector<double>{1}).hash()); }), ErrorClass::Argument);
}

TEST(Dicts, KeepTheOrderOfTheirKeys) {
  const Dict<std::string, std::int64_t> dict = numbers();
  EXPECT_FALSE(dict.insert("one", 7).second);
  EXPECT_EQ(dict.at("one"), 1);
  EXPECT_FALSE(dict.insert_or_assign("one", 7).second);
  EXPECT_TRUE(dict.insert_or_assign("zero", 0).second);
  std::string keys;
  std::int64_t sum = 0;
  for (const auto& entry : dict) {
    keys += entry.key() + " ";
    sum += entry.value();
  }
  EXPECT_EQ(keys, "one two zero ");
  EXPECT_EQ(sum, 9);
  EXPECT_EQ(dict.erase("two"), 1U);
  EXPECT_EQ(dict.erase("two"), 0U);
  EXPECT_FALSE(dict.contains("two"));
  dict.find("zero")->setValue(5);
  EXPECT_EQ(dict.at("zero"), 5);
  EXPECT_THROW(static_cast<void>(dict.at("two")), std::out_of_range);
  auto place = dict.begin();
  EXPECT_EQ((place++)->key(), "one");
  EXPECT_EQ((++place), dict.end());
  dict.erase(dict.begin());
  EXPECT_EQ(dict.size(), 1U);
  dict.clear();
  EXPECT_TRUE(dict.empty());
}

TEST(Dicts, AreHandles) {
  const Dict<std::string, std::int64_t> dict = numbers();
  const Dict<std::string, std::int64_t> same = dict;  // NOLINT: the test compares the copy with the original
  const Dict<std::string, std::int64_t> apart = dict.copy();
  EXPECT_TRUE(dict.is(same));
  EXPECT_FALSE(dict.is(apart));
  EXPECT_EQ(dict, apart);
  same.insert("three", 3);
  EXPECT_EQ(dict.size(), 3U);
  EXPECT_EQ(apart.size(), 2U);
  EXPECT_NE(dict, apart);
  const IValue boxed(dict);
  boxed.toGenericDict().insert("four", 4);
  EXPECT_EQ(dict.at("four"), 4);
  EXPECT_EQ((c10::impl::toTypedDict<std::string, std::int64_t>(boxed.toGenericDict())), dict);
}

TEST(Dicts, TensorsAreKeysByIdentity) {
  const Dict<Tensor, std::string> dict;
  const Tensor a = normal();
  dict.insert(a, "a");
  dict.insert(a.clone(), "b");
  EXPECT_EQ(dict.size(), 2U);
  EXPECT_EQ(dict.at(a), "a");
  EXPECT_FALSE(dict.contains(a.clone()));
}

TEST(Dicts, NumbersAreKeysByValue) {
  const Dict<double, std::vector<std::int64_t>> dict;
  dict.insert(0.5, std::vector<std::int64_t>{1, 2});
  dict.insert(std::numeric_limits<double>::infinity(), std::vector<std::int64_t>{});
  EXPECT_EQ(dict.at(0.5).size(), 2U);
  EXPECT_TRUE(dict.at(std::numeric_limits<double>::infinity()).empty());
}

namespace {

using Nested = List<Dict<std::string, List<c10::optional<std::int64_t>>>>;

std::int64_t total(const Dict<std::string, std::int64_t>& values) {
  std::int64_t out = 0;
  for (const auto& entry : values) out += entry.value();
  return out;
}
std::array<double, 2> both(std::array<double, 2> values) { return {values[1], values[0]}; }
Nested nested(const Nested& values) { return values; }

}  // namespace

TORCH_LIBRARY(boxes, m) {
  m.def("total(Dict(str, int) values) -> int", &total);
  m.def("both(float[2] values) -> float[2]", &both);
  m.def("nested", &nested);
}

TEST(Boxes, OperatorsTakeDictionariesAndListsOfThem) {
  const auto call = [](const char* name, IValue value) {
    torch::jit::Stack stack{std::move(value)};
    c10::Dispatcher::singleton().findSchemaOrThrow(name, "").callBoxed(stack);
    return stack.back();
  };
  EXPECT_EQ(call("boxes::total", numbers()), IValue(3));
  EXPECT_EQ(call("boxes::both", std::array<double, 2>{1, 2}), IValue(std::vector<double>{2, 1}));
  EXPECT_EQ(rejected([&] { static_cast<void>(call("boxes::both", std::vector<double>{1})); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { static_cast<void>(call("boxes::total", 1)); }), ErrorClass::Argument);
  List<c10::optional<std::int64_t>> inner;
  inner.push_back(4);
  inner.push_back(c10::nullopt);
  Dict<std::string, List<c10::optional<std::int64_t>>> dict;
  dict.insert("key", inner);
  Nested value;
  value.push_back(dict);
  const auto out = call("boxes::nested", value).to<Nested>();
  EXPECT_EQ(out.get(0).at("key").get(0), 4);
  EXPECT_FALSE(out.get(0).at("key").get(1).has_value());
  const auto schema = c10::Dispatcher::singleton().findSchemaOrThrow("boxes::nested", "").schema();
  EXPECT_EQ(toString(schema), "boxes::nested(Dict(str, int?[])[] _0) -> Dict(str, int?[])[] _0");
}

TEST(Boxes, SchemasOfDictionaries) {
  for (const char* const text : {"a::b(Dict(int, Tensor)(a!) x) -> Dict(int, Tensor)(a!)",
                                 "a::b(Dict(str, Dict(int, float?)[])? x) -> complex[]", "a::b() -> Dict(int, int)[]"})
    EXPECT_EQ(toString(torch::jit::parseSchema(text)), text);
  for (const char* const text : {"a::b(Dict x) -> ()", "a::b(Dict(int) x) -> ()", "a::b(Dict(int, it) x) -> ()"})
    EXPECT_EQ(rejected([&] { static_cast<void>(torch::jit::parseSchema(text)); }), ErrorClass::Argument) << text;
  EXPECT_EQ(torch::schema("a(Tensor x) -> Tensor").aliasAnalysis(), c10::AliasAnalysisKind::FROM_SCHEMA);
  EXPECT_EQ(torch::schema("a(Tensor x) -> Tensor", c10::AliasAnalysisKind::PURE_FUNCTION).aliasAnalysis(),
            c10::AliasAnalysisKind::PURE_FUNCTION);
  EXPECT_TRUE(torch::jit::parseSchema("a(Tensor x) -> Tensor").isDefaultAliasAnalysisKind());
}

}  // namespace modecheck::engine
