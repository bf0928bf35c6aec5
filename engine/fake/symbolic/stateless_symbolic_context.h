// A policy that remembers no symbols (symbolic_context.h).
#pragma once

#include <optional>
#include <string>

#include "engine/fake/symbolic/symbolic_context.h"

namespace modecheck::engine::fake {

// A policy that remembers nothing: a second use makes new symbols (or finds shared ones, by policy DUCK).
struct StatelessSymbolicContext final : SymbolicContext {
  std::optional<Expression> remembered(const ShapeEnv& /*env*/, const std::string& /*source*/) const override {
    return std::nullopt;
  }
  void remember(const ShapeEnv& /*env*/, const std::string& /*source*/, const Expression& /*symbol*/) override {}
};

}  // namespace modecheck::engine::fake
