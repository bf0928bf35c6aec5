// A file as text, and what a person reads of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace modecheck::mutants {

// The whole file. Throws std::runtime_error if it cannot be read.
std::string read_file(const std::string& path);

// `text` on one line: comments left out, white space as one blank.
std::string on_one_line(std::string_view text);

// The number, from one, of the line that holds the byte at `offset`.
std::size_t line_of(std::string_view text, std::size_t offset);

// The line that holds the byte at `offset`, without the white space around it.
std::string line_around(std::string_view text, std::size_t offset);

}  // namespace modecheck::mutants
