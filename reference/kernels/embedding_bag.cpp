// Reference kernel of embedding_bag. It computes, for each bag of indices, the sum, mean or maximum of the rows that
// the indices name.

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;

enum class Mode : std::uint8_t { Sum, Mean, Max };

// One index of a bag, and the row of the weight matrix that the index names.
struct Use {
  std::size_t place = 0;  // where the index stands in the tensor of all indices
  std::size_t row = 0;
  double share = 1;  // factor of the gradient: 1 / how often the row is used, if scale_grad_by_freq is set
};

using Bag = std::vector<Use>;

// Returns the uses of rows in each bag, without those of padding_idx. If the offsets or indices are not exactly known,
// the uses are arbitrary.
std::vector<Bag> fill_bags(const Operand& indices, const Operand& offsets, std::size_t bags, std::int64_t rows,
                           std::int64_t padding, bool scaled) {
  std::vector<Bag> out(bags);
  const auto count = indices.count;
  for (std::size_t bag = 0; bag < bags; ++bag) {
    const auto bound = [&](std::size_t i) {
      const auto all = static_cast<std::int64_t>(count);
      return i < offsets.count ? static_cast<std::size_t>(std::clamp<std::int64_t>(offsets.integer[i], 0, all)) : count;
    };
    for (std::size_t place = bound(bag); place < bound(bag + 1); ++place) {
      const std::int64_t index = indices.integer[place];
      if (index == padding) continue;
      Use use;
      use.place = place;
      use.row = static_cast<std::size_t>(std::clamp<std::int64_t>(index, 0, std::max<std::int64_t>(rows - 1, 0)));
      if (scaled)
        use.share = 1 / static_cast<double>(std::count_if(indices.integer.begin(), indices.integer.begin() + count,
                                                          [=](std::int64_t other) { return other == index; }));
      out[bag].push_back(use);
    }
  }
  return out;
}

// The maximum of one column of a bag's rows. Of equal elements the first is chosen. Which of several NaNs is chosen is
// unspecified.
struct Greatest {
  const Use* use = nullptr;
  bool certain = true;
};

Greatest greatest_of(const Bag& bag, const Operand& rows, std::size_t width, std::size_t column) {
  Greatest out;
  out.certain = is_bound(rows.tolerance);
  const auto value = [&](const Use& use) { return rows.real[use.row * width + column]; };
  for (const Use& use : bag) {
    if (std::isnan(value(use))) out.certain = false;
    if (out.use == nullptr || value(use) > value(*out.use)) out.use = &use;
  }
  for (const Use& use : bag)
    if (rows.tolerance != 0 && use.row != out.use->row &&
        !(std::abs(value(use) - value(*out.use)) > 2 * rows.tolerance))
      out.certain = false;
  return out;
}

// Computes the result of embedding_bag: reduces the rows of each bag to one row, column by column.
class BagReduction {
 public:
  explicit BagReduction(KernelCall& call)
      : call_(call),
        arguments_(call.arguments()),
        mode_(static_cast<Mode>(arguments_.integer(4))),
        dtype_(call.in(0).dtype),
        rows_(call.load(0, dtype_)),
        indices_(call.load(1, DType::Int64)),
        offsets_(call.load(2, DType::Int64)),
        samples_(arguments_.present(6) ? &call.load(3, dtype_) : nullptr),
        width_(static_cast<std::size_t>(call.in(0).sizes[1])),
        bags_(fill_bags(indices_, offsets_, static_cast<std::size_t>(call.out().sizes[0]), call.in(0).sizes[0],
                        arguments_.integer(8), arguments_.boolean(3) && mode_ != Mode::Max)),
        known_(indices_.tolerance == 0 && offsets_.tolerance == 0),
        all_certain_(known_),
        result_(call.start(dtype_, bags_.size() * width_)),
        chosen_(bags_.size() * width_, 0) {}

  void run() {
    call_.inherit(rows_);
    for (std::size_t bag = 0; bag < bags_.size(); ++bag)
      for (std::size_t column = 0; column < width_; ++column)
        mode_ == Mode::Max ? store_greatest(bag, column) : store_sum(bag, column);
    result_.tolerance = known_ ? tolerance_ : kUnbounded;
    call_.store();
    // Stores results 1 to 3, which libtorch's backward formula needs. Only the indices of the maxima are the same in
    // every implementation; all other values are unknown.
    for (int i = 1; i < 4; ++i) {
      call_.next_result();
      Result& other = call_.start(DType::Int64);
      const bool places = i == 3 && mode_ == Mode::Max;
      for (std::size_t at = 0; at < other.count; ++at) other.integer[at] = places ? chosen_[at] : 0;
      other.tolerance = places && all_certain_ && other.count > 0 ? 0 : kUnbounded;
      call_.store();
    }
  }

 private:
  void store_greatest(std::size_t bag, std::size_t column) {
    const std::size_t to = bag * width_ + column;
    const Greatest best = greatest_of(bags_[bag], rows_, width_, column);
    result_.real[to] = best.use == nullptr ? 0 : rows_.real[best.use->row * width_ + column];
    all_certain_ = all_certain_ && (best.certain || best.use == nullptr);
    if (best.use != nullptr) chosen_[to] = static_cast<std::int64_t>(best.use->row);
    bool any_nan = false;
    for (const Use& use : bags_[bag]) any_nan = any_nan || std::isnan(rows_.real[use.row * width_ + column]);
    tolerance_ = std::max(tolerance_, any_nan ? kUnbounded : rows_.tolerance);
    if (!call_.recorded()) return;
    call_.begin_node();
    for (const Use& use : bags_[bag]) {
      const bool is_best = best.use != nullptr && use.place == best.use->place;
      if (is_best || !best.certain || !known_)
        call_.edge(rows_.nodes[use.row * width_ + column], is_best ? 1 : 0, best.certain && known_ ? 0 : kUnbounded);
    }
  }

  void store_sum(std::size_t bag, std::size_t column) {
    const std::size_t to = bag * width_ + column;
    const auto n = static_cast<double>(bags_[bag].size());
    AnyOrderSum total;
    double off = 0;
    bool narrow = true;
    for (const Use& use : bags_[bag]) {
      const double x = rows_.real[use.row * width_ + column];
      const double w = weight(use);
      total.add(w * x);
      narrow = narrow && is_short(x) && is_short(w);
      off += std::abs(w) * rows_.tolerance +
             (samples_ == nullptr ? 0 : samples_->tolerance * (std::abs(x) + rows_.tolerance));
      if (!std::isfinite(x) || !std::isfinite(w)) off = kUnbounded;
    }
    const double divisor = mode_ == Mode::Mean && n > 0 ? n : 1;
    result_.real[to] = round_to(dtype_, total.value / divisor);
    if (result_.real[to] == 0) result_.exact = false;  // libraries differ in the sign of a zero result
    if (!narrow || !total.exact(dtype_) || !(divisor == 1 || divisor == 2 || divisor == 4)) {
      result_.exact = false;
      off += (n + 4) * ulp(dtype_, total.magnitude);
    }
    tolerance_ = std::max(tolerance_, std::isnan(off) ? kUnbounded : off);
    if (call_.recorded()) record_sum(bag, column, divisor);
  }

  void record_sum(std::size_t bag, std::size_t column, double divisor) {
    call_.begin_node();
    for (const Use& use : bags_[bag]) {
      const std::size_t from = use.row * width_ + column;
      const double slope = weight(use) * use.share / divisor;
      const bool exact = divisor == 1 && use.share == 1;
      const double error =
          !known_ ? kUnbounded : (exact ? 0 : 4 * ulp(dtype_, slope)) + (samples_ == nullptr ? 0 : samples_->tolerance);
      call_.edge(rows_.nodes[from], slope, error);
      if (samples_ != nullptr)
        call_.edge(samples_->nodes[use.place], rows_.real[from], known_ ? rows_.tolerance : kUnbounded);
    }
  }

  double weight(const Use& use) const { return samples_ == nullptr ? 1 : samples_->real[use.place]; }

  KernelCall& call_;
  spec::Arguments arguments_;
  Mode mode_;
  DType dtype_;
  const Operand& rows_;
  const Operand& indices_;
  const Operand& offsets_;
  const Operand* samples_;  // the argument per_sample_weights, one weight for each index; null: all weights are 1
  std::size_t width_;
  std::vector<Bag> bags_;
  bool known_;        // whether the offsets and indices are exactly known, and so the rows in each bag
  bool all_certain_;  // whether it is certain for every bag which elements are the maxima
  Result& result_;
  double tolerance_ = 0;
  std::vector<std::int64_t> chosen_;  // for each element of the result, the row that has the maximum
};

}  // namespace

// The gradient of a row follows PyTorch's documentation, which differs from the derivative. The padding row gets no
// gradient. With scale_grad_by_freq the gradient is divided by the number of uses, except for mode "max".
MODECHECK_KERNEL_OF((_embedding_bag), SecondDerivatives::No, BagReduction(call).run())

}  // namespace modecheck::reference
