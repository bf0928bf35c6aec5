#include "engine/derivatives/gradient.h"
#include "spec/operators/copy.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

at::Tensor dense(const at::Tensor& gradient) { return call<operators::clone>(gradient, c10::MemoryFormat::Contiguous); }

}  // namespace

MODECHECK_GRADIENT(ViewAsRealBackward0, (view_as_real)) { return call<operators::view_as_complex>(dense(g)); }
MODECHECK_GRADIENT(ViewAsComplexBackward0, (view_as_complex)) { return call<operators::view_as_real>(dense(g)); }

}  // namespace modecheck::engine
