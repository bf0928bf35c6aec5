// What a loss makes of the losses of its elements.
#pragma once

namespace at {
inline namespace modecheck_v1 {

namespace Reduction {
enum Reduction { None, Mean, Sum };
}

}  // namespace modecheck_v1
}  // namespace at
