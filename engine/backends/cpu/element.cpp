#include "engine/backends/iterate/element.h"

namespace modecheck::engine::backends {

template <typename To>
Loader<To> loader(c10::ScalarType from) {
  return visit_dtype(from, [](auto type) -> Loader<To> {
    using From = decltype(type);
    return [](const char* at) { return convert<To>(load<From>(at)); };
  });
}
template <typename From>
Storer<From> storer(c10::ScalarType to) {
  return visit_dtype(to, [](auto type) -> Storer<From> {
    using To = decltype(type);
    return [](char* at, From value) { store<To>(at, convert<To>(value)); };
  });
}

#define MODECHECK_ELEMENT(T)                  \
  template Loader<T> loader(c10::ScalarType); \
  template Storer<T> storer(c10::ScalarType);
MODECHECK_ELEMENT(bool)
MODECHECK_ELEMENT(std::uint8_t)
MODECHECK_ELEMENT(std::int8_t)
MODECHECK_ELEMENT(std::int16_t)
MODECHECK_ELEMENT(std::int32_t)
MODECHECK_ELEMENT(std::int64_t)
MODECHECK_ELEMENT(c10::Half)
MODECHECK_ELEMENT(c10::BFloat16)
MODECHECK_ELEMENT(float)
MODECHECK_ELEMENT(double)
MODECHECK_ELEMENT(c10::complex<float>)
MODECHECK_ELEMENT(c10::complex<double>)
#undef MODECHECK_ELEMENT

}  // namespace modecheck::engine::backends
