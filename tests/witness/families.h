// The functions beside the catalogue, by family: each calls the judge with every sample of every function.
#pragma once

#include "tests/witness/judge.h"

namespace modecheck::witness {

void linear_algebra(Judge& judge);
void losses(Judge& judge);
void normalization(Judge& judge);
void convolution(Judge& judge);
void contraction(Judge& judge);
void sorting(Judge& judge);
void statistics(Judge& judge);

inline void every_family(Judge& judge) {
  linear_algebra(judge);
  losses(judge);
  normalization(judge);
  convolution(judge);
  contraction(judge);
  sorting(judge);
  statistics(judge);
}

}  // namespace modecheck::witness
