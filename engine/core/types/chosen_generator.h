// The generator that operators called now draw from. Schemas have no generators here: whoever was given one chooses it
// for the time of a call.
#pragma once

#include "engine/core/types/array_ref.h"
#include "engine/core/types/generator.h"

namespace modecheck::engine {

// Per thread; null: the device's own.
c10::GeneratorImpl* chosen_generator();

class GeneratorScope {
 public:
  // An absent or undefined generator is the device's own. `generator` must outlive the scope.
  explicit GeneratorScope(const c10::optional<at::Generator>& generator);
  GeneratorScope(const GeneratorScope&) = delete;
  GeneratorScope& operator=(const GeneratorScope&) = delete;
  ~GeneratorScope();

 private:
  c10::GeneratorImpl* before_;
};

}  // namespace modecheck::engine
