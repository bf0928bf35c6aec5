#include "engine/backends/cpu/memory/checks.h"

#include <string>

#include "engine/backends/iterate/overlap.h"

namespace modecheck::engine::backends {

std::int64_t wrap_dimension(const char* name, std::int64_t dimension, std::int64_t rank) {
  const std::int64_t dimensions = rank > 0 ? rank : 1;
  MODECHECK_CHECK(dimension >= -dimensions && dimension < dimensions, ErrorClass::Dimension, name,
                  ": Dimension out of range (expected to be in range of [", -dimensions, ", ", dimensions - 1,
                  "], but got ", dimension, ")");
  return dimension < 0 ? dimension + dimensions : dimension;
}

void reject_repeated(const char* name, std::int64_t dimension) {
  throw c10::Error(ErrorClass::Dimension, std::string(name) + ": dim " + std::to_string(dimension) +
                                              " appears multiple times in the list of dims");
}

void check_no_internal_overlap(const char* name, const at::Tensor& out) {
  if (out.is_contiguous()) return;
  MODECHECK_CHECK(!overlaps_itself(out.sizes(), out.strides()), ErrorClass::MemoryOverlap, name,
                  ": unsupported operation: more than one element of the written-to tensor refers to a single memory "
                  "location (sizes ",
                  out.sizes(), ", strides ", out.strides(),
                  "). Please clone() the tensor before performing the operation.");
}

void check_no_partial_overlap(const char* name, const at::Tensor& out, const at::Tensor& input) {
  if (out.is_same(input)) return;
  MODECHECK_CHECK(overlap_of(out, input) != Overlap::Partial, ErrorClass::MemoryOverlap, name,
                  ": unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
                  "single memory location. Please clone() the tensor before performing the operation.");
}

void check_no_overlap(const char* name, const at::Tensor& out, const at::Tensor& input) {
  check_no_overlap(name, out, out.sizes(), out.strides(), input);
}

void check_no_overlap(const char* name, const at::Tensor& out, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      const at::Tensor& input) {
  if (!out.is_alias_of(input)) return;
  Region written = region_of(out);
  written.sizes = sizes;
  written.strides = strides;
  const Overlap overlap = out.is_same(input) ? Overlap::Full : overlap_between(written, region_of(input));
  MODECHECK_CHECK(overlap != Overlap::Partial && overlap != Overlap::Full, ErrorClass::MemoryOverlap, name,
                  ": unsupported operation: the input tensor and the written-to tensor refer to the same memory. "
                  "Please clone() the tensor before performing the operation.");
}

void check_same_device(const char* name, const at::Tensor& a, const at::Tensor& b) {
  MODECHECK_CHECK(a.device() == b.device(), ErrorClass::DeviceMismatch, name,
                  ": Expected all tensors to be on the same device, but found at least two devices, ", a.device(),
                  " and ", b.device(), "!");
}

void check_rank(const char* name, std::size_t rank) {
  MODECHECK_CHECK(rank <= 64, ErrorClass::Unsupported, name, ": tensors of ", rank,
                  " dimensions are not supported; use at most 64");
}

}  // namespace modecheck::engine::backends
