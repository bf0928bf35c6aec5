// The builtins of TorchScript for lists, dictionaries and tuples.
#include <algorithm>
#include <array>

#include "engine/core/errors/error.h"
#include "engine/script/builtin.h"
#include "engine/script/dict.h"
#include "engine/script/limits.h"
#include "engine/script/list.h"
#include "engine/script/tuple.h"
#include "engine/script/value_functions.h"

namespace modecheck::engine::script {
namespace {

using Arguments = std::vector<Value>;

bool is_sequence(const Value& value) { return value.is_list() || value.is_tuple(); }

// Returns the place in a sequence of this length. A negative index counts from the end.
std::size_t place_in(std::int64_t index, std::size_t length) {
  const auto count = static_cast<std::int64_t>(length);
  MODECHECK_CHECK(index >= -count && index < count, ErrorClass::Index, "TorchScript: list index out of range: index ",
                  index, " of ", length, " elements");
  return static_cast<std::size_t>(index < 0 ? index + count : index);
}

std::vector<Value>& items_of(const Value& list) { return list.list()->items; }

void check_growth(std::size_t length) {
  MODECHECK_CHECK(length <= kMostElements, ErrorClass::OutOfMemory, "TorchScript: a list has more than ", kMostElements,
                  " elements, which is the most that is allowed");
}

bool length(Arguments& a, Value& out) {
  std::size_t count = 0;
  if (is_sequence(a[0]))
    count = a[0].elements().size();
  else if (a[0].is_dict())
    count = a[0].dict()->size();
  else if (a[0].is_string())
    count = a[0].string().size();
  else if (a[0].is_tensor() && a[0].tensor().dim() > 0)
    count = static_cast<std::size_t>(a[0].tensor().size(0));
  else
    return false;
  out = Value(static_cast<std::int64_t>(count));
  return true;
}

bool get_item(Arguments& a, Value& out) {
  if (is_sequence(a[0])) {
    out = a[0].elements()[place_in(a[1].integer(), a[0].elements().size())];
  } else if (a[0].is_dict()) {
    const Value* const found = a[0].dict()->find(a[1]);
    MODECHECK_CHECK(found != nullptr, ErrorClass::Index, "TorchScript: KeyError: ", to_text(a[1], true));
    out = *found;
  } else if (a[0].is_string()) {
    out = Value(std::string(1, a[0].string()[place_in(a[1].integer(), a[0].string().size())]));
  } else {
    return false;
  }
  return true;
}

bool set_item(Arguments& a, Value& out) {
  if (a[0].is_list())
    items_of(a[0])[place_in(a[1].integer(), items_of(a[0]).size())] = a[2];
  else if (a[0].is_dict())
    a[0].dict()->set(a[1], a[2]);
  else
    return false;
  out = a[0];
  return true;
}

bool delete_item(Arguments& a, Value& out) {
  if (a[0].is_list()) {
    std::vector<Value>& items = items_of(a[0]);
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(place_in(a[1].integer(), items.size())));
  } else if (a[0].is_dict()) {
    MODECHECK_CHECK(a[0].dict()->erase(a[1]), ErrorClass::Index, "TorchScript: KeyError: ", to_text(a[1], true));
  } else {
    return false;
  }
  out = Value();
  return true;
}

// Returns the places that `[start:stop:step]` selects among `count` elements, as in Python.
std::vector<std::size_t> sliced_places(const Arguments& a, std::int64_t count) {
  const std::int64_t step = a.size() > 3 && !a[3].is_none() ? a[3].integer() : 1;
  MODECHECK_CHECK(step != 0, ErrorClass::Argument, "TorchScript: slice step cannot be zero");
  const std::int64_t lowest = step > 0 ? 0 : -1;
  const std::int64_t highest = step > 0 ? count : count - 1;
  const auto bound = [&](std::size_t place, std::int64_t otherwise) {
    if (a.size() <= place || a[place].is_none()) return otherwise;
    const std::int64_t index = a[place].integer();
    return std::clamp(index < 0 ? std::max(index, -count - 1) + count : index, lowest, highest);
  };
  const std::int64_t first = bound(1, step > 0 ? lowest : highest);
  const std::int64_t last = bound(2, step > 0 ? highest : lowest);
  // A longer step ends the loop as well as one of count + 1, and cannot overflow.
  const std::int64_t stride = std::clamp(step, -count - 1, count + 1);
  std::vector<std::size_t> out;
  for (std::int64_t i = first; step > 0 ? i < last : i > last; i += stride) out.push_back(static_cast<std::size_t>(i));
  return out;
}

bool slice(Arguments& a, Value& out) {
  if (a[0].is_string()) {
    std::string text;
    for (const std::size_t place : sliced_places(a, static_cast<std::int64_t>(a[0].string().size())))
      text += a[0].string()[place];
    out = Value(std::move(text));
    return true;
  }
  if (!is_sequence(a[0])) return false;
  std::vector<Value> items;
  for (const std::size_t place : sliced_places(a, static_cast<std::int64_t>(a[0].elements().size())))
    items.push_back(a[0].elements()[place]);
  if (a[0].is_tuple()) {
    out = Value::tuple(std::move(items));
    return true;
  }
  auto list = std::make_shared<List>();
  list->items = std::move(items);
  list->element = a[0].list()->element;
  out = Value(list);
  return true;
}

bool append(Arguments& a, Value& out) {
  if (!a[0].is_list()) return false;
  check_growth(items_of(a[0]).size() + 1);
  items_of(a[0]).push_back(a[1]);
  out = a[0];
  return true;
}
bool extend(Arguments& a, Value& out) {
  if (!a[0].is_list() || !is_sequence(a[1])) return false;
  const std::vector<Value> added = a[1].elements();
  check_growth(items_of(a[0]).size() + added.size());
  items_of(a[0]).insert(items_of(a[0]).end(), added.begin(), added.end());
  out = Value();
  return true;
}
bool insert(Arguments& a, Value& out) {
  if (!a[0].is_list()) return false;
  std::vector<Value>& items = items_of(a[0]);
  check_growth(items.size() + 1);
  const auto count = static_cast<std::int64_t>(items.size());
  const std::int64_t index = a[1].integer();
  const std::int64_t place = std::clamp<std::int64_t>(index < 0 ? std::max(index, -count) + count : index, 0, count);
  items.insert(items.begin() + place, a[2]);
  out = Value();
  return true;
}
bool pop(Arguments& a, Value& out) {
  if (a[0].is_dict()) {
    const Value* const found = a[0].dict()->find(a[1]);
    MODECHECK_CHECK(found != nullptr || a.size() > 2, ErrorClass::Index,
                    "TorchScript: KeyError: ", to_text(a[1], true));
    out = found != nullptr ? *found : a[2];
    a[0].dict()->erase(a[1]);
    return true;
  }
  if (!a[0].is_list()) return false;
  std::vector<Value>& items = items_of(a[0]);
  const std::size_t place = place_in(a.size() > 1 ? a[1].integer() : -1, items.size());
  out = items[place];
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(place));
  return true;
}

std::size_t found_at(const std::vector<Value>& items, const Value& wanted) {
  std::size_t i = 0;
  while (i < items.size() && !are_equal(items[i], wanted)) ++i;
  return i;
}
bool remove(Arguments& a, Value& out) {
  if (!a[0].is_list()) return false;
  std::vector<Value>& items = items_of(a[0]);
  const std::size_t place = found_at(items, a[1]);
  MODECHECK_CHECK(place < items.size(), ErrorClass::Argument, "TorchScript: list.remove(x): x not in list");
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(place));
  out = Value();
  return true;
}
bool index_of(Arguments& a, Value& out) {
  if (a[0].is_string()) return place_of_text(a, out);
  if (!a[0].is_list()) return false;
  const std::size_t place = found_at(items_of(a[0]), a[1]);
  MODECHECK_CHECK(place < items_of(a[0]).size(), ErrorClass::Argument, "TorchScript: ", to_text(a[1], true),
                  " is not in list");
  out = Value(static_cast<std::int64_t>(place));
  return true;
}
bool count_of(Arguments& a, Value& out) {
  if (a[0].is_string()) {
    return count_of_text(a, out);
  }
  if (!a[0].is_list()) return false;
  out = Value(static_cast<std::int64_t>(std::count_if(items_of(a[0]).begin(), items_of(a[0]).end(),
                                                      [&](const Value& one) { return are_equal(one, a[1]); })));
  return true;
}
bool contains(Arguments& a, Value& out) {
  if (a[0].is_dict())
    out = Value(a[0].dict()->find(a[1]) != nullptr);
  else if (a[0].is_string())
    out = Value(a[0].string().find(a[1].string()) != std::string::npos);
  else if (is_sequence(a[0]))
    out = Value(found_at(a[0].elements(), a[1]) < a[0].elements().size());
  else
    return false;
  return true;
}
bool reverse(Arguments& a, Value& out) {
  if (!a[0].is_list()) return false;
  std::reverse(items_of(a[0]).begin(), items_of(a[0]).end());
  out = Value();
  return true;
}
bool clear(Arguments& a, Value& out) {
  if (a[0].is_dict())
    a[0].dict()->clear();
  else if (a[0].is_list())
    items_of(a[0]).clear();
  else
    return false;
  out = Value();
  return true;
}

// Orders numbers, strings and tuples of them. A tensor or an object has no order.
class Order {
 public:
  bool comes_before(const Value& x, const Value& y) { return compared(x, y, 0) < 0; }

 private:
  template <typename T>
  static int sign(const T& x, const T& y) {
    return x < y ? -1 : y < x ? 1 : 0;
  }
  // Returns a negative number, 0 or a positive number.
  int compared(const Value& x, const Value& y, int depth) {
    // A sort compares an element many times.
    MODECHECK_CHECK(depth == 0 || ++visits_ <= kMostSortVisits, ErrorClass::Argument, "TorchScript: more than ",
                    kMostSortVisits, " elements of tuples are compared in one sort");
    if (x.is_string() && y.is_string()) return sign(x.string(), y.string());
    if (x.is_int() && y.is_int()) return sign(x.integer(), y.integer());
    if (x.is_number() && y.is_number()) return sign(x.real(), y.real());
    if (!x.is_tuple() || !y.is_tuple() || depth >= kMostValueNesting)
      raise(ErrorClass::Argument, "TorchScript: values of the types ", x.type_name(), " and ", y.type_name(),
            " cannot be sorted; numbers, strings and tuples of them can");
    const std::vector<Value>& a = x.elements();
    const std::vector<Value>& b = y.elements();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
      if (const int order = compared(a[i], b[i], depth + 1); order != 0) return order;
    return sign(a.size(), b.size());
  }

  std::size_t visits_ = 0;  // in all comparisons that one sort makes
};
// Merges sorted halves. A NaN or a changing order cannot make this read outside of the list, unlike std::sort.
void sort_values(std::vector<Value>& items, bool is_reversed) {
  Order order;
  std::stable_sort(items.begin(), items.end(), [&](const Value& x, const Value& y) {
    return is_reversed ? order.comes_before(y, x) : order.comes_before(x, y);
  });
}
bool sort(Arguments& a, Value& out) {
  if (!a[0].is_list()) return false;
  std::vector<Value> items = items_of(a[0]);
  sort_values(items, a.size() > 1 && a[1].is_bool() && a[1].boolean());
  items_of(a[0]) = std::move(items);
  out = Value();
  return true;
}
bool copied(Arguments& a, Value& out) {
  if (a[0].is_dict()) {
    auto dict = std::make_shared<Dict>();
    for (const auto& [key, value] : a[0].dict()->entries()) dict->set(key, value);
    dict->key = a[0].dict()->key;
    dict->value = a[0].dict()->value;
    out = Value(dict);
    return true;
  }
  auto list = std::make_shared<List>();
  if (is_sequence(a[0])) {
    list->items = a[0].elements();
    if (a[0].is_list()) list->element = a[0].list()->element;
  } else if (a[0].is_string()) {
    for (const char c : a[0].string()) list->items.emplace_back(std::string(1, c));
  } else {
    return false;
  }
  out = Value(list);
  return true;
}
bool sorted(Arguments& a, Value& out) {
  if (!is_sequence(a[0]) || !copied(a, out)) return false;
  sort_values(items_of(out), a.size() > 1 && a[1].is_bool() && a[1].boolean());
  return true;
}
bool list_of(Arguments& a, Value& out) {
  if (a.empty()) {
    out = Value::list({});
    return true;
  }
  if (a[0].is_dict()) {
    std::vector<Value> keys;
    for (const auto& [key, value] : a[0].dict()->entries()) keys.push_back(key);
    out = Value::list(std::move(keys));
    return true;
  }
  return copied(a, out);
}
bool tuple_of(Arguments& a, Value& out) {
  if (!is_sequence(a[0])) return false;
  out = Value::tuple(a[0].elements());
  return true;
}

bool keys(Arguments& a, Value& out) {
  if (!a[0].is_dict()) return false;
  auto list = std::make_shared<List>();
  for (const auto& [key, value] : a[0].dict()->entries()) list->items.push_back(key);
  list->element = a[0].dict()->key;
  out = Value(list);
  return true;
}
bool values(Arguments& a, Value& out) {
  if (!a[0].is_dict()) return false;
  auto list = std::make_shared<List>();
  for (const auto& [key, value] : a[0].dict()->entries()) list->items.push_back(value);
  list->element = a[0].dict()->value;
  out = Value(list);
  return true;
}
bool items(Arguments& a, Value& out) {
  if (!a[0].is_dict()) return false;
  std::vector<Value> pairs;
  for (const auto& [key, value] : a[0].dict()->entries()) pairs.push_back(Value::tuple({key, value}));
  out = Value::list(std::move(pairs));
  return true;
}
bool get(Arguments& a, Value& out) {
  if (!a[0].is_dict()) return false;
  const Value* const found = a[0].dict()->find(a[1]);
  out = found != nullptr ? *found : a.size() > 2 ? a[2] : Value();
  return true;
}
bool set_default(Arguments& a, Value& out) {
  if (!a[0].is_dict()) return false;
  if (a[0].dict()->find(a[1]) == nullptr) a[0].dict()->set(a[1], a[2]);
  out = *a[0].dict()->find(a[1]);
  return true;
}
bool update(Arguments& a, Value& out) {
  if (!a[0].is_dict() || !a[1].is_dict()) return false;
  const std::vector<Dict::Entry> added = a[1].dict()->entries();
  for (const auto& [key, value] : added) a[0].dict()->set(key, value);
  out = Value();
  return true;
}
// As in TorchScript, the oldest entry is taken, and not the newest one as in Python.
bool pop_item(Arguments& a, Value& out) {
  if (!a[0].is_dict()) return false;
  MODECHECK_CHECK(a[0].dict()->size() > 0, ErrorClass::Index, "TorchScript: popitem(): dictionary is empty");
  const Dict::Entry first = a[0].dict()->entries().front();
  a[0].dict()->erase(first.first);
  out = Value::tuple({first.first, first.second});
  return true;
}
bool dict_of(Arguments& a, Value& out) {
  if (a.size() == 1 && a[0].is_dict()) return copied(a, out);
  auto dict = std::make_shared<Dict>();
  if (a.size() == 1) {
    if (!a[0].is_list()) return false;
    for (const Value& pair : a[0].elements()) {
      MODECHECK_CHECK(pair.is_tuple() && pair.elements().size() == 2, ErrorClass::Argument,
                      "TorchScript: dict() takes a list of pairs");
      dict->set(pair.elements()[0], pair.elements()[1]);
    }
  }
  out = Value(dict);
  return true;
}

bool all_of(Arguments& a, Value& out) {
  if (!a[0].is_list()) return false;
  out = Value(std::all_of(a[0].elements().begin(), a[0].elements().end(), truth));
  return true;
}
bool any_of(Arguments& a, Value& out) {
  if (!a[0].is_list()) return false;
  out = Value(std::any_of(a[0].elements().begin(), a[0].elements().end(), truth));
  return true;
}
bool sum_of(Arguments& a, Value& out) {
  if (!a[0].is_list()) return false;
  const Builtin* const add = find_builtin("aten::add");
  const TypeRef& element = a[0].list()->element;
  out = element != nullptr && element->kind == TypeKind::Float ? Value(0.0) : Value(std::int64_t{0});
  for (const Value& one : a[0].elements()) {
    std::vector<Value> pair{out, one};
    if (!add->run(pair, out)) return false;
  }
  return true;
}

// Returns what a loop over the value visits: the elements, the keys, the characters or the rows.
std::vector<Value> visited(const Value& value) {
  if (is_sequence(value)) return value.elements();
  Arguments arguments{value};
  Value out;
  if (value.is_tensor()) {
    std::vector<Value> rows;
    for (at::Tensor& row : value.tensor().unbind(0)) rows.emplace_back(std::move(row));
    return rows;
  }
  MODECHECK_CHECK(list_of(arguments, out), ErrorClass::Argument, "TorchScript: a value of type ", value.type_name(),
                  " cannot be iterated over; lists, tuples, dictionaries, strings and tensors can");
  return out.elements();
}
bool enumerate(Arguments& a, Value& out) {
  std::vector<Value> pairs;
  std::int64_t number = a.size() > 1 && !a[1].is_none() ? a[1].integer() : 0;
  for (const Value& one : visited(a[0])) pairs.push_back(Value::tuple({number++, one}));
  out = Value::list(std::move(pairs));
  return true;
}
bool zip(Arguments& a, Value& out) {
  std::vector<std::vector<Value>> columns;
  for (const Value& one : a) columns.push_back(visited(one));
  std::size_t rows = columns[0].size();
  for (const auto& column : columns) rows = std::min(rows, column.size());
  std::vector<Value> tuples;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<Value> row;
    for (const auto& column : columns) row.push_back(column[i]);
    tuples.push_back(Value::tuple(std::move(row)));
  }
  out = Value::list(std::move(tuples));
  return true;
}
bool iterated(Arguments& a, Value& out) {
  out = a[0].is_list() ? a[0] : Value::list(visited(a[0]));
  return true;
}
bool range(Arguments& a, Value& out) {
  Arguments bounds{a.size() > 1 ? a[0] : Value(0), a.size() > 1 ? a[1] : a[0], a.size() > 2 ? a[2] : Value(1)};
  find_builtin("aten::__range_length")->run(bounds, out);
  const std::int64_t count = out.integer();
  MODECHECK_CHECK(count >= 0 && static_cast<std::uint64_t>(count) <= kMostElements, ErrorClass::OutOfMemory,
                  "TorchScript: range() with ", count, " elements; a list has at most ", kMostElements);
  auto list = std::make_shared<List>();
  for (std::int64_t i = 0; i < count; ++i) list->items.emplace_back(bounds[0].integer() + i * bounds[2].integer());
  out = Value(list);
  return true;
}
bool unwrapped(Arguments& a, Value& out) {
  MODECHECK_CHECK(!a[0].is_none(), ErrorClass::Argument, "TorchScript: Unwrapping null optional");
  out = a[0];
  return true;
}

constexpr std::array kContainerBuiltins{
    Builtin{"aten::len", 1, 1, length},
    Builtin{"::len", 1, 1, length},
    Builtin{"aten::__getitem__", 2, 2, get_item},
    Builtin{"aten::select", 2, 2, get_item},
    Builtin{"aten::_set_item", 3, 3, set_item},
    Builtin{"aten::Delete", 2, 2, delete_item},
    Builtin{"aten::slice", 1, 4, slice},
    Builtin{"aten::append", 2, 2, append},
    Builtin{"aten::extend", 2, 2, extend},
    Builtin{"aten::insert", 3, 3, insert},
    Builtin{"aten::pop", 1, 3, pop},
    Builtin{"aten::remove", 2, 2, remove},
    Builtin{"aten::index", 2, 4, index_of},
    Builtin{"aten::count", 2, 4, count_of},
    Builtin{"aten::__contains__", 2, 2, contains},
    Builtin{"aten::reverse", 1, 1, reverse},
    Builtin{"aten::clear", 1, 1, clear},
    Builtin{"aten::sort", 1, 2, sort, "self reverse"},
    Builtin{"aten::sorted", 1, 2, sorted},
    Builtin{"::sorted", 1, 2, sorted, "self reverse"},
    Builtin{"aten::copy", 1, 1, copied},
    Builtin{"aten::list", 0, 1, list_of},
    Builtin{"::list", 0, 1, list_of},
    Builtin{"::tuple", 1, 1, tuple_of},
    Builtin{"aten::keys", 1, 1, keys},
    Builtin{"aten::values", 1, 1, values},
    Builtin{"aten::items", 1, 1, items},
    Builtin{"aten::get", 2, 3, get},
    Builtin{"aten::setdefault", 3, 3, set_default},
    Builtin{"aten::update", 2, 2, update},
    Builtin{"aten::popitem", 1, 1, pop_item},
    Builtin{"aten::dict", 0, 1, dict_of},
    Builtin{"::dict", 0, 1, dict_of},
    Builtin{"aten::all", 1, 1, all_of},
    Builtin{"aten::any", 1, 1, any_of},
    Builtin{"::all", 1, 1, all_of},
    Builtin{"::any", 1, 1, any_of},
    Builtin{"aten::sum", 1, 1, sum_of},
    Builtin{"::sum", 1, 1, sum_of},
    Builtin{"::enumerate", 1, 2, enumerate},
    Builtin{"::zip", 1, 16, zip},
    Builtin{"::range", 1, 3, range},
    Builtin{"prim::iterated", 1, 1, iterated},
    Builtin{"prim::unchecked_unwrap_optional", 1, 1, unwrapped},
    Builtin{"aten::_unwrap_optional", 1, 1, unwrapped},
};

}  // namespace

std::span<const Builtin> container_builtins() { return kContainerBuiltins; }

}  // namespace modecheck::engine::script
