#include "engine/backends/cuda/blas_lt.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace modecheck::engine::cuda {
namespace {

// From here on a product is worth the way to the library, as on the CPU: a cube of 32.
constexpr double kLeast = 1 << 15;

constexpr const char* kNames[] = {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11"};

// Where a folder of Python packages keeps it.
void add_packages(const std::filesystem::path& packages, std::vector<std::string>& out) {
  for (const char* const folder : {"nvidia/cu13/lib", "nvidia/cublas/lib"})
    for (const char* const name : kNames) {
      std::error_code ignored;
      const std::filesystem::path file = packages / folder / name;
      if (std::filesystem::exists(file, ignored)) out.push_back(file.string());
    }
}

// Folders like lib/python3.11/site-packages.
void add_pythons(const std::filesystem::path& prefix, std::vector<std::string>& out) {
  std::error_code ignored;
  for (const auto& python : std::filesystem::directory_iterator(prefix / "lib", ignored)) {
    if (python.path().filename().string().rfind("python3", 0) != 0) continue;
    add_packages(python.path() / "site-packages", out);
    add_packages(python.path() / "dist-packages", out);
  }
}

std::vector<std::string> places() {
  std::vector<std::string> out(std::begin(kNames), std::end(kNames));
  if (const char* const environment = std::getenv("VIRTUAL_ENV"); environment != nullptr) add_pythons(environment, out);
  if (const char* const home = std::getenv("HOME"); home != nullptr)
    add_pythons(std::filesystem::path(home) / ".local", out);
  add_pythons("/usr/local", out);
  add_pythons("/usr", out);
  return out;
}

template <typename Function>
bool look_up(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

// Layouts and the description of a product, destroyed in the end.
class Descriptions {
 public:
  using Destroy = int (*)(void*);
  ~Descriptions() {
    for (std::size_t i = made_; i > 0; --i) static_cast<void>(what_[i - 1].destroy(what_[i - 1].object));
  }
  void* keep(void* object, Destroy destroy) {
    what_[made_++] = {object, destroy};
    return object;
  }

 private:
  struct One {
    void* object;
    Destroy destroy;
  };
  One what_[5];
  std::size_t made_ = 0;
};

}  // namespace

bool BlasLt::is_large(std::int64_t rows, std::int64_t inner, std::int64_t columns) {
  return static_cast<double>(rows) * static_cast<double>(inner) * static_cast<double>(columns) >= kLeast;
}

// Stays open.
std::optional<BlasLt> BlasLt::load(const char* file) {
  void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  BlasLt out;
  const bool complete = look_up(library, "cublasLtCreate", out.create_) &&
                        look_up(library, "cublasLtMatmulDescCreate", out.create_product_) &&
                        look_up(library, "cublasLtMatmulDescSetAttribute", out.set_) &&
                        look_up(library, "cublasLtMatmulDescDestroy", out.destroy_product_) &&
                        look_up(library, "cublasLtMatrixLayoutCreate", out.create_layout_) &&
                        look_up(library, "cublasLtMatrixLayoutDestroy", out.destroy_layout_) &&
                        look_up(library, "cublasLtMatmul", out.multiply_);
  if (!complete || out.create_(&out.handle_) != success) return std::nullopt;
  return out;
}

const BlasLt* BlasLt::find() {
  static const std::optional<BlasLt> found = []() -> std::optional<BlasLt> {
    if (const char* const named = std::getenv("MODECHECK_CUBLASLT"); named != nullptr)
      return std::string_view(named) == "none" ? std::nullopt : load(named);
    for (const std::string& place : places())
      if (std::optional<BlasLt> out = load(place.c_str()); out.has_value()) return out;
    return std::nullopt;
  }();
  return found.has_value() ? &*found : nullptr;
}

// The library's matrices lie in columns: what lies in rows is to it the transpose, and the transpose of a product is
// the product of the transposes in the other order.
bool BlasLt::multiply(const Product& product, void* stream) const {
  Descriptions kept;
  const auto layout = [&](std::int64_t rows, std::int64_t columns, std::int64_t leading) -> void* {
    void* out = nullptr;
    if (create_layout_(&out, product.type, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns),
                       leading) != success)
      return nullptr;
    return kept.keep(out, destroy_layout_);
  };
  // What lies in rows of `columns` elements.
  const auto side = [&](const Side& how, std::int64_t rows, std::int64_t columns) {
    return how.in_columns ? layout(rows, columns, how.leading) : layout(columns, rows, how.leading);
  };
  const bool wide = product.type == real_64;
  void* description = nullptr;
  if (create_product_(&description, wide ? compute_64 : compute_32, wide ? real_64 : real_32) != success) return false;
  kept.keep(description, destroy_product_);
  const std::int32_t first = product.right_side.in_columns ? transposed : as_it_is;
  const std::int32_t second = product.left_side.in_columns ? transposed : as_it_is;
  void* const right = side(product.right_side, product.inner, product.columns);
  void* const left = side(product.left_side, product.rows, product.inner);
  void* const added = layout(product.columns, product.rows, product.added_row);
  void* const out = layout(product.columns, product.rows, product.out_row);
  return right != nullptr && left != nullptr && added != nullptr && out != nullptr &&
         set_(description, transpose_first, &first, sizeof first) == success &&
         set_(description, transpose_second, &second, sizeof second) == success &&
         multiply_(handle_, description, product.alpha, product.right, right, product.left, left, product.beta,
                   product.added, added, product.out, out, /*algorithm=*/nullptr, /*workspace=*/nullptr, 0,
                   stream) == success;
}

}  // namespace modecheck::engine::cuda
