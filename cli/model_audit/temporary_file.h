// Makes a file in the folder of temporary files, which is removed at the end.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {

// The constructor throws UsageError if no file can be made.
class TemporaryFile {
 public:
  TemporaryFile() {
    path_ = (std::filesystem::temp_directory_path() / "modecheck-audit-XXXXXX").string();
    const int descriptor = ::mkstemp(path_.data());
    if (descriptor < 0)
      throw UsageError(
          fmt::format("{} cannot be made, and results are kept there; set TMPDIR to a folder that can be written",
                      spec::quoted(path_)));
    ::close(descriptor);
  }
  ~TemporaryFile() {
    std::error_code error;
    std::filesystem::remove(path_, error);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace modecheck::cli
