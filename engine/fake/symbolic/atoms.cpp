#include "engine/fake/symbolic/atoms.h"

#include <algorithm>
#include <utility>

namespace modecheck::engine::fake {

AtomId Atoms::add_symbol(std::string name) {
  atoms_.push_back({AtomKind::Symbol, std::move(name), {}, {}});
  return static_cast<AtomId>(atoms_.size() - 1);
}

AtomId Atoms::floor_division(const Expression& dividend, const Expression& divisor) {
  return intern(AtomKind::FloorDivision, dividend, divisor);
}

AtomId Atoms::maximum(const Expression& a, const Expression& b) {
  return a < b ? intern(AtomKind::Maximum, a, b) : intern(AtomKind::Maximum, b, a);
}

AtomId Atoms::intern(AtomKind kind, const Expression& left, const Expression& right) {
  const auto [place, is_new] = found_.try_emplace({kind, left, right}, static_cast<AtomId>(atoms_.size()));
  if (is_new) atoms_.push_back({kind, {}, left, right});
  return place->second;
}

void Atoms::collect(const Expression& expression, std::set<AtomId>& seen) const {
  for (const Term& term : expression.terms())
    for (const Factor& factor : term.factors) {
      if (!seen.insert(factor.atom).second) continue;
      collect(atoms_[factor.atom].left, seen);
      collect(atoms_[factor.atom].right, seen);
    }
}

std::set<AtomId> Atoms::symbols_of(const Expression& expression) const {
  std::set<AtomId> out;
  collect(expression, out);
  std::erase_if(out, [&](AtomId id) { return atoms_[id].kind != AtomKind::Symbol; });
  return out;
}

std::string Atoms::text_of(AtomId id) const {
  const Atom& atom = atoms_[id];
  if (atom.kind == AtomKind::Symbol) return atom.name;
  if (atom.kind == AtomKind::Maximum) return "max(" + text(atom.left) + ", " + text(atom.right) + ")";
  const auto operand = [&](const Expression& expression) {
    const bool is_simple =
        expression.constant().has_value() ||
        (expression.terms().size() == 1 && expression.constant_term() == 0 && expression.terms()[0].coefficient == 1 &&
         expression.terms()[0].factors.size() == 1 && expression.terms()[0].factors[0].power == 1);
    return is_simple ? text(expression) : "(" + text(expression) + ")";
  };
  return "(" + operand(atom.left) + " // " + operand(atom.right) + ")";
}

// Returns a term without its sign.
std::string Atoms::text_of(const Term& term) const {
  const std::string number = std::to_string(term.coefficient);
  const std::string size = number.substr(term.coefficient < 0 ? 1 : 0);
  std::string out = term.factors.empty() || size != "1" ? size : "";
  for (const Factor& factor : term.factors) {
    if (!out.empty()) out += "*";
    out += text_of(factor.atom);
    if (factor.power > 1) out += "**" + std::to_string(factor.power);
  }
  return out;
}

std::string Atoms::text(const Expression& expression) const {
  if (expression.is_zero()) return "0";
  std::string out;
  const auto add = [&](const Term& term) {
    if (out.empty())
      out = term.coefficient < 0 ? "-" : "";
    else
      out += term.coefficient < 0 ? " - " : " + ";
    out += text_of(term);
  };
  for (const Term& term : expression.terms()) add(term);
  if (expression.constant_term() != 0) add({{}, expression.constant_term()});
  return out;
}

}  // namespace modecheck::engine::fake
