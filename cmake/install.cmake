# Says where `cmake --install` and CPack put files. The installed files find each other by relative paths, so the prefix
# may be moved. docs/INSTALL.md describes the result.
#
#   bin/modecheck                       the command
#   lib/modecheck/                      the plug-ins and the worker process; the command looks for them here
#   lib/libmodecheck_*                  the libraries: engine and spec are static, harness is shared
#   include/modecheck/                  the headers
#   lib/cmake/modecheck/                the files that find_package(modecheck) reads
#   share/modecheck/                    known mismatches, the recorder of `modecheck audit`, examples, a template
#   share/doc/modecheck/html/           the site, if scripts/docs built it before CMake configured
include(CMakePackageConfigHelpers)

set(MODECHECK_PLUGINS lib/modecheck)
set(MODECHECK_HEADERS include/modecheck)
set(MODECHECK_PACKAGE lib/cmake/modecheck)
set(MODECHECK_SHARE share/modecheck)

# Installed programs look for our libraries by a path relative to themselves, and never in the build folder.
set_target_properties(modecheck PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
install(TARGETS modecheck RUNTIME DESTINATION bin COMPONENT command)
foreach(plugin engine canary starved exec)
  set_target_properties(modecheck_subject_${plugin} PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS modecheck_subject_${plugin} LIBRARY DESTINATION ${MODECHECK_PLUGINS} COMPONENT command)
endforeach()
set_target_properties(modecheck_subject_worker PROPERTIES INSTALL_RPATH "$ORIGIN")
install(TARGETS modecheck_subject_worker RUNTIME DESTINATION ${MODECHECK_PLUGINS} COMPONENT command)
set_target_properties(modecheck_model_worker_engine PROPERTIES INSTALL_RPATH "$ORIGIN")
install(TARGETS modecheck_model_worker_engine RUNTIME DESTINATION ${MODECHECK_PLUGINS} COMPONENT command)
install(TARGETS modecheck_model_worker ARCHIVE DESTINATION lib COMPONENT development)
install(DIRECTORY known DESTINATION ${MODECHECK_SHARE} COMPONENT command)
install(FILES audit/modecheck_audit.py audit/modecheck_audit_pages.py DESTINATION ${MODECHECK_SHARE}/audit COMPONENT command)
# Debian wants the licence of a package in this folder.
install(FILES LICENSE DESTINATION share/doc/modecheck RENAME copyright COMPONENT command)

# libtorch is large, so the plug-in that needs libtorch is a package of its own.
if(TARGET modecheck_subject_torch)
  set_target_properties(modecheck_subject_torch PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS modecheck_subject_torch LIBRARY DESTINATION ${MODECHECK_PLUGINS} COMPONENT torch)
  install(TARGETS modecheck_model_worker_torch modecheck_operators_torch RUNTIME DESTINATION ${MODECHECK_PLUGINS}
          COMPONENT torch)
  install(FILES LICENSE DESTINATION share/doc/modecheck-torch RENAME copyright COMPONENT torch)
endif()
# On a machine without a GPU, the build makes modecheck_gpu on request only. The library is installed if it was built.
if(TARGET modecheck_gpu)
  set_target_properties(modecheck_gpu PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS modecheck_gpu LIBRARY DESTINATION ${MODECHECK_PLUGINS} COMPONENT gpu OPTIONAL)
  install(FILES LICENSE DESTINATION share/doc/modecheck-gpu RENAME copyright COMPONENT gpu)
endif()

# modecheck_install_headers(FOLDER...): installs the headers of these folders, without those of their subfolders.
function(modecheck_install_headers)
  foreach(folder ${ARGN})
    file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.h" "${PROJECT_SOURCE_DIR}/${folder}/*.inc")
    list(FILTER headers EXCLUDE REGEX "/precompiled\\.h$")
    install(FILES ${headers} DESTINATION "${MODECHECK_HEADERS}/${folder}" COMPONENT development)
  endforeach()
endfunction()

# modecheck_install_library(TARGET COMPONENT): installs a library, and a file from which find_package imports the
# library.
function(modecheck_install_library target component)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${component})
  add_library(modecheck::${component} ALIAS ${target})
  install(
    TARGETS ${target}
    EXPORT modecheck-${component}
    ARCHIVE DESTINATION lib COMPONENT development
    LIBRARY DESTINATION lib COMPONENT command NAMELINK_COMPONENT development
    INCLUDES DESTINATION ${MODECHECK_HEADERS})
  install(EXPORT modecheck-${component} NAMESPACE modecheck:: DESTINATION ${MODECHECK_PACKAGE} COMPONENT development)
endfunction()

# Component spec: the library and headers that the code of a subject needs.
modecheck_install_library(modecheck_spec spec)
modecheck_install_headers(spec/operators spec/program spec/interface)
install(FILES subjects/template/subject.cpp DESTINATION ${MODECHECK_SHARE}/template COMPONENT development)
install(FILES subjects/interface/exports.map DESTINATION ${MODECHECK_SHARE}/template COMPONENT development)

# Component engine: the headers under libtorch's names, and the headers that these include.
modecheck_install_library(modecheck_engine engine)
modecheck_install_headers(
  engine/api engine/api/generated engine/archive engine/autograd/graph engine/autograd/saved engine/autograd/user
  engine/backends/cpu/random engine/backends/cuda/device_code engine/backends/cuda/runtime engine/backends/iterate
  engine/composites engine/composites/transforms engine/core/errors engine/core/memory engine/core/platform
  engine/core/tensor engine/core/tensor/generated engine/core/types engine/dispatch engine/fake engine/fake/symbolic
  engine/jit engine/kernels engine/modes engine/tracing engine/nn engine/nn/containers engine/nn/functional engine/nn/init engine/nn/modules engine/nn/options
  engine/nn/utils engine/optim engine/script)
# The links in the folder engine/torch are relative, so a compiler called by hand needs one option -I only.
install(DIRECTORY engine/torch DESTINATION ${MODECHECK_HEADERS}/engine COMPONENT development)
file(WRITE "${CMAKE_BINARY_DIR}/install/libmodecheck.a" "GROUP ( -lmodecheck_engine -lbacktrace AS_NEEDED ( -ltbb -lzip ) )\n")
install(FILES "${CMAKE_BINARY_DIR}/install/libmodecheck.a" DESTINATION lib COMPONENT development)

# Component harness: checks an engine with random or single programs in other people's tests.
set_target_properties(modecheck_harness PROPERTIES INSTALL_RPATH "$ORIGIN")
modecheck_install_library(modecheck_harness harness)
install(DIRECTORY harness/modecheck/ DESTINATION ${MODECHECK_HEADERS}/harness/modecheck COMPONENT development)

install(DIRECTORY examples/consumer examples/own_tests DESTINATION ${MODECHECK_SHARE}/examples COMPONENT development)
install(FILES LICENSE DESTINATION share/doc/modecheck-dev RENAME copyright COMPONENT development)

# Component documentation: the site. A build without the site installs and packs everything else.
set(MODECHECK_SITE "${PROJECT_SOURCE_DIR}/build/site")
if(EXISTS "${MODECHECK_SITE}/index.html")
  install(DIRECTORY "${MODECHECK_SITE}/" DESTINATION share/doc/modecheck/html COMPONENT documentation)
  install(FILES LICENSE DESTINATION share/doc/modecheck-doc RENAME copyright COMPONENT documentation)
endif()

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/modecheck-config.cmake.in" "${CMAKE_BINARY_DIR}/install/modecheck-config.cmake"
  INSTALL_DESTINATION ${MODECHECK_PACKAGE} NO_SET_AND_CHECK_MACRO)
# Before version 1 a minor version may change the interfaces.
write_basic_package_version_file("${CMAKE_BINARY_DIR}/install/modecheck-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/install/modecheck-config.cmake"
              "${CMAKE_BINARY_DIR}/install/modecheck-config-version.cmake"
        DESTINATION ${MODECHECK_PACKAGE} COMPONENT development)

# CPack makes one .tar.gz with everything, and a .deb for each component.
set(CPACK_GENERATOR "TGZ;DEB")
set(CPACK_PACKAGE_NAME modecheck)
set(CPACK_PACKAGE_CONTACT "the modecheck authors <modecheck@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Checks PyTorch's InferenceMode semantics on tensor engines")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL command development)
if(TARGET modecheck_subject_torch)
  list(APPEND CPACK_COMPONENTS_ALL torch)
endif()
if(TARGET modecheck_gpu AND MODECHECK_WITH_CUDA STREQUAL "ON")
  list(APPEND CPACK_COMPONENTS_ALL gpu)
endif()
if(EXISTS "${MODECHECK_SITE}/index.html")
  list(APPEND CPACK_COMPONENTS_ALL documentation)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME modecheck)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS "modecheck-torch, modecheck-doc")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME modecheck-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "modecheck (= ${PROJECT_VERSION}), libtbb-dev, libzip-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, libgtest-dev, librapidcheck-dev")
set(CPACK_DEBIAN_TORCH_PACKAGE_NAME modecheck-torch)
set(CPACK_DEBIAN_GPU_PACKAGE_NAME modecheck-gpu)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_NAME modecheck-doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SHLIBDEPS OFF)
foreach(component TORCH GPU)
  set(CPACK_DEBIAN_${component}_PACKAGE_DEPENDS "modecheck (= ${PROJECT_VERSION})")
endforeach()
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "The command modecheck, its engine and the harness library")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers, libraries and CMake files to build against modecheck")
set(CPACK_COMPONENT_TORCH_DESCRIPTION "The plug-in with which modecheck judges the installed libtorch")
set(CPACK_COMPONENT_GPU_DESCRIPTION "The CUDA kernels of modecheck's engine")
set(CPACK_COMPONENT_DOCUMENTATION_DESCRIPTION "The site of modecheck: guides, rules and reference, to read without network")
include(CPack)
