#include "cli/options/shard_variables.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string>

#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

constexpr std::uint64_t kMostShards = 1'000'000;

// Returns the value of a variable, or "" if it is not set.
std::string value_of(const std::string& variable) {
  const char* const value = std::getenv(variable.c_str());
  return value == nullptr ? "" : value;
}

std::uint64_t number_in(const std::string& variable) {
  const std::string text = value_of(variable);
  std::uint64_t out = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), out);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size())
    throw UsageError(fmt::format("{}: {} is no whole number; unset the variable, or name the shard with --shard",
                                 variable, spec::quoted(text)));
  return out;
}

std::optional<properties::Shard> shard_of(const std::string& prefix) {
  const std::string total = prefix + "TOTAL_SHARDS";
  const std::string index = prefix + "SHARD_INDEX";
  if (value_of(total).empty()) return std::nullopt;
  const properties::Shard out{number_in(index), number_in(total)};
  if (out.number >= out.count || out.count > kMostShards)
    throw UsageError(
        fmt::format("{}={} and {}={} name no shard: the index counts from 0 to the total - 1, and the "
                    "total is at most {}",
                    index, out.number, total, out.count, kMostShards));
  return out;
}

void touch_status_file(const std::string& variable) {
  const std::string file = value_of(variable);
  if (!file.empty() && !std::ofstream(file, std::ios::app))
    throw UsageError(fmt::format("{}: the file {} cannot be written", variable, spec::quoted(file)));
}

}  // namespace

std::optional<properties::Shard> shard_of_environment() {
  const std::optional<properties::Shard> bazel = shard_of("TEST_");
  const std::optional<properties::Shard> googletest = shard_of("GTEST_");
  if (!bazel.has_value() && !googletest.has_value()) return std::nullopt;
  if (bazel.has_value() && googletest.has_value() &&
      (bazel->number != googletest->number || bazel->count != googletest->count))
    throw UsageError(
        "TEST_TOTAL_SHARDS and GTEST_TOTAL_SHARDS, or the indices beside them, name different shards; unset one pair, "
        "or name the shard with --shard");
  touch_status_file("TEST_SHARD_STATUS_FILE");
  touch_status_file("GTEST_SHARD_STATUS_FILE");
  return bazel.has_value() ? bazel : googletest;
}

}  // namespace modecheck::cli
