#include "engine/backends/cuda/runtime/cuda_event.h"

#include "engine/backends/cuda/runtime/device.h"

namespace at {
inline namespace modecheck_v1 {
namespace cuda {

void CUDAEvent::record(const c10::cuda::CUDAStream& stream) {
  event_ = modecheck::engine::cuda::device().record(stream.number());
}

void CUDAEvent::block(const c10::cuda::CUDAStream& stream) const {
  if (isCreated()) modecheck::engine::cuda::device().wait(stream.number(), event_);
}

bool CUDAEvent::query() const { return !isCreated() || modecheck::engine::cuda::device().is_done(event_); }

void CUDAEvent::synchronize() const {
  if (isCreated()) modecheck::engine::cuda::device().synchronize_event(event_);
}

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace at
