// Runs the part of the parity program that the argument names, and prints its results. The library that the program is
// built with, the engine or libtorch, computes them.
#include <cstdio>
#include <cstring>

#include "tests/parity/part.h"

int main(int argc, char** argv) {
  for (const modecheck::parity::Part& part : modecheck::parity::Part::all())
    if (argc == 2 && std::strcmp(part.name, argv[1]) == 0) {
      part.run();
      return 0;
    }
  std::fprintf(stderr, "usage: %s PART, which is one of:\n", argv[0]);
  for (const modecheck::parity::Part& part : modecheck::parity::Part::all()) std::fprintf(stderr, "  %s\n", part.name);
  return 2;
}
