// Reading programs and writing results, with messages that name the file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::cli {

// Throws UsageError: "FILE:LINE: what stands there and what was expected".
spec::Program read_program(const std::filesystem::path& file);

// The files as they are named; of a folder its programs, by name. Throws UsageError if it has none.
std::vector<std::string> program_files(const std::vector<std::string>& names);

// Throws UsageError if `file` could not be written, before anything else is done. Writes nothing.
void require_writable(const std::filesystem::path& file, const char* option);

// The same for a folder, which need not be there yet. Nothing is required of an empty name.
void require_folder(const std::filesystem::path& folder, const char* option);

void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace modecheck::cli
