#include "engine/jit/boxes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/archive/limits.h"
#include "engine/dispatch/dict.h"
#include "engine/dispatch/tuple.h"
#include "engine/script/convert.h"
#include "engine/script/dict.h"
#include "engine/script/list.h"
#include "engine/script/object.h"
#include "engine/script/tuple.h"

namespace modecheck::engine::jit {

namespace {

void check_box_depth(std::size_t depth) {
  MODECHECK_CHECK(depth <= archives::kMostPickleDepth, ErrorClass::Argument, "torch::jit: values are nested more than ",
                  archives::kMostPickleDepth, " deep, which is the bound; does one contain itself?");
}

bool is_container(const script::Value& value) {
  return value.is_list() || value.is_dict() || value.is_tuple() || value.is_object();
}

c10::IValue box_at(const script::Value& value, const SourceRef& source, std::size_t depth) {
  check_box_depth(depth);
  if (value.is_object()) return c10::detail::ScriptObject{value.object(), source};
  if (value.is_tuple()) {
    std::vector<c10::IValue> elements;
    for (const script::Value& item : value.tuple()->items) elements.push_back(box_at(item, source, depth + 1));
    return c10::ivalue::Tuple::create(std::move(elements));
  }
  if (value.is_dict()) {
    c10::GenericDict out;
    for (const auto& [key, item] : value.dict()->entries())
      out.insert(box_at(key, source, depth + 1), box_at(item, source, depth + 1));
    return {out};
  }
  if (value.is_list() && std::any_of(value.list()->items.begin(), value.list()->items.end(), is_container)) {
    std::vector<c10::IValue> items;
    for (const script::Value& item : value.list()->items) items.push_back(box_at(item, source, depth + 1));
    return {items};
  }
  return script::to_ivalue(value);
}

script::Value value_at(const c10::IValue& box, std::size_t depth) {
  check_box_depth(depth);
  if (box.isObject()) return box.toScriptObject().object;
  if (box.isGenericDict()) {
    auto out = std::make_shared<script::Dict>();
    for (const auto& entry : box.toGenericDict())
      out->set(value_at(entry.key(), depth + 1), value_at(entry.value(), depth + 1));
    return out;
  }
  if (!box.isTuple() && !box.isList()) return script::from_ivalue(box);
  std::vector<script::Value> items;
  for (const c10::IValue& item : box.isTuple() ? box.toTupleRef().elements() : box.toListRef())
    items.push_back(value_at(item, depth + 1));
  return box.isTuple() ? script::Value::tuple(std::move(items)) : script::Value::list(std::move(items));
}

}  // namespace

c10::IValue to_box(const script::Value& value, const SourceRef& source) { return box_at(value, source, 0); }
script::Value from_box(const c10::IValue& box) { return value_at(box, 0); }

}  // namespace modecheck::engine::jit
