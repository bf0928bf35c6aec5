// The verb `modecheck merge`: joins the results of the shards of a campaign.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/options/usage_error.h"
#include "cli/output/files.h"
#include "cli/output/numbers.h"
#include "cli/output/terminal.h"
#include "cli/report/risk_text.h"
#include "cli/report/screen.h"
#include "cli/verbs/verbs.h"
#include "properties/campaign/part.h"
#include "properties/campaign/results_file.h"
#include "properties/report/table.h"

namespace modecheck::cli {
namespace {

using properties::Results;

struct MergeOptions {
  std::vector<std::string> files;
  std::string output;
  std::string findings;
};

Results joined(const std::vector<std::string>& files) {
  std::optional<Results> out;
  for (const std::string& file : files) {
    try {
      const Results one = properties::read_results(file);
      if (!out.has_value())
        out = one;
      else if (one.campaign() != out->campaign() || one.slice_size() != out->slice_size())
        throw UsageError(fmt::format(
            "{} and {} are of different campaigns, and only results of one campaign can be joined.\n  {}, slices of "
            "{}\n  {}, slices of {}",
            files.front(), file, out->campaign(), out->slice_size(), one.campaign(), one.slice_size()));
      else
        out->join(one);
    } catch (const properties::ResultsError& error) {
      throw UsageError(error.what());
    }
  }
  return *std::move(out);
}

// Names a program by its number, and by its part unless that is the only one: "16,384" or "16,384 of part 2".
std::string name_of_program(std::uint64_t program) {
  const std::uint64_t part = properties::part_of(program);
  const std::string number = grouped(properties::index_in_part(program));
  return part == 0 ? number : fmt::format("{} of part {}", number, part);
}

// Returns the ranges of programs that no result has, although it has later ones of their part, such as "16,384 to
// 32,767", at most `most`.
std::string not_searched(const Results& results, std::size_t most) {
  const std::uint64_t size = results.slice_size();
  std::string out;
  std::size_t ranges = 0;
  std::uint64_t begin = 0;  // the first program that is not known to be searched
  for (const auto& [first, slice] : results.slices()) {
    begin = std::max(begin, properties::first_of_part(properties::part_of(first * size)));
    if (first * size > begin && ++ranges <= most)
      out += fmt::format("{}{} to {}", out.empty() ? "" : ", ", grouped(properties::index_in_part(begin)),
                         name_of_program(first * size - 1));
    begin = first * size + slice.done;
  }
  return ranges > most ? fmt::format("{} and {} more ranges", out, grouped(ranges - most)) : out;
}

std::string mismatches_table(const Results& results, const properties::Style& style) {
  properties::Table table({"severity", "rule", "subject", "operation", "error", "program"});
  for (const auto& [signature, mismatch] : results.mismatches())
    table.add({std::string(name_of(mismatch.severity)), signature.rule, signature.subject, signature.operation,
               signature.error, name_of_program(mismatch.index)});
  return table.text(style);
}

std::string summary(const Results& results, std::size_t files, const properties::Style& style) {
  properties::Slice total = results.total();
  const auto count = [&](const char* name) { return total.counts.contains(name) ? total.counts.at(name) : 0; };
  std::uint64_t known = 0;
  std::uint64_t entries = 0;
  for (const auto& [name, programs] : total.counts)
    if (name.starts_with("known/")) {
      known += programs;
      ++entries;
    }
  const std::size_t found = results.mismatches().size();
  const std::string title =
      found == 0 && results.gone().empty()
          ? style.green(fmt::format("No new findings in {} programs.", grouped(count("programs"))))
          : style.red(fmt::format("{} {} in {} programs.", grouped(found), found == 1 ? "finding" : "findings",
                                  grouped(count("programs"))));
  std::string out = "  " + style.bold(title) + "\n\n";
  if (found > 0) out += mismatches_table(results, style) + "\n";
  for (const auto& [id, subject] : results.gone())
    out += fmt::format("  The known mismatch {} no longer shows in {}.\n", id, subject);
  for (const std::string& line : properties::wrapped(results.campaign(), style.width - 2)) out += "  " + line + "\n";
  out += fmt::format("  {} {}, {} commands, {} of them dropped, {} inside InferenceMode\n", grouped(files),
                     files == 1 ? "file" : "files", grouped(count("commands")),
                     percent(count("dropped"), count("commands")), percent(count("inside"), count("commands")));
  out += fmt::format("  {} known mismatches were met, {} times\n", grouped(entries), grouped(known));
  const auto left = total.counts.lower_bound("not_judged/");
  const bool all_are_judged = left == total.counts.end() || !left->first.starts_with("not_judged/");
  // The programs of `exhaust` are enumerated, and `compare` runs each program twice. Neither says what the next one
  // shows.
  const bool is_drawn = std::all_of(results.slices().begin(), results.slices().end(), [&](const auto& slice) {
    return properties::part_of(slice.first * results.slice_size()) == 0;
  });
  if (count("programs") > 0 && is_drawn)
    out += paragraph(signature_risk(properties::discovery_of(properties::signatures_of(total), count("programs")),
                                    count("signatures_left_out"), all_are_judged),
                     style.width);
  if (files > 1 && results.campaign().find("+):") != std::string::npos)
    out += paragraph(
        "The sources of this build differed from its commit, as the + says. Results do not show whether all files are "
        "of the same sources.",
        style.width);
  const std::string rest = not_searched(results, 3);
  if (!rest.empty()) out += fmt::format("  Not searched, though later ones were: programs {}.\n", rest);
  return out;
}

Exit merge(const MergeOptions& options) {
  require_writable(options.output, "--output");
  require_folder(options.findings, "--findings");
  const Results results = joined(options.files);
  fmt::print("{}", summary(results, options.files.size(), style_of(stdout)));
  if (!options.output.empty()) write_text(options.output, properties::to_text(results));
  if (!options.findings.empty()) {
    std::filesystem::create_directories(options.findings);
    for (const auto& [signature, mismatch] : results.mismatches())
      write_text(std::filesystem::path(options.findings) / (file_name(signature) + ".prog"), mismatch.program);
    if (!results.mismatches().empty())
      fmt::print("  The program of each finding is in {}; `modecheck reduce` shrinks it.\n", options.findings);
  }
  return results.mismatches().empty() && results.gone().empty() ? Exit::Clean : Exit::Findings;
}

}  // namespace

void add_merge(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand("merge", "Joins the results of a campaign's shards, in any order.");
  const auto options = std::make_shared<MergeOptions>();
  verb->add_option("files", options->files, "files of --results or --resume, or of `merge --output`")
      ->required()
      ->type_name("FILE");
  verb->add_option("--output", options->output, "file that the joined results are written to")->type_name("FILE");
  verb->add_option("--findings", options->findings, "folder that the program of each finding is written to")
      ->type_name("DIR");
  verb->callback([options, &exit] { exit = merge(*options); });
}

}  // namespace modecheck::cli
