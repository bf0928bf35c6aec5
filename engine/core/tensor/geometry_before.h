// Saves the geometry of an output before an operator that may resize it. The destructor restores the geometry unless
// the operator has finished, so that a failure after a resize leaves no trace (rule E1).
#pragma once

#include <array>
#include <memory>
#include <utility>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

class GeometryBefore {
 public:
  explicit GeometryBefore(const at::Tensor& out)
      : out_(out.unsafeGetTensorImpl()),
        bytes_(out_->storage()->nbytes()),
        offset_(out_->storage_offset()),
        rank_(out_->sizes().size()) {
    std::int64_t* const to = room();
    for (std::size_t i = 0; i < rank_; ++i) {
      to[i] = out_->sizes()[i];
      to[rank_ + i] = out_->strides()[i];
    }
  }
  ~GeometryBefore() {
    if (out_ != nullptr) [[unlikely]]
      put_back();
  }
  GeometryBefore(const GeometryBefore&) = delete;
  GeometryBefore& operator=(const GeometryBefore&) = delete;

  // Keeps the new geometry. Must be called when the operator has finished.
  void forget() noexcept { out_ = nullptr; }

 private:
  std::int64_t* room() {
    if (rank_ <= c10::TensorImpl::inline_rank) [[likely]]
      return few_.data();
    many_ = std::make_unique<std::int64_t[]>(2 * rank_);
    return many_.get();
  }
  // Restores the saved geometry. This must not allocate, because it runs while an exception unwinds.
  [[gnu::cold, gnu::noinline]] void put_back() noexcept {
    if (many_)
      out_->adopt_geometry(std::move(many_), rank_, offset_);
    else
      out_->set_geometry({few_.data(), rank_}, {few_.data() + rank_, rank_}, offset_);
    out_->storage()->take_growth_back(bytes_);
  }

  c10::TensorImpl* out_;
  std::size_t bytes_;
  std::int64_t offset_;
  std::size_t rank_;
  // The saved sizes and strides. They need no initial values, because they are always written before they are read.
  std::array<std::int64_t, 2 * c10::TensorImpl::inline_rank> few_;
  std::unique_ptr<std::int64_t[]> many_;
};

}  // namespace modecheck::engine
