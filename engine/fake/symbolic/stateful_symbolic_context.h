// A policy that remembers symbols (symbolic_context.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/fake/symbolic/symbolic_context.h"

namespace modecheck::engine::fake {

// A policy that remembers the symbols of its tensor's sources, for each shape environment apart.
struct StatefulSymbolicContext final : SymbolicContext {
  explicit StatefulSymbolicContext(std::string source) : tensor_source(std::move(source)) {}

  std::optional<Expression> remembered(const ShapeEnv& env, const std::string& source) const override;
  void remember(const ShapeEnv& env, const std::string& source, const Expression& symbol) override;

  std::string tensor_source;  // such as "x"

 private:
  // Environments are told apart by their numbers, because another environment may later have the same address.
  std::map<std::uint64_t, std::map<std::string, Expression>> shape_env_to_source_to_symbol_cache_;
};

}  // namespace modecheck::engine::fake
