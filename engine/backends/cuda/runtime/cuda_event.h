// at::cuda::CUDAEvent: a point in a stream of the CUDA device, for which streams and the host can wait.
#pragma once

#include "engine/backends/cuda/runtime/cuda_stream.h"
#include "engine/backends/cuda/runtime/runtime.h"

namespace at {
inline namespace modecheck_v1 {
namespace cuda {

class CUDAEvent {
 public:
  CUDAEvent() = default;
  // Ignores libtorch's flags, because no event of this backend measures time.
  explicit CUDAEvent(unsigned /*flags*/) {}

  bool isCreated() const { return event_ != 0; }
  // Records the event: it is complete when all work given to the stream so far is done.
  void record() { record(c10::cuda::getCurrentCUDAStream()); }
  void record(const c10::cuda::CUDAStream& stream);
  void recordOnce(const c10::cuda::CUDAStream& stream) {
    if (!isCreated()) record(stream);
  }
  // Makes work that is given to `stream` from now on wait for the event. An event that was never recorded counts as
  // complete, so no work waits for it.
  void block(const c10::cuda::CUDAStream& stream) const;
  bool query() const;
  void synchronize() const;

 private:
  modecheck::engine::cuda::Event event_ = 0;  // the event's number in the Runtime, or 0 if the event is not recorded
};

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace at
