// `new` that fails when the engine's gate says so.
#include <cstdlib>
#include <new>

#include "engine/core/allocation_gate.h"

void* operator new(std::size_t bytes) {
  void* const block = modecheck::engine::AllocationGate::refuses() ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t /*bytes*/) noexcept { std::free(block); }
