// Turns the JSON of a model's audit into the HTML page and SARIF, by the Python program audit/modecheck_audit_pages.py.
#pragma once

#include <string>

#include "cli/model_audit/report_files.h"

namespace modecheck::cli {

// Throws UsageError if the page or SARIF is wanted and a file or python3 is missing. Call this before any work.
void require_pages(const ReportFiles& files);

// Writes the page and SARIF of a model's audit, as far as they are wanted. `json` is what --json writes.
void write_model_pages(const std::string& json, const ReportFiles& files);

}  // namespace modecheck::cli
