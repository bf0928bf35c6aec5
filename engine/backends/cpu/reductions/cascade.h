// Defines Cascade, with which reductions add up many elements precisely: it merges the totals of spans of elements
// pairwise.
#pragma once

#include <cstdint>
#include <cstring>

#include "engine/backends/cpu/reductions/reduction_form.h"

namespace modecheck::engine::backends {

// Merges the totals of spans in the way a binary counter carries: two totals are merged when they cover equally many
// spans. Each element thus takes part in few merges, and few roundings.
class Cascade {
 public:
  Cascade(const ReductionForm& form, const void* reducer) : form_(form), reducer_(reducer) {}

  // Adds the total of the next span. The memory of `total` is overwritten.
  void add(char* total) {
    if (form_.cascades) {
      int level = 0;
      for (std::uint64_t bits = count_; (bits & 1) != 0; bits >>= 1, ++level) {
        merge(levels_[level], total);
        keep(total, levels_[level]);
      }
      keep(levels_[level], total);
    } else if (count_ == 0) {
      keep(levels_[0], total);
    } else {
      merge(levels_[0], total);
    }
    ++count_;
  }
  void total(char* out) {
    if (count_ != 0 && !form_.cascades) return keep(out, levels_[0]);
    form_.start(reducer_, out, 1);
    for (int level = 63; level >= 0; --level)
      if ((count_ >> level & 1) != 0) merge(out, levels_[level]);
  }

 private:
  void merge(char* total, const char* later) { form_.merge(reducer_, total, later, 1); }
  void keep(char* to, const char* total) { std::memcpy(to, total, static_cast<std::size_t>(form_.total_bytes)); }

  const ReductionForm& form_;
  const void* reducer_;
  std::uint64_t count_ = 0;
  alignas(16) char levels_[64][ReductionForm::max_total_bytes];
};

}  // namespace modecheck::engine::backends
