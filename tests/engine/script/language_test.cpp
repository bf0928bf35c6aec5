// Tests the language TorchScript: statements, expressions, classes and the errors of sources.
#include <gtest/gtest.h>

#include "engine/api/factories.h"
#include "engine/script/tuple.h"
#include "tests/engine/script/source_runner.h"

namespace modecheck::engine::script {
namespace {

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(ScriptLanguage, ControlFlowRunsAsInPython) {
  EXPECT_EQ(run_source(R"(
def f(n: int) -> int:
  total = 0
  i = 0
  while torch.lt(i, n):
    i = torch.add(i, 1)
    if torch.eq(i, 2):
      continue
    elif i == 5:
      break
    else:
      total = torch.add(total, i)
  for k in range(3):
    total = torch.add(total, torch.mul(k, 100))
  for k in range(10, 0, -4):
    total += k * 1000
  return total
)",
                       {Value(10)})
                .integer(),
            1 + 3 + 4 + 300 + (10 + 6 + 2) * 1000);
}

TEST(ScriptLanguage, ABreakEndsTheInnerLoopOnly) {
  EXPECT_EQ(
      run_source("def f():\n  n = 0\n  for i in range(3):\n    for j in range(3):\n      if j == 1:\n        break\n"
                 "      n = n + 1\n  return n\n")
          .integer(),
      3);
}

TEST(ScriptLanguage, ExpressionsFollowPythonsPrecedence) {
  EXPECT_EQ(text_of("1 + 2 * 3 ** 2 - -4"), "23.0");
  EXPECT_EQ(text_of("(1 + 2) * 3"), "9");
  EXPECT_EQ(text_of("-2 ** 2"), "-4.0");
  EXPECT_EQ(text_of("7 // 2 % 2"), "1");
  EXPECT_EQ(text_of("1 < 2 and not 3 < 2 or False"), "True");
  EXPECT_EQ(text_of("1 if False else 2"), "2");
  EXPECT_EQ(text_of("6 & 3 | 8 ^ 1"), "11");
  EXPECT_EQ(text_of("1 << 4 >> 1"), "8");
  EXPECT_EQ(text_of("3 in [1, 3]"), "True");
  EXPECT_EQ(text_of("3 not in [1, 3]"), "False");
  EXPECT_EQ(text_of("None is None"), "True");
  EXPECT_EQ(text_of("1 is not None"), "True");
  EXPECT_EQ(text_of("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(text_of("1.0000000000000001e-05"), "1e-05");
  EXPECT_EQ(text_of("0."), "0.0");
  EXPECT_EQ(text_of("2j"), "(0.0+2.0j)");
  EXPECT_EQ(text_of(R"("a\n\"\101\x41" 'b')"), "'a\n\"AAb'");
}

TEST(ScriptLanguage, AndAndOrEvaluateNoMoreThanNeeded) {
  EXPECT_EQ(text_of("False and 1 // 0 == 1"), "False");
  EXPECT_EQ(text_of("True or 1 // 0 == 1"), "True");
}

TEST(ScriptLanguage, DisplaysAndComprehensions) {
  EXPECT_EQ(text_of("[1, 2, ]"), "[1, 2]");
  EXPECT_EQ(text_of("(1, )"), "(1,)");
  EXPECT_EQ(text_of("{\"a\": 1, \"b\": [2.5]}"), "{'a': 1, 'b': [2.5]}");
  EXPECT_EQ(text_of("[k * 2 for k in range(5) if k % 2 == 0]"), "[0, 4, 8]");
  EXPECT_EQ(text_of("{k: v for k, v in [(\"a\", 1), (\"b\", 2)]}"), "{'a': 1, 'b': 2}");
}

TEST(ScriptLanguage, AssignmentsUnpackAndWriteElements) {
  EXPECT_EQ(to_text(run_source(R"(
def f():
  a, b, = (1, (2, 3))
  c, d = b
  l = annotate(List[int], [])
  _0 = torch.append(l, a)
  l[0] = 7
  l += [c, d]
  e = {"k": 0}
  e["k"] += 5
  e["n"] = 1
  del e["n"]
  x : Optional[int] = None
  return (l, e, x)
)")),
            "([7, 2, 3], {k: 5}, None)");
}

TEST(ScriptLanguage, ListsAreSharedReferences) {
  EXPECT_EQ(to_text(run_source("def g(l: List[int]) -> NoneType:\n  _0 = torch.append(l, 2)\n  return None\n"
                               "def f():\n  a = [1]\n  b = a\n  _1 = __torch__.g(a, )\n  return b\n")),
            "[1, 2]");
}

TEST(ScriptLanguage, DefaultsAndKeywordsFillParameters) {
  const std::string source =
      "def g(a: int, b: List[int]=[1], c: str=\"x\") -> str:\n  _0 = torch.append(b, a)\n"
      "  return torch.format(\"{} {}\", b, c)\n"
      "def f():\n  _0 = __torch__.g\n  return [_0(1, ), __torch__.g(2, c=\"y\"), _0(a=3, b=[], )]\n";
  EXPECT_EQ(to_text(run_source(source)), "[[1, 1] x, [1, 2] y, [3] x]");
  EXPECT_NE(error_of("def g(a: int):\n  return a\ndef f():\n  return __torch__.g()\n").find("argument a is missing"),
            std::string::npos);
}

constexpr const char* kClasses = R"(
class Net(Module):
  __parameters__ = ["weight", ]
  __buffers__ = ["count", ]
  weight : Tensor
  count : Tensor
  training : bool
  inner : __torch__.sub.Inner
  __annotations__["0"] = __torch__.sub.Inner
  eps : Final[float] = 0.5
  def forward(self: __torch__.Net,
    x: Tensor) -> Tensor:
    weight = self.weight
    self.count = torch.add(self.count, 1)
    inner = self.inner
    _0 = getattr(self, "0")
    return (inner).forward(torch.mul((_0).forward(x, ), weight), )
  def eps_of(self) -> float:
    return self.eps
class Pair(NamedTuple):
  a : int
  b : str
class Sum:
  n : int
  def __init__(self: __torch__.Sum, n: int) -> NoneType:
    self.n = n
    return None
  def add(self: __torch__.Sum, k: int) -> int:
    self.n = torch.add(self.n, k)
    return self.n
def f():
  s = __torch__.Sum.__new__(__torch__.Sum)
  _0 = (s).__init__(3, )
  _1 = (s).add(4, )
  p = __torch__.Pair((s).add(1, ), "t")
  return (p.a, (p)[1], s.n, isinstance(p, __torch__.Pair), isinstance(s.n, (str, float)))
)";
constexpr const char* kInner = R"(
class Inner(Module):
  scale : float
  def forward(self: __torch__.sub.Inner, x: Tensor) -> Tensor:
    scale = self.scale
    return torch.mul(x, scale)
)";

TEST(ScriptLanguage, ModulesCallSubmodulesAndWriteAttributes) {
  const auto unit = unit_of({{"code/__torch__.py", kClasses}, {"code/__torch__/sub.py", kInner}});
  const ClassRef net = unit->find_class("__torch__.Net");
  EXPECT_EQ(net->kind, ClassKind::Module);
  ASSERT_EQ(net->attributes.size(), 5u);
  EXPECT_TRUE(net->attributes[0].is_parameter);
  EXPECT_TRUE(net->attributes[1].is_buffer);
  EXPECT_EQ(to_string(*net->attributes[4].type), "__torch__.sub.Inner");
  const ObjectRef object = Object::make(net);
  const ObjectRef inner = Object::make(unit->find_class("__torch__.sub.Inner"));
  *inner->find("scale") = Value(3.0);
  *object->find("weight") = Value(at::full({2}, 2));
  *object->find("count") = Value(at::zeros({1}));
  *object->find("training") = Value(false);
  *object->find("inner") = Value(inner);
  *object->find("0") = Value(inner);
  const Value out = net->find_method("forward")->call({object, at::ones({2})});
  EXPECT_TRUE(out.tensor().equal(at::full({2}, 18)));
  EXPECT_TRUE(object->find("count")->tensor().equal(at::ones({1})));
  EXPECT_EQ(net->find_method("eps_of")->call({object}).real(), 0.5);
  EXPECT_NE(std::string("no error"), [&] {
    try {
      net->find_method("forward")->call({object, Value(1)});
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  }());
}

TEST(ScriptLanguage, ScriptedClassesAndNamedTuples) {
  EXPECT_EQ(to_text(run_source(std::string(kClasses))), "(8, t, 8, True, False)");
}

TEST(ScriptLanguage, OperatorsAreChosenByTheTypesOfTheArguments) {
  const Value x = at::full({2}, 3);
  EXPECT_TRUE(
      run_source("def f(x: Tensor):\n  return torch.add(x, 2, alpha=2)\n", {x}).tensor().equal(at::full({2}, 7)));
  EXPECT_TRUE(run_source("def f(x: Tensor):\n  return torch.mul(x, x)\n", {x}).tensor().equal(at::full({2}, 9)));
  EXPECT_EQ(run_source("def f(x: Tensor):\n  return torch.sum(x, [0], True)\n", {x}).tensor().dim(), 1);
  EXPECT_EQ(run_source("def f(x: Tensor):\n  a, b, = torch.max(x, 0)\n  return b\n", {x}).tensor().item<std::int64_t>(),
            0);
  EXPECT_TRUE(
      run_source("def f(x: Tensor):\n  x += 1\n  return x\n", {Value(at::ones({2}))}).tensor().equal(at::full({2}, 2)));
  EXPECT_TRUE(run_source("def f(x: Tensor):\n  _0 = annotate(List[Optional[Tensor]], [torch.tensor([1])])\n"
                         "  return torch.index(x, _0)\n",
                         {Value(at::arange(3))})
                  .tensor()
                  .equal(at::full({1}, 1)));
}

TEST(ScriptLanguage, ConstantsOfTheArchiveHaveNames) {
  const auto unit = unit_of({{"code/__torch__.py", "def f():\n  return CONSTANTS.c1\n"},
                             {"code/__torch__/bad.py", "def f():\n  return CONSTANTS.c2\n"}},
                            {Value(1), Value("second")});
  EXPECT_EQ(unit->find_function("__torch__.f").call({}).string(), "second");
  try {
    unit->find_function("__torch__.bad.f");
    FAIL() << "a constant that the archive lacks is accepted";
  } catch (const std::exception& error) {
    expect_contains(error.what(), "code/__torch__/bad.py:2: CONSTANTS.c2 is unknown: the archive has 2 constants");
  }
}

TEST(ScriptErrors, AnUnknownOperatorFailsAtLoadWithFileAndLine) {
  const auto unit =
      unit_of({{"code/__torch__.py", "def f(x: Tensor):\n  if False:\n    y = ops.mine.what(x)\n  return x\n"}});
  try {
    unit->find_function("__torch__.f");
    FAIL() << "an unknown operator is accepted";
  } catch (const std::exception& error) {
    expect_contains(error.what(), "code/__torch__.py:3: the operator mine::what is unknown");
  }
}

TEST(ScriptErrors, AMissingOperatorOfPyTorchsLibraryFailsAtLoadToo) {
  const auto unit = unit_of({{"code/__torch__/torch/nn/functional.py",
                              "def g(x: int) -> int:\n  if x == 1:\n    _0 = torch._upsample_what(x)\n  return x\n"}});
  try {
    unit->find_function("__torch__.torch.nn.functional.g");
    FAIL() << "an unknown operator is accepted";
  } catch (const std::exception& error) {
    expect_contains(error.what(), "functional.py:3: the operator aten::_upsample_what is unknown");
  }
}

TEST(ScriptErrors, MistakesFailAtLoad) {
  const std::map<std::string, std::string> sources{
      {"def f():\n  return y\n", "code/__torch__.py:2: undefined value y"},
      {"def f(x: int=\"a\"):\n  return x\n", ":1: a value of type str stands for a value of type int"},
      {"class A(Module):\n  eps : Final[float] = 1\ndef f(x: Optional[__torch__.A]=None):\n  return 1\n",
       ":2: a value of type int stands for a value of type float"},
      {"def f():\n  return torch.relu()\n", ":2: no overload of aten::relu takes 0 arguments"},
      {"def f(x: __torch__.No):\n  return 1\n", ":1: the archive has no class __torch__.No"},
      {"def f(x: Future[int]):\n  return 1\n", "the type Future[...] is not supported"},
      {"def f():\n  return __torch__.g()\n", "the archive has no function and no class __torch__.g"},
      {"def f():\n  with x:\n    pass\n", ":2: the statement `with` is not supported"},
      {"def f():\n  return f\"{1}\"\n", "strings with a prefix"},
      {"def f():\n  return lambda: 1\n", "lambda is not supported"},
      {"def f():\n  break\n", "break or continue stands outside of a loop"},
      {"def f():\n  return 1 < 2 < 3\n", "chained comparisons are not supported"},
      {"def f(:):\n", ":1: expected the name of a parameter but found ':'"},
      {"def f():\nreturn 1\n", "expected an indented line"},
      {"def f():\n    x = 1\n  return x\n", "the indentation fits no block"},
      {"def f():\n  return \"abc\n", ":2: a string is not closed"},
      {"def f():\n  return (1\n", "a bracket is not closed"},
      {"def f():\n  return 99999999999999999999\n", "does not fit 64 bits"},
      {"def f():\n  return $\n", "the character with code 36"},
      {"class A(Enum):\n  x : int = 1\ndef f():\n  return 1\n", "a class derived from Enum is not supported"},
      {"class A(Module):\n  __forward_hooks__ = [\"h\", ]\ndef f():\n  return 1\n",
       "hooks of modules are not supported"},
  };
  for (const auto& [source, message] : sources) expect_contains(error_of(source), message);
}

TEST(ScriptErrors, AnErrorNamesTheLinesOfAllActiveCalls) {
  const std::string error = error_of(
      "def g(x: int):\n  ops.prim.RaiseException(\"bad\", \"builtins.ValueError\")\n  return x\n"
      "def f():\n  a = 1\n  return __torch__.g(a, )\n");
  expect_contains(error, "builtins.ValueError: bad");
  expect_contains(error, "TorchScript traceback, innermost call first:");
  expect_contains(error, "code/__torch__.py:2 in __torch__.g");
  expect_contains(error, "code/__torch__.py:6 in __torch__.f");
  expect_contains(error_of("def f():\n  assert 1 == 2, \"unequal\"\n  return 1\n"), "AssertionError: unequal");
  expect_contains(error_of("def f():\n  raise ValueError(\"wrong\")\n"), "ValueError: wrong");
}

TEST(ScriptErrors, WrongTypesAreNamed) {
  expect_contains(error_of("def f(x: int):\n  return x\n", {Value(1.5)}),
                  "expected a value of type 'int' for argument 'x' but instead found type 'float'");
  expect_contains(error_of("def f():\n  return torch.relu(\"a\")\n"), "no overload takes arguments of the types (str)");
  expect_contains(error_of("def f():\n  if \"a\":\n    pass\n  return 1\n"), "has no truth value");
  expect_contains(error_of("def f():\n  return [1][1]\n"), "list index out of range");
  expect_contains(error_of("def f():\n  return {\"a\": 1}[\"b\"]\n"), "KeyError: 'b'");
  expect_contains(error_of("def f():\n  a, b, = (1, 2, 3)\n  return a\n"), "expected 2 values to unpack, but got 3");
}

}  // namespace
}  // namespace modecheck::engine::script
