#include "engine/api/parallel_future.h"

#include <utility>

#include "engine/backends/iterate/parallel.h"

namespace at {
inline namespace modecheck_v1 {

void intraop_launch(std::function<void()> function) { modecheck::engine::backends::launch(std::move(function)); }

c10::intrusive_ptr<c10::ivalue::Future> intraop_launch_future(std::function<void()> function) {
  auto out = c10::make_intrusive<c10::ivalue::Future>();
  intraop_launch([out, function = std::move(function)] {
    try {
      function();
      out->markCompleted();
    } catch (...) {
      out->setError(std::current_exception());
    }
  });
  return out;
}

}  // namespace modecheck_v1
}  // namespace at
