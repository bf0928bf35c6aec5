#include "reference/kernels/embedding_bag.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace modecheck::reference {
namespace {

using spec::DType;

enum class Mode : std::uint8_t { Sum, Mean, Max };

// One use of a row.
struct Use {
  std::size_t place = 0;  // among the indices
  std::size_t row = 0;
  double share = 1;  // of the gradient: it is divided by how often the row is used, if that is asked for
};

using Bag = std::vector<Use>;

// What is in each bag, without the padding. Offsets and indices that are not known may be anything.
std::vector<Bag> fill_bags(const Operand& indices, const Operand& offsets, std::size_t bags, std::int64_t rows,
                           std::int64_t padding, bool scaled) {
  std::vector<Bag> out(bags);
  const auto count = static_cast<std::size_t>(indices.count);
  for (std::size_t bag = 0; bag < bags; ++bag) {
    const auto bound = [&](std::size_t i) {
      const auto all = static_cast<std::int64_t>(count);
      return i < static_cast<std::size_t>(offsets.count)
                 ? static_cast<std::size_t>(std::clamp<std::int64_t>(offsets.integer[i], 0, all))
                 : count;
    };
    for (std::size_t place = bound(bag); place < bound(bag + 1); ++place) {
      const std::int64_t index = indices.integer[place];
      if (index == padding) continue;
      Use use;
      use.place = place;
      use.row = static_cast<std::size_t>(std::clamp<std::int64_t>(index, 0, std::max<std::int64_t>(rows - 1, 0)));
      if (scaled)
        use.share =
            1 / static_cast<double>(std::count_if(indices.integer.begin(), indices.integer.begin() + indices.count,
                                                  [=](std::int64_t other) { return other == index; }));
      out[bag].push_back(use);
    }
  }
  return out;
}

// The greatest of a column. Of equal ones the first; which of several that are no numbers is open.
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

}  // namespace

// The gradient of a row is what the documents say and not always the derivative: none comes from the padding, and it
// may be scaled by frequency, unless it is that of a maximum.
void embedding_bag(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const auto mode = static_cast<Mode>(arguments.integer(4));
  const DType dtype = call.in(0).dtype;
  const Operand& rows = call.load(0, dtype);
  const Operand& indices = call.load(1, DType::Int64);
  const Operand& offsets = call.load(2, DType::Int64);
  const Operand* const samples = arguments.present(6) ? &call.load(3, dtype) : nullptr;
  const auto width = static_cast<std::size_t>(call.in(0).sizes[1]);
  const auto bags = static_cast<std::size_t>(call.out().sizes[0]);
  const std::vector<Bag> filled = fill_bags(indices, offsets, bags, call.in(0).sizes[0], arguments.integer(8),
                                            arguments.boolean(3) && mode != Mode::Max);
  const bool known = indices.tolerance == 0 && offsets.tolerance == 0;
  Result& result = call.start(dtype, static_cast<int>(bags * width));
  call.inherit(rows);
  double tolerance = 0;
  bool all_certain = known;
  std::vector<std::int64_t> chosen(bags * width, 0);
  for (std::size_t bag = 0; bag < bags; ++bag) {
    const auto n = static_cast<double>(filled[bag].size());
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t to = bag * width + k;
      if (mode == Mode::Max) {
        const Greatest best = greatest_of(filled[bag], rows, width, k);
        result.real[to] = best.use == nullptr ? 0 : rows.real[best.use->row * width + k];
        all_certain = all_certain && (best.certain || best.use == nullptr);
        if (best.use != nullptr) chosen[to] = static_cast<std::int64_t>(best.use->row);
        bool any_nan = false;
        for (const Use& use : filled[bag]) any_nan = any_nan || std::isnan(rows.real[use.row * width + k]);
        tolerance = std::max(tolerance, any_nan ? kUnbounded : rows.tolerance);
        if (!call.recorded()) continue;
        call.begin_node();
        for (const Use& use : filled[bag]) {
          const bool is_best = best.use != nullptr && use.place == best.use->place;
          if (is_best || !best.certain || !known)
            call.edge(rows.nodes[use.row * width + k], is_best ? 1 : 0, best.certain && known ? 0 : kUnbounded);
        }
        continue;
      }
      AnyOrderSum total;
      double off = 0;
      bool narrow = true;
      for (const Use& use : filled[bag]) {
        const double x = rows.real[use.row * width + k];
        const double w = samples == nullptr ? 1 : samples->real[use.place];
        total.add(w * x);
        narrow = narrow && is_short(x) && is_short(w);
        off += std::abs(w) * rows.tolerance +
               (samples == nullptr ? 0 : samples->tolerance * (std::abs(x) + rows.tolerance));
        if (!std::isfinite(x) || !std::isfinite(w)) off = kUnbounded;
      }
      const double divisor = mode == Mode::Mean && n > 0 ? n : 1;
      result.real[to] = round_to(dtype, total.value / divisor);
      if (result.real[to] == 0) result.exact = false;  // either zero
      if (!narrow || !total.exact(dtype) || !(divisor == 1 || divisor == 2 || divisor == 4)) {
        result.exact = false;
        off += (n + 4) * ulp(dtype, total.magnitude);
      }
      tolerance = std::max(tolerance, std::isnan(off) ? kUnbounded : off);
      if (!call.recorded()) continue;
      call.begin_node();
      for (const Use& use : filled[bag]) {
        const std::size_t from = use.row * width + k;
        const double w = samples == nullptr ? 1 : samples->real[use.place];
        const double slope = w * use.share / divisor;
        const bool exact = divisor == 1 && use.share == 1;
        const double error =
            !known ? kUnbounded : (exact ? 0 : 4 * ulp(dtype, slope)) + (samples == nullptr ? 0 : samples->tolerance);
        call.edge(rows.nodes[from], slope, error);
        if (samples != nullptr)
          call.edge(samples->nodes[use.place], rows.real[from], known ? rows.tolerance : kUnbounded);
      }
    }
  }
  result.tolerance = known ? tolerance : kUnbounded;
  call.store();
  // What the derivative needs besides: only the places of maxima are the same whatever the way to compute.
  for (int i = 1; i < 4; ++i) {
    call.next_result();
    Result& other = call.start(DType::Int64, static_cast<int>(call.out().numel()));
    const bool places = i == 3 && mode == Mode::Max;
    for (std::size_t at = 0; at < static_cast<std::size_t>(other.count); ++at)
      other.integer[at] = places ? chosen[at] : 0;
    other.tolerance = places && all_certain && other.count > 0 ? 0 : kUnbounded;
    call.store();
  }
}

}  // namespace modecheck::reference
