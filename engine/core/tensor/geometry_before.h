// What an output was like before an operator that may give it other sizes. They come back unless the operator has
// finished: what fails after a resize leaves nothing behind (E1).
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

  // The operator has finished.
  void forget() noexcept { out_ = nullptr; }

 private:
  std::int64_t* room() {
    if (rank_ <= c10::TensorImpl::inline_rank) [[likely]]
      return few_.data();
    many_ = std::make_unique<std::int64_t[]>(2 * rank_);
    return many_.get();
  }
  // Needs no memory.
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
  std::array<std::int64_t, 2 * c10::TensorImpl::inline_rank> few_;  // written before it is read
  std::unique_ptr<std::int64_t[]> many_;
};

}  // namespace modecheck::engine
