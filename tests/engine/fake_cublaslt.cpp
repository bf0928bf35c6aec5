// A library that answers as cuBLASLt does, on the host's memory and by the plainest of loops: what the backend asks of
// the real one is right if this multiplies right. It is built without the real one's header. Bad calls are refused with
// the real one's numbers.
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
};
struct Product {
  int compute;
  int scale;
  std::int32_t transposed[2] = {0, 0};
};

int alive = 0;
int products = 0;
bool refuses = false;

template <typename T, typename Scale>
int multiply(const Product& product, const void* alpha, const void* a, const Layout& of_a, const void* b,
             const Layout& of_b, const void* beta, const void* c, const Layout& of_c, void* d, const Layout& of_d) {
  const bool turn_a = product.transposed[0] == 1;
  const bool turn_b = product.transposed[1] == 1;
  const std::uint64_t inner = turn_a ? of_a.rows : of_a.columns;
  if ((turn_a ? of_a.columns : of_a.rows) != of_d.rows || (turn_b ? of_b.columns : of_b.rows) != inner ||
      (turn_b ? of_b.rows : of_b.columns) != of_d.columns || of_c.rows != of_d.rows || of_c.columns != of_d.columns)
    return kInvalid;
  const auto element = [](const void* from, const Layout& layout, std::uint64_t row, std::uint64_t column) {
    return static_cast<double>(static_cast<const T*>(from)[row + column * static_cast<std::uint64_t>(layout.leading)]);
  };
  for (std::uint64_t row = 0; row < of_d.rows; ++row)
    for (std::uint64_t column = 0; column < of_d.columns; ++column) {
      double total = 0;
      for (std::uint64_t k = 0; k < inner; ++k)
        total += (turn_a ? element(a, of_a, k, row) : element(a, of_a, row, k)) *
                 (turn_b ? element(b, of_b, column, k) : element(b, of_b, k, column));
      total *= static_cast<double>(*static_cast<const Scale*>(alpha));
      const auto factor = static_cast<double>(*static_cast<const Scale*>(beta));
      if (factor != 0) total += factor * element(c, of_c, row, column);
      static_cast<T*>(d)[row + column * static_cast<std::uint64_t>(of_d.leading)] = static_cast<T>(total);
    }
  return kSuccess;
}

}  // namespace

// What a test asks of it.
extern "C" {
#define MODECHECK_EXPORT __attribute__((visibility("default")))

MODECHECK_EXPORT int fake_products() { return products; }
MODECHECK_EXPORT int fake_alive() { return alive; }
MODECHECK_EXPORT void fake_refuse(int refuse) { refuses = refuse != 0; }

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
  *layout = new Layout{type, rows, columns, leading};
  ++alive;
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatrixLayoutDestroy(void* layout) {
  delete static_cast<Layout*>(layout);
  --alive;
  return kSuccess;
}
MODECHECK_EXPORT int cublasLtMatmul(void* handle, void* product, const void* alpha, const void* a, void* of_a,
                                    const void* b, void* of_b, const void* beta, const void* c, void* of_c, void* d,
                                    void* of_d, const void* algorithm, void* /*workspace*/, std::size_t /*bytes*/,
                                    void* /*stream*/) {
  if (handle != &products || algorithm != nullptr) return kInvalid;
  if (refuses) return kNotSupported;
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
