// The symbolic sizes and strides of the fake tensors of one mode, and of what operators make of them.
//
// A fake tensor has numbers for its sizes, those of the traced call. Beside them the mode keeps expressions, and
// computes those of each result by a rule. What the rule has to know of the numbers becomes a guard of the shape
// environment. A rule that gives other numbers than the kernel is an error, so the two check each other.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/core/memory/storage.h"
#include "engine/core/tensor/tensor.h"
#include "engine/fake/call_cache.h"
#include "engine/fake/symbolic/shape_env.h"
#include "engine/fake/symbolic/symbolic_geometry.h"
#include "engine/fake/unbacked_sizes.h"
#include "engine/tracing/symbolic_tracer.h"

namespace modecheck::engine::fake {

// Returns the sizes, strides and offset of a tensor as numbers.
SymbolicGeometry numbers_of(const at::Tensor& tensor);

// Raises DataDependentError for a kernel that disagrees with its rule, because a check of an unbacked size is not true
// of the number that kernels take for it.
[[noreturn]] void raise_for_stand_in(std::string_view where);

class SymbolicSizes final : public SymbolicTracer {
 public:
  // `mode` is the number of the fake mode.
  SymbolicSizes(std::shared_ptr<ShapeEnv> env, std::uint32_t mode);
  ~SymbolicSizes() override;
  SymbolicSizes(const SymbolicSizes&) = delete;
  SymbolicSizes& operator=(const SymbolicSizes&) = delete;

  const std::shared_ptr<ShapeEnv>& env() const { return env_; }

  // Returns the symbolic geometry of a tensor. A tensor without symbols has numbers.
  SymbolicGeometry geometry_of(const at::Tensor& tensor) const;
  // Makes this the symbolic geometry of the tensor. Its hints must be the tensor's numbers.
  void set_geometry(const at::Tensor& tensor, SymbolicGeometry geometry);

  // Returns how many bytes the storage of a tensor has, or nothing if that is not known for all sizes.
  std::optional<Expression> bytes_of(const at::Tensor& tensor) const;
  void note_bytes(const at::Tensor& tensor, const Expression& bytes);
  void note_unknown_bytes(const at::Tensor& tensor);
  // Returns whether something was noted of the storage, even if it is not true any more.
  bool has_noted(const at::Tensor& tensor) const;
  // States that a storage of so many bytes, or of a size that is not known, has grown if the tensor needs more.
  void note_grown(const at::Tensor& tensor, const std::optional<Expression>& before);
  // States that the storage has as many elements as the tensor. `geometry` is the number of the tensor's geometry, or
  // 0.
  void note_fresh(const at::Tensor& tensor, std::uint32_t geometry);

  // Returns the number of a tensor's geometry, or 0 for a tensor without symbols. Equal geometries share a number,
  // except after a collision of their hashes.
  std::uint32_t number_of(const at::Tensor& tensor) const;
  // Returns whether the sizes, strides and offset of the tensor are the hints of a geometry.
  bool has_numbers_of(const at::Tensor& tensor, std::uint32_t geometry) const;
  // Keeps what a call gave, so that the next one with the same key is not traced.
  void remember(CallCache::Key key, CallCache::Results given) { calls_.keep(std::move(key), std::move(given)); }

  const CallCache::Info& cache_info() const { return calls_.info(); }
  // How often each operator had no rule for its sizes. Each time, the sizes of its arguments became numbers.
  const std::map<std::string, std::uint64_t>& concretised() const { return concretised_; }
  // Makes the sizes, strides and offset of these tensors numbers, by guards that say so. Raises DataDependentError if
  // one depends on data, because then there is no number.
  void concretise(const std::vector<SymbolicGeometry>& geometries, std::string_view where);
  // Makes every symbol of the environment a number, on which the size of a storage of so many bytes may depend.
  void concretise_all(std::string_view where, std::size_t bytes = std::numeric_limits<std::size_t>::max());

  std::unique_ptr<Call> begin(const CallRecord& record) override;
  void note_gradient(const at::Tensor& gradient, const at::Tensor& tensor) override;
  void note_sum(const at::Tensor& present, const at::Tensor& tensor) override;
  GradientHook traced_hook(GradientHook hook, const at::Tensor& tensor) override;
  std::optional<std::int64_t> size_of_data(const char* op, const at::Tensor& tensor) override;
  void make_numbers(const at::Tensor& tensor, std::string_view where) override;
  std::vector<c10::SymInt> symbolic_numbers(const at::Tensor& tensor) const override;
  UnbackedSizes& unbacked() { return unbacked_; }

 private:
  struct KnownGeometry {
    SymbolicGeometry geometry;
    std::vector<std::int64_t> numbers;  // the hints of the sizes, the strides and the offset
  };
  // Storages are kept, so that no other one gets their address.
  struct SymbolicStorage {
    c10::intrusive_ptr<c10::StorageImpl> storage;
    std::uint32_t geometry;  // the number of the geometry of a tensor that fills the storage, or 0
    Expression bytes;        // the bytes of one element if there is such a tensor, else those of the storage
  };

  void give_sizes(const at::Tensor& gradient, const SymbolicGeometry& tensor, std::string_view where);
  at::Tensor run_hook(const GradientHook& hook, const at::Tensor& gradient, const SymbolicGeometry& tensor);
  const SymbolicGeometry* known(const at::Tensor& tensor) const;
  std::uint32_t number_for(SymbolicGeometry geometry, const at::Tensor& tensor);
  bool must_follow(const CallRecord& record) const;

  std::shared_ptr<ShapeEnv> env_;
  UnbackedSizes unbacked_;
  std::uint32_t mode_;
  std::vector<KnownGeometry> geometries_;  // by the number that the tensor has (TensorImpl::symbols()), less one
  std::unordered_map<std::size_t, std::uint32_t> numbers_;  // of the geometries, by their hashes
  CallCache calls_;
  std::size_t assertions_ = 0;  // how many checks of unbacked symbols there were when the calls were kept
  CallCache::Key key_;          // of the call that begins; kept so that it needs no new memory
  std::unordered_map<const c10::StorageImpl*, SymbolicStorage> storages_;
  std::map<std::string, std::uint64_t> concretised_;
};

}  // namespace modecheck::engine::fake
