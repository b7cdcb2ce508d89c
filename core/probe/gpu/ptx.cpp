// SPDX-License-Identifier: Apache-2.0
// What each kernel does and takes is written at `Kernel`; pattern.hpp has the same hash for the host.
#include "core/probe/gpu/ptx.hpp"

#include <string_view>

namespace llmsize {
namespace {

constexpr std::string_view head = R"(.version 7.0
.target sm_80
.address_size 64
)";

// Registers of all kernels; %i is this thread's index, %step the number of threads.
constexpr std::string_view begin = R"(
{
  .reg .pred %p, %half;
  .reg .b16 %s;
  .reg .b32 %t, %n, %h, %g, %seed, %keep, %set, %is_half;
  .reg .f32 %f, %u, %v, %f1, %f2, %f3, %f4, %g1, %g2, %g3, %g4;
  .reg .b64 %i, %step, %count, %x, %a, %b, %c, %rows, %columns, %j, %from;
  mov.u32 %t, %ctaid.x;
  mov.u32 %n, %ntid.x;
  mul.wide.u32 %i, %t, %n;
  mov.u32 %t, %tid.x;
  cvt.u64.u32 %x, %t;
  add.u64 %i, %i, %x;
  mov.u32 %t, %nctaid.x;
  mul.wide.u32 %step, %t, %n;
)";

// %h = hash of %i and %seed.
constexpr std::string_view hash = R"(
  cvt.u32.u64 %h, %i;
  shr.u64 %x, %i, 32;
  cvt.u32.u64 %g, %x;
  mul.lo.u32 %g, %g, 0x9e3779b9;
  add.u32 %h, %h, %g;
  add.u32 %h, %h, %seed;
  shr.u32 %g, %h, 16;
  xor.b32 %h, %h, %g;
  mul.lo.u32 %h, %h, 0x85ebca6b;
  shr.u32 %g, %h, 13;
  xor.b32 %h, %h, %g;
  mul.lo.u32 %h, %h, 0xc2b2ae35;
  shr.u32 %g, %h, 16;
  xor.b32 %h, %h, %g;
)";

constexpr std::string_view pattern_kernel = R"(
  ld.param.u64 %a, [out];
  ld.param.u64 %count, [words];
  ld.param.u32 %seed, [seed];
  ld.param.u32 %keep, [keep];
  ld.param.u32 %set, [set];
  cvta.to.global.u64 %a, %a;
NEXT:
  setp.ge.u64 %p, %i, %count;
  @%p bra DONE;
@HASH
  and.b32 %h, %h, %keep;
  or.b32 %h, %h, %set;
  shl.b64 %x, %i, 2;
  add.u64 %x, %a, %x;
@USE
  add.u64 %i, %i, %step;
  bra NEXT;
DONE:
  ret;
}
)";

constexpr std::string_view store_word = "  st.global.u32 [%x], %h;";

constexpr std::string_view compare_word = R"(
  ld.global.u32 %g, [%x];
  setp.eq.u32 %p, %g, %h;
  @%p bra SAME;
  red.global.add.u32 [%c], 1;
SAME:)";

// One group is 16 bytes: four floats.
constexpr std::string_view stream_kernel = R"(
  ld.param.u64 %a, [a];
  ld.param.u64 %b, [b];
@LOAD
  ld.param.u64 %count, [groups];
  cvta.to.global.u64 %a, %a;
  cvta.to.global.u64 %b, %b;
NEXT:
  setp.ge.u64 %p, %i, %count;
  @%p bra DONE;
  shl.b64 %x, %i, 4;
  add.u64 %j, %b, %x;
  ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%j];
@USE
  add.u64 %j, %a, %x;
  st.global.v4.f32 [%j], {%f1, %f2, %f3, %f4};
  add.u64 %i, %i, %step;
  bra NEXT;
DONE:
  ret;
}
)";

constexpr std::string_view triad_load = R"(
  ld.param.u64 %c, [c];
  ld.param.f32 %f, [s];
  cvta.to.global.u64 %c, %c;)";

constexpr std::string_view triad_use = R"(
  add.u64 %j, %c, %x;
  ld.global.v4.f32 {%g1, %g2, %g3, %g4}, [%j];
  fma.rn.f32 %f1, %f, %g1, %f1;
  fma.rn.f32 %f2, %f, %g2, %f2;
  fma.rn.f32 %f3, %f, %g3, %f3;
  fma.rn.f32 %f4, %f, %g4, %f4;)";

// Box and Muller: sqrt(-2 ln u) cos(2 pi v), with u and v from two hashes.
constexpr std::string_view normal_kernel = R"(
  ld.param.u64 %a, [out];
  ld.param.u64 %count, [count];
  ld.param.u32 %seed, [seed];
  ld.param.u32 %is_half, [half];
  setp.ne.u32 %half, %is_half, 0;
  cvta.to.global.u64 %a, %a;
NEXT:
  setp.ge.u64 %p, %i, %count;
  @%p bra DONE;
@HASH
  cvt.rn.f32.u32 %u, %h;
  fma.rn.f32 %u, %u, 0f2F800000, 0f2F000000;
  xor.b32 %seed, %seed, 0x5bd1e995;
@HASH
  xor.b32 %seed, %seed, 0x5bd1e995;
  cvt.rn.f32.u32 %v, %h;
  mul.rn.f32 %v, %v, 0f30C90FDB;
  lg2.approx.f32 %u, %u;
  mul.rn.f32 %u, %u, 0fBFB17218;
  max.f32 %u, %u, 0f00000000;
  sqrt.approx.f32 %u, %u;
  cos.approx.f32 %v, %v;
  mul.rn.f32 %u, %u, %v;
  shl.b64 %x, %i, 1;
  add.u64 %x, %a, %x;
  @%half bra HALF;
  cvt.rn.bf16.f32 %s, %u;
  bra STORE;
HALF:
  cvt.rn.f16.f32 %s, %u;
STORE:
  st.global.b16 [%x], %s;
  add.u64 %i, %i, %step;
  bra NEXT;
DONE:
  ret;
}
)";

// One thread sums one row or one column: slow, but used once per matrix, and in fp32 from the first to the last term.
// %count: sums, %columns: length of a row, %rows: terms, %b: bytes from term to term, %c: bytes from sum to sum.
constexpr std::string_view sums_kernel = R"(
  ld.param.u64 %a, [y];
  ld.param.u64 %from, [matrix];
  ld.param.u64 %j, [v];
  ld.param.u64 %rows, [rows];
  ld.param.u64 %columns, [columns];
  ld.param.u32 %is_half, [half];
  setp.ne.u32 %half, %is_half, 0;
  cvta.to.global.u64 %a, %a;
  cvta.to.global.u64 %from, %from;
  cvta.to.global.u64 %j, %j;
@SHAPE
NEXT:
  setp.ge.u64 %p, %i, %count;
  @%p bra DONE;
  mov.f32 %f, 0f00000000;
  mul.lo.u64 %x, %i, %c;
  add.u64 %x, %from, %x;
  mov.u64 %step, 0;
TERM:
  setp.ge.u64 %p, %step, %rows;
  @%p bra SUM;
  ld.global.b16 %s, [%x];
  @%half bra HALF;
  cvt.u32.u16 %h, %s;
  shl.b32 %h, %h, 16;
  mov.b32 %u, %h;
  bra ADD;
HALF:
  cvt.f32.f16 %u, %s;
ADD:
  shl.b64 %columns, %step, 2;
  add.u64 %columns, %j, %columns;
  ld.global.f32 %v, [%columns];
  fma.rn.f32 %f, %u, %v, %f;
  add.u64 %x, %x, %b;
  add.u64 %step, %step, 1;
  bra TERM;
SUM:
  shl.b64 %x, %i, 2;
  add.u64 %x, %a, %x;
  st.global.f32 [%x], %f;
  mov.u32 %t, %nctaid.x;
  mul.wide.u32 %step, %t, %n;
  add.u64 %i, %i, %step;
  bra NEXT;
DONE:
  ret;
}
)";

constexpr std::string_view rows_shape = R"(
  mov.u64 %count, %rows;
  mov.u64 %rows, %columns;
  mov.u64 %b, 2;
  shl.b64 %c, %columns, 1;)";

constexpr std::string_view columns_shape = R"(
  mov.u64 %count, %columns;
  shl.b64 %b, %columns, 1;
  mov.u64 %c, 2;)";

constexpr std::string_view spin_kernel = R"(
  ld.param.u64 %a, [latch];
  ld.param.u64 %count, [nanoseconds];
  cvta.to.global.u64 %a, %a;
  mov.u64 %b, %globaltimer;
NEXT:
  ld.volatile.global.u32 %h, [%a];
  setp.ne.u32 %p, %h, 0;
  @%p bra DONE;
  mov.u64 %c, %globaltimer;
  sub.u64 %c, %c, %b;
  setp.lt.u64 %p, %c, %count;
  @%p bra NEXT;
  st.volatile.global.u32 [%a+4], 1;
DONE:
  ret;
}
)";

std::string with(std::string_view text, std::string_view mark, std::string_view instead) {
  std::string all(text);
  for (std::size_t at = 0; (at = all.find(mark, at)) != std::string::npos; at += instead.size())
    all.replace(at, mark.size(), instead);
  return all;
}

/// A kernel from "u64 out, u32 seed" and its text.
std::string kernel(std::string_view name, std::string_view parameters, const std::string& text) {
  std::string list = with(with(parameters, "u64 ", ".param .b64 "), "u32 ", ".param .b32 ");
  return "\n.visible .entry llmsize_" + std::string(name) + "(" + with(list, "f32 ", ".param .f32 ") + ")" +
         std::string(begin) + with(text, "@HASH", hash);
}

}  // namespace

std::string ptx_text() {
  const std::string words = "u64 out, u64 words, u32 seed, u32 keep, u32 set";
  const std::string sums = "u64 y, u64 matrix, u64 v, u64 rows, u64 columns, u32 half";
  const std::string load_counter = "  ld.param.u64 %c, [counter];\n  cvta.to.global.u64 %c, %c;\n";
  std::string text(head);
  text += kernel("pattern", words, with(pattern_kernel, "@USE", store_word));
  text += kernel("differences", words + ", u64 counter", load_counter + with(pattern_kernel, "@USE", compare_word));
  text += kernel(
      "triad", "u64 a, u64 b, u64 c, u64 groups, f32 s",
      with(with(stream_kernel, "@LOAD", triad_load), "@USE", triad_use));
  text += kernel("copy", "u64 a, u64 b, u64 groups", with(with(stream_kernel, "@LOAD", ""), "@USE", ""));
  text += kernel("normal", "u64 out, u64 count, u32 seed, u32 half", std::string(normal_kernel));
  text += kernel("rows", sums, with(sums_kernel, "@SHAPE", rows_shape));
  text += kernel("columns", sums, with(sums_kernel, "@SHAPE", columns_shape));
  text += kernel("spin", "u64 latch, u64 nanoseconds", std::string(spin_kernel));
  return text;
}

}  // namespace llmsize
