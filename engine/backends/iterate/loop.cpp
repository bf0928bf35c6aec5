#include "engine/backends/iterate/loop.h"

namespace modecheck::engine::backends {

Loop::Loop(const Plan& plan) : rank_(plan.shape().size()), plan_(&plan) {
  for (int i = 0; i < rank_; ++i) {
    sizes_[i] = plan.shape()[plan.walk(i)];
    elements_ *= sizes_[i];
  }
}

void Loop::bind(void* data, DimSpan sizes, DimSpan strides, int element_bytes) {
  data_[count_] = static_cast<char*>(data);
  std::int64_t* const own = strides_[count_];
  const int missing = rank_ - static_cast<int>(sizes.size());
  for (int i = 0; i < rank_; ++i) {
    const int d = plan_->walk(i) - missing;
    const auto at = static_cast<std::size_t>(d);
    own[i] = d < 0 || sizes[at] == 1 ? 0 : strides[at] * element_bytes;
  }
  ++count_;
}

void Loop::coalesce() {
  if (rank_ < 2) return;
  int last = 0;
  for (int d = 1; d < rank_; ++d) {
    bool joins = sizes_[last] == 1 || sizes_[d] == 1;
    if (!joins) {
      joins = true;
      for (int i = 0; i < count_ && joins; ++i) joins = strides_[i][last] * sizes_[last] == strides_[i][d];
    }
    if (joins) {
      if (sizes_[last] == 1)
        for (int i = 0; i < count_; ++i) strides_[i][last] = strides_[i][d];
      sizes_[last] *= sizes_[d];
      continue;
    }
    ++last;
    sizes_[last] = sizes_[d];
    for (int i = 0; i < count_; ++i) strides_[i][last] = strides_[i][d];
  }
  rank_ = last + 1;
}

}  // namespace modecheck::engine::backends
