// Tests that torch::jit::load refuses damaged and hostile archives, and says what is wrong.
#include <random>

#include "tests/engine/jit/model_archive.h"

namespace modecheck::engine {
namespace {

using archives::PickleRef;
using archives::PickleValue;

std::string refused(const std::string& bytes) {
  return message_of([&] { loaded_module(bytes); });
}

void expect_refused(const std::string& bytes, const std::string& text) {
  const std::string said = refused(bytes);
  EXPECT_NE(said.find(text), std::string::npos) << "expected: " << text << "\nsaid: " << said;
}

// Returns the Net's archive with one attribute replaced, or left out if `value` is null.
std::string with_attribute(const std::string& name, const PickleRef& value) {
  ModelArchive archive;
  Attributes attributes;
  for (auto& [key, old] : archive.net())
    if (key != name)
      attributes.emplace_back(key, old);
    else if (value != nullptr)
      attributes.emplace_back(key, value);
  return archive.bytes(ModelArchive::object("__torch__ Net", attributes));
}

// Returns the Net's archive with one file replaced, or left out if `text` is empty.
std::string with_file(const std::string& name, const std::string& text) {
  ModelArchive archive;
  archive.add(name, text);
  return archive.bytes(ModelArchive::object("__torch__ Net", archive.net()));
}

TEST(HostileModels, AttributesMustFitTheClass) {
  expect_refused(with_attribute("training", PickleValue::number(1)),
                 "the attribute 'training' of the class '__torch__.Net' is declared as bool, and the archive has a "
                 "value of type int");
  expect_refused(with_attribute("weight", PickleValue::string("no tensor")), "is declared as Tensor");
  expect_refused(with_attribute("names", PickleValue::list({PickleValue::number(1)})), "is declared as List[str]");
  expect_refused(with_attribute("table", PickleValue::list({})), "is declared as Dict[str, int]");
  expect_refused(with_attribute("pair", PickleValue::tuple({PickleValue::number(1)})),
                 "is declared as Tuple[int, Tensor]");
  expect_refused(with_attribute("point", PickleValue::tuple({PickleValue::number(1), PickleValue::number(1)})),
                 "is declared as __torch__.parts.Point");
  expect_refused(with_attribute("first", PickleValue::none()), "is declared as __torch__.parts.Inner");
  expect_refused(with_attribute("weight", nullptr),
                 "an object of the class '__torch__.Net' has no value for the attribute 'weight'");
  EXPECT_EQ(refused(with_attribute("maybe", nullptr)), "");
  ModelArchive more;
  Attributes attributes = more.net();
  attributes.emplace_back("unknown", PickleValue::number(1));
  expect_refused(more.bytes(ModelArchive::object("__torch__ Net", attributes)),
                 "the class '__torch__.Net' has no attribute 'unknown'");
  ModelArchive twice;
  attributes = twice.net();
  attributes.emplace_back("training", PickleValue::boolean(true));
  expect_refused(twice.bytes(ModelArchive::object("__torch__ Net", attributes)), "has the attribute 'training' twice");
  expect_refused(with_attribute("sizes", PickleValue::call("torch.jit._pickle build_intlist",
                                                           {PickleValue::list({PickleValue::string("one")})})),
                 "an element of a list does not have the type that 'torch.jit._pickle build_intlist' gives");
}

TEST(HostileModels, CodeMustBeWhole) {
  expect_refused(with_file("code/__torch__/parts.py", ""), "the archive has no class __torch__.parts.");
  const std::string code = ModelArchive::net_code;
  // A file that ends within a method or a class.
  for (const std::size_t left :
       {code.find("torch.mul(x, weight)") + 9, code.find(".forward(") + 9, code.find("def both") + 5})
    EXPECT_NE(refused(with_file("code/__torch__.py", code.substr(0, left))), "") << left;
  expect_refused(with_file("code/__torch__.py", "class Other(Module):\n  __parameters__ = []\n  __buffers__ = []\n"),
                 "__torch__.Net");
  std::string unknown = code;
  unknown.replace(unknown.find("torch.mul(x, weight)"), 9, "torch.mull");
  const std::string said = refused(with_file("code/__torch__.py", unknown));
  EXPECT_NE(said.find("mull"), std::string::npos) << said;
  EXPECT_NE(said.find("code/__torch__.py"), std::string::npos) << said;
}

// An operator that does not exist is an error of loading, in whichever file it stands.
TEST(HostileModels, UnknownOperatorsAreRefusedInPyTorchsOwnSourcesToo) {
  const auto with_library = [](const std::string& file, const std::string& call) {
    ModelArchive archive;
    std::string name = file;
    std::replace(name.begin(), name.end(), '/', '.');
    archive.add("code/__torch__/" + file + ".py",
                "def rarely(x: Tensor) -> Tensor:\n  if False:\n    _0 = " + call + "\n  return x\n");
    archive.add("code/__torch__.py",
                "class Net(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
                "  def forward(self: __torch__.Net,\n    x: Tensor) -> Tensor:\n    return __torch__." +
                    name + ".rarely(x, )\n");
    return archive.bytes(ModelArchive::object("__torch__ Net", {}));
  };
  const std::string said = refused(with_library("torch/nn/functional", "torch.absent_operator(x)"));
  EXPECT_NE(said.find("code/__torch__/torch/nn/functional.py:3"), std::string::npos) << said;
  EXPECT_NE(said.find("the operator aten::absent_operator is unknown"), std::string::npos) << said;
  // The operators of nested tensors are the exception, and in the sources of transformers only.
  const std::string nested = "torch._nested_tensor_from_mask(x, x)";
  EXPECT_EQ(refused(with_library("torch/nn/modules/transformer", nested)), "");
  expect_refused(with_library("torch/nn/modules/activation", nested), "aten::_nested_tensor_from_mask is unknown");
  expect_refused(with_library("torch/nn/modules/transformer", "torch.absent_operator(x)"), "is unknown");
}

TEST(HostileModels, UnknownMethodsAreRefused) {
  const auto with_call = [](const std::string& call) {
    return with_file("code/__torch__.py", std::string(ModelArchive::net_code) +
                                              "  def more(self: __torch__.Net,\n    x: Any) -> Any:\n    return " +
                                              call + "\n");
  };
  EXPECT_EQ(refused(with_call("x.relu()")), "");
  // A class of the archive has this method.
  EXPECT_EQ(refused(with_call("x.both(1)")), "");
  const std::string said = refused(with_call("x.absent_method()"));
  EXPECT_NE(said.find("a method absent_method is called, which no class has"), std::string::npos) << said;
  EXPECT_NE(said.find("code/__torch__.py:"), std::string::npos) << said;
}

TEST(HostileModels, TheArchiveMustHaveAModule) {
  ModelArchive number;
  expect_refused(number.bytes(PickleValue::number(1)), "the archive has an int, not a module");
  ModelArchive missing;
  expect_refused(missing.bytes(ModelArchive::object("__torch__.nowhere Net", {})), "__torch__.nowhere");
  expect_refused(with_file("constants.pkl", ""), "so it has no TorchScript model");
  expect_refused(with_file("constants.pkl", archives::write_pickle(*PickleValue::number(1))),
                 "the constants are an int, not a tuple");
  expect_refused(with_file("constants.pkl",
                           archives::write_pickle(*PickleValue::tuple({ModelArchive::object("__torch__ Net", {})}))),
                 "the constants have an object of the class '__torch__.Net'");
  ModelArchive stateful;
  stateful.add("code/__torch__.py",
               "class Net(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
               "  def __setstate__(self: __torch__.Net,\n    state: int) -> NoneType:\n    return None\n");
  const PickleRef object = ModelArchive::object("__torch__ Net", {});
  object->state = PickleValue::number(1);
  expect_refused(stateful.bytes(object), "are made by its method __setstate__, which is not run");
}

TEST(HostileModels, TensorsMustLieInTheFile) {
  ModelArchive archive;
  Attributes attributes = archive.net();
  const PickleRef tensor = attributes[0].second;
  tensor->items[2] = PickleValue::tuple({PickleValue::number(1000)});
  expect_refused(archive.bytes(ModelArchive::object("__torch__ Net", attributes)), "reaches beyond its storage");
  ModelArchive missing;
  attributes = missing.net();
  attributes[0].second->items[0]->items[0]->items[2] = PickleValue::string("99");
  expect_refused(missing.bytes(ModelArchive::object("__torch__ Net", attributes)), "data/99");
}

TEST(HostileModels, ObjectsCannotContainThemselves) {
  // Net's attribute `first` is the object itself, which the memo gives out before it has its state.
  constexpr char written[] =
      "\x80\x02"
      "c__torch__\nNet\nq\0)\x81q\1}(X\5\0\0\0firsth\1ub.";
  const std::string pickle(written, sizeof written - 1);
  ModelArchive archive;
  expect_refused(archive.bytes_of(pickle), "BUILD changes a value that the memo has given out");
  std::string deep("\x80\x02", 2);
  for (int i = 0; i < 600; ++i) deep += ']';
  for (int i = 1; i < 600; ++i) deep += 'a';
  ModelArchive nested;
  expect_refused(nested.bytes_of(deep + '.'), "nested more than");
}

TEST(HostileModels, AnyDamagedByteIsRefusedOrLoads) {
  const std::string whole = net_archive();
  std::mt19937 random(1);  // NOLINT: the same damage in every run
  std::size_t refusals = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = whole;
    if (i % 4 == 0) bytes.resize(random() % bytes.size());
    for (int change = 0; change < 1 + i % 3 && !bytes.empty(); ++change)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    try {
      loaded_module(bytes);
    } catch (const c10::Error& error) {
      EXPECT_NE(std::string(error.what()), "");
      ++refusals;
    }
  }
  EXPECT_GT(refusals, 1000U);
}

}  // namespace
}  // namespace modecheck::engine
