// Reads programs and writes results, with messages that name the file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::cli {

// Throws UsageError: "FILE:LINE: what stands there and what was expected".
spec::Program read_program(const std::filesystem::path& file);

// Returns the files as named; a folder is replaced by its programs, sorted by name. Throws UsageError if a folder has
// none.
std::vector<std::string> program_files(const std::vector<std::string>& names);

// Throws UsageError if `file` cannot be written. Called before any work, and writes nothing.
void require_writable(const std::filesystem::path& file, const char* option);

// Likewise for a folder, which need not exist yet. An empty name is accepted.
void require_folder(const std::filesystem::path& folder, const char* option);

void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace modecheck::cli
