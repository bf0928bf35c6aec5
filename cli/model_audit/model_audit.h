// `modecheck audit MODEL.pt`: runs a saved model in four modes on every library that is there, and says whether the
// model can move to InferenceMode.
#pragma once

#include <string>

#include "cli/model_audit/model_request.h"
#include "cli/output/exit.h"

namespace modecheck::cli {

// Prints the report, and writes the answers to `json_file` unless that is empty. Returns Clean if every verdict is
// "migrate", Findings if one is not, and NothingJudged if no library could run the model. Throws UsageError if a file
// or option cannot be used.
Exit audit_model(const ModelRequest& request, const std::string& json_file);

}  // namespace modecheck::cli
