// Tests torch::save, torch::load and the archives of torch::serialize. tests/parity/archives.cpp compares them with
// libtorch.
#include <random>

#include "engine/archive/limits.h"
#include "engine/archive/value_writer.h"
#include "engine/archive/zip_reader.h"
#include "tests/engine/archive/archive_files.h"
#include "tests/engine/archive/raw_zip.h"

namespace modecheck::engine {
namespace {

using archives::PickleKind;
using archives::PickleRef;
using archives::PickleValue;

std::vector<Tensor> loaded_list(const std::string& bytes) {
  std::istringstream in(bytes);
  std::vector<Tensor> out;
  torch::load(out, in);
  return out;
}

std::vector<Tensor> many_tensors() {
  const Tensor whole = at::arange(24).to(at::kDouble).view({4, 6});
  std::vector<Tensor> out;
  for (const c10::ScalarType dtype : {at::kByte, at::kChar, at::kShort, at::kInt, at::kLong, at::kHalf, at::kFloat,
                                      at::kDouble, at::kComplexFloat, at::kComplexDouble, at::kBool, at::kBFloat16})
    out.push_back(whole.to(dtype));
  out.push_back(whole.t());
  out.push_back(whole.slice(1, 1, 5, 2));
  out.push_back(at::ones({1}).expand({3, 2}));
  out.push_back(at::empty({0, 3}));
  out.push_back(at::full({}, 7));
  out.push_back(leaf());
  out.push_back(computed());
  return out;
}

TEST(SaveLoad, EveryDtypeAndLayout) {
  const std::vector<Tensor> before = many_tensors();
  const std::vector<Tensor> after = loaded_list(bytes_of_saved(before));
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_TRUE(at::equal(after[i], before[i])) << i;
    EXPECT_EQ(after[i].scalar_type(), before[i].scalar_type());
    EXPECT_EQ(after[i].strides(), before[i].strides());
    EXPECT_EQ(after[i].storage_offset(), before[i].storage_offset());
    EXPECT_EQ(after[i].storage().nbytes(), before[i].storage().nbytes());
    EXPECT_EQ(after[i].requires_grad(), before[i].requires_grad());
    EXPECT_TRUE(after[i].is_leaf());
    EXPECT_FALSE(after[i].is_view());
    EXPECT_EQ(after[i]._version(), 0);
  }
}

TEST(SaveLoad, K3SharedStoragesStayShared) {
  const Tensor whole = at::arange(12).to(at::kFloat);
  const std::vector<Tensor> before = {whole, whole.slice(0, 2, 5), at::zeros({2}), whole.view({3, 4}).t()};
  const std::string bytes = bytes_of_saved(before);
  const archives::ZipReader zip(bytes, "f.pt");
  EXPECT_TRUE(zip.contains("data/1"));
  EXPECT_FALSE(zip.contains("data/2"));
  for (const bool inside : {false, true}) {
    const c10::InferenceMode mode(inside);
    const std::vector<Tensor> after = loaded_list(bytes);
    EXPECT_TRUE(after[1].is_alias_of(after[0]));
    EXPECT_TRUE(after[3].is_alias_of(after[0]));
    EXPECT_FALSE(after[2].is_alias_of(after[0]));
    for (const Tensor& tensor : after) EXPECT_EQ(tensor.is_inference(), inside);
    after[0].fill_(5);
    EXPECT_EQ(values(after[1]), (std::vector<double>{5, 5, 5}));
  }
}

TEST(SaveLoad, MetaTensorsHaveNoBytes) {
  const Tensor meta = at::ones({4, 3}, at::kMeta).t();
  const std::vector<Tensor> after = loaded_list(bytes_of_saved(std::vector<Tensor>{meta}));
  EXPECT_TRUE(after[0].is_meta());
  EXPECT_EQ(after[0].strides(), meta.strides());
  EXPECT_EQ(after[0].storage().nbytes(), meta.storage().nbytes());
  EXPECT_EQ(
      refusal_of([&] {
        const std::string bytes = bytes_of_saved(meta);
        Tensor out;
        torch::load(out, bytes.data(), bytes.size(), c10::Device(at::kCPU));
      }),
      "cannot load the bytes, entry 'data.pkl': the storage '0' was saved on Meta and has no bytes to load to cpu");
  std::istringstream in(bytes_of_saved(at::ones({2})));
  Tensor moved;
  torch::load(moved, in, c10::Device(at::kMeta));
  EXPECT_TRUE(moved.is_meta());
}

TEST(SaveLoad, EveryWayInAndOut) {
  const TemporaryFile file("every.way.pt");
  torch::save(at::ones({3}), file.path());
  EXPECT_EQ(archives::ZipReader(file.bytes(), "f").read("version", 8), "3\n");
  Tensor from_file, from_bytes, from_function, from_writer;
  torch::load(from_file, file.path());
  const std::string bytes = file.bytes();
  torch::load(from_bytes, bytes.data(), bytes.size());
  std::string written;
  torch::save(at::ones({3}), [&](const void* data, std::size_t size) {
    written.assign(static_cast<const char*>(data), size);
    return size;
  });
  const auto read = [&](std::uint64_t at, void* to, std::size_t size) {
    return written.copy(static_cast<char*>(to), size, at);
  };
  torch::load(from_function, read, [&] { return written.size(); });
  for (const Tensor& tensor : {from_file, from_bytes, from_function}) EXPECT_EQ(values(tensor), values(at::ones({3})));
  EXPECT_NE(refusal_of([&] {
              torch::save(at::ones({3}), [](const void*, std::size_t) { return std::size_t{1}; });
            }).find("the function took 1 of"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] {
              torch::load(from_function, read, [&] { return written.size() + 1; });
            }).find("the function gave"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] { torch::load(from_file, file.path() + ".absent"); }).find("the file cannot be opened"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] { torch::save(at::ones({3}), "/absent/folder/f.pt"); }).find("cannot be written"),
            std::string::npos);
}

TEST(SaveLoad, ArchivesHaveValuesUnderNames) {
  torch::serialize::OutputArchive archive, nested;
  archive("list", c10::IValue(std::vector<c10::IValue>{1, "two", 3.0}));
  archive("empty", c10::IValue(std::vector<Tensor>()));
  archive("strings", c10::IValue(std::vector<std::string>{"a", "b"}));
  nested.write("x", at::ones({1}), true);
  archive.write("nested", nested);
  EXPECT_NE(refusal_of([&] { archive.write("list", at::ones({1})); }).find("has the key 'list' already"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] { archive.write("undefined", Tensor()); }).find("an undefined tensor"), std::string::npos);
  std::ostringstream out;
  archive.save_to(out);
  torch::serialize::InputArchive in, inner;
  std::istringstream stream(out.str());
  in.load_from(stream);
  EXPECT_EQ(in.keys(), (std::vector<std::string>{"list", "empty", "strings", "nested"}));
  c10::IValue list, empty, strings;
  in("list", list);
  in("empty", empty);
  in("strings", strings);
  EXPECT_EQ(list.toListRef()[1].toStringRef(), "two");
  EXPECT_TRUE(empty.isTensorList());
  EXPECT_EQ(strings.toStringVector(), (std::vector<std::string>{"a", "b"}));
  in.read("nested", inner);
  Tensor x;
  const auto refusal = [&](const std::function<void()>& action) { return refusal_of(action); };
  EXPECT_EQ(refusal([&] { inner.read("y", x); }), "cannot load the stream: No such serialized tensor 'nested.y'");
  EXPECT_EQ(refusal([&] { in.read("nested", x); }), "cannot load the stream: 'nested' is a module, not a value");
  EXPECT_EQ(refusal([&] { in.read("list", inner); }), "cannot load the stream: 'list' is a value, not a module");
  EXPECT_EQ(refusal([&] { in.read("list", x); }),
            "cannot load the stream: 'list' is a value of kind GenericList, not a tensor");
  EXPECT_EQ(refusal([&] { torch::serialize::InputArchive().read("y", x); }),
            "cannot load an empty archive: No such serialized tensor 'y'");
  EXPECT_EQ(refusal([&] { archive.write("self", archive); }),
            "OutputArchive::write: the archive would contain itself, as 'self'");
  for (std::size_t depth = 0; depth < archives::kMostPickleDepth / 2; ++depth) {
    torch::serialize::OutputArchive outer;
    outer.write("inner", archive);
    archive = std::move(outer);
  }
  EXPECT_NE(refusal([&] { archive.save_to(out); }).find("archives are nested more than"), std::string::npos);
}

TEST(SaveLoad, FilesOfTheFormerFormatAreRead) {
  std::string bytes = "modecheck tensors 1\n";
  const auto numbers = [&](const std::vector<std::int64_t>& all) {
    for (const std::int64_t one : all) bytes.append(reinterpret_cast<const char*>(&one), sizeof one);
  };
  // One float32 tensor on the CPU that requires grad, of sizes [2], strides [1], offset 1 and 12 bytes.
  numbers({1, 6, 0, -1, 1, 1, 2, 1, 1, 12});
  const float elements[] = {1, 2, 3};
  bytes.append(reinterpret_cast<const char*>(elements), sizeof elements);
  std::istringstream in(bytes);
  Tensor tensor;
  torch::load(tensor, in);
  EXPECT_EQ(values(tensor), (std::vector<double>{2, 3}));
  EXPECT_TRUE(tensor.requires_grad());
  for (std::size_t length = 20; length < bytes.size(); ++length)
    EXPECT_NE(refusal_of([&] { loaded_list(bytes.substr(0, length)); }).find("former format"), std::string::npos);
}

// Places that no 64-bit number can name are refused as damage, for a tensor without elements, too.
TEST(SaveLoad, FilesOfTheFormerFormatWithNumbersThatOverflowAreRefused) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 48;
  const std::vector<std::vector<std::int64_t>> files{
      {1, 6, 0, -1, 0, 2, kHuge, 0, kHuge, 1, 0, 0},        // sizes [huge, 0], strides [huge, 1]
      {1, 6, 0, -1, 0, 1, 3, kHuge << 14, 0, 8, 0},         // sizes [3], strides [huge << 14]
      {1, 6, 0, -1, 0, 1, 2, (kHuge << 14) - 1, 0, 8, 0}};  // sizes [2], of which the last byte cannot be named
  for (const std::vector<std::int64_t>& file : files) {
    std::string bytes = "modecheck tensors 1\n";
    for (const std::int64_t one : file) bytes.append(reinterpret_cast<const char*>(&one), sizeof one);
    EXPECT_NE(refusal_of([&] { loaded_list(bytes); }).find("former format"), std::string::npos) << file[6];
  }
}

PickleRef numbers(const std::vector<std::int64_t>& all) {
  std::vector<PickleRef> items;
  for (const std::int64_t one : all) items.push_back(PickleValue::number(one));
  return PickleValue::tuple(items);
}

// The parts of the description of a tensor, which a test can change.
struct Described {
  PickleRef type = PickleValue::global("torch FloatStorage");
  PickleRef key = PickleValue::string("0");
  PickleRef location = PickleValue::string("cpu");
  PickleRef elements = PickleValue::number(4);
  PickleRef offset = PickleValue::number(0);
  PickleRef sizes = PickleValue::tuple({PickleValue::number(2), PickleValue::number(2)});
  PickleRef strides = PickleValue::tuple({PickleValue::number(2), PickleValue::number(1)});
  PickleRef requires_grad = PickleValue::boolean(false);
  PickleRef hooks = PickleValue::make(PickleKind::Dict);

  PickleRef tensor() const {
    PickleRef storage = PickleValue::make(PickleKind::PersistentId);
    storage->items = {PickleValue::tuple({PickleValue::string("storage"), type, key, location, elements})};
    return PickleValue::call("torch._utils _rebuild_tensor_v2",
                             {storage, offset, sizes, strides, requires_grad, hooks});
  }
};

std::string refusal_of_pickle(const PickleValue& value, std::size_t storage_bytes = 16) {
  const std::string bytes = archive_of(archives::write_pickle(value), {std::string(storage_bytes, '\1')});
  return refusal_of([&] { torch::pickle_load({bytes.begin(), bytes.end()}); });
}

TEST(SaveLoad, TensorsThatDoNotFitTheirStorageAreRefused) {
  const auto refused = [](const std::function<void(Described&)>& change) {
    Described described;
    change(described);
    return refusal_of_pickle(*described.tensor());
  };
  constexpr std::int64_t huge = std::int64_t{1} << 62;
  EXPECT_EQ(refused([](Described&) {}), "");
  const std::vector<std::pair<std::function<void(Described&)>, std::string>> cases = {
      {[](Described& d) { d.offset = PickleValue::number(1); },
       "cannot load the bytes, entry 'data.pkl': a tensor of sizes [2, 2], strides [2, 1] and offset 1 reaches beyond "
       "its storage of 16 bytes"},
      {[](Described& d) { d.offset = PickleValue::number(-1); }, "the storage offset of a tensor is -1"},
      {[](Described& d) {
         d.sizes = numbers({2, huge});
       },
       "reaches beyond its storage of 16 bytes"},
      {[](Described& d) {
         d.sizes = numbers({huge, huge});
       },
       "reaches beyond its storage of 16 bytes"},
      {[](Described& d) {
         d.strides = numbers({huge, huge});
       },
       "reaches beyond its storage of 16 bytes"},
      {[](Described& d) {
         d.sizes = numbers({2, -2});
       },
       "one of the sizes of a tensor is no non-negative int"},
      {[](Described& d) {
         d.strides = numbers({-2, 1});
       },
       "one of the strides of a tensor is no non-negative int"},
      {[](Described& d) { d.sizes = numbers({4}); }, "a tensor has 1 sizes and 2 strides"},
      {[](Described& d) { d.sizes = numbers(std::vector<std::int64_t>(65, 1)); },
       "a tensor has 65 sizes; the bound is"},
      {[](Described& d) { d.sizes = PickleValue::none(); }, "the sizes of a tensor are None, not a tuple"},
      {[](Described& d) { d.elements = PickleValue::number(5); },
       "entry 'data/0': the storage has 16 bytes; the pickle 'data.pkl' says that it has 20"},
      {[](Described& d) { d.elements = PickleValue::number(-1); }, "a storage has -1 elements, which is beyond"},
      {[](Described& d) { d.elements = PickleValue::number(huge); }, "elements, which is beyond the bound"},
      {[](Described& d) { d.elements = PickleValue::string("4"); }, "a storage is not described by its class"},
      {[](Described& d) { d.key = PickleValue::string("7"); }, "entry 'data/7': the archive has no such entry"},
      {[](Described& d) { d.key = PickleValue::string("../version"); },
       "entry 'data/../version': the archive has no such entry"},
      {[](Described& d) { d.type = PickleValue::global("torch float32"); }, "'torch float32' is no class of storages"},
      {[](Described& d) { d.location = PickleValue::string("mps"); },
       "a storage was saved on the device 'mps', which this library does not have; pass the device to load it to"},
      {[](Described& d) { d.location = PickleValue::string("cuda:999"); }, "a storage was saved on the device"},
      {[](Described& d) { d.requires_grad = PickleValue::none(); }, "a requires_grad that is no bool"},
      {[](Described& d) {
         d.type = PickleValue::global("torch IntStorage");
         d.requires_grad = PickleValue::boolean(true);
       },
       "a tensor of dtype Int requires grad; only floating-point and complex tensors can"},
      {[](Described& d) { d.hooks = PickleValue::list({PickleValue::none()}); }, "a tensor has backward hooks"},
  };
  for (const auto& [change, message] : cases) {
    const std::string refusal = refused(change);
    EXPECT_NE(refusal.find(message), std::string::npos) << "expected: " << message << "\nactual: " << refusal;
  }
}

TEST(SaveLoad, OtherValuesThatCannotBeLoadedAreRefused) {
  PickleRef object = PickleValue::make(PickleKind::Object);
  object->text = "__torch__ Module";
  PickleRef twice = PickleValue::make(PickleKind::Dict);
  twice->items = {PickleValue::string("k"), PickleValue::none(), PickleValue::string("k"), PickleValue::none()};
  PickleRef tuple_key = PickleValue::make(PickleKind::Dict);
  tuple_key->items = {PickleValue::tuple({}), PickleValue::none()};
  const PickleRef text = PickleValue::string(std::string(archives::kMostTextBytes, 'x'));
  const std::vector<std::pair<PickleRef, std::string>> cases = {
      {object, "the archive has a TorchScript module; torch::load and InputArchive read it"},
      {PickleValue::list({object}), "an object of a TorchScript class stands where a value belongs"},
      {twice, "a dict has a key twice: 'k'"},
      {tuple_key, "a dict has a tuple as a key"},
      {PickleValue::global("torch FloatStorage"), "'torch FloatStorage' stands where a value belongs"},
      {PickleValue::call("torch float32", {}), "the pickle calls 'torch float32', which is no function"},
      {PickleValue::call("torch device", {}), "a device has no name"},
      {PickleValue::call("torch.jit._pickle build_intlist", {}), "'torch.jit._pickle build_intlist' has 0 arguments"},
      {PickleValue::call("torch._utils _rebuild_tensor_v2", {}), "_rebuild_tensor_v2 has 0 arguments, not 6"},
      {PickleValue::call("torch._utils _rebuild_parameter", {}), "_rebuild_parameter has no tensor"},
      {PickleValue::list(std::vector<PickleRef>(17, text)), "shared strings stand for more than 268435456 bytes"},
  };
  for (const auto& [value, message] : cases) {
    const std::string refusal = refusal_of_pickle(*value);
    EXPECT_NE(refusal.find(message), std::string::npos) << "expected: " << message << "\nactual: " << refusal;
  }
  // Modules whose names are one long string that the memo gives out again and again.
  PickleRef nested;
  for (int i = 0; i < 20; ++i) {
    PickleRef outer = PickleValue::make(PickleKind::Object);
    outer->text = "__torch__ Module";
    outer->state = PickleValue::make(PickleKind::Dict);
    if (nested != nullptr) outer->state->items = {text, nested};
    nested = outer;
  }
  const std::string long_names = archive_of(archives::write_pickle(*nested), {});
  EXPECT_NE(refusal_of([&] { loaded_list(long_names); }).find("shared strings stand for more than 268435456 bytes"),
            std::string::npos);
  const std::string no_module = archive_of(archives::write_pickle(*PickleValue::list({})), {});
  EXPECT_NE(refusal_of([&] { loaded_list(no_module); }).find("the archive has a list, not a module"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] { loaded_list(raw_archive({})); }).find("entry 'data.pkl': the archive has no"),
            std::string::npos);
}

Tensor loaded_from_pickle(const PickleValue& value) {
  const std::string bytes = archive_of(archives::write_pickle(value), {std::string(16, '\1')});
  return torch::pickle_load({bytes.begin(), bytes.end()}).toTensor();
}

// Python saves parameters and Meta tensors in these forms.
TEST(SaveLoad, ParametersAndMetaTensorsOfPythonAreRead) {
  Described described;
  for (const bool inner : {false, true})
    for (const bool outer : {false, true}) {
      described.requires_grad = PickleValue::boolean(inner);
      const PickleRef parameter =
          PickleValue::call("torch._utils _rebuild_parameter",
                            {described.tensor(), PickleValue::boolean(outer), PickleValue::make(PickleKind::Dict)});
      EXPECT_EQ(loaded_from_pickle(*parameter).requires_grad(), outer);
    }
  const auto meta = [](const char* dtype, const std::vector<std::int64_t>& sizes, PickleRef requires_grad) {
    return PickleValue::call("torch._utils _rebuild_meta_tensor_no_storage",
                             {PickleValue::global(dtype), numbers(sizes), numbers({1, 2}), std::move(requires_grad)});
  };
  const Tensor tensor = loaded_from_pickle(*meta("torch float64", {2, 3}, PickleValue::boolean(true)));
  EXPECT_TRUE(tensor.is_meta() && tensor.requires_grad());
  EXPECT_EQ(tensor.scalar_type(), at::kDouble);
  EXPECT_EQ(tensor.strides(), (std::vector<std::int64_t>{1, 2}));
  EXPECT_FALSE(loaded_from_pickle(*meta("torch int64", {2, 3}, PickleValue::boolean(false))).requires_grad());
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  const std::vector<std::pair<PickleRef, std::string>> refused = {
      {meta("torch float64", {2, 3}, PickleValue::none()), "has no dtype, size, stride and requires_grad"},
      {meta("torch float64", {huge, huge}, PickleValue::boolean(false)), "reaches beyond its storage"},
      {meta("torch int64", {2, 3}, PickleValue::boolean(true)), "only floating-point and complex tensors can"},
      {meta("torch FloatStorage", {2, 3}, PickleValue::boolean(false)), "is no dtype"}};
  for (const auto& [value, message] : refused) {
    const std::string refusal = refusal_of_pickle(*value);
    EXPECT_NE(refusal.find(message), std::string::npos) << "expected: " << message << "\nactual: " << refusal;
  }
}

TEST(SaveLoad, AStorageThatIsDescribedWronglyIsRefused) {
  Described described;
  const PickleRef call = described.tensor();
  PickleRef& parts = call->items[0]->items[0];
  parts->items.pop_back();
  EXPECT_NE(refusal_of_pickle(*call).find("the storage is described wrongly"), std::string::npos);
  parts = PickleValue::number(1);
  EXPECT_NE(refusal_of_pickle(*call).find("the storage is described wrongly"), std::string::npos);
}

TEST(SaveLoad, TheTypesOfListsAndDictionariesAreWritten) {
  const auto list = [](std::vector<c10::IValue> values) { return c10::IValue(std::move(values)); };
  EXPECT_EQ(archives::script_type(list({1, "two"})), "List[Any]");
  EXPECT_EQ(archives::script_type(list({1, 2})), "List[int]");
  c10::GenericDict dict;
  EXPECT_EQ(archives::script_type(dict), "Dict[str, Any]");
  dict.insert("a", 1);
  EXPECT_EQ(archives::script_type(dict), "Dict[str, int]");
  dict.insert("b", 2.0);
  EXPECT_EQ(archives::script_type(dict), "Dict[str, Any]");
  // Many lists beside each other are not nested.
  const std::vector<c10::IValue> many(2 * archives::kMostPickleDepth, list({1}));
  torch::serialize::OutputArchive archive;
  archive.write("many", c10::IValue(many));
  archive.write("empty", c10::IValue(std::vector<std::string>()));
  std::ostringstream out;
  archive.save_to(out);
  std::istringstream stream(out.str());
  torch::serialize::InputArchive in;
  in.load_from(stream);
  c10::IValue read;
  in.read("many", read);
  EXPECT_EQ(read.toListRef().size(), many.size());
  in.read("empty", read);
  EXPECT_FALSE(read.isBoolList());
}

TEST(SaveLoad, TruncatedFilesAreRefusedAtEveryByte) {
  const std::string bytes = bytes_of_saved(at::ones({2}));
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_EQ(refusal_of([&] { loaded_list(bytes.substr(0, length)); }).find("cannot load the stream"), 0U) << length;
}

// Mutates the pickle of an archive and makes a whole archive of it, so that no CRC hides the mutation; and mutates the
// bytes of the archive.
TEST(SaveLoad, MutatedArchivesAreLoadedOrRefused) {
  const Tensor whole = at::arange(6).to(at::kFloat);
  const std::string bytes = bytes_of_saved(std::vector<Tensor>{whole, whole.slice(0, 2, 4), leaf()});
  const archives::ZipReader zip(bytes, "f.pt");
  const std::string pickle = zip.read("data.pkl", 10000);
  const std::vector<std::string> storages = {zip.read("data/0", 100), zip.read("data/1", 100)};
  std::mt19937 random(1);
  const auto mutated = [&](std::string out) {
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
      out[random() % out.size()] = static_cast<char>(random() % 256);
    return out;
  };
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string archive = round % 2 == 0 ? archive_of(mutated(pickle), storages) : mutated(bytes);
    try {
      for (const Tensor& tensor : loaded_list(archive))
        if (tensor.numel() < 100) static_cast<void>(values(tensor));
    } catch (const c10::Error& error) {
      EXPECT_EQ(std::string(error.what()).find("cannot load the stream"), 0U) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 10000);
}

}  // namespace
}  // namespace modecheck::engine
