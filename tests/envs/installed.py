"""PettingZoo's own tests of what is installed elsewhere than in the checkout: python -P installed.py CHECKOUT."""

import contextlib
import io
import sys
import warnings
from pathlib import Path
from typing import Any

from numba.core import caching

import rolltop

HERE, CHECKOUT = Path(rolltop.__file__).parents[1], Path(sys.argv[1]) / "src"


def use_compiled_code_of_the_checkout() -> None:
    """Numba names compiled code by where its source lies. Rolltop names it by content too, so that what was compiled of
    the checkout is found here only if the sources are the same."""
    locator: Any = caching.UserProvidedCacheLocator
    make = locator.__init__
    locator.__init__ = lambda self, function, file: make(self, function, file.replace(str(HERE), str(CHECKOUT)))


def main() -> None:
    """Run all tests; whatever fails raises."""
    from pettingzoo.test import api_test, render_test, seed_test

    from rolltop.envs import pettingzoo as zoo
    from rolltop.games import shelf

    for name in shelf.kinds():
        module = getattr(zoo, f"{name}_v1")
        with contextlib.redirect_stdout(io.StringIO()):
            api_test(module.env(), num_cycles=60)
            seed_test(module.env, num_cycles=20)
            render_test(module.env)
        print(name, Path(sys.modules[shelf.kind(name).package].__path__[0]).relative_to(HERE))


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # PettingZoo warns where a convention is only a suggestion
    use_compiled_code_of_the_checkout()
    main()
