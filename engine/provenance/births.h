// Keeps the births of the tensors that exist.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

#include "engine/provenance/birth.h"

namespace modecheck::engine::provenance {

// The table has a tensor if it was made inside the mode, or is an alias or a copy of such a tensor. All threads share
// the table.
class Births {
 public:
  // The most tensors that the table holds. Tensors that are made while it is full have no birth.
  static constexpr std::size_t most = 65536;

  static Births& all();

  // Adds the tensor at the address `impl`. `source` is as Provenance::note_birth() says.
  void add(const void* impl, const void* source);
  void remove(const void* impl);
  // Returns the birth of the tensor, or null if the table does not have it.
  std::shared_ptr<const Birth> find(const void* impl);
  // Returns whether a birth was lost because the table was full.
  bool was_full();

 private:
  std::mutex mutex_;
  std::map<const char*, std::shared_ptr<const Birth>> births_;
  bool was_full_ = false;
};

}  // namespace modecheck::engine::provenance
