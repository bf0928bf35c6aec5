// Turns a finding message into a finding: shrinks the program, lets all subjects run it, and writes the report.
#pragma once

#include "properties/campaign/campaign.h"
#include "properties/campaign/finding_message.h"

namespace modecheck::properties {

// Shrinks a finding. Call this in a process of its own. With `isolated`, each candidate runs in a further process,
// which is needed if the subject dies. Returns std::nullopt if the mismatch did not show again.
std::optional<Finding> shrink(const CampaignOptions& options, const FindingMessage& finding_message, bool isolated);

// Writes the program of a finding that was not shrunk into the folder for findings, if there is one. If writing fails,
// `not_written` says why.
void write_program(const CampaignOptions& options, Finding& finding);

// Returns the program's text, with comments at the top that describe the mismatch.
std::string annotated_text(const spec::Program& program, const std::vector<std::string>& comments);

}  // namespace modecheck::properties
