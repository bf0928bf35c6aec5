// Defines Shard, the part of the programs that one process of a check runs.
#pragma once

#include <cstdint>

namespace modecheck {

struct Shard {
  std::uint64_t number = 0;  // from 0 to count - 1
  std::uint64_t count = 1;
};

// Returns the shard that TEST_TOTAL_SHARDS and TEST_SHARD_INDEX name, which Bazel sets, or else GTEST_TOTAL_SHARDS and
// GTEST_SHARD_INDEX. Returns the whole if none is set. Touches the files that TEST_SHARD_STATUS_FILE and
// GTEST_SHARD_STATUS_FILE name. Throws std::invalid_argument if the variables name no shard or two.
//
// For programs without GoogleTest. GoogleTest reads its variables itself and gives each process some of the tests, so
// in a GoogleTest program use MODECHECK_PROPERTY (gtest.h).
__attribute__((visibility("default"))) Shard shard_of_environment();

}  // namespace modecheck
