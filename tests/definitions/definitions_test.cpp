#include <gtest/gtest.h>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

void judged(void (*family)(Judge&)) {
  Judge judge(Judge::Mode::Judges);
  family(judge);
}

TEST(Definitions, LinearAlgebra) { judged(linear_algebra); }
TEST(Definitions, Losses) { judged(losses); }
TEST(Definitions, Normalization) { judged(normalization); }
TEST(Definitions, Convolution) { judged(convolution); }
TEST(Definitions, Contraction) { judged(contraction); }
TEST(Definitions, Sorting) { judged(sorting); }
TEST(Definitions, Statistics) { judged(statistics); }
TEST(Definitions, Special) { judged(special); }
TEST(Definitions, Movement) { judged(movement); }
TEST(Definitions, Indexing) { judged(indexing); }
TEST(Definitions, Distances) { judged(distances); }
TEST(Definitions, Spectrum) { judged(spectrum); }
TEST(Definitions, Bags) { judged(bags); }
TEST(Definitions, Sampling) { judged(sampling); }
TEST(Definitions, ForeachFunctions) { judged(foreach_functions); }
TEST(Definitions, Factories) { judged(factories); }
TEST(Definitions, Random) { judged(definitions::random); }
TEST(Definitions, Recurrent) { judged(recurrent); }

}  // namespace
}  // namespace modecheck::definitions
