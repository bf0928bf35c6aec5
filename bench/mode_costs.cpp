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

#include <string>

#include "ATen/ATen.h"
#include "bench/measure_operators.h"
#include "tests/support/schema_call.h"

namespace modecheck::bench {
namespace {

void measure_in_mode(const SchemaRow& row, const Recipe& recipe, bool inside, int calls) {
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

void measure(const SchemaRow& row, const Recipe& recipe, int calls) {
  for (const bool inside : {false, true}) measure_in_mode(row, recipe, inside, calls);
}

}  // namespace
}  // namespace modecheck::bench

int main(int argc, char** argv) { return modecheck::bench::measure_operators(argc, argv, &modecheck::bench::measure); }
