// The emitted C++ says what the program says: it compiles against libtorch and shows what the plug-in observed.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "reference/subjects/emit_cpp.h"
#include "reference/subjects/in_process.h"
#include "tests/subjects/programs.h"

namespace modecheck::subjects {
namespace {

TEST(EmitCpp, ReadsLikeTheProgram) {
  const std::string text =
      emit_cpp(program("InferenceMode(enabled=true) {\n"
                       "r3 = mul.Tensor(r0, r1)\n"
                       "add_.Tensor(r3, r0, alpha=2)\n"
                       "}\n"
                       "}\n"
                       "exp.out(r3, out=r0)\n"));
  EXPECT_NE(text.find("c10::InferenceMode guard(true);"), std::string::npos) << text;
  EXPECT_NE(text.find("{ r3 = r0.mul(r1); }"), std::string::npos) << text;
  EXPECT_NE(text.find("{ r3.add_(r0, 2); }"), std::string::npos) << text;
  EXPECT_NE(text.find("at::exp_out(r0, r3)"), std::string::npos) << text;
  EXPECT_EQ(text.find("at::Tensor r2 ="), std::string::npos) << "a register that does not occur";
}

TEST(EmitCpp, ExceptionsUnwindRealScopes) {
  const std::string text =
      emit_cpp(program("NoGradGuard() {\n"
                       "InferenceMode(enabled=true) {\n"
                       "leave_by_exception(count=2)\n"
                       "neg_(r3)\n"));
  EXPECT_NE(text.find("throw Unwound();"), std::string::npos) << text;
  EXPECT_NE(text.find("} catch (const Unwound&) {"), std::string::npos) << text;
}

TEST(EmitCpp, CompilesAndShowsWhatThePluginSaw) {
  setenv("MODECHECK_SUBJECT_PATH", MODECHECK_SUBJECT_FOLDER, 1);
  if (find_plugin("torch").empty()) GTEST_SKIP() << "built without libtorch";
  InProcess torch(Plugin::load("torch"), {});
  const spec::Program text = program(
      "r3 = mul.Tensor(r0, r2)\n"
      "InferenceMode(enabled=true) {\n"
      "r4 = view(r3, size=[4])\n"
      "[t1] NoGradGuard() {\n"
      "[t1] zero_(r4)\n"
      "leave_by_exception(count=1)\n"
      "r4, r5 = unbind.int(r3, dim=0)\n"
      "[t1] }\n"
      "r1, r2 = sort.stable(r0, dim=0)\n"
      "r1, r2 = var_mean.correction(r0, dim=[0], correction=2)\n"
      "neg_(r5)\n"
      "backward(r4, r4, seeding=1, retain_graph=true)\n"
      "resize_(r3, size=[3, 3])\n");
  const auto seen = run(torch, text);
  // Against a trace of blanks everything differs, so that everything is shown; what was seen is what is expected.
  const auto blank = std::make_unique<spec::Trace>();
  for (std::size_t i = 0; i < text.records.size(); ++i) {
    blank->steps[i].outcome.kind = spec::OutcomeKind::Ok;
    blank->steps[i].observation = {};
  }
  EmitOptions options;
  options.headline = {"What libtorch does."};
  for (int i = 0; i < static_cast<int>(text.records.size()); ++i)
    for (const Expectation& expectation : expectations_of(i, *seen, *blank))
      options.expectations.push_back(expectation);
  ASSERT_GT(options.expectations.size(), 100U);

  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "modecheck_emit_test";
  std::filesystem::create_directories(folder);
  const auto status_of = [&](const std::string& name) {
    const std::string file = (folder / name).string();
    std::ofstream(file + ".cpp") << emit_cpp(text, options);
    const std::string build = std::string(MODECHECK_CXX) + " -std=c++17 -O0 '" + file + ".cpp' -o '" + file +
                              "' -I/usr/include/torch/csrc/api/include -ltorch -ltorch_cpu -lc10 -pthread";
    if (std::system(build.c_str()) != 0) return -1;
    const int status = std::system(("'" + file + "' > '" + file + ".out'").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
  };
  const auto output_of = [&](const std::string& name) {
    std::ifstream in(folder / (name + ".out"));
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_EQ(status_of("same"), 3) << output_of("same");
  options.expectations.resize(1);
  options.expectations[0].expected = "something else";
  EXPECT_EQ(status_of("other"), 0) << output_of("other");
  EXPECT_NE(output_of("other").find("DEPARTURE"), std::string::npos);
}

}  // namespace
}  // namespace modecheck::subjects
