#include "engine/backends/iterate/plan.h"

#include "engine/backends/iterate/layout.h"

namespace modecheck::engine::backends {

bool Plan::broadcast(BroadcastMismatch& mismatch) {
  bool scalars = false;
  bool tensors = false;
  for (int i = 0; i < count_; ++i) {
    const Operand& operand = at(i);
    if (operand.output) continue;
    (operand.sizes.empty() ? scalars : tensors) = true;
    if (shape_.empty()) {
      shape_.assign(operand.sizes);
    } else if (!equal(operand.sizes, shape_)) {
      same_shape_ = false;
      if (!broadcast_into(shape_, operand.sizes, mismatch)) return false;
    }
  }
  if (scalars && tensors) same_shape_ = false;
  return true;
}

void Plan::order_dimensions() {
  fast_ = find_fast_layout();
  if (fast_ == FastLayout::Contiguous) {
    for (int i = 0; i < shape_.size(); ++i) order_[i] = shape_.size() - 1 - i;
  } else {
    sort_dimensions();
  }
}

void Plan::order_for(DimSpan shape) {
  shape_.assign(shape);
  sort_dimensions();
}

void Plan::order_row_major(DimSpan shape) {
  in_order_ = true;
  shape_.assign(shape);
  for (int i = 0; i < shape_.size(); ++i) order_[i] = shape_.size() - 1 - i;
}

Plan::FastLayout Plan::find_fast_layout() const {
  if (!same_shape_) return FastLayout::None;
  bool contiguous = true;
  bool channels_last = true;
  bool dense = true;
  for (int i = 0; i < count_; ++i) {
    const Operand& operand = at(i);
    if (!operand.laid_out) continue;
    contiguous = contiguous && is_contiguous(operand.sizes, operand.strides);
    channels_last =
        channels_last && operand.sizes.size() == 4 && is_channels_last_contiguous(operand.sizes, operand.strides);
    dense = dense && is_non_overlapping_and_dense(operand.sizes, operand.strides);
  }
  if (contiguous) return FastLayout::Contiguous;
  if (channels_last) return FastLayout::ChannelsLast;
  if (!dense) return FastLayout::None;
  const Operand* first = nullptr;
  for (int i = 0; i < count_; ++i) {
    if (!at(i).laid_out) continue;
    if (first == nullptr) {
      first = &at(i);
    } else if (!equal(first->strides, at(i).strides)) {
      return FastLayout::None;
    }
  }
  return FastLayout::SameStrides;
}

std::int64_t Plan::stride(const Operand& operand, int dimension) const {
  const int own = dimension - (shape_.size() - static_cast<int>(operand.sizes.size()));
  if (own < 0) return 0;
  const auto i = static_cast<std::size_t>(own);
  return operand.sizes[i] == 1 && shape_[dimension] != 1 ? 0 : operand.strides[i];
}

void Plan::sort_dimensions() {
  const int rank = shape_.size();
  for (int i = 0; i < rank; ++i) order_[i] = rank - 1 - i;
  // Returns a negative number if the loop over dimension `a` belongs inside the loop over `b`, and a positive number if
  // it belongs outside. Returns zero if the strides of no operand decide.
  const auto compare = [&](int a, int b) {
    for (int i = 0; i < count_; ++i) {
      if (!at(i).laid_out) continue;
      const std::int64_t stride_a = stride(at(i), a);
      const std::int64_t stride_b = stride(at(i), b);
      if (stride_a == 0 || stride_b == 0) continue;
      if (stride_a < stride_b) return -1;
      if (stride_a > stride_b) return 1;
      if (shape_[a] > shape_[b]) return 1;
    }
    return 0;
  };
  // Use an insertion sort with the same steps as libtorch's. `compare` may return zero for neighbours that a third
  // dimension would order, so the steps of the sort affect the result.
  for (int i = 1; i < rank; ++i) {
    int moving = i;
    for (int j = i - 1; j >= 0; --j) {
      const int answer = compare(order_[j], order_[moving]);
      if (answer > 0) {
        const int swapped = order_[j];
        order_[j] = order_[moving];
        order_[moving] = swapped;
        moving = j;
      } else if (answer < 0) {
        break;
      }
    }
  }
}

void Plan::fresh_strides(Dims& strides) const {
  const int rank = shape_.size();
  switch (fast_) {
    case FastLayout::Contiguous:
      contiguous_strides(shape_, strides);
      return;
    case FastLayout::ChannelsLast:
      channels_last_strides(shape_, strides);
      return;
    case FastLayout::SameStrides:
      for (int i = count_ - 1; i >= 0; --i) {
        if (!at(i).laid_out) continue;
        strides.assign(at(i).strides);
        return;
      }
      contiguous_strides(shape_, strides);
      return;
    case FastLayout::None:
      break;
  }
  bool row_major = true;
  for (int i = 0; i < rank; ++i) row_major = row_major && order_[i] == rank - 1 - i;
  if (row_major) {
    contiguous_strides(shape_, strides);
    return;
  }
  strides.resize(rank);
  std::int64_t next = 1;
  for (int i = 0; i < rank; ++i) {
    strides[order_[i]] = next;
    next *= shape_[order_[i]];  // a size of zero makes the strides of all outer dimensions zero, as in libtorch
  }
}

}  // namespace modecheck::engine::backends
