#include "spec/operation.h"

namespace modecheck::spec {
namespace {

template <typename... Rows>
constexpr std::array<Operation, kOperations> make_operations(operators::List<Rows...>) {
  // Those of the extras are filled in below. Not a fold: compilers nest those only so deep.
  std::array<Operation, kOperations> out{detail::operation_of<Rows>()...};
  std::size_t at = sizeof...(Rows);
  for (std::size_t extra = 0; extra < detail::extra_rows.size(); ++extra) out[at++] = detail::operation_of(extra);
  return out;
}

constexpr std::array<Operation, kOperations> kTable = make_operations(operators::Catalogue{});

}  // namespace

const std::array<Operation, kOperations>& operations() { return kTable; }

int find_operation(std::string_view name) {
  for (int id = 0; id < kOperations; ++id)
    if (kTable[static_cast<std::size_t>(id)].name == name) return id;
  return -1;
}

}  // namespace modecheck::spec
