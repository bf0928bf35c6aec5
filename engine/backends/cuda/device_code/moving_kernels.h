// The kernels that copy, select, gather or scatter elements on the CUDA device.
#pragma once

#include <cstdint>
#include <cstring>

#include "engine/backends/cuda/device_code/packed_elements.h"
#include "engine/backends/functions/taken_together.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

using backends::Computed;
using backends::Strided;

// Copies one element. `where` gives the addresses of the result and of the source.
template <typename T>
struct CopyKernel {
  Strided where;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[2];
    where.place<2>(i, at);
    backends::store<T>(at[0], backends::load<T>(at[1]));
  }
};

// CopyKernel for packs of four adjacent elements (packed_elements.h). The source may have a negative stride.
template <typename T>
struct CopyPacksKernel {
  Strided where;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[2];
    where.place<2>(i * packed_elements, at);
    const ElementPack<T> from = read_packed<T>(at[1], where.steps[1][0]);
    ElementPack<T> to;
    for (int k = 0; k < packed_elements; ++k) to.elements[k] = computed<T>(from.elements[k]);
    to.write(at[0]);
  }
};

// Computes the operator where for one element. The member `where` gives the addresses of the result, the condition, the
// value for true, and the value for false.
template <typename T>
struct WhereKernel {
  Strided where;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[4];
    where.place<4>(i, at);
    backends::store<T>(at[0], backends::load<T>(backends::load<bool>(at[1]) ? at[2] : at[3]));
  }
};

// WhereKernel for packs of four adjacent elements (packed_elements.h).
template <typename T>
struct WherePacksKernel {
  Strided where;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[4];
    where.place<4>(i * packed_elements, at);
    const ElementPack<bool> condition = read_packed<bool>(at[1], where.steps[1][0]);
    const ElementPack<T> if_true = read_packed<T>(at[2], where.steps[2][0]);
    const ElementPack<T> if_false = read_packed<T>(at[3], where.steps[3][0]);
    ElementPack<T> to;
    for (int k = 0; k < packed_elements; ++k)
      to.elements[k] = computed<T>(condition.elements[k] != 0 ? if_true.elements[k] : if_false.elements[k]);
    to.write(at[0]);
  }
};

// Computes the operator masked_fill for one element. `where` gives the addresses of the element to fill and of its
// mask.
template <typename T>
struct MaskedFillKernel {
  Strided where;
  backends::Stored<T> value;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[2];
    where.place<2>(i, at);
    if (backends::load<bool>(at[1])) backends::store<T>(at[0], static_cast<T>(value));
  }
};

// MaskedFillKernel for packs of four adjacent elements. T is an integer type of an element's size, and `value` holds
// the bits of the fill value.
template <typename T>
struct MaskedFillPacksKernel {
  Strided where;
  T value;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[2];
    where.place<2>(i * packed_elements, at);
    const ElementPack<bool> mask = read_packed<bool>(at[1], where.steps[1][0]);
    for (int k = 0; k < packed_elements; ++k)
      if (mask.elements[k] != 0) backends::store<T>(at[0] + k * std::int64_t{sizeof(T)}, value);
  }
};

// The operators tril and triu for a batch of matrices. tril sets the elements above the diagonal to zero, and triu
// those below.
template <typename T>
struct TriangleKernel {
  Strided matrices;  // gives the addresses of a matrix's first element in the result and in the source
  std::int64_t rows;
  std::int64_t columns;
  // the strides between the rows of a matrix, in bytes; column_steps holds the strides between its columns
  std::int64_t row_steps[2];
  std::int64_t column_steps[2];
  bool upper;
  std::int64_t diagonal;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t column = i % columns;
    const std::int64_t row = i / columns % rows;
    char* at[2];
    matrices.place<2>(i / columns / rows, at);
    for (int k = 0; k < 2; ++k) at[k] += row * row_steps[k] + column * column_steps[k];
    const bool keeps = upper ? column - row >= diagonal : column - row <= diagonal;
    backends::store<T>(at[0], keeps ? backends::load<T>(at[1]) : T(0));
  }
};

// TriangleKernel for packs of four adjacent elements of dense rows. A pack that becomes zero as a whole is not read.
template <typename T>
struct TrianglePacksKernel {
  TriangleKernel<T> elements;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t packs = elements.columns / packed_elements;
    const std::int64_t line = i / packs;
    const std::int64_t column = (i - line * packs) * packed_elements;
    const std::int64_t matrix = line / elements.rows;
    const std::int64_t row = line - matrix * elements.rows;
    char* at[2];
    elements.matrices.template place<2>(matrix, at);
    for (int k = 0; k < 2; ++k) at[k] += row * elements.row_steps[k] + column * elements.column_steps[k];
    // The index in the pack of the first element that triu keeps, or that tril sets to zero. It may lie outside the
    // pack.
    const std::int64_t limit = row + elements.diagonal + (elements.upper ? 0 : 1) - column;
    const bool keeps_any = elements.upper ? limit < packed_elements : limit > 0;
    ElementPack<T> to{};
    if (keeps_any) {
      const ElementPack<T> from = read_packed<T>(at[1], elements.column_steps[1]);
      for (int k = 0; k < packed_elements; ++k)
        if (elements.upper == (k >= limit)) to.elements[k] = computed<T>(from.elements[k]);
    }
    to.write(at[0]);
  }
};

// Computes the operator gather for one element. `where` gives the addresses of the result, of the index, and of the
// element that index 0 would select.
template <typename T>
struct GatherKernel {
  Strided where;
  std::int64_t step;  // the stride of the indexed dimension, in bytes
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[3];
    where.place<3>(i, at);
    backends::store<T>(at[0], backends::load<T>(at[2] + backends::load<std::int64_t>(at[1]) * step));
  }
};

// Raises a flag if an index is out of range. `where` gives the address of the index.
template <typename Index>
struct OutsideKernel {
  Strided where;
  std::int64_t least;
  std::int64_t end;
  std::int64_t* flag;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[1];
    where.place<1>(i, at);
    const std::int64_t index = backends::load<Index>(at[0]);
    if (index < least || index >= end) *flag = 1;
  }
};

// Raises a flag if an element is zero. `where` gives the address of the element.
template <typename T>
struct ZeroKernel {
  Strided where;
  std::int64_t* flag;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[1];
    where.place<1>(i, at);
    if (backends::load<T>(at[0]) == T(0)) *flag = 1;
  }
};

// Scatters elements, one thread for each line along the scattered dimension. If an index occurs twice in a line, the
// later value overwrites the earlier value, as on the CPU. `lines` gives three addresses for a line: of the target
// element at index 0, of the first index, and of the first value.
template <typename Put>
struct ScatterKernel {
  Strided lines;
  std::int64_t length;  // the number of indices of a line along the scattered dimension
  std::int64_t size;    // the size of the scattered dimension; negative indices count from its end
  std::int64_t steps[3];
  Put put;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[3];
    lines.place<3>(i, at);
    for (std::int64_t k = 0; k < length; ++k) {
      const auto index = backends::load<std::int64_t>(at[1] + k * steps[1]);
      put(at[0] + (index < 0 ? index + size : index) * steps[0], at[2] + k * steps[2]);
    }
  }
};

template <typename T>
struct PutElement {
  MODECHECK_HOST_DEVICE void operator()(char* to, const char* from) const {
    backends::store<T>(to, backends::load<T>(from));
  }
};

template <typename T>
struct PutNumber {
  backends::Stored<T> number;
  MODECHECK_HOST_DEVICE void operator()(char* to, const char* /*from*/) const {
    backends::store<T>(to, static_cast<T>(number));
  }
};

template <typename T>
struct AddElement {
  Computed<T> scale;
  bool scales;
  MODECHECK_HOST_DEVICE void operator()(char* to, const char* from) const {
    using C = Computed<T>;
    auto added = backends::convert<C>(backends::load<T>(from));
    if (scales) added = backends::wrapping_mul<C>(scale, added);
    backends::store<T>(
        to, backends::convert<T>(backends::wrapping_add<C>(backends::convert<C>(backends::load<T>(to)), added)));
  }
};

// scatter_reduce: combines a value with its target element. If the target's count is zero, the value replaces the
// element. All counts start at zero with include_self=false, and otherwise at one. One thread handles all values of a
// target, so no two threads write the same element.
template <typename T>
struct JoinElement {
  const char* first;  // the address of the first element of the target tensor
  std::int64_t* counts;
  backends::TakenTogether how;
  MODECHECK_HOST_DEVICE void operator()(char* to, const char* from) const {
    using C = Computed<T>;
    std::int64_t& count = counts[(to - first) / static_cast<std::int64_t>(sizeof(backends::Stored<T>))];
    const auto added = backends::load<T>(from);
    backends::store<T>(to, count == 0
                               ? added
                               : backends::convert<T>(backends::taken_together<C>(
                                     how, backends::convert<C>(backends::load<T>(to)), backends::convert<C>(added))));
    ++count;
  }
};

template <typename T>
struct DivideByCountKernel {
  char* elements;
  const std::int64_t* counts;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    using C = Computed<T>;
    char* const at = elements + i * static_cast<std::int64_t>(sizeof(backends::Stored<T>));
    if (counts[i] > 1)
      backends::store<T>(
          at, backends::convert<T>(backends::mean_of<C>(backends::convert<C>(backends::load<T>(at)), counts[i])));
  }
};

// arange: writes first + i * by as element i.
template <typename T, typename Number>
struct SequenceKernel {
  char* to;
  Number first;
  Number by;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const auto number =
        backends::wrapping_add<Number>(first, backends::wrapping_mul<Number>(static_cast<Number>(i), by));
    backends::store<T>(to + i * static_cast<std::int64_t>(sizeof(T)), backends::convert<T>(number));
  }
};

}  // namespace modecheck::engine::cuda
