// Declares caffe2::TypeMeta.
#pragma once

#include "engine/core/types/type_meta.h"
