// Writes the report of `modecheck audit MODEL.pt` for the terminal.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/model_audit/model_request.h"
#include "properties/report/style.h"

namespace modecheck::cli {

// Returns the report of the workers' answers: what each mode did, what the mode left behind, and the verdict.
std::string model_report(const ModelRequest& request, const std::vector<nlohmann::json>& answers,
                         const properties::Style& style);

}  // namespace modecheck::cli
