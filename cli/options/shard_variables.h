// Reads the variables with which Bazel and GoogleTest tell a process its shard.
#pragma once

#include <optional>

#include "properties/campaign/shard.h"

namespace modecheck::cli {

// Returns the shard that TEST_TOTAL_SHARDS and TEST_SHARD_INDEX name (Bazel), or else GTEST_TOTAL_SHARDS and
// GTEST_SHARD_INDEX (GoogleTest), which count from 0. Returns std::nullopt if neither total is set. Then touches the
// files that TEST_SHARD_STATUS_FILE and GTEST_SHARD_STATUS_FILE name, which tells the caller that the variables were
// read. Throws UsageError if a value is no shard, if the two pairs name different shards, or if a file cannot be made.
std::optional<properties::Shard> shard_of_environment();

}  // namespace modecheck::cli
