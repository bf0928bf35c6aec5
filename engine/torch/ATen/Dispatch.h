// Defines macros that instantiate code for several dtypes. In `AT_DISPATCH_ALL_TYPES(tensor.scalar_type(), "name", [&]
// { ... })` the type `scalar_t` is the element type. For a dtype that the macro does not list, the code raises; the
// message contains the name.
#pragma once

#include "c10/core/ScalarType.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/type_meta.h"

namespace modecheck::engine::detail {

[[noreturn, gnu::cold]] inline void reject_dispatch(const char* name, c10::ScalarType type) {
  raise(ErrorClass::Dtype, '"', name, "\" not implemented for '", type, "'");
}

}  // namespace modecheck::engine::detail

namespace at {
inline namespace modecheck_v1 {
namespace detail {
inline c10::ScalarType scalar_type(c10::ScalarType type) { return type; }
}  // namespace detail

using c10::impl::ScalarTypeToCPPType;

}  // namespace modecheck_v1
}  // namespace at

#define AT_DISPATCH_CASE(enum_type, ...)                                                   \
  case enum_type: {                                                                        \
    using scalar_t [[maybe_unused]] = typename ::at::ScalarTypeToCPPType<enum_type>::type; \
    return __VA_ARGS__();                                                                  \
  }
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                       \
  [&] {                                                                           \
    const ::c10::ScalarType modecheck_dispatched = (TYPE);                        \
    switch (modecheck_dispatched) {                                               \
      __VA_ARGS__                                                                 \
      default:                                                                    \
        ::modecheck::engine::detail::reject_dispatch(NAME, modecheck_dispatched); \
    }                                                                             \
  }()

#define AT_DISPATCH_CASE_FLOATING_TYPES(...)               \
  AT_DISPATCH_CASE(::c10::ScalarType::Double, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(...) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)        \
  AT_DISPATCH_CASE(::c10::ScalarType::Half, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND(SCALARTYPE, ...) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)               \
  AT_DISPATCH_CASE(SCALARTYPE, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND2(SCALARTYPE1, SCALARTYPE2, ...) \
  AT_DISPATCH_CASE_FLOATING_TYPES_AND(SCALARTYPE1, __VA_ARGS__)             \
  AT_DISPATCH_CASE(SCALARTYPE2, __VA_ARGS__)
#define AT_DISPATCH_CASE_COMPLEX_TYPES(...)                       \
  AT_DISPATCH_CASE(::c10::ScalarType::ComplexDouble, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::ScalarType::ComplexFloat, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(...) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)           \
  AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)             \
  AT_DISPATCH_CASE(::c10::ScalarType::Byte, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::ScalarType::Char, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::ScalarType::Int, __VA_ARGS__)  \
  AT_DISPATCH_CASE(::c10::ScalarType::Long, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)        \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(...) \
  AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)           \
  AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)

#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(SCALARTYPE, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES_AND(SCALARTYPE, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(SCALARTYPE1, SCALARTYPE2, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES_AND2(SCALARTYPE1, SCALARTYPE2, __VA_ARGS__))
#define AT_DISPATCH_COMPLEX_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES_AND(SCALARTYPE, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(SCALARTYPE, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(SCALARTYPE, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(SCALARTYPE, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(SCALARTYPE1, SCALARTYPE2, TYPE, NAME, ...)                           \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                                        \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(SCALARTYPE1, __VA_ARGS__) \
                         AT_DISPATCH_CASE(SCALARTYPE2, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(SCALARTYPE1, SCALARTYPE2, SCALARTYPE3, TYPE, NAME, ...)              \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                                        \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(SCALARTYPE1, __VA_ARGS__) \
                         AT_DISPATCH_CASE(SCALARTYPE2, __VA_ARGS__) AT_DISPATCH_CASE(SCALARTYPE3, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND(SCALARTYPE, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                           \
                     AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__) AT_DISPATCH_CASE(SCALARTYPE, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(SCALARTYPE1, SCALARTYPE2, TYPE, NAME, ...)                           \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                                                    \
                     AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__) AT_DISPATCH_CASE(SCALARTYPE1, __VA_ARGS__) \
                         AT_DISPATCH_CASE(SCALARTYPE2, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(SCALARTYPE1, SCALARTYPE2, SCALARTYPE3, TYPE, NAME, ...)              \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                                                    \
                     AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__) AT_DISPATCH_CASE(SCALARTYPE1, __VA_ARGS__) \
                         AT_DISPATCH_CASE(SCALARTYPE2, __VA_ARGS__) AT_DISPATCH_CASE(SCALARTYPE3, __VA_ARGS__))
// Instantiates code for the dtypes that are allowed for indices, int32 and int64, with the element type `index_t`.
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                                  \
  [&] {                                                                           \
    const ::c10::ScalarType modecheck_dispatched = (TYPE);                        \
    switch (modecheck_dispatched) {                                               \
      case ::c10::ScalarType::Int: {                                              \
        using index_t [[maybe_unused]] = std::int32_t;                            \
        return __VA_ARGS__();                                                     \
      }                                                                           \
      case ::c10::ScalarType::Long: {                                             \
        using index_t [[maybe_unused]] = std::int64_t;                            \
        return __VA_ARGS__();                                                     \
      }                                                                           \
      default:                                                                    \
        ::modecheck::engine::detail::reject_dispatch(NAME, modecheck_dispatched); \
    }                                                                             \
  }()
