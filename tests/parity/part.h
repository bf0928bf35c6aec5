// Declares a part of the printed output. The builds against the engine and against libtorch must print the same text
// for each part. `modecheck_parity NAME` runs the part of that name.
#pragma once

#include <vector>

namespace modecheck::parity {

struct Part {
  const char* name;
  void (*run)();

  // Returns all parts that this program can print.
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

// Begins the function that prints a part. Each part has its own namespace, because several parts may be compiled as one
// translation unit.
#define MODECHECK_PARITY(name)                                                             \
  void run_part();                                                                         \
  [[maybe_unused]] const bool is_added = ::modecheck::parity::Part::add(#name, &run_part); \
  void run_part()
