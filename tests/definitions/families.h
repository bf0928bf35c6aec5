// Declares the tests of the functions that are not in the catalogue, by family. Each family calls the judge with every
// sample of every function.
#pragma once

#include "tests/definitions/judge.h"

namespace modecheck::definitions {

void linear_algebra(Judge& judge);
void losses(Judge& judge);
void normalization(Judge& judge);
void convolution(Judge& judge);
void contraction(Judge& judge);
void sorting(Judge& judge);
void statistics(Judge& judge);
void special(Judge& judge);
void movement(Judge& judge);
void indexing(Judge& judge);
void distances(Judge& judge);
void spectrum(Judge& judge);
void bags(Judge& judge);
void sampling(Judge& judge);
void foreach_functions(Judge& judge);
void factories(Judge& judge);
void random(Judge& judge);
void recurrent(Judge& judge);

inline void every_family(Judge& judge) {
  linear_algebra(judge);
  losses(judge);
  normalization(judge);
  convolution(judge);
  contraction(judge);
  sorting(judge);
  statistics(judge);
  special(judge);
  movement(judge);
  indexing(judge);
  distances(judge);
  spectrum(judge);
  bags(judge);
  sampling(judge);
  foreach_functions(judge);
  factories(judge);
  definitions::random(judge);
  recurrent(judge);
}

}  // namespace modecheck::definitions
