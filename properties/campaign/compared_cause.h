// Collects what one subject shows in a form that `compare` can set against another subject's. That is: the known causes
// whose programs mismatch in this subject, whatever versions known/ names, and the new findings of a campaign.
#pragma once

#include <string>
#include <vector>

#include "properties/campaign/campaign.h"

namespace modecheck::properties {

// A root cause, or, for a new finding that has no named cause yet, a signature.
struct ComparedCause {
  std::string id;     // the cause's id; for a new finding its signature without the subject: "V3 add_.Tensor"
  std::string title;  // the cause's title, or the finding's sentence
  std::string rule;
  std::string error;                         // of a new finding's signature
  Severity severity = Severity::WrongState;  // the most severe one
  bool known = false;
  bool breaks_a_rule = true;  // false: a difference (properties/known/cause.h)
  std::size_t patterns = 0;   // for a known cause: the number of its patterns that mismatch
  std::uint64_t met = 0;      // the number of the campaign's programs that met it
  std::string program;        // the smallest program that shows it, without its header
};

struct ComparedSubject {
  std::string name;  // "torch-2.15.0:cpu"
  std::string version;
  std::uint64_t programs = 0;
  std::vector<ComparedCause> all;  // the most severe first
};

// Runs the campaign on that subject alone. `options.known` are the entries to try.
ComparedSubject compared_subject(CampaignOptions options, const SubjectHandle& subject,
                                 const std::function<void(const Progress&)>& progress);

// Returns the causes of `one` that `other` does not show.
std::vector<ComparedCause> only_in(const ComparedSubject& one, const ComparedSubject& other);
std::vector<ComparedCause> in_both(const ComparedSubject& one, const ComparedSubject& other);

}  // namespace modecheck::properties
