#include "engine/tracing/inside_composite.h"

namespace modecheck::engine {
namespace {

thread_local bool is_inside = false;

}  // namespace

InsideComposite::InsideComposite() : before_(is_inside) { is_inside = true; }
InsideComposite::~InsideComposite() { is_inside = before_; }
bool InsideComposite::any() { return is_inside; }

}  // namespace modecheck::engine
