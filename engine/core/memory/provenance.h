// Declares what the engine notes about the births of tensors, so that an error of InferenceMode can say where its
// tensor was made. The environment variable MODECHECK_PROVENANCE turns the notes on (docs/AUDIT.md). engine/provenance
// defines these functions.
//
// Without the variable no operator asks whether the notes are on. With it, the free lists of small blocks stay empty,
// so that every tensor is allocated and released by the slow paths of free_list.cpp, and only these paths ask.
#pragma once

#include "engine/core/memory/constant_initialized.h"

namespace modecheck::engine {

class Provenance {
 public:
  // Returns whether births are noted. The value is set before the constructors of static objects run, and never
  // changes.
  static bool on() { return on_; }

  // Notes that a tensor is about to be made in the block `impl`. `source` is the address of the TensorImpl that the new
  // tensor is an alias of. It may also be an address inside the TensorImpl whose sizes the new tensor gets, or null.
  static void note_birth(const void* impl, const void* source) noexcept;
  // Forgets the tensor in the block, if there is one.
  static void note_death(const void* block) noexcept;

  // Notes that the calling thread enters or leaves an InferenceMode guard. `inference` is the guard's argument.
  static void enter(const void* guard, bool inference) noexcept;
  static void leave(const void* guard) noexcept;

 private:
  friend struct ProvenanceStart;
  static MODECHECK_CONSTINIT bool on_;
};

}  // namespace modecheck::engine
