#include "engine/backends/cuda/libraries/blas_lt.h"

#include <string>
#include <utility>

#include "engine/backends/cuda/libraries/library_places.h"
#include "engine/backends/cuda/runtime/descriptions.h"
#include "engine/core/platform/shared_library.h"

namespace modecheck::engine::cuda {
namespace {

// The least number of multiplications (32 x 32 x 32) for which a product goes to cuBLASLt. For smaller products the
// call costs more than it saves. The CPU backend has the same threshold.
constexpr double kLeast = 1 << 15;

// The size of the workspace in bytes. cuBLAS itself uses this size on Hopper GPUs.
constexpr std::uint64_t kMostMemory = std::uint64_t{32} << 20;

// Returns the alignment of an address in bytes. The result is at most 256, because cuBLASLt treats larger alignments
// alike.
std::uint32_t alignment_of(const void* data) {
  std::uint32_t bytes = 256;
  while (reinterpret_cast<std::uintptr_t>(data) % bytes != 0) bytes /= 2;
  return bytes;
}

}  // namespace

bool BlasLt::is_large(std::int64_t batch, std::int64_t rows, std::int64_t inner, std::int64_t columns) {
  return batch <= std::numeric_limits<std::int32_t>::max() && static_cast<double>(batch) * static_cast<double>(rows) *
                                                                      static_cast<double>(inner) *
                                                                      static_cast<double>(columns) >=
                                                                  kLeast;
}

std::optional<BlasLt> BlasLt::load(const std::string& file) {
  const SharedLibrary library({file});
  if (!library.is_loaded()) return std::nullopt;
  BlasLt out;
  const bool complete =
      library.find("cublasLtGetVersion", out.version_) && library.find("cublasLtCreate", out.create_) &&
      library.find("cublasLtMatmulDescCreate", out.create_product_) &&
      library.find("cublasLtMatmulDescSetAttribute", out.set_product_) &&
      library.find("cublasLtMatmulDescDestroy", out.destroy_product_) &&
      library.find("cublasLtMatrixLayoutCreate", out.create_layout_) &&
      library.find("cublasLtMatrixLayoutSetAttribute", out.set_layout_) &&
      library.find("cublasLtMatrixLayoutDestroy", out.destroy_layout_) &&
      library.find("cublasLtMatmulPreferenceCreate", out.create_wish_) &&
      library.find("cublasLtMatmulPreferenceSetAttribute", out.set_wish_) &&
      library.find("cublasLtMatmulPreferenceDestroy", out.destroy_wish_) &&
      library.find("cublasLtMatmulAlgoGetHeuristic", out.choose_) && library.find("cublasLtMatmul", out.multiply_);
  if (!complete || out.create_(&out.handle_) != success) return std::nullopt;
  return out;
}

const BlasLt* BlasLt::find() {
  static const std::optional<BlasLt> found = []() -> std::optional<BlasLt> {
    const auto places = library_places({"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11"},
                                       {"nvidia/cu13/lib", "nvidia/cublas/lib"});
    for (const std::string& file : library_files("MODECHECK_CUBLASLT", places))
      if (std::optional<BlasLt> out = load(file); out.has_value()) return out;
    return std::nullopt;
  }();
  return found.has_value() ? &*found : nullptr;
}

// cuBLASLt reads matrices as column-major. A row-major matrix looks to it like the transposed matrix. This function
// therefore computes out^T = right^T @ left^T, with the right operand first.
bool BlasLt::multiply(const Product& product, void* stream, const StreamMemory& memory) const {
  Descriptions kept;
  const auto batch = static_cast<std::int32_t>(product.batch);
  // Makes cuBLASLt's description of a matrix of `rows` rows with `columns` elements each.
  const auto layout = [&](const Operand& operand, std::int64_t rows, std::int64_t columns) -> void* {
    if (!operand.side.in_columns) std::swap(rows, columns);
    void* const out = kept.made(
        [&](void** made) {
          return create_layout_(made, product.type, static_cast<std::uint64_t>(rows),
                                static_cast<std::uint64_t>(columns), operand.side.leading);
        },
        destroy_layout_);
    const bool has_place =
        out != nullptr &&
        (batch == 1 || (set_layout_(out, batch_count, &batch, sizeof batch) == success &&
                        set_layout_(out, batch_offset, &operand.next, sizeof operand.next) == success));
    return has_place ? out : nullptr;
  };
  const bool wide = product.type == real_64;
  void* const description = kept.made(
      [&](void** made) { return create_product_(made, wide ? compute_64 : compute_32, wide ? real_64 : real_32); },
      destroy_product_);
  void* const wish = kept.made(create_wish_, destroy_wish_);
  const auto is_aligned = [&](int attribute, const void* data) {
    const std::uint32_t bytes = alignment_of(data);
    return set_wish_(wish, attribute, &bytes, sizeof bytes) == success;
  };
  const std::int32_t first = product.right.side.in_columns ? transposed : as_it_is;
  const std::int32_t second = product.left.side.in_columns ? transposed : as_it_is;
  void* const right = layout(product.right, product.inner, product.columns);
  void* const left = layout(product.left, product.rows, product.inner);
  void* const added = layout(product.added, product.rows, product.columns);
  void* const out = layout(product.out, product.rows, product.columns);
  Algorithm algorithm{};
  int found = 0;
  if (description == nullptr || wish == nullptr || right == nullptr || left == nullptr || added == nullptr ||
      out == nullptr || set_product_(description, transpose_first, &first, sizeof first) != success ||
      set_product_(description, transpose_second, &second, sizeof second) != success ||
      set_wish_(wish, most_memory, &kMostMemory, sizeof kMostMemory) != success ||
      !is_aligned(first_alignment, product.right.data) || !is_aligned(second_alignment, product.left.data) ||
      !is_aligned(added_alignment, product.added.data) || !is_aligned(out_alignment, product.out.data) ||
      choose_(handle_, description, right, left, added, out, wish, 1, &algorithm, &found) != success || found < 1 ||
      algorithm.status != success)
    return false;
  const StreamRoom room(memory, algorithm.memory, stream);
  return (algorithm.memory == 0 || room.data() != nullptr) &&
         multiply_(handle_, description, product.alpha, product.right.data, right, product.left.data, left,
                   product.beta, product.added.data, added, product.to, out, algorithm.algorithm, room.data(),
                   algorithm.memory, stream) == success;
}

}  // namespace modecheck::engine::cuda
