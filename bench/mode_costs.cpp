// Measures what every operator of the catalogue costs outside and inside InferenceMode, in instructions. The program
// runs under callgrind:
//
//   valgrind --tool=callgrind --collect-atstart=no mode_costs CALLS
//
// The program makes one dump for each operator and mode, with "OPERATOR | MODE" as its description. Only the calls
// count, not the preparation of their arguments. The calls are boxed in both modes.
#include <valgrind/callgrind.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
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

}  // namespace
}  // namespace modecheck::bench

int main(int argc, char** argv) {
  using namespace modecheck::bench;  // NOLINT: mode_costs is a program, so its main may use a whole namespace
  const int calls = argc > 1 ? std::atoi(argv[1]) : 0;
  if (calls < 1) {
    std::fprintf(stderr, "%s: expected the number of calls, at least 1\n", argv[0]);
    return 2;
  }
  for (const SchemaRow& row : schema_rows()) {
    const std::optional<Recipe> recipe = recipe_for(row);
    if (!recipe) {
      std::fprintf(stderr, "%s: no arguments were found\n", row.name().c_str());
      return 1;
    }
    for (const bool inside : {false, true}) measure(row, *recipe, inside, calls);
  }
  return 0;
}
