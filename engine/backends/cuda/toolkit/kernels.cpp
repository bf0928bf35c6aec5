#include "engine/backends/cuda/toolkit/kernels.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backends/cuda/toolkit/kernel_rows.h"

namespace modecheck::engine::cuda {
namespace {

// Records for coverage which kernels exist and which are used. If MODECHECK_GPU_ASKED names a FILE, "FILE.all" gets a
// line for each kernel that exists. "FILE" gets a line for each kernel that is looked up. Kernels that only "FILE.all"
// names were never used. Several processes may write, so lines may repeat.
void tell(const char* suffix, const KernelRow& row) {
  static const char* const file = std::getenv("MODECHECK_GPU_ASKED");
  if (file == nullptr || *file == '\0') return;
  std::FILE* const to = std::fopen((std::string(file) + suffix).c_str(), "a");
  if (to == nullptr) return;
  std::fprintf(to, "%s type %d inputs %d\n", row.key, row.type, row.inputs);
  std::fclose(to);
}

}  // namespace

Launch::OnDevice kernel(const char* key, int type, int inputs) {
  static const std::vector<KernelRow> rows = [] {
    std::vector<KernelRow> out;
    add_arithmetic_kernels(out);
    add_binary_kernels(out);
    add_unary_kernels(out);
    add_comparison_kernels(out);
    add_elementwise_kernels(out);
    add_exponential_kernels(out);
    add_trigonometry_kernels(out);
    add_activation_kernels(out);
    add_part_kernels(out);
    add_element_kernels(out);
    add_moving_kernels(out);
    add_reduction_kernels(out);
    add_moment_kernels(out);
    add_place_kernels(out);
    add_product_kernels(out);
    add_line_kernels(out);
    add_selection_kernels(out);
    add_normalization_kernels(out);
    add_sorting_kernels(out);
    add_window_kernels(out);
    add_choosing_kernels(out);
    add_loss_kernels(out);
    add_distance_kernels(out);
    add_resampling_kernels(out);
    add_bag_kernels(out);
    add_factorisation_kernels(out);
    add_random_kernels(out);
    add_gamma_kernels(out);
    add_segment_kernels(out);
    add_long_line_kernels(out);
    for (const KernelRow& row : out) tell(".all", row);
    return out;
  }();
  for (const KernelRow& row : rows)
    if (row.type == type && row.inputs == inputs && std::string_view(row.key) == key) {
      tell("", row);
      return row.start;
    }
  return nullptr;
}

}  // namespace modecheck::engine::cuda
