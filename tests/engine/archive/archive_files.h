// Helpers for the tests of saved files: temporary files, archives with a given pickle, and tensors through bytes.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/archive/pickle_writer.h"
#include "engine/archive/zip_writer.h"
#include "tests/engine/support.h"

namespace modecheck::engine {

// A file that is removed at the end of the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& ending)
      : path_((std::filesystem::temp_directory_path() / ("modecheck-archive-" + std::to_string(getpid()) + ending))
                  .string()) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }

  const std::string& path() const { return path_; }
  void write(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  std::string bytes() const {
    std::ostringstream out;
    out << std::ifstream(path_, std::ios::binary).rdbuf();
    return out.str();
  }

 private:
  std::string path_;
};

// Returns an archive with this pickle as data.pkl, and the storages data/0, data/1 and so on.
inline std::string archive_of(const std::string& pickle, const std::vector<std::string>& storages) {
  archives::ZipWriter zip("archive");
  for (std::size_t i = 0; i < storages.size(); ++i) zip.add("data/" + std::to_string(i), storages[i]);
  zip.add("data.pkl", pickle);
  return zip.finish();
}

template <typename Value>
std::string bytes_of_saved(const Value& value) {
  std::ostringstream out;
  torch::save(value, out);
  return out.str();
}

// Returns the message of the error that `action` throws, or an empty text if it throws nothing. The error must be an
// Argument error, or say that a tensor of integers requires grad.
inline std::string refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const c10::Error& error) {
    const bool of_integers = error.error_class() == ErrorClass::RequiresGradOnNonFloating;
    EXPECT_TRUE(of_integers || error.error_class() == ErrorClass::Argument) << error.what();
    EXPECT_EQ(of_integers, std::string(error.what()).find("only floating-point and complex") != std::string::npos);
    return error.what();
  }
  return {};
}

}  // namespace modecheck::engine
