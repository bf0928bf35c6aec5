// Tests that emitted C++ means the same as the program: the C++ compiles against libtorch and shows what the plug-in
// observed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "spec/program/text.h"
#include "subjects/emit/cpp.h"
#include "subjects/emit/python.h"
#include "subjects/loading/in_process.h"
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

TEST(EmitCpp, AGuardThatIsDestroyedOutOfOrderIsHeldInHand) {
  const std::string text =
      emit_cpp(program("InferenceMode(enabled=true) {\n"
                       "NoGradGuard() {\n"
                       "destroy_outer()\n"));
  EXPECT_NE(text.find("auto guard1 = std::make_unique<c10::InferenceMode>(true);"), std::string::npos) << text;
  EXPECT_NE(text.find("at::NoGradGuard guard;"), std::string::npos) << text;
  EXPECT_NE(text.find("guard1.reset();  // 3"), std::string::npos) << text;
}

TEST(EmitPython, ReadsLikeTheProgram) {
  const std::string text =
      emit_python(program("InferenceMode(enabled=true) {\n"
                          "r3 = mul.Tensor(r0, r1)\n"
                          "add_.Tensor(r3, r0, alpha=2)\n"
                          "}\n"
                          "exp.out(r3, out=r0)\n"
                          "r4, r5 = unbind.int(r3, dim=1)\n"));
  EXPECT_NE(text.find("with torch.inference_mode(True):  # 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("        r3 = torch.ops.aten.mul.Tensor(r0, r1)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("torch.ops.aten.add_.Tensor(r3, r0, alpha=2)"), std::string::npos) << text;
  EXPECT_NE(text.find("    torch.ops.aten.exp.out(r3, out=r0)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("    parts = torch.ops.aten.unbind.int(r3, dim=1)\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("r2 ="), std::string::npos) << "a register that does not occur";
}

TEST(EmitPython, ExpectationsAreSaidInPython) {
  EmitOptions options;
  options.expectations = {{0, "r0.sizes()", "[2, 2]", "r0.sizes()"},
                          {0, "r0.is_alias_of(r1)", "false", "r0.is_alias_of(r1)"},
                          {0, "r0.is_same(r1)", "false", "r0.is_same(r1)"},
                          {0, "command 1", "no exception", "outcomes[1]"},
                          {0, "r0.storage().nbytes()", "16", "static_cast<std::int64_t>(r0.storage().nbytes())"},
                          {0, "values(r0.mutable_grad())", "[1]", "values(r0.mutable_grad())"},
                          {0, "bumps of r1's version", "1", "version(r1) - version_when_taken_1"}};
  const std::string text = emit_python(program("r1 = neg(r0)\n"), options);
  for (const char* line : {"expect(\"list(r0.size())\", \"[2, 2]\", list(r0.size()))", "torch._C._is_alias_of(r0, r1))",
                           ", r0 is r1)", ", outcomes[1])", ", r0.untyped_storage().nbytes())", ", values(r0.grad))",
                           ", version(r1) - version_when_taken_1)", "    version_when_taken_1 = version(r1)",
                           "sys.exit(0 if mismatched else 3)"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\nin:\n" << text;
  EXPECT_EQ(text.find("::"), std::string::npos) << "C++ is left:\n" << text;
}

TEST(EmitPython, SaysWhatPythonHasNot) {
  EXPECT_FALSE(not_in_python(program("InferenceMode(enabled=true) {\nNoGradGuard() {\nr0 = neg(r0)\n")));
  const auto why = not_in_python(program("r0 = neg(r0)\nAutoNonVariableTypeMode() {\n"));
  ASSERT_TRUE(why);
  EXPECT_NE(why->find("command 2"), std::string::npos) << *why;
}

// Python must be able to parse the emitted file of every known finding that can be expressed in Python.
TEST(EmitPython, PythonReadsIt) {
  if (std::system("python3 -c '' > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no python3";
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / ("modecheck-python-" + std::to_string(getpid()));
  fs::create_directories(folder);
  int files = 0;
  for (const fs::directory_entry& item : fs::recursive_directory_iterator(MODECHECK_KNOWN)) {
    if (item.path().extension() != ".prog") continue;
    std::ifstream in(item.path());
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const spec::Program known = spec::parse_program(text);
    if (not_in_python(known)) continue;
    EmitOptions options;
    options.headline = {"A known mismatch."};
    options.may_crash = files % 2 == 1;
    std::ofstream(folder / (item.path().stem().string() + ".py")) << emit_python(known, options);
    ++files;
  }
  std::ofstream(folder / "threads.py") << emit_python(
      program("[t1] NoGradGuard() {\n"
              "[t1] InferenceMode(enabled=true) {\n"
              "r4, r5 = unbind.int(r3, dim=0)\n"
              "[t1] leave_by_exception(count=2)\n"
              "resize_(r3, size=[3, 3])\n"));
  EXPECT_GT(files, 100);
  const std::string read =
      "python3 -c 'import pathlib, sys\n"
      "for file in pathlib.Path(sys.argv[1]).glob(\"*.py\"): "
      "compile(file.read_text(), str(file), \"exec\")' '" +
      folder.string() + "'";
  EXPECT_EQ(std::system(read.c_str()), 0);
  fs::remove_all(folder);
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
      "resize_(r3, size=[3, 3])\n"
      "operator_check(kind=1, adinplaceorview=true, autograd=false)\n"
      "operator_check(kind=2, adinplaceorview=true, autograd=true)\n"
      "r3 = mul.Tensor(r0, r0)\n"
      "r3 = custom_dirty(r3)\n"
      "custom_write(r3, kernels=0)\n"
      "custom_write(r3, kernels=1)\n"
      "custom_write(r3, kernels=2)\n"
      "hook(r3, r4, kind=0)\n"
      "hook(r3, r4, kind=1)\n"
      "hook(r3, r4, kind=2)\n"
      "backward(r3, r4, seeding=1, retain_graph=true)\n"
      "saved_tensors_hooks(kind=1) {\n"
      "r4 = mul.Tensor(r0, r0)\n"
      "saved_tensors_hooks(kind=2) {\n"
      "r4 = mul.Tensor(r0, r0)\n"
      "}\n"
      "}\n"
      "AutoGradMode(enabled=false) {\n"
      "AutoDispatchBelowAutograd() {\n"
      "destroy_outer()\n");
  const auto seen = run(torch, text);
  // Comparing with an empty trace makes every field differ, so that the emitted file checks everything. The expected
  // values are those that the plug-in observed.
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
  EXPECT_NE(output_of("other").find("MISMATCH"), std::string::npos);
}

}  // namespace
}  // namespace modecheck::subjects
