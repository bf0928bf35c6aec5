// Declares c10::ScalarType and libtorch's macros over dtypes. AT_FORALL_SCALAR_TYPES(_), for example, expands to
// _(uint8_t, Byte) _(int8_t, Char) and so on.
#pragma once

#include <cstdint>

#include "engine/core/types/scalar_type.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace impl {

// Maps a ScalarType to the C++ type of its elements.
template <ScalarType type>
struct ScalarTypeToCPPType;

#define MODECHECK_ELEMENT_TYPE(cpp_type, name)   \
  template <>                                    \
  struct ScalarTypeToCPPType<ScalarType::name> { \
    using type = cpp_type;                       \
    using t = cpp_type; /* libtorch has both */  \
  };
MODECHECK_ELEMENT_TYPE(std::uint8_t, Byte)
MODECHECK_ELEMENT_TYPE(std::int8_t, Char)
MODECHECK_ELEMENT_TYPE(std::int16_t, Short)
MODECHECK_ELEMENT_TYPE(std::int32_t, Int)
MODECHECK_ELEMENT_TYPE(std::int64_t, Long)
MODECHECK_ELEMENT_TYPE(Half, Half)
MODECHECK_ELEMENT_TYPE(float, Float)
MODECHECK_ELEMENT_TYPE(double, Double)
MODECHECK_ELEMENT_TYPE(complex<float>, ComplexFloat)
MODECHECK_ELEMENT_TYPE(complex<double>, ComplexDouble)
MODECHECK_ELEMENT_TYPE(bool, Bool)
MODECHECK_ELEMENT_TYPE(BFloat16, BFloat16)
#undef MODECHECK_ELEMENT_TYPE

}  // namespace impl
}  // namespace modecheck_v1
}  // namespace c10

#define AT_FORALL_INT_TYPES(_) _(uint8_t, Byte) _(int8_t, Char) _(int16_t, Short) _(int, Int) _(int64_t, Long)
#define AT_FORALL_COMPLEX_TYPES(_) _(c10::complex<float>, ComplexFloat) _(c10::complex<double>, ComplexDouble)
#define AT_FORALL_SCALAR_TYPES(_) AT_FORALL_INT_TYPES(_) _(float, Float) _(double, Double)

// These macros add further dtypes, which are given by name, to the list of AT_FORALL_SCALAR_TYPES.
#define MODECHECK_ELEMENT_OF(type) decltype(::c10::impl::ScalarTypeToCPPType<::c10::ScalarType::type>::t())
#define AT_FORALL_SCALAR_TYPES_AND(type, _) AT_FORALL_SCALAR_TYPES(_) _(MODECHECK_ELEMENT_OF(type), type)
#define AT_FORALL_SCALAR_TYPES_AND2(type1, type2, _) \
  AT_FORALL_SCALAR_TYPES_AND(type1, _) _(MODECHECK_ELEMENT_OF(type2), type2)
#define AT_FORALL_SCALAR_TYPES_AND3(type1, type2, type3, _) \
  AT_FORALL_SCALAR_TYPES_AND2(type1, type2, _) _(MODECHECK_ELEMENT_OF(type3), type3)

// Lists all dtypes that tensors can have, with their element types. ComplexHalf is not among them.
#define AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_EXCEPT_COMPLEX_HALF(_) \
  AT_FORALL_INT_TYPES(_)                                           \
  _(at::Half, Half) _(float, Float) _(double, Double) AT_FORALL_COMPLEX_TYPES(_) _(bool, Bool) _(at::BFloat16, BFloat16)
