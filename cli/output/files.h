// Reads programs and writes results; error messages name the file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::cli {

// Reads a program. Throws UsageError with a message of the form "FILE:LINE: what stands there and what was expected".
spec::Program read_program(const std::filesystem::path& file);

// Returns the files that the user names. A folder is replaced by the programs in it, sorted by name. Throws UsageError
// if a folder holds no program.
std::vector<std::string> program_files(const std::vector<std::string>& names);

// Throws UsageError if `file` cannot be written. A verb calls this before any work. Writes nothing.
void require_writable(const std::filesystem::path& file, const char* option);

// Throws UsageError if no file can be made in `folder`, which need not exist yet. An empty name is accepted.
void require_folder(const std::filesystem::path& folder, const char* option);

void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace modecheck::cli
