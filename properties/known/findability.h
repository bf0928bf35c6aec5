// Defines Findability, which says how often a search met each known mismatch. `scripts/findability` measures that and
// writes known/findability.json:
//
//   {"with": "modecheck 0.1.0 (1a2b3c4)",              the build that searched
//    "subject": "torch:cpu", "version": "1.13.1",      the subject that was judged
//    "seeds": 20, "programs": 400000,                  the number of programs of all seeds together
//    "met": {"s3-backward": 12}}                       how many of them showed the entry with this id
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "properties/known/meeting_rate.h"

namespace modecheck::properties {

class Findability {
 public:
  // the name of the file in the folder of the known mismatches
  static constexpr const char* kFile = "findability.json";

  // Reads the file. Throws KnownError if the file has another form.
  explicit Findability(const std::filesystem::path& file);

  // Reads the file of the folder `known`. Returns std::nullopt if it has none.
  static std::optional<Findability> load(const std::filesystem::path& known);

  const std::string& subject() const { return subject_; }
  const std::string& version() const { return version_; }
  std::uint64_t programs() const { return programs_; }
  const std::map<std::string, std::uint64_t>& met() const { return met_; }

  // Returns how often the entry was met, or std::nullopt if it was not measured.
  std::optional<MeetingRate> of(const std::string& id) const;

 private:
  std::string subject_;
  std::string version_;
  std::uint64_t programs_ = 0;
  std::map<std::string, std::uint64_t> met_;
};

}  // namespace modecheck::properties
