// From a sighting to a finding: the program is shrunk, judged by all subjects and written down.
#pragma once

#include "properties/campaign/campaign.h"
#include "properties/campaign/sighting.h"

namespace modecheck::properties {

// In a process of its own. `isolated`: every candidate, too, as is necessary where the subject dies.
// Empty if the departure could not be shown again.
std::optional<Finding> shrink(const CampaignOptions& options, const Sighting& sighting, bool isolated);

// Writes an unshrunk finding's program into the folder of findings, if there is one. On failure `not_written` says why.
void write_program(const CampaignOptions& options, Finding& finding);

// The program's text with a comment on top that says what it shows.
std::string annotated_text(const spec::Program& program, const std::vector<std::string>& comments);

}  // namespace modecheck::properties
