#include "cli/report/known_causes.h"

#include <algorithm>

namespace modecheck::cli {

const properties::KnownMismatch& entry_of(const RunFacts& run, const properties::KnownCount& count) {
  return *std::find_if(run.options.known.begin(), run.options.known.end(),
                       [&](const auto& entry) { return entry.id == count.id; });
}

std::vector<KnownCause> known_causes(const RunFacts& run) {
  std::vector<KnownCause> out;
  for (const properties::KnownCount& count : run.result.known) {
    if (!count.relevant) continue;
    const properties::KnownMismatch& entry = entry_of(run, count);
    auto cause = std::find_if(out.begin(), out.end(),
                              [&](const KnownCause& one) { return one.most_severe->cause.id == entry.cause.id; });
    if (cause == out.end()) cause = out.insert(cause, {&entry});
    ++cause->patterns;
    for (const properties::SubjectHandle& subject : run.options.subjects)
      if (entry.speaks_of(subject.name, subject.plugin.version()) &&
          std::find(cause->subjects.begin(), cause->subjects.end(), subject.name) == cause->subjects.end())
        cause->subjects.push_back(subject.name);
    if (count.shown.programs > 0) ++cause->met;
    cause->programs += count.shown.programs;
  }
  return out;
}

}  // namespace modecheck::cli
