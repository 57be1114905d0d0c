# RUN: pto-compile %s:one | filecheck %s --check-prefix=PTO
# RUN: pto-compile %s:P.inner | filecheck %s --check-prefix=INNER
# RUN: pto-compile %s:one --emit=placed | filecheck %s --check-prefix=PLACED
# RUN: pto-compile %s:one --emit=placed | pto-opt -p convert-tile-to-pto -t pto | filecheck %s --check-prefix=PTO
# RUN: pto-compile %s:one --emit=tile | pto-opt -p pto-pipeline -t pto | filecheck %s --check-prefix=PTO
# RUN: pto-compile %s:one --emit=tile --emit-loc | filecheck %s --check-prefix=LOC
# RUN: pto-compile %s:one --report 2>&1 | filecheck %s --check-prefix=REPORT
# RUN: pto-compile %s:one --report -o %t.pto | filecheck %s --check-prefix=ONLY
# RUN: pto-compile %s:one --report=json -o %t.pto | filecheck %s --check-prefix=JSON
# RUN: not pto-compile %s 2>&1 | filecheck %s --check-prefix=WRONG
# RUN: not pto-compile %s:onw 2>&1 | filecheck %s --check-prefix=UNKNOWN
# RUN: not pto-compile %s:wrong 2>&1 | filecheck %s --check-prefix=WRONG
# RUN: not pto-compile %s.none 2>&1 | filecheck %s --check-prefix=NONE

import pto_dialect.language as pl


@pl.function
def one(a: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    mine = pl.Buffer()
    # LOC: %t = tile.load {{.*}} loc("t"("{{.*}}compile.py":[[# @LINE + 2]]:5))
    # LOC-NEXT: buffer.bind %t to %mine {{.*}} loc("t"("{{.*}}compile.py":[[# @LINE + 1]]:5))
    t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, mine] = pl.load(a, [0, 0], [64, 64])
    # LOC-NEXT: [[E:%[0-9]+]] = tile.exp %t {{.*}} loc("{{.*}}compile.py":[[# @LINE + 2]]:20)
    # LOC-NEXT: tile.store [[E]], %out{{.*}} loc("out"("{{.*}}compile.py":[[# @LINE + 1]]:5))
    out = pl.store(pl.exp(t), [0, 0], out)
    return out


@pl.program
class P:
    @pl.function
    def inner(self, a: pl.Tensor[[64, 64], pl.FP32]):
        t = pl.load(a, [0, 0], [64, 64])


@pl.function
def wrong(a: pl.Tensor[[64, 64], pl.FP32]):
    # WRONG:      compile.py:[[# @LINE + 3]]:9: error: name 'b' is not defined
    # WRONG-NEXT:     t = b
    # WRONG-NEXT:         ^
    t = b


# PTO:      func.func @one(%a: !pto.ptr<f32>, %out: !pto.ptr<f32>)
# PTO:        pto.tload
# PTO:        pto.texp

# INNER:     func.func @inner(%a: !pto.ptr<f32>)
# INNER-NOT: func.func

# PLACED:      mem.alloc "mine" pinned at 0 : !mem.ref<vec, 16384>
# PLACED:      mem.place %t in

# REPORT:      pto.texp
# REPORT:      one: 2 allocations
# REPORT-NEXT:   vec  mine       16384 B  at 0      pinned  t
# REPORT-NEXT:   vec  mem_vec_0  16384 B  at 16384          tile.exp
# REPORT-NEXT: vec: 32768 of 188416 bytes

# ONLY-NOT: pto
# ONLY:     one: 2 allocations

# JSON:      {
# JSON-NEXT:   "target": "a3",
# JSON-NEXT:   "planner": "pack",
# JSON-NEXT:   "allocations": [

# UNKNOWN: error: no kernel 'onw' in '{{.*}}compile.py'; did you mean 'one'?

# NONE: error: cannot open '{{.*}}compile.py.none': No such file or directory
