// Collects what one subject shows, so that `compare` can set two subjects side by side. A subject shows the new
// findings of a campaign, and the known causes whose programs mismatch in it. The versions that an entry in known/
// names do not matter here.
#pragma once

#include <string>
#include <vector>

#include "properties/campaign/campaign.h"

namespace modecheck::properties {

// A root cause that a subject shows. A new finding has no named cause yet, and is represented by its signature.
struct ComparedCause {
  std::string id;     // the cause's id; for a new finding its signature without the subject: "V3 add_.Tensor"
  std::string title;  // the cause's title, or the finding's sentence
  std::string rule;
  std::string error;                         // for a new finding: the error that its signature names
  Severity severity = Severity::WrongState;  // the severity of the most severe mismatch with this cause
  bool known = false;
  bool breaks_a_rule = true;  // false: the cause is a difference, which breaks no rule (properties/known/cause.h)
  std::size_t patterns = 0;   // for a known cause: the number of its entries whose programs mismatch
  std::uint64_t met = 0;      // the number of the campaign's programs that met this cause
  std::string program;        // the text of the smallest program that shows the cause, without its header
};

struct ComparedSubject {
  std::string name;  // the subject's name, for example "torch-2.15.0:cpu"
  std::string version;
  std::uint64_t programs = 0;
  std::vector<ComparedCause> all;  // all causes that the subject shows, the most severe first
};

// Runs the campaign on the given subject alone. `options.known` are the known entries to replay first.
ComparedSubject compared_subject(CampaignOptions options, const SubjectHandle& subject,
                                 const std::function<void(const Progress&)>& progress);

// Returns the causes of `one` that `other` does not show.
std::vector<ComparedCause> only_in(const ComparedSubject& one, const ComparedSubject& other);
std::vector<ComparedCause> in_both(const ComparedSubject& one, const ComparedSubject& other);

}  // namespace modecheck::properties
