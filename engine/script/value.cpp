#include "engine/script/value.h"

#include <bit>
#include <functional>
#include <random>

#include "engine/core/errors/error.h"
#include "engine/script/dict.h"
#include "engine/script/limits.h"
#include "engine/script/list.h"
#include "engine/script/object.h"
#include "engine/script/tuple.h"
#include "engine/script/value_functions.h"

namespace modecheck::engine::script {

void release_elements(std::vector<Value>& elements) noexcept {
  thread_local std::vector<Value>* pending = nullptr;
  if (pending != nullptr) {
    try {
      for (Value& element : elements) pending->push_back(std::move(element));
    } catch (const std::bad_alloc&) {
      // Without memory for the list of pending elements they are destroyed one inside the other.
    }
    return;
  }
  std::vector<Value> released = std::move(elements);
  pending = &released;
  while (!released.empty()) {
    const Value last = std::move(released.back());
    released.pop_back();
  }
  pending = nullptr;
}

List::~List() { release_elements(items); }
Tuple::~Tuple() { release_elements(items); }
Object::~Object() { release_elements(attributes); }

ObjectRef Object::make(ClassRef type) {
  auto out = std::make_shared<Object>();
  out->attributes.resize(type->attributes.size());
  out->type = std::move(type);
  return out;
}

Value* Object::find(const std::string& name) {
  const std::optional<std::size_t> place = type->find_attribute(name);
  return place.has_value() ? &attributes[*place] : nullptr;
}
const Value* Object::find(const std::string& name) const { return const_cast<Object*>(this)->find(name); }

std::optional<std::size_t> ClassType::find_attribute(const std::string& attribute) const {
  const auto found = attribute_places_.find(attribute);
  return found == attribute_places_.end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

const Function* ClassType::find_method(const std::string& method) const {
  const auto found = method_places_.find(method);
  return found == method_places_.end() ? nullptr : methods[found->second].get();
}

void ClassType::add_attribute(Attribute attribute) {
  attribute_places_.emplace(attribute.name, attributes.size());
  attributes.push_back(std::move(attribute));
}

void ClassType::add_method(const std::string& method, std::unique_ptr<Function> function) {
  method_places_.emplace(method, methods.size());
  methods.push_back(std::move(function));
}

const Value* ClassType::find_constant(const std::string& constant) const {
  const auto found = constants.find(constant);
  return found == constants.end() ? nullptr : &found->second;
}

Value Value::list(std::vector<Value> items) {
  auto out = std::make_shared<List>();
  out->items = std::move(items);
  return out;
}

Value Value::tuple(std::vector<Value> items) {
  auto out = std::make_shared<Tuple>();
  out->items = std::move(items);
  return TupleRef(std::move(out));
}

double Value::real() const {
  if (is_int()) return static_cast<double>(integer());
  if (is_bool()) return boolean() ? 1 : 0;
  return as<double>("a float");
}

c10::Scalar Value::scalar() const {
  if (is_int()) return integer();
  if (is_bool()) return boolean();
  if (is_complex()) return complex_number();
  return as<double>("a number");
}

const std::vector<Value>& Value::elements() const { return is_tuple() ? tuple()->items : list()->items; }

std::string Value::type_name() const {
  static constexpr const char* names[] = {"NoneType", "Tensor", "int",  "float", "complex", "bool",    "str",
                                          "Device",   "List",   "Dict", "Tuple", "object",  "function"};
  if (is_object()) return object()->type->name;
  if (is_tuple() && tuple()->type != nullptr) return tuple()->type->name;
  return names[held_.index()];
}

void Value::reject(const char* wanted) const {
  raise(ErrorClass::Argument, "TorchScript: expected ", wanted, " but got ", type_name());
}

namespace {

// Compares whole values. Lists that hold one another many times end the comparison with an error.
class Comparison {
 public:
  bool equal(const Value& a, const Value& b, int depth) {
    MODECHECK_CHECK(depth <= kMostValueNesting, ErrorClass::Argument, "TorchScript: values are nested more than ",
                    kMostValueNesting, " deep");
    MODECHECK_CHECK(++visits_ <= kMostVisits, ErrorClass::Argument, "TorchScript: more than ", kMostVisits,
                    " elements are compared at once");
    if (a.is_number() && b.is_number()) return numbers_are_equal(a, b);
    if (a.is_string()) return b.is_string() && a.string() == b.string();
    if (a.is_list()) return b.is_list() && all_equal(a.elements(), b.elements(), depth);
    if (a.is_tuple()) return b.is_tuple() && all_equal(a.elements(), b.elements(), depth);
    if (a.is_dict()) return b.is_dict() && dicts_are_equal(*a.dict(), *b.dict(), depth);
    if (a.is_tensor()) return b.is_tensor() && truth(Value(a.tensor().equal(b.tensor())));
    if (a.is_device()) return b.is_device() && a.device() == b.device();
    return is_same(a, b);
  }

 private:
  static bool numbers_are_equal(const Value& a, const Value& b) {
    if (a.is_complex() || b.is_complex()) {
      const auto number = [](const Value& v) {
        return v.is_complex() ? v.complex_number() : c10::complex<double>(v.real());
      };
      return number(a) == number(b);
    }
    if (a.is_float() || b.is_float()) return a.real() == b.real();
    const auto whole = [](const Value& v) { return v.is_bool() ? std::int64_t{v.boolean()} : v.integer(); };
    return whole(a) == whole(b);
  }
  bool all_equal(const std::vector<Value>& a, const std::vector<Value>& b, int depth) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!equal(a[i], b[i], depth + 1)) return false;
    return true;
  }
  bool dicts_are_equal(const Dict& a, Dict& b, int depth) {
    if (a.size() != b.size()) return false;
    for (const auto& [key, value] : a.entries()) {
      const Value* const other = b.find(key);
      if (other == nullptr || !equal(value, *other, depth + 1)) return false;
    }
    return true;
  }

  std::size_t visits_ = 0;
};

// Two numbers that differ between processes, so that no archive can choose keys with one hash.
struct HashSecret {
  HashSecret() {
    std::random_device device;
    const auto number = [&] { return std::uint64_t{device()} << 32 | device(); };
    start = number();
    factor = number() | 1;
  }
  std::uint64_t start = 0;
  std::uint64_t factor = 0;
};

std::size_t hash_of_bits(std::uint64_t bits) {
  static const HashSecret secret;
  bits = (bits ^ secret.start) * secret.factor;
  bits = (bits ^ bits >> 32) * 0x9FB21C651E98DF25u;
  return static_cast<std::size_t>((bits ^ bits >> 28) * secret.factor ^ bits >> 31);
}
__extension__ typedef unsigned __int128 Wide;
// Evaluates a polynomial whose coefficients are the bytes, modulo the prime 2^61 - 1 and at a secret place.
std::size_t hash_of_text(const std::string& text) {
  static const HashSecret secret;
  constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
  const std::uint64_t place = secret.start % (prime - 256) + 256;
  std::uint64_t out = text.size() % prime;
  for (const char c : text) {
    const Wide product = static_cast<Wide>(out) * place + static_cast<unsigned char>(c) + 1;
    out = static_cast<std::uint64_t>(product & prime) + static_cast<std::uint64_t>(product >> 61);
    if (out >= prime) out -= prime;
  }
  return hash_of_bits(out);
}
std::size_t hash_of_real(double value) { return hash_of_bits(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value)); }

std::size_t hash_of(const Value& key) {
  if (key.is_string()) return hash_of_text(key.string());
  if (key.is_int()) return hash_of_bits(static_cast<std::uint64_t>(key.integer()));
  if (key.is_bool()) return hash_of_bits(key.boolean() ? 1 : 0);
  if (key.is_float()) return hash_of_real(key.real());
  if (key.is_complex())
    return hash_of_real(key.complex_number().real()) * 31 + hash_of_real(key.complex_number().imag());
  if (key.is_tensor()) return std::hash<const void*>()(key.tensor().unsafeGetTensorImpl());
  if (key.is_device()) return std::hash<c10::Device>()(key.device());
  raise(ErrorClass::Argument, "TorchScript: a value of type ", key.type_name(),
        " cannot be the key of a dictionary; a key is a str, a number, a Device or a Tensor");
}

bool is_same_key(const Value& a, const Value& b) {
  if (a.is_tensor() || b.is_tensor())
    return a.is_tensor() && b.is_tensor() && a.tensor().unsafeGetTensorImpl() == b.tensor().unsafeGetTensorImpl();
  return are_equal(a, b);
}

}  // namespace

bool are_equal(const Value& a, const Value& b) { return Comparison().equal(a, b, 0); }

bool is_same(const Value& a, const Value& b) {
  if (a.is_none() || b.is_none()) return a.is_none() && b.is_none();
  if (a.is_tensor()) return b.is_tensor() && a.tensor().unsafeGetTensorImpl() == b.tensor().unsafeGetTensorImpl();
  if (a.is_list()) return b.is_list() && a.list() == b.list();
  if (a.is_dict()) return b.is_dict() && a.dict() == b.dict();
  if (a.is_tuple()) return b.is_tuple() && a.tuple() == b.tuple();
  if (a.is_object()) return b.is_object() && a.object() == b.object();
  if (a.is_function()) return b.is_function() && a.function() == b.function();
  return are_equal(a, b);
}

bool truth(const Value& value) {
  if (value.is_bool()) return value.boolean();
  if (value.is_int()) return value.integer() != 0;
  if (value.is_float()) return value.real() != 0;
  if (value.is_tensor()) return value.tensor().is_nonzero();
  if (value.is_complex()) return value.complex_number() != c10::complex<double>(0);
  raise(ErrorClass::Argument, "TorchScript: a value of type ", value.type_name(),
        " has no truth value; compare it, or take its length");
}

Value* Dict::find(const Value& wanted) {
  const auto [first, last] = places_.equal_range(hash_of(wanted));
  for (auto place = first; place != last; ++place)
    if (is_same_key(entries_[place->second].first, wanted)) return &entries_[place->second].second;
  return nullptr;
}

void Dict::set(const Value& new_key, Value new_value) {
  if (Value* const found = find(new_key)) {
    *found = std::move(new_value);
    return;
  }
  MODECHECK_CHECK(entries_.size() < kMostElements, ErrorClass::OutOfMemory, "TorchScript: a dictionary has more than ",
                  kMostElements, " entries, which is the most that is allowed");
  entries_.emplace_back(new_key, std::move(new_value));
  places_.emplace(hash_of(new_key), entries_.size() - 1);
}

bool Dict::erase(const Value& old_key) {
  const Value* const found = find(old_key);
  if (found == nullptr) return false;
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (&entries_[i].second == found) {
      entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  places_.clear();
  for (std::size_t i = 0; i < entries_.size(); ++i) places_.emplace(hash_of(entries_[i].first), i);
  return true;
}

void Dict::clear() {
  places_.clear();
  std::vector<Value> values;
  values.reserve(entries_.size());
  for (Entry& entry : entries_) values.push_back(std::move(entry.second));
  entries_.clear();
  release_elements(values);
}

}  // namespace modecheck::engine::script
