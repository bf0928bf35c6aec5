// All forms of operator new fail when the engine's AllocationGate refuses. Each form is defined here, because a
// sanitizer replaces each form separately.
#include <cstdlib>
#include <new>

#include "engine/core/memory/allocation_gate.h"

void* operator new(std::size_t bytes, const std::nothrow_t& /*unused*/) noexcept {
  return modecheck::engine::AllocationGate::refuses() ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
}

void* operator new(std::size_t bytes) {
  void* const block = operator new(bytes, std::nothrow);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void* operator new[](std::size_t bytes) { return operator new(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t& /*unused*/) noexcept {
  return operator new(bytes, std::nothrow);
}

void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t /*bytes*/) noexcept { std::free(block); }
void operator delete(void* block, const std::nothrow_t& /*unused*/) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t /*bytes*/) noexcept { std::free(block); }
void operator delete[](void* block, const std::nothrow_t& /*unused*/) noexcept { std::free(block); }
