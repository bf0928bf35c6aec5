// Names the data loaders of libtorch's C++ frontend, which this engine does not have. A program that uses one gets a
// compile error there, which says what to do instead and comes before other errors.
#pragma once

#include <cstddef>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// Declares the members that programs use. No member is defined. The declarations only keep compilers from reporting an
// error for every further line.
struct AbsentParts {
  AbsentParts map(const AbsentParts& transform);
  at::Tensor get(std::size_t index);
  std::size_t size() const;
};

// Is always false, but depends on template arguments, so that a static_assert fails only when the template is
// instantiated.
template <typename... Any>
constexpr bool is_built = sizeof...(Any) == static_cast<unsigned>(-1);

}  // namespace modecheck::engine

// Marks a name as unavailable. g++ 12 and clang report every use of the name. Older compilers report only where an
// object is constructed.
#if defined(__has_attribute) && __has_attribute(unavailable)
#define MODECHECK_UNAVAILABLE(text) __attribute__((unavailable(text)))
#define MODECHECK_UNAVAILABLE_MADE(text)
#else
#define MODECHECK_UNAVAILABLE(text)
#define MODECHECK_UNAVAILABLE_MADE(text) static_assert(modecheck::engine::is_built<Arguments...>, text);
#endif

#define MODECHECK_ABSENT(space, name, instead)                                                 \
  struct MODECHECK_UNAVAILABLE("torch::" space "::" #name " is not built: " instead) name      \
      : modecheck::engine::AbsentParts {                                                       \
    template <typename... Arguments>                                                           \
    name(Arguments&&... /*any*/){                                                              \
        MODECHECK_UNAVAILABLE_MADE("torch::" space "::" #name                                  \
                                   " is not built: " instead)} modecheck::engine::AbsentParts* \
    operator->() const;                                                                        \
    template <typename... Arguments>                                                           \
    at::Tensor operator()(Arguments&&... arguments);                                           \
  };

namespace torch {
inline namespace modecheck_v1 {
namespace data {

MODECHECK_ABSENT("data", make_data_loader, "take the examples in a loop of yours, and join them with torch::stack")

namespace datasets {

MODECHECK_ABSENT("data::datasets", MNIST, "read the examples in your own code, and join them with torch::stack")
MODECHECK_ABSENT("data::datasets", TensorDataset, "index the tensor in a loop of yours")

}  // namespace datasets
}  // namespace data
}  // namespace modecheck_v1
}  // namespace torch

#undef MODECHECK_ABSENT
#undef MODECHECK_UNAVAILABLE
#undef MODECHECK_UNAVAILABLE_MADE
