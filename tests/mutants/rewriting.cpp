#include "tests/mutants/rewriting.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "tests/mutants/source_text.h"

namespace modecheck::mutants {
namespace {

using Numbered = std::vector<std::pair<int, Mutant>>;

std::string chosen(int number) { return "::modecheck::mutants::on(" + std::to_string(number) + ")"; }

// Returns an expression that chooses between the original and its mutants. Only one mutant is active at a time, so
// mutated code contains no other choice.
std::string choice(const std::string& original, Numbered::const_iterator first, Numbered::const_iterator last) {
  const bool statement = first->second.form == Mutant::Form::Statement;
  const bool condition =
      std::any_of(first, last, [](const auto& entry) { return entry.second.form == Mutant::Form::Condition; });
  const std::string before = statement ? "static_cast<void>(" : condition ? "static_cast<bool>(" : "(";
  std::string out = "(";
  for (auto at = first; at != last; ++at) {
    const bool nothing = at->second.form == Mutant::Form::Statement;
    out += chosen(at->first) + " ? " + (nothing ? "void()" : before + at->second.mutated + ")") + " : ";
  }
  return out + before + original + "))";
}

// Returns text[from, to) with choices for the mutants in [first, last), which lie in that range.
std::string rewritten(const std::string& text, std::size_t from, std::size_t to, Numbered::const_iterator first,
                      Numbered::const_iterator last) {
  std::string out;
  while (first != last) {
    const std::size_t begin = first->second.begin;
    const std::size_t end = first->second.end;
    if (begin < from || end > to) throw std::runtime_error(first->second.file + ": two places overlap");
    const auto same =
        std::find_if(first, last, [&](const auto& e) { return e.second.begin != begin || e.second.end != end; });
    const auto inner = std::find_if(same, last, [&](const auto& e) { return e.second.begin >= end; });
    out += text.substr(from, begin - from) + choice(rewritten(text, begin, end, same, inner), first, same);
    from = end;
    first = inner;
  }
  return out + text.substr(from, to - from);
}

std::size_t place_of_header(const std::string& text) {
  const std::size_t at = text.find("#include");
  if (at == std::string::npos) throw std::runtime_error("includes nothing: there is no location for the choice");
  return at;
}

}  // namespace

std::string with_choices(const std::string& text, const Numbered& numbered) {
  Numbered sorted = numbered;
  // Sort an outer piece of code before the inner pieces that it contains.
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second.begin != b.second.begin ? a.second.begin < b.second.begin : a.second.end > b.second.end;
  });
  return rewritten(text, 0, text.size(), sorted.begin(), sorted.end());
}

std::string with_header(const std::string& text) {
  const std::size_t at = place_of_header(text);
  return text.substr(0, at) + "#include \"tests/mutants/active_mutant.h\"\n" + text.substr(at);
}

std::size_t header_line(const std::string& text) { return line_of(text, place_of_header(text)) - 1; }

}  // namespace modecheck::mutants
