#include "properties/known/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace modecheck::properties {
namespace {

// Whether another field of the same register differs too.
bool also_differs(const Circumstances& c, const Difference& one, Field field) {
  const auto& all = c.departure().differences;
  return std::any_of(all.begin(), all.end(),
                     [&](const Difference& other) { return other.reg == one.reg && other.field == field; });
}

// Whether the subject puts the register's gradient on the storage of a result.
bool shares_with_result(const Circumstances& c, const Difference& one) {
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    if (one.field == Field::GradStorage && c.is_result(reg) && one.observed == fmt::format("r{}", reg)) return true;
  return false;
}

bool is_gradient(const Circumstances& c, const Difference& one) {
  return row_of(one.field).scope == FieldScope::Gradient || c.is_gradient(one.reg);
}

std::vector<std::int64_t> numbers_in(const std::string& list) {
  std::vector<std::int64_t> out;
  for (std::size_t at = list.find_first_of("-0123456789"); at != std::string::npos;
       at = list.find_first_of("-0123456789", at)) {
    std::size_t length = 0;
    out.push_back(std::stoll(list.substr(at), &length));
    at += length;
  }
  return out;
}

// Whether the strides differ only in dimensions of one element, where a stride reaches no other element.
bool leads_to_the_same_elements(const Circumstances& c, const Difference& one) {
  if (one.field != Field::Strides) return false;
  const spec::TensorObservation& tensor = c.after(one.reg);
  const std::vector<std::int64_t> expected = numbers_in(one.expected);
  const std::vector<std::int64_t> observed = numbers_in(one.observed);
  if (expected.size() != tensor.rank || observed.size() != tensor.rank) return false;
  for (std::size_t i = 0; i < tensor.rank; ++i)
    if (tensor.sizes[i] != 1 && expected[i] != observed[i]) return false;
  return true;
}

constexpr std::array kPlaces{
    Place{"anywhere", [](const Circumstances&, const Difference&) { return true; }},
    Place{"what is written", [](const Circumstances& c, const Difference& one) { return c.is_written(one); }},
    Place{"operands and what shares their storages",
          [](const Circumstances& c, const Difference& one) { return c.is_on_operand(one); }},
    // Includes every tensor that shares the counter of a written one, on whichever storage.
    Place{"versions that move",
          [](const Circumstances& c, const Difference& one) {
            return one.field == Field::Version && c.before(one.reg).version != c.after(one.reg).version;
          }},
    Place{"results", [](const Circumstances& c, const Difference& one) { return c.is_result(one.reg); }},
    Place{"results, in dimensions of one element",
          [](const Circumstances& c, const Difference& one) {
            return c.is_result(one.reg) && leads_to_the_same_elements(c, one);
          }},
    Place{"results of another storage size, and gradients on their storage",
          [](const Circumstances& c, const Difference& one) {
            return (c.is_result(one.reg) && also_differs(c, one, Field::StorageBytes)) || shares_with_result(c, one);
          }},
    Place{"not the results", [](const Circumstances& c, const Difference& one) { return !c.is_result(one.reg); }},
    // Stale views that the command's results do not replace.
    Place{"stale views",
          [](const Circumstances& c, const Difference& one) { return !c.is_result(one.reg) && c.is_stale(one.reg); }},
    Place{"what is written, and stale operands",
          [](const Circumstances& c, const Difference& one) {
            return c.is_written(one) || (c.is_operand(one.reg) && c.is_stale(one.reg));
          }},
    Place{"gradients", is_gradient},
    Place{"gradients of leaves that retain theirs",
          [](const Circumstances& c, const Difference& one) {
            const spec::TensorObservation& tensor = c.before(one.reg);
            return row_of(one.field).scope == FieldScope::Gradient && tensor.is_leaf != 0 && tensor.retains_grad != 0;
          }},
    Place{"gradients of what retains them",
          [](const Circumstances& c, const Difference& one) {
            return (row_of(one.field).scope == FieldScope::Gradient && c.before(one.reg).retains_grad != 0) ||
                   c.is_gradient(one.reg);
          }},
    Place{"gradients of views without history",
          [](const Circumstances& c, const Difference& one) {
            const spec::TensorObservation& tensor = c.before(one.reg);
            return row_of(one.field).scope == FieldScope::Gradient && tensor.is_leaf != 0 && tensor.is_view != 0;
          }},
    Place{"gradients, and what was passed as one",
          [](const Circumstances& c, const Difference& one) { return is_gradient(c, one) || c.was_passed(one.reg); }},
    Place{"gradients on another storage",
          [](const Circumstances& c, const Difference& one) { return also_differs(c, one, Field::GradStorage); }},
};

}  // namespace

const Place* place_named(std::string_view name) {
  const auto at = std::find_if(kPlaces.begin(), kPlaces.end(), [&](const Place& place) { return place.name == name; });
  return at == kPlaces.end() ? nullptr : &*at;
}

std::vector<std::string_view> place_names() {
  std::vector<std::string_view> out;
  for (const Place& place : kPlaces) out.push_back(place.name);
  return out;
}

}  // namespace modecheck::properties
