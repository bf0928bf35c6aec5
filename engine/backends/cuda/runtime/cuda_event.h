// A moment in a stream of the CUDA device, as programs see it.
#pragma once

#include "engine/backends/cuda/runtime/cuda_stream.h"
#include "engine/backends/cuda/runtime/runtime.h"

namespace at {
inline namespace modecheck_v1 {
namespace cuda {

class CUDAEvent {
 public:
  CUDAEvent() = default;
  // Flags of libtorch's are not looked at: nothing is timed.
  explicit CUDAEvent(unsigned /*flags*/) {}

  bool isCreated() const { return event_ != 0; }
  // When all is done that was given to the stream before.
  void record() { record(c10::cuda::getCurrentCUDAStream()); }
  void record(const c10::cuda::CUDAStream& stream);
  void recordOnce(const c10::cuda::CUDAStream& stream) {
    if (!isCreated()) record(stream);
  }
  // What is given to the stream from now on is done after it. Of one that was never recorded nothing is waited for, and
  // it is over.
  void block(const c10::cuda::CUDAStream& stream) const;
  bool query() const;
  void synchronize() const;

 private:
  modecheck::engine::cuda::Event event_ = 0;  // 0: there is none
};

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace at
