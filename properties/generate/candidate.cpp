#include "properties/generate/candidate.h"

namespace modecheck::properties {

Candidate::Candidate(const spec::HeldTensor& held)
    : id(held.id),
      storage(held.geometry->storage),
      storage_bytes(held.storage_bytes),
      dtype(held.geometry->dtype),
      requires_grad(held.requires_grad),
      leaf(held.leaf),
      inference(held.inference),
      view(held.tracked_view),
      creation_meta(held.creation_meta),
      fixed(held.has_fixed_history),
      of_leaf(held.view_of_leaf),
      stale(held.stale),
      has_grad(held.has_grad),
      on_host(held.on_host) {
  const spec::Geometry& geometry = *held.geometry;
  shape.rank = geometry.rank;
  int elements = 1;
  std::uint64_t ones = Shape::kOnes;
  shape.sizes = 0;
  for (int dim = geometry.rank - 1, at = 0; dim >= 0; --dim, at += 8, ones <<= 8) {
    const int size = geometry.sizes[static_cast<std::size_t>(dim)];
    const int stride = geometry.strides[static_cast<std::size_t>(dim)];
    shape.sizes |= static_cast<std::uint64_t>(size) << at;
    overlapping = overlapping || (size > 1 && stride == 0);
    contiguous = contiguous && (size == 1 || stride == elements);
    elements *= size;
  }
  shape.sizes |= ones;
  contiguous = contiguous || elements == 0;
}

}  // namespace modecheck::properties
