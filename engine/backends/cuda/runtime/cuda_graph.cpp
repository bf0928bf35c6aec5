#include "engine/backends/cuda/runtime/cuda_graph.h"

#include <exception>

#include "engine/backends/cuda/runtime/device.h"
#include "engine/core/errors/error.h"

namespace at {
inline namespace modecheck_v1 {
namespace cuda {
namespace {

using modecheck::engine::ErrorClass;
using modecheck::engine::cuda::current_stream;
using modecheck::engine::cuda::default_stream;
using modecheck::engine::cuda::device;
using modecheck::engine::cuda::Event;
using modecheck::engine::cuda::Stream;

// Makes work that is given to `stream` from now on run after all work given to other streams so far.
void come_after_all(Stream stream) {
  for (Stream other = 0; other < device().stream_count(); ++other)
    if (other != stream) device().wait(stream, device().record(other));
}

void come_before_all(Stream stream) {
  const Event event = device().record(stream);
  for (Stream other = 0; other < device().stream_count(); ++other)
    if (other != stream) device().wait(other, event);
}

}  // namespace

CUDAGraph::~CUDAGraph() {
  if (captures_) drawing_.end();
  if (!modecheck::engine::cuda::has_device()) return;
  if (captures_) device().abandon_capture();
  try {
    reset();
  } catch (const std::exception&) {
    return;  // a destructor must not raise; the next synchronising call reports the device's error
  }
}

void CUDAGraph::capture_begin() {
  MODECHECK_CHECK(graph_ == 0 && !captures_, ErrorClass::Argument,
                  "CUDAGraph: this graph has been captured already; reset it first");
  device().begin_capture(current_stream());
  captures_ = true;
  drawing_.begin(current_stream());
}

void CUDAGraph::capture_end() {
  MODECHECK_CHECK(captures_, ErrorClass::Argument, "CUDAGraph: capture_end without capture_begin");
  captures_ = false;
  drawing_.end();
  graph_ = device().end_capture();
}

void CUDAGraph::replay() {
  MODECHECK_CHECK(graph_ != 0, ErrorClass::Argument, "CUDAGraph: replay without a captured graph");
  // A replay does not record its use of the graph's tensors, so the replay is ordered against every stream.
  come_after_all(current_stream());
  drawing_.advance();
  device().replay(graph_, current_stream());
  come_before_all(current_stream());
}

void CUDAGraph::reset() {
  if (graph_ == 0) return;
  come_after_all(default_stream);
  device().drop(graph_);
  graph_ = 0;
  drawing_ = {};
}

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace at
