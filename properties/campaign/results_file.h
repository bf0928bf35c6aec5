// Declares ResultsFile, a file that holds the results of a campaign. Lines are only added to it, and each line is
// written at once, so a process that is killed loses at most what it has not written yet.
//
// The file has one JSON object in each line. The first line names the campaign and the size of a slice. Another line is
// what was counted in a slice (slice.h), a mismatch, a known mismatch that is gone, or numbers of programs that
// mismatch.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "properties/campaign/results.h"

namespace modecheck::properties {

// Says what is wrong with a file of results.
struct ResultsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Reads the results in a file. A last line without its end was cut short by a crash, and is ignored. Throws
// ResultsError with the file, the line and the reason for any other line that is not as this build writes it.
Results read_results(const std::filesystem::path& file);
// Reads the results in a text in the same way. Errors name `file`.
Results results_in(const std::filesystem::path& file, std::string_view text);

// Returns the text of a file that holds these results and no more. The text depends on the results only, and not on the
// order in which they were added.
std::string to_text(const Results& results);

class ResultsFile {
 public:
  // Holds results in memory only.
  explicit ResultsFile(Results results) : results_(std::move(results)) {}
  // Makes the file if it does not exist or is empty. With `resumes` a file that exists is read, and lines are added to
  // it. Throws ResultsError if it has results and `resumes` is false, if it is of another campaign than `results`, if
  // it is no file of results, and if its path cannot be written. Throws std::system_error if the machine fails, or if
  // another process has the file open in this way.
  ResultsFile(const std::filesystem::path& file, Results results, bool resumes);
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;
  ~ResultsFile();

  const Results& results() const { return results_; }

  // These functions add to the results and to the file. They throw ResultsError if the file cannot be written.
  void add(const Slice& slice);
  void add(const FindingMessage& mismatch);
  void add_gone(const std::string& id, const std::string& subject);
  void add_mismatching(const std::vector<std::uint64_t>& programs);

 private:
  void write_line(const std::string& line);

  Results results_;
  std::filesystem::path path_;
  int file_ = -1;
};

}  // namespace modecheck::properties
