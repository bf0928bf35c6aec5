// Reads the options of a recorded campaign: --shard, --slice, --results and --resume.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "properties/campaign/campaign.h"
#include "properties/campaign/results_file.h"

namespace CLI {
class App;
}

namespace modecheck::cli {

struct RecordingOptions {
  std::string shard;
  std::optional<std::uint64_t> slice;  // if it is absent, 16,384, or less for a shard that the environment names
  std::string results;
  std::string resume;

  bool used() const { return !shard.empty() || !results.empty() || !resume.empty(); }
  const std::string& file() const { return resume.empty() ? results : resume; }
};

void add_recording_options(CLI::App& verb, RecordingOptions& options);

// Sets the campaign's shard and record, if the user gave one of the options, or if the environment names a shard
// (shard_variables.h). --shard comes first: with it the environment is not read. `command` is the command line that
// runs the same campaign, without its length. Throws UsageError if the file cannot be used.
std::unique_ptr<properties::ResultsFile> record(const RecordingOptions& options, const std::string& command,
                                                properties::CampaignOptions& campaign);

// Returns the lines of the summary about the record, or "" if there is none.
std::string recording_text(const RecordingOptions& options, const properties::CampaignOptions& campaign);

}  // namespace modecheck::cli
