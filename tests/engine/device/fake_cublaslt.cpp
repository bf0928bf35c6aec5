// This library has cuBLASLt's interface and multiplies in host memory with plain loops. If its products are right, the
// backend makes the right calls. It is built without the real header, and rejects bad calls with the real error
// numbers.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace {

constexpr int kSuccess = 0;
constexpr int kInvalid = 7;
constexpr int kNotSupported = 15;

struct Layout {
  int type;
  std::uint64_t rows;
  std::uint64_t columns;
  std::int64_t leading;
  std::int32_t batch = 1;
  std::int64_t next = 0;
};
// Holds what a caller tells the heuristic that chooses an algorithm: the workspace size, and the alignment of the four
// matrices.
struct Wish {
  std::uint64_t memory = 0;
  std::uint32_t alignments[4] = {256, 256, 256, 256};
};
struct Algorithm {
  std::uint64_t algorithm[8];
  std::size_t memory;
  int status;
  float waves;
  int reserved[4];
};
struct Product {
  int compute;
  int scale;
  std::int32_t transposed[2] = {0, 0};
};

int alive = 0;
int products = 0;
bool refuses = false;

// The fake library demands a workspace of kMemory bytes. kAlgorithm identifies its only algorithm.
constexpr std::size_t kMemory = 4096;
constexpr std::uint64_t kAlgorithm = 77;

template <typename T, typename Scale>
int multiply(const Product& product, const void* alpha, const void* a, const Layout& of_a, const void* b,
             const Layout& of_b, const void* beta, const void* c, const Layout& of_c, void* d, const Layout& of_d) {
  const bool turn_a = product.transposed[0] == 1;
  const bool turn_b = product.transposed[1] == 1;
  const std::uint64_t inner = turn_a ? of_a.rows : of_a.columns;
  if ((turn_a ? of_a.columns : of_a.rows) != of_d.rows || (turn_b ? of_b.columns : of_b.rows) != inner ||
      (turn_b ? of_b.rows : of_b.columns) != of_d.columns || of_c.rows != of_d.rows || of_c.columns != of_d.columns)
    return kInvalid;
  for (const Layout* layout : {&of_a, &of_b, &of_c})
    if (layout->batch != of_d.batch) return kInvalid;
  const auto element = [](const void* from, const Layout& layout, std::uint64_t row, std::uint64_t column) {
    return static_cast<double>(static_cast<const T*>(from)[row + column * static_cast<std::uint64_t>(layout.leading)]);
  };
  const auto moved = [](const void* from, const Layout& layout, std::int64_t which) {
    return static_cast<const T*>(from) + which * layout.next;
  };
  for (std::int64_t which = 0; which < of_d.batch; ++which)
    for (std::uint64_t row = 0; row < of_d.rows; ++row)
      for (std::uint64_t column = 0; column < of_d.columns; ++column) {
        const T* const first = moved(a, of_a, which);
        const T* const second = moved(b, of_b, which);
        double total = 0;
        for (std::uint64_t k = 0; k < inner; ++k)
          total += (turn_a ? element(first, of_a, k, row) : element(first, of_a, row, k)) *
                   (turn_b ? element(second, of_b, column, k) : element(second, of_b, k, column));
        total *= static_cast<double>(*static_cast<const Scale*>(alpha));
        const auto factor = static_cast<double>(*static_cast<const Scale*>(beta));
        if (factor != 0) total += factor * element(moved(c, of_c, which), of_c, row, column);
        static_cast<T*>(d)[static_cast<std::uint64_t>(which * of_d.next) + row +
                           column * static_cast<std::uint64_t>(of_d.leading)] = static_cast<T>(total);
      }
  return kSuccess;
}

}  // namespace

// With these functions a test inspects and controls the fake library.
extern "C" {
#define MODECHECK_EXPORT __attribute__((visibility("default")))

MODECHECK_EXPORT int fake_products() { return products; }
MODECHECK_EXPORT int fake_alive() { return alive; }
MODECHECK_EXPORT void fake_refuse(int refuse) { refuses = refuse != 0; }

MODECHECK_EXPORT std::size_t cublasLtGetVersion() { return 130100; }
MODECHECK_EXPORT int cublasLtCreate(void** handle) {
  *handle = &products;
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatmulDescCreate(void** product, int compute, int scale) {
  const bool known = (compute == 68 && scale == 0) || (compute == 70 && scale == 1);
  if (!known) return kInvalid;
  *product = new Product{compute, scale};
  ++alive;
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatmulDescSetAttribute(void* product, int attribute, const void* value,
                                                    std::size_t bytes) {
  if (bytes != sizeof(std::int32_t) || (attribute != 3 && attribute != 4)) return kInvalid;
  std::memcpy(&static_cast<Product*>(product)->transposed[attribute - 3], value, bytes);
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatmulDescDestroy(void* product) {
  delete static_cast<Product*>(product);
  --alive;
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatrixLayoutCreate(void** layout, int type, std::uint64_t rows, std::uint64_t columns,
                                                std::int64_t leading) {
  if (leading < static_cast<std::int64_t>(rows)) return kInvalid;
  *layout = new Layout{type, rows, columns, leading, 1, 0};
  ++alive;
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatrixLayoutSetAttribute(void* layout, int attribute, const void* value,
                                                      std::size_t bytes) {
  auto& of = *static_cast<Layout*>(layout);
  if (attribute == 5 && bytes == sizeof of.batch) {
    std::memcpy(&of.batch, value, bytes);
  } else if (attribute == 6 && bytes == sizeof of.next) {
    std::memcpy(&of.next, value, bytes);
  } else {
    return kInvalid;
  }
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatrixLayoutDestroy(void* layout) {
  delete static_cast<Layout*>(layout);
  --alive;
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatmulPreferenceCreate(void** wish) {
  *wish = new Wish;
  ++alive;
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatmulPreferenceSetAttribute(void* wish, int attribute, const void* value,
                                                          std::size_t bytes) {
  auto& of = *static_cast<Wish*>(wish);
  if (attribute == 1 && bytes == sizeof of.memory) {
    std::memcpy(&of.memory, value, bytes);
  } else if (attribute >= 5 && attribute <= 8 && bytes == sizeof of.alignments[0]) {
    std::memcpy(&of.alignments[attribute - 5], value, bytes);
  } else {
    return kInvalid;
  }
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatmulPreferenceDestroy(void* wish) {
  delete static_cast<Wish*>(wish);
  --alive;
  return kSuccess;
}
// Chooses the only algorithm, and stores in it which alignment the four matrices must have.
MODECHECK_EXPORT int cublasLtMatmulAlgoGetHeuristic(void* handle, void* /*product*/, void* /*of_a*/, void* /*of_b*/,
                                                    void* /*of_c*/, void* /*of_d*/, void* wish, int wanted, void* out,
                                                    int* found) {
  const auto& asked = *static_cast<const Wish*>(wish);
  if (handle != &products || wanted != 1 || asked.memory < kMemory) return kInvalid;
  if (refuses) return kNotSupported;
  Algorithm algorithm{{kAlgorithm}, kMemory, kSuccess, 1, {}};
  for (int i = 0; i < 4; ++i) algorithm.algorithm[1 + i] = asked.alignments[i];
  std::memcpy(out, &algorithm, sizeof algorithm);
  *found = 1;
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatmul(void* handle, void* product, const void* alpha, const void* a, void* of_a,
                                    const void* b, void* of_b, const void* beta, const void* c, void* of_c, void* d,
                                    void* of_d, const void* algorithm, void* workspace, std::size_t bytes,
                                    void* /*stream*/) {
  const auto* const chosen = static_cast<const std::uint64_t*>(algorithm);
  if (handle != &products || chosen == nullptr || chosen[0] != kAlgorithm || workspace == nullptr || bytes != kMemory)
    return kInvalid;
  const void* const operands[] = {a, b, c, d};
  for (int i = 0; i < 4; ++i)
    if (reinterpret_cast<std::uintptr_t>(operands[i]) % chosen[1 + i] != 0) return kInvalid;
  std::memset(workspace, 0x5a, bytes);
  const auto& what = *static_cast<const Product*>(product);
  const auto& first = *static_cast<const Layout*>(of_a);
  const auto& second = *static_cast<const Layout*>(of_b);
  const auto& added = *static_cast<const Layout*>(of_c);
  const auto& result = *static_cast<const Layout*>(of_d);
  for (const Layout* layout : {&second, &added, &result})
    if (layout->type != first.type) return kInvalid;
  ++products;
  if (first.type == 0 && what.compute == 68)
    return multiply<float, float>(what, alpha, a, first, b, second, beta, c, added, d, result);
  if (first.type == 1 && what.compute == 70)
    return multiply<double, double>(what, alpha, a, first, b, second, beta, c, added, d, result);
  return kNotSupported;
}
}
