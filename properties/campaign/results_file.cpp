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
#include <string_view>
#include <system_error>

#include "properties/process/whole_number.h"

namespace modecheck::properties {
namespace {

using nlohmann::json;

constexpr const char* kForm = "modecheck_results";
constexpr int kVersion = 2;

std::string first_line(const Results& results) {
  return json{{kForm, kVersion}, {"slice_size", results.slice_size()}, {"campaign", results.campaign()}}.dump() + "\n";
}

std::string gone_line(const std::pair<std::string, std::string>& gone) {
  return json{{"gone", {gone.first, gone.second}}}.dump() + "\n";
}

std::string mismatching_line(const std::vector<std::uint64_t>& programs) {
  return json{{"mismatching", programs}}.dump() + "\n";
}

// Returns the lines of all programs that mismatch, so many in each line that no line is long.
std::string mismatching_lines(const std::set<std::uint64_t>& programs) {
  constexpr std::size_t kInLine = 1'000;
  std::string out;
  std::vector<std::uint64_t> line;
  for (const std::uint64_t program : programs) {
    line.push_back(program);
    if (line.size() < kInLine) continue;
    out += mismatching_line(line);
    line.clear();
  }
  return line.empty() ? out : out + mismatching_line(line);
}

Results begun_by(const json& line) {
  if (!line.is_object() || !line.contains(kForm)) throw std::invalid_argument("this is no file of results");
  if (line.at(kForm) != kVersion)
    throw std::invalid_argument(
        fmt::format("the file has form {}, and this build reads form {}", line.at(kForm).dump(), kVersion));
  return {line.at("campaign"), whole_number(line.at("slice_size"))};
}

void add_line(Results& results, const json& line) {
  if (line.contains("slice"))
    results.add(slice_of(line));
  else if (line.contains("rule"))
    results.add(finding_message_of(line));
  else if (line.contains("gone"))
    results.add_gone(line.at("gone").at(0), line.at("gone").at(1));
  else if (line.contains("mismatching"))
    for (const json& program : line.at("mismatching")) results.add_mismatching(whole_number(program));
  else
    throw std::invalid_argument(
        "the line is neither a slice, nor a mismatch, nor a known mismatch that is gone, nor a list of programs");
}

[[noreturn]] void fail(const std::filesystem::path& file, const char* what) {
  throw std::system_error(errno, std::generic_category(), fmt::format("{}: {}", file.string(), what));
}

// Opens the file and locks it until this process ends. A process that this one makes does not have the lock.
int open_alone(const std::filesystem::path& file) {
  const int out = open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (out < 0 && (errno == ENOENT || errno == ENOTDIR || errno == EISDIR || errno == EACCES || errno == EROFS))
    throw ResultsError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
  if (out < 0) fail(file, "cannot be written");
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  // Some file systems of networks have no locks.
  if (fcntl(out, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN)) return out;
  close(out);
  errno = EAGAIN;
  fail(file, "another process adds its results to the file");
}

// Reads the file through its descriptor. To close another descriptor of the file would end the lock.
std::string content_of(const std::filesystem::path& file, int descriptor) {
  std::string out;
  std::string block(65'536, '\0');
  for (;;) {
    const ssize_t size = pread(descriptor, block.data(), block.size(), static_cast<off_t>(out.size()));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail(file, "cannot be read");
    if (size == 0) return out;
    out.append(block, 0, static_cast<std::size_t>(size));
  }
}

std::string content_of_results(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream whole;
  whole << in.rdbuf();
  if (!in) throw ResultsError(fmt::format("{}: cannot be read", file.string()));
  return whole.str();
}

// Reads the complete lines of a file with this text. `size` gets their length in bytes. Returns std::nullopt if there
// is none.
std::optional<Results> read_lines(const std::filesystem::path& file, std::string_view text, std::size_t& size) {
  std::optional<Results> out;
  size = 0;
  int number = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; size = end + 1, end = text.find('\n', size)) {
    ++number;
    try {
      const json line = json::parse(text.substr(size, end - size));
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

Results read_results(const std::filesystem::path& file) { return results_in(file, content_of_results(file)); }

Results results_in(const std::filesystem::path& file, std::string_view text) {
  std::size_t size = 0;
  std::optional<Results> out = read_lines(file, text, size);
  if (!out.has_value()) throw ResultsError(fmt::format("{}: the file has no complete line", file.string()));
  return *std::move(out);
}

std::string to_text(const Results& results) {
  std::string out = first_line(results);
  for (const auto& [first, slice] : results.slices()) out += to_line(slice);
  for (const auto& [signature, mismatch] : results.mismatches()) out += to_line(mismatch);
  for (const auto& gone : results.gone()) out += gone_line(gone);
  return out + mismatching_lines(results.mismatching());
}

ResultsFile::ResultsFile(const std::filesystem::path& file, Results results, bool resumes)
    : ResultsFile(std::move(results)) {
  path_ = file;
  file_ = open_alone(file);
  const std::string text = content_of(file, file_);
  std::size_t size = 0;
  const std::optional<Results> before = read_lines(file, text, size);
  if (!before.has_value() && !first_line(results_).starts_with(text))
    throw ResultsError(fmt::format("{}: this is no file of results; name a new file", file.string()));
  if (before.has_value()) {
    if (!resumes)
      throw ResultsError(fmt::format("{}: the file has results already; --resume goes on with them", file.string()));
    if (before->campaign() != results_.campaign() || before->slice_size() != results_.slice_size())
      throw ResultsError(fmt::format(
          "{}: the results are of another campaign.\n  the file: {}, slices of {}\n  this run: {}, slices of {}",
          file.string(), before->campaign(), before->slice_size(), results_.campaign(), results_.slice_size()));
    results_.join(*before);
  }
  // What a crash left of a last line is taken away, so that the next line is a line of its own.
  if (size != text.size() && ftruncate(file_, static_cast<off_t>(size)) != 0) fail(file, "cannot be written");
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

void ResultsFile::add_mismatching(const std::vector<std::uint64_t>& programs) {
  if (programs.empty()) return;
  for (const std::uint64_t program : programs) results_.add_mismatching(program);
  write_line(mismatching_line(programs));
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
