// Declares how the functions that load and save archives read and write files and streams.
#pragma once

#include <istream>
#include <string>

namespace modecheck::engine::archives {

// Returns all bytes of the file. Raises an Argument error if it cannot be read.
std::string read_file(const std::string& filename);
// Returns the bytes from the stream's position to its end. Memory grows with what the stream gives, and not with what
// it claims. Raises an Argument error if reading fails.
std::string read_stream(std::istream& stream, const std::string& name);
// Writes the file. Raises an Argument error if it cannot be written whole. A file that exists then stays as it was,
// unless it is no regular file or its folder takes no new files.
void write_file(const std::string& filename, const std::string& bytes);

}  // namespace modecheck::engine::archives
