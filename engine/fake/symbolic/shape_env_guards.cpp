// What a trace says of its inputs: for which other inputs it is valid, and which constraints it violates.
#include <algorithm>

#include "engine/core/errors/error.h"
#include "engine/fake/symbolic/shape_env.h"

namespace modecheck::engine::fake {

bool ShapeEnv::evaluate_guards(const Assignment& values) const {
  for (const Symbol& symbol : symbols_) {
    const auto place = values.find(symbol.atom);
    const std::int64_t lowest = settings_.specialize_zero_one ? 2 : 0;
    if (place != values.end() && symbol.hint && place->second < lowest) return false;
  }
  return std::all_of(guards_.begin(), guards_.end(), [&](const Guard& guard) {
    const std::optional<std::int64_t> value = value_of(guard.fact.expression, values);
    return value && guard.fact.is_true_of(*value);
  });
}

bool ShapeEnv::admits(const Inputs& inputs) const {
  Assignment values;
  for (const Binding& binding : bindings_) {
    const auto number = inputs.find(binding.source);
    if (number == inputs.end())
      throw c10::ValueError(ErrorClass::Argument, "admits: the trace depends on " + binding.source +
                                                      ", which has no number here. Give one for each source.");
    for (const Symbol& symbol : symbols_)
      if (binding.expression == Expression::of(symbol.atom)) values.try_emplace(symbol.atom, number->second);
  }
  const bool all_bound = std::all_of(bindings_.begin(), bindings_.end(), [&](const Binding& binding) {
    return value_of(binding.expression, values) == inputs.find(binding.source)->second;
  });
  return all_bound && evaluate_guards(values);
}

std::vector<std::string> ShapeEnv::produce_guards() const {
  std::vector<std::string> out;
  for (const Binding& binding : bindings_) out.push_back(binding.source + " == " + atoms_.text(binding.expression));
  for (const Symbol& symbol : symbols_)
    if (symbol.hint && settings_.specialize_zero_one) out.push_back("2 <= " + atoms_[symbol.atom].name);
  for (const Guard& guard : guards_) out.push_back(guard.where + ": " + text(guard.fact, atoms_));
  return out;
}

std::vector<std::string> ShapeEnv::constraint_violations() {
  std::vector<std::string> out = violations_;
  for (const Symbol& symbol : symbols_) {
    if (!symbol.constraint) continue;
    const std::string& source = symbol.sources.front();
    if (const auto number = simplified(Expression::of(symbol.atom)).constant()) {
      out.push_back(source + " must stay symbolic, but the trace holds for " + std::to_string(*number) + " only.");
      continue;
    }
    if (!symbol.constraint->range) continue;
    const Interval wanted = symbol.constraint->range->intersection({settings_.specialize_zero_one ? 2 : 0});
    const Interval now = bounds_of(simplified(Expression::of(symbol.atom))).intersection(symbol.range);
    const auto end = [](std::int64_t number) {
      return number == Interval::no_highest ? std::string("any size") : std::to_string(number);
    };
    if (now.lowest > wanted.lowest || now.highest < wanted.highest)
      out.push_back(source + " must be free from " + std::to_string(wanted.lowest) + " to " + end(wanted.highest) +
                    ", but the trace holds from " + std::to_string(now.lowest) + " to " + end(now.highest) + " only.");
  }
  return out;
}

}  // namespace modecheck::engine::fake
