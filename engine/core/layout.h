// Layout and memory format: only the strided layout exists here; both are arguments of libtorch's schemas.
#pragma once

#include <cstdint>

namespace c10 {
inline namespace modecheck_v1 {

enum class Layout : std::int8_t { Strided = 0, Sparse = 1 };
constexpr Layout kStrided = Layout::Strided;

enum class MemoryFormat : std::int8_t { Contiguous = 0, Preserve = 1, ChannelsLast = 2, ChannelsLast3d = 3 };

}  // namespace modecheck_v1
}  // namespace c10
