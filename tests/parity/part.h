// A part of the output that builds against the engine and against libtorch must print alike. `modecheck_parity NAME`
// runs the part of that name.
#pragma once

#include <vector>

namespace modecheck::parity {

struct Part {
  const char* name;
  void (*run)();

  // Returns all parts of the program.
  static std::vector<Part>& all() {
    static std::vector<Part> parts;
    return parts;
  }
  static bool add(const char* name, void (*run)()) {
    all().push_back({name, run});
    return true;
  }
};

}  // namespace modecheck::parity

// Begins a part's function. Each part has its own namespace, because several parts may be compiled as one unit.
#define MODECHECK_PARITY(name)                                                             \
  void run_part();                                                                         \
  [[maybe_unused]] const bool is_added = ::modecheck::parity::Part::add(#name, &run_part); \
  void run_part()
