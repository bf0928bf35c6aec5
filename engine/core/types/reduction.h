// Declares at::Reduction, which says whether a loss function returns the loss of every element, their mean, or their
// sum.
#pragma once

namespace at {
inline namespace modecheck_v1 {

namespace Reduction {
enum Reduction { None, Mean, Sum };
}

}  // namespace modecheck_v1
}  // namespace at
