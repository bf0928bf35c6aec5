// Decides what a user should do with a model: run it in InferenceMode, change it first, or leave it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace modecheck::cli {

enum class ModelAdvice {
  Migrate,              // nothing that was tried differs in InferenceMode, or fails after it
  MigrateAfterChanges,  // the outputs are right, but later runs fail for what the mode left behind
  DoNotMigrate,         // the mode rejects the model, or changes its outputs
  NotJudged,            // the model could not be loaded, or fails in normal mode
};

struct ModelVerdict {
  ModelAdvice advice = ModelAdvice::Migrate;
  std::vector<std::string> reasons;  // sentences; empty for Migrate
  std::vector<std::string> changes;  // what to change, one sentence each
};

// Returns the verdict of one worker's answer.
ModelVerdict judge_model(const nlohmann::json& answer);

std::string_view name_of(ModelAdvice advice);

// Returns the part of a library's message that says what was wrong, on one line: without the traceback of TorchScript,
// which precedes it.
std::string essence_of(std::string_view message);

}  // namespace modecheck::cli
