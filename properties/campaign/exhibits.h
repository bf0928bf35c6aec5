// What one subject shows, told so that it can be laid beside what another one shows: the known causes whose programs
// depart in it, whichever versions known/ speaks of, and what a campaign finds besides.
#pragma once

#include <string>
#include <vector>

#include "properties/campaign/campaign.h"

namespace modecheck::properties {

// A root cause, or, while nobody has named one, a signature.
struct Exhibit {
  std::string id;     // of the cause; of a new finding its signature without the subject: "V3 add_.Tensor"
  std::string title;  // of the cause, or the finding's sentence
  std::string rule;
  std::string error;                      // of a new finding's signature
  Gravity gravity = Gravity::WrongState;  // the gravest
  bool known = false;
  bool breaks_a_rule = true;  // false: a difference (properties/known/cause.h)
  std::size_t patterns = 0;   // of a known one: that depart
  std::uint64_t met = 0;      // programs of the campaign
  std::string program;        // the smallest, without its header
};

struct Exhibits {
  std::string name;  // "torch-2.15.0:cpu"
  std::string version;
  std::uint64_t programs = 0;
  std::vector<Exhibit> all;  // the gravest first
};

// Runs the campaign on that subject alone; `options.known` are the entries that are tried.
Exhibits exhibits_of(CampaignOptions options, const SubjectHandle& subject,
                     const std::function<void(const Progress&)>& progress);

// Those of `one` that `other` does not show.
std::vector<Exhibit> only_in(const Exhibits& one, const Exhibits& other);
std::vector<Exhibit> in_both(const Exhibits& one, const Exhibits& other);

}  // namespace modecheck::properties
