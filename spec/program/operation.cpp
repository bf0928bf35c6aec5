#include "spec/program/operation.h"

#include <array>
#include <type_traits>

#include "spec/operators/catalogue.h"
#include "spec/program/builtin_commands.h"
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
    case Family::Foreach:
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
struct Means<Row, std::void_t<typename Row::alias_of>> {
  static constexpr operators::Family family = Row::alias_of::family;
  static constexpr OperationId id = id_of<typename Row::alias_of>();
};
template <typename Row, typename = void>
struct Like {
  static constexpr operators::Family family = Means<Row>::family;
  static constexpr OperationId id = 0;
};
template <typename Row>
struct Like<Row, std::void_t<typename Row::resembles>> {
  static constexpr operators::Family family = Row::resembles::family;
  static constexpr OperationId id = id_of<typename Row::resembles>();
};
template <typename Row, typename = void>
struct Each {
  static constexpr OperationId id = 0;
};
template <typename Row>
struct Each<Row, std::void_t<typename Row::foreach_of>> {
  static constexpr OperationId id = id_of<typename Row::foreach_of>();
};

template <typename Row, typename = void>
struct Computes {
  static constexpr OperationId id = 0;
};
template <typename Row>
struct Computes<Row, std::void_t<typename Row::out_of>> {
  static constexpr OperationId id = id_of<typename Row::out_of>();
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
  out.alias_of = Means<Row>::id;
  out.foreach_of = Each<Row>::id;
  out.resembles = Like<Row>::id;
  out.out_of = Computes<Row>::id;
  return out;
}

constexpr Operation operation_of(std::size_t builtin) {
  Operation out;
  out.schema = operators::parse(builtin_commands[builtin].schema);
  out.name = out.schema.qualified_name;
  out.kind = builtin_commands[builtin].kind;
  out.group = builtin_commands[builtin].group;
  out.builtin = static_cast<BuiltinCommand>(builtin);
  return out;
}

constexpr std::size_t kOperations = kBuiltinCommands + operators::Catalogue::size;
static_assert(kOperations <= kMostOperations);

template <typename... Rows>
constexpr std::array<Operation, kOperations> make_operations(operators::List<Rows...>) {
  // Make the rows in a braced list and not in a fold expression, because compilers limit how deep a fold may nest.
  constexpr std::array<Operation, sizeof...(Rows)> rows{operation_of<Rows>()...};
  std::array<Operation, kOperations> out{};
  for (std::size_t builtin = 0; builtin < kBuiltinCommands; ++builtin) out[builtin] = operation_of(builtin);
  for (std::size_t i = 0; i < rows.size(); ++i) out[kBuiltinCommands + i] = rows[i];
  return out;
}

constexpr std::array<Operation, kOperations> kTable = make_operations(operators::Catalogue{});

}  // namespace

Operations operations() { return {kTable.data(), kTable.size()}; }
const Operation& operation(OperationId id) { return kTable[id]; }
int operator_count() { return operators::Catalogue::size; }

bool draws_random_numbers(const Operation& row) {
  const Operation& drawn = row.resembles != 0 ? kTable[row.resembles] : row;
  return drawn.family == operators::Family::Random || row.schema.name == "rand" || row.schema.name == "randn" ||
         row.schema.name == "randint" || row.schema.name == "randperm";
}

int find_operation(std::string_view name) {
  for (std::size_t id = 0; id < kOperations; ++id)
    if (kTable[id].name == name) return static_cast<int>(id);
  return -1;
}

}  // namespace modecheck::spec
