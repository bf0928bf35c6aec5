#include "cli/model_audit/pages.h"

#include <vector>

#include "cli/model_audit/python_program.h"
#include "cli/model_audit/temporary_file.h"
#include "cli/options/usage_error.h"
#include "cli/output/files.h"

namespace modecheck::cli {
namespace {

constexpr const char* page_program = "modecheck_audit_pages.py";
constexpr const char* page_purpose = "writes --html and --sarif";

}  // namespace

void require_pages(const ReportFiles& files) {
  if (!files.html.empty()) require_writable(files.html, "--html");
  if (!files.sarif.empty()) require_writable(files.sarif, "--sarif");
  if (files.html.empty() && files.sarif.empty()) return;
  if (run_python_program({audit_program(page_program, page_purpose), "--check"}, page_purpose) != 0)
    throw UsageError(
        "python3 cannot run the program that writes --html and --sarif; set MODECHECK_PYTHON to a python3 of 3.8 or "
        "newer");
}

void write_model_pages(const std::string& json, const ReportFiles& files) {
  if (files.html.empty() && files.sarif.empty()) return;
  const TemporaryFile answers;
  write_text(answers.path(), json);
  std::vector<std::string> words{audit_program(page_program, page_purpose), "model", answers.path()};
  if (!files.sarif.empty()) words.insert(words.end(), {"--sarif", files.sarif});
  if (!files.html.empty()) words.insert(words.end(), {"--html", files.html});
  if (run_python_program(words, page_purpose) != 0)
    throw UsageError("--html or --sarif could not be written; the lines above say why");
}

}  // namespace modecheck::cli
