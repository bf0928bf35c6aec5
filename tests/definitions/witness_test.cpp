#include <gtest/gtest.h>

#include "tests/definitions/families.h"

namespace modecheck::witness {
namespace {

void judged(void (*family)(Judge&)) {
  Judge judge(Judge::Mode::Judges);
  family(judge);
}

TEST(Witness, LinearAlgebra) { judged(linear_algebra); }
TEST(Witness, Losses) { judged(losses); }
TEST(Witness, Normalization) { judged(normalization); }
TEST(Witness, Convolution) { judged(convolution); }
TEST(Witness, Contraction) { judged(contraction); }
TEST(Witness, Sorting) { judged(sorting); }
TEST(Witness, Statistics) { judged(statistics); }
TEST(Witness, Special) { judged(special); }
TEST(Witness, Movement) { judged(movement); }
TEST(Witness, Indexing) { judged(indexing); }
TEST(Witness, Distances) { judged(distances); }
TEST(Witness, Spectrum) { judged(spectrum); }
TEST(Witness, Bags) { judged(bags); }
TEST(Witness, Sampling) { judged(sampling); }
TEST(Witness, ForeachFunctions) { judged(foreach_functions); }
TEST(Witness, Factories) { judged(factories); }
TEST(Witness, Random) { judged(witness::random); }

}  // namespace
}  // namespace modecheck::witness
