// Tests that no source makes the engine crash, hang or take memory without bound.
#if defined(__SANITIZE_ADDRESS__)
#define MODECHECK_SCRIPT_TEST_LSAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MODECHECK_SCRIPT_TEST_LSAN
#endif
#endif
#ifdef MODECHECK_SCRIPT_TEST_LSAN
#include <sanitizer/lsan_interface.h>
#endif

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/script/limits.h"
#include "engine/script/parser.h"
#include "tests/engine/script/source_runner.h"

namespace modecheck::engine::script {
namespace {

void expect_error(const std::string& source, const std::string& part) {
  const std::string error = error_of(source);
  EXPECT_NE(error.find(part), std::string::npos) << error.substr(0, 400);
}
std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(HostileScript, NestingIsBounded) {
  for (const char* const open : {"(", "[", "{1: ", "-", "not ", "a[", "f(", "1 if 1 else ", "1 + (", "1 ** "})
    expect_error("def f():\n  return " + repeated(open, 100000) + "\n", "");
  expect_error("def f():\n  return " + repeated("(", 1000) + "1" + repeated(")", 1000) + "\n", "nested more than");
  expect_error("def f():\n  return 1" + repeated(" + 1", 1000) + "\n", "nested more than");
  expect_error("def f():\n  return a" + repeated(".b", 1000) + "\n", "nested more than");
  expect_error("def f():\n  return a" + repeated("()", 1000) + "\n", "nested more than");
  std::string blocks = "def f():\n";
  for (int i = 1; i < 1000; ++i) blocks += std::string(static_cast<std::size_t>(i), ' ') + "if True:\n";
  expect_error(blocks, "nested more than");
  expect_error("def f(x: " + repeated("List[", 1000) + "int" + repeated("]", 1000) + "):\n  return 1\n",
               "nested more than");
}

TEST(HostileScript, RecursionIsBounded) {
  expect_error("def f():\n  return __torch__.f()\n", "calls are active");
  std::string deep = "__torch__.f()";
  for (int i = 0; i < 30; ++i) deep = "[" + deep + "]";
  expect_error("def f():\n  return " + deep + "\n", "are active");
}

TEST(HostileScript, EndlessLoopsEnd) {
  expect_error("def f():\n  while True:\n    pass\n  return 1\n", "is a loop endless?");
}

TEST(HostileScript, MemoryIsBounded) {
  expect_error("def f():\n  s = \"a\"\n  while True:\n    s = s + s\n  return s\n", "elements");
  expect_error("def f():\n  s = [1]\n  while True:\n    s = s + s\n  return s\n", "elements");
  expect_error("def f():\n  return [1] * 9223372036854775807\n", "elements");
  expect_error("def f():\n  return list(range(9223372036854775807))\n", "elements");
}

// While it lives, the sanitizer for leaks reports nothing of what is allocated.
struct LeaksAreExpected {
#ifdef MODECHECK_SCRIPT_TEST_LSAN
  __lsan::ScopedDisabler disabler;
#endif
};

TEST(HostileScript, DeeplyNestedValuesAreReleasedAndNotCompared) {
  EXPECT_EQ(error_of("def f():\n  a = [1]\n  for i in range(1000000):\n    a = [a]\n  return 1\n"), "no error");
  EXPECT_EQ(error_of("def f():\n  a = (1,)\n  for i in range(1000000):\n    a = (a,)\n  return 1\n"), "no error");
  const std::string nested = "def f():\n  a = [1]\n  b = [1]\n  for i in range(1000):\n    a = [a]\n    b = [b]\n";
  expect_error(nested + "  return a == b\n", "nested more than");
  expect_error(nested + "  return str(a)\n", "nested more than");
  // A list that contains itself is never released, as in libtorch, because lists are shared references.
  [[maybe_unused]] const LeaksAreExpected expected;
  expect_error("def f():\n  a = [1]\n  _0 = torch.append(a, a)\n  return str(a)\n", "nested more than");
}

// Lists and tuples that hold one another twice on each of 60 levels have as many elements as nobody can visit.
TEST(HostileScript, SharedValuesDoNotGrowExponentially) {
  const auto nested = [](const std::string& name, const std::string& open, const std::string& close) {
    return "  " + name + " = " + open + "1, 1" + close + "\n  for i in range(60):\n    " + name + " = " + open + name +
           ", " + name + close + "\n";
  };
  const std::string lists = "def f():\n" + nested("a", "[", "]") + nested("b", "[", "]");
  [[maybe_unused]] const std::string tuples = "def f():\n" + nested("a", "(", ")") + nested("b", "(", ")");
  expect_error(lists + "  return str(a)\n", "the text of a value has more than");
  expect_error(lists + "  return torch.format(\"{}\", a)\n", "the text of a value has more than");
  expect_error(lists + "  assert False, str(a)\n  return 1\n", "the text of a value has more than");
  expect_error(lists + "  return a == b\n", "elements are compared at once");
#ifndef MODECHECK_SCRIPT_TEST_LSAN
  // A sanitizer makes this last a minute.
  expect_error(tuples + "  return torch.sorted([a, b])\n", "elements of tuples are compared");
#endif
  expect_error(lists + "  return torch.tensor(a)\n", "the lists have more than");
}

TEST(HostileScript, ManyNamesAreCompiledInTime) {
  constexpr int count = 200000;
  std::string fields = "class Many:\n";
  for (int i = 0; i < count; ++i) fields += "  a" + std::to_string(i) + " : int\n";
  EXPECT_EQ(error_of(fields + "def f(x: Optional[__torch__.Many]=None):\n  return 1\n"), "no error");
  std::string functions;
  for (int i = 0; i < count / 4; ++i) {
    const std::string number = std::to_string(i);
    functions += "def g" + number + "():\n  return 1\n";
  }
  std::string calls = "def f():\n";
  for (int i = 0; i < count / 4; ++i) calls += "  _0 = __torch__.g" + std::to_string(i) + "()\n";
  EXPECT_EQ(error_of(functions + calls + "  return 1\n"), "no error");
  std::string parameters = "def f(";
  for (int i = 0; i < 2000; ++i) parameters += "a" + std::to_string(i) + ": int=0, ";
  expect_error(parameters + "):\n  return 1\n", "parameters, which is the most that is allowed");
}

TEST(HostileScript, TheKeysOfADictionaryHaveNoKnownHash) {
  // These keys fell into one bucket of std::unordered_map.
  std::string source = "def f():\n  d = annotate(Dict[int, int], {})\n  for i in range(100000):\n";
  source += "    d[i * 7166819] = i\n  return torch.len(d)\n";
  EXPECT_EQ(run_source(source).integer(), 100000);
}

TEST(HostileScript, ManyClassesInAChainAreCompiled) {
  std::string source;
  for (int i = 0; i < 3000; ++i)
    source += "class C" + std::to_string(i) + ":\n  n : Optional[__torch__.C" + std::to_string(i + 1) + "]\n";
  source += "class C3000:\n  n : int\ndef f(x: Optional[__torch__.C0]=None):\n  return 1\n";
  EXPECT_EQ(error_of(source), "no error");
}

// A source with most of the language's forms, which the mutations below start from.
constexpr const char* kSeed = R"(
class Net(Module):
  __parameters__ = ["weight", ]
  __buffers__ = []
  weight : Tensor
  training : bool
  __annotations__["0"] = Optional[Dict[str, Tuple[int, List[float]]]]
  eps : Final[float] = 1.0000000000000001e-05
  def forward(self: __torch__.Net,
    x: Tensor,
    n: int=3) -> Tuple[Tensor, List[int]]:
    _0 = "text {} \" \101"
    if torch.gt(n, 2):
      y : Optional[Tensor] = torch.add(x, self.weight, alpha=2)
    else:
      y = None
    l = annotate(List[int], [])
    for i in range(n):
      _1 = torch.append(l, i * 2 ** -1 // 3)
    while torch.len(l) < 9 and not False:
      l += [k for k in range(3) if k in {1: 2}]
    a, (b, c), = (1, (2.5e3, 3j))
    assert a == 1, torch.format(_0, a)
    return (unchecked_cast(Tensor, y), l[1:-1:2])
class P(NamedTuple):
  a : int
  b : str = "x"
def f():
  p = __torch__.P(1, "b")
  s = 0
  for k in [1, 2, 3]:
    if k == 2:
      continue
    s += k
  ops.prim.RaiseException(torch.format("{} {}", p.a, s), "builtins.ValueError")
  return s
)";

TEST(HostileScript, MutatedSourcesAreRefusedOrRun) {
  // A fixed sequence of numbers, so that a failure can be repeated.
  std::uint64_t state = 0x9E3779B97F4A7C15u;
  const auto next = [&state](std::size_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((state >> 33) % bound);
  };
  const std::string seed = kSeed;
  const std::vector<std::string> pieces{"(", ")",  "[",  "]",    ":",    "\n",     "  ",   "\"", ",",      ".",
                                        "=", "if", "in", "for ", "def ", "not ",   "None", "0",  "\\",     "self",
                                        "-", "**", "\0", "\xff", "1e9",  "class ", "%",    "{",  "torch.", "range"};
  int run = 0;
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = seed;
    for (std::size_t changes = 1 + next(4); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = next(text.size());
      const std::size_t length = next(12);
      switch (next(5)) {
        case 0:
          text[at] = static_cast<char>(next(256));
          break;
        case 1:
          text.erase(at, length);
          break;
        case 2:
          text.insert(at, pieces[next(pieces.size())]);
          break;
        case 3:
          text.insert(at, text.substr(next(text.size()), length));
          break;
        default:
          text.resize(at + 1);
      }
    }
    const auto unit = unit_of({{"code/__torch__.py", text}});
    try {
      unit->find_class("__torch__.Net");
      unit->find_function("__torch__.f").call({});
      ++run;
    } catch (const std::exception&) {
      ++refused;
    }
  }
  EXPECT_EQ(run + refused, 20000);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace modecheck::engine::script
