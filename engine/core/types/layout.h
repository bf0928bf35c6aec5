// Declares c10::Layout and c10::MemoryFormat, both arguments of libtorch's schemas. Tensors always have the strided
// layout. The other layouts can be named, but asking for one raises.
#pragma once

#include <cstdint>
#include <ostream>

namespace c10 {
inline namespace modecheck_v1 {

enum class Layout : std::int8_t {
  Strided = 0,
  Sparse = 1,
  SparseCsr = 2,
  Mkldnn = 3,
  SparseCsc = 4,
  SparseBsr = 5,
  SparseBsc = 6,
};
constexpr Layout kStrided = Layout::Strided;
constexpr Layout kSparse = Layout::Sparse;
constexpr Layout kSparseCsr = Layout::SparseCsr;
constexpr Layout kMkldnn = Layout::Mkldnn;
constexpr Layout kSparseCsc = Layout::SparseCsc;
constexpr Layout kSparseBsr = Layout::SparseBsr;
constexpr Layout kSparseBsc = Layout::SparseBsc;

inline std::ostream& operator<<(std::ostream& out, Layout layout) {
  constexpr const char* names[] = {"Strided", "Sparse", "SparseCsr", "Mkldnn", "SparseCsc", "SparseBsr", "SparseBsc"};
  return out << names[static_cast<int>(layout)];
}

enum class MemoryFormat : std::int8_t { Contiguous = 0, Preserve = 1, ChannelsLast = 2, ChannelsLast3d = 3 };

inline std::ostream& operator<<(std::ostream& out, MemoryFormat format) {
  constexpr const char* names[] = {"Contiguous", "Preserve", "ChannelsLast", "ChannelsLast3d"};
  return out << names[static_cast<int>(format)];
}

}  // namespace modecheck_v1
}  // namespace c10
