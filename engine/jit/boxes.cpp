#include "engine/jit/boxes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/archive/limits.h"
#include "engine/dispatch/dict.h"
#include "engine/dispatch/tuple.h"
#include "engine/script/convert.h"
#include "engine/script/dict.h"
#include "engine/script/limits.h"
#include "engine/script/list.h"
#include "engine/script/object.h"
#include "engine/script/tuple.h"

namespace modecheck::engine::jit {

namespace {

// The number of values that one conversion copies: a list as long as a list can be, and some more.
constexpr std::size_t kMostBoxes = script::kMostElements + (std::size_t{1} << 16);

// Counts what a conversion visits. A list can hold another one many times, so that its copy would be huge.
class Visits {
 public:
  void enter(std::size_t depth) {
    MODECHECK_CHECK(depth <= archives::kMostPickleDepth, ErrorClass::Argument,
                    "torch::jit: values are nested more than ", archives::kMostPickleDepth,
                    " deep, which is the bound; does one contain itself?");
    MODECHECK_CHECK(++count_ <= kMostBoxes, ErrorClass::Argument, "torch::jit: a value has more than ", kMostBoxes,
                    " elements, which is the bound; does it hold one list many times?");
  }

 private:
  std::size_t count_ = 0;
};

bool is_container(const script::Value& value) {
  return value.is_list() || value.is_dict() || value.is_tuple() || value.is_object();
}

c10::IValue box_at(const script::Value& value, const SourceRef& source, Visits& visits, std::size_t depth) {
  visits.enter(depth);
  if (value.is_object()) return c10::detail::ScriptObject{value.object(), source};
  if (value.is_tuple()) {
    std::vector<c10::IValue> elements;
    for (const script::Value& item : value.tuple()->items) elements.push_back(box_at(item, source, visits, depth + 1));
    return c10::ivalue::Tuple::create(std::move(elements));
  }
  if (value.is_dict()) {
    c10::GenericDict out;
    for (const auto& [key, item] : value.dict()->entries())
      out.insert(box_at(key, source, visits, depth + 1), box_at(item, source, visits, depth + 1));
    return {out};
  }
  if (value.is_list() && std::any_of(value.list()->items.begin(), value.list()->items.end(), is_container)) {
    std::vector<c10::IValue> items;
    for (const script::Value& item : value.list()->items) items.push_back(box_at(item, source, visits, depth + 1));
    return {items};
  }
  return script::to_ivalue(value);
}

script::Value value_at(const c10::IValue& box, Visits& visits, std::size_t depth) {
  visits.enter(depth);
  if (box.isObject()) return box.toScriptObject().object;
  if (box.isGenericDict()) {
    auto out = std::make_shared<script::Dict>();
    for (const auto& entry : box.toGenericDict())
      out->set(value_at(entry.key(), visits, depth + 1), value_at(entry.value(), visits, depth + 1));
    return out;
  }
  if (!box.isTuple() && !box.isList()) return script::from_ivalue(box);
  std::vector<script::Value> items;
  for (const c10::IValue& item : box.isTuple() ? box.toTupleRef().elements() : box.toListRef())
    items.push_back(value_at(item, visits, depth + 1));
  return box.isTuple() ? script::Value::tuple(std::move(items)) : script::Value::list(std::move(items));
}

}  // namespace

c10::IValue to_box(const script::Value& value, const SourceRef& source) {
  Visits visits;
  return box_at(value, source, visits, 0);
}
script::Value from_box(const c10::IValue& box) {
  Visits visits;
  return value_at(box, visits, 0);
}

}  // namespace modecheck::engine::jit
