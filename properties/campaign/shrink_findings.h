// Turns a finding message into a finding: shrinks the program, has all subjects judge it, and writes it down.
#pragma once

#include "properties/campaign/campaign.h"
#include "properties/campaign/finding_message.h"

namespace modecheck::properties {

// Must run in a process of its own. `isolated`: each candidate runs in a further process, which is needed if the
// subject dies. Returns std::nullopt if the mismatch could not be shown again.
std::optional<Finding> shrink(const CampaignOptions& options, const FindingMessage& finding_message, bool isolated);

// Writes an unshrunk finding's program into the folder for findings, if there is one. On failure `not_written` says
// why.
void write_program(const CampaignOptions& options, Finding& finding);

// Returns the program's text with comments on top that say what it shows.
std::string annotated_text(const spec::Program& program, const std::vector<std::string>& comments);

}  // namespace modecheck::properties
