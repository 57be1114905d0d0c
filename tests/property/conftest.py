"""
How many examples property tests try: few and always the same ones, or as `make fuzz` says.
"""

import os

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "quick",
    max_examples=32,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
settings.register_profile(
    "fuzz",
    settings.get_profile("quick"),
    max_examples=int(os.environ.get("FUZZ_KERNELS", "1000")),
    derandomize=False,
    print_blob=True,
)
settings.load_profile("fuzz" if "FUZZ_KERNELS" in os.environ else "quick")
