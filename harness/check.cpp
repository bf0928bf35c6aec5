#include "harness/modecheck/check.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

#include "cli/options/filter.h"
#include "cli/options/known_choice.h"
#include "cli/options/profile_choice.h"
#include "cli/options/shard_variables.h"
#include "cli/options/subject_choice.h"
#include "cli/options/usage_error.h"
#include "cli/report/program_report.h"
#include "cli/report/run_report.h"
#include "properties/campaign/results_file.h"
#include "properties/generate/generator.h"
#include "properties/lockstep/spec_oracle.h"
#include "spec/program/text.h"

namespace modecheck {
namespace {

using cli::Exit;

// Calls `check`, and turns an error of wrong use into std::invalid_argument, which the public headers promise.
template <typename Check>
auto with_public_errors(const Check& check) {
  try {
    return check();
  } catch (const cli::UsageError& error) {
    throw std::invalid_argument(error.what());
  } catch (const subjects::PluginError& error) {
    throw std::invalid_argument(error.what());
  } catch (const spec::TextError& error) {
    throw std::invalid_argument("program, line " + std::to_string(error.line()) + ": " + error.what());
  }
}

// Returns the known mismatches, which are read once per process because there are hundreds of files.
const std::vector<properties::KnownMismatch>& known() {
  static const std::vector<properties::KnownMismatch> entries = cli::choose_known(false);
  return entries;
}

CheckResult::Outcome outcome_of(Exit exit) {
  if (exit == Exit::Clean) return CheckResult::Outcome::Passed;
  return exit == Exit::NothingJudged ? CheckResult::Outcome::NothingJudged : CheckResult::Outcome::Failed;
}

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

// Returns the operations that a profile selects, as `modecheck run` selects them. The operations of devices are
// included only for a subject whose device has memory of its own.
cli::Filter filter_of(const Profile& profile, bool has_own_memory) {
  require(profile.max_commands >= 0 && profile.max_commands <= static_cast<int>(spec::kMaxCommands),
          "Profile::max_commands is between 1 and the most that a program can have, or 0 for the default");
  return cli::make_filter(profile.only, profile.without,
                          has_own_memory ? properties::every_operation() : properties::operations_of_one_device());
}

// Records the campaign if it is a shard, because only recorded campaigns have shards. Returns std::nullopt if the shard
// has no program.
std::optional<std::unique_ptr<properties::ResultsFile>> record_shard(const Profile& profile,
                                                                     properties::CampaignOptions& campaign) {
  require(profile.shard.number < profile.shard.count, "Profile::shard has a number from 0 to its count - 1");
  if (profile.shard.count == 1) return std::unique_ptr<properties::ResultsFile>();
  const std::uint64_t size = properties::slice_size_for(profile.programs, profile.shard.count);
  if (profile.shard.number * size >= profile.programs) return std::nullopt;
  campaign.shard = {profile.shard.number, profile.shard.count};
  auto out = std::make_unique<properties::ResultsFile>(properties::Results("a check", size));
  campaign.record = out.get();
  return out;
}

// Returns the line of a report that names the shard, or "" if there is one only.
std::string shard_line(const Profile& profile) {
  if (profile.shard.count == 1) return "";
  return "\n  This was shard " + std::to_string(profile.shard.number + 1) + " of " +
         std::to_string(profile.shard.count) + ".\n";
}

CheckResult run_profile(const std::string& subject, const Profile& profile) {
  require(profile.programs > 0, "Profile::programs is at least 1");
  require(profile.jobs > 0, "Profile::jobs is at least 1");
  properties::CampaignOptions campaign;
  campaign.seed = profile.seed;
  campaign.programs = profile.programs;
  campaign.jobs = profile.jobs;
  campaign.findings = profile.findings;
  campaign.subjects = cli::choose_subjects({subject}, "the subject");
  if (!profile.ignore_known) campaign.known = known();
  campaign.replays_known = false;
  campaign.oracle = properties::spec_oracle();
  const cli::Filter filter = filter_of(profile, spec::has_own_memory(campaign.subjects[0].device));
  const properties::Profile judged = cli::choose_profile(profile.profile);
  campaign.wanted = cli::judge_of(filter.rules, judged);
  const properties::Generator generator(cli::generator_options(filter, profile.max_commands));
  campaign.program_into = [&](spec::Program& program, std::uint64_t index) {
    generator.program_into(program, profile.seed, index);
  };
  const auto record = record_shard(profile, campaign);
  if (!record.has_value())
    return {CheckResult::Outcome::Passed, "There are fewer programs than shards." + shard_line(profile)};
  const properties::CampaignResult result = properties::run_campaign(campaign, {});
  const std::vector<properties::Control> controls;
  cli::RunFacts facts{campaign, result, controls};
  facts.profile = judged;
  facts.all_rules = ~filter.rules.bits() == 0;
  return {outcome_of(facts.exit()),
          cli::summary(facts, properties::Style{}, cli::Detail::Verbose) + shard_line(profile)};
}

}  // namespace

CheckResult check_programs(const std::string& subject, const Profile& profile) {
  return with_public_errors([&] { return run_profile(subject, profile); });
}

Shard shard_of_environment() {
  return with_public_errors([] {
    const properties::Shard shard = cli::shard_of_environment().value_or(properties::Shard{});
    return Shard{shard.number, shard.count};
  });
}

CheckResult check_program(const std::string& subject, const std::string& program) {
  return with_public_errors([&] {
    const spec::Program parsed = spec::parse_program(program);
    const auto lockstep = properties::make_lockstep(
        properties::spec_oracle(), cli::choose_subjects({subject}, "the subject"), true, std::chrono::seconds(5));
    const cli::ProgramReport report = cli::judge_program(parsed, "", *lockstep, known(), properties::Style{});
    return CheckResult{outcome_of(report.exit), report.text};
  });
}

std::string draw_program(const Profile& profile, std::uint64_t index) {
  return with_public_errors([&] {
    const properties::Generator generator(cli::generator_options(filter_of(profile, false), profile.max_commands));
    return spec::to_text(generator.program_of(profile.seed, index));
  });
}

}  // namespace modecheck
