// at::indexing::Ellipsis, an index that stands for all dimensions that no other entry indexes.
#pragma once

namespace at {
inline namespace modecheck_v1 {
namespace indexing {

struct EllipsisIndexType final {};
inline constexpr EllipsisIndexType Ellipsis{};

}  // namespace indexing
}  // namespace modecheck_v1
}  // namespace at
