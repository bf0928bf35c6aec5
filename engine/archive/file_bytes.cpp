#include "engine/archive/file_bytes.h"

#include <fstream>

#include "engine/archive/place.h"

namespace modecheck::engine::archives {

std::string read_file(const std::string& filename) {
  std::ifstream in(filename, std::ios::binary);
  Place{filename, {}}.require(in.is_open(), "the file cannot be opened");
  return read_stream(in, filename);
}

std::string read_stream(std::istream& stream, const std::string& name) {
  constexpr std::size_t block = std::size_t{1} << 16;
  std::string out;
  std::size_t size = 0;
  do {
    out.resize(size + block);
    stream.read(out.data() + size, block);
    size += static_cast<std::size_t>(stream.gcount());
  } while (stream.good());
  out.resize(size);
  Place{name, {}}.require(stream.eof() && !stream.bad(), "reading failed after ", size, " bytes");
  return out;
}

void write_file(const std::string& filename, const std::string& bytes) {
  std::ofstream out(filename, std::ios::binary);
  MODECHECK_CHECK(out.is_open(), ErrorClass::Argument, "torch::save: ", filename, " cannot be written");
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  MODECHECK_CHECK(out.flush().good(), ErrorClass::Argument, "torch::save: ", filename, " cannot be written whole");
}

}  // namespace modecheck::engine::archives
