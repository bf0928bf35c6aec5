// CMake's executables need a source of their own. Everything that the page calls is in bridge.cpp.
