// Decides what a user should do with a model: run it in InferenceMode, change it first, or leave it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/model_audit/model_reason.h"

namespace modecheck::cli {

enum class ModelAdvice {
  Migrate,              // nothing that was tried differs in InferenceMode, or fails after it
  MigrateAfterChanges,  // the outputs are right, but later runs fail for what the mode left behind
  DoNotMigrate,         // the mode rejects the model, or changes its outputs or what it holds
  NotJudged,            // the model could not be loaded, fails in normal mode, or returns what cannot be compared
};

struct ModelVerdict {
  ModelAdvice advice = ModelAdvice::Migrate;
  std::vector<ModelReason> reasons;  // empty for Migrate
  std::vector<std::string> changes;  // what to change, one text each
  std::vector<std::string> notes;    // what may go wrong in programs that do more than the audit does
};

// Returns the verdict of one worker's answer.
ModelVerdict judge_model(const nlohmann::json& answer);

std::string_view name_of(ModelAdvice advice);

// Returns the verdict as --json writes it. `places` has an object or null for each reason: `file`, `line` and `rule`.
nlohmann::json json_of(const ModelVerdict& verdict);

// Returns the part of a library's message that says what was wrong, on one line: without the traceback of TorchScript,
// which stands around it.
std::string essence_of(std::string_view message);

}  // namespace modecheck::cli
