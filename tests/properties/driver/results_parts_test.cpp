// Tests the parts of recorded results, and the numbers of programs that mismatch.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "properties/campaign/part.h"
#include "properties/campaign/results_file.h"
#include "properties/campaign/shard.h"

namespace modecheck::properties {
namespace {

constexpr std::uint64_t kSliceOfParts = 4;

Slice slice_of_part(std::uint64_t part, std::uint64_t number, std::uint64_t done) {
  Slice out;
  out.first = first_of_part(part) / kSliceOfParts + number;
  out.done = done;
  out.counts["programs"] = done;
  return out;
}

Results in_two_parts() {
  Results out("a campaign", kSliceOfParts);
  for (std::uint64_t i = 0; i < 3; ++i) out.add(slice_of_part(0, i, kSliceOfParts));
  out.add(slice_of_part(2, 1, kSliceOfParts));
  out.add(slice_of_part(2, 0, kSliceOfParts));
  out.add(slice_of_part(2, 2, 3));
  return out;
}

TEST(ResultsParts, AreCountedApart) {
  const Results results = in_two_parts();
  EXPECT_EQ(results.total(0).counts.at("programs"), 12U);
  EXPECT_EQ(results.total(1).counts.size(), 0U);
  EXPECT_EQ(results.total(2).counts.at("programs"), 11U);
  EXPECT_EQ(results.total().counts.at("programs"), 23U);
  EXPECT_EQ(results.slices().size(), 4U);  // two joined slices in each part, and two that cannot be joined
  EXPECT_EQ(results.slice(first_of_part(2) / kSliceOfParts + 2).done, 3U);
  EXPECT_EQ(results.slice(first_of_part(1) / kSliceOfParts).done, 0U);
}

TEST(ResultsParts, ANumberHasAPartAndAnIndex) {
  EXPECT_EQ(part_of(first_of_part(7) + 9), 7U);
  EXPECT_EQ(index_in_part(first_of_part(7) + 9), 9U);
  EXPECT_EQ(part_of(kProgramsOfPart - 1), 0U);
}

TEST(ResultsParts, ProgramsThatMismatchAreJoinedAndWritten) {
  Results one = in_two_parts();
  Results other("a campaign", kSliceOfParts);
  for (std::uint64_t i = 0; i < 2'500; ++i) (i % 2 == 0 ? one : other).add_mismatching(first_of_part(2) + i);
  other.add_mismatching(first_of_part(2));
  Results reverse = other;
  reverse.join(one);
  one.join(other);
  EXPECT_EQ(one.mismatching().size(), 2'500U);
  const std::string text = to_text(one);
  EXPECT_EQ(to_text(reverse), text);
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("modecheck-parts-" + std::to_string(getpid()));
  std::ofstream(file, std::ios::binary) << text;
  EXPECT_EQ(to_text(read_results(file)), text);
  {
    ResultsFile more(file, Results("a campaign", kSliceOfParts), /*resumes=*/true);
    more.add_mismatching({});
    more.add_mismatching({1, 3});
  }
  EXPECT_EQ(read_results(file).mismatching().size(), 2'502U);
  std::filesystem::remove(file);
}

TEST(ResultsParts, SlicesSuitTheShards) {
  EXPECT_EQ(slice_size_for(1'000'000'000, 64), 16'384U);
  EXPECT_EQ(slice_size_for(1'000, 4), 16U);
  EXPECT_EQ(slice_size_for(3, 64), 1U);
  for (std::uint64_t shards = 1; shards < 100; ++shards) {
    const std::uint64_t size = slice_size_for(10'000, shards);
    EXPECT_GE(10'000 / size, 8 * shards) << shards;
  }
}

}  // namespace
}  // namespace modecheck::properties
