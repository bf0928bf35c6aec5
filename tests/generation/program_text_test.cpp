#include "spec/program_text.h"

#include <gtest/gtest.h>

#include "arbitrary.h"
#include "spec/slots.h"

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
  // Every operation at both ends of every range, not only where chance leads.
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
      {"modecheck 1\n\nr3 = neg(r6)", 3, "found 'r6)', expected a register, r0 .. r5"},
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
       "found '0.3)', expected a multiple of 0.5 in 0.0 .. 3.0"},
      {"modecheck 1\nr0 = _pdist_forward(r1, p=nan)", 2,
       "found 'nan)', expected a multiple of 0.5 in 0.0 .. 3.0, or inf"},
      {"modecheck 1\nr0, r1, r2 = native_layer_norm(r1, normalized_shape=[2], weight=None, bias=None, eps=inf)", 2,
       "found 'inf)', expected a multiple of 0.5 in 0.0 .. 3.0"},
      {"modecheck 1\nr0 = neg(r1, r2)", 2, "found 'r2)', expected ')': neg has only these arguments: self"},
      {"modecheck 1\nr0 = add.Tensor(r1, r2, 3)", 2,
       "found '3)', expected name=value: argument 'alpha' is given by name only"},
      {"modecheck 1\nr0 = add.Tensor(r1, other=r2, alfa=3)", 2,
       "add.Tensor has no argument 'alfa', expected one of: self, other, alpha"},
      {"modecheck 1\nr0 = add.Tensor(r1, self=r2)", 2, "argument 'self' is given twice"},
      {"modecheck 1\nr0 = add.Tensor(self=r1, r2)", 2,
       "found 'r2)', expected name=value: no argument by position follows one by name"},
      {"modecheck 1\nr0 = select.int(r1, dim=9, index=0)", 2, "found '9, index=0)', expected an integer, -3 .. 3"},
      {"modecheck 1\nadd_.Scalar(r1, other=0.25)", 2,
       "found '0.25)', expected an integer -4 .. 4, a multiple of 0.5 in -2.0 .. 2.0, true or false"},
      {"modecheck 1\nr0 = zeros(size=[1, 1, 1, 1, 1])", 2, "a list has more than 4 elements"},
      {"modecheck 1\nr0 = avg_pool2d(r1, kernel_size=[1, 1, 1])", 2, "a list has more than 2 elements"},
      {"modecheck 1\nr0 = avg_pool2d(r1, kernel_size=[])", 2, "a list has less than 1 elements"},
      {"modecheck 1\nr0 = upsample_nearest2d.vec(r1, scale_factors=[0.3, 1.0])", 2,
       "found '0.3, 1.0])', expected a multiple of 0.25 in 0.0 .. 2.5"},
      {"modecheck 1\nr0 = upsample_nearest2d.vec(r1, scale_factors=[1.0, 1.0, 1.0])", 2,
       "a list has more than 2 elements"},
      {"modecheck 1\nr0 = reflection_pad3d(r1, padding=[1, 1, 1, 1])", 2, "a list has less than 6 elements"},
      {"modecheck 1\nr0 = max_pool2d_with_indices(r1, kernel_size=[2])", 2,
       "max_pool2d_with_indices gives two registers, expected 'r0, r1 = max_pool2d_with_indices(...)'"},
      {"modecheck 1\nr0 = scatter_reduce.two(r0, 0, r2, r3, median)", 2,
       "found 'median)', expected sum, prod, mean, amax, amin or none"},
      {"modecheck 1\nr0 = scatter_reduce.two(r0, 0, r2, r3)", 2, "scatter_reduce.two needs its argument 'reduce'"},
      {"modecheck 1\nr0 = zeros(size=[1], dtype=float17)", 2,
       "found 'float17)', expected a dtype: float32, float64, int64, bool, uint8, int8, int16, int32, float16, "
       "bfloat16, "
       "complex64 or complex128"},
      {"modecheck 1\nr0 = zeros(size=[1], layout=None)", 2,
       "argument 'layout' of zeros always has its default; leave it out"},
      {"modecheck 1\n[t2] t_(r0)", 2, "found 't2', expected a thread slot, t0 .. t1"},
      {"modecheck 1\nt_(r0) {", 2, "found '{', expected the end of the line"},
      {"modecheck 1\n?", 2, "found '?', expected an operation or '}'"},
  };
  for (const Wrong& wrong : cases) {
    try {
      spec::parse_program(wrong.text);
      ADD_FAILURE() << "was read: " << wrong.text;
    } catch (const spec::TextError& error) {
      EXPECT_EQ(error.what(), wrong.message) << wrong.text;
      EXPECT_EQ(error.line(), wrong.line) << wrong.text;
    }
  }
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
    EXPECT_STREQ(error.what(), "the program goes on, expected at most 64 commands");
  }
}

TEST(ProgramText, AnyTextIsReadOrRejectedButNeverMore) {
  EXPECT_TRUE(rc::check("parse_program throws nothing but TextError", [] {
    // Damaged programs come further than noise does.
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
