// Tests in which cell of the coverage matrix a command is counted: by operation, mode, kind of its first tensor, and
// deciding rules.

#include "properties/campaign/coverage_matrix.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "properties/lockstep/spec_oracle.h"
#include "properties/report/report_parts.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

using Kind = CoverageMatrix::Kind;

constexpr std::size_t kNormalMode = 2;     // the bit of grad mode
constexpr std::size_t kInferenceMode = 5;  // the bits of InferenceMode and of the excluded key Autograd

class CoverageMatrixTest : public ::testing::Test {
 protected:
  void count(const std::string& text) {
    const spec::Program program = spec::parse_program("modecheck 1\n" + text);
    coverage_matrix_->add_run(program, oracle_->run(program));
  }
  const CoverageMatrix::Cell& at(const char* operation, std::size_t mode, Kind kind) const {
    return coverage_matrix_->at(id(operation), mode, kind);
  }
  static spec::OperationId id(const char* operation) {
    return static_cast<spec::OperationId>(spec::find_operation(operation));
  }

  std::unique_ptr<Oracle> oracle_ = spec_oracle()(spec::DeviceKind::Cpu);
  std::unique_ptr<CoverageMatrix> coverage_matrix_ = std::make_unique<CoverageMatrix>();
};

TEST_F(CoverageMatrixTest, TellsModesAndKindsApart) {
  count(
      "InferenceMode(enabled=true) {\n  r3 = ones(size=[2, 2])\n  mul_.Tensor(r3, r3)\n}\nmul_.Tensor(r3, r3)\n"
      "r4 = t(r0)\nr5 = t(r4)\n");
  EXPECT_EQ(at("InferenceMode", kNormalMode, Kind::NoTensor).ok, 1U);
  EXPECT_EQ(at("ones", kInferenceMode, Kind::NoTensor).ok, 1U);
  EXPECT_EQ(at("mul_.Tensor", kInferenceMode, Kind::Inference).ok, 1U);
  EXPECT_EQ(at("mul_.Tensor", kInferenceMode, Kind::Inference).rejected, 0U);
  EXPECT_EQ(at("mul_.Tensor", kNormalMode, Kind::Inference).ok, 0U);
  // outside InferenceMode, rule M2 rejects a write to an inference tensor
  EXPECT_EQ(at("mul_.Tensor", kNormalMode, Kind::Inference).rejected, 1U);
  EXPECT_EQ(at("t", kNormalMode, Kind::Normal).ok, 1U);
  EXPECT_EQ(at("t", kNormalMode, Kind::TrackedView).ok, 1U);
}

TEST_F(CoverageMatrixTest, TellsWhichRulesDecided) {
  count("InferenceMode(enabled=true) {\n  r3 = ones(size=[2, 2])\n  mul_.Tensor(r3, r3)\n}\nmul_.Tensor(r3, r3)\n");
  EXPECT_EQ(coverage_matrix_->commands_of(spec::Rule::M1, kInferenceMode, Kind::Inference), 1U);
  EXPECT_EQ(coverage_matrix_->commands_of(spec::Rule::M1, kNormalMode, Kind::Inference), 0U);
  EXPECT_EQ(coverage_matrix_->commands_of(spec::Rule::M2, kNormalMode, Kind::Inference), 1U);
  EXPECT_EQ(coverage_matrix_->commands_of(spec::Rule::M2, id("mul_.Tensor")), 1U);
  EXPECT_EQ(coverage_matrix_->commands_of(spec::Rule::M2, id("ones")), 0U);
}

TEST_F(CoverageMatrixTest, WhatIsDroppedIsNotCounted) {
  count("leave()\n");
  for (std::size_t mode = 0; mode < CoverageMatrix::kModes; ++mode)
    EXPECT_EQ(at("leave", mode, Kind::NoTensor).commands(), 0U);
}

TEST_F(CoverageMatrixTest, Adds) {
  count("mul_.Tensor(r3, r3)\n");
  const auto sum = std::make_unique<CoverageMatrix>(*coverage_matrix_);
  sum->add_all(*coverage_matrix_);
  EXPECT_EQ(sum->at(id("mul_.Tensor"), kNormalMode, Kind::Normal).ok, 2U);
  EXPECT_EQ(sum->commands_of(spec::Rule::V3, kNormalMode, Kind::Normal), 2U);
  EXPECT_EQ(sum->commands_of(spec::Rule::V3, id("mul_.Tensor")), 2U);
}

// Tests that a report becomes the same report again when it is written as JSON and read. One process hands its report
// to another in this form.
TEST(ReportParts, ComeBackFromJson) {
  ReportParts parts;
  parts.headline = "M2  engine:cpu  mul_";
  parts.start = {"r0: float32 [2, 2]"};
  parts.subjects = {"engine:cpu"};
  parts.steps = {{"mul_(r3, r3)", "error InferenceInPlace", {"r3.version: +0 -> +1"}, {"ok  <-- mismatch"}}};
  parts.differences = {{"outcome", "M2", "error InferenceInPlace", "ok"}};
  parts.does_not_matter = {"command 1: size"};
  parts.provenance = {{"found", "seed 1, program 2"}};
  const nlohmann::json written = parts;
  EXPECT_EQ(nlohmann::json(written.get<ReportParts>()), written);
  EXPECT_EQ(written.get<ReportParts>().steps.at(0).subjects, parts.steps[0].subjects);
  EXPECT_EQ(written.get<ReportParts>().differences.at(0).observed, "ok");
}

}  // namespace
}  // namespace modecheck::properties
