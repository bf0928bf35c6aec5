// What the threads of one round share: tensors, parts of graphs, and a mailbox for each thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "ATen/ATen.h"
#include "tests/stress/captured.h"
#include "tests/stress/mailbox.h"
#include "tests/stress/outcome.h"
#include "tests/stress/planted.h"

namespace modecheck::stress {

struct World {
  // Makes the tensors on the calling thread, which is in the state of a new thread.
  World(int threads, Planted defect, Outcome& result);

  const Planted planted;
  Outcome& outcome;
  const Captured defaults;  // the state of a new thread

  // All elements of the tensors below are small whole numbers, so sums are exact in every order.
  at::Tensor weight;                     // three ones, a leaf that requires grad
  at::Tensor trunk;                      // weight * 2, a part of graphs of all threads
  at::Tensor branch;                     // a custom Function of `trunk` with slope 3
  at::Tensor input;                      // three ones that do not require grad
  at::Tensor row;                        // a view of `input`
  at::Tensor inference;                  // three ones, an inference tensor
  std::atomic<std::int64_t> arrived{0};  // what the threads have added to each element of weight's gradient

  std::vector<std::unique_ptr<Mailbox>> mailboxes;  // one for each thread
  std::mutex lonely;  // held where only one thread may do something: anomaly mode is one switch for all threads

  int unsynchronised = 0;  // used by Planted::UnsynchronisedCounter only
};

}  // namespace modecheck::stress
