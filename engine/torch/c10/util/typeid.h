// caffe2::TypeMeta.
#pragma once

#include "engine/core/type_meta.h"
