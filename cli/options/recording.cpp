#include "cli/options/recording.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <bit>
#include <charconv>
#include <fstream>
#include <sstream>

#include "cli/options/shard_variables.h"
#include "cli/options/usage_error.h"
#include "cli/options/whole_number.h"
#include "properties/lockstep/byte_hash.h"
#include "properties/report/build_text.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

// Reads "3/64", the third of 64 shards.
properties::Shard parse_shard(const std::string& text) {
  const auto number = [](std::string_view digits) {
    std::uint64_t out = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    return end.ec == std::errc{} && end.ptr == digits.data() + digits.size() ? out : 0;
  };
  const std::size_t slash = text.find('/');
  constexpr std::uint64_t kMost = 1'000'000;
  const std::uint64_t count = slash == std::string::npos ? 0 : number(std::string_view(text).substr(slash + 1));
  const std::uint64_t one = count == 0 ? 0 : number(std::string_view(text).substr(0, slash));
  if (one == 0 || one > count || count > kMost)
    throw UsageError(fmt::format("--shard: {} is no shard; K/N is shard K of N, such as 1/64, and N is at most {}",
                                 spec::quoted(text), kMost));
  return {one - 1, count};
}

// Returns a number that differs if the known mismatches do: the hash of their files.
std::uint64_t hash_of(const std::vector<properties::KnownMismatch>& known) {
  properties::ByteHash out;
  for (const properties::KnownMismatch& entry : known) {
    std::ifstream in(entry.program_file, std::ios::binary);
    std::ostringstream text;
    text << entry.id << '\n' << in.rdbuf();
    out.add(text.str());
  }
  return out.value();
}

// Returns the size of the campaign's slices, with which each shard has one.
std::uint64_t slice_of(const RecordingOptions& options, const properties::CampaignOptions& campaign) {
  // Bazel does not know about slices, so a shard that the environment names has slices that suit its programs.
  const bool suits = options.shard.empty() && options.file().empty() && campaign.programs.has_value();
  const std::uint64_t fallback = suits ? properties::slice_size_for(*campaign.programs, campaign.shard.count) : 16'384;
  const std::uint64_t slice = options.slice.value_or(fallback);
  if (!std::has_single_bit(slice))
    throw UsageError(fmt::format("--slice: {} is no power of two; the next one is {}", slice, std::bit_ceil(slice)));
  if (!campaign.programs.has_value()) return slice;
  const std::uint64_t slices = *campaign.programs / slice + (*campaign.programs % slice == 0 ? 0 : 1);
  if (slices < campaign.shard.count)
    throw UsageError(fmt::format("--shard: {} programs in slices of {} make {} slice{}, too few for {} shards; {}",
                                 *campaign.programs, slice, slices, slices == 1 ? "" : "s", campaign.shard.count,
                                 *campaign.programs < campaign.shard.count
                                     ? "ask for fewer shards or more programs"
                                     : fmt::format("give all shards --slice {} or less",
                                                   std::bit_floor(*campaign.programs / campaign.shard.count))));
  return slice;
}

std::string versions_of(const std::vector<properties::SubjectHandle>& subjects) {
  std::string out;
  for (const properties::SubjectHandle& subject : subjects)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", subject.name, subject.plugin.version());
  return out;
}

}  // namespace

void add_recording_options(CLI::App& verb, RecordingOptions& options) {
  verb.add_option("--shard", options.shard,
                  "search one part of the programs: 3/64 is the third of 64 parts, which need not know each other "
                  "(default: what TEST_TOTAL_SHARDS and TEST_SHARD_INDEX name, or those of GoogleTest)")
      ->type_name("K/N");
  verb.add_option("--slice", options.slice,
                  "number of programs that are recorded together, a power of two; all shards must have the same "
                  "(default: 16384)")
      ->transform(whole_number(1, std::uint64_t{1} << 30));
  CLI::Option* const results =
      verb.add_option("--results", options.results,
                      "new file that what is found is added to while the search runs, for `merge` and --resume")
          ->type_name("FILE");
  verb.add_option("--resume", options.resume,
                  "file of --results to go on with: what it has is not searched again; it is made if it is not there")
      ->type_name("FILE")
      ->excludes(results);
}

std::unique_ptr<properties::ResultsFile> record(const RecordingOptions& options, const std::string& command,
                                                properties::CampaignOptions& campaign) {
  if (!options.shard.empty())
    campaign.shard = parse_shard(options.shard);
  else
    campaign.shard = shard_of_environment().value_or(properties::Shard{});
  if (!options.used() && campaign.shard.count == 1) return nullptr;
  if (campaign.transitions)
    throw UsageError(
        "--coverage and --html list transitions, which a recorded campaign (--shard, --results, --resume, or a shard "
        "that the environment names) does not keep; leave one of them out");
  const std::uint64_t slice = slice_of(options, campaign);
  properties::Results none(
      fmt::format("{}: {}; subjects {}; {} known mismatches with the hash {:016x}", properties::build_text(), command,
                  versions_of(campaign.subjects), campaign.known.size(), hash_of(campaign.known)),
      slice);
  std::unique_ptr<properties::ResultsFile> out;
  try {
    out = options.file().empty()
              ? std::make_unique<properties::ResultsFile>(std::move(none))
              : std::make_unique<properties::ResultsFile>(options.file(), std::move(none), !options.resume.empty());
  } catch (const properties::ResultsError& error) {
    throw UsageError(fmt::format("{}: {}", options.resume.empty() ? "--results" : "--resume", error.what()));
  }
  campaign.record = out.get();
  return out;
}

std::string recording_text(const RecordingOptions& options, const properties::CampaignOptions& campaign) {
  if (campaign.record == nullptr) return "";
  std::string out =
      fmt::format("\n  This was shard {} of {}{}.", campaign.shard.number + 1, campaign.shard.count,
                  options.shard.empty() && campaign.shard.count > 1 ? ", which variables of the environment name" : "");
  if (!options.file().empty())
    out += fmt::format(" Its results are in {}; `modecheck merge` joins files of results.", options.file());
  return out + "\n";
}

}  // namespace modecheck::cli
