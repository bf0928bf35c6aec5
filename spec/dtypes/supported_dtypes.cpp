#include "spec/dtypes/supported_dtypes.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "spec/dtypes/dtype_answers.h"
#include "spec/rules/promotion.h"

namespace modecheck::spec {
namespace {

// A group of tensors. If `equal` is true, all of them must have one dtype; otherwise their dtypes are independent.
struct DtypeGroup {
  Places places;
  bool equal = false;
};

// Tensors whose dtypes are promoted to a common dtype.
struct Promoted {
  Places places;
  DTypeSet common;  // the common dtypes of accepted calls
};

bool holds_place(const Places& places, std::size_t place) {
  return std::find(places.begin(), places.end(), place) != places.end();
}

Places all_inputs(const DtypeAnswers& answers) {
  Places out;
  for (std::size_t i = 0; i < answers.inputs(); ++i) out.push_back(i);
  return out;
}

DType common_of(const DtypeProbe& probe, const Places& places, const Combination& dtypes) {
  Promotion promotion;
  for (const std::size_t i : places) {
    Geometry tensor;
    tensor.rank = static_cast<decltype(tensor.rank)>(probe.tensors[i].rank());
    tensor.dtype = dtypes[i];
    promotion.add(tensor);
  }
  return promotion.result();
}

std::vector<DtypeGroup> groups_of(const DtypeAnswers& answers, const Places& places) {
  std::vector<DtypeGroup> out;
  for (const std::size_t i : places) {
    const auto joins = [&](const DtypeGroup& group) {
      bool equal = answers.accepted(i).count() > 1;
      answers.for_each_accepted([&](const Combination& dtypes) { equal &= dtypes[i] == dtypes[group.places.front()]; });
      return equal;
    };
    const auto group = std::find_if(out.begin(), out.end(), joins);
    if (group == out.end()) {
      out.push_back({{i}, false});
    } else {
      group->places.push_back(i);
      group->equal = true;
    }
  }
  return out;
}

bool fit(const DtypeAnswers& answers, const std::vector<DtypeGroup>& groups, const Combination& dtypes) {
  return std::all_of(groups.begin(), groups.end(), [&](const DtypeGroup& group) {
    return std::all_of(group.places.begin(), group.places.end(), [&](std::size_t i) {
      return answers.accepted(i)[index_of(dtypes[i])] && (!group.equal || dtypes[i] == dtypes[group.places.front()]);
    });
  });
}

// Independent tensors that accept the same dtypes share a sentence.
std::vector<DtypeGroup> merged(const DtypeAnswers& answers, std::vector<DtypeGroup> groups) {
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::size_t k = i + 1; k < groups.size();) {
      const bool same = answers.accepted(groups[i].places[0]) == answers.accepted(groups[k].places[0]);
      if (!same || groups[i].equal || groups[k].equal) {
        ++k;
        continue;
      }
      groups[i].places.insert(groups[i].places.end(), groups[k].places.begin(), groups[k].places.end());
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(k));
    }
  return groups;
}

// Returns the names of the arguments at these positions, such as "self and other".
std::string names_at(const DtypeProbe& probe, const Places& places) {
  std::vector<std::string> names;
  for (const std::size_t i : places)
    if (names.empty() || names.back() != probe.tensors[i].argument) names.emplace_back(probe.tensors[i].argument);
  const bool is_list = names.size() == 1 && places.size() > 1;
  return (is_list && names[0] != "tensors" ? "the tensors of " : "") + joined(names, "and");
}

// Returns the text that follows "is" in a sentence, for example "of any dtype" or "floating".
std::string predicate(DTypeSet set) {
  const std::string words = words_of(set);
  return (words.substr(0, 3) == "any" ? "of " : "") + words;
}

std::string sentences(const DtypeAnswers& answers, const std::vector<DtypeGroup>& groups) {
  std::string out;
  for (const DtypeGroup& group : merged(answers, groups)) {
    const DTypeSet set = answers.accepted(group.places.front());
    if (!out.empty()) out += "; ";
    if (group.equal)
      out += names_at(answers.probe(), group.places) + " have the same dtype" + (set.all() ? "" : ": " + words_of(set));
    else
      out += names_at(answers.probe(), group.places) + (group.places.size() == 1 ? " is " : " are ") + predicate(set);
  }
  return out;
}

std::string sentence(const DtypeProbe& probe, const Promoted& promoted) {
  return names_at(probe, promoted.places) + " promote to " + words_of(promoted.common);
}

Promoted promoted_at(const DtypeAnswers& answers, Places places) {
  Promoted out{std::move(places), {}};
  answers.for_each_accepted(
      [&](const Combination& dtypes) { out.common.set(index_of(common_of(answers.probe(), out.places, dtypes))); });
  return out;
}

// Returns all sets of at least two inputs, the largest first.
std::vector<Places> sets_of_inputs(const DtypeAnswers& answers) {
  std::vector<Places> out;
  for (unsigned mask = 0; mask < 1U << answers.inputs(); ++mask) {
    Places places;
    for (const std::size_t i : all_inputs(answers))
      if ((mask >> i & 1U) != 0) places.push_back(i);
    if (places.size() > 1) out.push_back(std::move(places));
  }
  std::stable_sort(out.begin(), out.end(), [](const Places& a, const Places& b) { return a.size() > b.size(); });
  return out;
}

// Returns the words for a call in which the dtypes of some tensors are promoted, as `rules` describe. Returns
// std::nullopt if `rules` do not explain which combinations are accepted.
std::optional<std::string> by_promotion(const DtypeAnswers& answers, const std::vector<Promoted>& rules) {
  const DtypeProbe& probe = answers.probe();
  const Places& places = rules.front().places;
  Places others;
  for (const std::size_t i : all_inputs(answers))
    if (!holds_place(places, i)) others.push_back(i);
  const std::vector<DtypeGroup> groups = groups_of(answers, others);
  const auto target = std::find_if(places.begin(), places.end(), [&](std::size_t i) { return probe.tensors[i].self; });
  for (const bool cast : {false, true})
    for (const bool own : {false, true}) {
      if (cast && target == places.end()) continue;
      const bool agree = answers.agree([&](const Combination& dtypes) {
        const bool common = std::all_of(rules.begin(), rules.end(), [&](const Promoted& rule) {
          return rule.common[index_of(common_of(probe, rule.places, dtypes))];
        });
        const bool fitting = std::all_of(places.begin(), places.end(), [&](std::size_t i) {
          return !own || answers.accepted(i)[index_of(dtypes[i])];
        });
        return common && fitting && fit(answers, groups, dtypes) &&
               (!cast || can_cast(common_of(probe, places, dtypes), dtypes[*target]));
      });
      if (!agree) continue;
      std::string text;
      for (const Promoted& rule : rules)
        text += (text.empty() ? "" : "; ") + sentence(probe, rule) +
                (cast && &rule == rules.data() ? " that " + std::string(probe.tensors[*target].argument) + " can hold"
                                               : "");
      if (own) text = sentences(answers, groups_of(answers, places)) + "; " + text;
      if (!groups.empty()) text += "; " + sentences(answers, groups);
      return text;
    }
  return std::nullopt;
}

std::string words_of_inputs(const DtypeAnswers& answers) {
  const Places all = all_inputs(answers);
  const std::vector<DtypeGroup> groups = groups_of(answers, all);
  if (answers.agree([&](const Combination& dtypes) { return fit(answers, groups, dtypes); })) {
    const std::vector<DtypeGroup> said = merged(answers, groups);
    const bool one_argument = answers.probe().tensors[all.back()].argument == answers.probe().tensors[0].argument;
    if (one_argument && said.size() == 1 && !said[0].equal) return words_of(answers.accepted(0));
    return sentences(answers, groups);
  }
  const std::vector<Places> sets = sets_of_inputs(answers);
  for (const Places& places : sets)
    if (std::optional<std::string> text = by_promotion(answers, {promoted_at(answers, places)})) return *text;
  // addcdiv has two rules: one about all its tensors, and one about numerator and denominator.
  for (const Places& places : sets)
    for (const Places& within : sets)
      if (within.size() < places.size())
        if (std::optional<std::string> text =
                by_promotion(answers, {promoted_at(answers, places), promoted_at(answers, within)}))
          return *text;
  return sentences(answers, groups) + "; some combinations are rejected";
}

// Returns true if the set holds exactly the dtypes to which some result can be cast: every dtype from a category on.
bool takes_casts(DTypeSet set) {
  const auto lowest = [&] {
    int category = 3;
    for (std::size_t i = 0; i < kDTypes; ++i)
      if (set[i]) category = std::min(category, category_of(dtype_at(i)));
    return category;
  }();
  for (std::size_t i = 0; i < kDTypes; ++i)
    if (set[i] != (category_of(dtype_at(i)) >= lowest)) return false;
  return true;
}

std::string words_of_output(const DtypeAnswers& answers, std::size_t output) {
  const std::vector<DTypeSet>& sets = answers.outputs(output);
  const std::string name(answers.probe().tensors[answers.inputs() + output].argument);
  DTypeSet together;
  for (const DTypeSet set : sets) together |= set;
  const bool exact = std::all_of(sets.begin(), sets.end(), [](DTypeSet set) { return set.count() == 1; });
  const bool same = std::all_of(sets.begin(), sets.end(), [&](DTypeSet set) { return set == sets.front(); });
  if (same) return name + " is " + predicate(together);
  if (exact) return name + " has the dtype of the result";
  if (std::all_of(sets.begin(), sets.end(), takes_casts)) return "the result can be cast to " + name;
  return name + " is " + predicate(together) + ", depending on the inputs";
}

// Says for which dtypes the specification gives no answer; empty if there are none.
std::string words_of_unspecified(const DtypeAnswers& answers) {
  const DtypeProbe& probe = answers.probe();
  std::vector<std::pair<DTypeSet, Places>> found;
  bool all_others = true;
  for (const std::size_t i : all_inputs(answers)) {
    const DTypeSet set = answers.unspecified(i);
    all_others &= set == ~answers.accepted(i);
    if (set.none()) continue;
    const auto same = std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.first == set; });
    if (same == found.end())
      found.push_back({set, {i}});
    else
      same->second.push_back(i);
  }
  if (found.empty()) return {};
  if (all_others) return "; unspecified: other dtypes";
  std::string out;
  for (const auto& [set, places] : found) {
    out += (out.empty() ? "; unspecified: " : ", ") +
           (set == ~answers.accepted(places.front()) ? "other dtypes" : words_of(set, "and"));
    if (answers.inputs() > 1) out += " of " + names_at(probe, places);
  }
  return out;
}

}  // namespace

std::string supported_dtypes(OperationId operation) {
  std::optional<DtypeProbe> probe = probe_of(operation);
  if (!probe || probe->inputs() == 0) return {};
  const DtypeAnswers answers(*std::move(probe));
  std::string out = words_of_inputs(answers) + words_of_unspecified(answers);
  for (std::size_t i = 0; i < answers.probe().tensors.size() - answers.inputs(); ++i)
    out += "; " + words_of_output(answers, i);
  return out;
}

}  // namespace modecheck::spec
