// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Enumerations are printed in one of two styles. The first is read in its opaque form, too.

// CHECK-GENERIC: "builtin.module"

"test.op"() {
  // CHECK: angle = [#pto.address_space<gm>, #pto.layout<nz>, #pto.pipe<PIPE_MTE2>, #pto.event<EVENT_ID7>, #pto.pipe_event_type<TVECWAIT_EVENT>, #pto.sync_op_type<TLOAD>, #pto.kernel_kind<cube>, #pto.func_core_type<AIV>, #pto.module_core_type<AIC>, #pto.sync_all_mode<hard>, #pto.sync_core_type<aiv_only>, #pto.padmode<PadNull>, #pto.pad_value<zero>, #pto.compact_mode<normal>, #pto.blayout<row_major>, #pto.slayout<none_box>, #pto.mask_pattern<P1111>, #pto.acc_to_vec_mode<single_mode_vec0>, #pto.tinsert_mode<split4>]
  angle = [#pto.address_space<gm>, #pto.layout<nz>, #pto.pipe<PIPE_MTE2>, #pto.event<EVENT_ID7>, #pto.pipe_event_type<TVECWAIT_EVENT>, #pto.sync_op_type<TLOAD>, #pto.kernel_kind<cube>, #pto.func_core_type<AIV>, #pto.module_core_type<AIC>, #pto.sync_all_mode<hard>, #pto.sync_core_type<aiv_only>, #pto.padmode<PadNull>, #pto.pad_value<zero>, #pto.compact_mode<normal>, #pto.blayout<row_major>, #pto.slayout<none_box>, #pto.mask_pattern<P1111>, #pto.acc_to_vec_mode<single_mode_vec0>, #pto.tinsert_mode<split4>],
  // CHECK-SAME: opaque = [#pto.layout<dn>, #pto.pipe<PIPE_V>]
  opaque = [#pto<layout<dn>>, #pto<pipe<PIPE_V>>],
  // CHECK-SAME: spaced = [#pto<cmp gt>, #pto<round_mode CAST_RINT>, #pto<saturation_mode ON>, #pto<div_precision default>, #pto<exp_precision high_precision>, #pto<log_precision default>, #pto<recip_precision default>, #pto<rem_precision default>, #pto<rsqrt_precision default>, #pto<sqrt_precision default>, #pto<fmod_precision default>, #pto<pow_precision default>, #pto<st_phase partial>, #pto<acc_phase final>, #pto<atomic_type atomic_add>, #pto<relu_pre_mode pwl>]
  spaced = [#pto<cmp gt>, #pto<round_mode CAST_RINT>, #pto<saturation_mode ON>, #pto<div_precision default>, #pto<exp_precision high_precision>, #pto<log_precision default>, #pto<recip_precision default>, #pto<rem_precision default>, #pto<rsqrt_precision default>, #pto<sqrt_precision default>, #pto<fmod_precision default>, #pto<pow_precision default>, #pto<st_phase partial>, #pto<acc_phase final>, #pto<atomic_type atomic_add>, #pto<relu_pre_mode pwl>]
} : () -> ()
