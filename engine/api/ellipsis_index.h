// at::indexing::Ellipsis: as many whole dimensions as are not indexed otherwise.
#pragma once

namespace at {
inline namespace modecheck_v1 {
namespace indexing {

struct EllipsisIndexType final {};
inline constexpr EllipsisIndexType Ellipsis{};

}  // namespace indexing
}  // namespace modecheck_v1
}  // namespace at
