// Computes embedding_bag row by row and compares the engine with the results.
#include <algorithm>
#include <limits>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

enum Mode : std::int64_t { kSum, kMean, kMax };

// Reduces the rows of `weight` that `named` lists. `begins` holds the start of each bag. If has_end is true, the last
// entry of `begins` is the end of the last bag.
Array bags_of(const Array& weight, const Array& named, const Array& begins, const Array* samples, std::int64_t mode,
              bool has_end, std::int64_t padding) {
  const std::int64_t bags = begins.numel() - (has_end ? 1 : 0);
  const std::int64_t columns = weight.size(1);
  Array out(Sizes{bags, columns});
  for (std::int64_t b = 0; b < bags; ++b) {
    const auto begin = static_cast<std::int64_t>(begins[b]);
    const auto end = b + 1 < begins.numel() ? static_cast<std::int64_t>(begins[b + 1]) : named.numel();
    for (std::int64_t k = 0; k < columns; ++k) {
      double total = 0;
      double count = 0;
      double most = -std::numeric_limits<double>::infinity();
      for (std::int64_t i = begin; i < end; ++i) {
        const auto row = static_cast<std::int64_t>(named[i]);
        if (row == padding) continue;
        const double value = weight[{row, k}] * (samples != nullptr ? (*samples)[i] : 1);
        total += value;
        count += 1;
        most = std::max(most, value);
      }
      // The result of a bag without rows is zero.
      if (count > 0) out[{b, k}] = mode == kSum ? total : mode == kMean ? total / count : most;
    }
  }
  return out;
}

Array list(const std::vector<double>& numbers) {
  Array out(Sizes{static_cast<std::int64_t>(numbers.size())}, 0, Kind::Place);
  out.at = numbers;
  return out;
}

struct GivenBags {
  Sizes rows;
  std::vector<double> named;
  std::vector<double> begins;  // holds the start of each bag, and the end of the last bag
};

void judge_bags(Judge& judge, const GivenBags& given, std::int64_t mode, bool has_end, bool weighted) {
  std::vector<double> begins = given.begins;
  if (!has_end) begins.pop_back();
  Arrays arguments{distinct(given.rows), list(given.named), list(begins)};
  if (weighted) arguments.push_back(positive({static_cast<std::int64_t>(given.named.size())}, 2));
  const auto samples = [=](const Tensors& in) {
    return weighted ? c10::optional<at::Tensor>(in[3]) : c10::optional<at::Tensor>();
  };
  const auto definition = [=](std::int64_t padding) {
    return [=](const Arrays& in) {
      return Arrays{bags_of(in[0], in[1], in[2], weighted ? &in[3] : nullptr, mode, has_end, padding)};
    };
  };
  judge(
      "embedding_bag(Tensor,Tensor,Tensor,bool,int64_t,bool,optional<Tensor>,bool)", arguments,
      [=](const Tensors& in) {
        return Tensors{std::get<0>(at::embedding_bag(in[0], in[1], in[2], false, mode, false, samples(in), has_end))};
      },
      definition(-1));
  for (const std::int64_t padding : {std::int64_t{1}, std::int64_t{-2}})
    judge(
        "embedding_bag(Tensor,Tensor,Tensor,bool,int64_t,bool,optional<Tensor>,bool,optional<int64_t>)", arguments,
        [=](const Tensors& in) {
          return Tensors{std::get<0>(at::embedding_bag(in[0], in[1], in[2], false, mode, false, samples(in), has_end,
                                                       c10::optional<std::int64_t>(padding)))};
        },
        // A negative padding_idx counts from the last row.
        definition(padding < 0 ? padding + given.rows[0] : padding));
}

}  // namespace

void bags(Judge& judge) {
  for (const GivenBags& given :
       {GivenBags{{5, 2}, {4, 1, 1, 0, 3, 1}, {0, 2, 2, 5, 6}}, GivenBags{{3, 1}, {0, 2, 1}, {0, 3}},
        GivenBags{{3, 2}, {1, 1, 2}, {0, 1, 2, 3}}, GivenBags{{3, 2}, {}, {0, 0, 0}},
        GivenBags{{30, 4}, {4, 29, 12, 12, 0, 7, 1, 28, 4, 4, 19, 2}, {0, 5, 5, 9, 12}}})
    for (const std::int64_t mode : {kSum, kMean, kMax})
      for (const bool has_end : {false, true}) {
        judge_bags(judge, given, mode, has_end, false);
        // embedding_bag takes weights for each sample only if it sums.
        if (mode == kSum) judge_bags(judge, given, mode, has_end, true);
      }
}

}  // namespace modecheck::definitions
