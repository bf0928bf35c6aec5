// Says where in the program a call of the engine stands.
#pragma once

#include <cstdint>
#include <string>

namespace modecheck::engine::provenance {

struct SourcePlace {
  std::string function;  // the function of the program, without its namespace; empty if the program has no symbols
  std::string file;      // empty if that function was compiled without debug information
  int line = 0;
  std::uintptr_t offset = 0;  // of the call, in bytes from the beginning of the function
  std::string called;         // the function of the engine that the program called, as it writes its name

  bool is_known() const { return !function.empty(); }
  bool has_line() const { return !file.empty() && line > 0; }
  bool operator==(const SourcePlace& other) const {
    return function == other.function && file == other.file && line == other.line && offset == other.offset;
  }
};

}  // namespace modecheck::engine::provenance
