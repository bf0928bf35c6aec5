// Makes a file in the folder of temporary files, which is removed at the end.
#pragma once

#include <string>

namespace modecheck::cli {

// The file is also removed if Ctrl-C or SIGTERM ends this process.
class TemporaryFile {
 public:
  // Throws UsageError if no file can be made.
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace modecheck::cli
