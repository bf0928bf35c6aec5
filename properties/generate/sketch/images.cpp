// Windows, borders, convolutions, other sizes of images, as the sketch foresees them.
#include <algorithm>

#include "properties/generate/sketch/families.h"
#include "spec/program/operator_id.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

Foreseen foresee_image(const SketchCall& call, SketchResult& result) {
  const Record& record = call.record;
  const OperationFacts& facts = call.facts;
  const SketchTensor& a = call.operand(0);
  const SketchTensor& b = call.operand(1);
  const SketchTensor& c = call.operand(2);
  Shape& shape = result.shape;
  switch (facts.call_shape) {
    case CallShape::Border: {
      if (a.shape.rank != facts.spatial + 1 && a.shape.rank != facts.spatial + 2) return Foreseen::Error;
      if (record.immediates[0] != 2 * facts.spatial || a.shape.numel() == 0) return Foreseen::Error;
      const bool reflects = record.operation != spec::id_of<spec::operators::replication_pad2d>() &&
                            record.operation != spec::id_of<spec::operators::replication_pad3d>();
      for (int i = 0; i < facts.spatial; ++i) {
        const int before = record.immediates[static_cast<std::size_t>(1 + 2 * i)];
        const int after = record.immediates[static_cast<std::size_t>(2 + 2 * i)];
        const int old = a.shape.last(i);
        if ((reflects && (before >= old || after >= old)) || old + before + after < 1) return Foreseen::Error;
        shape.set_last(i, old + before + after);
      }
      break;
    }
    case CallShape::AdaptivePool:
      if (a.shape.rank != facts.spatial + 1 && a.shape.rank != facts.spatial + 2) return Foreseen::Error;
      if (record.immediates[0] != facts.spatial) return Foreseen::Error;
      for (int i = 0; i < facts.spatial; ++i) {
        const int places = record.immediates[static_cast<std::size_t>(facts.spatial - i)];
        if (a.shape.last(i) == 0 || places < 0) return Foreseen::Error;
        shape.set_last(i, places);
      }
      break;
    case CallShape::GridSampler:
      if (!is_grid_of(a, b) || a.shape.numel() == 0) return Foreseen::Error;
      if (a.dtype != DType::Float32 && a.dtype != DType::Float64) return Foreseen::Error;
      shape.set_last(1, b.shape.size(1));
      shape.set_last(0, b.shape.size(2));
      break;
    case CallShape::Upsample: {
      // The list of sizes, whether corners are aligned, the list of factors in quarters.
      const auto number = [&](int i) { return static_cast<int>(record.immediates[static_cast<std::size_t>(i)]); };
      const int factors = facts.immediates - 3;
      const bool sized = number(0) >= 0;
      if (a.shape.rank != 4 || a.shape.numel() == 0 || sized == (number(factors) >= 0)) return Foreseen::Error;
      if (number(sized ? 0 : factors) != 2) return Foreseen::Error;
      for (int i = 0; i < 2; ++i) {
        const int old = a.shape.last(1 - i);
        const int size = sized ? number(1 + i) : old * number(factors + 1 + i) / 4;
        if (size < 1) return Foreseen::Error;
        shape.set_last(1 - i, std::min(size, 127));
      }
      break;
    }
    case CallShape::Col2Im: {
      const auto number = [&](int list, int i) {
        return static_cast<int>(record.immediates[static_cast<std::size_t>(3 * list + 1 + i)]);
      };
      for (int list = 0; list < 5; ++list)
        if (record.immediates[static_cast<std::size_t>(3 * list)] != 2) return Foreseen::Error;
      if ((a.shape.rank != 2 && a.shape.rank != 3) || a.shape.numel() == 0) return Foreseen::Error;
      int places = 1;
      for (int i = 0; i < 2; ++i) {
        if (number(0, i) < 1 || number(1, i) < 1 || number(2, i) < 1 || number(3, i) < 0 || number(4, i) < 1)
          return Foreseen::Error;
        const int room = number(0, i) + 2 * number(3, i) - number(2, i) * (number(1, i) - 1) - 1;
        if (room < 0) return Foreseen::Error;
        places *= room / number(4, i) + 1;
      }
      const int kernel = number(1, 0) * number(1, 1);
      if (a.shape.last(0) != places || a.shape.last(1) % kernel != 0) return Foreseen::Error;
      shape.set_last(1, a.shape.last(1) / kernel);
      shape.set_last(0, number(0, 0));
      shape.insert(shape.rank, number(0, 1));
      break;
    }
    case CallShape::Convolution: {
      const int spatial = a.shape.rank - 2;
      if (spatial < 1 || b.shape.rank != a.shape.rank || a.dtype != b.dtype) return Foreseen::Error;
      if (a.shape.numel() == 0 || b.shape.numel() == 0) return Foreseen::Error;
      const auto number = [&](int first, int i) {
        const std::size_t at = static_cast<std::size_t>(first);
        return static_cast<int>(
            record.immediates[at + (record.immediates[at] == 1 ? 1 : 1 + static_cast<std::size_t>(i))]);
      };
      for (const std::size_t list : {std::size_t{1}, std::size_t{4}, std::size_t{7}, std::size_t{11}})
        if (record.immediates[list] != 1 && record.immediates[list] != spatial) return Foreseen::Error;
      const bool transposed = record.immediates[10] != 0;
      const int groups = record.immediates[14];
      if (groups < 1 || b.shape.size(0) % groups != 0) return Foreseen::Error;
      const int inward = transposed ? b.shape.size(0) : b.shape.size(1) * groups;
      const int outward = transposed ? b.shape.size(1) * groups : b.shape.size(0);
      if (a.shape.size(1) != inward) return Foreseen::Error;
      if (record.immediates[0] != 0 && (c.dtype != a.dtype || c.shape.rank != 1 || c.shape.last(0) != outward))
        return Foreseen::Error;
      shape.set(1, outward);
      for (int i = 0; i < spatial; ++i) {
        const int stride = number(1, i);
        const int padding = number(4, i);
        const int dilation = number(7, i);
        const int more = number(11, i);
        if (stride < 1 || padding < 0 || dilation < 1 || more < 0) return Foreseen::Error;
        const int reach = dilation * (b.shape.size(2 + i) - 1) + 1;
        const int old = a.shape.size(2 + i);
        if (transposed && more >= stride && more >= dilation) return Foreseen::Error;
        const int room = old + 2 * padding - reach;
        const int size = transposed ? (old - 1) * stride - 2 * padding + reach + more
                         : room < 0 ? 0
                                    : room / stride + 1;
        if (size < 1) return Foreseen::Error;
        shape.set(2 + i, std::min(size, 127));
      }
      break;
    }
    case CallShape::AvgPool:
    case CallShape::MaxPool: {
      if (a.shape.rank != facts.spatial + 1 && a.shape.rank != facts.spatial + 2) return Foreseen::Error;
      if (a.shape.numel() == 0) return Foreseen::Error;
      // Four lists with room for a number for each dimension: of the kernel, the stride, the padding, the dilation.
      const int room = facts.spatial + 1;
      const auto number = [&](int list, int dimension) {
        const std::size_t at = static_cast<std::size_t>(list * room);
        const int length = record.immediates[at];
        return static_cast<int>(record.immediates[at + (length == 1 ? 1 : 1 + static_cast<std::size_t>(dimension))]);
      };
      const bool holes = facts.call_shape == CallShape::MaxPool;
      const bool ceils = record.immediates[static_cast<std::size_t>((holes ? 4 : 3) * room)] != 0;
      for (int i = 0; i < facts.spatial; ++i) {
        const int kernel = number(0, i);
        const int stride = record.immediates[static_cast<std::size_t>(room)] == 0 ? kernel : number(1, i);
        const int padding = number(2, i);
        const int dilation = holes ? number(3, i) : 1;
        if (kernel < 1 || stride < 1 || dilation < 1 || padding < 0 || padding > kernel / 2) return Foreseen::Error;
        const int size = a.shape.last(facts.spatial - 1 - i);
        const int reached = size + 2 * padding - dilation * (kernel - 1) - 1 + (ceils ? stride - 1 : 0);
        if (reached < 0 || (facts.spatial == 3 && !holes && size < kernel)) return Foreseen::Error;
        int places = reached / stride + 1;
        if (ceils && (places - 1) * stride >= size + padding) --places;
        shape.set_last(facts.spatial - 1 - i, places);
      }
      break;
    }
    default:
      break;
  }
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
