#include "engine/autograd/graph/forward_grad.h"

#include <utility>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/autograd/graph/staged_tangent.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine {

std::atomic<std::uint64_t> open_level{0};

namespace {

std::atomic<std::uint64_t> openings{0};

}  // namespace

at::Tensor tangent_of(const at::Tensor& tensor) {
  const AutogradMeta* const meta = get_autograd_meta(tensor);
  if (meta == nullptr || !meta->tangent_ || meta->tangent_->opening != open_level.load()) return {};
  MODECHECK_CHECK(
      meta->tangent_->version == version_of(tensor), ErrorClass::Unsupported,
      "forward-mode differentiation: a dual tensor was written without its tangent (through an alias of it, "
      "or where no tangents are computed), which is therefore out of date. Use operators that are not in "
      "place, or make the dual tensor afterwards.");
  return meta->tangent_->value;
}

void set_tangent(const at::Tensor& tensor, at::Tensor tangent) { StagedTangent(tensor, std::move(tangent)).commit(); }

}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using modecheck::engine::ErrorClass;

std::uint64_t ForwardADLevel::get_next_idx() {
  std::uint64_t closed = 0;
  MODECHECK_CHECK(modecheck::engine::open_level.compare_exchange_strong(closed, ++modecheck::engine::openings),
                  ErrorClass::Unsupported,
                  "Nested forward mode AD is not supported: the level is open already; release_idx(0) closes it");
  return 0;
}

void ForwardADLevel::release_idx(std::uint64_t idx) {
  MODECHECK_CHECK(idx == 0 && modecheck::engine::open_level.exchange(0) != 0, ErrorClass::Argument,
                  "ForwardADLevel::release_idx(", idx, "): no such level is open");
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
