#include "engine/fake/symbolic/stateful_symbolic_context.h"

#include "engine/fake/symbolic/shape_env.h"

namespace modecheck::engine::fake {

std::optional<Expression> StatefulSymbolicContext::remembered(const ShapeEnv& env, const std::string& source) const {
  const auto symbols = shape_env_to_source_to_symbol_cache_.find(env.number());
  if (symbols == shape_env_to_source_to_symbol_cache_.end()) return std::nullopt;
  const auto symbol = symbols->second.find(source);
  return symbol == symbols->second.end() ? std::nullopt : std::optional(symbol->second);
}

void StatefulSymbolicContext::remember(const ShapeEnv& env, const std::string& source, const Expression& symbol) {
  shape_env_to_source_to_symbol_cache_[env.number()].emplace(source, symbol);
}

}  // namespace modecheck::engine::fake
