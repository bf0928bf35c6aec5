#include "properties/campaign/results_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace modecheck::properties {
namespace {

using nlohmann::json;

constexpr const char* kForm = "modecheck_results";
constexpr int kVersion = 1;

std::string first_line(const Results& results) {
  return json{{kForm, kVersion}, {"slice_size", results.slice_size()}, {"campaign", results.campaign()}}.dump() + "\n";
}

std::string gone_line(const std::pair<std::string, std::string>& gone) {
  return json{{"gone", {gone.first, gone.second}}}.dump() + "\n";
}

Results begun_by(const json& line) {
  if (!line.is_object() || !line.contains(kForm)) throw std::invalid_argument("this is no file of results");
  if (line.at(kForm) != kVersion)
    throw std::invalid_argument(
        fmt::format("the file has form {}, and this build reads form {}", line.at(kForm).dump(), kVersion));
  return {line.at("campaign"), line.at("slice_size")};
}

void add_line(Results& results, const json& line) {
  if (line.contains("slice"))
    results.add(slice_of(line));
  else if (line.contains("rule"))
    results.add(finding_message_of(line));
  else if (line.contains("gone"))
    results.add_gone(line.at("gone").at(0), line.at("gone").at(1));
  else
    throw std::invalid_argument("the line is neither a slice, nor a mismatch, nor a known mismatch that is gone");
}

// Reads the complete lines of a file. `size` gets their length in bytes. Returns std::nullopt if there is none.
std::optional<Results> read_lines(const std::filesystem::path& file, std::size_t& size) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream whole;
  whole << in.rdbuf();
  if (!in) throw ResultsError(fmt::format("{}: cannot be read", file.string()));
  const std::string text = whole.str();
  std::optional<Results> out;
  size = 0;
  int number = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; size = end + 1, end = text.find('\n', size)) {
    ++number;
    try {
      const json line = json::parse(text.begin() + static_cast<std::ptrdiff_t>(size),
                                    text.begin() + static_cast<std::ptrdiff_t>(end));
      if (out.has_value())
        add_line(*out, line);
      else
        out = begun_by(line);
    } catch (const std::exception& error) {
      throw ResultsError(fmt::format("{}:{}: {}", file.string(), number, error.what()));
    }
  }
  return out;
}

}  // namespace

Results read_results(const std::filesystem::path& file) {
  std::size_t size = 0;
  std::optional<Results> out = read_lines(file, size);
  if (!out.has_value()) throw ResultsError(fmt::format("{}: the file has no complete line", file.string()));
  return *std::move(out);
}

std::string to_text(const Results& results) {
  std::string out = first_line(results);
  for (const auto& [first, slice] : results.slices()) out += to_line(slice);
  for (const auto& [signature, mismatch] : results.mismatches()) out += to_line(mismatch);
  for (const auto& gone : results.gone()) out += gone_line(gone);
  return out;
}

ResultsFile::ResultsFile(const std::filesystem::path& file, Results results, bool resumes)
    : results_(std::move(results)), path_(file) {
  std::size_t size = 0;
  std::optional<Results> before;
  if (std::filesystem::exists(file)) before = read_lines(file, size);
  if (before.has_value()) {
    if (!resumes)
      throw ResultsError(fmt::format("{}: the file has results already; --resume goes on with them", file.string()));
    if (before->campaign() != results_.campaign() || before->slice_size() != results_.slice_size())
      throw ResultsError(fmt::format(
          "{}: the results are of another campaign.\n  the file: {}, slices of {}\n  this run: {}, slices of {}",
          file.string(), before->campaign(), before->slice_size(), results_.campaign(), results_.slice_size()));
    results_.join(*before);
  }
  file_ = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  // What a crash left of a last line is taken away, so that the next line is a line of its own.
  if (file_ < 0 || ftruncate(file_, static_cast<off_t>(size)) != 0)
    throw ResultsError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
  if (!before.has_value()) write_line(first_line(results_));
}

ResultsFile::~ResultsFile() {
  if (file_ >= 0) close(file_);
}

void ResultsFile::add(const Slice& slice) {
  results_.add(slice);
  write_line(to_line(slice));
}

void ResultsFile::add(const FindingMessage& mismatch) {
  if (results_.add(mismatch)) write_line(to_line(mismatch));
}

void ResultsFile::add_gone(const std::string& id, const std::string& subject) {
  if (results_.gone().contains({id, subject})) return;
  results_.add_gone(id, subject);
  write_line(gone_line({id, subject}));
}

void ResultsFile::write_line(const std::string& line) {
  if (file_ < 0) return;
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t size = write(file_, line.data() + at, line.size() - at);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) throw ResultsError(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
    at += static_cast<std::size_t>(size);
  }
  // A full disk or a crash of the machine must not take a line that the campaign relies on.
  if (fdatasync(file_) != 0 && errno != EINVAL && errno != EROFS)
    throw ResultsError(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
}

}  // namespace modecheck::properties
