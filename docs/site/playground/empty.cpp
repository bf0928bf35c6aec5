// An empty source, because CMake demands one for an executable. The functions that the page calls are in bridge.cpp.
