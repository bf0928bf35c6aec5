#include "properties/campaign/compared_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "properties/known/known_replay.h"
#include "properties/process/interrupt.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

// Returns the commands of a program's text, without the header and the comments.
std::string commands_of(const std::string& text) {
  std::string out;
  for (std::size_t begin = text.find('\n'); begin != std::string::npos && begin + 1 < text.size();) {
    const std::size_t end = text.find('\n', begin + 1);
    const std::string line = text.substr(begin + 1, end == std::string::npos ? end : end - begin - 1);
    if (!line.empty() && line[0] != '#') out += (out.empty() ? "" : "\n") + line;
    begin = end;
  }
  return out;
}

ComparedCause& compared_cause(std::vector<ComparedCause>& all, const KnownMismatch& entry) {
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const ComparedCause& one) { return one.id == entry.cause.id; });
  if (at != all.end()) return *at;
  ComparedCause out;
  out.id = entry.cause.id;
  out.title = entry.cause.title;
  out.rule = entry.cause.rule;
  out.severity = entry.severity;
  out.known = true;
  out.breaks_a_rule = entry.cause.kind == Cause::Kind::Finding;
  return all.emplace_back(std::move(out));
}

bool shows(const ComparedSubject& all, const std::string& id) {
  return std::any_of(all.all.begin(), all.all.end(), [&](const ComparedCause& one) { return one.id == id; });
}

}  // namespace

ComparedSubject compared_subject(CampaignOptions options, const SubjectHandle& subject,
                                 const std::function<void(const Progress&)>& progress) {
  ComparedSubject out;
  out.name = subject.name;
  out.version = subject.plugin.version();
  options.subjects = {subject};
  const auto judge = make_lockstep(options.oracle, {subject}, true, options.program_limit);
  std::erase_if(options.known,
                [&](const KnownMismatch& entry) { return entry.subject() != without_version(subject.name); });
  std::vector<std::size_t> smallest;  // for each cause, the number of commands of its smallest program
  Progress now;
  now.phase = "known mismatches";
  for (KnownMismatch& entry : options.known) {
    if (progress) progress(now);
    const bool mismatches = mismatches_as_known(entry, *judge);
    // A program that an interrupt stopped does not show its mismatch. Nothing may be searched with what is left of the
    // list: the search would record known mismatches as findings.
    if (interrupt_signal() != 0) return out;
    // An entry without a version matches no mismatch. It stays in the list, because recorded counts name entries by
    // their place in it.
    entry.versions.clear();
    if (!mismatches) continue;
    entry.versions = {out.version};
    ComparedCause& one = compared_cause(out.all, entry);
    const auto index = static_cast<std::size_t>(&one - out.all.data());
    if (smallest.size() <= index) smallest.resize(index + 1, entry.program.records.size() + 1);
    one.severity = std::min(one.severity, entry.severity);
    ++one.patterns;
    if (entry.program.records.size() < smallest[index]) {
      smallest[index] = entry.program.records.size();
      one.program = commands_of(spec::to_text(entry.program));
    }
  }
  options.replays_known = false;  // the programs of known mismatches have just run
  const CampaignResult result = run_campaign(options, progress);
  out.programs = result.counts.programs;
  for (const KnownCount& count : result.known)
    for (ComparedCause& one : out.all)
      if (one.id == count.cause) one.met += count.shown.programs;
  for (const Finding& finding : result.findings) {
    ComparedCause one;
    one.id = finding.signature.rule + " " + finding.signature.operation;
    if (!finding.signature.error.empty()) one.id += fmt::format(" ({})", finding.signature.error);
    one.title = finding.sentence;
    one.rule = finding.signature.rule;
    one.error = finding.signature.error;
    one.severity = finding.severity;
    one.met = 1;
    one.program = commands_of(finding.program_text);
    out.all.push_back(std::move(one));
  }
  std::stable_sort(out.all.begin(), out.all.end(), [](const ComparedCause& a, const ComparedCause& b) {
    return std::tie(a.severity, a.id) < std::tie(b.severity, b.id);
  });
  return out;
}

std::vector<ComparedCause> only_in(const ComparedSubject& one, const ComparedSubject& other) {
  std::vector<ComparedCause> out;
  std::copy_if(one.all.begin(), one.all.end(), std::back_inserter(out),
               [&](const ComparedCause& compared) { return !shows(other, compared.id); });
  return out;
}

std::vector<ComparedCause> in_both(const ComparedSubject& one, const ComparedSubject& other) {
  std::vector<ComparedCause> out;
  std::copy_if(one.all.begin(), one.all.end(), std::back_inserter(out),
               [&](const ComparedCause& compared) { return shows(other, compared.id); });
  return out;
}

}  // namespace modecheck::properties
