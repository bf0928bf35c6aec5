// This file draws the tensors and other operands of random calls.
#include "tests/backends/sampler.h"

#include <algorithm>
#include <utility>

namespace modecheck::tests {

Sizes Sampler::broadcasting_with(const Sizes& sizes) {
  if (chance(40)) return sizes;
  if (chance(15)) return shape();
  Sizes out = sizes;
  for (std::int64_t& size : out)
    if (chance(30)) size = 1;
  if (!out.empty() && chance(40))
    out.erase(out.begin(), out.begin() + between(0, static_cast<std::int64_t>(out.size())));
  if (chance(15)) out.insert(out.begin(), between(1, 2));
  return out;
}

std::string Sampler::tensor(const Sizes& sizes, const std::string& type, bool sharing, std::int64_t least,
                            std::int64_t greatest) {
  TensorText out;
  out.sizes = sizes;
  out.strides.assign(sizes.size(), 0);
  out.offset = one_of<std::int64_t>({0, 0, 0, 1, 2});
  std::vector<std::size_t> order(sizes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
  if (chance(45))
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(i) - 1))]);
  const bool expands = chance(10);
  const bool gaps = !sharing && chance(20);
  std::int64_t next = 1;
  std::int64_t reach = out.offset + 1;
  bool any = true;
  for (const std::size_t d : order) {
    if (expands && chance(50)) continue;
    out.strides[d] = sizes[d] == 1 && chance(30) ? between(1, 9) : next;
    next *= std::max<std::int64_t>(sizes[d], 1) + (gaps && chance(50) ? between(1, 2) : 0);
  }
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    any = any && sizes[d] != 0;
    reach += (sizes[d] - 1) * out.strides[d];
  }
  const std::int64_t elements = (any ? reach : out.offset) + between(0, 3);
  if (sharing) {
    storages_[0].elements = std::max(storages_[0].elements, elements);
  } else {
    out.storage = storages_.size();
    storages_.push_back({type, elements, static_cast<std::uint64_t>(between(0, 999)), least, greatest});
  }
  tensors_.push_back(out);
  return "T" + std::to_string(tensors_.size() - 1);
}

std::string Sampler::fresh(const Sizes& sizes, const std::string& type) {
  std::string name = tensor(sizes, type);
  TensorText& made = tensors_.back();
  std::int64_t elements = 1;
  for (std::size_t d = made.sizes.size(); d-- > 0;) {
    made.strides[d] = elements;
    elements *= std::max<std::int64_t>(made.sizes[d], 1);
  }
  storages_.back().elements = std::max(storages_.back().elements, made.offset + elements);
  return name;
}

std::string Sampler::line(const std::string& operation, const std::vector<std::string>& arguments) const {
  std::string text;
  for (const StorageText& storage : storages_)
    text += "@" + storage.dtype + ":" + std::to_string(storage.elements) + ":" + std::to_string(storage.seed) + ":" +
            std::to_string(storage.least) + ":" + std::to_string(storage.greatest) + " ";
  for (const TensorText& tensor : tensors_)
    text += "%" + std::to_string(tensor.storage) + ":" + joined(tensor.sizes) + ":" + joined(tensor.strides) + ":" +
            std::to_string(tensor.offset) + " ";
  text += operation;
  for (const std::string& argument : arguments) text += " " + argument;
  return text;
}

bool is_out(const std::string& operation) {
  return operation.find("out") != std::string::npos || operation.find(".Out") != std::string::npos;
}

}  // namespace modecheck::tests
