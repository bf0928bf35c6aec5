// What the generator remembers about the program it is writing: roughly, what every register holds and which guards are
// open. It foresees most outcomes, so that calls mostly succeed and wrong ones are a decision. It is no model: where it
// is wrong, a command fails that was meant to succeed, or the other way round, and the lockstep judges both.
//
// Everything is of fixed size and a step costs some tens of nanoseconds; nothing is allocated.
#pragma once

#include <array>
#include <cstdint>

#include "properties/generate/sketch/facts.h"
#include "spec/program/dtype.h"
#include "spec/program/limits.h"
#include "spec/program/record.h"

namespace modecheck::properties {

// Sizes as bytes of one word, the last dimension lowest, ones above the rank: broadcasting is arithmetic on words.
struct Shape {
  static constexpr std::uint64_t kOnes = 0x0101010101010101u;
  static constexpr std::uint64_t kTops = 0x8080808080808080u;

  std::uint64_t sizes = kOnes;
  std::uint8_t rank = 0;

  // `from_last`: 0 is the last dimension.
  int last(int from_last) const { return static_cast<int>(sizes >> (8 * from_last) & 0xff); }
  int size(int dim) const { return last(rank - 1 - dim); }
  void set(int dim, int value) { set_last(rank - 1 - dim, value); }
  void set_last(int from_last, int value) {
    const int at = 8 * from_last;
    sizes = (sizes & ~(std::uint64_t{0xff} << at)) | static_cast<std::uint64_t>(value) << at;
  }
  int numel() const {
    int out = 1;
    for (int i = 0; i < rank; ++i) out *= last(i);
    return out;
  }
  // A new dimension before `dim`, or none at `dim` any more.
  void insert(int dim, int value);
  void erase(int dim);

  friend bool operator==(const Shape& a, const Shape& b) { return a.sizes == b.sizes && a.rank == b.rank; }
};

// For each byte: 0x80 unless it is zero. Bytes are below 0x80 as long as no dimension is longer than 127.
constexpr std::uint64_t nonzero_bytes(std::uint64_t x) { return (x + 0x7f7f7f7f7f7f7f7fu) & Shape::kTops; }

inline bool broadcastable(const Shape& a, const Shape& b) {
  return (nonzero_bytes(a.sizes ^ b.sizes) & nonzero_bytes(a.sizes ^ Shape::kOnes) &
          nonzero_bytes(b.sizes ^ Shape::kOnes)) == 0;
}
Shape broadcast(const Shape& a, const Shape& b);
// Whether `from` broadcasts to exactly `to`.
inline bool expands_to(const Shape& from, const Shape& to) {
  return from.rank <= to.rank && (nonzero_bytes(from.sizes ^ to.sizes) & nonzero_bytes(from.sizes ^ Shape::kOnes)) == 0;
}

struct SketchTensor {
  Shape shape;
  std::uint64_t kept = 0;     // commands in its history that keep something for backward, one bit each
  std::uint64_t history = 0;  // tensors that requires-grad came from, itself included, one bit each (id modulo 64)
  std::uint8_t id = 0;        // the tensor
  std::uint8_t family = 0;    // the base that it and its tracked views share
  std::uint8_t storage = 0;
  spec::DType dtype = spec::DType::Float32;
  bool requires_grad = false;
  bool leaf = true;
  bool inference = false;
  bool view = false;     // tracked
  bool fixed = false;    // a tracked view that may not be written where that is recorded
  bool of_leaf = false;  // a tracked view of a leaf that requires grad
  bool stale = false;    // fixed, and written since
  bool has_grad = false;
  bool contiguous = true;
  bool overlapping = false;  // expanded
  bool on_host = false;      // though others are on a device
};

// Whether its channels, the second dimension, have two elements or more each.
inline bool is_batch(const SketchTensor& t) {
  return t.shape.rank >= 2 && t.shape.size(1) > 0 && t.shape.numel() >= 2 * t.shape.size(1) &&
         (t.dtype == spec::DType::Float32 || t.dtype == spec::DType::Float64);
}

// Whether there are distances between the rows of both.
bool are_measured(const SketchTensor& a, const SketchTensor& b);

// The sizes of the product that an AddMv, AddBmm or BaddBmm adds; false if there is none.
bool product_of(CallShape call_shape, const SketchTensor& a, const SketchTensor& b, Shape& out);

// Whether an IndexInto or ScatterInto along `dim` takes this index, and this source with it.
bool takes_index(CallShape call_shape, const SketchTensor& self, int dim, const SketchTensor& index);
// What tensors of indices make of a shape, masks taken for all true; false if they do not fit.
bool indexed_shape(const Shape& self, const std::array<const SketchTensor*, spec::kMaxTensorList>& indices, int length,
                   Shape& out);

// Whether a target names a class for each sample of a prediction.
bool names_classes(const Shape& prediction, const SketchTensor& target);

// Whether a grid names places of an image.
bool is_grid_of(const SketchTensor& image, const SketchTensor& grid);

bool takes_source(CallShape call_shape, const SketchTensor& self, int dim, const SketchTensor& index,
                  const SketchTensor& source);

struct SketchResult;

struct SketchMode {
  bool inference = false;
  bool grad = true;
  bool no_autograd = false;
  bool no_inplaceview = false;  // the guard of G5 that also switches ADInplaceOrView off
};

struct SketchThread {
  SketchMode mode;
  int depth = 0;
  std::array<SketchMode, spec::kMaxCommands + 1> outer;  // what each open guard restores
  std::array<bool, spec::kMaxCommands + 1> gone{};       // destroyed already
};

enum class Foreseen : std::uint8_t { Ok, Error, Dropped };

class Sketch {
 public:
  Sketch() {}  // NOLINT(modernize-use-equals-default): leaves storages_ as they are, for speed
  void reset();

  // Foresees the outcome; takes the command into account if it succeeds.
  Foreseen step(const spec::Record& record);

  const SketchTensor& tensor(int reg) const { return registers_[static_cast<std::size_t>(reg)]; }
  const SketchMode& mode(int thread) const { return threads_[static_cast<std::size_t>(thread)].mode; }
  int depth(int thread) const { return threads_[static_cast<std::size_t>(thread)].depth; }
  bool captured() const { return has_captured_; }
  int storage_bytes(int storage) const { return storages_[static_cast<std::size_t>(storage)].bytes; }
  // Whether backward from here finds everything that it needs.
  bool backward_works(const SketchTensor& root) const {
    return root.requires_grad && !root.stale && (root.kept & unusable_) == 0;
  }
  // Whether an in-place operator may write it here, if nothing else requires grad.
  bool writable(int reg) const;
  bool records() const { return mode_->grad && !mode_->no_autograd; }
  // Of whom the questions about modes are asked until the next step.
  void look_from(int thread) { mode_ = &threads_[static_cast<std::size_t>(thread)].mode; }
  // Of the last command that succeeded.
  bool recorded() const { return recorded_; }
  bool kept_something() const { return kept_something_; }

 private:
  struct Storage {
    std::uint64_t kept_by;
    std::uint16_t bytes;
  };

  void make_initial_registers();
  // `known`: what it returns, if that is not to be foreseen from the arguments.
  Foreseen apply_operator(const spec::Record& record, const OperationFacts& facts, const SketchResult* known = nullptr);
  Foreseen apply_for_each(const spec::Record& record, const OperationFacts& facts);
  Foreseen apply_made_of(const spec::Record& record, const OperationFacts& facts);
  Foreseen apply_composed(const spec::Record& record, const OperationFacts& facts);
  // A record of another row, which stands for the one that is foreseen.
  Foreseen apply_instead(const spec::Record& record);
  Foreseen apply_view(const spec::Record& record, const OperationFacts& facts);
  Foreseen apply_in_place_view(const spec::Record& record, const OperationFacts& facts);
  Foreseen apply_extra(const spec::Record& record);
  Foreseen apply_custom(const spec::Record& record, spec::Extra extra);
  Foreseen apply_custom_write(const spec::Record& record, spec::Extra extra);
  Foreseen apply_guard(const spec::Record& record, spec::Extra extra);
  bool choose_device(const spec::Record& record);
  Foreseen apply_backward(const spec::Record& record, spec::Extra extra);

  SketchTensor& at(int reg) { return registers_[static_cast<std::size_t>(reg)]; }
  SketchTensor fresh(const Shape& shape, spec::DType dtype);
  SketchTensor detached(const SketchTensor& tensor);
  // A fresh tensor, with the strides that an empty_strided names.
  void lay_out(const spec::Record& record, SketchTensor& fresh);
  std::uint64_t bit_of(const SketchTensor& tensor) const { return std::uint64_t{1} << (tensor.id & 63); }
  bool may_write(const SketchTensor& self, bool any_normal, bool any_requires_grad) const;
  void written(const SketchTensor& self, bool recorded, std::uint64_t kept, std::uint64_t history);
  void keep(const SketchTensor& tensor);
  void every_handle(const SketchTensor& tensor);
  // `out=` gets the sizes of the result.
  void written_to_output(const SketchTensor& out, const Shape& shape);

  std::array<SketchTensor, spec::kRegisters> registers_;
  std::array<SketchThread, spec::kThreads> threads_;
  std::array<Storage, 256> storages_;  // written before they are read: `fresh` makes them
  const SketchMode* mode_ = nullptr;   // of the thread that runs the command
  SketchMode captured_;
  std::uint64_t unusable_ = 0;  // commands whose kept tensors were freed or written
  std::uint64_t command_bit_ = 1;
  std::uint8_t next_ = 0;  // the next tensor, family and storage
  bool has_captured_ = false;
  bool some_on_host_ = false;  // a tensor was moved
  bool on_host_ = false;       // where what the command makes is
  bool recorded_ = false;
  bool kept_something_ = false;
};

}  // namespace modecheck::properties
