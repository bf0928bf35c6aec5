// Declares KernelRow, one entry of the table of GPU kernels, and the functions by which each .cu file adds its entries.
#pragma once

#include <vector>

#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::cuda {

struct KernelRow {
  const char* key;
  int type;
  int inputs;
  Launch::OnDevice start;
};

void add_arithmetic_kernels(std::vector<KernelRow>& rows);
void add_binary_kernels(std::vector<KernelRow>& rows);
void add_unary_kernels(std::vector<KernelRow>& rows);
void add_comparison_kernels(std::vector<KernelRow>& rows);
void add_elementwise_kernels(std::vector<KernelRow>& rows);
void add_exponential_kernels(std::vector<KernelRow>& rows);
void add_trigonometry_kernels(std::vector<KernelRow>& rows);
void add_activation_kernels(std::vector<KernelRow>& rows);
void add_part_kernels(std::vector<KernelRow>& rows);
void add_element_kernels(std::vector<KernelRow>& rows);
void add_moving_kernels(std::vector<KernelRow>& rows);
void add_reduction_kernels(std::vector<KernelRow>& rows);
void add_moment_kernels(std::vector<KernelRow>& rows);
void add_place_kernels(std::vector<KernelRow>& rows);
void add_product_kernels(std::vector<KernelRow>& rows);
void add_line_kernels(std::vector<KernelRow>& rows);
void add_selection_kernels(std::vector<KernelRow>& rows);
void add_normalization_kernels(std::vector<KernelRow>& rows);
void add_sorting_kernels(std::vector<KernelRow>& rows);
void add_window_kernels(std::vector<KernelRow>& rows);
void add_choosing_kernels(std::vector<KernelRow>& rows);
void add_loss_kernels(std::vector<KernelRow>& rows);
void add_distance_kernels(std::vector<KernelRow>& rows);
void add_resampling_kernels(std::vector<KernelRow>& rows);
void add_bag_kernels(std::vector<KernelRow>& rows);
void add_factorisation_kernels(std::vector<KernelRow>& rows);
void add_random_kernels(std::vector<KernelRow>& rows);
void add_gamma_kernels(std::vector<KernelRow>& rows);
void add_segment_kernels(std::vector<KernelRow>& rows);
void add_long_line_kernels(std::vector<KernelRow>& rows);

}  // namespace modecheck::engine::cuda
