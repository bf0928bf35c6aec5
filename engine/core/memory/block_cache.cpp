#include "engine/core/memory/block_cache.h"

#include <bit>
#include <cstdlib>
#include <new>

namespace modecheck::engine {
namespace {

constexpr std::size_t kAlignment = 64;

void* fresh(std::size_t bytes) noexcept {
  void* block = nullptr;
  return posix_memalign(&block, kAlignment, bytes) == 0 ? block : nullptr;
}

}  // namespace

// Returns the process's cache. The cache is never destroyed, because tensors in static storage may outlive every other
// object.
BlockCache& BlockCache::instance() noexcept {
  static BlockCache* const cache = new BlockCache;
  return *cache;
}

BlockCache::Class BlockCache::class_of(std::size_t bytes) noexcept {
  const auto power = static_cast<std::size_t>(std::bit_width(bytes)) - 1;
  const std::size_t step = (std::size_t{1} << power) / steps;
  const std::size_t capacity = (bytes + step - 1) / step * step;
  const auto rounded = static_cast<std::size_t>(std::bit_width(capacity)) - 1;
  const std::size_t first = static_cast<std::size_t>(std::bit_width(least)) - 1;
  const std::size_t index = (rounded - first) * steps + (capacity >> (rounded - 3)) % steps;
  static_assert(steps == 8, "the shift above takes three bits");
  return {index < classes ? index : classes, capacity};
}

void* BlockCache::take(std::size_t index, std::size_t capacity) noexcept {
  const std::lock_guard lock(mutex_);
  Block* const block = index < classes ? lists_[index] : nullptr;
  if (block == nullptr) {
    ++statistics_.misses;
    return nullptr;
  }
  lists_[index] = block->next;
  statistics_.kept_bytes -= capacity;
  ++statistics_.hits;
  return block;
}

bool BlockCache::keep(void* block, std::size_t index, std::size_t capacity) noexcept {
  if (index >= classes) return false;
  const std::lock_guard lock(mutex_);
  if (statistics_.kept_bytes + capacity > most_kept) return false;
  lists_[index] = ::new (block) Block{lists_[index]};
  statistics_.kept_bytes += capacity;
  return true;
}

void* BlockCache::allocate(std::size_t bytes) noexcept {
  // Rounding up more than 2^62 bytes could overflow, and no machine has so much memory.
  if (bytes > std::size_t{1} << 62) return nullptr;
  const Class of_size = class_of(bytes);
  if (void* const kept = instance().take(of_size.index, of_size.capacity)) return kept;
  const std::size_t wanted = of_size.index < classes ? of_size.capacity : bytes;
  if (void* const block = fresh(wanted)) return block;
  clear();
  return fresh(wanted);
}

void BlockCache::release(void* block, std::size_t bytes) noexcept {
  const Class of_size = class_of(bytes);
  if (!instance().keep(block, of_size.index, of_size.capacity)) std::free(block);
}

void BlockCache::clear() noexcept {
  BlockCache& cache = instance();
  const std::lock_guard lock(cache.mutex_);
  for (Block*& list : cache.lists_)
    while (list != nullptr) {
      Block* const block = list;
      list = block->next;
      std::free(block);
    }
  cache.statistics_.kept_bytes = 0;
}

BlockCache::Statistics BlockCache::statistics() noexcept {
  BlockCache& cache = instance();
  const std::lock_guard lock(cache.mutex_);
  return cache.statistics_;
}

}  // namespace modecheck::engine
