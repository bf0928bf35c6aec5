#include "properties/known/location.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace modecheck::properties {
namespace {

// Whether the register of the difference `one` also differs in `field`.
bool also_differs(const MismatchContext& c, const Difference& one, Field field) {
  const auto& all = c.mismatch().differences;
  return std::any_of(all.begin(), all.end(),
                     [&](const Difference& other) { return other.reg == one.reg && other.field == field; });
}

// Whether the subject puts the register's gradient on the storage of one of the command's results.
bool shares_with_result(const MismatchContext& c, const Difference& one) {
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    if (one.field == Field::GradStorage && c.is_result(reg) && one.observed == fmt::format("r{}", reg)) return true;
  return false;
}

bool is_gradient(const MismatchContext& c, const Difference& one) {
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

// Whether the strides differ only in dimensions of size 1, where no stride reaches another element.
bool leads_to_the_same_elements(const MismatchContext& c, const Difference& one) {
  if (one.field != Field::Strides) return false;
  const spec::TensorObservation& tensor = c.after(one.reg);
  const std::vector<std::int64_t> expected = numbers_in(one.expected);
  const std::vector<std::int64_t> observed = numbers_in(one.observed);
  if (expected.size() != tensor.rank || observed.size() != tensor.rank) return false;
  for (std::size_t i = 0; i < tensor.rank; ++i)
    if (tensor.sizes[i] != 1 && expected[i] != observed[i]) return false;
  return true;
}

constexpr std::array kLocations{
    Location{"anywhere", [](const MismatchContext&, const Difference&) { return true; }},
    Location{"what is written", [](const MismatchContext& c, const Difference& one) { return c.is_written(one); }},
    Location{"operands and what shares their storages",
             [](const MismatchContext& c, const Difference& one) { return c.is_on_operand(one); }},
    // The location covers every tensor that shares the version counter of a written tensor, even on another storage.
    Location{"versions that move",
             [](const MismatchContext& c, const Difference& one) {
               return one.field == Field::Version && c.before(one.reg).version != c.after(one.reg).version;
             }},
    Location{"results", [](const MismatchContext& c, const Difference& one) { return c.is_result(one.reg); }},
    Location{"results, in dimensions of one element",
             [](const MismatchContext& c, const Difference& one) {
               return c.is_result(one.reg) && leads_to_the_same_elements(c, one);
             }},
    Location{"results of another storage size, and gradients on their storage",
             [](const MismatchContext& c, const Difference& one) {
               return (c.is_result(one.reg) && also_differs(c, one, Field::StorageBytes)) || shares_with_result(c, one);
             }},
    Location{"not the results", [](const MismatchContext& c, const Difference& one) { return !c.is_result(one.reg); }},
    // The location covers registers with a stale view: a view whose base was written since, so that its grad_fn must be
    // regenerated (W5). It leaves out registers into which the command stored a result.
    Location{"stale views", [](const MismatchContext& c,
                               const Difference& one) { return !c.is_result(one.reg) && c.is_stale(one.reg); }},
    Location{"what is written, and stale operands",
             [](const MismatchContext& c, const Difference& one) {
               return c.is_written(one) || (c.is_operand(one.reg) && c.is_stale(one.reg));
             }},
    Location{"gradients", is_gradient},
    Location{"gradients of leaves that retain theirs",
             [](const MismatchContext& c, const Difference& one) {
               const spec::TensorObservation& tensor = c.before(one.reg);
               return row_of(one.field).scope == FieldScope::Gradient && tensor.is_leaf != 0 &&
                      tensor.retains_grad != 0;
             }},
    Location{"gradients of what retains them",
             [](const MismatchContext& c, const Difference& one) {
               return (row_of(one.field).scope == FieldScope::Gradient && c.before(one.reg).retains_grad != 0) ||
                      c.is_gradient(one.reg);
             }},
    Location{"gradients of views without history",
             [](const MismatchContext& c, const Difference& one) {
               const spec::TensorObservation& tensor = c.before(one.reg);
               return row_of(one.field).scope == FieldScope::Gradient && tensor.is_leaf != 0 && tensor.is_view != 0;
             }},
    Location{
        "gradients, and what was passed as one",
        [](const MismatchContext& c, const Difference& one) { return is_gradient(c, one) || c.was_passed(one.reg); }},
    Location{"gradients on another storage",
             [](const MismatchContext& c, const Difference& one) { return also_differs(c, one, Field::GradStorage); }},
};

}  // namespace

const Location* location_named(std::string_view name) {
  const auto at =
      std::find_if(kLocations.begin(), kLocations.end(), [&](const Location& place) { return place.name == name; });
  return at == kLocations.end() ? nullptr : &*at;
}

std::vector<std::string_view> location_names() {
  std::vector<std::string_view> out;
  for (const Location& place : kLocations) out.push_back(place.name);
  return out;
}

}  // namespace modecheck::properties
