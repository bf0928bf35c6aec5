#include "spec/program/operation.h"

#include <array>
#include <type_traits>

#include "spec/operators/catalogue.h"
#include "spec/program/extra_rows.h"
#include "spec/program/operator_id.h"

namespace modecheck::spec {
namespace {

constexpr Group group_of(const operators::Schema& schema, operators::Family family) {
  using operators::Family;
  switch (family) {
    case Family::InPlaceView:
      return Group::InPlaceView;
    case Family::Storage:
      return Group::Storage;
    case Family::Creation:
      return Group::Creation;
    case Family::View:
      return Group::View;
    case Family::MultiView:
      return Group::MultiView;
    case Family::Alias:
      return Group::Alias;
    case Family::ForEach:
      return Group::Lists;
    default:
      break;
  }
  if (schema.writes()) return schema.arguments[0].write ? Group::InPlace : Group::Out;
  switch (family) {
    case Family::Reduction:
    case Family::Softmax:
      return Group::Reduction;
    case Family::MatrixProduct:
      return Group::Matrix;
    case Family::Joining:
    case Family::Indexing:
      return Group::Joining;
    case Family::Copy:
    case Family::Fill:
      return Group::Copy;
    default:
      return Group::Pointwise;
  }
}

template <typename Row, typename = void>
struct Means {
  static constexpr operators::Family family = Row::family;
  static constexpr OperationId id = 0;
};
template <typename Row>
struct Means<Row, std::void_t<typename Row::means>> {
  static constexpr operators::Family family = Row::means::family;
  static constexpr OperationId id = id_of<typename Row::means>();
};
template <typename Row, typename = void>
struct Like {
  static constexpr operators::Family family = Means<Row>::family;
  static constexpr OperationId id = 0;
};
template <typename Row>
struct Like<Row, std::void_t<typename Row::like>> {
  static constexpr operators::Family family = Row::like::family;
  static constexpr OperationId id = id_of<typename Row::like>();
};
template <typename Row, typename = void>
struct Each {
  static constexpr OperationId id = 0;
};
template <typename Row>
struct Each<Row, std::void_t<typename Row::each>> {
  static constexpr OperationId id = id_of<typename Row::each>();
};

template <typename Row, typename = void>
struct Computes {
  static constexpr OperationId id = 0;
};
template <typename Row>
struct Computes<Row, std::void_t<typename Row::computes>> {
  static constexpr OperationId id = id_of<typename Row::computes>();
};

template <typename Row>
constexpr Operation operation_of() {
  Operation out;
  out.name = operators::schema_of<Row>.qualified_name;
  out.schema = operators::schema_of<Row>;
  out.kind = CommandKind::Operator;
  out.family = Row::family;
  out.composite = Row::composite;
  out.group = group_of(operators::schema_of<Row>, Like<Row>::family);
  out.means = Means<Row>::id;
  out.each = Each<Row>::id;
  out.like = Like<Row>::id;
  out.computes = Computes<Row>::id;
  return out;
}

constexpr Operation operation_of(std::size_t extra) {
  Operation out;
  out.schema = operators::parse(extra_rows[extra].schema);
  out.name = out.schema.qualified_name;
  out.kind = extra_rows[extra].kind;
  out.group = extra_rows[extra].group;
  out.extra = static_cast<Extra>(extra);
  return out;
}

constexpr std::size_t kOperations = kExtras + operators::Catalogue::size;
static_assert(kOperations <= kMostOperations);

template <typename... Rows>
constexpr std::array<Operation, kOperations> make_operations(operators::List<Rows...>) {
  // No fold expression, because compilers limit their nesting depth.
  constexpr std::array<Operation, sizeof...(Rows)> rows{operation_of<Rows>()...};
  std::array<Operation, kOperations> out{};
  for (std::size_t extra = 0; extra < kExtras; ++extra) out[extra] = operation_of(extra);
  for (std::size_t i = 0; i < rows.size(); ++i) out[kExtras + i] = rows[i];
  return out;
}

constexpr std::array<Operation, kOperations> kTable = make_operations(operators::Catalogue{});

}  // namespace

Operations operations() { return {kTable.data(), kTable.size()}; }
const Operation& operation(OperationId id) { return kTable[id]; }
int operator_count() { return operators::Catalogue::size; }

bool draws_random_numbers(const Operation& row) {
  const Operation& drawn = row.like != 0 ? kTable[row.like] : row;
  return drawn.family == operators::Family::Random || row.schema.name == "rand" || row.schema.name == "randn" ||
         row.schema.name == "randint" || row.schema.name == "randperm";
}

int find_operation(std::string_view name) {
  for (std::size_t id = 0; id < kOperations; ++id)
    if (kTable[id].name == name) return static_cast<int>(id);
  return -1;
}

}  // namespace modecheck::spec
