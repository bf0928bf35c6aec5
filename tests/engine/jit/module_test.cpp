// Tests torch::jit on small archives that the tests write. tests/parity/models_test.py compares whole models with
// libtorch.
#include "tests/engine/jit/model_archive.h"

namespace modecheck::engine {
namespace {

using torch::jit::Module;

template <typename Named>
std::vector<std::string> names_of(const Named& named) {
  std::vector<std::string> out;
  for (const auto& one : named) out.push_back(one.name);
  return out;
}

using Names = std::vector<std::string>;

TEST(ScriptModule, MethodsAreCalled) {
  Module module = loaded_module(net_archive());
  const Tensor x = at::full({2}, 2);
  EXPECT_EQ(values(module.forward({x}).toTensor()), (std::vector<double>{7, 7}));
  EXPECT_EQ(values(module({x}).toTensor()), (std::vector<double>{7, 7}));
  EXPECT_EQ(values(module.run_method("forward", x).toTensor()), (std::vector<double>{7, 7}));
  EXPECT_EQ(values(module.run_method("shifted", x).toTensor()), (std::vector<double>{12, 22}));
  const auto both = module.run_method("both", x).toTuple();
  ASSERT_EQ(both->elements().size(), 2U);
  EXPECT_EQ(values(both->elements()[0].toTensor()), (std::vector<double>{4, 4}));
  EXPECT_TRUE(both->elements()[1].isModule());
  EXPECT_EQ(values(both->elements()[1].toModule().forward({x}).toTensor()), (std::vector<double>{3, 3}));
  const c10::IValue scaled = module.get_method("both")({x}, {{"scale", 5.0}});
  EXPECT_EQ(values(scaled.toTupleRef().elements()[0].toTensor()), (std::vector<double>{10, 10}));
  EXPECT_EQ(module.get_method("both").name(), "both");
  EXPECT_EQ(module.get_method("both").num_inputs(), 3U);
  EXPECT_EQ(module.run_method("place").toDouble(), 2);
  EXPECT_EQ(module.get_methods().size(), 4U);
  EXPECT_FALSE(module.find_method("absent").has_value());
  EXPECT_NE(message_of([&] {
              module.get_method("absent");
            }).find("the class '__torch__.Net' has no method 'absent'; its methods are: forward, both, shifted, place"),
            std::string::npos);
  EXPECT_NE(message_of([&] { module.forward({}); }), "");
  EXPECT_NE(message_of([&] { module.forward({1}); }), "");
}

TEST(ScriptModule, PartsAreListed) {
  const Module module = loaded_module(net_archive());
  EXPECT_EQ(module.type_name(), "__torch__.Net");
  EXPECT_EQ(names_of(module.named_parameters()), (Names{"weight", "first.bias", "second.bias"}));
  EXPECT_EQ(names_of(module.named_parameters(false)), Names{"weight"});
  EXPECT_EQ(names_of(module.named_buffers()), Names{"count"});
  EXPECT_EQ(names_of(module.named_children()), (Names{"first", "second"}));
  EXPECT_EQ(names_of(module.named_modules()), (Names{"", "first", "second"}));
  EXPECT_EQ(names_of(module.named_attributes(false)), (Names{"weight", "count", "training", "names", "sizes", "table",
                                                             "pair", "maybe", "point", "first", "second"}));
  EXPECT_EQ(module.attributes().size(), 15U);
  EXPECT_TRUE(module.parameters()[0].requires_grad());
  EXPECT_EQ(module.buffers()[0].scalar_type(), at::kLong);
}

TEST(ScriptModule, AttributesAreReadAndSet) {
  Module module = loaded_module(net_archive());
  EXPECT_EQ(module.attr("names").toStringVector(), (std::vector<std::string>{"x", "y"}));
  EXPECT_TRUE(module.attr("sizes").isIntList());
  EXPECT_EQ(module.attr("table").toGenericDict().at("a").toInt(), 1);
  EXPECT_EQ(module.attr("pair").toTuple()->elements()[0].toInt(), 7);
  EXPECT_TRUE(module.attr("maybe").isNone());
  EXPECT_EQ(module.attr("absent", 3).toInt(), 3);
  EXPECT_TRUE(module.hasattr("maybe"));
  EXPECT_FALSE(module.hasattr("absent"));
  module.setattr("maybe", 1.5);
  EXPECT_EQ(module.attr("maybe").toDouble(), 1.5);
  module.setattr("sizes", std::vector<std::int64_t>{1, 2});
  EXPECT_EQ(module.attr("sizes").toIntVector(), (std::vector<std::int64_t>{1, 2}));
  EXPECT_NE(
      message_of([&] {
        module.setattr("maybe", "text");
      }).find("'maybe' of the class '__torch__.Net' is declared as Optional[float] and cannot be a value of type str"),
      std::string::npos);
  EXPECT_NE(message_of([&] { module.setattr("absent", 1); }).find("has no attribute 'absent'"), std::string::npos);
  EXPECT_NE(message_of([&] { module.attr("absent"); }).find("its attributes are: weight, count,"), std::string::npos);
}

TEST(ScriptModule, K1TheModeDecidesTheKindOfLoadedTensors) {
  const std::string bytes = net_archive();
  for (const bool inside : {false, true}) {
    const c10::InferenceMode mode(inside);
    Module module = loaded_module(bytes);
    for (const Tensor& tensor : module.parameters()) EXPECT_EQ(tensor.is_inference(), inside);
    for (const Tensor& tensor : module.buffers()) EXPECT_EQ(tensor.is_inference(), inside);
    EXPECT_EQ(module.forward({at::ones({2})}).toTensor().is_inference(), inside);
    EXPECT_EQ(module.forward({at::ones({2})}).toTensor().requires_grad(), !inside);
  }
}

TEST(ScriptModule, TrainingIsSetInAllParts) {
  Module module = loaded_module(net_archive());
  EXPECT_TRUE(module.is_training());
  EXPECT_NE(message_of([&] { torch::jit::freeze(module); }).find("the module is in training mode"), std::string::npos);
  module.eval();
  for (const Module& one : module.modules()) EXPECT_FALSE(one.is_training());
  const Module frozen = torch::jit::freeze(module);
  const Module optimized = torch::jit::optimize_for_inference(module);
  for (Module one : {frozen, optimized})
    EXPECT_EQ(values(one.forward({at::full({2}, 2)}).toTensor()), (std::vector<double>{7, 7}));
  module.train();
  EXPECT_TRUE(module.children()[0].is_training());
  EXPECT_FALSE(frozen.is_training());
}

TEST(ScriptModule, CopiesShareOrNot) {
  Module module = loaded_module(net_archive());
  Module deep = module.deepcopy();
  Module shallow = module.copy();
  Module whole = module.clone();
  Module cloned = module.clone(true);
  EXPECT_TRUE(deep.parameters()[0].is_leaf() && deep.parameters()[0].requires_grad());
  EXPECT_TRUE(deep.attr("first").is(deep.attr("second")));
  EXPECT_TRUE(cloned.attr("first").is(cloned.attr("second")));
  EXPECT_FALSE(cloned.attr("first").is(module.attr("first")));
  EXPECT_TRUE(shallow.attr("first").is(module.attr("first")));
  {
    const at::NoGradGuard no_grad;
    module.parameters()[0].fill_(0);
  }
  EXPECT_EQ(values(deep.parameters()[0]), (std::vector<double>{3, 3}));
  EXPECT_EQ(values(whole.parameters()[0]), (std::vector<double>{3, 3}));
  EXPECT_EQ(values(shallow.parameters()[0]), (std::vector<double>{0, 0}));
  EXPECT_EQ(values(cloned.parameters()[0]), (std::vector<double>{0, 0}));
  module.to(at::kDouble);
  EXPECT_EQ(module.buffers()[0].scalar_type(), at::kDouble);
  EXPECT_EQ(deep.parameters()[0].scalar_type(), at::kFloat);
}

TEST(ScriptModule, AnArchiveIsWrittenAgain) {
  Module module = loaded_module(net_archive());
  module.setattr("sizes", std::vector<std::int64_t>{4});
  std::stringstream file;
  module.save(file, {{"new.txt", "new"}});
  torch::jit::ExtraFilesMap extra{{"new.txt", ""}, {"note.txt", "unchanged"}};
  Module again = torch::jit::load(file, std::nullopt, extra);
  EXPECT_EQ(extra["new.txt"], "new");
  EXPECT_EQ(extra["note.txt"], "unchanged");
  EXPECT_EQ(values(again.forward({at::full({2}, 2)}).toTensor()), (std::vector<double>{7, 7}));
  EXPECT_EQ(values(again.run_method("shifted", at::zeros({2})).toTensor()), (std::vector<double>{10, 20}));
  EXPECT_EQ(again.attr("sizes").toIntVector(), std::vector<std::int64_t>{4});
  EXPECT_TRUE(again.attr("first").is(again.attr("second")));
  EXPECT_TRUE(again.parameters()[0].requires_grad());
  EXPECT_EQ(again.run_method("place").toDouble(), 2);
  EXPECT_EQ(again.attr("table").toGenericDict().at("a").toInt(), 1);
  EXPECT_EQ(saved_module(again), saved_module(loaded_module(saved_module(again))));
}

// Returns a module of this code, whose attributes are `attributes`.
Module module_of(const std::string& code, const Attributes& attributes) {
  ModelArchive archive;
  archive.add("code/__torch__.py", "class Net(Module):\n  __parameters__ = []\n  __buffers__ = []\n" + code);
  return loaded_module(archive.bytes(ModelArchive::object("__torch__ Net", attributes)));
}

TEST(ScriptModule, NamedTuplesInContainersAreLoaded) {
  using archives::PickleValue;
  const auto point = [](std::int64_t x, double y) {
    return PickleValue::tuple({PickleValue::number(x), PickleValue::real(y)});
  };
  const archives::PickleRef table = PickleValue::make(archives::PickleKind::Dict);
  table->items = {PickleValue::string("a"), point(5, 0.5)};
  Module module = module_of(
      "  points : List[__torch__.parts.Point]\n"
      "  table : Dict[str, __torch__.parts.Point]\n"
      "  pair : Tuple[__torch__.parts.Point, int]\n"
      "  maybe : List[Optional[__torch__.parts.Point]]\n"
      "  def forward(self: __torch__.Net) -> float:\n"
      "    return torch.add(torch.add(self.points[1].x, self.table[\"a\"].y), self.pair[0].y)\n",
      {{"points", PickleValue::list({point(1, 2), point(3, 4)})},
       {"table", table},
       {"pair", PickleValue::tuple({point(7, 0.25), PickleValue::number(1)})},
       {"maybe", PickleValue::list({PickleValue::none(), point(1, 1)})}});
  EXPECT_EQ(module.forward({}).toDouble(), 3.75);
  EXPECT_EQ(loaded_module(saved_module(module)).forward({}).toDouble(), 3.75);
  EXPECT_NE(message_of([&] {
              module_of("  points : List[__torch__.parts.Point]\n",
                        {{"points", PickleValue::list({PickleValue::tuple({PickleValue::number(1)})})}});
            }).find("is declared as List[__torch__.parts.Point]"),
            std::string::npos);
}

// A program gives each of 40 modules the next one twice.
TEST(ScriptModule, SharedSubmodulesAreNotVisitedWithoutEnd) {
  using archives::PickleValue;
  const std::string code =
      "  modules : List[Any]\n  left : Any\n  right : Any\n"
      "  def forward(self: __torch__.Net) -> int:\n    return 1\n"
      "  def link(self: __torch__.Net) -> NoneType:\n    a = unchecked_cast(__torch__.Net, self)\n"
      "    for i in range(torch.len(self.modules)):\n      b = unchecked_cast(__torch__.Net, self.modules[i])\n"
      "      a.left = b\n      a.right = b\n      a = b\n    return None\n";
  const auto attributes = [](const archives::PickleRef& modules) -> Attributes {
    return {{"modules", modules}, {"left", PickleValue::none()}, {"right", PickleValue::none()}};
  };
  std::vector<archives::PickleRef> others;
  for (int i = 0; i < 40; ++i)
    others.push_back(ModelArchive::object("__torch__ Net", attributes(PickleValue::list({}))));
  Module module = module_of(code, attributes(PickleValue::list(std::move(others))));
  EXPECT_TRUE(module.parameters().empty());
  module.run_method("link");
  EXPECT_NE(message_of([&] { static_cast<void>(module.parameters()); }).find("does it hold one many times?"),
            std::string::npos);
}

TEST(ScriptModule, ComplexNumbersAreReadAndWritten) {
  using archives::PickleValue;
  const std::string code =
      "  one : complex\n  more : List[complex]\n"
      "  def forward(self: __torch__.Net) -> complex:\n    return torch.mul(self.one, self.more[0])\n";
  const auto number = [](double real, double imag) {
    return PickleValue::call("builtins complex", {PickleValue::real(real), PickleValue::real(imag)});
  };
  Module module = module_of(code, {{"one", number(1, 2)}, {"more", PickleValue::list({number(0, 1)})}});
  EXPECT_EQ(module.forward({}).toComplexDouble(), c10::complex<double>(-2, 1));
  EXPECT_EQ(loaded_module(saved_module(module)).forward({}).toComplexDouble(), c10::complex<double>(-2, 1));
  const auto broken = PickleValue::call("builtins complex", {PickleValue::real(1)});
  EXPECT_NE(message_of([&] {
              module_of(code, {{"one", broken}, {"more", PickleValue::list({})}});
            }).find("has not two floats"),
            std::string::npos);
}

// A list or a tuple that holds another one twice on each of 60 levels has as many elements as nobody can copy.
TEST(ScriptModule, SharedValuesAreNotCopiedWithoutEnd) {
  const auto nested = [](const std::string& open, const std::string& close) {
    return module_of("  value : Any\n  def forward(self: __torch__.Net) -> Any:\n    a = " + open + "1, 1" + close +
                         "\n    for i in range(60):\n      a = " + open + "a, a" + close +
                         "\n    self.value = a\n    return a\n",
                     {{"value", archives::PickleValue::none()}});
  };
  for (Module module : {nested("[", "]"), nested("(", ")")}) {
    EXPECT_NE(message_of([&] { module.forward({}); }).find("does it hold one list many times?"), std::string::npos);
    // A copy and an archive share what the value shares.
    EXPECT_EQ(message_of([&] { static_cast<void>(module.deepcopy()); }), "");
    EXPECT_EQ(message_of([&] { static_cast<void>(saved_module(module)); }), "");
    // The reader follows every reference.
    EXPECT_NE(message_of([&] { loaded_module(saved_module(module)); }), "");
  }
}

TEST(ScriptModule, ExtraFilesAreRead) {
  std::istringstream in(net_archive());
  torch::jit::ExtraFilesMap extra{{"note.txt", ""}, {"absent.txt", "unchanged"}};
  torch::jit::load(in, std::nullopt, extra);
  EXPECT_EQ(extra["note.txt"], "a note");
  EXPECT_EQ(extra["absent.txt"], "unchanged");
}

TEST(ScriptModule, AnEmptyModuleSaysThatItIsEmpty) {
  Module module;
  EXPECT_NE(message_of([&] { module.forward({}); }).find("the module is empty"), std::string::npos);
  EXPECT_NE(message_of([&] { static_cast<void>(module.parameters()); }).find("the module is empty"), std::string::npos);
  module = loaded_module(net_archive());
  EXPECT_TRUE(module.hasattr("weight"));
}

TEST(ScriptModule, BoxesOfTuplesShareTheirElements) {
  const c10::IValue box(std::make_tuple(std::int64_t{1}, normal(), "text"));
  EXPECT_TRUE(box.isTuple());
  EXPECT_STREQ(box.tagKind(), "Tuple");
  EXPECT_EQ(box.toTuple()->elements()[2].toStringRef(), "text");
  const c10::IValue copy = box;
  EXPECT_TRUE(copy.is(box));
  EXPECT_EQ(box.use_count(), 2U);
  EXPECT_TRUE(c10::IValue(c10::ivalue::Tuple::create(1, 2)) == c10::IValue(std::make_tuple(1, 2)));
  EXPECT_FALSE(c10::IValue(c10::ivalue::Tuple::create(1, 2)) == c10::IValue(c10::ivalue::Tuple::create(1, 3)));
  EXPECT_NE(message_of([&] { c10::IValue(1).toTuple(); }).find("expected tuple but got Int"), std::string::npos);
  EXPECT_NE(message_of([&] { c10::IValue(1).toModule(); }).find("expected object but got Int"), std::string::npos);
}

}  // namespace
}  // namespace modecheck::engine
