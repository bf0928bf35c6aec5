#include <gtest/gtest.h>

#include "arbitrary.h"
#include "spec/program/quoted.h"
#include "spec/program/slots.h"
#include "spec/program/text.h"

namespace modecheck {
namespace {

using spec::Program;
using testing::arbitrary_program;

TEST(ProgramText, EveryProgramReadsBackAsItself) {
  EXPECT_TRUE(rc::check("parse(to_text(p)) == p", [] {
    const Program program = *arbitrary_program();
    RC_ASSERT(spec::parse_program(spec::to_text(program)) == program);
  }));
}

TEST(ProgramText, EveryCommandReadsBackAsItself) {
  // Try every operation with every argument at both ends of its range, because random programs might leave some out.
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    const spec::SlotLayout& layout = spec::slots_of(static_cast<spec::OperationId>(id));
    for (const bool high : {false, true}) {
      spec::Record record;
      record.operation = static_cast<spec::OperationId>(id);
      record.destination = high ? 5 : 0;
      record.thread = high;
      record.operands.fill(high ? 5 : 0);
      for (std::size_t i = 0; i < layout.immediate_count; ++i)
        record.immediates[i] = high ? layout.ranges[i].high : layout.ranges[i].low;
      spec::canonicalize(record);
      EXPECT_EQ(spec::parse_record(spec::to_text(record)), record) << spec::to_text(record);
    }
  }
}

TEST(ProgramText, IsWrittenAsPeopleWriteIt) {
  constexpr std::string_view text =
      "modecheck 1\n"
      "r3 = mul.Tensor(r0, r1)\n"
      "InferenceMode(enabled=true) {\n"
      "  add_.Scalar(r3, other=2.0)\n"
      "  [t1] NoGradGuard() {\n"
      "  [t1]   r1 = sum.dim_IntList(r0, dim=[0], keepdim=true, dtype=float64)\n"
      "  r0, r1 = split.Tensor(r2, split_size=1)\n"
      "}\n"
      "[t1] leave_by_exception(count=1)\n"
      "add.out(r3, r4, alpha=-1.5, out=r5)\n"
      "r5, r0 = unbind.int(r2)\n"
      "r5, r0 = max.dim(r0, dim=-1)\n"
      "r2 = cat([r0, r1], dim=1)\n"
      "r1 = index.Tensor(r0, [None, r2])\n"
      "index_put_(r1, [r2, None, r3], r4, accumulate=true)\n"
      "r4, r5, r0 = native_layer_norm(r0, normalized_shape=[2], weight=None, bias=r1, eps=0.5)\n"
      "scatter_reduce_.two(r0, dim=0, index=r1, src=r2, reduce=amax)\n"
      "r1 = _cdist_forward(r0, r2, p=inf, compute_mode=None)\n"
      "backward(r3, seeding=1, retain_graph=false)\n"
      "backward(r3, r4, seeding=2, retain_graph=true)\n"
      "requires_grad_(r3)\n"
      "}\n";
  const Program program = spec::parse_program(text);
  EXPECT_EQ(program.records.size(), 21u);
  EXPECT_EQ(spec::parse_program(spec::to_text(program)), program);
  EXPECT_EQ(spec::to_text(program),
            "modecheck 1\n"
            "r3 = mul.Tensor(r0, r1)\n"
            "InferenceMode(enabled=true) {\n"
            "  add_.Scalar(r3, other=2.0)\n"
            "[t1] NoGradGuard() {\n"
            "  [t1] r1 = sum.dim_IntList(r0, dim=[0], keepdim=true, dtype=float64)\n"
            "  r0, r1 = split.Tensor(r2, split_size=1)\n"
            "}\n"
            "  [t1] leave_by_exception(count=1)\n"
            "add.out(r3, r4, alpha=-1.5, out=r5)\n"
            "r5, r0 = unbind.int(r2)\n"
            "r5, r0 = max.dim(r0, dim=-1)\n"
            "r2 = cat([r0, r1], dim=1)\n"
            "r1 = index.Tensor(r0, [None, r2])\n"
            "index_put_(r1, [r2, None, r3], r4, accumulate=true)\n"
            "r4, r5, r0 = native_layer_norm(r0, normalized_shape=[2], weight=None, bias=r1, eps=0.5)\n"
            "scatter_reduce_.two(r0, dim=0, index=r1, src=r2, reduce=amax)\n"
            "r1 = _cdist_forward(r0, r2, p=inf, compute_mode=None)\n"
            "backward(r3, seeding=1, retain_graph=false)\n"
            "backward(r3, r4, seeding=2, retain_graph=true)\n"
            "requires_grad_(r3)\n"
            "}\n");
}

TEST(ProgramText, ReadsWhatPeopleMayWriteOtherwise) {
  const auto same = [](std::string_view a, std::string_view b) {
    EXPECT_EQ(spec::parse_record(a), spec::parse_record(b)) << a;
  };
  same("r3=mul.Tensor( self = r0,other=r1 )", "r3 = mul.Tensor(r0, r1)");
  same("r3 = add.Tensor(other=r1, self=r0)", "r3 = add.Tensor(r0, r1, alpha=1)");
  same("add_.Scalar(r3, 2.0)", "add_.Scalar(r3, other=2.0, alpha=1)");
  same("}", "leave()");
  same("NoGradGuard() {", "NoGradGuard()");
  same("requires_grad_(r1, True)", "requires_grad_(r1)");
  same("[t0] t_(r1)", "t_(r1)");
  same("r1 = amax(r0)", "r1 = amax(r0, dim=[], keepdim=false)");
  same("r1 = avg_pool2d(r0, [2])",
       "r1 = avg_pool2d(r0, kernel_size=[2], stride=[], padding=[0, 0], ceil_mode=false, count_include_pad=true, "
       "divisor_override=None)");
  same("r1 = upsample_bilinear2d.vec(r0, None, false, [1.75, 2])",
       "r1 = upsample_bilinear2d.vec(r0, output_size=None, align_corners=false, scale_factors=[1.75, 2.0])");
  same("r1 = convolution(r0, r2, None, [1], [0, 1], [1], false, [0], 1)",
       "r1 = convolution(r0, r2, bias=None, stride=[1], padding=[0, 1], dilation=[1], transposed=false, "
       "output_padding=[0], groups=1)");
  same("r1 = scatter_reduce.two(r0, 0, r2, r3, sum)",
       "r1 = scatter_reduce.two(r0, dim=0, index=r2, src=r3, reduce=sum, include_self=true)");
  same("r1 = avg_pool1d(r0, [2])", "r1 = avg_pool1d(r0, kernel_size=[2], stride=[], padding=[0])");
  same("backward(self=r0, seeding=2, gradient=r3, retain_graph=false)",
       "backward(r0, r3, seeding=2, retain_graph=false)");
}

struct Wrong {
  std::string_view text;
  int line;
  std::string_view message;
};

TEST(ProgramText, AnErrorNamesTheLineWhatStandsThereAndWhatWasExpected) {
  const Wrong cases[] = {
      {"", 1, "the file ends, expected the header 'modecheck 1'"},
      {"# nothing\n\n", 2, "the file ends, expected the header 'modecheck 1'"},
      {"modecheck 2\n", 1, "found 'modecheck 2', expected the header 'modecheck 1'"},
      {"modecheck 1\nr3 = mull.Tensor(r0, r1)", 2, "there is no operation 'mull.Tensor', did you mean 'mul.Tensor'?"},
      {"modecheck 1\nr3 = mul(r0, r1)", 2, "there is no operation 'mul', did you mean 'mul.Tensor'?"},
      {"modecheck 1\nInferencemode(enabled=true) {", 2,
       "there is no operation 'Inferencemode', did you mean 'InferenceMode'?"},
      {"modecheck 1\nfrobnicate(r0)", 2,
       "there is no operation 'frobnicate', expected one that `modecheck operators` lists"},
      {"modecheck 1\n\nr3 = neg(r6)", 3, "found 'r6', expected a register, r0 .. r5: a program has 6 of them"},
      {"modecheck 1\nr3 = neg(r1", 2, "the line ends, expected ')' or ','"},
      {"modecheck 1\nr3 = neg()", 2, "neg needs its argument 'self'"},
      {"modecheck 1\nr3 = neg", 2, "the line ends, expected '(' after neg"},
      {"modecheck 1\nneg(r1)", 2, "neg gives a result, expected 'r0 = neg(...)'"},
      {"modecheck 1\nr0 = t_(r1)", 2, "t_ writes no register, expected no '='"},
      {"modecheck 1\nr0 = chunk(r1, chunks=2)", 2, "chunk gives two registers, expected 'r0, r1 = chunk(...)'"},
      {"modecheck 1\nr0, r2 = chunk(r1, chunks=2)", 2,
       "found r2, expected r1: each result goes to the register after the one before it"},
      {"modecheck 1\nr0 = native_layer_norm(r1, normalized_shape=[2], weight=None, bias=None, eps=1.0)", 2,
       "native_layer_norm gives three registers, expected 'r0, r1, r2 = native_layer_norm(...)'"},
      {"modecheck 1\nr0, r1, r2 = native_layer_norm(r1, normalized_shape=[2], weight=None, bias=None, eps=0.3)", 2,
       "found '0.3', expected a multiple of 0.5 in 0.0 .. 3.0"},
      {"modecheck 1\nr0 = _pdist_forward(r1, p=nan)", 2,
       "found 'nan', expected a multiple of 0.5 in 0.0 .. 3.0, or inf"},
      {"modecheck 1\nr0, r1, r2 = native_layer_norm(r1, normalized_shape=[2], weight=None, bias=None, eps=inf)", 2,
       "found 'inf', expected a multiple of 0.5 in 0.0 .. 3.0"},
      {"modecheck 1\nr0 = neg(r1, r2)", 2, "found 'r2', expected ')': neg has only these arguments: self"},
      {"modecheck 1\nr0 = add.Tensor(r1, r2, 3)", 2,
       "found '3', expected name=value: argument 'alpha' is given by name only"},
      {"modecheck 1\nr0 = add.Tensor(r1, other=r2, alfa=3)", 2,
       "add.Tensor has no argument 'alfa', expected one of: self, other, alpha"},
      {"modecheck 1\nr0 = add.Tensor(r1, self=r2)", 2, "argument 'self' is given twice"},
      {"modecheck 1\nr0 = add.Tensor(self=r1, r2)", 2,
       "found 'r2', expected name=value: no argument by position follows one by name"},
      {"modecheck 1\nr0 = select.int(r1, dim=9, index=0)", 2, "found '9', expected an integer, -3 .. 3"},
      {"modecheck 1\nadd_.Scalar(r1, other=0.25)", 2,
       "found '0.25', expected an integer -4 .. 4, a multiple of 0.5 in -2.0 .. 2.0, true or false"},
      {"modecheck 1\nr0 = zeros(size=[1, 1, 1, 1, 1])", 2, "a list has more than 4 elements, expected at most 4"},
      {"modecheck 1\nr0 = avg_pool2d(r1, kernel_size=[1, 1, 1])", 2,
       "a list has more than 2 elements, expected at most 2"},
      {"modecheck 1\nr0 = avg_pool2d(r1, kernel_size=[])", 2,
       "a list has fewer than 1 elements, expected at least as many"},
      {"modecheck 1\nr0 = upsample_nearest2d.vec(r1, scale_factors=[0.3, 1.0])", 2,
       "found '0.3', expected a multiple of 0.25 in 0.0 .. 2.5"},
      {"modecheck 1\nr0 = upsample_nearest2d.vec(r1, scale_factors=[1.0, 1.0, 1.0])", 2,
       "a list has more than 2 elements, expected at most 2"},
      {"modecheck 1\nr0 = reflection_pad3d(r1, padding=[1, 1, 1, 1])", 2,
       "a list has fewer than 6 elements, expected at least as many"},
      {"modecheck 1\nr0 = max_pool2d_with_indices(r1, kernel_size=[2])", 2,
       "max_pool2d_with_indices gives two registers, expected 'r0, r1 = max_pool2d_with_indices(...)'"},
      {"modecheck 1\nr0 = scatter_reduce.two(r0, 0, r2, r3, median)", 2,
       "found 'median', expected sum, prod, mean, amax, amin or none"},
      {"modecheck 1\nr0 = scatter_reduce.two(r0, 0, r2, r3)", 2, "scatter_reduce.two needs its argument 'reduce'"},
      {"modecheck 1\nr0 = zeros(size=[1], dtype=float17)", 2,
       "found 'float17', expected a dtype: float32, float64, int64, bool, uint8, int8, int16, int32, float16, "
       "bfloat16, "
       "complex64 or complex128"},
      {"modecheck 1\nr0 = zeros(size=[1], layout=None)", 2,
       "argument 'layout' of zeros always has its default; leave it out"},
      {"modecheck 1\n[t2] t_(r0)", 2, "found 't2', expected a thread slot, t0 .. t1: a program has 2 threads"},
      {"modecheck 1\nt_(r0) {", 2, "found '{', expected the end of the line"},
      {"modecheck 1\n?", 2, "found '?', expected an operation or '}'"},
  };
  for (const Wrong& wrong : cases) {
    try {
      spec::parse_program(wrong.text);
      ADD_FAILURE() << "was read: " << wrong.text;
    } catch (const spec::TextError& error) {
      // The message also says why the limit exists, which the next test checks.
      const std::string_view message = error.what();
      EXPECT_EQ(message.substr(0, message.find(" (a limit of programs")), wrong.message) << wrong.text;
      EXPECT_EQ(error.line(), wrong.line) << wrong.text;
    }
  }
}

std::string error_of(std::string_view text) {
  try {
    spec::parse_program(text);
  } catch (const spec::TextError& error) {
    return error.what();
  }
  return "it was read";
}

TEST(ProgramText, ALimitIsNamedWithItsReason) {
  constexpr std::string_view small =
      " (a limit of programs: their numbers are small, so that every tensor fits into the memory that the harness sets "
      "aside)";
  EXPECT_EQ(error_of("modecheck 1\nr0 = zeros([2147483647, 2])"),
            "found '2147483647', expected an integer, -1 .. 4" + std::string(small));
  EXPECT_EQ(error_of("modecheck 1\nr0 = zeros([-2])"), "found '-2', expected an integer, -1 .. 4" + std::string(small));
  EXPECT_EQ(
      error_of("modecheck 1\nr0 = zeros([1, 1, 1, 1, 1])"),
      "a list has more than 4 elements, expected at most 4 (a limit of programs: a command is kept in a record of "
      "fixed size)");
  EXPECT_EQ(error_of("modecheck 1\nr0 = mul.Scalar(r0, 0.1)"),
            "found '0.1', expected an integer -4 .. 4, a multiple of 0.5 in -2.0 .. 2.0, true or false (a limit of "
            "programs: such numbers are small and exact in binary, so that results can be compared bit by bit)");
}

TEST(ProgramText, WhatHasADefaultInTheApiMayBeLeftOut) {
  const auto same = [](std::string_view left_out, std::string_view whole) {
    EXPECT_EQ(spec::to_text(spec::parse_record(left_out)), whole);
    EXPECT_EQ(spec::parse_record(left_out), spec::parse_record(whole));
  };
  same("InferenceMode()", "InferenceMode(enabled=true)");
  same("backward(r0)", "backward(r0, seeding=0, retain_graph=false)");
  same("backward(r0, r1)", "backward(r0, r1, seeding=2, retain_graph=false)");
  same("backward(r0, retain_graph=true)", "backward(r0, seeding=0, retain_graph=true)");
  same("r1 = grad(r0, r2)", "r1 = grad(r0, r2, seeding=0, retain_graph=false, allow_unused=false)");
  same("r1 = grad_twice(r0, r2, r2)", "r1 = grad_twice(r0, r2, r2, seeding=0)");
  same("r1 = leaf([2])", "r1 = leaf(size=[2], dtype=float32, requires_grad=false, seed=0)");
  EXPECT_EQ(error_of("modecheck 1\nAutoGradMode() {"), "AutoGradMode needs its argument 'enabled'");
}

// Returns the arguments in a command's text: "r0", "dim=[0, 1]".
std::vector<std::string> arguments_in(const std::string& call) {
  std::vector<std::string> out(1);
  int depth = 0;
  bool quotes = false;
  for (const char c : call.substr(call.find('(') + 1, call.size() - call.find('(') - 2)) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    quotes = quotes != (c == '"');
    if (c == ',' && depth == 0 && !quotes)
      out.emplace_back();
    else if (c != ' ' || !out.back().empty())
      out.back() += c;
  }
  return out;
}

bool has_default(const spec::Operation& row, const std::string& name) {
  for (std::size_t i = 0; i < row.schema.argument_count; ++i)
    if (row.schema.arguments[i].name == name) return !row.schema.arguments[i].default_text.empty();
  return false;
}

TEST(ProgramText, WhatHasADefaultInItsSchemaMayBeLeftOut) {
  int left_out = 0;
  int not_held = 0;
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    const spec::Operation& row = spec::operations()[id];
    spec::Record record;
    record.operation = static_cast<spec::OperationId>(id);
    spec::canonicalize(record);
    const std::string whole = spec::to_text(record);
    std::string shorter;
    for (const std::string& argument : arguments_in(whole)) {
      if (has_default(row, argument.substr(0, argument.find('=')))) {
        ++left_out;
        continue;
      }
      shorter += (shorter.empty() ? "" : ", ") + argument;
    }
    shorter = whole.substr(0, whole.find('(') + 1) + shorter + ")";
    try {
      spec::parse_record(shorter);
    } catch (const spec::TextError& error) {
      // A record cannot hold some defaults, such as 1e-5. The parser must then report an error, and must not use
      // another number instead.
      EXPECT_NE(std::string(error.what()).find(", is no number that a program can hold"), std::string::npos)
          << shorter << " is not read, but " << whole << " is: " << error.what();
      ++not_held;
    }
  }
  EXPECT_GT(left_out, 250);
  EXPECT_LT(not_held, 20);
}

TEST(ProgramText, AByteOrderMarkIsSkipped) {
  EXPECT_EQ(spec::parse_program("\xEF\xBB\xBFmodecheck 1\nt_(r0)\n").records.size(), 1U);
}

TEST(ProgramText, WhatATerminalDoesNotPrintIsEscaped) {
  EXPECT_EQ(error_of(std::string_view("modecheck 1\nt_(\x1b[2J)")),
            "found '\\x1B[2J)', expected a register, r0 .. r5: a program has 6 of them");
  EXPECT_EQ(error_of("\xff\xfe"), "found '\\xFF\\xFE', expected the header 'modecheck 1'");
  EXPECT_EQ(spec::quoted(std::string_view("a\0b", 3)), "'a\\x00b'");
  EXPECT_EQ(spec::printable("\u202Er\u00e9\u0085"), "\\u{202E}r\u00e9\\u{85}");
}

TEST(ProgramText, AMessageRepeatsLittleOfALongLine) {
  const std::string name(1'000'000, 'a');
  const std::string error = error_of("modecheck 1\n" + name + "(r0)");
  EXPECT_EQ(error, "there is no operation '" + std::string(spec::kMostQuoted, 'a') +
                       "...' (1000000 bytes), expected one that `modecheck operators` lists");
}

TEST(ProgramText, AProgramThatIsTooLongIsRejectedWhereItIs) {
  std::string text = "modecheck 1\n";
  for (int i = 0; i < spec::kMaxCommands; ++i) text += "t_(r0)\n";
  EXPECT_EQ(spec::parse_program(text).records.size(), static_cast<std::size_t>(spec::kMaxCommands));
  text += "t_(r0)\n";
  try {
    spec::parse_program(text);
    ADD_FAILURE();
  } catch (const spec::TextError& error) {
    EXPECT_EQ(error.line(), spec::kMaxCommands + 2);
    EXPECT_STREQ(error.what(),
                 "the program goes on, expected at most 64 commands (a limit of programs: what is observed after each "
                 "command is kept in memory of fixed size)");
  }
}

TEST(ProgramText, AnyTextIsReadOrRejectedButNeverMore) {
  EXPECT_TRUE(rc::check("parse_program throws nothing but TextError", [] {
    // Damage a valid program: the parser reads more of it than of random characters before it finds an error.
    std::string text = spec::to_text(*arbitrary_program());
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    text[at] = *rc::gen::arbitrary<char>();
    try {
      spec::parse_program(text);
    } catch (const spec::TextError&) {
    }
  }));
}

}  // namespace
}  // namespace modecheck
