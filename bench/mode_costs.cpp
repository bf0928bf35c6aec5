// Measures what every operator of the catalogue costs outside and inside InferenceMode, in instructions. The program
// runs under callgrind:
//
//   mode_costs >RECIPES
//   valgrind --tool=callgrind --collect-atstart=no mode_costs RECIPES CALLS
//
// The first command looks for arguments that each operator accepts. That takes many calls that throw, which are slow
// under valgrind. The second makes one dump for each operator and mode, with "OPERATOR | MODE" as its description. Only
// the calls count, not the preparation of their arguments. The calls are boxed in both modes.
#include <valgrind/callgrind.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "ATen/ATen.h"
#include "tests/support/schema_call.h"

namespace modecheck::bench {
namespace {

void measure(const SchemaRow& row, const Recipe& recipe, bool inside, int calls) {
  const c10::OperatorHandle op = handle_of(row);
  const c10::InferenceMode mode(inside);
  // The first eight calls are not counted, because they fill free lists and caches.
  for (int i = -8; i < calls; ++i) {
    torch::jit::Stack stack = arguments(row, recipe, at::ones(recipe.sizes, recipe.dtype), fresh_out(recipe));
    // PyTorch's random generator makes several hundred numbers at a time. Draw one here, so that making them is not
    // counted.
    at::manual_seed(7);
    at::rand({1});
    if (i == 0) CALLGRIND_ZERO_STATS;
    CALLGRIND_TOGGLE_COLLECT;
    op.callBoxed(stack);
    CALLGRIND_TOGGLE_COLLECT;
  }
  const std::string name = row.name() + " | " + (inside ? "inside" : "outside");
  CALLGRIND_DUMP_STATS_AT(name.c_str());
}

// A recipe is a line of numbers: the two dtypes, the number of sizes, the sizes, and the choices.
std::string written(const Recipe& recipe) {
  std::ostringstream out;
  out << static_cast<int>(recipe.dtype) << ' ' << static_cast<int>(recipe.out) << ' ' << recipe.sizes.size();
  for (const std::int64_t size : recipe.sizes) out << ' ' << size;
  for (const std::size_t choice : recipe.choice) out << ' ' << choice;
  return out.str();
}

Recipe read(const std::string& line) {
  std::istringstream in(line);
  int dtype = 0;
  int out_dtype = 0;
  std::size_t dimensions = 0;
  in >> dtype >> out_dtype >> dimensions;
  Recipe out;
  out.dtype = static_cast<at::ScalarType>(dtype);
  out.out = static_cast<at::ScalarType>(out_dtype);
  out.sizes.resize(dimensions);
  for (std::int64_t& size : out.sizes) in >> size;
  for (std::size_t choice = 0; in >> choice;) out.choice.push_back(choice);
  return out;
}

int print_recipes() {
  for (const SchemaRow& row : schema_rows()) {
    const std::optional<Recipe> recipe = recipe_for(row);
    if (!recipe) {
      std::fprintf(stderr, "%s: no arguments were found\n", row.name().c_str());
      return 1;
    }
    std::cout << written(*recipe) << '\n';
  }
  return 0;
}

int measure_all(const char* file, int calls) {
  std::ifstream recipes(file);
  for (const SchemaRow& row : schema_rows()) {
    std::string line;
    if (!std::getline(recipes, line)) {
      std::fprintf(stderr, "%s: there is no recipe for %s\n", file, row.name().c_str());
      return 1;
    }
    for (const bool inside : {false, true}) measure(row, read(line), inside, calls);
  }
  return 0;
}

}  // namespace
}  // namespace modecheck::bench

int main(int argc, char** argv) {
  using namespace modecheck::bench;  // NOLINT: mode_costs is a program, so its main may use a whole namespace
  if (argc == 1) return print_recipes();
  const int calls = argc == 3 ? std::atoi(argv[2]) : 0;
  if (calls < 1) {
    std::fprintf(stderr, "%s: expected no arguments, or a file of recipes and the number of calls, at least 1\n",
                 argv[0]);
    return 2;
  }
  return measure_all(argv[1], calls);
}
