// Reads a file as text, and formats parts of it for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace modecheck::mutants {

// Returns the text of the file. Throws std::runtime_error if the file cannot be read.
std::string read_file(const std::string& path);

// Returns `text` on one line, without comments and with single blanks for white space.
std::string on_one_line(std::string_view text);

// Returns the number, from one, of the line that holds the byte at `offset`.
std::size_t line_of(std::string_view text, std::size_t offset);

// Returns the line that holds the byte at `offset`, without white space at either end.
std::string line_around(std::string_view text, std::size_t offset);

}  // namespace modecheck::mutants
