// Tests the builtins of TorchScript, each by the value of an expression.
#include <gtest/gtest.h>

#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/script/builtin.h"
#include "engine/script/call_target.h"
#include "tests/engine/script/source_runner.h"

namespace modecheck::engine::script {
namespace {

struct Example {
  const char* expression;
  const char* expected;
};

void expect_all(const std::vector<Example>& examples) {
  for (const Example& one : examples) EXPECT_EQ(text_of(one.expression), one.expected) << one.expression;
}

TEST(ScriptBuiltins, Numbers) {
  expect_all({{"torch.add(1, 2)", "3"},
              {"torch.add(9223372036854775807, 1)", "-9223372036854775808"},
              {"torch.sub(1, 2.5)", "-1.5"},
              {"torch.mul(True, 3)", "3"},
              {"torch.div(1, 2)", "0.5"},
              {"torch.floordiv(-7, 2)", "-4"},
              {"torch.floordiv(-9223372036854775808, -1)", "-9223372036854775808"},
              {"torch.remainder(-7, 3)", "2"},
              {"torch.remainder(-7.5, 2.)", "0.5"},
              {"torch.fmod(-7.5, 2.)", "-1.5"},
              {"torch.pow(2, 10)", "1024.0"},
              {"torch.pow(2, -1)", "0.5"},
              {"torch.neg(3)", "-3"},
              {"torch.eq(1, 1.)", "True"},
              {"torch.ne(\"a\", \"b\")", "True"},
              {"torch.eq([1, 2], [1, 2])", "True"},
              {"torch.lt(1, 2)", "True"},
              {"torch.le(2, 1)", "False"},
              {"torch.gt(\"b\", \"a\")", "True"},
              {"torch.ge(1, 1)", "True"},
              {"torch.__is__(None, None)", "True"},
              {"torch.__isnot__(1, None)", "True"},
              {"torch.__not__(False)", "True"},
              {"torch.__and__(True, False)", "False"},
              {"torch.__or__(6, 1)", "7"},
              {"torch.__xor__(6, 3)", "5"},
              {"torch.__lshift__(1, 3)", "8"},
              {"torch.__rshift__(8, 3)", "1"},
              {"torch.floor(2.7)", "2"},
              {"torch.ceil(2.1)", "3"},
              {"torch.round(2.5)", "2.0"},
              {"torch.sqrt(4)", "2.0"},
              {"torch.exp(0)", "1.0"},
              {"torch.log(1)", "0.0"},
              {"torch.isnan(float(\"nan\"))", "True"},
              {"torch.isinf(inf)", "True"},
              {"torch.isfinite(1.)", "True"},
              {"ops.prim.abs(-3)", "3"},
              {"ops.prim.min([3, 1, 2])", "1"},
              {"ops.prim.max(3, 1.5)", "3.0"},
              {"int(2.9)", "2"},
              {"int(\"12\")", "12"},
              {"int(torch.tensor(4))", "4"},
              {"float(\"-inf\")", "-inf"},
              {"float(torch.tensor(0.5))", "0.5"},
              {"bool(2)", "True"},
              {"complex(1, 2)", "(1.0+2.0j)"},
              {"torch.Int(torch.tensor(3))", "3"},
              {"torch.ScalarImplicit(torch.tensor(1.5))", "1.5"},
              {"annotate(int, torch.tensor(3))", "3"},
              {"torch.__range_length(0, 10, 3)", "4"},
              {"torch.__range_length(-9223372036854775808, 9223372036854775807, 9223372036854775807)", "3"},
              {"torch.__derive_index(2, 10, -3)", "4"}});
  EXPECT_NE(error_of("def f():\n  return 1 // 0\n").find("ZeroDivisionError"), std::string::npos);
  EXPECT_NE(error_of("def f():\n  return 1 << 64\n").find("0 to 63 bits"), std::string::npos);
  EXPECT_NE(error_of("def f():\n  return int(\"x\")\n").find("invalid literal for int()"), std::string::npos);
  EXPECT_NE(error_of("def f():\n  return int(1e300)\n").find("does not fit an int"), std::string::npos);
  EXPECT_NE(error_of("def f():\n  return ops.prim.min(annotate(List[int], []))\n").find("empty list"),
            std::string::npos);
}

// Where TorchScript differs from Python, the expected values are libtorch's.
TEST(ScriptBuiltins, DivisionsByZeroGiveInfinities) {
  expect_all({{"torch.div(7, 0)", "inf"},
              {"torch.div(-7., 0.)", "-inf"},
              {"torch.floordiv(7.5, 0.)", "inf"},
              {"torch.remainder(7.5, 0.)", "nan"},
              {"torch.remainder(0., -2.)", "-0.0"},
              {"torch.sqrt(-2.5)", "nan"},
              {"torch.log(0.)", "-inf"},
              {"torch.log(-1.)", "nan"}});
}

TEST(ScriptBuiltins, TheOrderOfNansIsLibtorchs) {
  expect_all({{"ops.prim.min(nan, 2.)", "2.0"},
              {"ops.prim.min(2., nan)", "nan"},
              {"ops.prim.max(nan, 2.)", "2.0"},
              {"ops.prim.max(2., nan)", "nan"},
              {"ops.prim.min([3, 1], [3, 0, 5])", "[3, 0, 5]"},
              {"ops.prim.max([3, 1], [9])", "[9]"}});
}

TEST(ScriptBuiltins, FunctionsOfTheModuleMath) {
  expect_all({{"torch.fabs(-2.5)", "2.5"},
              {"torch.degrees(3.141592653589793)", "180.0"},
              {"torch.radians(180.)", "3.141592653589793"},
              {"torch.atan2(0., -1.)", "3.141592653589793"},
              {"torch.copysign(2, -1.)", "-2.0"},
              {"torch.mathremainder(-7.5, 2.)", "0.5"},
              {"torch.ldexp(2., 3)", "16.0"},
              {"torch.ldexp(1., 9223372036854775807)", "inf"},
              {"torch.frexp(7.5)", "(0.9375, 3)"},
              {"torch.modf(-7.5)", "(-0.5, -7.0)"},
              {"torch.gcd(-12, 18)", "6"},
              {"torch.factorial(20)", "2432902008176640000"},
              {"torch.factorial(9223372036854775807)", "0"},
              {"torch.log(8, 2)", "3.0"},
              {"torch.gamma(5)", "24.0"},
              {"torch.expm1(0.)", "0.0"}});
  EXPECT_NE(error_of("def f():\n  return torch.factorial(-1)\n").find("negative values"), std::string::npos);
}

TEST(ScriptBuiltins, TextsAreLibtorchs) {
  const auto text = [](const std::string& expression) {
    return run_source("def f():\n  return " + expression + "\n").string();
  };
  EXPECT_EQ(text("str(0.1)"), "0.10000000000000001");
  EXPECT_EQ(text("str(2.)"), "2.");
  EXPECT_EQ(text("str(2e18)"), "2000000000000000000.");
  EXPECT_EQ(text("str(-0.)"), "-0.");
  EXPECT_EQ(text("str(1e300)"), "1.0000000000000001e+300");
  EXPECT_EQ(text("str([\"b\", \"a\"])"), "[b, a]");
  EXPECT_EQ(text("str((1, \"z\", 2.5))"), "(1, z, 2.5)");
  EXPECT_EQ(text("str({\"b\": 1})"), "{b: 1}");
  EXPECT_EQ(text("str(complex(2., -2.5))"), "2.-2.5j");
  EXPECT_EQ(text("torch.format(\"{} {0}\", 0.5, 1)"), "0.5 {0}");
  EXPECT_NE(error_of("def f():\n  return torch.percentFormat(\"%d\", nan)\n").find("does not fit an int"),
            std::string::npos);
}

TEST(ScriptBuiltins, MoreMethodsOfStrings) {
  expect_all(
      {{"torch.find(\"hello\", \"l\", 0, torch.len(\"hello\"))", "2"},
       {"torch.find(\"hello\", \"l\", -2)", "3"},
       {"torch.find(\"hello\", \"o\", 0, -2)", "-1"},
       {"torch.rfind(\"hello\", \"l\")", "3"},
       {"torch.index(\"hello\", \"l\")", "2"},
       {"torch.count(\"hello\", \"l\", 3)", "1"},
       {"torch.startswith(\"hello\", \"ll\", 2)", "True"},
       {"torch.endswith(\"hello\", \"l\", 0, 4)", "True"},
       {"torch.replace(\"hello\", \"l\", \"L\", 1)", "'heLlo'"},
       {"torch.rsplit(\"a,b,c\", \",\", 1)", "['a,b', 'c']"},
       {"torch.splitlines(\"a\\nb\\r\\nc\")", "['a', 'b', 'c']"},
       {"torch.partition(\"a-b-c\", \"-\")", "('a', '-', 'b-c')"},
       {"torch.rpartition(\"a-b-c\", \"-\")", "('a-b', '-', 'c')"},
       {"torch.rpartition(\"abc\", \"-\")", "('', '', 'abc')"},
       {"torch.ljust(\"ab\", 4)", "'ab  '"},
       {"torch.rjust(\"ab\", 4, \"*\")", "'**ab'"},
       {"torch.center(\"ab\", 5)", "' ab  '"},
       {"torch.zfill(\"-5\", 4)", "'-005'"},
       {"torch.expandtabs(\"a\\tb\", 4)", "'a   b'"},
       {"torch.title(\"they are\")", "'They Are'"},
       {"torch.capitalize(\"aBC\")", "'Abc'"},
       {"torch.swapcase(\"aBC\")", "'Abc'"},
       {"torch.islower(\"ab1\")", "True"},
       {"torch.isupper(\"aB\")", "False"},
       {"torch.istitle(\"Hello World\")", "True"},
       {"torch.isidentifier(\"1a\")", "False"},
       {"torch.isprintable(\"a\\n\")", "False"},
       {"torch.hex(-31)", "'-0x1f'"},
       {"torch.oct(8)", "'0o10'"},
       {"torch.bin(-9223372036854775808)", "'-0b1000000000000000000000000000000000000000000000000000000000000000'"}});
  EXPECT_NE(error_of("def f():\n  return torch.index(\"a\", \"b\")\n").find("substring not found"), std::string::npos);
  for (const char* const huge : {"torch.ljust(\"a\", 9223372036854775807)", "torch.zfill(\"-\", 9223372036854775807)",
                                 "torch.expandtabs(\"\\t\", 9223372036854775807)"})
    EXPECT_NE(error_of(std::string("def f():\n  return ") + huge + "\n"), "no error") << huge;
}

// A tensor may stand where the operators of Python take numbers.
TEST(ScriptBuiltins, OperatorsOfPythonTakeTensors) {
  const auto flat = [](const std::string& expression) {
    return text_of("(" + expression + ").reshape([-1]).tolist()");
  };
  EXPECT_EQ(flat("torch.__and__(torch.tensor([1, 6]), torch.tensor([3, 3]))"), "[1, 2]");
  EXPECT_EQ(flat("torch.__or__(torch.tensor([True, False]), torch.tensor([False, False]))"), "[True, False]");
  EXPECT_EQ(flat("torch.__xor__(torch.tensor([1, 6]), 3)"), "[2, 5]");
  EXPECT_EQ(flat("torch.__lshift__(torch.tensor([1, -3]), 2)"), "[4, -12]");
  EXPECT_EQ(flat("torch.__rshift__(torch.tensor([5, -3]), 1)"), "[2, -2]");
  EXPECT_EQ(flat("torch.remainder(7, torch.tensor([4, -3]))"), "[3, -2]");
  EXPECT_EQ(flat("torch.remainder(7.5, torch.tensor([4, -3]))"), "[3.5, -1.5]");
  EXPECT_EQ(flat("torch.floor_divide(torch.tensor([7, -7]), 2)"), "[3, -4]");
  EXPECT_EQ(flat("ops.prim.abs(torch.tensor([-1.5]))"), "[1.5]");
  EXPECT_EQ(text_of("annotate(List[List[int]], torch.tensor([[1, 2], [3, 4]]).tolist())"), "[[1, 2], [3, 4]]");
  EXPECT_EQ(text_of("torch.equal(torch.tensor([1]), torch.tensor([1]))"), "True");
  EXPECT_EQ(text_of("ops.prim.dtype(ops.prim.NumToTensor(1.5))"), "7");
}

// Each of these is called by the trace of a module of torch.nn.
TEST(ScriptBuiltins, OperatorsOfTracedModules) {
  const auto flat = [](const std::string& expression) {
    return text_of("(" + expression + ").reshape([-1]).tolist()");
  };
  const std::string line = "torch.tensor([[[1., 3., 2., 5.]]])";
  const std::string image = "torch.tensor([[[[1., 2.], [3., 4.]]]])";
  EXPECT_EQ(flat("torch._convolution(" + line +
                 ", torch.tensor([[[1., 1.]]]), None, [1], [0], [1], False, [0], 1, "
                 "False, False, True, True)"),
            "[4.0, 5.0, 7.0]");
  EXPECT_EQ(flat("torch._convolution(" + line +
                 ", torch.tensor([[[1., 1.]]]), torch.tensor([1.]), [1], [0], [1], True, "
                 "[0], 1, False, False, True)"),
            "[2.0, 5.0, 6.0, 8.0, 6.0]");
  EXPECT_EQ(flat("torch._convolution_mode(" + line + ", torch.tensor([[[1., 1., 1.]]]), None, [1], \"same\", [1], 1)"),
            "[4.0, 6.0, 10.0, 7.0]");
  EXPECT_EQ(flat("torch.max_pool1d(" + line + ", [2], [2], [0], [1], False)"), "[3.0, 5.0]");
  EXPECT_EQ(text_of("torch.adaptive_max_pool1d(" + line + ", [2])[1].reshape([-1]).tolist()"), "[1, 3]");
  EXPECT_EQ(flat("torch.adaptive_max_pool2d(" + image + ", [1, 1])[0]"), "[4.0]");
  EXPECT_EQ(flat("torch.im2col(" + image + ", [2, 1], [1, 1], [0, 0], [1, 1])"), "[1.0, 2.0, 3.0, 4.0]");
  EXPECT_EQ(flat("torch.upsample_nearest1d(" + line + ", None, [2.])"), "[1.0, 1.0, 3.0, 3.0, 2.0, 2.0, 5.0, 5.0]");
  EXPECT_EQ(flat("torch.feature_dropout(" + line + ", 0.5, False)"), "[1.0, 3.0, 2.0, 5.0]");
  EXPECT_EQ(flat("torch.hardshrink(" + line + ", 2.5)"), "[0.0, 3.0, 0.0, 5.0]");
  EXPECT_EQ(flat("torch.pixel_unshuffle(" + image + ", 2)"), "[1.0, 2.0, 3.0, 4.0]");
  EXPECT_EQ(flat("torch.to(torch.tensor([1.5]), dtype=3, layout=0, device=torch.device(\"cpu\"))"), "[1]");
}

TEST(ScriptBuiltins, ImagesAreResized) {
  const std::string line = "torch.tensor([[[1., 3., 2., 5.]]])";
  const auto flat = [](const std::string& expression) {
    return text_of("(" + expression + ").mul(1000).round().reshape([-1]).tolist()");
  };
  EXPECT_EQ(flat("torch.upsample_nearest1d(" + line + ", [6])"), "[1000.0, 1000.0, 3000.0, 2000.0, 2000.0, 5000.0]");
  EXPECT_EQ(flat("torch._upsample_nearest_exact1d(" + line + ", [2], None)"), "[3000.0, 5000.0]");
  EXPECT_EQ(flat("torch.upsample_linear1d(" + line + ", [3], True, None)"), "[1000.0, 2500.0, 5000.0]");
  EXPECT_EQ(flat("torch.upsample_linear1d(" + line + ", None, False, [0.5])"), "[2000.0, 3500.0]");
  const std::string image = "torch.tensor([[[[1., 3., 2., 5.]]]])";
  // The values are libtorch's.
  EXPECT_EQ(flat("torch.upsample_bicubic2d(" + image + ", [1, 3], False, None)"), "[1304.0, 2406.0, 4552.0]");
  EXPECT_EQ(flat("torch._upsample_bilinear2d_aa(" + image + ", [1, 2], False, None)"), "[2000.0, 3429.0]");
  EXPECT_EQ(flat("torch._upsample_bicubic2d_aa(" + image + ", [1, 2], False, None)"), "[1888.0, 3533.0]");
  EXPECT_NE(error_of("def f():\n  return torch.upsample_nearest1d(" + line + ", [3], [1e-320])\n").find("is too small"),
            std::string::npos);
  EXPECT_NE(error_of("def f():\n  return torch.upsample_nearest1d(" + line + ", [0])\n").find("must have elements"),
            std::string::npos);
  EXPECT_NE(error_of("def f():\n  return torch.upsample_linear1d(" + line + ", [1000000000], False)\n").find("weights"),
            std::string::npos);
}

TEST(ScriptBuiltins, IntsThatStandForNothingAreRefused) {
  for (const char* const call : {"torch.to(torch.ones([2]), dtype=260)", "torch.zeros_like(torch.ones([2]), dtype=-1)",
                                 "torch.eye(2, 2, dtype=1000)", "torch.tensor([1], dtype=44)"})
    EXPECT_NE(error_of(std::string("def f():\n  return ") + call + "\n").find("is no dtype"), std::string::npos)
        << call;
  EXPECT_NE(error_of("def f():\n  return torch.is_contiguous(torch.ones([2]), memory_format=77)\n")
                .find("is no memory format"),
            std::string::npos);
}

TEST(ScriptBuiltins, SlicesShapesAndDestinations) {
  EXPECT_EQ(text_of("torch.unique_dim(torch.tensor([[3, 1], [0, 2], [3, 1]]), 0, True, True, True)[0].tolist()"),
            "[[0, 2], [3, 1]]");
  EXPECT_EQ(text_of("torch.unique_dim(torch.tensor([[3, 1], [0, 2], [3, 1]]), 0, True, True, True)[1].tolist()"),
            "[1, 0, 1]");
  EXPECT_EQ(text_of("torch.unique_dim(torch.tensor([[3, 1], [0, 2], [3, 1]]), 0, True, True, True)[2].tolist()"),
            "[1, 2]");
  EXPECT_EQ(text_of("torch.broadcast_shapes([3, 1], [2, 1, 4])"), "[2, 3, 4]");
  EXPECT_EQ(to_text(run_source("def f():\n  a = torch.zeros([1])\n"
                               "  b = torch.hardshrink(torch.tensor([1., 0.1, -2.]), 0.5, out=a)\n"
                               "  return (a.tolist(), b is a)\n"),
                    true),
            "([1.0, 0.0, -2.0], True)");
}

TEST(ScriptBuiltins, Lists) {
  expect_all({{"torch.len([1, 2])", "2"},
              {"torch.len((1, 2, 3))", "3"},
              {"torch.__getitem__([1, 2], -1)", "2"},
              {"[1, 2, 3, 4][1:3]", "[2, 3]"},
              {"torch.slice([1, 2, 3, 4], -3, 9223372036854775807, 2)", "[2, 4]"},
              {"[1, 2, 3, 4][::-1]", "[4, 3, 2, 1]"},
              {"[1, 2, 3, 4][-2:0:-2]", "[3]"},
              {"[1, 2][::-9223372036854775808]", "[2]"},
              {"[1, 2][5:9]", "[]"},
              {"annotate(List[int], [])[::-1]", "[]"},
              {"(1, 2, 3)[1:]", "(2, 3)"},
              {"torch.append([1], 2)", "[1, 2]"},
              {"torch.add([1], [2])", "[1, 2]"},
              {"torch.mul([0], 3)", "[0, 0, 0]"},
              {"torch.__contains__([1, 2], 2)", "True"},
              {"torch.index([1, 2], 2)", "1"},
              {"torch.count([1, 2, 1], 1)", "2"},
              {"torch.sorted([3, 1, 2])", "[1, 2, 3]"},
              {"sorted([3, 1, 2], reverse=True)", "[3, 2, 1]"},
              {"torch.copy([1])", "[1]"},
              {"torch.list(\"ab\")", "['a', 'b']"},
              {"torch.any([False, True])", "True"},
              {"torch.all([False, True])", "False"},
              {"torch.sum([1, 2])", "3"},
              {"list(range(0, 6, 2))", "[0, 2, 4]"},
              {"list(enumerate([\"a\"]))", "[(0, 'a')]"},
              {"list(zip([1, 2], \"ab\"))", "[(1, 'a'), (2, 'b')]"},
              {"ops.prim.unchecked_unwrap_optional(1)", "1"}});
  const std::string changes = R"(
def f():
  l = [3, 1, 2]
  torch.sort(l)
  torch.insert(l, 0, 9)
  torch.extend(l, [4, 5])
  a = torch.pop(l)
  b = torch.pop(l, 0)
  torch.remove(l, 2)
  torch.reverse(l)
  _0 = torch._set_item(l, -1, 7)
  torch.Delete(l, 0)
  return (l, a, b)
)";
  EXPECT_EQ(to_text(run_source(changes)), "([3, 7], 5, 9)");
  EXPECT_EQ(to_text(run_source("def f():\n  l = [1, 2]\n  torch.clear(l)\n  return l\n")), "[]");
  EXPECT_NE(error_of("def f():\n  torch.remove([1], 2)\n  return 1\n").find("x not in list"), std::string::npos);
  EXPECT_NE(error_of("def f():\n  return torch.sorted([torch.ones([1]), torch.ones([1])])\n").find("cannot be sorted"),
            std::string::npos);
}

TEST(ScriptBuiltins, Dictionaries) {
  expect_all({{"torch.keys({\"a\": 1})", "['a']"},
              {"torch.values({\"a\": 1})", "[1]"},
              {"torch.items({\"a\": 1})", "[('a', 1)]"},
              {"torch.get({\"a\": 1}, \"b\")", "None"},
              {"torch.get({\"a\": 1}, \"b\", 2)", "2"},
              {"torch.setdefault({\"a\": 1}, \"a\", 2)", "1"},
              {"torch.pop({\"a\": 1}, \"a\")", "1"},
              {"torch.popitem({1: 2})", "(1, 2)"},
              {"torch.__contains__({1.5: 2}, 1.5)", "True"},
              {"torch.len({True: 1})", "1"},
              {"dict([(\"k\", 1)])", "{'k': 1}"},
              {"torch.copy({1: 2})", "{1: 2}"}});
  EXPECT_EQ(to_text(run_source("def f():\n  d = {1: 1, 2: 2, 3: 3}\n  torch.Delete(d, 2)\n  torch.update(d, {1: 5})\n"
                               "  _0 = torch._set_item(d, 4, 4)\n  return (d, d[3], 2 in d)\n")),
            "({1: 5, 3: 3, 4: 4}, 3, False)");
  EXPECT_NE(error_of("def f():\n  return {[1]: 2}\n").find("cannot be the key of a dictionary"), std::string::npos);
}

TEST(ScriptBuiltins, Strings) {
  expect_all({{"torch.format(\"{} {}\", 1, [\"a\"])", "'1 [a]'"},
              {"torch.percentFormat(\"%d%% %s\", (1, \"x\"))", "'1% x'"},
              {"\"%f\" % 0.5", "'0.500000'"},
              {"torch.startswith(\"abc\", \"ab\")", "True"},
              {"torch.endswith(\"abc\", \"ab\")", "False"},
              {"torch.strip(\"  a \")", "'a'"},
              {"torch.lstrip(\"xxa\", \"x\")", "'a'"},
              {"torch.rstrip(\"a  \")", "'a'"},
              {"torch.strip(\"   \")", "''"},
              {"torch.split(\"a b  c\")", "['a', 'b', 'c']"},
              {"torch.split(\"a,b,c\", \",\", 1)", "['a', 'b,c']"},
              {"torch.join(\"-\", [\"a\", \"b\"])", "'a-b'"},
              {"torch.upper(\"ab\")", "'AB'"},
              {"torch.lower(\"AB\")", "'ab'"},
              {"torch.isdigit(\"12\")", "True"},
              {"torch.find(\"abc\", \"c\")", "2"},
              {"torch.replace(\"aa\", \"a\", \"b\")", "'bb'"},
              {"torch.ord(\"a\")", "97"},
              {"torch.chr(98)", "'b'"},
              {"str(1.5)", "'1.5'"},
              {"torch.str([1])", "'[1]'"},
              {"torch.add(\"a\", \"b\")", "'ab'"},
              {"torch.mul(\"ab\", 2)", "'abab'"},
              {"torch.len(\"abc\")", "3"},
              {"\"abc\"[1]", "'b'"},
              {"\"abcd\"[1:3]", "'bc'"},
              {"\"b\" in \"abc\"", "True"}});
  EXPECT_NE(error_of("def f():\n  return torch.format(\"{}\")\n").find("Too few arguments"), std::string::npos);
  EXPECT_NE(error_of("def f():\n  return \"%q\" % 1\n").find("%q is not supported"), std::string::npos);
}

TEST(ScriptBuiltins, Tensors) {
  expect_all({{"torch.size(torch.ones([2, 3]))", "[2, 3]"},
              {"torch.size(torch.ones([2, 3]), -1)", "3"},
              {"torch.dim(torch.ones([2, 3]))", "2"},
              {"torch.numel(torch.ones([2, 3]))", "6"},
              {"torch.stride(torch.ones([2, 3]))", "[3, 1]"},
              {"torch.len(torch.ones([2, 3]))", "2"},
              {"torch.is_floating_point(torch.tensor(1))", "False"},
              {"torch.is_contiguous(torch.ones([2]))", "True"},
              {"ops.prim.dtype(torch.tensor([1]))", "4"},
              {"ops.prim.dtype(torch.tensor([1, 2.5]))", "6"},
              {"ops.prim.dtype(torch.tensor(1, dtype=7))", "7"},
              {"ops.prim.device(torch.ones([1]))", "device(type='cpu')"},
              {"ops.prim.type(torch.device(\"cpu\"))", "'cpu'"},
              {"ops.prim.requires_grad(torch.ones([1]))", "False"},
              {"ops.prim.is_cuda(torch.ones([1]))", "False"},
              {"torch.size(torch.tensor([[1, 2, 3], [4, 5, 6]]))", "[2, 3]"},
              {"torch.item(torch.tensor([[1.5]]))", "1.5"},
              {"ops.prim.dtype(ops.prim.NumToTensor(3))", "4"},
              {"int(torch.sum(torch.zeros_like(torch.ones([2]))))", "0"},
              {"int(torch.sum(torch.ones_like(torch.zeros([2]))))", "2"},
              {"torch.size(torch.new_zeros(torch.ones([1]), [4]))", "[4]"},
              {"float(torch.sum(torch.new_full(torch.ones([1]), [2], 3)))", "6.0"},
              {"ops.prim.dtype(torch.to(torch.ones([1]), 7))", "7"},
              {"ops.prim.dtype(torch.to(torch.ones([1]), torch.device(\"cpu\"), 7, False, False))", "7"},
              {"torch.len(torch.split(torch.ones([5]), [2, 3]))", "2"},
              {"ops.prim.dtype(torch.arange(3))", "4"},
              {"int(torch.sum(torch.arange(1, 4)))", "6"},
              {"float(torch.sum(torch.eye(3)))", "3.0"},
              {"float(torch.sum(torch.eye(3, 2, dtype=7)))", "2.0"},
              {"float(torch.sum(torch.linspace(0, 1, 3)))", "1.5"},
              {"torch.size(torch.one_hot(torch.tensor([0, 2]), 4))", "[2, 4]"},
              {"int(torch.select(torch.one_hot(torch.tensor([0, 2])), 0, 1)[2])", "1"},
              {"torch.size(torch.pixel_shuffle(torch.ones([1, 8, 2, 3]), 2))", "[1, 2, 4, 6]"},
              {"torch.size(torch.glu(torch.ones([2, 4])))", "[2, 2]"},
              {"float(torch.prelu(torch.tensor([-2.]), torch.tensor([0.5])))", "-1.0"},
              {"float(torch.log_sigmoid(torch.tensor(-200.)))", "-200.0"},
              {"torch.eq(torch.size(torch.ones([2])), [2])", "True"}});
  EXPECT_NE(error_of("def f():\n  return torch.tensor([[1], [2, 3]])\n").find("expected a list of 1 elements"),
            std::string::npos);
}

TEST(ScriptBuiltins, ArangeTakesAnEndOnly) {
  const Value out = run_source("def f(n: int):\n  return (torch.arange(n), torch.arange(n, dtype=6))\n", {Value(3)});
  EXPECT_TRUE(out.elements()[0].tensor().equal(at::arange(3)));
  EXPECT_TRUE(out.elements()[1].tensor().equal(at::arange(3).to(c10::kFloat)));
}

TEST(ScriptBuiltins, AttentionIsTheSoftmaxOfTheScores) {
  const Value query = at::full({1, 2, 4}, 1);
  const Value value = at::arange(8).view({1, 2, 4}).to(c10::kFloat);
  const Value out = run_source("def f(q: Tensor, v: Tensor):\n  return torch.scaled_dot_product_attention(q, q, v)\n",
                               {query, value});
  EXPECT_TRUE(out.tensor().allclose(value.tensor().mean({1}, true).expand({1, 2, 4})));
  const Value causal =
      run_source("def f(q: Tensor, v: Tensor):\n  return torch.scaled_dot_product_attention(q, q, v, None, 0., True)\n",
                 {query, value});
  EXPECT_TRUE(causal.tensor().select(1, 0).allclose(value.tensor().select(1, 0)));
}

// One step of an LSTM with weights 0 and biases 0 keeps half of the cell: every gate is sigmoid(0).
TEST(ScriptBuiltins, RecurrentOperators) {
  const std::string source = R"(
def f(x: Tensor, h: Tensor, w: Tensor, b: Tensor):
  y, h1, c1, = torch.lstm(x, [h, h], [w, w, b, b], True, 1, 0., False, False, False)
  return (y, h1, c1)
)";
  const Value out = run_source(source, {at::ones({3, 1, 2}), at::ones({1, 1, 2}), at::zeros({8, 2}), at::zeros({8})});
  EXPECT_TRUE(out.elements()[2].tensor().allclose(at::full({1, 1, 2}, 0.125)));
  EXPECT_TRUE(out.elements()[1].tensor().allclose(at::full({1, 1, 2}, 0.125).tanh().mul(0.5)));
  EXPECT_EQ(out.elements()[0].tensor().size(0), 3);
  const Value gru = run_source(
      "def f(x: Tensor, h: Tensor, w: Tensor):\n"
      "  y, h1, = torch.gru(x, h, [w, w], False, 1, 0., False, False, True)\n  return h1\n",
      {at::ones({1, 3, 2}), at::ones({1, 1, 2}), at::zeros({6, 2})});
  EXPECT_TRUE(gru.tensor().allclose(at::full({1, 1, 2}, 0.125)));
  EXPECT_NE(error_of("def f(x: Tensor):\n  return torch.gru(x, x, [x], False, 1, 0., False, False, True)\n",
                     {at::ones({1, 1, 1})})
                .find("expected 2 weights"),
            std::string::npos);
}

// The expected numbers are those of PyTorch 2.15.0.
TEST(ScriptBuiltins, TheFusedLayersOfATransformer) {
  const std::string source = R"(
def w(n: int, a: int, b: int) -> Tensor:
  return torch.view(torch.sin(torch.mul(torch.to(torch.arange(n), 6), 0.7)), [a, b])
def v(n: int) -> Tensor:
  return torch.view(__torch__.w(n, 1, n), [-1])
def layer(q: Tensor, other: bool, mask: Tensor, kind: int) -> Tensor:
  w = __torch__.w
  v = __torch__.v
  return torch._transformer_encoder_layer_fwd(q, 8, 2, w(192, 24, 8), v(24), w(64, 8, 8), v(8), other, other, 1e-5, torch.add(v(8), 1), v(8), torch.add(v(8), 1), v(8), w(128, 16, 8), v(16), w(128, 8, 16), v(8), mask, kind)
def f() -> List[float]:
  w = __torch__.w
  v = __torch__.v
  q = torch.view(w(48, 6, 8), [2, 3, 8])
  padding = torch.tensor([[False, False, True], [False, True, True]])
  a = __torch__.layer(q, False, padding, 1)
  b = __torch__.layer(q, True, torch.gt(torch.triu(torch.ones([3, 3]), 1), 0), 0)
  c, d, = torch._native_multi_head_attention(q, q, q, 8, 2, w(192, 24, 8), v(24), w(64, 8, 8), v(8), None, True, True, None)
  l = [torch.slice(a, 1, 0, 1, 1), b, c, d]
  return [float(torch.sum(torch.square(x))) for x in l]
)";
  const Value out = run_source(source);
  const std::vector<double> expected{41.536, 48066.3125, 9007.4355, 5.1334};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(out.elements()[i].real(), expected[i], 1e-4 * expected[i]) << i;
}

TEST(ScriptBuiltins, TablesNameEachBuiltinOnce) {
  for (const auto& table :
       {number_builtins(), container_builtins(), string_builtins(), tensor_builtins(), recurrent_builtins()})
    for (const Builtin& one : table) EXPECT_EQ(find_builtin(one.name), &one) << one.name;
}

}  // namespace
}  // namespace modecheck::engine::script
