// Tests that the JSON of the playground's bridge says what the model and the reference say.
#include "docs/site/playground/bridge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "reference/run/expected_run.h"
#include "spec/program/text.h"

namespace modecheck::playground {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

const fs::path kRoot = MODECHECK_SOURCE_DIR;

std::string read(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

json run(const std::string& text) { return json::parse(modecheck_run(text.c_str())); }

// Returns the rules that a step cites, as a set.
spec::RuleSet rules_of(const json& step) {
  spec::RuleSet out;
  for (const json& id : step["rules"])
    for (int i = 0; i < spec::kRules; ++i)
      if (spec::facts_of(static_cast<spec::Rule>(i)).id == id) out.add(static_cast<spec::Rule>(i));
  return out;
}

// Compares what a step says about its registers with an observation of the model.
void expect_registers(const json& step, const spec::Observation& expected) {
  const json& registers = step["registers"];
  ASSERT_EQ(registers.size(), static_cast<std::size_t>(spec::kRegisters));
  for (std::size_t reg = 0; reg < registers.size(); ++reg) {
    const json& shown = registers[reg];
    const spec::TensorObservation& tensor = expected.registers[reg].tensor;
    SCOPED_TRACE("r" + std::to_string(reg));
    EXPECT_EQ(shown["inference"], tensor.is_inference != 0);
    EXPECT_EQ(shown["dtype"], spec::name_of(tensor.dtype));
    EXPECT_EQ(shown["requires_grad"], tensor.requires_grad != 0);
    EXPECT_EQ(shown["leaf"], tensor.is_leaf != 0);
    EXPECT_EQ(shown["view"], tensor.is_view != 0);
    EXPECT_EQ(shown["grad_fn"] != 0, tensor.has_grad_fn != 0);
    EXPECT_EQ(shown["base_register"], tensor.base < spec::kRegisters ? tensor.base : -1);
    EXPECT_EQ(shown["version"], tensor.version == spec::kNoVersion ? json(nullptr) : json(tensor.version));
    EXPECT_EQ(shown["sizes"],
              json(std::vector<int>(tensor.sizes.begin(), tensor.sizes.begin() + static_cast<int>(tensor.rank))));
    EXPECT_EQ(shown["strides"],
              json(std::vector<int>(tensor.strides.begin(), tensor.strides.begin() + static_cast<int>(tensor.rank))));
    EXPECT_EQ(shown["grad"].is_null(), expected.registers[reg].grad.defined == 0);
    EXPECT_EQ(shown["storage"], registers[tensor.storage]["storage"]);
    EXPECT_EQ(shown["tensor"], registers[tensor.same_tensor]["tensor"]);
    for (std::size_t other = 0; other < tensor.storage; ++other)
      EXPECT_NE(shown["storage"], registers[other]["storage"]) << "and r" << other;
  }
}

// Compares the values of contiguous float32 tensors in a step with the bytes of the reference.
int expect_values(const json& step, const spec::Trace& trace, const spec::Step& expected) {
  int compared = 0;
  for (std::size_t reg = 0; reg < static_cast<std::size_t>(spec::kRegisters); ++reg) {
    const spec::TensorObservation& tensor = expected.observation.registers[reg].tensor;
    const json& values = step["registers"][reg]["values"];
    const spec::ByteRange range = expected.observation.registers[tensor.storage].storage;
    if (tensor.dtype != spec::DType::Float32 || values.is_null()) continue;
    for (std::size_t i = 0; i < values.size(); ++i) {
      // Compute the position in the storage of element i in row-major order.
      std::size_t place = static_cast<std::size_t>(tensor.storage_offset);
      std::size_t rest = i;
      for (std::size_t d = tensor.rank; d-- > 0;) {
        const auto size = static_cast<std::size_t>(tensor.sizes[d]);
        place += rest % size * static_cast<std::size_t>(tensor.strides[d]);
        rest /= size;
      }
      float element = 0;
      std::memcpy(&element, trace.bytes.data() + range.begin + place * sizeof element, sizeof element);
      if (!values[i].is_number()) continue;
      EXPECT_NEAR(values[i].get<double>(), element, 1e-6 * std::max(1.0F, std::abs(element))) << "r" << reg;
      ++compared;
    }
  }
  return compared;
}

std::vector<fs::path> programs_below(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder))
    if (entry.path().extension() == ".prog") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

// Runs all programs of a folder. The bridge must give the same answers as ExpectedRun, with which campaigns compare
// subjects.
void expect_programs(const fs::path& folder, std::size_t at_least) {
  const auto run_expected = std::make_unique<reference::ExpectedRun>(spec::DeviceKind::Cpu, true);
  const auto trace = std::make_unique<spec::Trace>();
  std::array<std::uint8_t, spec::kMaxCommands> dropped{};
  const std::vector<fs::path> files = programs_below(folder);
  ASSERT_GE(files.size(), at_least);
  int compared = 0;
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    const std::string text = read(file);
    const spec::Program program = spec::parse_program(text);
    run_expected->run(program, *trace, dropped);
    const json answer = run(text);
    ASSERT_FALSE(answer.contains("error"));
    ASSERT_EQ(answer["steps"].size(), program.records.size() + 1);
    expect_registers(answer["steps"][0], trace->initial.observation);
    for (std::size_t i = 0; i < program.records.size(); ++i) {
      const json& step = answer["steps"][i + 1];
      const spec::Outcome& outcome = trace->steps[i].outcome;
      SCOPED_TRACE("command " + std::to_string(i + 1));
      EXPECT_EQ(step["outcome"], outcome.kind == spec::OutcomeKind::Ok      ? "ok"
                                 : outcome.kind == spec::OutcomeKind::Error ? "rejected"
                                                                            : "dropped");
      if (outcome.kind == spec::OutcomeKind::Error) {
        EXPECT_EQ(step["error"]["name"], spec::name_of(outcome.error));
      }
      EXPECT_EQ(rules_of(step).bits(), run_expected->rules_by_command()[i].bits());
      expect_registers(step, trace->steps[i].observation);
      compared += expect_values(step, *trace, trace->steps[i]);
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(Playground, SaysOfTheTourWhatTheModelSays) { expect_programs("docs/site/playground/tour", 5); }
TEST(Playground, SaysOfTheRulesWhatTheModelSays) { expect_programs("tests/rules/examples", 50); }
TEST(Playground, SaysOfKnownFindingsWhatTheModelSays) { expect_programs("known", 200); }

TEST(Playground, TheTourShowsWhatItsCommentsSay) {
  const auto errors = [](const char* name) {
    std::vector<std::string> out;
    const json answer = run(read(kRoot / "docs/site/playground/tour" / name));
    for (const json& step : answer["steps"])
      if (step["outcome"] == "rejected") out.push_back(step["error"]["name"]);
    return out;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(errors("1-saved-for-backward.prog"), Names{"InferenceSaved"});
  EXPECT_EQ(errors("2-views-share-a-storage.prog"), Names{});
  EXPECT_EQ(errors("3-written-after-it-was-saved.prog"), Names{"BackwardVersion"});
  EXPECT_EQ(errors("4-inference-tensors-outside.prog"),
            (Names{"InferenceInPlace", "InferenceInPlace", "InferenceVersion", "InferenceRequiresGrad"}));
  EXPECT_EQ(errors("5-view-made-inside-the-mode.prog"), (Names{"ViewMadeInInference", "ViewMadeInInference"}));
  EXPECT_EQ(errors("6-rebased-history.prog"), Names{});
  EXPECT_EQ(errors("7-guards-and-threads.prog"), Names{});
}

TEST(Playground, ShowsTheGraphAndWhatWasWrittenSinceItWasSaved) {
  const json answer =
      run("r4 = mul.Tensor(r0, r3)\n"
          "InferenceMode(enabled=true) {\n"
          "fill_.Scalar(r3, value=1)\n");
  const auto saved_by_mul = [&](std::size_t step) {
    for (const json& node : answer["steps"][step]["graph"])
      if (node["name"] == "mul.Tensor") return node["saved"];
    return json();
  };
  EXPECT_TRUE(answer["steps"][0]["graph"].empty());
  ASSERT_EQ(saved_by_mul(1).size(), 1U);
  EXPECT_EQ(saved_by_mul(1)[0]["tensor"], answer["steps"][1]["registers"][3]["tensor"]);
  EXPECT_EQ(saved_by_mul(1)[0]["written"], 0);
  EXPECT_EQ(saved_by_mul(3)[0]["written"], 1);
  const json& graph = answer["steps"][3]["graph"];
  ASSERT_EQ(graph.size(), 2U);
  EXPECT_EQ(graph[0]["id"], answer["steps"][3]["registers"][4]["grad_fn"]);
  EXPECT_EQ(graph[0]["edges"][0], graph[1]["id"]);
  EXPECT_EQ(graph[1]["leaf"], answer["steps"][3]["registers"][0]["tensor"]);
}

TEST(Playground, ShowsStaleViewsAndOpenGuards) {
  const json answer =
      run("r3 = mul.Tensor(r0, r2)\n"
          "NoGradGuard() {\n"
          "r4 = t(r3)\n"
          "}\n"
          "r5 = t(r3)\n"
          "mul_.Tensor(r3, r0)\n");
  EXPECT_EQ(answer["steps"][2]["threads"][0]["guards"][0]["name"], "NoGradGuard");
  EXPECT_EQ(answer["steps"][2]["threads"][0]["grad"], false);
  EXPECT_TRUE(answer["steps"][4]["threads"][0]["guards"].empty());
  const json& before = answer["steps"][5]["registers"];
  const json& after = answer["steps"][6]["registers"];
  EXPECT_EQ(before[4]["stale"], false);
  EXPECT_EQ(after[4]["stale"], true);
  EXPECT_EQ(after[4]["stale_error"], "ViewMadeInNoGrad");
  EXPECT_EQ(after[5]["stale"], true);
  EXPECT_EQ(after[5]["stale_error"], "");
}

TEST(Playground, NamesTheLineOfAnError) {
  for (const char* const header : {"modecheck 1\n", ""}) {
    const std::string text = std::string(header) + "# a comment\n\nr3 = neg(r0)\nr3 = muul.Tensor(r0, r1)\n";
    const json answer = run(text);
    ASSERT_TRUE(answer.contains("error"));
    EXPECT_EQ(answer["error"]["line"], *header == '\0' ? 4 : 5);
    EXPECT_NE(answer["error"]["message"].get<std::string>().find("mul.Tensor"), std::string::npos);
  }
  EXPECT_EQ(run("modecheck 7\nr3 = neg(r0)\n")["error"]["line"], 1);
}

TEST(Playground, NamesTheLineOfEachCommand) {
  for (const char* const header : {"modecheck 1\n", "\n"}) {
    const json answer = run(std::string(header) + "\nInferenceMode() {   # on\n  # nothing\n  r3 = neg(r0)\r\n}");
    ASSERT_EQ(answer["commands"].size(), 3U);
    EXPECT_EQ(answer["commands"][0]["line"], 3);
    EXPECT_EQ(answer["commands"][1]["line"], 5);
    EXPECT_EQ(answer["commands"][2]["line"], 6);
    EXPECT_EQ(answer["commands"][1]["text"], "r3 = neg(r0)");
  }
}

TEST(Playground, AnEmptyTextIsTheStartAlone) {
  const json answer = run("");
  EXPECT_TRUE(answer["commands"].empty());
  EXPECT_EQ(answer["steps"].size(), 1U);
}

TEST(Playground, ValuesOfEveryDtypeAreShown) {
  const std::vector<std::pair<std::string, json>> dtypes{
      {"float16", {-1.25, 0}}, {"bfloat16", {-1.25, 0}}, {"float64", {-1.25, 0}}, {"int64", {-1, 0}},
      {"int32", {-1, 0}},      {"int16", {-1, 0}},       {"int8", {-1, 0}},       {"bool", {true, false}}};
  for (const auto& [dtype, expected] : dtypes) {
    const json answer = run("r3 = to.dtype(r0, dtype=" + dtype + ")\nr3 = select.int(r3, dim=0, index=0)\n");
    ASSERT_FALSE(answer.contains("error")) << answer;
    EXPECT_EQ(answer["steps"][2]["registers"][3]["values"], expected) << dtype;
  }
  const json complex = run("r3 = view_as_complex(r0)\n");
  EXPECT_EQ(complex["steps"][1]["registers"][3]["values"], json::parse("[[-1.25, 0], [1.25, -1.75]]"));
}

TEST(Playground, WritesFilesThatRunOnPyTorch) {
  const auto emitted = [](const char* text, const char* language) {
    return json::parse(modecheck_emit(text, language));
  };
  const json python = emitted("r3 = mul.Tensor(r0, r1)\n", "python");
  ASSERT_TRUE(python.contains("text")) << python;
  EXPECT_NE(python["text"].get<std::string>().find("import torch"), std::string::npos);
  const json cpp = emitted("r3 = mul.Tensor(r0, r1)\n", "cpp");
  EXPECT_NE(cpp["text"].get<std::string>().find("r0.mul(r1)"), std::string::npos) << cpp;
  EXPECT_EQ(emitted("r3 = muul(r0)\n", "cpp")["error"]["line"], 1);
  EXPECT_TRUE(emitted("capture_state()\n", "python").contains("error"));
}

TEST(Playground, ARegeneratedViewIsNotNamedAfterTheOperatorThatUsedIt) {
  const json answer =
      run("r3 = mul.Tensor(r0, r2)\n"
          "r4 = t(r3)\n"
          "mul_.Tensor(r3, r0)\n"
          "r5 = neg(r4)\n");
  EXPECT_EQ(answer["steps"][2]["registers"][4]["grad_fn_name"], "t");
  EXPECT_EQ(answer["steps"][4]["registers"][4]["grad_fn_name"], "view, regenerated");
  EXPECT_EQ(answer["steps"][4]["registers"][5]["grad_fn_name"], "neg");
}

TEST(Playground, ListsEveryRuleAndCommandOnce) {
  const json rules = json::parse(modecheck_rules());
  ASSERT_EQ(rules.size(), static_cast<std::size_t>(spec::kRules));
  EXPECT_EQ(rules[0]["id"], "K1");
  EXPECT_EQ(rules[0]["statement"], spec::facts_of(spec::Rule::K1).statement);
  std::set<std::string> names;
  for (const json& command : json::parse(modecheck_commands())) names.insert(command["name"]);
  EXPECT_EQ(names.size(), spec::operations().size());
  EXPECT_TRUE(names.count("mul.Tensor") == 1 && names.count("InferenceMode") == 1);
}

}  // namespace
}  // namespace modecheck::playground
