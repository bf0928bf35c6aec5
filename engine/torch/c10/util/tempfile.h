// Defines c10::make_tempfile, which makes an empty file in the folder for temporary files.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "engine/core/errors/error.h"

namespace c10 {
inline namespace modecheck_v1 {

// A temporary file. The destructor closes and removes it.
struct TempFile {
  TempFile(std::string the_name, int the_fd) : fd(the_fd), name(std::move(the_name)) {}
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  TempFile(TempFile&& other) noexcept : fd(std::exchange(other.fd, -1)), name(std::exchange(other.name, {})) {}
  TempFile& operator=(TempFile&& other) noexcept {
    std::swap(fd, other.fd);
    std::swap(name, other.name);
    return *this;
  }
  ~TempFile() {
    if (fd < 0) return;
    unlink(name.c_str());
    close(fd);
  }

  int fd;
  std::string name;
};

// Makes a file whose name begins with `name_prefix`, in the first folder that TMPDIR, TMP, TEMP or TEMPDIR names, or
// else in /tmp. Returns std::nullopt if that is not possible; errno says why.
inline std::optional<TempFile> try_make_tempfile(const std::string& name_prefix = "torch-file-") {
  std::string folder = "/tmp";
  for (const char* const variable : {"TEMPDIR", "TEMP", "TMP", "TMPDIR"})
    if (const char* const value = std::getenv(variable); value != nullptr && *value != '\0') folder = value;
  std::string name = folder + "/" + name_prefix + "XXXXXX";
  const int fd = mkstemp(name.data());
  if (fd < 0) return std::nullopt;
  return std::make_optional<TempFile>(std::move(name), fd);
}

// Does the same, and raises an Argument error if it is not possible.
inline TempFile make_tempfile(const std::string& name_prefix = "torch-file-") {
  std::optional<TempFile> out = try_make_tempfile(name_prefix);
  MODECHECK_CHECK(out.has_value(), modecheck::engine::ErrorClass::Argument, "make_tempfile: no file '", name_prefix,
                  "XXXXXX' can be made: ", std::strerror(errno), "; TMPDIR names the folder");
  return std::move(*out);
}

}  // namespace modecheck_v1
}  // namespace c10
