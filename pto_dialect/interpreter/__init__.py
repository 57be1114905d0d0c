"""
Execution of kernels on numpy, at each level of the compiler.

`api.run_function` runs a function of a module; `check.compare_levels` runs one kernel at every
level and compares. numpy is imported when a submodule is, not with this package.
"""
