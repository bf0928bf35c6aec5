#include "cli/report/unmet_known.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "cli/output/numbers.h"
#include "cli/report/known_causes.h"

namespace modecheck::cli {
namespace {

using properties::MeetingRate;

std::string rate_text(const MeetingRate& rate) {
  return fmt::format("1 program in {}", grouped((rate.programs + rate.met / 2) / rate.met));
}

}  // namespace

std::optional<MeetingRate> rate_of(const RunFacts& run, const properties::KnownMismatch& entry) {
  if (!run.findability) return std::nullopt;
  const properties::Findability& measured = *run.findability;
  const auto is_measured = [&](const properties::SubjectHandle& subject) {
    return subject.name == measured.subject() && subject.plugin.version() == measured.version() &&
           entry.speaks_of(subject.name, subject.plugin.version());
  };
  if (std::none_of(run.options.subjects.begin(), run.options.subjects.end(), is_measured)) return std::nullopt;
  return measured.of(entry.id);
}

std::vector<UnmetKnown> unmet_known(const RunFacts& run) {
  std::vector<UnmetKnown> out;
  if (!run.findability) return out;
  const std::uint64_t programs = run.result.counts.programs;
  for (const properties::KnownCount& count : run.result.known) {
    if (!count.relevant || count.shown.programs > 0) continue;
    const properties::KnownMismatch& entry = entry_of(run, count);
    if (const std::optional<MeetingRate> rate = rate_of(run, entry)) {
      const std::optional<std::uint64_t> needed = rate->programs_until_gone(kGone);
      out.push_back({&entry, *rate, needed, needed && programs >= *needed});
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const UnmetKnown& a, const UnmetKnown& b) {
    return std::make_tuple(!a.needed, a.needed.value_or(0)) < std::make_tuple(!b.needed, b.needed.value_or(0));
  });
  return out;
}

std::string unmet_text(const RunFacts& run) {
  const std::vector<UnmetKnown> unmet = unmet_known(run);
  if (unmet.empty()) return "";
  constexpr std::size_t kNamed = 4;
  std::size_t gone = 0;
  std::size_t never = 0;
  std::string names;
  for (const UnmetKnown& one : unmet) {
    never += one.needed ? 0 : 1;
    if (!one.gone) continue;
    if (++gone <= kNamed) names += (gone == 1 ? "" : ", ") + one.entry->id;
  }
  if (gone > kNamed) names += ", ...";
  const std::size_t open = unmet.size() - gone - never;
  std::string out =
      fmt::format("It did not meet {} known mismatch{}.", grouped(unmet.size()), unmet.size() == 1 ? "" : "es");
  if (gone > 0)
    out += fmt::format(" The programs are enough to say at {:.0f} % that {} of them can no longer be met: {}.",
                       100 * kGone, grouped(gone), names);
  if (open > 0) out += fmt::format(" For {} they are too few to say so.", grouped(open));
  if (never > 0)
    out += fmt::format(" The {} programs of docs/FINDABILITY.md did not meet {} of them either.",
                       grouped(run.findability->programs()), grouped(never));
  return out;
}

std::string absence_text(const RunFacts& run, const properties::KnownCount& count) {
  const std::uint64_t programs = run.result.counts.programs;
  if (count.shown.programs > 0)
    return fmt::format("The search met it nevertheless, in {} of {} programs.", grouped(count.shown.programs),
                       grouped(programs));
  const std::optional<MeetingRate> rate = rate_of(run, entry_of(run, count));
  if (!rate) return "";
  if (rate->met == 0)
    return fmt::format("The search did not meet it, and neither did the {} programs of docs/FINDABILITY.md.",
                       grouped(rate->programs));
  const std::string measured = fmt::format("docs/FINDABILITY.md says {}", rate_text(*rate));
  const double confidence = rate->confidence_of_absence(programs);
  if (confidence >= kGone)
    return fmt::format("The search did not meet it in {} programs either, so it is gone at {:.1f} % ({}).",
                       grouped(programs), std::floor(1000 * confidence) / 10, measured);
  return fmt::format(
      "The search did not meet it in {} programs either, but {} are needed to say at {:.0f} % that it is "
      "gone ({}).",
      grouped(programs), grouped(*rate->programs_until_gone(kGone)), 100 * kGone, measured);
}

}  // namespace modecheck::cli
