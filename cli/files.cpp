#include "cli/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "cli/usage_error.h"
#include "spec/program_text.h"

namespace modecheck::cli {

namespace fs = std::filesystem;

spec::Program read_program(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored))
    throw UsageError(fmt::format("{}: is a folder; a program is a .prog file", file.string()));
  std::ifstream in(file, std::ios::binary);
  if (!in) throw UsageError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  std::ostringstream text;
  text << in.rdbuf();
  try {
    return spec::parse_program(text.str());
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
  const fs::path probe = fs::exists(file, ignored) ? file : folder;
  if (access(probe.c_str(), W_OK) != 0)
    throw UsageError(fmt::format("{}: {} cannot be written: {}", option, file.string(), std::strerror(errno)));
}

void require_folder(const fs::path& folder, const char* option) {
  if (folder.empty()) return;
  std::error_code ignored;
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
    throw UsageError(fmt::format("{}: {} is a file; name a folder", option, folder.string()));
  fs::path there = fs::absolute(folder);
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  if (access(there.c_str(), W_OK) != 0)
    throw UsageError(fmt::format("{}: {} cannot be written: {}", option, folder.string(), std::strerror(errno)));
}

void write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw UsageError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
}

}  // namespace modecheck::cli
