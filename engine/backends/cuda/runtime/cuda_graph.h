// at::cuda::CUDAGraph: captures work of the CUDA device once and replays it any number of times, on the same tensors.
//
//   at::cuda::CUDAGraph graph;
//   {
//     const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
//     graph.capture_begin();
//     out = network(in);  // nothing is computed yet
//     graph.capture_end();
//   }
//   in.copy_(other);
//   graph.replay();       // `out` now holds the result
//
// During a capture nothing may wait for the device. Operators that must read values, for example to check indices, are
// therefore rejected. Random numbers come from the device's default generator and differ with every replay. Tensors
// allocated during the capture keep their memory until the graph is reset and the tensors are destroyed. The caller
// keeps alive the tensors that the graph reads.
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

  // Captures the current stream, which must not be the default stream. First the host waits for all work given to the
  // device.
  void capture_begin();
  // Ends the capture. Raises if any call was rejected during the capture, and then there is no graph.
  void capture_end();
  // Runs the graph on the current stream, after all work given to any stream so far. Work given later runs after the
  // graph.
  void replay();
  void reset();

 private:
  modecheck::engine::cuda::Graph graph_ = 0;  // the number of the captured graph, or 0 if nothing is captured
  bool captures_ = false;
  modecheck::engine::cuda::GraphDrawing drawing_;
};

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace at
