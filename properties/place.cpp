#include "properties/place.h"

#include <algorithm>
#include <array>

namespace modecheck::properties {
namespace {

constexpr std::array kPlaces{
    Place{"anywhere", [](const Circumstances&, const Difference&) { return true; }},
    Place{"what is written", [](const Circumstances& c, const Difference& one) { return c.is_written(one); }},
    Place{"results", [](const Circumstances& c, const Difference& one) { return c.is_result(one.reg); }},
    Place{"not the results", [](const Circumstances& c, const Difference& one) { return !c.is_result(one.reg); }},
    Place{"views", [](const Circumstances& c, const Difference& one) { return c.before(one.reg).is_view != 0; }},
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
