# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What every folder of fathom builds with: flags, the shared precompiled header, and three rules:
#   fathom_library(NAME SOURCES... [DEPENDS targets...] [LINK libs...])
#   fathom_program(NAME SOURCES... [LINK libs...])
#   fathom_test(NAME SOURCES... [LINK libs...])        a GoogleTest binary, run by ctest

add_library(fathom-flags INTERFACE)
target_include_directories(fathom-flags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
target_include_directories(fathom-flags SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_compile_options(fathom-flags INTERFACE ${LLVM_DEFINITIONS_LIST})
configure_file(cmake/SourceDir.h.in ${CMAKE_BINARY_DIR}/SourceDir.h @ONLY)
target_compile_options(fathom-flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Werror -Wno-unused-parameter>)
target_link_libraries(fathom-flags INTERFACE MLIR LLVM Threads::Threads)
if(FATHOM_SANITIZE)
  target_compile_options(fathom-flags INTERFACE -fsanitize=${FATHOM_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(fathom-flags INTERFACE -fsanitize=${FATHOM_SANITIZE})
endif()
if(FATHOM_FUZZER)
  # The core alone is instrumented: what fuzzing learns about itself says nothing about the compiler.
  set(FATHOM_COVERAGE -fsanitize-coverage=inline-8bit-counters,pc-table)
  add_library(fathom-no-engine STATIC cmake/NoEngine.cpp)
  target_link_libraries(fathom-flags INTERFACE fathom-no-engine)
elseif(FATHOM_LLVM_COV)
  # The counters are the file itself, in memory: what a process ran is there even if it is killed, crashes or leaves by _exit().
  set(FATHOM_COVERAGE -fprofile-instr-generate -fcoverage-mapping -fprofile-continuous)
  # clang 22.1 miscompiles LinearLayout::create() when it counts: a loop carries the padding of a struct, an undefined 32-bit value; the register coalescer makes one register of it and
  # of its zero extension, which nothing then extends, as only a byte of it is ever written. Where else it would, nobody knows; so it coalesces nothing.
  list(APPEND FATHOM_COVERAGE -mllvm -join-liveintervals=false)
  target_link_options(fathom-flags INTERFACE -fprofile-instr-generate)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  # Lets ccache use a precompiled header by its content, not its age.
  target_compile_options(fathom-flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

# MLIR's headers, compiled once for all folders.
file(WRITE ${CMAKE_BINARY_DIR}/Pch.cpp "")
add_library(fathom-pch OBJECT ${CMAKE_BINARY_DIR}/Pch.cpp)
target_link_libraries(fathom-pch PRIVATE fathom-flags)
target_precompile_headers(fathom-pch PRIVATE ${CMAKE_SOURCE_DIR}/cmake/Pch.h)

function(fathom_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} fathom-flags)
  target_precompile_headers(${name} REUSE_FROM fathom-pch)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

function(fathom_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} fathom-flags)
  target_precompile_headers(${name} REUSE_FROM fathom-pch)
endfunction()

function(fathom_test name)
  fathom_program(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
endfunction()
