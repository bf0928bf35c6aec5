// Work of the CUDA device that is noted down once and done as often as one likes, with the same tensors.
//
//   at::cuda::CUDAGraph graph;
//   {
//     const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
//     graph.capture_begin();
//     out = network(in);  // nothing is computed yet
//     graph.capture_end();
//   }
//   in.copy_(other);
//   graph.replay();       // `out` is what comes of it
//
// In between nothing may be waited for: what looks at values, as indices that may be out of range do, is refused.
// Random numbers are those of the device's own generator, others with every replay. Tensors that are made there keep
// their memory until the graph is reset and they are gone. Whoever captures keeps the tensors that are read.
#pragma once

#include "engine/backends/cuda/runtime/cuda_generator.h"
#include "engine/backends/cuda/runtime/runtime.h"

namespace at {
inline namespace modecheck_v1 {
namespace cuda {

class CUDAGraph {
 public:
  CUDAGraph() = default;
  CUDAGraph(const CUDAGraph&) = delete;
  CUDAGraph& operator=(const CUDAGraph&) = delete;
  ~CUDAGraph();

  // Of the current stream, which is not the default one. Waits for everything that was given to the device.
  void capture_begin();
  // Raises if anything was refused meanwhile: then there is no graph.
  void capture_end();
  // In the order of the current stream. It comes after all that was given to the device, on any stream, and before all
  // that is given to it later.
  void replay();
  void reset();

 private:
  modecheck::engine::cuda::Graph graph_ = 0;  // 0: there is none
  bool captures_ = false;
  modecheck::engine::cuda::GraphDrawing drawing_;
};

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace at
