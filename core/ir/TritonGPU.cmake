# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tables of ttg, ttng, nvws and amdg, included by this folder's CMakeLists.txt; sets FATHOM_TRITON_GPU_SOURCES, _DEPENDS and _LINK.
set(LLVM_TARGET_DEFINITIONS TritonGPUEncodings.td)
mlir_tablegen(TritonGPUEncodings.h.inc -gen-attrdef-decls -attrdefs-dialect=ttg)
mlir_tablegen(TritonGPUEncodings.cpp.inc -gen-attrdef-defs -attrdefs-dialect=ttg)
set(LLVM_TARGET_DEFINITIONS TritonGPUTypes.td)
mlir_tablegen(TritonGPUTypes.h.inc -gen-typedef-decls -typedefs-dialect=ttg)
mlir_tablegen(TritonGPUTypes.cpp.inc -gen-typedef-defs -typedefs-dialect=ttg)
set(LLVM_TARGET_DEFINITIONS TritonNvidiaGPUEncodings.td)
mlir_tablegen(TritonNvidiaGPUEncodings.h.inc -gen-attrdef-decls -attrdefs-dialect=ttng)
mlir_tablegen(TritonNvidiaGPUEncodings.cpp.inc -gen-attrdef-defs -attrdefs-dialect=ttng)
set(LLVM_TARGET_DEFINITIONS TritonAMDGPUOps.td)
mlir_tablegen(TritonAMDGPUAttributes.h.inc -gen-attrdef-decls -attrdefs-dialect=amdg)
mlir_tablegen(TritonAMDGPUAttributes.cpp.inc -gen-attrdef-defs -attrdefs-dialect=amdg)
set(LLVM_TARGET_DEFINITIONS TritonGPUEnums.td)
mlir_tablegen(TritonGPUEnums.h.inc -gen-enum-decls)
mlir_tablegen(TritonGPUEnums.cpp.inc -gen-enum-defs)
foreach(dialect TritonGPU:ttg TritonNvidiaGPU:ttng TritonAMDGPU:amdg)
  string(REPLACE ":" ";" pair ${dialect})
  list(GET pair 0 prefix)
  list(GET pair 1 name)
  set(LLVM_TARGET_DEFINITIONS ${prefix}Ops.td)
  mlir_tablegen(${prefix}Dialect.h.inc -gen-dialect-decls -dialect=${name})
  mlir_tablegen(${prefix}Dialect.cpp.inc -gen-dialect-defs -dialect=${name})
  mlir_tablegen(${prefix}Ops.h.inc -gen-op-decls "-op-include-regex=^${name}[.]")
  mlir_tablegen(${prefix}Ops.cpp.inc -gen-op-defs "-op-include-regex=^${name}[.]")
endforeach()
set(LLVM_TARGET_DEFINITIONS TritonNvidiaGPUWarpOps.td)
mlir_tablegen(TritonNvidiaGPUWarpDialect.h.inc -gen-dialect-decls -dialect=nvws)
mlir_tablegen(TritonNvidiaGPUWarpDialect.cpp.inc -gen-dialect-defs -dialect=nvws)
mlir_tablegen(TritonNvidiaGPUWarpTypes.h.inc -gen-typedef-decls -typedefs-dialect=nvws)
mlir_tablegen(TritonNvidiaGPUWarpTypes.cpp.inc -gen-typedef-defs -typedefs-dialect=nvws)
mlir_tablegen(TritonNvidiaGPUWarpOps.h.inc -gen-op-decls)
mlir_tablegen(TritonNvidiaGPUWarpOps.cpp.inc -gen-op-defs)
add_public_tablegen_target(FathomTritonGPUIncGen)
set(FATHOM_TRITON_GPU_DEPENDS FathomTritonGPUIncGen)
# Layout inference asks what encodings mean, which is said in terms of their attributes: the two libraries need each other.
set(FATHOM_TRITON_GPU_LINK FathomEncodings)
set(FATHOM_TRITON_GPU_SOURCES
  EncodingsSyntax.cpp
  LegacyDialects.cpp
  LegacyDialectsBufferOps.cpp
  TritonAMDGPU.cpp
  TritonGPUCanonicalize.cpp
  TritonGPUDialect.cpp
  TritonGPUDistributedEncodings.cpp
  TritonGPUEncodings.cpp
  TritonGPULayoutInference.cpp
  TritonGPUOps.cpp
  TritonGPUSharedEncodings.cpp
  TritonGPUTypes.cpp
  TritonGPUWarpSpecialize.cpp
  TritonNvidiaGPU.cpp
  TritonNvidiaGPUEncodings.cpp
  TritonNvidiaGPUWarps.cpp)
