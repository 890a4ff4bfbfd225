# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes a release's pipelines apart: runs their passes one by one, or some of them by upstream's names.

A release adds a pass to a pass manager with a function of its own, `passes.ttgpuir.add_coalesce(manager)`. Each of these is
wrapped here, so that a pass manager of ours is told which pass is added, and with which arguments.
"""

import os

# The function that adds each of upstream's passes. Its arguments are those with which the release's own pipeline for
# the target calls it.
PASSES = {
    "canonicalize": "passes.common.add_canonicalizer",
    "cse": "passes.common.add_cse",
    "inline": "passes.common.add_inliner",
    "loop-invariant-code-motion": "passes.common.add_licm",
    "sccp": "passes.common.add_sccp",
    "symbol-dce": "passes.common.add_symbol_dce",
    "convert-arith-to-llvm": "passes.convert.add_arith_to_llvmir",
    "convert-cf-to-llvm": "passes.convert.add_cf_to_llvmir",
    "convert-index-to-llvm": "passes.convert.add_index_to_llvmir",
    "convert-nvvm-to-llvm": "passes.convert.add_nvvm_to_llvm",
    "convert-scf-to-cf": "passes.convert.add_scf_to_cf",
    "reconcile-unrealized-casts": "passes.convert.add_reconcile_unrealized_casts",
    "gluon-canonicalize": "passes.gluon.add_canonicalizer",
    "gluon-inline": "passes.gluon.add_inliner",
    "enable-line-info": "passes.llvmir.add_di_scope",
    "triton-combine": "passes.ttir.add_combine",
    "convert-triton-to-tritongpu": "passes.ttir.add_convert_to_ttgpuir",
    "triton-loop-aware-cse": "passes.ttir.add_loop_aware_cse",
    "triton-loop-unroll": "passes.ttir.add_loop_unroll",
    "triton-reorder-broadcast": "passes.ttir.add_reorder_broadcast",
    "triton-rewrite-tensor-descriptor-to-pointer": "passes.ttir.add_rewrite_tensor_descriptor_to_pointer",
    "triton-rewrite-tensor-pointer": "passes.ttir.add_rewrite_tensor_pointer",
    "triton-licm": "passes.ttir.add_triton_licm",
    "allocate-shared-memory": "passes.ttgpuir.add_allocate_shared_memory",
    "canonicalize-llvm-ir": "passes.ttgpuir.add_canonicalize_llvm_ir",
    "triton-gpu-taskid-propagate": "passes.ttgpuir.add_taskid_propagate",
    "tritongpu-F32DotTC": "passes.ttgpuir.add_f32_dot_tc",
    "tritongpu-accelerate-matmul": "passes.ttgpuir.add_accelerate_matmul",
    "tritongpu-allocate-warp-groups": "passes.ttgpuir.add_allocate_warp_groups",
    "tritongpu-assign-latencies": "passes.ttgpuir.add_assign_latencies",
    "tritongpu-automatic-warp-specialization": "passes.ttgpuir.add_warp_specialize",
    "tritongpu-coalesce": "passes.ttgpuir.add_coalesce",
    "tritongpu-coalesce-async-copy": "passes.ttgpuir.add_coalesce_async_copy",
    "tritongpu-combine-tensor-select-and-if": "passes.ttgpuir.add_combine_tensor_select_and_if",
    "tritongpu-fuse-nested-loops": "passes.ttgpuir.add_fuse_nested_loops",
    "tritongpu-global-scratch-memory-allocation": "passes.ttgpuir.add_allocate_global_scratch_memory",
    "tritongpu-hoist-tmem-alloc": "passes.ttgpuir.add_hoist_tmem_alloc",
    "tritongpu-optimize-accumulator-init": "passes.ttgpuir.add_optimize_accumulator_init",
    "tritongpu-optimize-dot-operands": "passes.ttgpuir.add_optimize_dot_operands",
    "tritongpu-optimize-partition-warps": "passes.ttgpuir.add_optimize_partition_warps",
    "tritongpu-optimize-thread-locality": "passes.ttgpuir.add_optimize_thread_locality",
    "tritongpu-ping-pong-sync": "passes.ttgpuir.add_ping_pong_sync",
    "tritongpu-pipeline": "passes.ttgpuir.add_pipeline",
    "tritongpu-prefetch": "passes.ttgpuir.add_prefetch",
    "tritongpu-reduce-data-duplication": "passes.ttgpuir.add_reduce_data_duplication",
    "tritongpu-remove-layout-conversions": "passes.ttgpuir.add_remove_layout_conversions",
    "tritongpu-reorder-instructions": "passes.ttgpuir.add_reorder_instructions",
    "tritongpu-schedule-loops": "passes.ttgpuir.add_schedule_loops",
    "tritongpu-warp-spec-canonicalization": "passes.ttgpuir.add_ws_canonicalization",
    "tritongpu-warp-spec-code-partition": "passes.ttgpuir.add_ws_code_partition",
    "tritongpu-warp-spec-data-partition": "passes.ttgpuir.add_ws_data_partition",
    "tritongpu-warp-spec-lowering": "passes.ttgpuir.add_ws_lowering",
    "tritongpu-warp-spec-task-partition": "passes.ttgpuir.add_ws_task_partition",
    "allocate-shared-memory-nv": "nvidia.ttgpuir.add_allocate_shared_memory_nv",
    "convert-nv-gpu-to-llvm": "nvidia.ttnvgpuir.add_nvgpu_to_llvm",
    "convert-triton-gpu-to-llvm": "nvidia.ttgpuir.add_to_llvmir",
    "convert-warp-specialize-to-llvm": "nvidia.ttnvgpuir.add_warp_specialize_to_llvm",
    "decompose-unsupported-nvidia-conversions": "nvidia.ttgpuir.add_decompose_unsupported_conversions",
    "initialize-ws-cluster-barriers": "nvidia.ttnvgpuir.add_initialize_ws_cluster_barriers",
    "nvgpu-warp-specialization": "nvidia.hopper.add_hopper_warpspec",
    "nvws-assign-stage-phase": "nvidia.nvws.add_assign_stage_phase",
    "nvws-insert-tmem-aref": "nvidia.nvws.add_insert_tmem_aref",
    "nvws-lower-aref": "nvidia.nvws.add_lower_aref",
    "nvws-lower-warp-group": "nvidia.nvws.add_lower_warp_group",
    "triton-nvidia-check-matmul-two-cta": "nvidia.ttnvgpuir.add_check_matmul_two_cta",
    "triton-nvidia-gpu-assign-cga-layouts": "nvidia.ttnvgpuir.add_assign_cga_layouts",
    "triton-nvidia-gpu-cluster-barrier-mbar-allocator": "nvidia.ttnvgpuir.add_cluster_barrier_mbar_allocator",
    "triton-nvidia-gpu-fence-insertion": "nvidia.ttnvgpuir.add_fence_insertion",
    "triton-nvidia-gpu-hoist-mbarrier-lifecycle": "nvidia.ttnvgpuir.add_hoist_mbarrier_lifecycle",
    "triton-nvidia-gpu-membar": "nvidia.ttgpuir.add_membar",
    "triton-nvidia-gpu-optimize-cta-locality": "nvidia.ttnvgpuir.add_optimize_cta_locality",
    "triton-nvidia-gpu-plan-cta": "nvidia.ttnvgpuir.add_plan_cta",
    "triton-nvidia-gpu-proxy-fence-insertion": "nvidia.ttnvgpuir.add_proxy_fence_insertion",
    "triton-nvidia-gpu-remove-tmem-tokens": "nvidia.ttnvgpuir.add_remove_tmem_tokens",
    "triton-nvidia-gpu-tmem-barrier-insertion": "nvidia.ttnvgpuir.add_tmem_barrier_insertion",
    "triton-nvidia-gpu-tmem-wait-insertion": "nvidia.ttnvgpuir.add_tmem_wait_insertion",
    "triton-nvidia-interleave-tmem": "nvidia.ttnvgpuir.add_interleave_tmem",
    "triton-nvidia-mma-lowering": "nvidia.ttnvgpuir.add_lower_mma",
    "triton-nvidia-optimize-descriptor-encoding": "nvidia.ttnvgpuir.add_optimize_descriptor_encoding",
    "triton-nvidia-optimize-tmem-layouts": "nvidia.ttnvgpuir.add_optimize_tmem_layouts",
    "triton-nvidia-tma-lowering": "nvidia.ttnvgpuir.add_tma_lowering",
    "triton-nvidia-tmem-load-reduce": "nvidia.ttnvgpuir.add_tmem_load_reduce",
    "triton-tensor-memory-allocation": "nvidia.ttnvgpuir.add_allocate_tensor_memory",
    "tritongpu-keep-acc-in-tmem": "nvidia.ttnvgpuir.add_keep_acc_in_tmem",
    "tritongpu-promote-lhs-to-tmem": "nvidia.ttnvgpuir.add_promote_lhs_to_tmem",
    "allocate-amdgpu-shared-memory": "amd.ttgpuir.add_allocate_shared_memory",
    "convert-builtin-func-to-llvm": "amd.ttgpuir.add_builtin_func_to_llvmir",
    "convert-triton-amdgpu-to-llvm": "amd.ttgpuir.add_to_llvmir",
    "convert-warp-pipeline": "amd.ttgpuir.add_warp_pipeline_conversion",
    "decompose-unsupported-amd-conversions": "amd.ttgpuir.add_decompose_unsupported_conversions",
    "optimize-amd-lds-usage": "amd.ttgpuir.add_optimize_lds_usage",
    "triton-amdgpu-convert-warp-specialize-to-llvm": "amd.ttgpuir.add_warp_specialize_to_llvm",
    "triton-amdgpu-membar": "amd.ttgpuir.add_membar",
    "tritonamdgpu-accelerate-matmul": "amd.ttgpuir.add_accelerate_matmul",
    "tritonamdgpu-block-pingpong": "amd.ttgpuir.add_block_pingpong",
    "tritonamdgpu-canonicalize-pointers": "amd.ttgpuir.add_canonicalize_pointers",
    "tritonamdgpu-coalesce-async-copy": "amd.ttgpuir.add_coalesce_async_copy",
    "tritonamdgpu-convert-buffer-ops": "amd.ttgpuir.add_convert_to_buffer_ops",
    "tritonamdgpu-convert-tensor-ops": "amd.ttgpuir.add_convert_to_tensor_ops",
    "tritonamdgpu-fold-true-cmpi": "amd.ttgpuir.add_fold_true_cmpi",
    "tritonamdgpu-hoist-layout-conversions": "amd.ttgpuir.add_hoist_layout_conversions",
    "tritonamdgpu-in-thread-transpose": "amd.ttgpuir.add_in_thread_transpose",
    "tritonamdgpu-move-up-prologue-loads": "amd.ttgpuir.add_move_up_prologue_loads",
    "tritonamdgpu-optimize-buffer-op-ptr": "amd.ttgpuir.add_optimize_buffer_op_ptr",
    "tritonamdgpu-optimize-descriptor-encoding": "amd.ttgpuir.add_optimize_descriptor_encoding",
    "tritonamdgpu-optimize-dot-operands": "amd.ttgpuir.add_optimize_dot_operands",
    "tritonamdgpu-optimize-epilogue": "amd.ttgpuir.add_optimize_epilogue",
    "tritonamdgpu-pipeline": "amd.ttgpuir.add_pipeline",
    "tritonamdgpu-prepare-if-combining": "amd.ttgpuir.add_prepare_if_combining",
    "tritonamdgpu-reorder-instructions": "amd.ttgpuir.add_reorder_instructions",
    "tritonamdgpu-schedule-loops": "amd.ttgpuir.add_schedule_loops",
    "tritonamdgpu-sink-layout-conversions": "amd.ttgpuir.add_sink_layout_conversions",
    "tritonamdgpu-stream-pipeline": "amd.ttgpuir.add_stream_pipeline",
    "tritonamdgpu-stream-pipeline-v2": "amd.ttgpuir.add_stream_pipelinev2",
    "tritonamdgpu-update-async-wait-count": "amd.ttgpuir.add_update_async_wait_count",
    "tritonamdgpu-warp-pipeline": "amd.ttgpuir.add_warp_pipeline",
}


class CollectingPassManager:
    """Keeps what is added to it."""

    def __init__(self, context):
        self.context = context
        self.steps = []

    def enable_debug(self):
        return False


def wrap_adders(lib):
    """Lets our pass managers see what is added; returns {label: function} of the release's own."""
    own = {}
    groups = [("passes", lib.passes)]
    groups += [(vendor, getattr(lib, vendor).passes) for vendor in ("nvidia", "amd") if hasattr(lib, vendor)]
    for group, passes in groups:
        for folder_name, folder in [entry for entry in vars(passes).items() if not entry[0].startswith("_")]:
            for name in [n for n in dir(folder) if not n.startswith("_") and callable(getattr(folder, n))]:
                label = f"{group}.{folder_name}.{name}"
                own[label] = getattr(folder, name)
                setattr(folder, name, collecting(label, own[label]))
    return own


def collecting(label, add):

    def add_or_collect(*args):
        if args and isinstance(args[0], CollectingPassManager):
            args[0].steps.append((label, add, args[1:]))
            return None
        return add(*args)

    return add_or_collect


def run_one_by_one(ir, record, print_module, names):
    """From now on each pass runs in a pass manager of its own, and a record says which one is on, with what print_module
    makes of the IR that it is given. With names, the log says what the pass's class is called: in the header of its dump."""
    make = ir.pass_manager
    count = 0

    class SteppingPassManager(CollectingPassManager):

        def run(self, module, *name):
            nonlocal count
            for label, add, args in self.steps:
                text = print_module(module)
                record({"step": count, "pass": label, "size": len(text)}, text)
                count += 1
                manager = make(self.context)
                add(manager, *args)
                if names:
                    os.write(2, f"fathom: pass {label}\n".encode())
                    manager.enable_debug()
                manager.run(module, *name)
            record({"step": count, "pass": ""})  # What fails from here on is none of these passes.

    ir.pass_manager = SteppingPassManager


def collect_pipeline(ir, stages, module, metadata):
    """{label: arguments} of all passes that the stages would run."""
    pipeline = {}
    make = ir.pass_manager

    class Collected(Exception):
        pass

    class OnlyCollecting(CollectingPassManager):
        last_stage = False

        def run(self, module, *name):
            for label, _, args in self.steps:
                pipeline.setdefault(label, args)
            if OnlyCollecting.last_stage:
                raise Collected  # What follows needs a module that has been lowered.

    ir.pass_manager = OnlyCollecting
    for stage in ("ttir", "ttgir", "llir"):
        OnlyCollecting.last_stage = stage == "llir"
        try:
            stages[stage](module, metadata)
        except Collected:
            pass
    ir.pass_manager = make
    return pipeline


def add_by_name(manager, name, own, pipeline):
    if name not in PASSES:
        raise LookupError(f"no pass is called '{name}'; passes are named as upstream does, tritongpu-coalesce")
    label = PASSES[name]
    if label not in own:
        raise LookupError(f"this Triton has no pass {name} that could be run by itself")
    try:
        collecting(label, own[label])(manager, *pipeline.get(label, ()))
    except TypeError:
        raise LookupError(f"the pass {name} takes arguments, which are known only for targets whose pipeline has it") \
            from None
