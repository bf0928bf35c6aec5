#include "bench/measure_operators.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>

namespace modecheck::bench {
namespace {

int print_recipes() {
  for (const SchemaRow& row : schema_rows()) {
    const std::optional<Recipe> recipe = recipe_for(row);
    if (!recipe) {
      std::fprintf(stderr, "%s: no arguments were found\n", row.name().c_str());
      return 1;
    }
    std::cout << text_of(*recipe) << '\n';
  }
  return 0;
}

int measure_all(const char* file, int calls, Measure measure) {
  std::ifstream recipes(file);
  for (const SchemaRow& row : schema_rows()) {
    std::string line;
    if (!std::getline(recipes, line)) {
      std::fprintf(stderr, "%s: there is no recipe for %s\n", file, row.name().c_str());
      return 1;
    }
    measure(row, recipe_of(line), calls);
  }
  return 0;
}

}  // namespace

int measure_operators(int argc, char** argv, Measure measure) {
  if (argc == 1) return print_recipes();
  const int calls = argc == 3 ? std::atoi(argv[2]) : 0;
  if (calls < 1) {
    std::fprintf(stderr, "%s: expected no arguments, or a file of recipes and the number of calls, at least 1\n",
                 argv[0]);
    return 2;
  }
  return measure_all(argv[1], calls, measure);
}

}  // namespace modecheck::bench
