// `modecheck audit MODEL.pt`: runs a saved model in four modes on every library that is there, and says whether the
// model can move to InferenceMode.
#pragma once

#include "cli/model_audit/model_request.h"
#include "cli/model_audit/report_files.h"
#include "cli/output/exit.h"

namespace modecheck::cli {

// Prints the report, and writes it to the files. Returns Clean if every library that can judge the model says
// "migrate", Findings if one does not, and NothingJudged if no library could run the model. Throws UsageError if a file
// or option cannot be used.
Exit audit_model(const ModelRequest& request, const ReportFiles& files);

}  // namespace modecheck::cli
