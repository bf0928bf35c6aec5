#include "cli/output/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "cli/options/usage_error.h"
#include "spec/program/text.h"

namespace modecheck::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostProgramBytes = std::size_t{1} << 20;

// Returns the text of the file. Throws once the text is longer than any program, because a device or pipe may never
// end.
std::string program_text(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored))
    throw UsageError(fmt::format("{}: is a folder; a program is a .prog file", file.string()));
  std::ifstream in(file, std::ios::binary);
  if (!in) throw UsageError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  std::string text(kMostProgramBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) throw UsageError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kMostProgramBytes)
    throw UsageError(
        fmt::format("{}: is longer than 1 MiB, and a program has at most {} commands; is this a .prog file?",
                    file.string(), spec::kMaxCommands));
  return text;
}

// Returns true if a file can be made in the folder. To find out, the function makes a file and removes it. Permissions
// do not tell, for example in /proc or on a full disk.
bool can_make_file_in(const fs::path& folder) {
  std::string name = (folder / ".modecheck-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0) return false;
  const bool written = write(file, "x", 1) == 1;
  const int error = errno;
  close(file);
  unlink(name.c_str());
  errno = error;
  return written;
}

[[noreturn]] void cannot_write(const char* option, const fs::path& file) {
  throw UsageError(fmt::format("{}: {} cannot be written: {}", option, file.string(), std::strerror(errno)));
}

}  // namespace

spec::Program read_program(const fs::path& file) {
  try {
    return spec::parse_program(program_text(file));
  } catch (const spec::TextError& error) {
    throw UsageError(fmt::format("{}:{}: {}", file.string(), error.line(), error.what()));
  }
}

std::vector<std::string> program_files(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names) {
    std::error_code ignored;
    if (!fs::is_directory(name, ignored)) {
      out.push_back(name);
      continue;
    }
    std::vector<std::string> inside;
    for (const auto& file : fs::directory_iterator(name))
      if (file.path().extension() == ".prog") inside.push_back(file.path().string());
    if (inside.empty()) throw UsageError(fmt::format("{}: the folder holds no program, no file *.prog", name));
    std::sort(inside.begin(), inside.end());
    out.insert(out.end(), inside.begin(), inside.end());
  }
  return out;
}

void require_writable(const fs::path& file, const char* option) {
  if (file.empty()) return;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code ignored;
  if (fs::is_directory(file, ignored))
    throw UsageError(fmt::format("{}: {} is a folder; name a file", option, file.string()));
  if (!fs::is_directory(folder, ignored))
    throw UsageError(
        fmt::format("{}: {} cannot be written: there is no folder {}", option, file.string(), folder.string()));
  if (!fs::exists(file, ignored)) {
    if (!can_make_file_in(folder)) cannot_write(option, file);
    return;
  }
  const int existing = open(file.c_str(), O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
  // Opening a named pipe without a reader fails with ENXIO. That is no error here, because a reader may come later.
  if (existing < 0 && errno != ENXIO) cannot_write(option, file);
  if (existing >= 0) close(existing);
}

void require_folder(const fs::path& folder, const char* option) {
  if (folder.empty()) return;
  std::error_code ignored;
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
    throw UsageError(fmt::format("{}: {} is a file; name a folder", option, folder.string()));
  // To find out whether the missing folders can be made, make them and then remove them. The list has the innermost
  // folder first, which is the order of removal.
  std::vector<fs::path> missing;
  for (fs::path one = fs::absolute(folder); !fs::exists(one, ignored) && one.has_relative_path();
       one = one.parent_path())
    if (one.has_filename()) missing.push_back(one);
  std::error_code failed;
  fs::create_directories(folder, failed);
  errno = failed.value();
  const bool writable = !failed && can_make_file_in(folder);
  const int error = errno;
  for (const fs::path& one : missing) fs::remove(one, ignored);
  errno = error;
  if (!writable) cannot_write(option, folder);
}

void write_text(const fs::path& file, const std::string& text) {
  std::error_code ignored;
  // Write directly to a device, pipe or link. Write a regular file under a temporary name first, so that the file is
  // complete or absent.
  const bool plain = !fs::exists(file, ignored) || fs::is_regular_file(fs::symlink_status(file, ignored));
  const fs::path target = plain ? fs::path(file.string() + ".part") : file;
  {
    std::ofstream out(target, std::ios::binary);
    out << text;
    out.close();
    if (!out) {
      const int error = errno;
      if (plain) fs::remove(target, ignored);
      throw UsageError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(error)));
    }
  }
  if (!plain) return;
  std::error_code failed;
  fs::rename(target, file, failed);
  if (!failed) return;
  fs::remove(target, ignored);
  throw UsageError(fmt::format("{}: cannot be written: {}", file.string(), failed.message()));
}

}  // namespace modecheck::cli
