// What a ReductionLoop makes of a group of elements.
//
// A reducer has an Element, a Total, and
//   start()              the total of nothing
//   add(total, element)
//   merge(total, later)  of two totals, the first of what comes earlier
//   cascades             whether totals lose precision when much is added to one: then they are merged pairwise
//   span(from, step, n)  the total of n elements that are `step` bytes apart; Reducer has one that suits most
#pragma once

#include <cstdint>

#include "engine/backends/iterate/element.h"

namespace modecheck::engine::backends {

// The longest span of memory that is reduced at once.
inline constexpr std::int64_t kSpan = 512;

// Side by side in as many totals as vector registers hold, and these pairwise in the end.
template <typename Derived, typename T, typename TheTotal>
struct Reducer {
  using Element = T;
  using Total = TheTotal;
  static constexpr int lanes = 16;

  Total span(const char* from, std::int64_t step, std::int64_t n) const {
    constexpr std::int64_t bytes = sizeof(Stored<T>);
    return step == bytes ? span_of(from, std::integral_constant<std::int64_t, bytes>(), n) : span_of(from, step, n);
  }

 private:
  template <typename Step>
  Total span_of(const char* from, Step step, std::int64_t n) const {
    const Derived& self = static_cast<const Derived&>(*this);
    std::int64_t i = 0;
    Total out = self.start();
    if (n >= lanes) {
      Total lane[lanes];
      for (Total& one : lane) one = self.start();
      for (; i + lanes <= n; i += lanes)
        for (int k = 0; k < lanes; ++k) self.add(lane[k], load<T>(from + (i + k) * step));
      for (int width = lanes / 2; width > 0; width /= 2)
        for (int k = 0; k < width; ++k) self.merge(lane[k], lane[k + width]);
      out = lane[0];
    }
    for (; i < n; ++i) self.add(out, load<T>(from + i * step));
    return out;
  }
};

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
