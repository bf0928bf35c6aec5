// Tests pickle_save, pickle_load, state dicts and safetensors files.
#include "engine/archive/limits.h"
#include "tests/engine/archive/archive_files.h"

namespace modecheck::engine {
namespace {

using archives::PickleKind;
using archives::PickleRef;
using archives::PickleValue;

torch::StateDict small_state() {
  torch::StateDict out;
  const Tensor whole = at::arange(6).to(at::kFloat);
  out.insert("layer.weight", whole.view({2, 3}).t());
  out.insert("layer.bias", whole.slice(0, 1, 3));
  out.insert("count", at::full({}, 3, at::kLong));
  out.insert("flags", at::ones({3}, at::kBool));
  out.insert("empty", at::empty({0, 2}));
  return out;
}

void expect_same(const torch::StateDict& a, const torch::StateDict& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& entry : a) {
    const Tensor other = b.at(entry.key());
    EXPECT_EQ(other.scalar_type(), entry.value().scalar_type());
    EXPECT_TRUE(at::equal(entry.value(), other)) << entry.key();
  }
}

TEST(StateDict, IsSavedAndLoaded) {
  const TemporaryFile file("state.pt");
  const torch::StateDict state = small_state();
  torch::save_state_dict(state, file.path());
  const torch::StateDict loaded = torch::load_state_dict(file.path());
  expect_same(state, loaded);
  EXPECT_EQ((*loaded.begin()).key(), "layer.weight");
  EXPECT_TRUE(loaded.at("layer.weight").is_alias_of(loaded.at("layer.bias")));
  EXPECT_FALSE(loaded.at("count").is_inference());
  const c10::InferenceMode mode;
  EXPECT_TRUE(torch::load_state_dict(file.path()).at("count").is_inference());
  EXPECT_TRUE(torch::load_state_dict(file.path(), c10::Device(at::kMeta)).at("count").is_meta());
}

TEST(StateDict, OtherFilesAreRefused) {
  const TemporaryFile file("state.pt");
  const auto refused = [&](const PickleRef& value) {
    file.write(archive_of(archives::write_pickle(*value), {}));
    return refusal_of([&] { torch::load_state_dict(file.path()); });
  };
  const auto dict = [](std::vector<PickleRef> items) {
    PickleRef out = PickleValue::make(PickleKind::Dict);
    out->items = std::move(items);
    return out;
  };
  const std::string begin = "cannot load " + file.path() + ", entry 'data.pkl': ";
  EXPECT_EQ(refused(PickleValue::list({})), begin + "a state dict was expected, and the file has a list");
  EXPECT_EQ(refused(dict({PickleValue::number(1), PickleValue::none()})),
            begin + "a key of the state dict is an int, not a str");
  EXPECT_EQ(refused(dict({PickleValue::string("k"), PickleValue::none()})),
            begin + "the value of 'k' is None, not a tensor; torch::pickle_load reads other values");
  EXPECT_EQ(refused(dict({PickleValue::string("k"), PickleValue::call("torch Size", {})})),
            begin + "a tensor was expected, and the pickle has the result of a call");
}

TEST(PickleFunctions, KeepValues) {
  c10::GenericDict dict;
  dict.insert(c10::IValue("tensor"), c10::IValue(at::ones({2})));
  dict.insert(c10::IValue("list"), c10::IValue(std::vector<c10::IValue>{1, "two", c10::IValue()}));
  dict.insert(c10::IValue("device"), c10::IValue(c10::Device(at::kCPU)));
  dict.insert(c10::IValue("flags"), c10::IValue(std::vector<bool>{true, false}));
  dict.insert(c10::IValue("none"), c10::IValue(std::vector<double>()));
  const c10::GenericDict loaded = torch::pickle_load(torch::pickle_save(c10::IValue(dict))).toGenericDict();
  EXPECT_EQ(values(loaded.at(c10::IValue("tensor")).toTensor()), values(at::ones({2})));
  EXPECT_EQ(loaded.at(c10::IValue("list")).toListRef()[1].toStringRef(), "two");
  EXPECT_TRUE(loaded.at(c10::IValue("device")).toDevice().is_cpu());
  EXPECT_EQ(loaded.at(c10::IValue("flags")).toBoolVector(), (std::vector<bool>{true, false}));
  EXPECT_TRUE(loaded.at(c10::IValue("none")).isDoubleList());
  EXPECT_EQ(rejected([] { torch::pickle_save(c10::IValue(c10::complex<double>(1, 2))); }), ErrorClass::Unsupported);
  // A dictionary that contains itself.
  dict.insert(c10::IValue("self"), c10::IValue(dict));
  EXPECT_EQ(rejected([&] { torch::pickle_save(c10::IValue(dict)); }), ErrorClass::Argument);
  dict.clear();
}

std::string safetensors_of(const std::string& header, const std::string& data) {
  std::string out(8, '\0');
  for (int i = 0; i < 8; ++i) out[static_cast<std::size_t>(i)] = static_cast<char>(header.size() >> (8 * i) & 0xff);
  return out + header + data;
}

TEST(Safetensors, AreSavedAndLoaded) {
  const TemporaryFile file("small.safetensors");
  torch::save_safetensors(small_state(), file.path());
  expect_same(small_state(), torch::load_safetensors(file.path()));
  const c10::InferenceMode mode;
  EXPECT_TRUE(torch::load_safetensors(file.path()).at("count").is_inference());
  EXPECT_TRUE(torch::load_safetensors(file.path(), c10::Device(at::kMeta)).at("count").is_meta());
  file.write(safetensors_of(R"({"b":{"dtype":"F32","shape":[1],"data_offsets":[1,5]},"__metadata__":{"k":"v"},)"
                            R"("a":{"dtype":"U8","shape":[],"data_offsets":[0,1]}})",
                            std::string("\7\0\0\0\100", 5)));
  const torch::StateDict loaded = torch::load_safetensors(file.path());
  EXPECT_EQ((*loaded.begin()).key(), "b");
  EXPECT_EQ(values(loaded.at("b")), (std::vector<double>{2}));
  EXPECT_EQ(values(loaded.at("a")), (std::vector<double>{7}));
}

TEST(Safetensors, WhatCannotBeSavedSaysSo) {
  const auto refused = [](const std::string& name, const Tensor& tensor) {
    torch::StateDict state;
    state.insert(name, tensor);
    return refusal_of([&] { torch::save_safetensors(state, "/absent/f.safetensors"); });
  };
  EXPECT_EQ(refused("t", Tensor()), "save_safetensors: cannot save 't': the tensor is undefined");
  EXPECT_EQ(refused("t", at::ones({2}, at::kMeta)),
            "save_safetensors: cannot save 't': the tensor is on Meta or fake, and has no elements");
  EXPECT_EQ(refused("t", at::ones({2}, at::kComplexDouble)),
            "save_safetensors: cannot save 't': the format has no complex128");
  EXPECT_EQ(refused("__metadata__", at::ones({2})),
            "save_safetensors: cannot save '__metadata__': the format uses this name for other data");
  EXPECT_NE(refused("\xff", at::ones({2})).find("a name cannot be written"), std::string::npos);
  EXPECT_NE(refused("t", at::ones({2})).find("/absent/f.safetensors cannot be written"), std::string::npos);
}

TEST(Safetensors, HostileFilesAreRefused) {
  const TemporaryFile file("hostile.safetensors");
  const std::string data(8, 'd');
  const auto one = [&](const std::string& fields) { return safetensors_of("{\"t\":{" + fields + "}}", data); };
  const std::string good = R"("dtype":"F32","shape":[2],"data_offsets":[0,8])";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"short", ": the file has 5 bytes, and a safetensors file at least 8"},
      {std::string(8, '\xff'), ": the header has 18446744073709551615 bytes; the bound is 16777216"},
      {std::string("\x10\0\0\0\0\0\0\0{}", 10), ": the header has 16 bytes; the file has 10"},
      {safetensors_of("{", ""), ": the header is no JSON: "},
      {safetensors_of("[]", ""), ": the header is JSON of another type than an object"},
      {safetensors_of(std::string(1000, '['), ""), ": the header is nested more than 3 deep"},
      {safetensors_of("{\"t\":{" + good + "},\"t\":{" + good + "}}", data), ": the header has the key 't' twice"},
      {one(good + ",\"dtype\":\"F32\""), ": the header has the key 'dtype' twice"},
      {one(good + ",\"more\":1"), ", entry 't': the header does not describe the tensor by dtype, shape and two"},
      {one(R"("dtype":1,"shape":[2],"data_offsets":[0,8])"), ", entry 't': the header does not describe the tensor"},
      {one(R"("dtype":"F31","shape":[2],"data_offsets":[0,8])"), ", entry 't': the dtype 'F31' is not supported"},
      {one(R"("dtype":"F32","shape":[-2],"data_offsets":[0,8])"), ", entry 't': a size is no non-negative integer"},
      {one(R"("dtype":"F32","shape":[2.0],"data_offsets":[0,8])"), ", entry 't': a size is no non-negative integer"},
      {one(R"("dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,8])"),
       ", entry 't': the sizes are beyond the bound"},
      {one(R"("dtype":"F32","shape":[1152921504606846976,64],"data_offsets":[0,8])"),
       ", entry 't': the sizes are beyond"},
      {one(R"("dtype":"F32","shape":[2],"data_offsets":[0,9])"),
       ", entry 't': the data offsets 0 and 9 reach beyond the 8 bytes"},
      {one(R"("dtype":"F32","shape":[2],"data_offsets":[8,0])"),
       ", entry 't': the data offsets 8 and 0 reach beyond the 8 bytes"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[0,8])"),
       ", entry 't': the data offsets have room for 8 bytes; dtype and"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[4,8])"), ", entry 't': the data begin at byte 4; the data of"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[0,4])"), ": the tensors end at byte 4 of 8 bytes of data"},
      {safetensors_of("{\"t\":{" + good + "},\"u\":{" + good + "}}", data), ", entry 'u': the data begin at byte 0"},
      {safetensors_of("{\"__metadata__\":{\"k\":1}}", ""), ": the metadata are no strings under names"},
      {safetensors_of("{\"__metadata__\":\"k\"}", ""), ": the metadata are no strings under names"},
  };
  for (const auto& [bytes, message] : cases) {
    file.write(bytes);
    const std::string refusal = refusal_of([&] { torch::load_safetensors(file.path()); });
    EXPECT_EQ(refusal.find("cannot load " + file.path() + message), 0U)
        << "expected: " << message << "\nactual: " << refusal;
  }
  file.write(one(good));
  EXPECT_EQ(refusal_of([&] { torch::load_safetensors(file.path()); }), "");
  const std::string whole = one(good);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    file.write(whole.substr(0, length));
    EXPECT_NE(refusal_of([&] { torch::load_safetensors(file.path()); }), "") << length;
  }
}

}  // namespace
}  // namespace modecheck::engine
