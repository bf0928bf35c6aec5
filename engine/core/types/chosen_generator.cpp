#include "engine/core/types/chosen_generator.h"

namespace modecheck::engine {
namespace {

constinit thread_local c10::GeneratorImpl* chosen = nullptr;

}  // namespace

c10::GeneratorImpl* chosen_generator() { return chosen; }

GeneratorScope::GeneratorScope(const c10::optional<at::Generator>& generator) : before_(chosen) {
  chosen = generator.has_value() ? generator->unsafeGetGeneratorImpl() : nullptr;
}

GeneratorScope::~GeneratorScope() { chosen = before_; }

}  // namespace modecheck::engine
