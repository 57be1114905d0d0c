// RUN: not pto-compile %S/../../pto/dynamic_rows.pto 2>&1 | filecheck %s
// RUN: not pto-compile %S/../../pto/dynamic_rows.pto --report 2>&1 | filecheck %s
// RUN: not pto-compile %S/../../pto/dynamic_rows.pto --emit=placed 2>&1 | filecheck %s
// RUN: not pto-compile %S/../../pto/dynamic_rows.pto --emit=tile 2>&1 | filecheck %s
// RUN: not pto-opt %S/../../pto/dynamic_rows.pto -p pto-pipeline -t pto 2>&1 | filecheck %s
// RUN: not pto-opt %S/../../pto/dynamic_rows.pto -p convert-tile-to-pto 2>&1 | filecheck %s

// There is nothing to compile in .pto text; the tools that take it are named.

// CHECK: dynamic_rows.pto:8:5: error: 'pto.make_tensor_view': this is .pto text already; pto-opt checks and prints it, pto-run runs it
