// How totals of spans become one.
#pragma once

#include <cstdint>

namespace modecheck::engine::backends {

// Totals of spans, merged so that each element takes part in few merges: of two equally many spans each.
template <typename R>
class Cascade {
 public:
  using Total = typename R::Total;
  explicit Cascade(const R& reducer) : reducer_(reducer) {}

  void add(Total total) {
    if constexpr (R::cascades) {
      int level = 0;
      for (std::uint64_t bits = count_; (bits & 1) != 0; bits >>= 1, ++level) {
        Total earlier = levels_[level];
        reducer_.merge(earlier, total);
        total = earlier;
      }
      levels_[level] = total;
    } else if (count_ == 0) {
      levels_[0] = total;
    } else {
      reducer_.merge(levels_[0], total);
    }
    ++count_;
  }
  Total total() const {
    if (count_ == 0) return reducer_.start();
    if constexpr (!R::cascades) return levels_[0];
    Total out = reducer_.start();
    for (int level = 63; level >= 0; --level)
      if ((count_ >> level & 1) != 0) reducer_.merge(out, levels_[level]);
    return out;
  }

 private:
  const R& reducer_;
  std::uint64_t count_ = 0;
  Total levels_[R::cascades ? 64 : 1];
};

}  // namespace modecheck::engine::backends
