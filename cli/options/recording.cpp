#include "cli/options/recording.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <bit>
#include <charconv>
#include <fstream>
#include <sstream>

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

std::string versions_of(const std::vector<properties::SubjectHandle>& subjects) {
  std::string out;
  for (const properties::SubjectHandle& subject : subjects)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", subject.name, subject.plugin.version());
  return out;
}

}  // namespace

void add_recording_options(CLI::App& verb, RecordingOptions& options) {
  verb.add_option("--shard", options.shard,
                  "search one part of the programs: 3/64 is the third of 64 parts, which need not know each other")
      ->type_name("K/N");
  verb.add_option("--slice", options.slice,
                  "number of programs that are recorded together, a power of two; all shards must have the same")
      ->transform(whole_number(1, std::uint64_t{1} << 30))
      ->capture_default_str();
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
  if (!options.used()) return nullptr;
  if (!options.shard.empty()) campaign.shard = parse_shard(options.shard);
  if (!std::has_single_bit(options.slice))
    throw UsageError(
        fmt::format("--slice: {} is no power of two; the next one is {}", options.slice, std::bit_ceil(options.slice)));
  if (campaign.transitions)
    throw UsageError(
        "--coverage and --html list transitions, which a recorded campaign (--shard, --results, --resume) "
        "does not keep; leave one of them out");
  properties::Results none(
      fmt::format("{}: {}; subjects {}; {} known mismatches with the hash {:016x}", properties::build_text(), command,
                  versions_of(campaign.subjects), campaign.known.size(), hash_of(campaign.known)),
      options.slice);
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
  std::string out = fmt::format("\n  This was shard {} of {}.", campaign.shard.number + 1, campaign.shard.count);
  if (!options.file().empty())
    out += fmt::format(" Its results are in {}; `modecheck merge` joins files of results.", options.file());
  return out + "\n";
}

}  // namespace modecheck::cli
