"""What `pip install` puts on a machine passes PettingZoo's own tests, without the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rolltop.games import shelf

ROOT = Path(__file__).parents[2]
TO_BUILD = ("src", "pyproject.toml", "README.md", "LICENSE")
ONLY_FOR_WORK = {".pot", ".pyc"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Rolltop installed in it, built from a copy of the checkout, without network."""
    copy, site = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("site")
    for name in TO_BUILD:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
        else:
            shutil.copy(ROOT / name, copy)
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--no-compile", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", "--quiet", *offline, "--target", str(site), str(copy)]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return site


def test_every_file_of_the_package_is_installed(site: Path) -> None:
    def files(folder: Path) -> set[Path]:
        found = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
        return {path for path in found if path.suffix not in ONLY_FOR_WORK}

    assert files(site / "rolltop") == files(ROOT / "src" / "rolltop")


def test_pettingzoos_tests_pass_on_it(site: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-P", str(Path(__file__).with_name("installed.py")), str(ROOT)]
    environment = {**os.environ, "PYTHONPATH": str(site)}
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == [word for name in shelf.kinds() for word in (name, f"rolltop/games/{name}")]
